"""Runs the operations of seats at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ..table_value import UndoProposal
from .errors import NothingToUndo, StaleVersion
from .operations import (
    AddStep,
    Apply,
    Circumstances,
    ClearPlan,
    Confirm,
    DraftNextStep,
    DropStep,
    GiveTime,
    MarkSeen,
    MoveStep,
    Pick,
    Propose,
    ReplacePlan,
    Resign,
    ReturnToSeat,
    SetCondition,
    SetGuide,
    SetPreference,
    StartPlan,
    StopPlan,
    TakeBack,
    Undo,
    Vote,
)
from .proposals import asked_about_undo

if TYPE_CHECKING:
    from .operations import Operation
    from .table import Table

UNKNOWN = Circumstances()


def run_operation(table: Table, seat: int, operation: Operation, given: Circumstances = UNKNOWN) -> None:
    """Runs an operation of a seat; raises one of the errors of tables, and changes nothing then."""
    match operation:
        case Apply(texts, version):
            table.apply(seat, texts, version)
        case Pick(text, version):
            table.pick(seat, text, version)
        case Confirm(version, shown):
            check_draft(table, seat, version, shown)
            table.confirm(seat, version)
        case TakeBack(version):
            table.take_back(seat, version)
        case Undo(version):
            if version != table.version or table.undoable(seat) or not table.askable_undo(seat):
                table.undo(seat, version)
            else:
                check_asks_nobody(table, seat)
                table.propose(seat, UndoProposal(), version, given.now)
        case ReplacePlan() | AddStep() | DropStep() | MoveStep() | SetCondition() | ClearPlan():
            table.change_plan(seat, operation)
        case StartPlan():
            table.start_plan(seat)
        case StopPlan():
            table.stop_plan(seat)
        case DraftNextStep(version):
            table.draft_next_step(seat, version)
        case MarkSeen(version):
            table.mark_seen(seat, version)
        case SetGuide(word):
            table.set_guide(seat, word)
        case SetPreference(name, is_on):
            table.set_preference(seat, name, is_on)
        case Propose(what, version):
            table.propose(seat, what, version, given.now, given.new_token(), given.away)
        case Vote(proposal, agrees):
            if agrees:
                table.agree(seat, proposal, given.now, given.new_token(), given.away)
            else:
                table.refuse(seat, proposal, given.now)
        case GiveTime(to):
            table.give_time(seat, to)
        case Resign():
            table.resign(seat)
        case ReturnToSeat():  # whatever has happened since somebody looked
            table.seat_bot(seat, "")
        case _:
            assert_never(operation)


def check_draft(table: Table, seat: int, version: int, shown: str | None) -> None:
    """Raises StaleVersion if the draft is not the one that somebody was ``shown``."""
    draft = table.draft(seat)
    current = ",".join(action.text for action in (*draft.actions, *draft.deferred))
    if version == table.version and shown not in (None, current):
        raise StaleVersion(
            "Your draft was changed in another window or on another device. This is how it stands now; nothing was confirmed."
        )


def check_asks_nobody(table: Table, seat: int) -> None:
    """Raises NothingToUndo if an undo would ask other people, which nobody does by mistake: it is proposed."""
    if asked_about_undo(table, seat):
        raise NothingToUndo(
            "Not possible alone: the last %(count)s decisions can only be taken back if the others agree. Propose the undo to ask them.",
            count=table.askable_undo(seat),
        )
