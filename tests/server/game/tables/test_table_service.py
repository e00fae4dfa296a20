"""The service that has all tables: tables wait for nobody else's, a failed operation leaves the table as it was, a damaged one stops no other."""

from __future__ import annotations

import itertools
import logging
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest import MonkeyPatch
from sqlalchemy import text

from groundfloor.engine.cancellation import OperationCancelled, cancellation_check
from groundfloor.engine.errors import GroundfloorError
from groundfloor.server.database import requests
from groundfloor.server.database.errors import StorageFull
from groundfloor.server.database.requests import SentRequest, carrying_out
from groundfloor.server.database.rows import TableChange
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games
from groundfloor.server.game.tables.seat_tokens import SeatTokens, renew_link
from groundfloor.server.game.tables.table_cache import NotInMemory, Slot, only_in_memory
from groundfloor.server.game.tables.table_service import AskingPage, TableService
from groundfloor.table import DamagedTable, NewTable, SeatRequest, Table, UnknownGame
from groundfloor.table.proposals import read_proposed
from groundfloor.table.seats import MAX_BOTS
from groundfloor.table.table import MAX_UNDONE_ENTRIES
from tests.support.opened_tables import seat_asked
from tests.support.played_tables import PlayedTable, operation
from tests.support.stores import WAIT, SlowStore, game_row, tell_paused_stores, with_database

OPENING = NewTable((SeatRequest("Ann"), SeatRequest("Ben")), options={"deck": "preset"})


@pytest.fixture
def store(where: Path | str, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowStore]:
    tell_paused_stores(monkeypatch)
    found = SlowStore(where)
    yield found
    found.may_go_on.set()
    found.close()


def service_of(store: Store) -> TableService:
    counter = itertools.count()
    return TableService(store, lambda: "2030-01-01T00:00:00+00:00", lambda size: next(counter).to_bytes(2, "big") * (size // 2))


@pytest.fixture
def service(store: SlowStore) -> TableService:
    return service_of(store)


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def move(service: TableService, game_id: str) -> None:
    with operation(service, game_id) as table:
        seat = seat_asked(table)
        table.apply(seat, (table.game.legal_actions[-1].text,), table.version)


def test_moves_are_told_and_proposals_and_drafts_are_not(store: SlowStore) -> None:
    moves: list[None] = []
    service = TableService(store, lambda: "2030-01-01T00:00:00+00:00", random.Random(1).randbytes, on_move=lambda: moves.append(None))
    game_id = service.add(service.prepare(OPENING)).game_id
    with operation(service, game_id) as table:
        table.pick(seat_asked(table), "hire", table.version)
    with operation(service, game_id) as table:
        table.propose(0, read_proposed("pause"), table.version, "2030-01-01T00:00:00+00:00")
    with operation(service, game_id) as table:
        assert table.value.proposal is not None
        table.refuse(1, table.value.proposal.id, "2030-01-01T00:00:00+00:00")
    assert moves == []
    move(service, game_id)
    assert len(moves) == 1


def test_change_is_published_when_it_is_stored_and_not_if_it_could_not_be(store: SlowStore, where: Path | str) -> None:
    published: list[tuple[int, int]] = []

    def publish(change: TableChange, table: Table, page: AskingPage) -> None:
        """Compares what is told with what another process reads then."""
        with Store(where, is_one_of_several=True) as other:
            published.append((change.version, game_row(other, change.game_id).summary.entries))

    service = TableService(store, lambda: "2030-01-01T00:00:00+00:00", random.Random(1).randbytes, publish)
    game_id = service.add(service.prepare(OPENING)).game_id
    store.is_full = True
    with pytest.raises(StorageFull):
        move(service, game_id)
    assert published == []
    store.is_full = False
    move(service, game_id)
    version = service.table(game_id).version
    assert published == [(version, version)]


def test_other_tables_are_read_during_a_slow_commit(service: TableService, store: SlowStore) -> None:
    one, other = (service.add(service.prepare(OPENING)).game_id for _ in range(2))
    store.may_go_on.clear()
    thread = in_thread(lambda: move(service, one))
    assert store.has_begun.wait(WAIT)
    assert service.table(other).version == 0 or service.table(other).game
    assert SeatTokens(service).find(service.table(other).value.seats[0].token)[1] == 0
    assert thread.is_alive()
    store.may_go_on.set()
    thread.join(WAIT)
    assert service.table(one).version == 1 + service.table(other).version


def test_other_tables_are_read_while_one_is_read_slowly_from_disk(store: SlowStore) -> None:
    first = service_of(store)
    slow, other = (first.add(first.prepare(OPENING)).game_id for _ in range(2))
    service = service_of(store)
    store.slow = slow
    store.may_go_on.clear()
    threads = [in_thread(lambda: service.table(slow)) for _ in range(3)]
    assert store.has_begun.wait(WAIT)
    assert service.table(other).game_id == other
    assert all(thread.is_alive() for thread in threads)
    store.reads.clear()
    store.may_go_on.set()
    for thread in threads:
        thread.join(WAIT)
    assert service.table(slow).game_id == slow and store.reads == []


def test_table_in_use_is_not_forgotten_for_others(service: TableService, store: SlowStore) -> None:
    """Were it read again meanwhile, there would be two of it, and one would miss the move."""
    one = service.add(service.prepare(OPENING)).game_id
    service.cache.most_bytes = 1
    table = service.table(one)
    with service.operation(one):
        for _ in range(4):
            service.add(service.prepare(OPENING))
        assert service.table(one) is table


def test_tables_beyond_the_room_are_read_again(service: TableService, store: SlowStore) -> None:
    game_ids = [service.add(service.prepare(OPENING)).game_id for _ in range(4)]
    service.cache.most_bytes = 2 * service.table(game_ids[0]).memory_bytes
    before = service.table(game_ids[0])
    for game_id in game_ids[1:]:
        service.table(game_id)
    assert service.table(game_ids[0]) is not before
    with pytest.raises(UnknownGame):
        service.table("nothing")
    assert 0 < service.cache.bytes <= service.cache.most_bytes


def test_tables_that_somebody_looks_at_stay_before_others(service: TableService) -> None:
    game_ids = [service.add(service.prepare(OPENING)).game_id for _ in range(4)]
    watched = service.table(game_ids[0])
    service.cache.is_watched = {game_ids[0]}.__contains__
    service.cache.most_bytes = 2 * watched.memory_bytes
    for game_id in game_ids[1:]:
        service.table(game_id)
    assert service.table(game_ids[0]) is watched


def test_table_that_grows_is_counted_as_it_is(service: TableService) -> None:
    table = service.add(service.prepare(OPENING))
    before = service.cache.bytes
    move(service, table.game_id)
    assert before < service.cache.bytes == service.table(table.game_id).memory_bytes
    service.delete(table.game_id)
    assert service.cache.bytes == 0


def test_table_that_was_dropped_comes_back_whole(service: TableService) -> None:
    """With its moves, the draft, the plan and the preferences of a seat."""
    game_id = service.add(service.prepare(OPENING)).game_id
    move(service, game_id)
    with operation(service, game_id) as table:
        table.pick(seat_asked(table), table.game.legal_actions[0].text, table.version)
        table.set_preference(seat_asked(table), "skips_hiring", True)
    service.cache.most_bytes = 1
    service.add(service.prepare(OPENING))
    again = service.table(game_id)
    assert again.match is not table.match
    assert again.match.record.format() == table.match.record.format() and again.game.position() == table.game.position()
    assert again.value == table.value


def test_position_is_the_same_for_whoever_moves_and_for_all_others(service: TableService) -> None:
    table = service.add(service.prepare(OPENING))
    before = table.game
    with operation(service, table.game_id) as moved:
        moved.apply(seat_asked(moved), ("done",), moved.version)
    assert service.table(table.game_id).game is moved.game is not before


def test_move_that_could_not_be_written_has_not_happened(service: TableService, store: SlowStore) -> None:
    table = service.add(service.prepare(OPENING))
    version, position = table.version, table.game.position()
    store.is_full = True
    with pytest.raises(StorageFull):
        move(service, table.game_id)
    with pytest.raises(StorageFull), operation(service, table.game_id) as same:
        same.pick(seat_asked(same), same.game.legal_actions[0].text, same.version)
    assert service.table(table.game_id) is table
    assert (table.version, table.game.position(), table.value.drafts) == (version, position, {})
    store.is_full = False
    move(service, table.game_id)
    table = service.table(table.game_id)
    assert table.version > version
    again = service_of(store).table(table.game_id)
    assert again.game.position() == table.game.position()


def test_drafts_are_kept_and_dropped_in_the_store_too(service: TableService, store: SlowStore) -> None:
    game_id = service.add(service.prepare(OPENING)).game_id
    with operation(service, game_id) as table:
        seat = seat_asked(table)
        table.pick(seat, table.game.legal_actions[0].text, table.version)
    assert service_of(store).table(game_id).value.drafts == table.value.drafts != {}
    with operation(service, game_id) as table:
        table.take_back(seat, table.version)
    assert service_of(store).table(game_id).value.drafts == {}


def test_fault_in_an_operation_changes_nothing(service: TableService) -> None:
    table = service.add(service.prepare(OPENING))
    version = table.version
    with pytest.raises(ZeroDivisionError), operation(service, table.game_id) as same:
        same.apply(seat_asked(same), (same.game.legal_actions[-1].text,), same.version)
        raise ZeroDivisionError
    assert table.version == version and service.table(table.game_id).version == version


class DroppedSlot(Slot):
    """A slot whose table a failed operation of another thread drops as soon as it is read."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, None if name == "cached" else value)


def test_table_that_is_dropped_as_soon_as_it_is_read_is_found(service: TableService) -> None:
    game_id = service.add(service.prepare(OPENING)).game_id
    assert service.cache.load(DroppedSlot(game_id)).table.game_id == game_id


def test_same_request_is_answered_after_restart_too(service: TableService, store: SlowStore) -> None:
    with carrying_out(SentRequest("made")):
        table = service.add(service.prepare(OPENING), "browser")
        assert service.add(service.prepare(OPENING), "browser") is table
    with carrying_out(SentRequest("moved")), operation(service, table.game_id) as same:
        same.apply(seat_asked(same), (same.game.legal_actions[-1].text,), same.version)
    assert [requests.answer_of(store, hash) for hash in ("made", "moved", "other")] == [b"", b"", None]
    with carrying_out(SentRequest("made")):
        assert service_of(store).add(service.prepare(OPENING), "browser").game_id == table.game_id
    assert games.count(store) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "update games set header = 'nonsense' where game_id = :game_id",
        "update entries set text = 'nonsense' where game = (select id from games where game_id = :game_id)",
        "update seats set seat = seat + 7 where game = (select id from games where game_id = :game_id)",
    ],
)
def test_damaged_row_stops_no_other_table(store: SlowStore, caplog: pytest.LogCaptureFixture, statement: str) -> None:
    check_damage(store, caplog, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "update games set header = x'00ff' where game_id = :game_id",
        "update entries set text = x'00' where game = (select id from games where game_id = :game_id)",
    ],
)
def test_row_of_another_type_stops_no_other_table(tmp_path: Path, caplog: pytest.LogCaptureFixture, statement: str) -> None:
    """Only SQLite takes it."""
    with SlowStore(with_database(tmp_path)) as store:
        check_damage(store, caplog, statement)


def check_damage(store: SlowStore, caplog: pytest.LogCaptureFixture, statement: str) -> None:
    """Checks that a statement which damages a game is noticed, and that others go on."""
    first = service_of(store)
    bad, good = (first.add(first.prepare(OPENING)).game_id for _ in range(2))
    for game_id in (bad, good):
        move(first, game_id)
    with store.engine.begin() as raw:
        raw.execute(text(statement), {"game_id": bad})
        raw.execute(text("update games set asked = -1"))
    service = service_of(store)
    with caplog.at_level(logging.ERROR):
        service.start()
        for _ in range(3):
            with pytest.raises((DamagedTable, GroundfloorError)) as caught:
                service.table(bad)
            assert "damaged" in str(caught.value)
    assert service.table(good).version > 0
    assert sum(len(record.getMessage()) for record in caplog.records) < 1000
    tokens = [seat_value.token for seat_value in first.table(bad).value.seats]
    assert not any(token in record.getMessage() for token in tokens for record in caplog.records)


@pytest.mark.parametrize("actions", ["[[", "{}", "[1]", "null"])
def test_damaged_draft_is_dropped(store: SlowStore, actions: str) -> None:
    first = service_of(store)
    game_id = first.add(first.prepare(OPENING)).game_id
    with store.engine.begin() as raw:
        raw.execute(text("insert into lines select id, 0, entries, :actions, '' from games"), {"actions": actions})
    assert service_of(store).table(game_id).value.drafts == {}


def test_damaged_list_of_games_does_not_stop_start(
    service: TableService, store: SlowStore, monkeypatch: MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = service.add(service.prepare(OPENING))
    monkeypatch.setattr(games, "to_resume", raise_full)
    service.start()
    assert "list of games" in caplog.text
    assert service.table(table.game_id) is table


def raise_full(_store: Store) -> list[str]:
    raise StorageFull("why")


def test_reading_may_be_left_to_others(store: SlowStore) -> None:
    first = service_of(store)
    game_id = first.add(first.prepare(OPENING)).game_id
    service = service_of(store)
    with only_in_memory():
        with pytest.raises(NotInMemory):
            service.table(game_id)
        with pytest.raises(NotInMemory), service.operation(game_id):
            pass
    service.table(game_id)
    with only_in_memory():
        assert service.table(game_id).game_id == game_id


def test_stopped_reading_leaves_table_to_be_read_again(store: SlowStore) -> None:
    first = service_of(store)
    game_id = first.add(first.prepare(OPENING)).game_id
    move(first, game_id)
    service = service_of(store)

    def stop() -> None:
        raise OperationCancelled("too long")

    with cancellation_check(stop), pytest.raises(OperationCancelled):
        service.table(game_id)
    assert service.table(game_id).version > 0


def test_each_seat_has_its_share_of_what_can_be_undone(service: TableService) -> None:
    """A seat that undoes without end takes nothing from the others, and the record can still be uploaded."""
    table = PlayedTable.of(service.add(service.prepare(OPENING)))
    seat = seat_asked(table)
    for _ in range(MAX_UNDONE_ENTRIES // 2 // 2):
        table.match.apply("done")
        table.match.undo(seat)
    table.match.apply("done")
    assert table.match.undoable_count(seat) and not table.undoable(seat)
    with pytest.raises(GroundfloorError, match="undone as much"):
        table.undo(seat, table.version)
    table.match.apply("done")
    assert table.undoable(1 - seat)


def test_bots_take_a_seat_a_limited_number_of_times(service: TableService) -> None:
    table = PlayedTable.of(service.add(service.prepare(OPENING)))
    for _ in range(MAX_BOTS):
        table.seat_bot(0, "intern")
        table.seat_bot(0, "")
    with pytest.raises(GroundfloorError, match=f"{MAX_BOTS} times"):
        table.seat_bot(0, "intern")


def test_seat_is_looked_up_in_the_store_once_and_forgotten_with_its_table(
    service: TableService, store: SlowStore, monkeypatch: MonkeyPatch
) -> None:
    table, tokens = service.add(service.prepare(OPENING)), SeatTokens(service)
    token = table.value.seats[0].token
    assert tokens.find(token) == (table, 0)
    with monkeypatch.context() as patched:
        patched.setattr(games, "seat_of_token", lambda store, token: pytest.fail("looked up again"))
        assert tokens.find(token) == (table, 0)
    service.delete(table.game_id)
    with pytest.raises(UnknownGame, match="Nobody sits"):
        tokens.find(token)


def test_table_remembers_some_former_links(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host could renew links without end."""
    monkeypatch.setattr("groundfloor.server.game.storage.games.MAX_FORMER_LINKS", 2)
    table, tokens = service.add(service.prepare(OPENING)), SeatTokens(service)
    former = [table.value.seats[0].token, *(service.new_token() for _ in range(3))]
    for token in former[1:]:
        renew_link(service, table.game_id, 0, token)
    for token in former[:2]:
        with pytest.raises(UnknownGame, match="was renewed"):
            tokens.find(token)
    with pytest.raises(UnknownGame) as unknown:
        tokens.find(former[2])
    assert "renewed" not in str(unknown.value) and tokens.find(former[3]) == (service.table(table.game_id), 0)


def test_renewed_link_takes_the_place_of_the_old_one(service: TableService, store: SlowStore) -> None:
    """Browsers that hold the seat lose it, but for the one that renews the link."""
    table, tokens = service.add(service.prepare(OPENING)), SeatTokens(service)
    old = table.value.seats[0].token
    for browser in ("host", "stranger"):
        browsers.remember_seats(store, browser, table.game_id, [0, 1])
        assert browsers.held_seats(store, browser, table.game_id).seats == {0, 1}
    new = service.new_token()
    renew_link(service, table.game_id, 0, new, "host")
    with pytest.raises(UnknownGame, match="was renewed"):
        tokens.find(old)
    assert tokens.find(new) == (service.table(table.game_id), 0)
    assert browsers.held_seats(store, "host", table.game_id).seats == {0, 1} and browsers.held_seats(
        store, "stranger", table.game_id
    ).seats == {1}
    again = SeatTokens(service_of(store))
    assert again.find(new)[1] == 0
    with pytest.raises(UnknownGame):
        again.find(old)
