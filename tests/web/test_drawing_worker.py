"""The process that draws: its copies of tables give the same pages as the tables themselves, and it knows no key."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from groundfloor.tables import NewTable, SeatRequest
from groundfloor.tables.creation import create_table
from groundfloor.web.drawing_orders import Failed, Order, Unknown
from groundfloor.web.drawing_worker import DrawingWorker
from groundfloor.web.drawn_tables import OpenPage, TableBody
from groundfloor.web.page_parts import PartCache
from groundfloor.web.scenes import Scenes
from groundfloor.web.table_drawing import draw_table, drawing_key

if TYPE_CHECKING:
    from groundfloor.tables import Table
    from groundfloor.web.drawn_tables import DrawingKey

MOST = 10_000_000
KEY = b"k" * 32
PAGE = OpenPage("/s/secret", "token")


@pytest.fixture
def table() -> Table:
    names = (SeatRequest("Ann"), SeatRequest("Ben"))
    return create_table(NewTable(names, house={"factory.price": [1, 1, 1]}), random.Random(1).randbytes)[0]


def order_of(table: Table, key: DrawingKey, first: int = 0, notice: str = "") -> Order:
    record = table.match.record
    entries = [(entry.seat, entry.text, entry.undo_count) for entry in record.entries[first : key.version]]
    return Order(
        key=key,
        page=PAGE,
        notice=notice,
        first=first,
        entries=entries,
        head="" if first else record.prefix(0).format(),
        name=table.name,
        is_shown=table.is_shown,
        bots=tuple(holder.agent for holder in table.seat_holders),
    )


def viewers(table: Table) -> list[DrawingKey]:
    seats = [(None, ()), (0, (0,)), (1, (1,)), (1, (0, 1))]
    return [drawing_key(table, seat, own, language, number) for seat, own in seats for language in ("en", "de") for number in (None, 1)]


@pytest.mark.slow
def test_copies_are_drawn_as_the_table_itself(table: Table) -> None:
    """Plays with drafts, undo and preferences; the copy is only told of what the table has gained."""
    worker, dice, sent = DrawingWorker(MOST, MOST), random.Random(3), 0
    for number in range(4):
        seat = table.asked
        assert seat is not None
        table.pick(seat, dice.choice([action.text for action in table.game.legal_actions]), table.version)
        table.set_preference(seat, "skips_hiring", number % 2 == 0)
        for key in viewers(table):
            body = worker.draw(order_of(table, key, sent))
            sent = table.version
            alone = draw_table(Scenes(), PartCache(), table, key)[1].body(PAGE)
            assert body == alone, key
        if table.drafts.get(seat, ((), "-"))[1] == "":
            table.confirm(seat, table.version)
        if number == 2 and table.undoable(seat):
            table.undo(seat, table.version)


def test_notice_is_on_one_page_only(table: Table) -> None:
    worker, key = DrawingWorker(MOST, MOST), viewers(table)[0]
    noticed, plain = worker.draw(order_of(table, key, notice="Not possible.")), worker.draw(order_of(table, key, table.version))
    assert isinstance(noticed, TableBody) and isinstance(plain, TableBody)
    assert b"Not possible." in noticed.content and b"Not possible." not in plain.content


def test_table_without_a_copy_is_unknown_and_oldest_copies_go(table: Table) -> None:
    worker, key = DrawingWorker(table.memory_bytes * 3 // 2, MOST), viewers(table)[0]
    assert worker.draw(order_of(table, key, table.version)) == Unknown()
    worker.draw(order_of(table, key))
    other = create_table(NewTable((SeatRequest("Eve"), SeatRequest("Joe"))), random.Random(2).randbytes)[0]
    worker.draw(order_of(other, viewers(other)[0]))
    assert worker.draw(order_of(table, key, table.version)) == Unknown()


def test_entries_that_cannot_be_are_a_failure_and_the_copy_is_gone(table: Table) -> None:
    worker, key = DrawingWorker(MOST, MOST), viewers(table)[0]
    worker.draw(order_of(table, key))
    wrong = Order(key, PAGE, "", table.version, [(0, "nonsense", 0)])
    assert isinstance(worker.draw(wrong), Failed)
    assert worker.draw(order_of(table, key, table.version)) == Unknown()


def test_order_has_neither_the_key_of_the_draws_nor_secrets_of_seats(table: Table) -> None:
    told = repr(order_of(table, viewers(table)[0]))
    assert table.match.key is not None
    assert table.match.key.hex() not in told and all(holder.token not in told for holder in table.seat_holders)


def test_copy_has_the_name_that_its_table_was_given_last(table: Table) -> None:
    worker, key = DrawingWorker(MOST, MOST), drawing_key(table, None, (), "en", None)
    worker.draw(order_of(table, key))
    table.name = "Later"
    drawn = worker.draw(order_of(table, drawing_key(table, None, (), "en", None), table.version))
    assert isinstance(drawn, TableBody) and drawn.name == "Later" and b"Later" in drawn.content


def test_table_that_has_the_address_of_an_earlier_one_is_another_one(table: Table) -> None:
    other = create_table(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))), random.Random(2).randbytes)[0]
    other.public = table.public
    worker = DrawingWorker(MOST, MOST)
    assert isinstance(worker.draw(order_of(table, drawing_key(table, None, (), "en", None))), TableBody)
    assert isinstance(worker.draw(order_of(other, drawing_key(other, None, (), "en", None), table.version)), Unknown)


def test_board_of_the_past_leaves_nothing_in_the_caches(table: Table) -> None:
    """What was undone is seen in the past alone, so its lines of the log and its parts would be new."""
    worker, dice = DrawingWorker(MOST, MOST), random.Random(3)
    for number in range(12):
        seat = table.asked
        assert seat is not None
        table.apply(seat, (dice.choice([action.text for action in table.game.legal_actions]),), table.version)
        if number % 3 == 0 and table.undoable(seat):
            table.undo(seat, table.version)
    key = drawing_key(table, None, (), "en", None)
    present = worker.draw(order_of(table, key))
    scenes, drawn_tables = worker.caches.scenes, worker.caches.drawn_tables
    caches = (
        scenes.lines,
        scenes.facts,
        scenes.answers,
        worker.caches.parts,
        drawn_tables.drawings,
        drawn_tables.remembered,
        worker.copies,
    )
    kept = [(cache.bytes, len(cache)) for cache in caches]
    for number in range(table.version + 1):
        past = drawing_key(table, None, (), "en", number)
        body = worker.draw(order_of(table, past, table.version))
        alone = draw_table(Scenes(), PartCache(), table, past)[1].body(PAGE)
        assert body == alone and not drawn_tables._under_way
    assert [(cache.bytes, len(cache)) for cache in caches] == kept
    assert worker.draw(order_of(table, key, table.version)) == present
