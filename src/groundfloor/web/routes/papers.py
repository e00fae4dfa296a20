"""What belongs to a table beside the board: the record to keep, and the page with its links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse, Response

from ..eyes import eyes_of
from ..house import house_of
from ..pages import answer, reader_of, render
from ..security import browser_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..house import House
    from ..pages import Reader


async def record(request: Request) -> Response:
    """``/g/{public}/record``: the record as a file."""
    house = house_of(request)
    public = request.path_params["public"]
    text = await house.read(record_text, house, public)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="groundfloor-{public}.gfr"'})


def record_text(house: House, public: str) -> str:
    """The record as it stands."""
    table = house.host.table(public)
    with table.lock:
        return table.match.record.format()


async def links(request: Request) -> Response:
    """``…/table``: who sits there, and the links that this browser may pass on."""
    house, reader = house_of(request), reader_of(request)
    return answer(request, reader, await house.read(links_page, house, request, reader))


def links_page(house: House, request: Request, reader: Reader) -> str:
    """The host sees the links of all people, everybody else those of their own seats."""
    eyes = eyes_of(house, request, browser_of(request))
    origin = house.addresses.link_origin(request)
    own = {holder.seat for holder in eyes.own}
    rows = [
        (holder, f"{origin}/s/{holder.token}" if not holder.automa and (eyes.is_host or holder.seat in own) else "")
        for holder in eyes.table.seat_holders
    ]
    draws = eyes.table.match.record
    facts = {
        "eyes": eyes,
        "rows": rows,
        "public_link": f"{origin}/g/{eyes.table.public}",
        "own": own,
        "draws": draws,
        "house": list(draws.ruleset.overrides.items()),
    }
    return render(house, request, reader, "links.html", facts)
