"""Whatever anybody does at a table: what fails changes nothing, the old value stays as it was, and the new one is the same when it is stored and loaded."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from groundfloor.engine.errors import GroundfloorError
from groundfloor.server.database.store import Store
from groundfloor.server.game.tables import persistence
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import NewTable, SeatRequest, Table
from groundfloor.table.operations import (
    AddPlannedMove,
    AnswerForBot,
    Apply,
    ClearPlan,
    Confirm,
    DraftNextPlannedMove,
    EndTime,
    GiveTime,
    GuideWord,
    LetBotPlay,
    MarkSeen,
    Operation,
    Pick,
    Propose,
    RemovePlannedMove,
    RenewLink,
    ReorderPlannedMove,
    ReplacePlan,
    Resign,
    ReturnToSeat,
    ServerOperation,
    SetCondition,
    SetGuide,
    SetPreference,
    SetPreferences,
    StartPlan,
    StopPlan,
    TakeBack,
    TakeOffer,
    Undo,
    Vote,
)
from groundfloor.table.proposals import FORMS, open_proposal, read_proposed
from groundfloor.table.reduce import reduce
from groundfloor.table.value import PREFERENCES, Preferences
from tests.support.rated_tables import begun
from tests.support.stores import game_row, with_database

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DataObject

    from groundfloor.table.value import Proposed

TABLES = (
    NewTable((SeatRequest("Ann"), SeatRequest("Ben"), SeatRequest("Cleo")), pace="live-30"),
    NewTable((SeatRequest("Ann"), SeatRequest("Ben"), SeatRequest(automa="pei")), ruleset="online", pace="live-30", takeover="random"),
    NewTable((SeatRequest("Ann"), SeatRequest(automa="random")), is_practice=True),
)
STEPS = 25
OPERATIONS: dict[type[Operation], Callable[[Table, int, DataObject], Operation]] = {
    Pick: lambda table, seat, data: Pick(data.draw(texts(table, seat)), version(table, data)),
    Confirm: lambda table, seat, data: Confirm(version(table, data)),
    Apply: lambda table, seat, data: Apply((data.draw(texts(table, seat)),), version(table, data)),
    TakeBack: lambda table, seat, data: TakeBack(version(table, data)),
    Undo: lambda table, seat, data: Undo(version(table, data)),
    Propose: lambda table, seat, data: Propose(data.draw(proposals(table)), version(table, data)),
    Vote: lambda table, seat, data: Vote(proposal_id(table), data.draw(st.booleans())),
    GiveTime: lambda table, seat, data: GiveTime(data.draw(st.integers(0, 2))),
    SetPreference: lambda table, seat, data: SetPreference(data.draw(st.sampled_from(PREFERENCES)), data.draw(st.booleans())),
    ReplacePlan: lambda table, seat, data: ReplacePlan(tuple(data.draw(st.lists(texts(table, seat), max_size=3)))),
    AddPlannedMove: lambda table, seat, data: AddPlannedMove(data.draw(texts(table, seat)) + data.draw(conditions(table, seat))),
    RemovePlannedMove: lambda table, seat, data: RemovePlannedMove(data.draw(st.integers(0, 2))),
    ReorderPlannedMove: lambda table, seat, data: ReorderPlannedMove(data.draw(st.integers(0, 2)), data.draw(st.integers(-1, 3))),
    SetCondition: lambda table, seat, data: SetCondition(data.draw(st.integers(0, 2)), data.draw(conditions(table, seat))),
    ClearPlan: lambda table, seat, data: ClearPlan(),
    DraftNextPlannedMove: lambda table, seat, data: DraftNextPlannedMove(version(table, data)),
    StartPlan: lambda table, seat, data: StartPlan(),
    StopPlan: lambda table, seat, data: StopPlan(),
    MarkSeen: lambda table, seat, data: MarkSeen(data.draw(st.integers(0, 40))),
    SetGuide: lambda table, seat, data: SetGuide(data.draw(st.sampled_from(get_args(GuideWord)))),
    Resign: lambda table, seat, data: Resign(),
    ReturnToSeat: lambda table, seat, data: ReturnToSeat(),
}
"""What a page can ask for."""
OF_SERVERS: dict[type[ServerOperation], Callable[[Table, int, DataObject], ServerOperation | None]] = {
    LetBotPlay: lambda table, seat, data: LetBotPlay(data.draw(st.sampled_from(("random", "tycoon", "nobody")))),
    AnswerForBot: lambda table, seat, data: AnswerForBot(data.draw(texts(table, seat)), table.version),
    EndTime: lambda table, seat, data: EndTime() if table.value.clocks is not None and table.asked_human_seat == seat else None,
    RenewLink: lambda table, seat, data: RenewLink(f"link {seat} {data.draw(st.integers(0, 10**9))}"),
    TakeOffer: lambda table, seat, data: TakeOffer(),
    SetPreferences: lambda table, seat, data: SetPreferences(Preferences(data.draw(st.booleans()), data.draw(st.booleans()))),
}
"""What happens at a table besides."""


def proposal_id(table: Table) -> str:
    proposal = open_proposal(table)
    return proposal.id if proposal is not None else ""


def texts(table: Table, seat: int) -> st.SearchStrategy[str]:
    """Returns what the seat, or whoever is asked, could choose now, and what nobody can."""
    legal = [action.text for action in (*table.draft(seat).game._legal, *table.game._legal)]
    return st.sampled_from([*legal, "nothing"])


def conditions(table: Table, seat: int) -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(("", " at most 2", " sometimes")), texts(table, seat).map(lambda text: f" else {text}"))


def version(table: Table, data: DataObject) -> int:
    """Returns the version of a page: most show the last one."""
    return table.version - data.draw(st.sampled_from((0, 0, 0, 0, 1)))


def proposals(table: Table) -> st.SearchStrategy[Proposed]:
    seats = st.integers(1, len(table.value.seats)).map(str)
    return st.sampled_from(FORMS).flatmap(
        lambda form: seats.map(lambda seat: read_proposed(form.replace("SEAT", seat).replace("NAME", "random")))
    )


def facts(table: Table) -> tuple[object, ...]:
    """Returns all that is stored of a table, and its position."""
    return table.value, table.match.record.format(), table.game.position(), table.history.phases_after


def check(table: Table) -> None:
    """Raises AssertionError if a value is not possible."""
    assert [seat_value.seat for seat_value in table.value.seats] == list(range(len(table.game.seats)))
    assert not any(
        seat_value.draft is not None
        for seat_value in table.value.seats
        if not seat_value.is_human or seat_value.seat != table.game.current_player
    )
    for seat_value in table.value.seats:
        draft = table.draft(seat_value.seat)
        assert seat_value.draft is None or (draft.stored_texts, draft.partial) == (seat_value.draft.actions, seat_value.draft.partial)
        assert not seat_value.notes.acts or (seat_value.notes.plan and seat_value.is_human)
        assert not seat_value.offer or (table.value.proposal is not None and table.value.proposal.transfer_seat == seat_value.seat)
    if table.value.clocks is not None:
        assert set(table.value.clocks.seats) >= set(table.value.human_seats)
        assert table.value.clocks.running in (None, table.asked_human_seat)
    assert table.value.pause is None or (table.asked is None and not table.game.is_over)
    assert not table.value.departures or table.value.is_rated
    assert all(table.value.seats[seat].automa for seat in table.value.departures)


def test_every_operation_is_tried() -> None:
    assert {*OPERATIONS, *OF_SERVERS} == set(get_args(Operation | ServerOperation))


@pytest.mark.slow
@pytest.mark.parametrize("is_rated", [False, True])
@settings(max_examples=10, deadline=None, phases=[Phase.generate])
@given(data=st.data())
def test_value_is_valid_and_stored_whole_whatever_anybody_does(is_rated: bool, data: DataObject) -> None:
    clock = [0]
    with TemporaryDirectory() as folder, Store(with_database(Path(folder) / "data")) as store:
        service = TableService(store, lambda: f"2030-01-01T{clock[0] // 60:02}:{clock[0] % 60:02}:00+00:00", Random(1).randbytes)
        if is_rated:
            game_id = begun(service, *data.draw(st.sampled_from(((), ("Cleo",))))).game_id
        else:
            game_id = service.add(service.prepare(data.draw(st.sampled_from(TABLES)), frozenset((0, 1, 2))), "browser").game_id
        for _ in range(STEPS):
            clock[0] += data.draw(st.integers(0, 3))
            old = service.table(game_id)
            kind, seat = data.draw(st.sampled_from([*OPERATIONS, *OF_SERVERS])), data.draw(st.integers(0, len(old.value.seats) - 1))
            before = facts(old)
            operation = (OPERATIONS | OF_SERVERS)[kind](old, seat, data)
            if operation is None:
                continue
            try:
                with service.operation(game_id) as locked:
                    locked.table = reduce(locked.table, operation, seat, service.now(), service.new_bytes)
            except GroundfloorError:
                assert service.table(game_id) is old, kind
            assert facts(old) == before, kind
            table = service.table(game_id)
            check(table)
            assert facts(persistence.load(game_row(store, game_id))) == facts(table), kind
