"""The service that has all tables: creates and finds them, stores every change, then publishes it."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from groundfloor.editions import ruleset
from groundfloor.engine.record import Record
from groundfloor.table.agreements import end_proposal
from groundfloor.table.creation import checked_name, create_table, encoded_game_id
from groundfloor.table.moves import with_auto_answers
from groundfloor.table.seats import new_seat_token

from ...database import requests
from ...database.errors import StorageError, log_text
from ...database.requests import sent_request
from ..club import Club
from ..storage import browsers, games, results
from ..storage.transactions import add_game, delete_game, save_table
from . import persistence
from .clock_runner import seat_times, times_left, with_clocks_begun, with_clocks_run
from .prepared_tables import PreparedTable
from .result_keeper import ResultKeeper
from .saved_games import entries_to_go_on
from .table_cache import CACHE_BYTES, CachedTable, TableCache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundfloor.results import SavedGame
    from groundfloor.table.clocks import ClockFacts
    from groundfloor.table.creation import NewTable, Randomness
    from groundfloor.table.table import Table

    from ...database.rows import TableChange
    from ...database.store import Store
    from .saved_games import NewSavedGame

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class AskingPage:
    """The page that asks for an operation, and gets its board in the answer: its seat (None: no page of a seat asks), and the idempotency key of its request."""

    seat: int | None = None
    request: str = ""


NO_PAGE = AskingPage()


@dataclass
class LockedTable:
    """A table at which an operation runs, and no other: ``table`` is set to what the operation makes of it."""

    table: Table


class TableService:
    """Creates tables, finds them, and runs operations, which are stored before they are published.

    ``clock`` returns the time as text, ``randomness`` a number of random bytes. ``publish`` is called with every change
    once it is stored, its table and the page that has asked for it, ``on_change`` with each table that was created or
    got new entries and may need bots, ``on_move`` when entries are stored. Tables of ``cache_bytes`` are kept in memory, first those of which ``is_watched`` says that somebody looks at them. A bot
    moves ``bot_pause`` seconds after the change that made it its turn. ``club`` is told what its people are to know (None: there is none).
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], str],
        randomness: Randomness,
        publish: Callable[[TableChange, Table, AskingPage], None] = lambda change, table, page: None,
        cache_bytes: int = CACHE_BYTES,
        on_change: Callable[[Table], None] = lambda table: None,
        on_move: Callable[[], None] = lambda: None,
        is_watched: Callable[[str], bool] = lambda game_id: False,
        bot_pause: float = 0.0,
        club: Club | None = None,
    ) -> None:
        self.store = store
        self._club = club or Club()
        self._clock = clock
        self._randomness = randomness
        self._publish = publish
        self._on_change = on_change
        self._on_move = on_move
        self.bot_pause = bot_pause
        self.cache = TableCache(store, cache_bytes, is_watched)
        self.results = ResultKeeper(store, clock, randomness, self.table)

    # Finding

    def table(self, game_id: str) -> Table:
        """Returns the table with this game id; UnknownGame if there is none, DamagedTable if it can't be read."""
        with self.cache.slot(game_id) as slot:
            return self.cache.load(slot).table

    def cached_table(self, game_id: str) -> Table:
        """Returns a table for what seldom changes, such as its tokens: as it is in memory, whatever other processes have done."""
        with self.cache.slot(game_id) as slot:
            return (slot.cached or self.cache.load(slot)).table

    def new_id(self, letters: int) -> str:
        return encoded_game_id(self._randomness(letters))

    def new_bytes(self, count: int) -> bytes:
        return self._randomness(count)

    def new_token(self) -> str:
        return new_seat_token(self._randomness)

    def today(self) -> date:
        """Returns the date in UTC, by the clock of the service."""
        return date.fromisoformat(self._clock()[:10])

    def now(self) -> str:
        """Returns date and time by the clock of the service, in the format of the store."""
        return self._clock()

    def hours_since(self, at: str) -> float:
        """Returns the hours from a time, as that clock wrote it, until now; 0 if it is no time."""
        try:
            return (datetime.fromisoformat(self._clock()) - datetime.fromisoformat(at)).total_seconds() / 3600
        except (TypeError, ValueError):
            return 0.0

    def times_left(self, table: Table) -> dict[int, float]:
        """Returns how many seconds each seat of a table has left now; nothing for a table without clocks."""
        return times_left(table, self._clock(), self.store)

    def seat_times(self, table: Table) -> tuple[ClockFacts, ...]:
        """Returns the time of each person at a table with clocks, from which pages can go on counting."""
        return seat_times(table, self._clock(), self.store)

    # Creating and deleting

    def prepare(self, new: NewTable, own_seats: frozenset[int] = frozenset()) -> PreparedTable:
        """Returns a new table, not stored yet; ``own_seats`` are the seats of the browser that creates it."""
        return PreparedTable.of(*create_table(new, self._randomness), own_seats)

    def rename(self, game_id: str, name: str) -> None:
        """Gives a table another name; ImpossibleTable if nothing of it is visible."""
        with self.cache.slot(game_id) as slot, slot.lock:
            cached = self.cache.load(slot)
            given = checked_name(name) or cached.table.value.name
            games.rename(self.store, game_id, given)
            table = cached.table.with_value(replace(cached.table.value, name=given))
            slot.cached = CachedTable.of(table, replace(cached.row, changes=cached.row.changes + 1))

    def find(self, game_id: str) -> Table | None:
        return self.table(game_id) if games.known_addresses(self.store, [game_id], [])[0] else None

    def add(
        self,
        new: PreparedTable,
        owner_id: str = "",
        client: str = "",
    ) -> Table:
        """Stores a new table with the browser as its host; a repeated request returns the table that it created the first time."""
        made = requests.game_of(self.store, sent.hash) if (sent := sent_request.get()) is not None else None
        if made is not None:
            if owner_id:
                browsers.remember_seats(self.store, owner_id, made, new.own_seats, is_host=True)
            return self.table(made)
        now = self._clock()
        table = with_clocks_begun(new.table.with_value(replace(new.table.value, client=client)), new.own_seats, now)
        player = new_seat_token(self._randomness) if owner_id and table.match.record.day else ""
        add_game(self.store, self._club, persistence.new_game(table, new.key, now, owner_id, new.own_seats, player, self.bot_pause))
        return self.added(table)

    def import_game(self, new: NewSavedGame, owner_id: str, client: str) -> None:
        """Stores a game of a file, of which the browser is the host, unless somebody else has brought it meanwhile. It is not public when it is over, and no attempt at the city of a day."""
        if games.known_addresses(self.store, [new.table.game_id], [])[0]:
            return
        table = with_auto_answers(new.table.with_value(replace(new.table.value, client=client)))
        add_game(
            self.store, self._club, persistence.new_game(table, new.key, self._clock(), owner_id, new.own_seats, bot_pause=self.bot_pause)
        )
        if new.has_hints:
            games.mark_hints(self.store, table.game_id)
        self.added(table)

    def go_on(self, saved: SavedGame) -> bool:
        """Goes on with a game that is here by the later entries of a file (``can_go_on``); returns whether there are any.

        As nobody knows who has made them, it no longer counts as an attempt at the city of a day, and is not public when it is over.
        """
        results.void_attempt(self.store, saved.game)
        with self.operation(saved.game) as locked:
            lines = entries_to_go_on(locked.table, Record.parse(saved.record, ruleset))
            if lines:
                longer = locked.table.with_match(lambda match: match.extend(lines))
                locked.table = longer.with_value(replace(longer.value.without_drafts(), is_listed=False))
        return bool(lines)

    def added(self, table: Table) -> Table:
        """Keeps a table that was stored for the first time in memory, and asks its bot if it is on turn."""
        row = games.find(self.store, table.game_id, with_entries=False)
        assert row is not None
        table = table.with_value(replace(table.value, moved=row.table.moved))
        self.cache.add(table, row)
        self._on_change(table)
        return table

    def delete(self, game_id: str) -> None:
        delete_game(self.store, self._club, game_id)
        self.cache.remove(game_id)

    def forget(self, game_ids: Iterable[str]) -> None:
        """Drops cached tables that were changed outside an operation: the seats of a deleted account get another name."""
        for game_id in game_ids:
            self.cache.remove(game_id)

    # Playing

    @contextmanager
    def operation(self, game_id: str, page: AskingPage = NO_PAGE) -> Iterator[LockedTable]:
        """Runs one operation at a table, for a page; after the block it stores the new table and publishes what has changed.

        If the operation fails or can't be stored, the old table simply stays. Only this table is locked meanwhile, for other operations.
        """
        with self.cache.slot(game_id) as slot:
            self.cache.load(slot)
            with slot.lock:
                cached = slot.cached or self.cache.load(slot)
                old = cached.table
                locked = LockedTable(old)
                yield locked
                slot.cached, changes = self._write(cached, locked.table)
                table = locked.table = slot.cached.table
        for change in changes:
            self._publish(change, table, page)
        if changes and table.version != old.version:
            self._on_move()
        if changes and (table.version, table.value.pause) != (old.version, old.value.pause):
            self._on_change(table)
            if table.game.is_over and not table.is_record_only:
                self.results.keep(table, self._clock())

    def start(self) -> None:
        """Continues games in which nobody is asked; called when the server starts, and at intervals. A table that fails does not stop the others."""
        try:
            running = games.to_resume(self.store)
        except StorageError as error:
            log.error("the list of games can't be read: %s", log_text(error))
            return
        for game_id in running:
            try:
                with self.operation(game_id) as locked:
                    locked.table = with_auto_answers(locked.table)
            except Exception as error:
                log.error("game %s can't go on: %s", game_id, log_text(error))

    def _write(self, cached: CachedTable, new: Table) -> tuple[CachedTable, list[TableChange]]:
        """Stores what an operation has changed; returns the table as it stands in the store then, and the changes to be published."""
        now, old = self._clock(), cached.table
        new = end_proposal(with_clocks_run(old, new, now, self.store))
        change = persistence.change(old, new, cached.row.summary.entries, now, self.bot_pause)
        if change is None:
            return cached, []
        if change.entries:
            new = new.with_value(replace(new.value, moved=now))
        published = save_table(self.store, self._club, cached.row, new.value, change)
        row = replace(cached.row, summary=change.summary, changes=cached.row.changes + 1)
        return CachedTable.of(replace(new, lost_seats=frozenset()), row), published
