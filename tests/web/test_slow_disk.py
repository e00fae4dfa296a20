"""A disk that is slow at times: only those wait who need what is just read or written."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from groundfloor.store import GameRow, Notice, Store
from groundfloor.store.rows import Change
from groundfloor.web.context import AppContext

from .conftest import NewGame

WAIT = 60.0


class SlowStore(Store):
    """A store whose commits, or reads of games, wait until they may go on."""

    def __init__(self, where: Path | str) -> None:
        super().__init__(where)
        self.may_commit, self.may_read, self.has_begun = threading.Event(), threading.Event(), threading.Event()
        self.may_commit.set()
        self.may_read.set()

    def save(self, row: GameRow, change: Change) -> list[Notice]:
        self.has_begun.set()
        assert self.may_commit.wait(WAIT)
        return super().save(row, change)

    def game(self, public: str, *, after: int = 0, with_entries: bool = True) -> GameRow | None:
        if not self.may_read.is_set():
            self.has_begun.set()
        assert self.may_read.wait(WAIT)
        return super().game(public, after=after, with_entries=with_entries)


@pytest.mark.slow
class TestSlowDisk:
    """A server whose disk is slow at times."""

    @pytest.fixture
    def store(self, place: Path | str) -> Iterator[SlowStore]:
        found = SlowStore(place)
        yield found
        found.may_commit.set()
        found.may_read.set()
        found.close()

    def test_other_tables_are_shown_while_one_is_written(
        self, browse: Callable[[], httpx.Client], new_game: NewGame, store: SlowStore
    ) -> None:
        """Reading another table waited 9.8 s for a commit, and more readers than there are threads stopped the whole site."""
        one, other = new_game("here", "pei"), new_game("here", "pei")
        one.send(pick="done")
        store.has_begun.clear()
        store.may_commit.clear()
        threads = [threading.Thread(target=lambda: browse().get(f"/g/{one.public}")) for _ in range(20)]
        confirm = threading.Thread(target=lambda: one.send(do="confirm"))
        confirm.start()
        assert store.has_begun.wait(WAIT)
        for thread in threads:
            thread.start()
        try:
            for address in (other.address, f"/g/{other.public}", f"/g/{other.public}/at/0", "/", "/rules"):
                assert browse().get(address).status_code == 200
            assert confirm.is_alive()
        finally:
            store.may_commit.set()
            for thread in (confirm, *threads):
                thread.join(WAIT)

    def test_tables_in_memory_are_shown_and_played_while_others_are_read(
        self, browse: Callable[[], httpx.Client], new_game: NewGame, store: SlowStore, server: str
    ) -> None:
        awake = new_game("here", "pei")
        sleeping = [new_game("here", "pei").public for _ in range(4)]
        store.may_read.clear()
        context = self.context
        for public in sleeping:
            context.host.cache.remove(public)
        threads = [threading.Thread(target=lambda public=public: browse().get(f"/g/{public}")) for public in sleeping for _ in range(5)]
        for thread in threads:
            thread.start()
        assert store.has_begun.wait(WAIT)
        try:
            assert awake.send(pick="done").status_code == 200
            assert awake.send(do="confirm").status_code == 200
            assert browse().get(f"/g/{awake.public}").status_code == 200
        finally:
            store.may_read.set()
            for thread in threads:
                thread.join(WAIT)

    context: AppContext

    @pytest.fixture(autouse=True)
    def kept_house(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made = AppContext.__post_init__

        def keep(context: AppContext) -> None:
            type(self).context = context
            made(context)

        monkeypatch.setattr(AppContext, "__post_init__", keep)
