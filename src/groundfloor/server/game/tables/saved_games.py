"""Games that are taken from one browser to another in a file with their results: out of the store, and back into it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundfloor.editions import ruleset
from groundfloor.engine.errors import BadRecord, GroundfloorError
from groundfloor.engine.match import Match, check_draws, hash_of
from groundfloor.engine.record import Record
from groundfloor.guide.progress import GuideState
from groundfloor.results.transfer import MAX_SAVED, BadResults, SavedGame, SavedPreferences, key_of, later_entries
from groundfloor.table.creation import KEY_BYTES, PUBLIC_ID_LETTERS, table_for_match
from groundfloor.table.player_names import player_name
from groundfloor.table.value import Preferences

from ..storage import browsers
from ..storage import games as stored_games

if TYPE_CHECKING:
    from collections.abc import Collection

    from groundfloor.table.creation import Randomness
    from groundfloor.table.table import Table
    from groundfloor.table.value import GameStatus

    from ...database.rows import GameRow, KnownGame
    from ...database.store import Store
    from ..club import Club

ID_LETTERS = 10
MAX_FILE_BYTES = 2_000_000
"""Bytes of the games in a file that is made; running games come first, then the newest."""
MAX_GAMES = 50
"""Games that are taken from a file at once."""


@dataclass(frozen=True)
class NewSavedGame:
    """A game of a file that is not here yet: its table, the key of its draws (None: all are made, or it is only shown) and the seats that the browser gets."""

    table: Table
    key: bytes | None
    own_seats: frozenset[int]
    has_hints: bool


def games_to_save(store: Store, owner_id: str, *, has_keys: bool) -> tuple[SavedGame, ...]:
    """Returns the games that a browser can take along, the oldest first; those that other people play as well only when they are over.

    ``has_keys``: whether the file may contain the keys of running games that count, which reveal their draws in advance: only where nobody else sees their results.
    """
    known = browsers.games_of(store, owner_id)
    chosen = [known_game for known_game in known if known_game.game.summary.status == "running"] + [
        known_game for known_game in known if known_game.game.summary.status != "running"
    ]
    saved: list[tuple[int, SavedGame]] = []
    size = 0
    for known_game in chosen:
        row = stored_games.find(store, known_game.game.game_id) if is_own(known_game) else None
        game = saved_game(row, known_game, has_keys=has_keys) if row is not None else None
        if game is not None:
            size += len(game.record)
            if size > MAX_FILE_BYTES or len(saved) == MAX_SAVED:
                break
            saved.append((known_game.game.sequence, game))
    return tuple(game for _, game in sorted(saved, key=lambda pair: pair[0]))


def is_own(known: KnownGame) -> bool:
    """Returns whether a game can be taken along: it is over, is a record that this browser shows, or all its people play in this browser."""
    if known.game.summary.status != "running":
        return known.game.summary.status == "over" or known.is_host
    people = {seat.seat for seat in known.game.seats if seat.is_human}
    return known.is_host and not known.game.table.rating and people <= {seat.seat for seat in known.seats}


def saved_game(row: GameRow, known: KnownGame, *, has_keys: bool) -> SavedGame | None:
    """Returns a game in the form that it has in a file; None for a damaged one."""
    try:
        record = Record.parse(row.header + "".join(f"{line}\n" for line in row.entries), ruleset)
    except GroundfloorError:
        return None
    is_key_of_all = row.key is not None and hash_of(row.key) == record.key_hash
    if row.key is not None and is_key_of_all and row.summary.status == "over":
        record.key = row.key.hex()
    is_told = row.summary.status == "running" and is_key_of_all and (has_keys or record.is_free)
    return SavedGame(
        game=row.game_id,
        name=row.name,
        record=record.format(),
        seats=tuple(seat.seat + 1 for seat in known.seats),
        key=row.key.hex() if row.key is not None and is_told else "",
        is_shown=row.summary.status == "shown",
        has_hints=row.has_hints,
        preferences=tuple(
            SavedPreferences(seat=seat_value.seat + 1, **vars(seat_value.preferences))
            for seat_value in row.seats
            if seat_value.preferences is not None
        ),
    )


def unknown_games(store: Store, club: Club, games: Collection[SavedGame]) -> list[SavedGame]:
    """Returns those games of a file that are not here: no table has their id, and none that is open in the lobby."""
    ids = [each.game for each in games]
    known = {*stored_games.known_addresses(store, ids, [])[0], *club.open_tables_among(store, ids)}
    return [each for each in games if each.game not in known]


def new_saved_game(saved: SavedGame, randomness: Randomness) -> NewSavedGame:
    """Returns the table of a game of a file, with its id; BadResults if that is not possible.

    A running game goes on with its draws if the file has their key, or everybody knows it; else with new ones.
    """
    try:
        if len(saved.game) != ID_LETTERS or not set(saved.game) <= set(PUBLIC_ID_LETTERS):
            raise BadRecord("no table has such an id.")
        record = Record.parse(saved.record, ruleset)
        for seat in record.seats:
            player_name(seat.name)
        key = None if saved.is_shown else key_of(record, saved.key)
        match = Match.resume(record, key, keeps_history=True)
        if key is None and not (saved.is_shown or match.game.is_over):
            key = randomness(KEY_BYTES)
            match = Match.resume(record, key, keeps_history=True)
        status: GameStatus = "shown" if saved.is_shown else "running"
        agents = {} if saved.is_shown else record.bots()
        table = table_for_match(match, saved.name, randomness, status, game_id=saved.game, agents=agents)
    except GroundfloorError as error:
        raise BadResults(
            "The game “%(name)s” of the file can’t be read, so nothing was imported: %(reason)s", name=saved.name[:60], reason=str(error)
        ) from None
    people = set(table.value.human_seats)
    for preferences in saved.preferences:
        if preferences.seat - 1 in people:
            guide = GuideState.parse(preferences.guide).format()
            chosen = Preferences(preferences.confirms_itself, preferences.skips_hiring, preferences.skips_firing, guide)
            table = table.with_seat(replace(table.value.seats[preferences.seat - 1], preferences=chosen))
    own = frozenset() if saved.is_shown else frozenset(seat - 1 for seat in saved.seats) & people
    return NewSavedGame(table, key, own, saved.has_hints)


def can_go_on(store: Store, owner_id: str, table: Table, saved: SavedGame) -> bool:
    """Returns whether a game can go on as a file says: nobody but this browser has ever played there, and its draws are those that come here.

    Otherwise a file could move for others, or choose what is drawn.
    """
    people = set(table.value.human_seats)
    is_alone = {owner_id: people} == browsers.owners_of(store, table.game_id) and not (table.value.rating or table.value.is_from_lobby)
    if not is_alone or table.match.key is None:
        return False
    record = Record.parse(saved.record, ruleset)
    if not entries_to_go_on(table, record):
        return False
    try:
        check_draws(record, table.match.key)
    except BadRecord:
        return False
    return True


def entries_to_go_on(table: Table, record: Record) -> list[str]:
    """Returns the entries by which a record goes on from that of a table; none if it is another one, or no longer, or if the table is over."""
    return [] if table.game.is_over or table.is_record_only else later_entries(record, table.match.record)
