"""Tables that no server runs."""

from __future__ import annotations

from groundfloor.table import NewTable, SeatRequest, Table
from groundfloor.table.agent_moves import agent_action
from groundfloor.table.creation import create_table
from groundfloor.table.proposals import open_proposal
from tests.support.played_tables import PlayedTable


def opened(*names: str) -> PlayedTable:
    """Returns a new table of people and, where it is named, the Automa ``pei``; the same one each time."""
    seats = tuple(SeatRequest(automa=name) if name == "pei" else SeatRequest(name) for name in names)
    return PlayedTable.of(create_table(NewTable(seats), lambda number: bytes(range(7, 7 + number)))[0])


def scheduling(*names: str) -> PlayedTable:
    """Returns such a table at its first scheduling turn."""
    table = opened(*names)
    while (question := table.game.question) is not None and question.kind != "schedule":
        table.apply(question.seat, ("done",), table.version)
    return table


def seats_of(table: Table) -> tuple[int, int]:
    """Returns the seat that is asked, and the other one."""
    asked = seat_asked(table)
    return asked, 1 - asked


def proposal_id(table: Table) -> str:
    """Returns what an answer to the open proposal names; fails if none is open."""
    proposal = open_proposal(table)
    assert proposal is not None
    return proposal.id


def seat_asked(table: Table) -> int:
    """Returns the seat that is asked; fails if none is."""
    assert table.asked is not None
    return table.asked


def let_bots_play(table: PlayedTable) -> None:
    """Lets bots answer until a person is asked or the game is over."""
    table.give_auto_answers()
    while (asked := table.bot_on_turn) is not None:
        table.answer_for_bot(asked[0], agent_action(table.match, asked[1]).text, table.version)
