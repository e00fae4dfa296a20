"""Updates of open pages: together with what the page has, each makes the same table as a fresh one, and holds little else than what has changed."""

from __future__ import annotations

import random
import statistics
from typing import TYPE_CHECKING

import pytest

from groundfloor.engine.errors import GroundfloorError
from groundfloor.tables import NewTable, SeatRequest
from groundfloor.web.app import create_app
from groundfloor.web.drawn_tables import OpenPage, TableBody
from groundfloor.web.table_drawing import drawing_key
from tests.support.html import drawing_of
from tests.support.page_updates import normalized, updated

if TYPE_CHECKING:
    from groundfloor.store import Store
    from groundfloor.tables import Table
    from groundfloor.web.context import AppContext

MOVES = 25
UPDATE_BYTES = 2_500
"""Of a pencilled move, compressed, in the median: a tenth of the whole table of a page, or less."""


class Page:
    """An open page of a table: what it shows, kept up to date by updates only."""

    def __init__(self, context: AppContext, table: Table, seat: int | None, language: str) -> None:
        self.context, self.table, self.seat, self.language = context, table, seat, language
        self.shown = ""

    def body(self, drawing: str = "", takes_gzip: bool = False) -> TableBody:
        own = () if self.seat is None else (self.seat,)
        key = drawing_key(self.table, self.seat, own, self.language, None)
        return self.context.draw(self.table, key, OpenPage("/s/page", "token", drawing, takes_gzip))

    def update(self) -> int:
        """Brings the page up to date; how many bytes that took, compressed."""
        drawing = drawing_of(self.shown) if self.shown else ""
        content = self.body(drawing).content.decode()
        self.shown = updated(self.shown, content) if self.shown else normalized(content)
        assert self.shown == normalized(self.body().content.decode())
        return len(self.body(drawing, takes_gzip=True).content)


@pytest.mark.slow
def test_updated_page_equals_a_fresh_one(store: Store) -> None:
    """Plays with pages of both seats and a spectator, in two languages; a draft is pencilled in before each move."""
    context, dice = create_app(store, randomness=random.Random(1).randbytes).state.context, random.Random(1)
    table = context.host.add(context.host.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben")))))
    pages = [Page(context, table, 0, "en"), Page(context, table, 1, "de"), Page(context, table, None, "en")]
    pencilled: list[int] = []
    for page in pages:
        page.update()
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
        for page in pages:
            page.update()
    assert statistics.median(pencilled) <= UPDATE_BYTES
