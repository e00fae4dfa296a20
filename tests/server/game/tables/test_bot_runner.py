"""Bots think beside the game: in line, in processes, and nothing is lost when one dies, is late or is no longer needed."""

from __future__ import annotations

import itertools
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from groundfloor.process_pool import Worker
from groundfloor.server.database.errors import StorageError
from groundfloor.server.database.store import Store
from groundfloor.server.game.tables import bot_runner
from groundfloor.server.game.tables.bot_runner import BotRunner, BotTurn
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import NewTable, SeatRequest, Table
from groundfloor.table.agent_moves import action_after
from tests.support.opened_tables import seat_asked
from tests.support.played_tables import ServedTable, operation
from tests.support.several_servers import wait_until
from tests.support.stores import WAIT, game_row

SOLO = NewTable((SeatRequest("Ann"), SeatRequest("Rita", "random")))


class Tables:
    """A table service and the runner of its bots."""

    def __init__(self, store: Store, processes: int = 0) -> None:
        counter = itertools.count()
        self.store = store
        self.service = TableService(
            store,
            lambda: "2030-01-01T00:00:00+00:00",
            lambda size: next(counter).to_bytes(2, "big") * (size // 2),
            on_change=lambda table: self.bots.table_changed(table),
        )
        self.bots = BotRunner(store.jobs, self.service.table, self.play, processes)
        self.played: list[str] = []

    @property
    def is_idle(self) -> bool:
        """Whether no table is in line or thinks."""
        return self.bots.is_idle and "bot" not in self.store.jobs.waiting()

    def play(self, turn: BotTurn, text: str) -> None:
        with operation(self.service, turn.game_id) as table:
            if table.version == turn.version:
                self.played.append(turn.game_id)
                table.answer_for_bot(turn.seat, text, turn.version)

    def open(self) -> Table:
        """Opens a table of Ann and a bot."""
        return ServedTable(self.service, self.service.add(self.service.prepare(SOLO)))

    def answer(self, table: Table, text: str = "") -> None:
        """Answers for Ann."""
        with operation(self.service, table.game_id) as found:
            found.apply(0, (text or found.game.legal_actions[-1].text,), found.version)


def seat_asked_bot(tables: Tables, bot: str) -> None:
    """Opens a table of two people and lets a bot play the seat that is asked."""
    table = tables.service.add(tables.service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben")))))
    with operation(tables.service, table.game_id) as found:
        found.seat_bot(seat_asked(found), bot)


@pytest.fixture
def tables(store: Store) -> Iterator[Tables]:
    found = Tables(store)
    yield found
    found.bots.close()


def test_bots_play_a_game_to_its_end_with_a_person(tables: Tables) -> None:
    table = tables.open()
    while not table.game.is_over:
        wait_until(lambda: table.asked == 0 or table.game.is_over)
        if not table.game.is_over:
            tables.answer(table)
    wait_until(lambda: tables.is_idle)
    stored = game_row(tables.service.store, table.game_id)
    assert stored.summary.status == "over" and len(stored.entries) == table.version


def test_each_table_moves_once_before_another_moves_twice(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    may_think = threading.Event()
    think = action_after

    def slow(record: str, bot: str) -> str:
        assert may_think.wait(WAIT)
        return think(record, bot)

    monkeypatch.setattr(bot_runner, "action_after", slow)
    opened = [tables.service.add(tables.service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))))) for _ in range(3)]
    for table in opened:
        with operation(tables.service, table.game_id) as found:
            for seat in (0, 1):
                found.seat_bot(seat, "random")
    may_think.set()
    wait_until(lambda: len(tables.played) >= 9)
    assert all(set(tables.played[first : first + 3]) == {table.game_id for table in opened} for first in (0, 3, 6))


def test_undo_drops_the_thought_of_a_bot(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks, may_answer = threading.Event(), threading.Event()
    think = action_after

    def slow(record: str, bot: str) -> str:
        thinks.set()
        assert may_answer.wait(WAIT)
        return think(record, bot)

    table = tables.open()
    wait_until(lambda: table.asked == 0 and tables.is_idle)
    monkeypatch.setattr(bot_runner, "action_after", slow)
    tables.answer(table, "done")
    assert table.asked == 1
    assert thinks.wait(WAIT)
    with operation(tables.service, table.game_id) as found:
        found.undo(0, found.version)
    may_answer.set()
    wait_until(lambda: tables.is_idle)
    assert table.asked == 0 and str(table.match.record.entries[-1]) == "1 undo 1"


def test_bot_that_was_on_turn_goes_on_after_a_restart(store: Store) -> None:
    stopped = Tables(store)
    stopped.bots.close()
    game_id = stopped.service.add(stopped.service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))))).game_id
    with operation(stopped.service, game_id) as table:
        seat = seat_asked(table)
        table.seat_bot(seat, "intern")
    again = Tables(store)
    again.bots.wake()
    wait_until(lambda: again.played)
    again.bots.close()
    assert again.service.table(game_id).value.seats[seat].agent == "intern"


def test_move_that_can_not_be_stored_is_tried_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_runner, "RETRY_SECONDS", 0.01)
    failures = iter([StorageError("full"), StorageError("full")])
    play = tables.play

    def failing(turn: BotTurn, text: str) -> None:
        for error in failures:
            raise error
        play(turn, text)

    tables.bots._play = failing
    with caplog.at_level(logging.ERROR):
        seat_asked_bot(tables, "random")
        wait_until(lambda: tables.played)
    assert caplog.text.count("could not move") == 2


def test_bot_is_asked_again_at_a_table_that_could_not_be_read(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "RETRY_SECONDS", 0.01)
    find = tables.bots._find
    failures = iter([StorageError("busy")] * 4)

    def failing(game_id: str) -> Table:
        for error in failures:
            raise error
        return find(game_id)

    tables.bots._find = failing
    seat_asked_bot(tables, "random")
    wait_until(lambda: tables.played)


def fail_as_tycoon(record: str, bot: str) -> str:
    """In a process that thinks."""
    if bot == "tycoon":
        os._exit(3)
    return action_after(record, "random")


def fail_always(record: str, bot: str) -> str:
    raise LookupError("no plan")


def think_until_told(record: str, bot: str) -> str:
    """Says in which process it thinks, and goes on until a file is there."""
    folder = Path(os.environ["THOUGHTS"])
    (folder / str(os.getpid())).touch()
    while not (folder / "enough").exists():
        time.sleep(0.01)
    return action_after(record, bot)


def have_bot_think(tables: Tables, thoughts: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Opens a table and answers there, so that its bot thinks until it is told; nothing ends its thought."""
    thoughts.mkdir()
    monkeypatch.setenv("THOUGHTS", str(thoughts))
    monkeypatch.setattr(bot_runner, "UNNEEDED_SECONDS", WAIT)
    table = tables.open()
    wait_until(lambda: table.asked == 0 and tables.is_idle)
    monkeypatch.setattr(bot_runner, "action_of_kept_agent", think_until_told)
    tables.answer(table, "done")
    return table


def think_until_ended(record: str, bot: str) -> str:
    while True:
        time.sleep(0.01)


@pytest.fixture
def tables_with_a_process(store: Store) -> Iterator[Tables]:
    found = Tables(store, processes=1)
    yield found
    found.bots.close()


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(
    ("think", "logged"),
    [
        (fail_as_tycoon, ["bot tycoon in game {}: its process has ended or was stuck; a lower bot moves"]),
        (fail_always, [f"bot {bot} in game {{}}: LookupError: no plan; a lower bot moves" for bot in ("tycoon", "director")]),
    ],
)
def test_lower_bot_moves_for_one_whose_process_fails(
    tables_with_a_process: Tables,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    think: Callable[[str, str], str],
    logged: list[str],
) -> None:
    monkeypatch.setattr(bot_runner, "action_of_kept_agent", think)
    with caplog.at_level(logging.WARNING, "groundfloor.server.game.tables.bot_runner"):
        seat_asked_bot(tables_with_a_process, "tycoon")
        wait_until(lambda: tables_with_a_process.played)
    game_id = tables_with_a_process.played[0]
    assert [record.getMessage() for record in caplog.records][: len(logged)] == [sentence.format(game_id) for sentence in logged]


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("is_undone", [True, False])
def test_thought_in_a_process_ends_with_an_undo_and_with_the_server(
    tables_with_a_process: Tables, monkeypatch: pytest.MonkeyPatch, is_undone: bool
) -> None:
    tables = tables_with_a_process
    table = tables.open()
    wait_until(lambda: table.asked == 0 and tables.is_idle)
    monkeypatch.setattr(bot_runner, "action_of_kept_agent", think_until_ended)
    tables.answer(table, "done")
    wait_until(lambda: tables.bots._thinking)
    if is_undone:
        with operation(tables.service, table.game_id) as found:
            found.undo(0, found.version)
        wait_until(lambda: tables.is_idle)
        assert table.asked == 0
    else:
        pool = tables.bots._pool
        assert pool is not None
        close = pool.close

        def close_slowly() -> None:
            close()
            wait_until(lambda: tables.bots.is_idle)

        monkeypatch.setattr(pool, "close", close_slowly)
        tables.bots.close()
        assert tables.bots.is_idle and table.asked == 1
        assert tables.store.jobs.find("bot", table.game_id, table.version) is not None


@pytest.mark.thorough
@pytest.mark.slow
def test_short_thought_that_nobody_needs_does_not_end_its_process(store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The start of another one would let all others wait."""
    thoughts = tmp_path / "thoughts"
    tables = Tables(store, processes=1)
    table = have_bot_think(tables, thoughts, monkeypatch)
    wait_until(lambda: list(thoughts.iterdir()))
    played = len(tables.played)
    with operation(tables.service, table.game_id) as found:
        found.undo(0, found.version)
    (thoughts / "enough").touch()
    wait_until(lambda: tables.is_idle)
    assert table.asked == 0 and len(tables.played) == played
    tables.answer(table, "done")
    wait_until(lambda: len(tables.played) > played)
    tables.bots.close()
    assert len(list(thoughts.iterdir())) == 2, "one process, and the file"


@pytest.mark.thorough
@pytest.mark.slow
def test_two_thoughts_about_a_table_do_not_meet(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """Somebody undoes and answers again while the bot thinks: the first thought ends without the second, and no lower bot moves."""
    thoughts = tmp_path / "thoughts"
    tables = Tables(store, processes=2)
    table = have_bot_think(tables, thoughts, monkeypatch)
    wait_until(lambda: len(list(thoughts.iterdir())) == 1)
    with operation(tables.service, table.game_id) as found:
        found.undo(0, found.version)
    tables.answer(table, "done")
    wait_until(lambda: len(list(thoughts.iterdir())) == 2)
    played = len(tables.played)
    with caplog.at_level(logging.WARNING, "groundfloor.server.game.tables.bot_runner"):
        (thoughts / "enough").touch()
        wait_until(lambda: len(tables.played) > played and tables.is_idle)
    tables.bots.close()
    assert caplog.records == []


@pytest.mark.thorough
@pytest.mark.slow
def test_bot_whose_thought_was_ended_is_asked_again(tables_with_a_process: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is with all thoughts when a process of the pool dies."""
    tables = tables_with_a_process
    table = tables.open()
    wait_until(lambda: table.asked == 0 and tables.is_idle)
    monkeypatch.setattr(bot_runner, "action_of_kept_agent", think_until_ended)
    played = len(tables.played)
    tables.answer(table, "done")
    wait_until(lambda: tables.bots._thinking)
    monkeypatch.setattr(bot_runner, "action_of_kept_agent", action_after)
    next(iter(tables.bots._thinking.values())).cancel()
    wait_until(lambda: len(tables.played) > played)


def test_bot_thinks_in_the_server_where_no_process_can_be_started(
    tables_with_a_process: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(worker: Worker) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(Worker, "start", fail)
    with caplog.at_level(logging.WARNING):
        seat_asked_bot(tables_with_a_process, "intern")
        wait_until(lambda: tables_with_a_process.played)
    assert "thinks in the server" in caplog.text
