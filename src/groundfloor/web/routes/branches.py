"""The branches of a practice table or a finished game: the list beside the real game, and what can be done with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from groundfloor.presentation.names import round_and_phase

from ...engine.errors import GroundfloorError
from ...numbers import parse_int
from ...store import HOST
from ...tables.branches import MAX_BRANCHES, SeatStanding, can_branch, family, family_members, moments, person_seat
from ..context import get_context
from ..error_messages import message_for, status_of
from ..errors import TooManyTables
from ..idempotency import request_hash
from ..new_tables import create_table, first_page_url
from ..pages import answer, get_locale, render
from ..request_body import read_fields
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from ..viewer import get_viewer

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from starlette.requests import Request

    from ...store import KnownGame
    from ...tables import PreparedTable, Table
    from ...tables.branches import FamilyMember
    from ..context import AppContext
    from ..rendering import RequestLocale
    from ..viewer import Viewer


@dataclass(frozen=True)
class BranchRow:
    """A game of the list: its address, the moment at which it left, how it stands, and how the real game stood at the same point."""

    public: str
    name: str
    link: str
    is_shown: bool
    entry: int
    moment: str
    now: SeatStanding
    current_moment: str
    real: SeatStanding | None


async def show(request: Request) -> Response:
    """``…/branches``: the branches of a game; ``?at=N`` proposes to leave it after N entries."""
    return await page(request)


async def page(request: Request, notice: str = "", status: int = 200) -> Response:
    context, locale = get_context(request), get_locale(request)
    return answer(request, locale, await context.heavy(branches_page, context, request, locale, notice), status)


def branches_page(context: AppContext, request: Request, locale: RequestLocale, notice: str) -> str:
    viewer = get_viewer(context, request, browser_id(request))
    table = viewer.table
    rows = branch_rows(context, viewer, browser_id(request), locale.words)
    chosen = parse_int(request.query_params.get("at", ""))
    with table.lock:
        possible = can_branch(table)
        starts = [(number, moment_of(table, number, locale.words)) for number in (moments(table.history) if possible else [])]
        if possible and chosen is not None and chosen <= table.version and chosen not in [number for number, _words in starts]:
            starts = sorted([*starts, (chosen, moment_of(table, chosen, locale.words))])
    facts = {
        "viewer": viewer,
        "rows": rows,
        "branches": rows[1:],
        "starts": starts,
        "chosen": chosen if chosen is not None else starts[-1][0] if starts else 0,
        "notice": notice,
        "most": MAX_BRANCHES,
    }
    return render(context, request, locale, "branches.html", facts)


def branch_rows(context: AppContext, viewer: Viewer, browser: str, words: NullTranslations) -> list[BranchRow]:
    known = known_games(context, browser)
    own = viewer.table.public
    tables = [viewer.table if public == own else context.host.table(public) for public in family(known_headers(viewer, known), own)]
    return [branch_row(each, tables[0], viewer, known, words) for each in family_members(tables)]


def branch_row(member: FamilyMember, real: Table, viewer: Viewer, known: Mapping[str, KnownGame], words: NullTranslations) -> BranchRow:
    public = member.table.public
    is_shown = public == viewer.table.public
    link = viewer.base if is_shown else next((f"/s/{each.token}" for each in known[public].seats), f"/g/{public}")
    with real.lock:
        moment = moment_of(real, member.entry, words) if member.parent == real.public else ""
    current_moment = round_and_phase(member.now.round, member.now.phase, words)
    return BranchRow(
        public=public,
        name=member.table.name,
        link=link,
        is_shown=is_shown,
        entry=member.entry,
        moment=moment,
        now=member.now,
        current_moment=current_moment,
        real=member.real,
    )


def known_games(context: AppContext, browser: str) -> dict[str, KnownGame]:
    return {each.game.public: each for each in context.store.games_of_browser(browser)} if browser else {}


def known_headers(viewer: Viewer, known: Mapping[str, KnownGame]) -> dict[str, str]:
    headers = {public: each.game.header for public, each in known.items()}
    return {viewer.table.public: viewer.table.match.record.header(), **headers}


def moment_of(table: Table, number: int, words: NullTranslations) -> str:
    table.history.update()
    round, phase = table.history.phases_after[min(number, len(table.history.phases_after) - 1)]
    return words.gettext("%(moment)s, entry %(n)s") % {"moment": round_and_phase(round, phase, words), "n": number}


async def change(request: Request) -> Response:
    """``POST …/branches``: opens, renames or deletes a branch."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, 200)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await page(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    try:
        if form.get("do") in ("rename", "delete"):
            await context.write(rename_or_delete, context, browser_id(request), form)
            response: Response = RedirectResponse("/" if is_deleted_here(request, form) else request.url.path, 303)
        else:
            response = RedirectResponse(await open_branch(request, form), 303)
    except GroundfloorError as error:
        return await page(request, message_for(error, words), status_of(error))
    set_browser_cookie(request, response)
    return response


def is_deleted_here(request: Request, form: dict[str, str]) -> bool:
    """Returns whether the game of this page is the one that the form deletes."""
    return form.get("do") == "delete" and form.get("here") == "yes"


def rename_or_delete(context: AppContext, browser: str, form: dict[str, str]) -> None:
    """Renames or deletes a branch that this browser opened; of other games it does nothing."""
    public = form.get("game", "")
    if HOST not in context.store.seats_of_browser(browser, public) or not context.host.table(public).match.record.parent:
        return
    if form["do"] == "delete":
        context.host.delete(public)
    else:
        context.host.rename(public, form.get("name", ""))


async def open_branch(request: Request, form: dict[str, str]) -> str:
    context, words, browser = get_context(request), get_locale(request).words, browser_id(request)
    table = await create_table(request, browser, request_hash(request, form), lambda: prepare(context, request, form, words))
    return await context.read(first_page_url, context, table, browser)


def prepare(context: AppContext, request: Request, form: dict[str, str], words: NullTranslations) -> PreparedTable:
    """Returns the branch that a form asks for; TooManyTables if there are enough of them."""
    viewer = get_viewer(context, request, browser_id(request))
    if len(family(known_headers(viewer, known_games(context, browser_id(request))), viewer.table.public)) > MAX_BRANCHES:
        raise TooManyTables("A game has at most %(most)s branches. Please delete one that is no longer needed.", most=str(MAX_BRANCHES))
    entry = parse_int(form.get("entry", "")) or 0
    seat = wanted_seat(viewer.table, form)
    if seat is None:
        seat = viewer.seat if viewer.seat is not None else seat_asked_after(viewer.table, entry)
    name = form.get("name", "") or words.gettext("%(name)s, from entry %(n)s") % {"name": viewer.table.name[:40], "n": entry}
    return context.host.prepare_branch(viewer.table.public, seat, entry, name)


def wanted_seat(table: Table, form: dict[str, str]) -> int | None:
    """Returns the seat that a form names: any but that of an Automa, in a game that is over or only shown; None if there is none."""
    seat = parse_int(form.get("seat", ""))
    seats = table.game.seats
    if seat is None or seat >= len(seats) or seats[seat].automa:
        return None
    return seat if table.is_shown or table.game.is_over else None


def seat_asked_after(table: Table, entry: int) -> int:
    """Returns the seat that is asked after ``entry`` entries; the first person's if that is an Automa's, or nobody is asked."""
    if not 0 <= entry <= table.version:
        return person_seat(table)
    with table.lock:
        table.history.update()
        asked = table.history.position_after(entry).asked_seat
    return asked if asked >= 0 and not table.game.seats[asked].automa else person_seat(table)
