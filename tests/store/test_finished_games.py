"""Finished games that are public: which are, whose accounts they name, and what is left of these."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from groundfloor.results.archive import archived_game
from groundfloor.store import AccountRow, Change, FinishedGame, FinishedSeat, GameRow, SessionRow, Store, Summary
from groundfloor.store import schema as s
from tests.support.stores import downgrade, new_game, save

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ANN = AccountRow("a1", "Ann", "ann", "hash", "2030-01-01T00:00:00+00:00")
AT = "2030-01-02T00:00:00+00:00"
RECORD = "groundfloor record 1\nruleset second 2\nseat 1 human red Ann\nseat 2 pei blue Pei\n\n1 done\n"
OVER = Summary("over", 1, -1, 9, 6)


@pytest.fixture
def store(where: Path | str) -> Iterator[Store]:
    with closing(Store(where)) as found:
        found.add_account(ANN, ["code"], SessionRow("1", "a1", "Firefox", AT, AT))
        yield found


def finished(is_own: bool = True) -> FinishedGame:
    seats = (
        FinishedSeat(0, "Ann", "ann", "person", "", "retail", 40, 1, is_own),
        FinishedSeat(1, "Pei", "pei", "automa", "pei", "", 30, 2, is_own=False),
    )
    return FinishedGame(AT, "second", 2, has_house_values=False, is_ended_early=False, has_bots=False, seats=seats, record=RECORD)


def end_game(store: Store, public: str, *, is_listed: bool = True, holder: str = ANN.holder, held: tuple[int, ...] = (0,)) -> GameRow:
    """Stores a game, which somebody holds, and its end."""
    store.add(replace(new_game(public), is_listed=is_listed))
    if holder:
        store.remember_seats(holder, public, held)
    row = store.game(public)
    assert row is not None
    save(store, row, Change(AT, 2, OVER, finished=finished()))
    return row


def accounts(store: Store) -> list[tuple[str, str, str]]:
    """Returns name, key and account of each person at the finished games."""
    with store._engine.connect() as connection:
        seats = s.finished_seats.c
        chosen = select(seats.name, seats.key, seats.account).where(seats.kind == "person").order_by(seats.game)
        return [(row.name, row.key, row.account) for row in connection.execute(chosen)]


def members(store: Store) -> list[bytes]:
    with store._engine.connect() as connection:
        return list(connection.execute(select(s.finished_games.c.record).order_by(s.finished_games.c.number)).scalars())


def test_listed_game_becomes_public_when_it_ends(store: Store) -> None:
    end_game(store, "abc")
    end_game(store, "def", is_listed=False)
    end_game(store, "ghi")
    lines = [archived_game(member) for member in members(store)]
    assert [(line.number, line.game, line.seats[0].has_account) for line in lines] == [(1, "abc", True), (2, "ghi", True)]
    assert lines[0].record == RECORD and lines[0].finished == AT


def test_game_with_hints_does_not_become_public(store: Store) -> None:
    store.add(replace(new_game("abc"), is_listed=True))
    store.mark_hints("abc")
    row = store.game("abc")
    assert row is not None
    save(store, row, Change(AT, 2, OVER, finished=finished()))
    assert members(store) == []


def test_seat_belongs_to_the_account_only_under_its_name_and_alone(store: Store) -> None:
    end_game(store, "own")
    end_game(store, "guest", holder="browser")
    end_game(store, "several", held=(0, 1))
    end_game(store, "other seat", held=(1,))
    assert accounts(store) == [("Ann", "ann", "a1"), *[("Ann", "ann", "")] * 3]


def test_deleted_account_leaves_no_name(store: Store) -> None:
    end_game(store, "abc")
    end_game(store, "forgotten")
    store.forget_game(ANN.holder, "forgotten")
    while store.leave_games(ANN, "Former player"):
        pass
    store.delete_account(ANN, "Former player")
    assert accounts(store) == [("Former player", "", "")] * 2
    for line in map(archived_game, members(store)):
        assert "Ann" not in line.record and "human red Former player" in line.record
        assert line.seats[0].name == "Former player" and not line.seats[0].has_account


def test_deleted_table_is_no_longer_listed(store: Store) -> None:
    end_game(store, "abc")
    end_game(store, "def")
    store.delete("abc")
    end_game(store, "ghi")
    assert [archived_game(member).number for member in members(store)] == [2, 3] and len(accounts(store)) == 2


def test_games_of_older_versions_are_not_listed(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        store.add(new_game("abc"))
    downgrade(tmp_path, "0031")
    with closing(Store(tmp_path)) as store:
        row = store.game("abc")
        assert row is not None and not row.is_listed
        save(store, row, Change(AT, 2, OVER, finished=finished()))
        assert members(store) == []
