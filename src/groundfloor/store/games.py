"""Games on disk: the statements that write and read them, each within a transaction that the store opens."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, bindparam, delete, func, insert, select, update

from . import notices, usage
from . import schema as s
from .database import from_row, insert_rows, upsert
from .errors import ChangedElsewhere
from .rows import (
    ClocksRow,
    DraftRow,
    GameRow,
    NotesRow,
    PauseRow,
    PreferencesRow,
    ProposalRow,
    RunningClock,
    SeatAddress,
    SeatClockRow,
    SeatRow,
    Summary,
    VotesRow,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import Connection, Row

    from .rows import Change, NewGame

# The statements of a move are built once: building one takes longer than the database needs to run it.
NEXT_SEQUENCE = select(func.coalesce(func.max(s.games.c.sequence), 0) + 1).scalar_subquery()
"""The number of the next change of any game; lists are sorted by it, not by the clock."""
CHANGES = select(s.games.c.changes).where(s.games.c.game_id == bindparam("game_id"))
UPDATE_GAME = (
    update(s.games)
    .where(s.games.c.id == bindparam("game"), s.games.c.changes == bindparam("seen_changes"))
    .values(changes=s.games.c.changes + 1)
    .returning(s.games.c.sequence)
)
UPDATE_GROWN_GAME = UPDATE_GAME.values(sequence=NEXT_SEQUENCE)
DELETE_DRAFT = delete(s.drafts).where(s.drafts.c.game == bindparam("game"), s.drafts.c.seat == bindparam("seat"))
UPDATE_SEAT = update(s.seats).where(s.seats.c.game == bindparam("of_game"), s.seats.c.seat == bindparam("of_seat"))
TOKEN = select(s.seats.c.token, s.seats.c.offer).where(s.seats.c.game == bindparam("of_game"), s.seats.c.seat == bindparam("of_seat"))
FORGET_SEAT = delete(s.browsers).where(s.browsers.c.game == bindparam("of_game"), s.browsers.c.seat == bindparam("of_seat"))
"""Takes a seat from the browsers that hold it, as its link is a new one."""
FORGET_PRIVATE_NOTES = delete(s.private_notes).where(
    s.private_notes.c.game == bindparam("of_game"), s.private_notes.c.seat == bindparam("of_seat")
)
"""Deletes what somebody has written for themselves at a seat, as somebody else gets it."""


CLOCKS = [s.clocks.c[name] for name in ("pace", "takeover", "counted", "is_waiting")]
FIND = select(s.games, *CLOCKS).outerjoin(s.clocks, s.clocks.c.game == s.games.c.id).where(s.games.c.game_id == bindparam("game_id"))
SEAT_CLOCKS = select(s.seat_clocks).where(s.seat_clocks.c.game == bindparam("of_game")).order_by(s.seat_clocks.c.seat)
KEY = select(s.keys.c.key).where(s.keys.c.game == bindparam("of_game"))
ENTRIES = (
    select(s.entries.c.text)
    .where(s.entries.c.game == bindparam("of_game"), s.entries.c.number > bindparam("after"))
    .order_by(s.entries.c.number)
)
SEATS = select(s.seats).where(s.seats.c.game == bindparam("of_game")).order_by(s.seats.c.seat)
DRAFTS, PREFERENCES, NOTES = (
    select(table).where(table.c.game == bindparam("of_game")) for table in (s.drafts, s.preferences, s.seat_notes)
)
TOGETHER = select(s.proposals).where(s.proposals.c.game == bindparam("of_game"))
ACCOUNTS = select(s.seat_accounts).where(s.seat_accounts.c.game == bindparam("of_game")).order_by(s.seat_accounts.c.seat)
FORGET_ACCOUNT = delete(s.seat_accounts).where(
    s.seat_accounts.c.game == bindparam("of_game"), s.seat_accounts.c.seat == bindparam("of_seat")
)
DEPART = update(s.seat_accounts).where(s.seat_accounts.c.game == bindparam("of_game"), s.seat_accounts.c.seat == bindparam("of_seat"))
SET_RATING = update(s.games).where(s.games.c.id == bindparam("of_game"))
ADDRESSES = (
    select(s.seats.c.token, s.games.c.game_id, s.seats.c.seat, func.coalesce(s.seat_accounts.c.account, "").label("account"))
    .join(s.seats, s.seats.c.game == s.games.c.id)
    .outerjoin(s.seat_accounts, and_(s.seat_accounts.c.game == s.seats.c.game, s.seat_accounts.c.seat == s.seats.c.seat))
)
SEAT_OF_TOKEN = ADDRESSES.where(s.seats.c.token == bindparam("token"))
RUNNING_CLOCK = (
    select(s.games.c.entries, s.clocks.c.pace, s.seat_clocks)
    .join(s.clocks, s.clocks.c.game == s.games.c.id)
    .join(s.seat_clocks, s.seat_clocks.c.game == s.games.c.id)
    .where(s.games.c.game_id == bindparam("game_id"), s.seat_clocks.c.since != "")
)


def count(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(s.games)).scalar_one())


def add(connection: Connection, new: NewGame) -> int:
    """Writes a game for the first time; returns its number."""
    values = {**vars(new.summary), "game_id": new.game_id, "name": new.name, "ruleset": new.ruleset, "revision": new.revision}
    values |= {
        "header": new.header,
        "client": new.client,
        "is_listed": new.is_listed,
        "created": new.created,
        "changed": new.created,
        "moved": new.created,
        "sequence": connection.execute(select(NEXT_SEQUENCE)).scalar_one(),
        "last_seen": usage.served_minutes(connection),
        "rating": "rated" if new.is_rated else "",
        "is_private": new.is_private,
        "is_from_lobby": new.is_from_lobby,
    }
    result = connection.execute(insert(s.games).values(values))
    game = int(result.inserted_primary_key[0])  # type: ignore[index]
    if new.key is not None:
        connection.execute(insert(s.keys).values(game=game, key=new.key))
    rows = [{"game": game, **vars(seat)} for seat in new.seats]
    connection.execute(insert(s.seats), rows)
    if new.preferences:
        connection.execute(insert(s.preferences), [{"game": game, **vars(row)} for row in new.preferences])
    if new.accounts:
        accounts = [{"game": game, "seat": seat, "account": account} for seat, account in new.accounts.items()]
        connection.execute(insert(s.seat_accounts), accounts)
    append_entries(connection, game, 1, new.entries)
    if new.clocks is not None:
        _save_clocks(connection, game, new.clocks)
    return game


def append_entries(connection: Connection, game: int, first: int, texts: Sequence[str]) -> None:
    """Adds lines to a record; a number that is there already is refused by the database."""
    insert_rows(connection, "entries", ("game", "number", "text"), [(game, number, text) for number, text in enumerate(texts, first)])


def save(connection: Connection, game: int, change: Change, changes: int) -> int:
    """Writes what one operation at the table changed; returns the game's number in the order of lists.

    The first statement locks the game: ChangedElsewhere unless it had exactly so many ``changes`` before.
    """
    values = {"game": game, "seen_changes": changes, "changed": change.at, **vars(change.summary)}
    result = (
        connection.execute(UPDATE_GROWN_GAME, {**values, "moved": change.at}) if change.entries else connection.execute(UPDATE_GAME, values)
    )
    sequence: int | None = result.scalar_one_or_none()
    if sequence is None:
        raise ChangedElsewhere
    append_entries(connection, game, change.first, change.entries)
    for seat, draft in change.drafts.items():
        if draft is None:
            connection.execute(DELETE_DRAFT, {"game": game, "seat": seat})
        else:
            connection.execute(upsert(connection.dialect.name, s.drafts), _draft_columns(game, draft))
    for row in change.preferences:
        connection.execute(upsert(connection.dialect.name, s.preferences), {"game": game, **vars(row)})
    notices.add(connection, game, [each for each in change.notices if each.kind == "lost_seat"], change.at)  # while they hold it
    for seat_row in change.seats:
        which = {"of_game": game, "of_seat": seat_row.seat}
        before = connection.execute(TOKEN, which).one()
        connection.execute(UPDATE_SEAT, {**which, "automa": seat_row.automa, "token": seat_row.token, "offer": seat_row.offer})
        if before.token != seat_row.token:
            is_taken = before.offer == seat_row.token
            connection.execute(FORGET_SEAT, which)
            connection.execute(insert(s.former_links).values(token=before.token, game=game, is_taken=is_taken))
            if is_taken:
                connection.execute(FORGET_PRIVATE_NOTES, which)
    for notes in change.notes:
        connection.execute(
            upsert(connection.dialect.name, s.seat_notes),
            {"game": game, **vars(notes), "plan": json.dumps(notes.plan)},
        )
    if change.votes is not None:
        connection.execute(upsert(connection.dialect.name, s.proposals), _votes_columns(game, change.votes))
    for seat, account in change.accounts.items():
        which = {"of_game": game, "of_seat": seat}
        connection.execute(FORGET_ACCOUNT, which)
        if account:
            connection.execute(insert(s.seat_accounts).values(game=game, seat=seat, account=account))
    for seat, departure, number in change.departures:
        connection.execute(DEPART, {"of_game": game, "of_seat": seat, "departure": departure, "departed": number})
    if change.rating is not None:
        connection.execute(SET_RATING.values(rating=change.rating), {"of_game": game})
    if change.clocks is not None:
        _save_clocks(connection, game, change.clocks)
    return sequence


def count_of_client(connection: Connection, client: str) -> int:
    """Returns how many games a client has opened, by its hash."""
    return int(connection.execute(select(func.count()).select_from(s.games).where(s.games.c.client == client)).scalar_one())


def change_count(connection: Connection, game_id: str) -> int:
    """Returns how often a game has changed; -1 if there is none."""
    found = connection.execute(CHANGES, {"game_id": game_id}).scalar_one_or_none()
    return -1 if found is None else found


def find(connection: Connection, game_id: str, *, after: int = 0, with_entries: bool = True) -> GameRow | None:
    """Returns a game with its entries from number ``after`` + 1 on; None if there is none."""
    row = connection.execute(FIND, {"game_id": game_id}).one_or_none()
    if row is None:
        return None
    game = row.id
    accounts = connection.execute(ACCOUNTS, {"of_game": game}).all() if row.is_from_lobby else []
    return replace(
        game_row(row),
        key=connection.execute(KEY, {"of_game": game}).scalar_one_or_none(),
        seats=seats(connection, game),
        entries=tuple(connection.execute(ENTRIES, {"of_game": game, "after": after}).scalars()) if with_entries else (),
        drafts=_drafts(connection, game),
        preferences=_preferences(connection, game),
        notes=_notes(connection, game),
        votes=_votes(connection, game),
        clocks=_clocks(connection, row),
        accounts={each.seat: each.account for each in accounts},
        departures={each.seat: each.departure for each in sorted(accounts, key=lambda each: each.departed) if each.departure},
    )


def running_clock(connection: Connection, game_id: str) -> RunningClock | None:
    """Returns the clock that runs at a game; None if none does."""
    row = connection.execute(RUNNING_CLOCK, {"game_id": game_id}).one_or_none()
    return RunningClock(row.entries, row.pace, from_row(SeatClockRow, row)) if row is not None else None


def to_resume(connection: Connection) -> list[str]:
    chosen = select(s.games.c.game_id).where(s.games.c.status == "running", s.games.c.asked < 0)
    return list(connection.execute(chosen).scalars())


def game_row(row: Row[Any]) -> GameRow:
    """Returns a game without what stands in other tables."""
    return from_row(GameRow, row, summary=from_row(Summary, row), has_hints=row.hints, entries=())


def save_analysis(connection: Connection, game_id: str, fingerprint: str, data: str) -> None:
    """Stores the analysis of a game in place of an older one; nothing if the game is gone."""
    game = connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id)).scalar_one_or_none()
    if game is not None:
        connection.execute(upsert(connection.dialect.name, s.analyses), {"game": game, "fingerprint": fingerprint, "data": data})


def analysis(connection: Connection, game_id: str) -> tuple[str, str] | None:
    joined = select(s.analyses.c.fingerprint, s.analyses.c.data).join(s.games, s.games.c.id == s.analyses.c.game)
    row = connection.execute(joined.where(s.games.c.game_id == game_id)).one_or_none()
    return (row.fingerprint, row.data) if row is not None else None


def keep_advice(connection: Connection, game_id: str, position: str, data: str) -> None:
    """Keeps the advice for a position of a game in place of other one for it; nothing if the game is gone."""
    game = connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id)).scalar_one_or_none()
    if game is not None:
        connection.execute(upsert(connection.dialect.name, s.kept_advice), {"game": game, "position": position, "data": data})


def kept_advice(connection: Connection, game_id: str) -> dict[str, str]:
    """Returns the advice that was kept for a game, by position."""
    joined = select(s.kept_advice.c.position, s.kept_advice.c.data).join(s.games, s.games.c.id == s.kept_advice.c.game)
    return {row.position: row.data for row in connection.execute(joined.where(s.games.c.game_id == game_id))}


def mark_hints(connection: Connection, game_id: str) -> None:
    connection.execute(update(s.games).where(s.games.c.game_id == game_id).values(hints=True))


def has_hints(connection: Connection, game_id: str) -> bool:
    return bool(connection.execute(select(s.games.c.hints).where(s.games.c.game_id == game_id)).scalar_one_or_none())


def is_valid(row: GameRow) -> bool:
    """Returns whether the columns that lists show have the right types."""
    summary = row.summary
    counted = (summary.entries, summary.asked, summary.round, summary.phase, row.sequence)
    texts = (
        row.game_id,
        row.name,
        row.changed,
        summary.status,
        *(text for seat in row.seats for text in (seat.name, seat.colour, seat.token)),
    )
    return all(isinstance(number, int) and number >= -1 for number in counted) and all(isinstance(text, str) for text in texts)


def seats(connection: Connection, game: int) -> tuple[SeatRow, ...]:
    return tuple(from_row(SeatRow, row) for row in connection.execute(SEATS, {"of_game": game}))


def seat_of_token(connection: Connection, token: str) -> SeatAddress | None:
    row = connection.execute(SEAT_OF_TOKEN, {"token": token}).one_or_none()
    return SeatAddress(row.game_id, row.seat, row.account) if row is not None else None


def seat_of_offer(connection: Connection, token: str) -> tuple[str, int] | None:
    """Returns the game and the seat that another person may take by this token; None if there is none."""
    row = connection.execute(ADDRESSES.where(s.seats.c.offer == token)).one_or_none() if token else None
    return (row.game_id, row.seat) if row is not None else None


def former_link(connection: Connection, token: str) -> tuple[str, bool] | None:
    """Returns the game of a token that opens nothing any more, and whether another person has taken the seat; None if it never did."""
    joined = select(s.games.c.game_id, s.former_links.c.is_taken).join(s.games, s.games.c.id == s.former_links.c.game)
    row = connection.execute(joined.where(s.former_links.c.token == token)).one_or_none()
    return (row.game_id, row.is_taken) if row is not None else None


def seats_of_tokens(connection: Connection, tokens: Collection[str]) -> dict[str, SeatAddress]:
    """Returns where those tokens lead that exist."""
    found = connection.execute(ADDRESSES.where(s.seats.c.token.in_(list(tokens))))
    return {row.token: SeatAddress(row.game_id, row.seat, row.account) for row in found}


def _draft_columns(game: int, draft: DraftRow) -> dict[str, object]:
    return {"game": game, "seat": draft.seat, "version": draft.version, "actions": json.dumps(draft.actions), "picked": draft.partial}


def _drafts(connection: Connection, game: int) -> tuple[DraftRow, ...]:
    rows = connection.execute(DRAFTS, {"of_game": game})
    return tuple(draft for row in rows if (draft := _draft(row)) is not None)


def _draft(row: Row[Any]) -> DraftRow | None:
    """Returns a draft; None for a damaged one, which is no reason to lose the game."""
    try:
        actions = msgspec.json.decode(row.actions, type=tuple[str, ...])
        return DraftRow(row.seat, row.version, actions, msgspec.convert(row.picked, str))
    except (TypeError, msgspec.MsgspecError):
        return None


def _preferences(connection: Connection, game: int) -> tuple[PreferencesRow, ...]:
    return tuple(from_row(PreferencesRow, row) for row in connection.execute(PREFERENCES, {"of_game": game}))


def _notes(connection: Connection, game: int) -> tuple[NotesRow, ...]:
    rows = connection.execute(NOTES, {"of_game": game})
    return tuple(notes for row in rows if (notes := _notes_row(row)) is not None)


def _notes_row(row: Row[Any]) -> NotesRow | None:
    """Returns the notes of a seat; None for damaged ones, which are no reason to lose the game."""
    try:
        notes = from_row(NotesRow, row, plan=msgspec.json.decode(row.plan, type=tuple[str, ...]))
        return msgspec.convert(msgspec.to_builtins(notes), NotesRow)
    except (TypeError, msgspec.MsgspecError):
        return None


def _save_clocks(connection: Connection, game: int, row: ClocksRow) -> None:
    columns = {name: value for name, value in vars(row).items() if name != "seats"}
    connection.execute(upsert(connection.dialect.name, s.clocks), {"game": game, **columns})
    for seat in row.seats:
        connection.execute(upsert(connection.dialect.name, s.seat_clocks), {"game": game, **vars(seat)})


def _clocks(connection: Connection, row: Row[Any]) -> ClocksRow | None:
    """Returns the clocks of a game; None if it has none, and for damaged ones, which are no reason to lose the game."""
    if row.pace is None:
        return None
    seats = tuple(from_row(SeatClockRow, each) for each in connection.execute(SEAT_CLOCKS, {"of_game": row.id}))
    try:
        clocks = from_row(ClocksRow, row, seats=seats)
        return msgspec.convert(msgspec.to_builtins(clocks), ClocksRow)
    except msgspec.MsgspecError:
        return None


def _votes_columns(game: int, votes: VotesRow) -> dict[str, object]:
    proposal, pause = votes.proposal or ProposalRow("", -1, 0, "", ()), votes.pause or PauseRow(-1, "")
    columns = {**vars(proposal), "agreed": json.dumps(proposal.agreed), "refused": json.dumps(proposal.refused)}
    return {"game": game, **columns, "paused_by": pause.seat, "paused_at": pause.at}


def _votes(connection: Connection, game: int) -> VotesRow:
    """Returns what the people at a table decide together; of a damaged row nothing, which is no reason to lose the game."""
    row = connection.execute(TOGETHER, {"of_game": game}).one_or_none()
    if row is None:
        return VotesRow()
    try:
        agreed, refused = (msgspec.json.decode(seats, type=tuple[int, ...]) for seats in (row.agreed, row.refused))
        votes = VotesRow(
            from_row(ProposalRow, row, agreed=agreed, refused=refused) if row.what else None,
            PauseRow(row.paused_by, row.paused_at) if row.paused_by >= 0 else None,
        )
        return msgspec.convert(msgspec.to_builtins(votes), VotesRow)
    except (TypeError, msgspec.MsgspecError):
        return VotesRow()
