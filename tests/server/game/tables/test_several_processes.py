"""Several processes around one database: each has the tables in memory, and none of them ever goes on from an old one."""

from __future__ import annotations

import itertools
import random
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from groundfloor.server.database import watch
from groundfloor.server.database.errors import ChangedElsewhere
from groundfloor.server.database.rows import GameRow
from groundfloor.server.database.store import Store
from groundfloor.server.game.tables import persistence
from groundfloor.server.game.tables.seat_tokens import SeatTokens, renew_link
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import NewTable, SeatRequest, Table
from groundfloor.table.errors import NoProposal, StaleVersion, UnknownGame
from groundfloor.table.proposals import open_proposal, read_proposed
from tests.support.opened_tables import seat_asked
from tests.support.played_tables import operation
from tests.support.stores import WAIT
from tests.support.typed_lines import change_plan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundfloor.server.database.rows import TableChange

TWO = NewTable((SeatRequest("Ann"), SeatRequest("Ben")))


class Server:
    """What a process has of the tables: a store and a table service. ``heard`` are the changes of other processes."""

    def __init__(self, where: Path | str, number: int) -> None:
        counter = itertools.count()
        self.store = Store(where, is_one_of_several=True)
        self.service = TableService(
            self.store, lambda: "2030-01-01T00:00:00+00:00", lambda size: (next(counter) * 2 + number).to_bytes(2, "big") * (size // 2)
        )
        self.heard: list[TableChange] = []
        self.has_heard = threading.Condition()

    def hear(self, change: TableChange) -> None:
        with self.has_heard:
            self.heard.append(change)
            self.has_heard.notify_all()

    def wait_for(self, changes: int, seat: int) -> None:
        with self.has_heard:
            assert self.has_heard.wait_for(lambda: any((each.changes, each.seat) == (changes, seat) for each in self.heard), WAIT)

    def play(self, game_id: str, chooser: random.Random) -> None:
        """Answers for whoever is asked."""
        with operation(self.service, game_id) as table:
            table.apply(seat_asked(table), (chooser.choice(table.game.legal_actions).text,), table.version)


@pytest.fixture
def servers(where: Path | str) -> Iterator[tuple[Server, Server]]:
    ann, ben = Server(where, 0), Server(where, 1)
    with closing(ann.store), closing(ben.store):
        yield ann, ben


def facts(table: Table) -> tuple[object, ...]:
    """Returns all that is stored of a table."""
    return (
        table.match.record.format(),
        table.game.position(),
        table.value,
    )


def test_a_game_is_played_at_two_processes_in_turns(servers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch) -> None:
    """With undos, drafts, preferences, plans and names on the way."""
    game_id = servers[0].service.add(servers[0].service.prepare(TWO)).game_id
    chooser = random.Random(1)
    assert facts(servers[0].service.table(game_id)) == facts(servers[1].service.table(game_id))
    load, read = persistence.load, []

    def noted_load(row: GameRow) -> Table:
        read.append(row.game_id)
        return load(row)

    monkeypatch.setattr(persistence, "load", noted_load)
    for step in itertools.count():
        one, other = chooser.sample(servers, 2)
        if one.service.table(game_id).game.is_over:
            break
        one.play(game_id, chooser)
        if step % 10 == 0:
            with operation(other.service, game_id) as table:
                if table.asked is not None:
                    seat = table.asked
                    table.pick(seat, chooser.choice(table.game.legal_actions).text, table.version)
                    table.set_preference(seat, "confirms_itself", False)
                    table.mark_seen(seat, table.version)
        if step % 25 == 0:
            with operation(other.service, game_id) as table:
                if table.undoable(0):
                    table.undo(0, table.version)
            other.service.rename(game_id, f"Tuesday {step}")
        assert facts(servers[0].service.table(game_id)) == facts(servers[1].service.table(game_id))
    assert read == [], "a table that was in memory has been read anew"
    with Store(str(servers[0].store.data), is_one_of_several=True) as third:
        fresh = TableService(third, lambda: "", bytes).table(game_id)
        assert facts(fresh) == facts(servers[0].service.table(game_id))


def test_of_two_changes_at_the_same_moment_one_is_stored(servers: tuple[Server, Server]) -> None:
    one, other = servers
    game_id = one.service.add(one.service.prepare(TWO)).game_id
    before = other.service.table(game_id).version
    with pytest.raises(ChangedElsewhere), operation(other.service, game_id) as table:
        seat = table.asked
        assert seat is not None
        table.apply(seat, (table.game.legal_actions[0].text,), table.version)
        one.play(game_id, random.Random(1))
    assert other.service.table(game_id).match.record.format() == one.service.table(game_id).match.record.format()
    with pytest.raises(StaleVersion), operation(other.service, game_id) as table:
        table.apply(0, (table.game.legal_actions[0].text,), before)


def test_a_proposal_that_two_agree_to_at_the_same_moment_is_carried_out_once(servers: tuple[Server, Server]) -> None:
    """Ben and Cleo agree at two processes: the second answer is tried again on what the first has left, and carries the proposal out."""
    one, other = servers
    game_id = one.service.add(one.service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"), SeatRequest("Cleo"))))).game_id
    seats = []
    for _ in range(3):
        with operation(one.service, game_id) as table:
            seats.append(seat_asked(table))
            table.apply(seat_asked(table), ("done",), table.version)
    with operation(other.service, game_id) as table:
        table.propose(seats[0], read_proposed("undo"), table.version, "")
    proposal = open_proposal(one.service.table(game_id))
    assert proposal is not None and proposal == open_proposal(other.service.table(game_id))
    with pytest.raises(ChangedElsewhere), operation(other.service, game_id) as table:
        table.agree(seats[1], proposal.id, "")
        with operation(one.service, game_id) as here:
            here.agree(seats[2], proposal.id, "")
    with operation(other.service, game_id) as table:
        table.agree(seats[1], proposal.id, "")
    with pytest.raises(NoProposal), operation(one.service, game_id) as table:
        table.agree(seats[1], proposal.id, "")
    for server in servers:
        stored = server.service.table(game_id)
        assert open_proposal(stored) is None and stored.asked == seats[0]
        assert sum(bool(entry.undo_count) for entry in stored.match.record.entries) == 1
    with operation(one.service, game_id) as table:
        table.propose(0, read_proposed("pause"), table.version, "2030")
        table.agree(1, table.open_proposal.id if table.open_proposal is not None else "", "2030")
    assert one.service.table(game_id).value.pause == other.service.table(game_id).value.pause is not None
    with Store(str(one.store.data), is_one_of_several=True) as third:
        assert TableService(third, lambda: "", bytes).table(game_id).value.pause == one.service.table(game_id).value.pause


def test_a_bot_has_no_job_in_a_pause_and_one_after_it(servers: tuple[Server, Server]) -> None:
    one, other = servers
    game_id = one.service.add(one.service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Rita", "random"))))).game_id

    def jobs() -> int:
        return sum(job.game == game_id for job, _process, _seconds in one.store.jobs.unfinished(100))

    while one.service.table(game_id).bot_on_turn is None:
        one.play(game_id, random.Random(1))
    assert jobs() == 1
    with operation(other.service, game_id) as table:
        table.propose(0, read_proposed("pause"), table.version, "2030")
    assert jobs() == 0 and one.service.table(game_id).bot_on_turn is None
    with operation(one.service, game_id) as table:
        table.propose(0, read_proposed("resume"), table.version, "2030")
    assert jobs() == 1 and other.service.table(game_id).bot_on_turn is not None


def test_processes_hear_of_each_others_changes(servers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of entries and of drafts, each once, and not of their own: by wake-ups, as the next look would come too late."""
    monkeypatch.setattr(watch, "LOOK_SECONDS", 10 * WAIT)
    one, other = servers
    for server in servers:
        server.store.watch.start(server.hear)
    game_id = one.service.add(one.service.prepare(TWO)).game_id
    chooser = random.Random(1)
    for _ in range(5):
        one.play(game_id, chooser)
    with operation(one.service, game_id) as table:
        seat = table.asked
        assert seat is not None
        table.pick(seat, table.game.legal_actions[0].text, table.version)
    other.wait_for(6, seat)
    assert len({(each.changes, each.seat) for each in other.heard}) == len(other.heard) and one.heard == []
    assert other.heard[-1].version == one.service.table(game_id).version


def test_game_that_was_deleted_elsewhere_is_gone(servers: tuple[Server, Server]) -> None:
    one, other = servers
    game_id = one.service.add(one.service.prepare(TWO)).game_id
    other.service.table(game_id)
    one.service.delete(game_id)
    with pytest.raises(UnknownGame):
        other.service.table(game_id)
    with pytest.raises(UnknownGame), other.service.operation(game_id):
        pass


def test_link_renewed_by_one_process_is_renewed_at_the_other(servers: tuple[Server, Server]) -> None:
    ann, ben = servers
    game_id = ann.service.add(ann.service.prepare(TWO)).game_id
    old = ben.service.table(game_id).value.seats[0].token
    assert SeatTokens(ben.service).find(old)[1] == 0
    new = ann.service.new_token()
    renew_link(ann.service, game_id, 0, new)
    with pytest.raises(UnknownGame):
        SeatTokens(ben.service).find(old)
    assert SeatTokens(ben.service).find(new)[1] == 0


def test_plan_that_one_process_has_stored_acts_once_in_another(servers: tuple[Server, Server]) -> None:
    ann, ben = servers
    game_id = ann.service.add(ann.service.prepare(TWO)).game_id
    asked = ann.service.table(game_id).asked
    assert asked is not None and ben.service.table(game_id).asked == asked
    with operation(ann.service, game_id) as table:
        table.set_plan(1 - asked, ["hire at most 9"])
        change_plan(table, 1 - asked, "start", -1)
    with operation(ben.service, game_id) as table:
        table.apply(asked, ("done",), table.version)
    with operation(ann.service, game_id) as table:
        table.give_auto_answers()
    for server in servers:
        stored = server.service.table(game_id)
        made = [str(entry) for entry in stored.match.record.entries]
        assert made.count(f"{2 - asked} hire") == 1 and not stored.value.notes_of(1 - asked).acts
