"""The branches of a practice table or a finished game: the list beside the real game, what can be done with them, and the same over the API (docs/http.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from groundfloor.numbers import parse_int
from groundfloor.presentation.names import round_and_phase
from groundfloor.table.branches import MAX_BRANCHES, SeatStanding, can_branch, family, family_members, moments, person_seat
from groundfloor.table.creation import create_branch
from groundfloor.table.errors import NotABranch

from ...http.errors import BadBody, TooManyTables
from ...http.handlers import NO_FIELDS, form_of, json_answer, json_change, page_error_message, page_status
from ...http.json_fields import Seat
from ...http.json_types import ApiStruct
from ...http.pages import get_locale, html_response, render
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ...http.route import PER_REQUEST, PER_TABLE, Route, of_table, of_table_api
from ...http.security import owner_of
from ..api.game_view import CreatedTable, created_seats
from ..new_tables.creation import create_table, open_table
from ..storage import browsers
from ..tables.prepared_tables import PreparedTable
from ..viewer import get_viewer

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from starlette.requests import Request
    from starlette.responses import Response

    from groundfloor.engine.errors import GroundfloorError
    from groundfloor.table import Table
    from groundfloor.table.branches import FamilyMember

    from ...context import AppContext
    from ...database.rows import KnownGame
    from ...http.request_body import FormFields, JsonFields
    from ..viewer import Viewer


@dataclass(frozen=True)
class BranchRow:
    """A game of the list: its address, whether its page is shown, and in words the moment at which it branched off, and at which it is now."""

    member: FamilyMember
    link: str
    is_shown: bool
    moment: str
    current_moment: str


async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
    """``…/branches``: the branches of a game; ``?at=N`` proposes to branch off after N entries."""
    return html_response(
        request, await get_context(request).work.heavy(branches_page, request, page_error_message(request, error)), page_status(error)
    )


def branches_page(request: Request, error_message: str) -> str:
    context, locale = get_context(request), get_locale(request)
    viewer = get_viewer(context, request, owner_of(request))
    table = viewer.table
    rows = branch_rows(context, viewer, owner_of(request), locale.translations)
    chosen = parse_int(request.query_params.get("at", ""))
    possible = can_branch(table)
    starts = [(number, moment_of(table, number, locale.translations)) for number in (moments(table.history) if possible else [])]
    if possible and chosen is not None and chosen <= table.version and chosen not in [number for number, _words in starts]:
        starts = sorted([*starts, (chosen, moment_of(table, chosen, locale.translations))])
    return render(
        request,
        "branches.html",
        viewer=viewer,
        rows=rows,
        starts=starts,
        chosen=chosen if chosen is not None else starts[-1][0] if starts else 0,
        error_message=error_message,
        most=MAX_BRANCHES,
    )


def branch_rows(context: AppContext, viewer: Viewer, owner_id: str, translations: NullTranslations) -> list[BranchRow]:
    known = known_games(context, owner_id)
    own = viewer.table.game_id
    tables = [
        viewer.table if game_id == own else context.table_service.table(game_id) for game_id in family(known_headers(viewer, known), own)
    ]
    return [branch_row(member, tables[0], viewer, known, translations) for member in family_members(tables)]


def branch_row(
    member: FamilyMember, real: Table, viewer: Viewer, known: Mapping[str, KnownGame], translations: NullTranslations
) -> BranchRow:
    game_id = member.table.game_id
    is_shown = game_id == viewer.table.game_id
    link = viewer.base if is_shown else next((f"/s/{seat_value.token}" for seat_value in known[game_id].seats), f"/g/{game_id}")
    moment = moment_of(real, member.entry, translations) if member.parent == real.game_id else ""
    current_moment = round_and_phase(member.now.round, member.now.phase, translations)
    return BranchRow(member, link, is_shown, moment, current_moment)


def known_games(context: AppContext, owner_id: str) -> dict[str, KnownGame]:
    return {each.game.game_id: each for each in browsers.games_of(context.store, owner_id)} if owner_id else {}


def known_headers(viewer: Viewer, known: Mapping[str, KnownGame]) -> dict[str, str]:
    headers = {game_id: game.game.header for game_id, game in known.items()}
    return {viewer.table.game_id: viewer.table.match.record.header(), **headers}


def moment_of(table: Table, number: int, translations: NullTranslations) -> str:
    round, phase = table.history.phases_after[min(number, len(table.history.phases_after) - 1)]
    return translations.gettext("%(moment)s, entry %(n)s") % {"moment": round_and_phase(round, phase, translations), "n": number}


@form_of(show, is_made_again=True)
async def change(request: Request, form: FormFields) -> str:
    """``POST …/branches``: opens, renames or deletes a branch."""
    do = form.get("do")
    if do not in ("rename", "delete"):
        return await open_table(request, lambda context: prepare(context, request, form))
    await get_context(request).work.write(rename_or_delete, get_context(request), owner_of(request), form)
    return "/" if do == "delete" and form.get("here") == "yes" else request.url.path


def rename_or_delete(context: AppContext, owner_id: str, form: FormFields) -> None:
    """Renames or deletes a branch that this browser opened; does nothing to other games."""
    game_id = form.get("game", "")
    if not browsers.held_seats(context.store, owner_id, game_id).is_host or not context.table_service.table(game_id).match.record.parent:
        return
    if form["do"] == "delete":
        context.table_service.delete(game_id)
    else:
        context.table_service.rename(game_id, form.get("name", ""))


def prepare(context: AppContext, request: Request, form: FormFields) -> PreparedTable:
    """Returns the branch that a form asks for; TooManyTables if there are enough of them."""
    viewer = get_viewer(context, request, owner_of(request))
    if len(family(known_headers(viewer, known_games(context, owner_of(request))), viewer.table.game_id)) > MAX_BRANCHES:
        raise TooManyTables("A game has at most %(most)s branches. Please delete one that is no longer needed.", most=str(MAX_BRANCHES))
    entry = form.number("entry") or 0
    seat = wanted_seat(viewer.table, form)
    if seat is None:
        seat = viewer.seat if viewer.seat is not None else seat_asked_after(viewer.table, entry)
    pattern = get_locale(request).translations.gettext("%(name)s, from entry %(n)s")
    name = form.get("name", "") or pattern % {"name": viewer.table.value.name[:40], "n": entry}
    return PreparedTable.of(*create_branch(viewer.table, seat, entry, name, context.table_service.new_bytes), frozenset({seat}))


def wanted_seat(table: Table, form: FormFields) -> int | None:
    """Returns the seat that a form names: any but that of an Automa, in a game that is over or only shown; None if there is none."""
    seat = form.optional_seat("seat")
    seats = table.game.seats
    if seat is None or seat >= len(seats) or seats[seat].automa:
        return None
    return seat if table.is_record_only or table.game.is_over else None


def seat_asked_after(table: Table, entry: int) -> int:
    """Returns the seat that is asked after ``entry`` entries; the first person's if that is an Automa's, or nobody is asked."""
    if not 0 <= entry <= table.version:
        return person_seat(table)
    asked = table.history.position_after(entry).asked_seat
    return asked if asked >= 0 and not table.game.seats[asked].automa else person_seat(table)


# As data


class BranchMoment(ApiStruct, frozen=True):
    entry: int
    round: int
    phase: int


class BranchedGame(ApiStruct, frozen=True):
    """A game beside the real one, and how the real one stood then."""

    game: str
    name: str
    parent: Annotated[str | None, Meta(description="The game that it leaves.")]
    entry: Annotated[int | None, Meta(description="After how many entries.")]
    now: Annotated[SeatStanding, Meta(description="How its person stands.")]
    real: Annotated[SeatStanding | None, Meta(description="How the real game stood at the same point.")]


class Branches(ApiStruct, frozen=True):
    game: str
    moments: Annotated[list[BranchMoment], Meta(description="Where rounds and phases began; empty while the game can't be left.")]
    games: Annotated[list[BranchedGame], Meta(description="The real game, then those of the named ones that come from it.")]


class CreatedBranch(CreatedTable, frozen=True):
    """A new branch, and where it leaves its parent."""

    parent: str
    entry: int


class ChangedBranch(ApiStruct, frozen=True):
    game: str
    name: str
    is_deleted: bool


class NewBranch(TypedDict):
    """A branch that leaves a game after `entry` entries."""

    entry: Annotated[int, Meta(ge=0)]
    seat: NotRequired[Seat | None]
    name: NotRequired[str | None]


class RenameBranch(TypedDict):
    do: Literal["rename"]
    name: str


class DeleteBranch(TypedDict):
    do: Literal["delete"]


@json_answer
async def as_json(request: Request) -> Branches:
    """Returns the moments at which branches can begin, and the games named by ``g`` that are its family, side by side."""
    return await get_context(request).work.heavy(family_of, request)


def family_of(request: Request) -> Branches:
    """Returns moments and family of a game; programs keep the ids of the branches that they open, as no browser does so for them."""
    context = get_context(request)
    table = get_viewer(context, request, "").table
    named = list(dict.fromkeys([table.game_id, *request.query_params.getlist("g")]))
    if len(named) > MAX_BRANCHES + 1:
        raise BadBody("At most %(most)s branches can be named.", most=str(MAX_BRANCHES))
    tables = {game_id: context.table_service.table(game_id) for game_id in named}
    headers = {game_id: branch.match.record.header() for game_id, branch in tables.items()}
    members = family_members([tables[game_id] for game_id in family(headers, table.game_id)])
    starts = moments(table.history) if can_branch(table) else []
    phases = table.history.phases_after
    listed = [BranchMoment(entry=number, round=phases[number][0], phase=phases[number][1]) for number in starts]
    return Branches(game=table.game_id, moments=listed, games=[branched_game(member) for member in members])


def branched_game(member: FamilyMember) -> BranchedGame:
    return BranchedGame(
        game=member.table.game_id,
        name=member.table.value.name,
        parent=member.parent or None,
        entry=member.entry if member.parent else None,
        now=member.now,
        real=member.real,
    )


@json_change(201, sets_cookie=False, is_made_again=True)
async def create_json(request: Request, body: JsonFields) -> CreatedBranch:
    """Opens a branch after ``entry`` entries; answers with its links, as for a new table."""
    table = await create_table(request, "", lambda: prepare_of_json(get_context(request), request, body))
    record = table.match.record
    return CreatedBranch(
        game=table.game_id, link=f"/g/{table.game_id}", seats=created_seats(table), parent=record.parent, entry=record.parent_entry
    )


def prepare_of_json(context: AppContext, request: Request, body: JsonFields) -> PreparedTable:
    """Returns the branch that a body asks for, at the seat of the address, else at ``seat``, else at that of the first person."""
    viewer = get_viewer(context, request, "")
    entry = body.number("entry")
    if not 0 <= entry <= viewer.table.version:
        raise BadBody("entry is a number from 0 to %(last)s.", last=str(viewer.table.version))
    seat = viewer.address_seat
    if seat is None:
        wanted = body.optional_seat("seat")
        seat = wanted if wanted is not None else person_seat(viewer.table)
    if seat not in range(len(viewer.table.value.seats)) or viewer.table.game.seats[seat].automa:
        raise BadBody("seat is the number of a person’s seat, from 1.")
    created = create_branch(viewer.table, seat, entry, body.optional_text("name"), context.table_service.new_bytes)
    return PreparedTable.of(*created, frozenset({seat}))


@json_change(sets_cookie=False)
async def change_json(request: Request, body: JsonFields) -> ChangedBranch:
    """Renames or deletes the branch that the seat belongs to; NotABranch for other games."""
    context = get_context(request)

    def work() -> ChangedBranch:
        table = get_viewer(context, request, "").table
        if not table.match.record.parent:
            raise NotABranch("This game is not a branch of another one.")
        do = body.text("do")
        if do == "delete":
            deleted = ChangedBranch(game=table.game_id, name=table.value.name, is_deleted=True)
            promise(deleted)
            context.table_service.delete(table.game_id)
            return deleted
        if do == "rename":
            context.table_service.rename(table.game_id, body.text("name"))
            renamed = get_viewer(context, request, "").table
            return ChangedBranch(game=table.game_id, name=renamed.value.name, is_deleted=False)
        raise BadBody("do is rename or delete.")

    return await context.work.write(work)


ROUTES = (
    *of_table("GET {base}/branches", show, "The branches of a game; `?at=N` proposes to leave it after N entries.", query=("at", "as"), limits=(*PER_REQUEST, "heavy_at_once")),
    *of_table("POST {base}/branches", change, "Opens, renames or deletes a branch.", limits=PER_TABLE),
    *of_table_api("GET {base}/branches", as_json, "Where a game can be left, and its branches.", query=("g",), limits=(*PER_REQUEST, "heavy_at_once")),
    Route("POST /api/games/{game_id}/branches", create_json, "Opens a branch.", body=NewBranch, refusals=(422,), limits=PER_TABLE),
    Route("POST /api/seats/{token}/branches", create_json, "Opens a branch for a seat.", body=NewBranch, refusals=(422,), limits=PER_TABLE),
    Route("POST /api/seats/{token}/branch", change_json, "Renames or deletes a branch.", body=RenameBranch | DeleteBranch, refusals=(422,)),
)  # fmt: skip
