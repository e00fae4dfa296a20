"""Documents of a table: the record as a download, and the page with its links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse, Response

from ..addresses import ALL_INTERFACES
from ..context import get_context
from ..pages import answer, get_locale, render
from ..security import browser_id
from ..table_links import qr_code, reach_of, seat_links
from ..viewer import get_viewer

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..context import AppContext
    from ..pages import RequestLocale


async def record(request: Request) -> Response:
    """``/g/{public}/record``: the record as a file."""
    context = get_context(request)
    public = request.path_params["public"]
    text = await context.read(record_text, context, public)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="groundfloor-{public}.gfr"'})


def record_text(context: AppContext, public: str) -> str:
    """Returns the text of a table's record."""
    table = context.host.table(public)
    with table.lock:
        return table.match.record.format()


async def links(request: Request) -> Response:
    """``…/table``: the seats of the table, and the links that this browser may pass on."""
    context, locale = get_context(request), get_locale(request)
    return answer(request, locale, await context.read(links_page, context, request, locale))


def links_page(context: AppContext, request: Request, locale: RequestLocale) -> str:
    """Renders the page of links: all of them for the host, those of their own seats for others."""
    viewer = get_viewer(context, request, browser_id(request))
    origin = context.addresses.link_origin(request)
    rows = seat_links(context, viewer, origin)
    draws = viewer.table.match.record
    facts = {
        "viewer": viewer,
        "rows": rows,
        "missing": [row.holder.name for row in rows if row.arrival == "missing"],
        "public_link": f"{origin}/g/{viewer.table.public}",
        "origin": origin,
        "reach": reach_of(origin),
        "listens_everywhere": context.addresses.host in ALL_INTERFACES,
        "qr_code": qr_code,
        "has_others": any(row.arrival != "automa" and not row.is_own for row in rows),
        "topics": f"{viewer.topics(locale.language).partition('&w=')[0]}&a={viewer.table.public}",
        "draws": draws,
        "house": list(draws.ruleset.overrides.items()),
    }
    return render(context, request, locale, "links.html", facts)
