"""Keeps the results of finished games for the players of the browsers that played them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec

from ..results import MAX_RESULTS, BadResults, GameResult, counts, header_counts, result_of
from ..store import ResultRow, StorageError
from .creation import new_seat_token
from .errors import DamagedTable, UnknownGame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..store import Store
    from .creation import Randomness
    from .table import Table

MAX_AT_ONCE = 20
"""Older games whose results are computed in one go."""
log = logging.getLogger(__name__)


class ResultKeeper:
    """Stores a result for each browser that holds exactly one seat of a finished game.

    With several seats nobody knows which of them is the browser's owner. A game in which somebody took a hint has no result. ``find`` returns a table by its public id.
    """

    def __init__(self, store: Store, clock: Callable[[], str], randomness: Randomness, find: Callable[[str], Table]) -> None:
        self.store = store
        self._clock = clock
        self._randomness = randomness
        self._find = find

    def keep(self, table: Table, finished: str) -> None:
        """Stores the results of a table that is over. A storage that fails is logged: ``catch_up`` tries again."""
        try:
            for browser, seats in self.store.holders(table.public).items():
                if len(seats) == 1:
                    self._keep_for(table, browser, next(iter(seats)), finished)
        except StorageError as error:
            log.error("results of game %s can't be stored: %s", table.public, error.reason[:300])

    def catch_up(self, browser: str) -> None:
        """Stores results of finished games in the browser's list that have none yet: of older versions, or on a further device."""
        kept = {row.game for row in self.store.results_of_browser(browser)}
        missing = [
            known
            for known in self.store.games_of_browser(browser)
            if known.game.summary.status == "over"
            and known.game.public not in kept
            and len(known.seats) == 1
            and header_counts(known.game.header)
            and not known.game.has_hints
        ]
        for known in missing[:MAX_AT_ONCE]:
            try:
                self._keep_for(self._find(known.game.public), browser, known.seats[0].seat, known.game.changed)
            except (DamagedTable, UnknownGame):
                continue

    def results(self, browser: str) -> list[GameResult]:
        """Returns the results that the browser's player keeps, the oldest first."""
        return [msgspec.json.decode(row.data, type=GameResult) for row in self.store.results_of_browser(browser)]

    def import_results(self, browser: str, results: Iterable[GameResult]) -> int:
        """Adds results from a file; returns how many were new. One that is there already, by game and seat, stays as it is."""
        kept = {(row.game, row.seat) for row in self.store.results_of_browser(browser)}
        new = [result for result in results if (result.game, result.seat) not in kept]
        if len(kept) + len(new) > MAX_RESULTS:
            raise BadResults("A player keeps at most %(most)s results.", most=MAX_RESULTS)
        return self._add(browser, [row_of(result, is_imported=True) for result in new])

    def _keep_for(self, table: Table, browser: str, seat: int, finished: str) -> None:
        if self.store.has_hints(table.public):
            return
        with table.lock:
            record = table.match.record
            is_own = not table.seat_holders[seat].automa and seat not in record.seats_of_bots()
            if not counts(record) or not table.game.is_over or not is_own:
                return
            attempt = self.store.attempt(browser, table.public)
            result = result_of(record, seat, table.public, finished, attempt)
        self._add(browser, [row_of(result)])

    def _add(self, browser: str, rows: list[ResultRow]) -> int:
        return self.store.add_results(browser, rows, new_seat_token(self._randomness), self._clock())


def row_of(result: GameResult, is_imported: bool = False) -> ResultRow:
    """Returns the row of a result."""
    return ResultRow(
        game=result.game,
        seat=result.seat,
        finished=result.finished,
        day=result.day,
        opponent=result.opponent,
        revision=result.revision,
        attempt=result.attempt,
        total=result.total,
        name=result.name,
        is_imported=is_imported,
        data=msgspec.json.encode(result).decode(),
    )
