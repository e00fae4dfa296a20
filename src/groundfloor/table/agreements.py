"""What the people at a table agree to, and its effects.

Each function returns the changed table, and leaves the old one as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from .checks import check_person
from .errors import NothingToUndo
from .moves import end, undo, undo_by_consent, with_auto_answers
from .operations import Propose, Undo, Vote
from .players import let_bot_play
from .proposals import (
    agreed_count,
    answered,
    asked_about_undo,
    ended,
    is_asked_to_agree,
    may_resume_alone,
    new_proposal,
    open_proposal,
    votes_needed,
)
from .seats import new_seat_token
from .value import (
    BotProposal,
    CancelProposal,
    OfferedSeat,
    Pause,
    PauseProposal,
    PersonProposal,
    ResumeProposal,
    ScoreProposal,
    UndoProposal,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from .operations import Operation
    from .seats import Randomness
    from .table import Table
    from .value import Proposal, Proposed


def seat_of_operation(table: Table, own: Collection[int], operation: Operation, seat: int) -> int:
    """Returns which of somebody's ``own`` seats an operation sent from the board of ``seat`` is for: the first that can undo, ask for an undo, resume alone or is asked to agree; else ``seat``."""
    candidates = [seat, *(other for other in own if other != seat)]
    match operation:
        case Undo():
            fitting = [other for other in own if table.undoable(other)] or [other for other in candidates if table.askable_undo(other)]
        case Propose(UndoProposal()):
            fitting = [other for other in candidates if table.askable_undo(other)]
        case Propose(ResumeProposal()):
            fitting = [other for other in candidates if table.value.pause is not None and table.value.pause.seat == other]
        case Vote():
            proposal = open_proposal(table)
            asked = [other for other in candidates if is_asked_to_agree(table, other)]
            fitting = asked or [other for other in candidates if proposal is not None and proposal.seat == other]
        case _:
            fitting = []
    return next(iter(fitting), seat)


def propose(table: Table, seat: int, what: Proposed, version: int, now: str, randomness: Randomness, away: Collection[int] | None) -> Table:
    """Proposes something for a seat, and carries it out at once if nobody else needs to agree; ``away`` is as for ``reduce``."""
    check_person(table, seat)
    if isinstance(what, ResumeProposal) and may_resume_alone(table, seat, now):
        return resume(table)
    proposal = new_proposal(table, seat, what, version, now, away)
    return settle(table.with_value(replace(table.value.without_offers(), proposal=proposal)), randomness)


def vote(table: Table, seat: int, id: str, now: str, randomness: Randomness, away: Collection[int] | None, *, agrees: bool) -> Table:
    """Takes the answer of a seat to the open proposal with this id, and carries it out if enough have agreed."""
    check_person(table, seat)
    proposal = answered(table, seat, id, now, away, agrees=agrees)
    return settle(table.with_value(replace(table.value, proposal=proposal)), randomness)


def undo_or_ask(table: Table, seat: int, version: int, now: str, randomness: Randomness) -> Table:
    """Takes back the seat's last decision. Where that takes everybody's agreement but nobody else has to agree, it is proposed; NothingToUndo if others would be asked."""
    if version != table.version or table.undoable(seat) or not table.askable_undo(seat):
        return undo(table, seat, version)
    if asked_about_undo(table, seat):
        raise NothingToUndo(
            "Not possible alone: the last %(count)s decisions can only be taken back if the others agree. Propose the undo to ask them.",
            count=table.askable_undo(seat),
        )
    return propose(table, seat, UndoProposal(), version, now, randomness, None)


def settle(table: Table, randomness: Randomness) -> Table:
    """Carries out the open proposal if enough have agreed, or ends it if it was refused or can't happen any more."""
    proposal = open_proposal(table)
    if proposal is not None and agreed_count(table, proposal) >= votes_needed(table, proposal):
        return carry_out(table, proposal, randomness)
    return end_proposal(table)


def end_proposal(table: Table) -> Table:
    """Notes how the last proposal has ended if it was refused or withdrawn, or can't happen any more."""
    return table.with_value(replace(table.value, proposal=ended(table)))


def carry_out(table: Table, proposal: Proposal, randomness: Randomness) -> Table:
    table = table.with_value(replace(table.value, proposal=None))
    match proposal.what:
        case UndoProposal(count):
            return undo_by_consent(table, proposal.seat, count)
        case PauseProposal():
            return table.with_value(replace(table.value, pause=Pause(proposal.seat, proposal.at)))
        case ResumeProposal():
            return resume(table)
        case ScoreProposal():
            return end(table, proposal.seat, is_scored=True)
        case CancelProposal():
            return end(table, proposal.seat, is_scored=False)
        case BotProposal(seat, bot):
            return let_bot_play(table, seat, bot).with_lost_seat(seat)
        case PersonProposal(seat) | OfferedSeat(seat):
            table = table.with_seat(replace(table.value.seats[seat], offer=new_seat_token(randomness)))
            return table.with_value(replace(table.value, proposal=replace(proposal, what=OfferedSeat(seat))))
        case _:
            assert_never(proposal.what)


def resume(table: Table) -> Table:
    """Ends the pause. What else is proposed stays open."""
    proposal = table.value.proposal
    is_proposed = proposal is not None and proposal.kind == "resume"
    return with_auto_answers(table.with_value(replace(table.value, pause=None, proposal=None if is_proposed else proposal)))
