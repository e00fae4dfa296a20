"""Games on disk: the statements that write and read them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, bindparam, delete, func, insert, select, update

from groundfloor.table.value import (
    ADMISSION,
    Draft,
    Pause,
    PlanCode,
    PlanStop,
    Preferences,
    Proposal,
    ProposalOutcome,
    SeatAddress,
    SeatClock,
    SeatNotes,
    SeatValue,
    TableClocks,
    TableValue,
    find_pace,
    parse_proposed,
)

from ...database import jobs, usage
from ...database import schema as s
from ...database.database import column_values, from_row, insert_rows, reads, reads_once, upsert, writes
from ...database.errors import ChangedElsewhere
from ...database.requests import changes
from ...database.rows import GameRow, Summary, TableChange
from ...database.shares import is_held_by

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from sqlalchemy import Connection, Row

    from ...database.rows import Change, NewGame

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
"""Takes a seat from the browsers that hold it, as it has a new link."""
MAX_FORMER_LINKS = 100
"""Former links of a game that are known as such; later ones are unknown addresses."""
FORMER_LINKS = select(func.count()).where(s.former_links.c.game == bindparam("of_game"))
FORGET_PRIVATE_NOTES = delete(s.private_notes).where(
    s.private_notes.c.game == bindparam("of_game"), s.private_notes.c.seat == bindparam("of_seat")
)
"""Deletes what somebody has written for themselves at a seat, as somebody else gets it."""


CLOCKS = [column for column in s.clocks.c if column is not s.clocks.c.game]
FIND = select(s.games, *CLOCKS).outerjoin(s.clocks, s.clocks.c.game == s.games.c.id).where(s.games.c.game_id == bindparam("game_id"))
SEAT_CLOCKS = select(s.seat_clocks).where(s.seat_clocks.c.game == bindparam("of_game")).order_by(s.seat_clocks.c.seat)
KEY = select(s.keys.c.key).where(s.keys.c.game == bindparam("of_game"))
ENTRIES = (
    select(s.entries.c.text)
    .where(s.entries.c.game == bindparam("of_game"), s.entries.c.number > bindparam("after"))
    .order_by(s.entries.c.number)
)
SEAT_COLUMNS = ("seat", "name", "colour", "automa", "token", "offer")
SEATS = select(s.seats).where(s.seats.c.game == bindparam("of_game")).order_by(s.seats.c.seat)
DRAFTS, PREFERENCES, NOTES = (
    select(table).where(table.c.game == bindparam("of_game")) for table in (s.drafts, s.preferences, s.seat_notes)
)
PROPOSALS = select(s.proposals).where(s.proposals.c.game == bindparam("of_game"))
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
FIND_CLOCKS = (
    select(s.games.c.id, s.games.c.entries, *CLOCKS)
    .join(s.clocks, s.clocks.c.game == s.games.c.id)
    .where(s.games.c.game_id == bindparam("game_id"))
)


@reads_once
def count(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(s.games)).scalar_one())


def add(connection: Connection, new: NewGame) -> int:
    """Writes a game for the first time, with its jobs; returns its number."""
    table = new.table
    values = {
        **vars(new.summary),
        "game_id": new.game_id,
        "name": table.name,
        "ruleset": new.ruleset,
        "revision": new.revision,
        "header": new.header,
        "client": table.client,
        "is_listed": table.is_listed,
        "created": new.created,
        "changed": new.created,
        "moved": new.created,
        "sequence": connection.execute(select(NEXT_SEQUENCE)).scalar_one(),
        "last_seen": usage.served_minutes(connection),
        "rating": table.rating,
        "is_private": new.is_private,
        **{name: getattr(table, name) for name in ("is_from_lobby", *ADMISSION)},
    }
    result = connection.execute(insert(s.games).values(values))
    game = int(result.inserted_primary_key[0])  # type: ignore[index]
    if new.key is not None:
        connection.execute(insert(s.keys).values(game=game, key=new.key))
    empty = tuple(SeatValue(seat.seat, seat.name, seat.colour, seat.automa, seat.token, seat.offer) for seat in table.seats)
    connection.execute(insert(s.seats), [{"game": game, **{name: getattr(seat, name) for name in SEAT_COLUMNS}} for seat in empty])
    append_entries(connection, game, 1, new.entries)
    _save_table(connection, game, replace(table, seats=empty, proposal=None, pause=None, clocks=None), table, new.summary.entries)
    for job in (new.job, new.clock_job):
        if job is not None:
            jobs.add(connection, job)
    return game


@changes
def rename(connection: Connection, game_id: str, name: str) -> None:
    connection.execute(update(s.games).where(s.games.c.game_id == game_id).values(name=name, changes=s.games.c.changes + 1))


def append_entries(connection: Connection, game: int, first: int, texts: Sequence[str]) -> None:
    """Adds lines to a record; a number that is there already is refused by the database."""
    insert_rows(connection, "entries", ("game", "number", "text"), [(game, number, text) for number, text in enumerate(texts, first)])


def save(connection: Connection, row: GameRow, table: TableValue, change: Change, before_seats: Callable[[], None]) -> int:
    """Writes what one operation at the table changed: ``change``, and what differs between ``row.table`` and ``table``; returns the game's number in the order of lists.

    ``before_seats`` is called while lost seats still belong to those who held them. The first statement locks the game: ChangedElsewhere unless it had exactly so many changes before as the row.
    """
    game = row.id
    values = {"game": game, "seen_changes": row.changes, "changed": change.at, **vars(change.summary)}
    result = (
        connection.execute(UPDATE_GROWN_GAME, {**values, "moved": change.at}) if change.entries else connection.execute(UPDATE_GAME, values)
    )
    sequence: int | None = result.scalar_one_or_none()
    if sequence is None:
        raise ChangedElsewhere
    append_entries(connection, game, change.first, change.entries)
    before_seats()
    _save_table(connection, game, row.table, table, change.summary.entries, is_grown=bool(change.entries))
    return sequence


def _save_table(connection: Connection, game: int, old: TableValue, new: TableValue, version: int, *, is_grown: bool = False) -> None:
    """Writes what differs between two values of a table, by field. Drafts belong to a ``version``; if the record ``is_grown``, those that stay get the new one."""
    for before, seat in zip(old.seats, new.seats, strict=True):
        if seat is not before or (is_grown and seat.draft is not None):
            _save_seat(connection, game, before, seat, version, is_grown=is_grown)
    if (new.proposal, new.pause) != (old.proposal, old.pause):
        connection.execute(upsert(connection.dialect.name, s.proposals), _proposal_columns(game, new.proposal, new.pause))
    if new.rating != old.rating:
        connection.execute(SET_RATING.values(rating=new.rating), {"of_game": game})
    if new.clocks is not None and new.clocks != old.clocks:
        _save_clocks(connection, game, new.clocks, old.clocks)


def _save_seat(connection: Connection, game: int, old: SeatValue, new: SeatValue, version: int, *, is_grown: bool) -> None:
    dialect, which = connection.dialect.name, {"of_game": game, "of_seat": new.seat}
    if (new.automa, new.token, new.offer) != (old.automa, old.token, old.offer):
        _save_link(connection, game, old, new)
    if new.draft is None and old.draft is not None:
        connection.execute(DELETE_DRAFT, {"game": game, "seat": new.seat})
    elif new.draft is not None and (is_grown or new.draft != old.draft):
        values = {"version": version, "actions": json.dumps(new.draft.actions), "picked": new.draft.partial}
        connection.execute(upsert(dialect, s.drafts), {"game": game, "seat": new.seat, **values})
    if new.preferences is not None and new.preferences != old.preferences:
        connection.execute(upsert(dialect, s.preferences), {"game": game, "seat": new.seat, **vars(new.preferences)})
    if new.notes != old.notes:
        stop = json.dumps(list(vars(new.notes.stop).values())) if new.notes.stop is not None else ""
        values = {**vars(new.notes), "plan": json.dumps(new.notes.plan), "stop": stop}
        connection.execute(upsert(dialect, s.seat_notes), {"game": game, "seat": new.seat, **values})
    if new.account != old.account:
        connection.execute(FORGET_ACCOUNT, which)
        if new.account:
            connection.execute(insert(s.seat_accounts).values(game=game, seat=new.seat, account=new.account))
    if new.departure and new.departure != old.departure:
        connection.execute(DEPART, {**which, "departure": new.departure, "departed": new.departed, "departed_in": new.departed_in})


def _save_link(connection: Connection, game: int, old: SeatValue, new: SeatValue) -> None:
    """Writes who plays a seat and what opens it. Those who held a seat with a new link no longer hold it; the new holders find no notes of theirs."""
    which = {"of_game": game, "of_seat": new.seat}
    connection.execute(UPDATE_SEAT, {**which, "automa": new.automa, "token": new.token, "offer": new.offer})
    if old.token != new.token:
        is_taken = old.offer == new.token
        connection.execute(FORGET_SEAT, which)
        if connection.execute(FORMER_LINKS, which).scalar_one() < MAX_FORMER_LINKS:
            connection.execute(insert(s.former_links).values(token=old.token, game=game, is_taken=is_taken))
        if is_taken:
            connection.execute(FORGET_PRIVATE_NOTES, which)


@reads_once
def count_of_network(connection: Connection, client: str) -> int:
    """Returns how many games a client, by its hash, and all others of its network have opened."""
    is_there = is_held_by(s.games.c.client, client, is_short=True)
    return int(connection.execute(select(func.count()).select_from(s.games).where(is_there)).scalar_one())


@reads_once
def change_count(connection: Connection, game_id: str) -> int:
    """Returns how often a game has changed; -1 if there is none."""
    found = connection.execute(CHANGES, {"game_id": game_id}).scalar_one_or_none()
    return -1 if found is None else found


@reads
def find(connection: Connection, game_id: str, *, after: int = 0, with_entries: bool = True) -> GameRow | None:
    """Returns a game with its entries from number ``after`` + 1 on; None if there is none."""
    row = connection.execute(FIND, {"game_id": game_id}).one_or_none()
    if row is None:
        return None
    proposal, pause = _proposal(connection, row.id)
    key = connection.execute(KEY, {"of_game": row.id}).scalar_one_or_none()
    entries = tuple(connection.execute(ENTRIES, {"of_game": row.id, "after": after}).scalars()) if with_entries else ()
    table = from_row(TableValue, row, seats=_whole_seats(connection, row), proposal=proposal, pause=pause, clocks=_clocks(connection, row))
    return game_row(row, table, key=key, entries=entries)


@reads
def clocks(connection: Connection, game_id: str) -> tuple[int, TableClocks | None]:
    """Returns the version of a game, and its clocks (None: it has none); -1 if there is no such game with clocks."""
    row = connection.execute(FIND_CLOCKS, {"game_id": game_id}).one_or_none()
    return (row.entries, _clocks(connection, row)) if row is not None else (-1, None)


@reads
def to_resume(connection: Connection) -> list[str]:
    chosen = select(s.games.c.game_id).where(s.games.c.status == "running", s.games.c.asked < 0)
    return list(connection.execute(chosen).scalars())


def game_row(row: Row[Any], table: TableValue, key: bytes | None = None, entries: tuple[str, ...] = ()) -> GameRow:
    return from_row(GameRow, row, table=table, summary=from_row(Summary, row), has_hints=row.hints, key=key, entries=entries)


def briefs(connection: Connection, numbers: Collection[int]) -> list[GameRow]:
    """Returns games for a list, by the numbers of their rows, in any order."""
    seats_of: dict[int, list[SeatValue]] = {}
    chosen = select(s.seats).where(s.seats.c.game.in_(list(numbers))).order_by(s.seats.c.game, s.seats.c.seat)
    for row in connection.execute(chosen):
        seats_of.setdefault(row.game, []).append(from_row(SeatValue, row))
    rows = connection.execute(select(s.games).where(s.games.c.id.in_(list(numbers))))
    return [game_row(row, from_row(TableValue, row, seats=tuple(seats_of.get(row.id, ())))) for row in rows]


@writes
def save_analysis(connection: Connection, game_id: str, fingerprint: str, data: str) -> None:
    """Stores the analysis of a game in place of an older one; nothing if the game is gone."""
    game = connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id)).scalar_one_or_none()
    if game is not None:
        connection.execute(upsert(connection.dialect.name, s.analyses), {"game": game, "fingerprint": fingerprint, "data": data})


@reads
def analysis(connection: Connection, game_id: str) -> tuple[str, str] | None:
    joined = select(s.analyses.c.fingerprint, s.analyses.c.data).join(s.games, s.games.c.id == s.analyses.c.game)
    row = connection.execute(joined.where(s.games.c.game_id == game_id)).one_or_none()
    return (row.fingerprint, row.data) if row is not None else None


@changes
def keep_advice(connection: Connection, game_id: str, position: str, data: str) -> None:
    """Keeps the advice for a position of a game in place of any earlier advice; nothing if the game is gone."""
    game = connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id)).scalar_one_or_none()
    if game is not None:
        connection.execute(upsert(connection.dialect.name, s.kept_advice), {"game": game, "position": position, "data": data})


@reads
def kept_advice(connection: Connection, game_id: str) -> dict[str, str]:
    """Returns the advice that was kept for a game, by position."""
    joined = select(s.kept_advice.c.position, s.kept_advice.c.data).join(s.games, s.games.c.id == s.kept_advice.c.game)
    return {row.position: row.data for row in connection.execute(joined.where(s.games.c.game_id == game_id))}


@changes
def mark_hints(connection: Connection, game_id: str) -> None:
    connection.execute(update(s.games).where(s.games.c.game_id == game_id).values(hints=True))


@reads
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


def seats(connection: Connection, game: int) -> tuple[SeatValue, ...]:
    """Returns the seats of a game: who plays there, and what opens them."""
    return tuple(from_row(SeatValue, row) for row in connection.execute(SEATS, {"of_game": game}))


@reads_once
def tokens(connection: Connection, game_id: str) -> dict[int, str]:
    """Returns the secrets that open the seats of a game, by seat."""
    chosen = select(s.seats.c.seat, s.seats.c.token).join(s.games, s.games.c.id == s.seats.c.game).where(s.games.c.game_id == game_id)
    return {row.seat: row.token for row in connection.execute(chosen)}


@reads_once
def seat_of_token(connection: Connection, token: str) -> SeatAddress | None:
    row = connection.execute(SEAT_OF_TOKEN, {"token": token}).one_or_none()
    return SeatAddress(row.game_id, row.seat, row.account) if row is not None else None


@reads_once
def seat_of_offer(connection: Connection, token: str) -> tuple[str, int] | None:
    """Returns the game and the seat that another person may take by this token; None if there is none."""
    row = connection.execute(ADDRESSES.where(s.seats.c.offer == token)).one_or_none() if token else None
    return (row.game_id, row.seat) if row is not None else None


@reads_once
def former_link(connection: Connection, token: str) -> tuple[str, bool] | None:
    """Returns the game of a token that no longer opens anything, and whether another person has taken the seat; None if it never did."""
    joined = select(s.games.c.game_id, s.former_links.c.is_taken).join(s.games, s.games.c.id == s.former_links.c.game)
    row = connection.execute(joined.where(s.former_links.c.token == token)).one_or_none()
    return (row.game_id, row.is_taken) if row is not None else None


def seats_of_tokens(connection: Connection, tokens: Collection[str]) -> dict[str, SeatAddress]:
    """Returns where those tokens lead that exist."""
    found = connection.execute(ADDRESSES.where(s.seats.c.token.in_(list(tokens))))
    return {row.token: SeatAddress(row.game_id, row.seat, row.account) for row in found}


@reads
def known_addresses(connection: Connection, game_ids: Iterable[str], tokens: Collection[str]) -> tuple[list[str], dict[str, SeatAddress]]:
    """Returns those game ids and seat tokens that exist, each token with where it leads."""
    there = connection.execute(select(s.games.c.game_id).where(s.games.c.game_id.in_(list(game_ids)))).scalars()
    return list(there), seats_of_tokens(connection, tokens)


@reads
def current_versions(connection: Connection, game_ids: Iterable[str]) -> list[TableChange]:
    rows = connection.execute(select(s.games).where(s.games.c.game_id.in_(list(game_ids))))
    return [TableChange(row.sequence, row.game_id, row.entries, row.changes) for row in rows]


def _whole_seats(connection: Connection, row: Row[Any]) -> tuple[SeatValue, ...]:
    """Returns the seats of a game with all that is kept of them. Damaged drafts and notes are left out: they are no reason to lose the game."""
    which = {"of_game": row.id}
    drafts = {stored.seat: _draft(stored) for stored in connection.execute(DRAFTS, which) if stored.version == row.entries}
    preferences = {stored.seat: from_row(Preferences, stored) for stored in connection.execute(PREFERENCES, which)}
    notes = {stored.seat: _notes(stored) for stored in connection.execute(NOTES, which)}
    accounts = {stored.seat: stored for stored in connection.execute(ACCOUNTS, which)} if row.is_from_lobby else {}
    whole = []
    for seat in seats(connection, row.id):
        number, account = seat.seat, accounts.get(seat.seat)
        kept = replace(seat, draft=drafts.get(number), preferences=preferences.get(number), notes=notes.get(number) or SeatNotes())
        if account is not None:
            departure = {name: getattr(account, name) for name in ("departure", "departed", "departed_in")}
            kept = replace(kept, account=account.account, **departure)
        whole.append(kept)
    return tuple(whole)


def _draft(row: Row[Any]) -> Draft | None:
    try:
        return Draft(msgspec.json.decode(row.actions, type=tuple[str, ...]), msgspec.convert(row.picked, str))
    except (TypeError, msgspec.MsgspecError):
        return None


def _notes(row: Row[Any]) -> SeatNotes | None:
    try:
        stop = PlanStop(*msgspec.json.decode(row.stop, type=tuple[PlanCode, int, str, int, int])) if row.stop else None
    except (TypeError, msgspec.MsgspecError):
        stop = None
    try:
        notes = from_row(SeatNotes, row, plan=msgspec.json.decode(row.plan, type=tuple[str, ...]), stop=stop)
        return msgspec.convert(msgspec.to_builtins(notes), SeatNotes)
    except (TypeError, msgspec.MsgspecError):
        return None


def _save_clocks(connection: Connection, game: int, new: TableClocks, old: TableClocks | None) -> None:
    dialect = connection.dialect.name
    connection.execute(upsert(dialect, s.clocks), column_values(s.clocks, new, game=game, pace=new.pace.id))
    for seat, clock in new.seats.items():
        if old is None or clock != old.seats.get(seat):
            connection.execute(upsert(dialect, s.seat_clocks), {"game": game, "seat": seat, **vars(clock)})


def _clocks(connection: Connection, row: Row[Any]) -> TableClocks | None:
    """Returns the clocks of a game; None if it has none, for those of an unknown pace, and for damaged ones, which are no reason to lose the game."""
    pace = find_pace(str(row.pace or ""))
    if pace is None:
        return None
    seats = {clock.seat: from_row(SeatClock, clock) for clock in connection.execute(SEAT_CLOCKS, {"of_game": row.id})}
    stored = from_row(TableClocks, row, pace=pace, seats=seats)
    try:
        return replace(msgspec.convert(msgspec.to_builtins(stored), TableClocks), pace=pace)
    except msgspec.MsgspecError:
        return None


def _proposal_columns(game: int, proposal: Proposal | None, pause: Pause | None) -> dict[str, object]:
    pause = pause or Pause(-1, "")
    columns: dict[str, object] = {"what": "", "seat": -1, "version": 0, "at": "", "agreed": "[]", "refused": "[]", "outcome": ""}
    if proposal is not None:
        lists = {"agreed": json.dumps(proposal.agreed), "refused": json.dumps(proposal.refused)}
        columns = {**vars(proposal), "what": str(proposal.what), **lists}
    return {"game": game, **columns, "paused_by": pause.seat, "paused_at": pause.at}


def _proposal(connection: Connection, game: int) -> tuple[Proposal | None, Pause | None]:
    """Returns the last proposal at a table, and its pause; nothing for a damaged row, which is no reason to lose the game, and no proposal of an unknown kind."""
    row = connection.execute(PROPOSALS, {"of_game": game}).one_or_none()
    if row is None:
        return None, None
    try:
        agreed, refused = (msgspec.json.decode(seats, type=tuple[int, ...]) for seats in (row.agreed, row.refused))
        pause = msgspec.convert(msgspec.to_builtins(Pause(row.paused_by, row.paused_at)), Pause) if row.paused_by >= 0 else None
        what = parse_proposed(row.what)
        known = (row.seat, row.version, row.at, row.outcome)
        seat, version, at, outcome = msgspec.convert(known, tuple[int, int, str, ProposalOutcome])
    except (AttributeError, TypeError, msgspec.MsgspecError):
        return None, None
    return Proposal(what, seat, version, at, agreed, refused, outcome) if what is not None else None, pause
