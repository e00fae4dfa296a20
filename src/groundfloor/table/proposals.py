"""Proposals: what a person at a table asks the others to agree to. A table has at most one that is open, and remembers the last one and how it ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, get_args

from groundfloor.agents.specification import is_table_agent, table_agents
from groundfloor.engine.record import ENDLESS_PURPOSES

from .errors import CannotPropose, NoProposal, NothingToUndo, StaleVersion
from .rights import NOT_AWAY, NOT_RATED_SO, allows_proposal
from .value import (
    BotProposal,
    CancelProposal,
    OfferedSeat,
    PersonProposal,
    Proposal,
    ProposalKind,
    ScoreProposal,
    UndoProposal,
    parse_proposed,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from .table import Table
    from .value import ProposalOutcome, Proposed

PARAMETERS = {"bot": " SEAT NAME", "person": " SEAT"}
"""What follows the word of a kind of proposal."""
FORMS = tuple(f"{kind}{PARAMETERS.get(kind, '')}" for kind in get_args(ProposalKind) if kind != "offered")
"""How a seat proposes something."""
WAIT_SECONDS = 60
"""How long a seat whose proposal was refused waits before it can propose something again, unless somebody moves first."""
LONG_PAUSE_SECONDS = 72 * 3600
"""After a pause of that length anybody can end it alone: nobody can block a table."""


def voters(table: Table, proposal: Proposal) -> tuple[int, ...]:
    """Returns the people who are asked: those whose decisions an undo takes back, in a rated game all, or all except the one whose seat is given away; also the proposer.

    Nobody whose time is over is asked about the seats, or the end, of the game.
    """
    if proposal.kind in ("score", "cancel"):
        return tuple(seat for seat in table.value.human_seats if seat == proposal.seat or not table.value.is_out_of_time(seat))
    if proposal.transfer_seat is not None:
        others = others_than(table, proposal.transfer_seat)
        return tuple(seat for seat in others if seat == proposal.seat or not table.value.is_out_of_time(seat))
    if proposal.kind != "undo" or table.value.is_rated:
        return others_than(table, None)
    taken = {entry.seat for entry in table.match.record.active_entries()[-proposal.count :]}
    return tuple(seat for seat in table.value.human_seats if seat in taken)


def others_than(table: Table, seat: int | None) -> tuple[int, ...]:
    return tuple(each for each in table.value.human_seats if each != seat)


def votes_needed(table: Table, proposal: Proposal) -> int:
    """Returns how many of those who are asked have to agree: more than half to a pause or its end if the game is not rated, all to anything else."""
    asked = len(voters(table, proposal))
    return asked // 2 + 1 if proposal.kind in ("pause", "resume") and not table.value.is_rated else asked


def agreed_count(table: Table, proposal: Proposal) -> int:
    return len(set(voters(table, proposal)).intersection(proposal.agreed))


def is_refused(table: Table, proposal: Proposal) -> bool:
    """Returns whether a proposal was withdrawn, or so many have refused that it can no longer be agreed to."""
    asked = voters(table, proposal)
    return proposal.seat in proposal.refused or len(asked) - len(set(asked).intersection(proposal.refused)) < votes_needed(table, proposal)


def outcome_of(table: Table, proposal: Proposal) -> ProposalOutcome:
    """Returns how a proposal that was open has ended; "" if it is still open."""
    now = table.value.proposal
    if now is None or now.kind == "offered":
        return "agreed"
    return now.outcome if now.id == proposal.id else "lapsed"


def is_asked_to_agree(table: Table, seat: int) -> bool:
    proposal = open_proposal(table)
    return proposal is not None and seat in voters(table, proposal) and seat not in (*proposal.agreed, *proposal.refused)


def open_proposal(table: Table) -> Proposal | None:
    """Returns the proposal that can be answered; None if there is none, or if it can't happen any more."""
    proposal = table.value.proposal
    if proposal is None or proposal.outcome or table.is_record_only or table.game.is_over:
        return None
    seat = proposal.transfer_seat
    if proposal.kind == "offered" or (seat is not None and not is_transferable(table, seat, proposal.kind)):
        return None
    if (proposal.kind == "undo" and proposal.version != table.version) or not fits_pause(table, proposal.kind):
        return None
    if not allows_proposal(table, proposal.kind):
        return None
    return None if is_refused(table, proposal) else proposal


def fits_pause(table: Table, kind: str) -> bool:
    """Returns whether something can happen while the table is paused, or while it is not."""
    return kind in ("score", "cancel", "bot", "person") or (kind == "resume") == (table.value.pause is not None)


def is_transferable(table: Table, seat: int, kind: str) -> bool:
    """Returns whether the others can give a seat to a bot, if a person has it, or to another person: that takes two at least, or one when its time is over."""
    seat_value = table.value.seats[seat]
    least = 1 if table.value.is_out_of_time(seat) else 2
    return len(others_than(table, seat)) >= least and (seat_value.is_human or (kind != "bot" and not seat_value.is_automa))


def offered_by(table: Table, seats: Collection[int]) -> int | None:
    """Returns the seat that is offered to another person, as one of these seats has proposed; None if there is none, or if something else was proposed since."""
    proposal = table.value.proposal
    return proposal.transfer_seat if proposal is not None and proposal.kind == "offered" and proposal.seat in seats else None


def asked_about_undo(table: Table, seat: int) -> tuple[int, ...]:
    """Returns the seats of the people who are asked if a seat proposes to undo; none if it can't, or if nobody else has to agree."""
    count = table.askable_undo(seat)
    if not count:
        return ()
    return tuple(each for each in voters(table, Proposal(UndoProposal(count), seat, table.version, "", (seat,))) if each != seat)


def read_proposed(text: str) -> Proposed:
    """Returns what a seat proposes in one of ``FORMS``; CannotPropose for any other text."""
    proposed = parse_proposed(text)
    if proposed is None or isinstance(proposed, OfferedSeat):
        raise CannotPropose("What can be proposed is one of these: %(kinds)s.", kinds=", ".join(FORMS))
    return proposed


def new_proposal(table: Table, seat: int, what: Proposed, version: int, now: str, away: Collection[int] | None = None) -> Proposal:
    """Returns what a seat proposes. Raises CannotPropose, NothingToUndo or StaleVersion if it can't propose that now.

    ``away`` are the seats that may be given away as their players are not here (None: the caller does not know who is here).
    """
    if open_proposal(table) is not None:
        raise CannotPropose("Something is proposed already. It must be answered or withdrawn first.")
    last = table.value.proposal
    if (
        last is not None
        and last.refused
        and last.seat == seat
        and last.version == table.version
        and seconds_since(last.at, now) < WAIT_SECONDS
    ):
        raise CannotPropose("Your last proposal was refused or withdrawn. You can propose something after the next move, or in a minute.")
    proposal = Proposal(checked(table, seat, what, version), seat, table.version, now, (seat,))
    if away is not None and proposal.transfer_seat is not None and proposal.transfer_seat not in away:
        raise NOT_AWAY.error()
    return proposal


def checked(table: Table, seat: int, asked: Proposed, version: int) -> Proposed:
    """Returns what is proposed, an undo with its entries. Raises CannotPropose, NothingToUndo or StaleVersion if it is not possible."""
    if not fits_pause(table, asked.kind):
        raise CannotPropose("The game is paused.") if table.value.pause is not None else CannotPropose("The game is not paused.")
    if isinstance(asked, ScoreProposal | CancelProposal) and table.match.record.purpose in ENDLESS_PURPOSES:
        raise CannotPropose("Not possible here: practice and the city of the day are ended by leaving them.")
    if not allows_proposal(table, asked.kind):
        raise NOT_RATED_SO.error()
    if isinstance(asked, BotProposal | PersonProposal | OfferedSeat):
        check_transfer(table, seat, asked)
    if not isinstance(asked, UndoProposal):
        return asked
    if version != table.version:
        raise StaleVersion("The game has moved on since you last saw it. This is how it stands now; nothing was proposed.")
    count = table.askable_undo(seat)
    if not count:
        raise NothingToUndo("Not possible: nobody else has moved since your last decision, or something was drawn after it.")
    return UndoProposal(count)


def check_transfer(table: Table, seat: int, asked: BotProposal | PersonProposal | OfferedSeat) -> None:
    """Raises CannotPropose if a seat can't propose to give another one away like this."""
    if not 0 <= asked.seat < len(table.value.seats) or asked.seat == seat or not is_transferable(table, asked.seat, asked.kind):
        raise CannotPropose(
            "Not possible: two others at least give away the seat of a person, or a bot’s to a person. You hand on your own seat yourself."
        )
    if isinstance(asked, BotProposal) and not is_table_agent(asked.bot):
        raise CannotPropose("There is no bot “%(bot)s”; there are: %(known)s.", bot=asked.bot, known=", ".join(table_agents()))


def may_resume_alone(table: Table, seat: int, now: str) -> bool:
    """Returns whether a seat can end the pause alone: its proposer can, and after a long time anybody; in a rated game only then, as the others would lose on time while they are away."""
    pause = table.value.pause
    if pause is None:
        return False
    return (pause.seat == seat and not table.value.is_rated) or seconds_since(pause.at, now) >= LONG_PAUSE_SECONDS


def answered(table: Table, seat: int, id: str, now: str, away: Collection[int] | None = None, *, agrees: bool) -> Proposal:
    """Returns the open proposal with this id, with the answer of a seat; the proposer can withdraw it. Raises NoProposal.

    ``away`` is as for ``new_proposal``.
    """
    proposal = open_proposal(table)
    if proposal is None or proposal.id != id:
        raise NoProposal("This proposal is not open any more: it was carried out, refused or withdrawn, or the game has moved on.")
    if seat not in voters(table, proposal):
        raise NoProposal("You are not asked: the others decide about this proposal.")
    if seat in (proposal.agreed if agrees else proposal.refused):
        return proposal
    if agrees and away is not None and proposal.transfer_seat is not None and proposal.transfer_seat not in away:
        raise NoProposal("The player of this seat is here again, so it is not given away.")
    return proposal.answered(seat, now, agrees=agrees)


def ended(table: Table) -> Proposal | None:
    """Returns the last proposal of a table, with how it ended if it was refused or withdrawn, or can no longer happen."""
    last = table.value.proposal
    if last is None or last.kind == "offered" or last.outcome or open_proposal(table) is not None:
        return last
    refused: ProposalOutcome = "withdrawn" if last.seat in last.refused else "refused"
    return replace(last, outcome=refused if is_refused(table, last) else "lapsed")


def seconds_since(at: str, now: str) -> float:
    """Returns the seconds between two times in the format of the store; many if one of them can't be read."""
    try:
        return (datetime.fromisoformat(now) - datetime.fromisoformat(at)).total_seconds()
    except (TypeError, ValueError):
        return float(LONG_PAUSE_SECONDS)
