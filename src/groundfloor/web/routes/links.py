"""The page with the links of a table, where its host also changes who plays a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ...numbers import parse_int
from ...presentation.house_values import value_sentences
from ...tables.rated import may_play
from .. import reports, seat_players
from ..addresses import ALL_INTERFACES
from ..blocks import blocked_seats
from ..bot_choices import FIRST_LEVEL, bots
from ..context import get_context
from ..error_messages import message_for, status_of
from ..friends import befriendable, not_asked
from ..notice_targets import own_targets_at, target_facts
from ..pages import answer, get_locale, render
from ..request_body import read_fields
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form
from ..table_links import qr_code, reach_of, seat_links
from ..together import together
from ..viewer import get_viewer

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..context import AppContext
    from ..rendering import RequestLocale
    from ..viewer import Viewer

MAX_FIELD = 2_000


async def show(request: Request) -> Response:
    """``…/table``: the seats of the table, and the links that this browser may pass on."""
    return await answer_with_links(request)


async def answer_with_links(request: Request, notice: str = "", status: int = 200) -> Response:
    context, locale = get_context(request), get_locale(request)
    return answer(request, locale, await context.read(links_page, context, request, locale, notice), status)


async def change_seat(request: Request) -> Response:
    """``POST …/table``: lets a bot play a seat from here on, or a person again; renews the link of a seat."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await answer_with_links(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    seat = parse_int(form.get("seat", ""))
    if form.get("do") == "report":
        return await report(request, reports.ALL if seat is None else seat, form.get("text", ""))

    def work() -> str:
        """Returns the address of the page, another one if the link of its own seat was renewed; a new link is in sight there."""
        browser = browser_id(request)
        viewer, wanted = get_viewer(context, request, browser), -1 if seat is None else seat
        if form.get("do") != "renew":
            seat_players.change_player(context, viewer, wanted, form.get("bot", ""))
            return request.url.path
        token = seat_players.renew_link(context, viewer, wanted, browser)
        return f"{f'/s/{token}/table' if wanted == viewer.address_seat else request.url.path}#seat-link-{wanted}"

    try:
        return RedirectResponse(await context.write(work), 303)
    except GroundfloorError as error:
        return await answer_with_links(request, message_for(error, words), status_of(error))


async def report(request: Request, seat: int, text: str) -> Response:
    words = get_locale(request).words
    try:
        await reports.report_seat(request, seat, text)
    except GroundfloorError as error:
        return await answer_with_links(request, message_for(error, words), status_of(error))
    return RedirectResponse(f"{request.url.path}?reported=1", 303)


def stranger(viewer: Viewer, holder: str) -> str:
    """Returns whose account the seat of the address belongs to, if the game is rated and it is not that of the viewer; else ""."""
    table, seat = viewer.table, viewer.address_seat
    if seat is None or table.game.is_over or may_play(table, seat, holder):
        return ""
    return table.seat_holders[seat].name


def links_page(context: AppContext, request: Request, locale: RequestLocale, notice: str = "") -> str:
    """Renders the page of links: all of them for the host, those of their own seats for others."""
    viewer = get_viewer(context, request, browser_id(request))
    origin = context.addresses.link_origin(request)
    rows = seat_links(context, viewer, origin)
    draws = viewer.table.match.record
    house = draws.ruleset.overrides
    at_table = [holder.agent for holder in viewer.table.seat_holders if holder.agent]
    found_bots = bots(locale, at_table)
    facts = {
        "viewer": viewer,
        "stranger": stranger(viewer, browser_id(request)),
        "rows": rows,
        "befriendable": not_asked(context, request, viewer),
        "blockable": befriendable(viewer),
        "blocked": blocked_seats(context, viewer, browser_id(request)),
        "token": request.path_params.get("token", ""),
        "can_follow": viewer.address_seat is None and not viewer.is_remembered,
        "is_followed": context.store.is_followed(browser_id(request), viewer.table.public),
        "missing": [row.holder.name for row in rows if row.arrival == "missing"],
        "public_link": f"{origin}/g/{viewer.table.public}",
        "origin": origin,
        "reach": reach_of(origin),
        "listens_everywhere": context.addresses.host in ALL_INTERFACES,
        "qr_code": qr_code,
        "has_others": any(row.arrival != "automa" and not row.is_own for row in rows),
        "topics": viewer.topics(locale.language).partition("&w=")[0],
        "draws": draws,
        "notice": notice,
        "target_rows": target_facts(own_targets_at(context, request, viewer), locale.words),
        "done": request.query_params.get("done", ""),
        "can_report": reports.may_report(viewer) and bool(context.store.administrators()),
        "is_reported": "reported" in request.query_params,
        "reported_people": [(each.seat, each.name) for each in viewer.table.seat_holders if not each.automa or each.agent],
        "together": together(viewer, locale.words),
        "bots": found_bots,
        "bots_by_id": {each.id: each for each in found_bots},
        "first_level": FIRST_LEVEL,
        "house": list(zip(house, value_sentences(draws.ruleset, house, locale.words), strict=True)),
    }
    return render(context, request, locale, "links.html", facts)
