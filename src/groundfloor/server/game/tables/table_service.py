"""The service that has all tables: creates and finds them, stores every change, then publishes it."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from threading import Lock
from typing import TYPE_CHECKING

from ....editions import ruleset
from ....engine.errors import GroundfloorError
from ....engine.match import Match
from ....engine.record import Record
from ....table.agreements import end_proposal
from ....table.creation import (
    checked_name,
    create_branch,
    create_day_table,
    create_guided_table,
    create_rematch,
    create_same_seed,
    create_table,
    encoded_game_id,
    table_for_match,
)
from ....table.errors import LostSeat, SeatOffered, UnknownGame
from ....table.moves import with_auto_answers
from ....table.operations import RenewLink, Resign, SetGuide, SetPreferences, TakeOffer
from ....table.player_names import player_name
from ....table.reduce import reduce
from ....table.rights import OPEN_SEAT, address_situation
from ....table.seats import new_seat_token
from ....table.value import ACCOUNT_PREFIX
from ...database import requests
from ...database.change_feed import RECORD
from ...database.errors import StorageError, log_text
from ...database.requests import sent_request
from ..club import Club
from ..storage import browsers, games, results
from ..storage.transactions import add_game, delete_game, save_table
from . import persistence
from .clock_runner import seat_times, times_left, with_clocks_begun, with_clocks_run
from .result_keeper import ResultKeeper
from .saved_games import entries_to_go_on
from .table_cache import CACHE_BYTES, CachedTable, TableCache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ....daily import CityOfTheDay
    from ....results import SavedGame
    from ....table.clocks import ClockFacts
    from ....table.creation import NewTable, Randomness
    from ....table.table import Table
    from ....table.value import Preferences, SeatAddress
    from ...database.rows import TableChange
    from ...database.store import Store
    from .saved_games import NewSavedGame

MAX_SEATS = 10_000
"""Seats whose tokens are kept in memory, so that not every request asks the store for them."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PreparedTable:
    """A table that is not stored yet, the key of its draws (None: it only shows a record), and the seats of the browser that creates it."""

    table: Table
    key: bytes | None
    own_seats: frozenset[int] = frozenset()


@dataclass
class LockedTable:
    """A table at which an operation runs, and no other: ``table`` is set to what the operation makes of it."""

    table: Table


class TableService:
    """Creates tables, finds them, and runs operations, which are stored before they are published.

    ``clock`` returns the time as text, ``randomness`` a number of random bytes. ``publish`` is called with every confirmed change
    once it is stored, ``publish_draft`` with the token of a seat whose draft has changed, ``on_change`` with each table that was created or
    got new entries, so that bots can be asked, ``on_move`` when entries are stored. Tables of ``cache_bytes`` are kept in memory, first those of which ``is_watched`` says that somebody looks at them. A bot
    moves ``bot_pause`` seconds after the change that made it its turn. ``club`` is told what its people are to know (None: there is none).
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], str],
        randomness: Randomness,
        publish: Callable[[TableChange], None] = lambda change: None,
        publish_draft: Callable[[str], None] = lambda token: None,
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
        self._publish_draft = publish_draft
        self._on_change = on_change
        self._on_move = on_move
        self.bot_pause = bot_pause
        self.cache = TableCache(store, cache_bytes, is_watched)
        self._seats: OrderedDict[str, SeatAddress] = OrderedDict()
        self._lock = Lock()
        self.results = ResultKeeper(store, clock, randomness, self.table)

    # Finding

    def table(self, game_id: str) -> Table:
        """Returns the table with this game id; UnknownGame if there is none, DamagedTable if it can't be read."""
        with self.cache.slot(game_id) as slot:
            return self.cache.load(slot).table

    def seat(self, token: str, owner_id: str = "") -> tuple[Table, int]:
        """Returns the table and the seat of a seat token; UnknownGame if there is none, SeatOfAccount if it belongs to an account and ``owner_id`` (as in ``browsers``) is another."""
        row = self._seats.get(token) or games.seat_of_token(self.store, token)
        table = self.table(row.game_id) if row is not None else None
        if row is None or table is None or table.value.seats[row.seat].token != token:
            raise self._no_seat(token)
        OPEN_SEAT.check(address_situation(row, owner_id), name=table.value.seats[row.seat].name, game=table.game_id)
        self._remember_seat(token, row)
        return table, row.seat

    def _no_seat(self, token: str) -> GroundfloorError:
        """Returns the error that says why a token opens no seat, or none any more."""
        offered = games.seat_of_offer(self.store, token)
        if offered is not None:
            name = self.table(offered[0]).value.seats[offered[1]].name
            return SeatOffered(
                "The seat of %(name)s is offered to you. Whoever takes it plays on in their place.", name=name, game=offered[0]
            )
        former = games.former_link(self.store, token)
        if former is None:
            return UnknownGame("Nobody sits at this address: the link is incomplete, or the game was deleted.")
        if former[1]:
            return LostSeat(
                "Somebody else has taken this seat, as the others at the table had agreed. You can watch the game.", game=former[0]
            )
        return LostSeat(
            "The link of this seat was renewed: whoever has opened the table, or holds the seat, has the new one.", game=former[0]
        )

    def offered_seat(self, token: str) -> tuple[Table, int]:
        """Returns the table and the seat that is offered to another person by this token; UnknownGame if none is."""
        offered = games.seat_of_offer(self.store, token)
        if offered is None:
            raise UnknownGame("This seat is not offered any more.")
        return self.table(offered[0]), offered[1]

    def take_seat(self, token: str, owner_id: str) -> None:
        """Has an owner take the seat that is offered by this token, which opens it from then on; UnknownGame if none is."""
        table, seat = self.offered_seat(token)
        game_id = table.game_id
        account = owner_id.removeprefix(ACCOUNT_PREFIX) if owner_id.startswith(ACCOUNT_PREFIX) else ""
        with self.operation(game_id) as locked:
            locked.table = reduce(locked.table, TakeOffer(account), seat, self._clock(), self._randomness)
        if owner_id:
            browsers.remember_seats(self.store, owner_id, game_id, [seat])

    def resign(self, game_id: str, seat: int) -> None:
        """Has a seat lose a rated game; NotYourTurn if it is over."""
        with self.operation(game_id) as locked:
            locked.table = reduce(locked.table, Resign(), seat, self._clock(), self._randomness)

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
        """Returns the time of each person at a table with clocks, so that pages can go on counting."""
        return seat_times(table, self._clock(), self.store)

    # Creating and deleting

    def prepare(self, new: NewTable, own_seats: frozenset[int] = frozenset()) -> PreparedTable:
        """Returns a new table, not stored yet; ``own_seats`` are the seats of the browser that creates it."""
        table, key = create_table(new, self._randomness)
        return self._prepared(table, key, own_seats)

    def prepare_guided(self, name: str, title: str, own_seats: frozenset[int] = frozenset()) -> PreparedTable:
        """Returns a new guided game, not stored yet; ``title`` is the name of its table."""
        table, key = create_guided_table(name, title, self._randomness)
        return self._prepared(table, key, own_seats)

    def prepare_advised(self, new: NewTable) -> PreparedTable:
        """Returns a new practice table, not stored yet, whose first seat, that of the browser which creates it, has advice at each decision."""
        prepared = self.prepare(replace(new, is_practice=True), frozenset({0}))
        return replace(prepared, table=reduce(prepared.table, SetGuide("resume"), 0, self._clock(), self._randomness))

    def prepare_day(
        self, city: CityOfTheDay, name: str, opponent: str, title: str, own_seats: frozenset[int] = frozenset()
    ) -> PreparedTable:
        """Returns a new game in the city of a day, not stored yet; ``title`` is the name of its table."""
        table, key = create_day_table(city, name, opponent, title, self._randomness)
        return self._prepared(table, key, own_seats)

    def prepare_branch(self, game_id: str, seat: int, count: int, name: str) -> PreparedTable:
        """Returns a branch of a table: a practice table that goes on after ``count`` of its entries, not stored yet."""
        original = self.table(game_id)
        table, key = create_branch(original, seat, count, name, self._randomness)
        return self._prepared(table, key, frozenset({seat}))

    def rename(self, game_id: str, name: str) -> None:
        """Gives a table another name; ImpossibleTable if nothing of it could be seen."""
        with self.cache.slot(game_id) as slot, slot.lock:
            cached = self.cache.load(slot)
            given = checked_name(name) or cached.table.value.name
            games.rename(self.store, game_id, given)
            table = cached.table.with_value(replace(cached.table.value, name=given))
            slot.cached = CachedTable.of(table, replace(cached.row, changes=cached.row.changes + 1))

    def prepare_record_view(self, text: str) -> PreparedTable:
        match = Match.resume(uploaded_record(text), None, keeps_history=True)
        return self._prepared(table_for_match(match, "", self._randomness, "shown"), None, frozenset())

    def prepare_resumed(self, text: str) -> PreparedTable:
        """Returns a table that continues an uploaded record with new draws; all its humans play in the browser that creates it.

        Seats that a bot played last are played by that bot.
        """
        key = self._randomness(32)
        match = Match.resume(uploaded_record(text), key)
        table = table_for_match(match, "", self._randomness, agents=match.record.bots())
        return self._prepared(table, key, frozenset(table.value.human_seats))

    def prepare_rematch(self, table: Table, game_id: str, name: str, own_seats: frozenset[int]) -> PreparedTable:
        """Returns the rematch of a table, not stored yet, with this game id; ``own_seats`` are seats of the rematch."""
        return self._prepared(*create_rematch(table, game_id, name, self._randomness), own_seats)

    def prepare_same_seed(self, table: Table, name: str, own_seats: frozenset[int]) -> PreparedTable:
        """Returns a table with the same draws as a finished game, not stored yet."""
        return self._prepared(*create_same_seed(table, name, self._randomness), own_seats)

    def with_preferences(self, new: PreparedTable, preferences: Mapping[int, Preferences]) -> PreparedTable:
        """Has seats of a table that is not stored yet begin with these preferences, unless a guide explains each question there."""
        if not preferences or new.table.is_guided:
            return new
        table = new.table
        for seat, chosen in preferences.items():
            table = reduce(table, SetPreferences(chosen), seat, self._clock(), self._randomness)
        return replace(new, table=with_auto_answers(table))

    def find(self, game_id: str) -> Table | None:
        return self.table(game_id) if games.known_addresses(self.store, [game_id], [])[0] else None

    def add(
        self,
        new: PreparedTable,
        browser: str = "",
        client: str = "",
    ) -> Table:
        """Stores a new table with the browser as its host; a repeated request returns the table that it created the first time."""
        made = requests.game_of(self.store, sent.hash) if (sent := sent_request.get()) is not None else None
        if made is not None:
            if browser:
                browsers.remember_seats(self.store, browser, made, new.own_seats, is_host=True)
            return self.table(made)
        now = self._clock()
        table = with_clocks_begun(new.table.with_value(replace(new.table.value, client=client)), new.own_seats, now)
        player = new_seat_token(self._randomness) if browser and table.match.record.day else ""
        add_game(self.store, self._club, persistence.new_game(table, new.key, now, browser, new.own_seats, player, self.bot_pause))
        return self.added(table)

    def import_game(self, new: NewSavedGame, browser: str, client: str = "") -> None:
        """Stores a game of a file, of which the browser is the host, unless somebody else has brought it meanwhile. It is not public when it is over, and no attempt at the city of a day."""
        if games.known_addresses(self.store, [new.table.game_id], [])[0]:
            return
        table = with_auto_answers(new.table.with_value(replace(new.table.value, client=client)))
        add_game(
            self.store, self._club, persistence.new_game(table, new.key, self._clock(), browser, new.own_seats, bot_pause=self.bot_pause)
        )
        if new.has_hints:
            games.mark_hints(self.store, table.game_id)
        self.added(table)

    def go_on(self, saved: SavedGame) -> bool:
        """Goes on with a game that is here by the later entries of a file (``can_go_on``); returns whether there are any.

        As nobody knows who has made them, it is no attempt at the city of a day any more, and not public when it is over.
        """
        results.void_attempt(self.store, saved.game)
        with self.operation(saved.game) as locked:
            lines = entries_to_go_on(locked.table, Record.parse(saved.record, ruleset))
            if lines:
                longer = locked.table.with_match(lambda match: match.extend(lines))
                locked.table = longer.with_value(replace(longer.value.without_drafts(), is_listed=False))
        return bool(lines)

    def added(self, table: Table) -> Table:
        """Keeps a table that was stored for the first time in memory, and has its bot asked if it is its turn."""
        row = games.find(self.store, table.game_id, with_entries=False)
        assert row is not None
        table = table.with_value(replace(table.value, moved=row.table.moved))
        self.cache.add(table, row)
        self._on_change(table)
        return table

    def delete(self, game_id: str) -> None:
        delete_game(self.store, self._club, game_id)
        self.cache.remove(game_id)
        with self._lock:
            for token in [token for token, address in self._seats.items() if address.game_id == game_id]:
                del self._seats[token]

    def renew_link(self, game_id: str, seat: int, token: str, kept_owner: str = "") -> None:
        """Gives a seat a new link, with this token. Browsers that hold the seat lose it, but for the ``kept_owner``, if that is one of them."""
        is_kept = seat in browsers.held_seats(self.store, kept_owner, game_id).seats if kept_owner else False
        with self.operation(game_id) as locked:
            locked.table = reduce(locked.table, RenewLink(token, is_lost=not is_kept), seat, self._clock(), self._randomness)
        if is_kept:
            browsers.remember_seats(self.store, kept_owner, game_id, [seat])

    def forget(self, game_ids: Iterable[str]) -> None:
        """Has tables be read again that were changed without an operation: of a deleted account the seats get another name."""
        for game_id in game_ids:
            self.cache.remove(game_id)

    # Playing

    @contextmanager
    def operation(self, game_id: str) -> Iterator[LockedTable]:
        """Runs one operation at a table: at the end of the block the table that stands there then is stored, and what has changed is published.

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
            self.publish(change, table)
        if changes and table.version != old.version:
            self._on_move()
        if changes and (table.version, table.value.pause) != (old.version, old.value.pause):
            self._on_change(table)
            if table.game.is_over and not table.is_record_only:
                self.results.keep(table, self._clock())

    def publish(self, change: TableChange, table: Table) -> None:
        """Tells the pages of a table what has changed."""
        if change.seat == RECORD:
            self._publish(change)
        else:
            self._publish_draft(table.value.seats[change.seat].token)

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

    # Helpers

    def _remember_seat(self, token: str, seat: SeatAddress) -> None:
        """Keeps whose token it is; after a renewal nobody's, which the table knows."""
        with self._lock:
            self._seats[token] = seat
            self._seats.move_to_end(token)
            if len(self._seats) > MAX_SEATS:
                self._seats.popitem(last=False)

    def _prepared(self, table: Table, key: bytes | None, own_seats: frozenset[int]) -> PreparedTable:
        return PreparedTable(with_auto_answers(table), key, own_seats)

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


def uploaded_record(text: str) -> Record:
    """Returns a record that somebody uploads; BadRecord, or ImpossibleTable for a name that would leave its line."""
    record = Record.parse(text, ruleset)
    for seat in record.seats:
        player_name(seat.name)
    return record
