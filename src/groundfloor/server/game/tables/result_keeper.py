"""Keeps the results of finished games for the players of the browsers that played them."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from groundfloor.results import MAX_RESULTS, BadResults, GameResult, counts, header_counts, result_of
from groundfloor.table.errors import DamagedTable, UnknownGame
from groundfloor.table.seats import new_seat_token

from ...database.errors import StorageError, log_text
from ...database.requests import changing
from ..storage import browsers, games
from ..storage import results as stored_results
from ..storage.rows import ResultRow

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from sqlalchemy import Connection

    from groundfloor.table.creation import Randomness
    from groundfloor.table.table import Table

    from ...database.rows import KnownGame
    from ...database.store import Store

MAX_SHOWN = 10_000
"""The newest results of a player that pages show and files hold."""
MAX_AT_ONCE = 20
"""Older games whose results are computed in one go."""
MAX_REMEMBERED = 10_000
"""Games looked at that are remembered."""
log = logging.getLogger(__name__)


class ResultKeeper:
    """Stores a result for each browser that holds exactly one seat of a finished game.

    With several seats nobody knows which of them is that of the browser's owner. A game in which somebody took a hint has no result. ``find`` returns a table by its game id.
    """

    def __init__(self, store: Store, clock: Callable[[], str], randomness: Randomness, find: Callable[[str], Table]) -> None:
        self.store = store
        self._clock = clock
        self._randomness = randomness
        self._find = find
        self._without_result: set[tuple[str, str]] = set()

    def keep(self, table: Table, finished: str) -> None:
        """Stores the results of a table that is over. A storage that fails is logged: ``catch_up`` tries again."""
        try:
            results: dict[int, GameResult | None] = {}
            for owner_id, seats in browsers.owners_of(self.store, table.game_id).items():
                if len(seats) == 1:
                    seat = next(iter(seats))
                    if seat not in results:
                        results[seat] = self._result_of(table, seat, finished)
                    self._keep_for(table.game_id, owner_id, results[seat])
        except StorageError as error:
            log.error("results of game %s can't be stored: %s", table.game_id, log_text(error))

    def missing(self, owner_id: str) -> list[KnownGame]:
        """Returns finished games in the browser's list without a result: of older versions, or on a further device."""
        return [
            known
            for known in stored_results.games_without_result(self.store, owner_id)
            if len(known.seats) == 1
            and header_counts(known.game.header)
            and not known.game.has_hints
            and (owner_id, known.game.game_id) not in self._without_result
        ][:MAX_AT_ONCE]

    def missing_results(self, missing: Iterable[KnownGame]) -> dict[str, GameResult | None]:
        """Returns the results of these games by game id, None where nobody keeps one. Replays them, and reads tables from the store."""
        results: dict[str, GameResult | None] = {}
        for known in missing:
            results[known.game.game_id] = None
            with suppress(DamagedTable, UnknownGame):
                results[known.game.game_id] = self._result_of(self._find(known.game.game_id), known.seats[0].seat, known.game.changed)
        return results

    def catch_up(self, owner_id: str, results: Mapping[str, GameResult | None]) -> None:
        """Stores ``missing_results``. A game without a result is not looked at again."""
        for game_id, result in results.items():
            self._keep_for(game_id, owner_id, result)
            if len(self._without_result) >= MAX_REMEMBERED:
                self._without_result.clear()
            self._without_result.add((owner_id, game_id))

    def results(self, owner_id: str) -> list[GameResult]:
        """Returns the newest results of a browser's player, at most ``MAX_SHOWN``, the oldest of them first."""
        rows = stored_results.newest_of(self.store, owner_id, MAX_SHOWN)
        return [msgspec.json.decode(row.data, type=GameResult) for row in rows]

    def import_results(self, owner_id: str, rows: Collection[ResultRow], client: str = "", most_of_client: int = MAX_RESULTS) -> int:
        """Adds results from a file (``imported_rows``); returns how many were new. One that is there already, by game and seat, stays as it is.

        ``client`` is the hash of the client that imports them ("": one without limits), to which at most ``most_of_client`` imported results count.
        """
        with changing(self.store.engine) as connection:
            stored_results.hold_imports(connection, client)
            kept = stored_results.seats_of(connection, owner_id)
            new = [row for row in rows if (row.game, row.seat) not in kept]
            if len(kept) + len(new) > MAX_RESULTS:
                raise BadResults("A player keeps at most %(most)s results.", most=MAX_RESULTS)
            self.check_imports(client, most_of_client, len(new), connection)
            return self._add(connection, owner_id, new, client)

    def check_imports(self, client: str, most: int, count: int = 1, connection: Connection | None = None) -> None:
        """Raises BadResults if ``count`` more results that the client imports would be more than ``most``."""
        place = self.store if connection is None else connection
        if client and count and stored_results.count_imported(place, client) + count > most:
            raise BadResults("At most %(most)s results can be imported from your address.", most=most)

    def keep_solved(self, owner_id: str, exercise: str) -> None:
        """Stores that the browser's player has solved an exercise."""
        stored_results.note_solved(self.store, owner_id, exercise, new_seat_token(self._randomness), self._clock())

    def _result_of(self, table: Table, seat: int, finished: str) -> GameResult | None:
        """Returns the result of a seat, without the number of the attempt; None if nobody keeps it."""
        if games.has_hints(self.store, table.game_id):
            return None
        record = table.match.record
        departures = table.value.departures
        is_own = seat in departures or (table.value.seats[seat].is_human and seat not in record.seats_of_bots())
        if not counts(record) or not table.game.is_over or not is_own:
            return None
        return result_of(record, seat, table.game_id, finished, departures=departures)

    def _keep_for(self, game_id: str, owner_id: str, result: GameResult | None) -> None:
        if result is not None:
            attempt = stored_results.attempt_of(self.store, owner_id, game_id)
            self._add(self.store, owner_id, [row_of(msgspec.structs.replace(result, attempt=attempt))])

    def _add(self, place: Store | Connection, owner_id: str, rows: list[ResultRow], client: str = "") -> int:
        return stored_results.add_of_browser(place, owner_id, rows, new_seat_token(self._randomness), self._clock(), client)


def imported_rows(results: Iterable[GameResult]) -> list[ResultRow]:
    return [row_of(result, is_imported=True) for result in results]


def row_of(result: GameResult, is_imported: bool = False) -> ResultRow:
    shown = {
        name: getattr(result, name) for name in ("game", "seat", "finished", "day", "opponent", "revision", "attempt", "total", "name")
    }
    return ResultRow(**shown, is_imported=is_imported, data=msgspec.json.encode(result).decode())
