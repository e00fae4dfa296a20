"""Folders with an empty database of the current schema, which are quicker to open than empty folders, and a game to store."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from groundfloor.store import GameRow, NewGame, OpenTablePlayer, OpenTableRow, SeatRow, StorageFull, Store, Summary, TableChange
from groundfloor.store.rows import Change
from groundfloor.store.sqlite import FILE

WAIT = 60.0
"""Seconds after which a test that waits has failed."""


@cache
def empty_database() -> bytes:
    """Returns the file of a new store, made once in each process."""
    with TemporaryDirectory() as folder:
        Store(folder).close()
        return (Path(folder) / FILE).read_bytes()


def with_database(folder: Path) -> Path:
    """Puts an empty database into a folder; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(empty_database())
    return folder


def new_game(game_id: str = "abc", entries: tuple[str, ...] = ("one",), summary: Summary | None = None) -> NewGame:
    """Returns a game of Ann against an Automa that can be stored; by default Ann is asked."""
    return NewGame(
        game_id=game_id,
        name="Tuesday",
        ruleset="second",
        revision=1,
        header="head",
        created="2030-01-01T00:00:00+00:00",
        key=b"k" * 32,
        seats=(SeatRow(0, "Ann", "red", "", f"secret-ann-{game_id}"), SeatRow(1, "Pei", "blue", "pei", f"secret-pei-{game_id}")),
        entries=entries,
        summary=summary or Summary("running", len(entries), 0, 1, 2),
    )


def new_game_of_two(game_id: str) -> NewGame:
    """Returns a game of Ann against Ben, whose table is called by its id."""
    seats = tuple(SeatRow(seat, name, "red", "", f"{name}-{game_id}") for seat, name in enumerate(("Ann", "Ben")))
    return replace(new_game(game_id), seats=seats, name=f"Table {game_id}")


OPEN_TABLE = OpenTableRow(
    game_id="open",
    host="ann",
    client="mark",
    name="Tuesday",
    ruleset="second",
    people=3,
    pace="live",
    is_private=False,
    others=(),
    options={},
    house={},
    created="2030-01-01T00:00:00+00:00",
    players=(OpenTablePlayer("ann", "Ann", "red", 0),),
)
"""A table for three that Ann has opened."""


def game_row(store: Store, game_id: str) -> GameRow:
    """Returns a stored game, which must be there."""
    found = store.game(game_id)
    assert found is not None
    return found


def save(store: Store, game_id: str, change: Change) -> list[TableChange]:
    """Stores a change of a game as it is now."""
    return store.save(game_row(store, game_id), change)


class SlowStore(Store):
    """A store whose writes, and reads of one game, wait until they may go on."""

    def __init__(self, where: Path | str) -> None:
        super().__init__(where)
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.has_begun = threading.Event()
        self.slow = ""
        self.is_full = False
        self.reads: list[str] = []

    def game(self, game_id: str, *, after: int = 0, with_entries: bool = True) -> GameRow | None:
        self.reads.append(game_id)
        if game_id == self.slow:
            self._wait()
        return super().game(game_id, after=after, with_entries=with_entries)

    def save(self, row: GameRow, change: Change) -> list[TableChange]:
        self._wait()
        if self.is_full:
            raise StorageFull
        return super().save(row, change)

    def _wait(self) -> None:
        self.has_begun.set()
        assert self.may_go_on.wait(WAIT)
