"""Updates of open pages: together with what the page has, each makes the same board as a fresh one, and holds little else than what has changed."""

from __future__ import annotations

import random
import statistics

import pytest

from groundfloor.engine.errors import GroundfloorError
from groundfloor.store import Store
from groundfloor.tables import NewTable, SeatRequest, Table
from groundfloor.web.app import create_app
from groundfloor.web.board.page import BoardViewer
from groundfloor.web.boards import Board, BoardRequest, compress_for
from groundfloor.web.context import AppContext
from groundfloor.web.regions import split_digests
from tests.support.html import digests_of
from tests.support.page_updates import regions, updated

MOVES = 25
PENCILLED_BYTES, CONFIRMED_BYTES = 8_000, 16_000
"""Of a pencilled and of a confirmed move, compressed, in the median."""


class Page:
    """An open page of a table: what it shows, kept up to date by updates only."""

    def __init__(self, context: AppContext, table: Table, seat: int | None, language: str) -> None:
        self.context, self.table, self.seat, self.language = context, table, seat, language
        self.shown = regions(self.context.boards.whole(self.board()))

    def board(self) -> Board:
        own = () if self.seat is None else (self.seat,)
        return self.context.boards.board(self.table, BoardRequest(self.language, self.seat, BoardViewer("/s/page", own)))

    def update(self) -> int:
        """Brings the page up to date; how many bytes that took, compressed."""
        update = self.context.boards.update(self.board(), split_digests(digests_of("".join(self.shown.values()))))
        self.shown = updated(self.shown, update)
        fresh = self.context.boards.whole(self.board())
        assert list(self.shown.items()) == list(regions(fresh).items())
        return len(compress_for(update, takes_gzip=True)[0])


@pytest.mark.slow
def test_updated_page_equals_a_fresh_one(store: Store) -> None:
    """Plays with pages of both seats and a spectator, in two languages; a draft is pencilled in before each move."""
    context, dice = create_app(store, randomness=random.Random(1).randbytes).state.context, random.Random(1)
    table = context.host.add(context.host.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben")))))
    pages = [Page(context, table, 0, "en"), Page(context, table, 1, "de"), Page(context, table, None, "en")]
    pencilled: list[int] = []
    confirmed: list[int] = []
    for _ in range(MOVES):
        seat = table.asked
        if seat is None:
            break
        text = dice.choice([action.text for action in table.game.legal_actions])
        with context.host.operation(table.public) as opened:
            opened.pick(seat, text, opened.version)
        pencilled.append(pages[seat].update())
        try:
            with context.host.operation(table.public) as opened:
                opened.confirm(seat, opened.version)
        except GroundfloorError:  # a choice that is not finished
            continue
        confirmed += [page.update() for page in pages]
    assert statistics.median(pencilled) <= PENCILLED_BYTES and statistics.median(confirmed) <= CONFIRMED_BYTES
