"""Pages that give way to moves."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from groundfloor.web import threads
from groundfloor.web.threads import MovesFirst, give_way


@pytest.fixture
def page() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as thread:
        yield thread


def test_page_pauses_until_no_move_is_under_way(page: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "MOST_PAUSE", 60.0)
    moves, has_begun, order = MovesFirst(), Event(), list[str]()

    def regions() -> None:
        has_begun.set()
        give_way()
        order.append("region")

    with moves.move():
        with moves.move():
            made = page.submit(moves.after_moves(regions))
            assert has_begun.wait(60)
        order.append("first move")
    order.append("second move")
    made.result(60)
    assert order.index("region") > order.index("first move")


def test_page_is_made_even_if_moves_never_end(page: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "MOST_PAUSE", 0.01)
    moves = MovesFirst()

    def regions() -> None:
        for _ in range(1_000):
            give_way()

    with moves.move():
        page.submit(moves.after_moves(regions)).result(60)


def test_moves_do_not_give_way(page: ThreadPoolExecutor) -> None:
    with MovesFirst().move():
        page.submit(give_way).result(60)
