"""Proposals: what a person at a table asks the others to agree to. A table has at most one that is open, and remembers the last one and how it ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from ..agents.specification import is_table_agent, table_agents
from ..engine.record import CHANCE, ENDLESS_PURPOSES, entries_of_answers, undo_by_consent
from ..table_value import (
    BotProposal,
    CancelProposal,
    OfferedSeat,
    Pause,
    PauseProposal,
    PersonProposal,
    Proposal,
    ResumeProposal,
    ScoreProposal,
    UndoProposal,
    parse_proposed,
)
from .errors import CannotPropose, NoProposal, NothingToUndo, StaleVersion
from .rights import NOT_AWAY, NOT_RATED_SO, allows_proposal
from .seat_holders import check_no_bot, check_running

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..table_value import ProposalOutcome, Proposed
    from .table import Table

FORMS = ("undo", "pause", "resume", "score", "cancel", "bot SEAT NAME", "person SEAT")
"""How a seat proposes something."""
WAIT_SECONDS = 60
"""How long a seat whose proposal was refused waits until it can propose something again, unless somebody moves before."""
LONG_PAUSE_SECONDS = 72 * 3600
"""After a pause of that length everybody can end it alone, so that nobody blocks a table."""


def human_seats(table: Table) -> tuple[int, ...]:
    """Returns the seats that people play now."""
    return tuple(holder.seat for holder in table.value.seats if not holder.automa)


def voters(table: Table, proposal: Proposal) -> tuple[int, ...]:
    """Returns the people who are asked: those whose decisions an undo takes back, or all but the one whose seat is given away; the proposer too.

    Nobody whose time is over is asked about the seats, or the end, of the game.
    """
    if proposal.kind in ("score", "cancel"):
        return tuple(seat for seat in human_seats(table) if seat == proposal.seat or not table.is_out_of_time(seat))
    if proposal.transfer_seat is not None:
        others = others_than(table, proposal.transfer_seat)
        return tuple(seat for seat in others if seat == proposal.seat or not table.is_out_of_time(seat))
    if proposal.kind != "undo":
        return others_than(table, None)
    taken = {entry.seat for entry in table.match.record.active_entries()[-proposal.count :]}
    return tuple(seat for seat in human_seats(table) if seat in taken)


def others_than(table: Table, seat: int | None) -> tuple[int, ...]:
    return tuple(each for each in human_seats(table) if each != seat)


def needed(table: Table, proposal: Proposal) -> int:
    """Returns how many of those who are asked have to agree: to a pause or its end more than half, to all else all."""
    asked = len(voters(table, proposal))
    return asked // 2 + 1 if proposal.kind in ("pause", "resume") else asked


def agreed_count(table: Table, proposal: Proposal) -> int:
    return len(set(voters(table, proposal)).intersection(proposal.agreed))


def is_refused(table: Table, proposal: Proposal) -> bool:
    """Returns whether a proposal was withdrawn, or so many have refused that it can't be agreed to any more."""
    asked = voters(table, proposal)
    return proposal.seat in proposal.refused or len(asked) - len(set(asked).intersection(proposal.refused)) < needed(table, proposal)


def outcome_of(table: Table, proposal: Proposal) -> ProposalOutcome:
    """Returns how a proposal that was open has ended; "" if it is open still."""
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
    """Returns whether the others can give a seat to a bot, if a person has it, or to another person: two at least, or one when its time is over."""
    holder = table.value.seats[seat]
    least = 1 if table.is_out_of_time(seat) else 2
    return len(others_than(table, seat)) >= least and not (holder.automa and (kind == "bot" or not holder.agent))


def offered_by(table: Table, seats: Collection[int]) -> int | None:
    """Returns the seat that is offered to another person, as one of these seats has proposed; None if there is none, or if something else was proposed since."""
    proposal = table.value.proposal
    return proposal.transfer_seat if proposal is not None and proposal.kind == "offered" and proposal.seat in seats else None


def askable_undo(table: Table, seat: int) -> int:
    """Returns how many entries the seat can ask to take back, to its last decision, past decisions of others but past no draw; 0 if it can't."""
    record = table.match.record
    if table.is_record_only or table.value.pause is not None or table.value.seats[seat].automa or table.game.is_over or record.is_free:
        return 0
    if not record.entries or record.entries[-1].seat == CHANCE or table.has_undone_all(seat):
        return 0
    active = record.active_entries()
    count = entries_of_answers(active, seat, 1)
    if count > 1 and active[-count].text == "end":
        longer = entries_of_answers(active, seat, 2)
        count = longer if undo_by_consent(active, seat, longer) is not None else count
    return count if undo_by_consent(active, seat, count) is not None else 0


def asked_about_undo(table: Table, seat: int) -> tuple[int, ...]:
    """Returns the seats of the people who are asked if a seat proposes to undo; none if it can't, or if nobody else has to agree."""
    count = askable_undo(table, seat)
    if not count:
        return ()
    return tuple(each for each in voters(table, Proposal(UndoProposal(count), seat, table.version, "", (seat,))) if each != seat)


def read_proposed(text: str) -> Proposed:
    """Returns what a seat proposes in one of ``FORMS``; CannotPropose for any other text."""
    proposed = parse_proposed(text)
    if proposed is None or isinstance(proposed, OfferedSeat):
        raise CannotPropose("What can be proposed is one of these: %(kinds)s.", kinds=", ".join(FORMS))
    return proposed


def propose(table: Table, seat: int, what: Proposed, version: int, now: str, token: str = "", away: Collection[int] | None = None) -> None:
    """Has a seat propose something, and carries it out at once if nobody else need agree; ``token`` and ``away`` are as for ``answer``."""
    check_person(table, seat)
    if isinstance(what, ResumeProposal) and may_resume_alone(table, seat, now):
        resume(table)
        return
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
    withdraw_offer(table)
    table.value = replace(table.value, proposal=proposal)
    settle(table, token)


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
    count = askable_undo(table, seat)
    if not count:
        raise NothingToUndo("Not possible: nobody else has moved since your last decision, or something was drawn after it.")
    return UndoProposal(count)


def check_transfer(table: Table, seat: int, asked: BotProposal | PersonProposal | OfferedSeat) -> None:
    """Raises CannotPropose if a seat can't propose to give another one away like this."""
    if not 0 <= asked.seat < len(table.value.seats) or asked.seat == seat or not is_transferable(table, asked.seat, asked.kind):
        raise CannotPropose(
            "Not possible: two others at least give away the seat of a person, or a bot’s to a person. Your own seat you hand on yourself."
        )
    if isinstance(asked, BotProposal) and not is_table_agent(asked.bot):
        raise CannotPropose("There is no bot “%(bot)s”; there are: %(known)s.", bot=asked.bot, known=", ".join(table_agents()))


def may_resume_alone(table: Table, seat: int, now: str) -> bool:
    pause = table.value.pause
    return pause is not None and (pause.seat == seat or seconds_since(pause.at, now) >= LONG_PAUSE_SECONDS)


def resume(table: Table) -> None:
    """Ends the pause. What else is proposed stays open."""
    is_proposed = table.value.proposal is not None and table.value.proposal.kind == "resume"
    table.value = replace(table.value, pause=None, proposal=None if is_proposed else table.value.proposal)
    table.give_auto_answers()


def answer(table: Table, seat: int, id: str, now: str, *, agrees: bool, token: str = "", away: Collection[int] | None = None) -> None:
    """Takes the answer of a seat to the open proposal with this id, and carries it out if enough have agreed. Whoever has proposed it can withdraw it.

    ``token`` is the secret of a seat that another person may take by that, ``away`` are the seats that may be given away as their players are not here (None: whoever
    asks does not know who is here).
    """
    check_person(table, seat)
    proposal = open_proposal(table)
    if proposal is None or proposal.id != id:
        raise NoProposal("This proposal is not open any more: it was carried out, refused or withdrawn, or the game has moved on.")
    if seat not in voters(table, proposal):
        raise NoProposal("You are not asked: the others decide about this proposal.")
    if seat in (proposal.agreed if agrees else proposal.refused):
        return
    if agrees and away is not None and proposal.transfer_seat is not None and proposal.transfer_seat not in away:
        raise NoProposal("The player of this seat is here again, so it is not given away.")
    table.value = replace(table.value, proposal=proposal.answered(seat, now, agrees=agrees))
    settle(table, token)


def settle(table: Table, token: str = "") -> None:
    """Carries out the open proposal if enough have agreed, or ends it if it was refused or can't happen any more."""
    proposal = open_proposal(table)
    if proposal is not None and agreed_count(table, proposal) >= needed(table, proposal):
        carry_out(table, proposal, token)
    else:
        note_end(table)


def note_end(table: Table) -> None:
    """Notes how the last proposal has ended if it was refused or withdrawn, or can't happen any more."""
    last = table.value.proposal
    if last is None or last.kind == "offered" or last.outcome or open_proposal(table) is not None:
        return
    refused: ProposalOutcome = "withdrawn" if last.seat in last.refused else "refused"
    table.value = replace(table.value, proposal=replace(last, outcome=refused if is_refused(table, last) else "lapsed"))


def carry_out(table: Table, proposal: Proposal, token: str = "") -> None:
    table.value = replace(table.value, proposal=None)
    match proposal.what:
        case UndoProposal(count):
            before = table.match.record.active_entries()
            table.change_match(lambda match: match.undo_by_consent(proposal.seat, count))
            table.clear_drafts()
            table.stop_undone_plans(before)
        case PauseProposal():
            table.value = replace(table.value, pause=Pause(proposal.seat, proposal.at))
        case ResumeProposal():
            resume(table)
        case ScoreProposal():
            table.end(proposal.seat, is_scored=True)
        case CancelProposal():
            table.end(proposal.seat, is_scored=False)
        case BotProposal(seat, bot):
            table.seat_bot(seat, bot)
            table.lost_seats.add(seat)
        case PersonProposal(seat) if token:
            table.change_seat(replace(table.value.seats[seat], offer=token))
            table.value = replace(table.value, proposal=replace(proposal, what=OfferedSeat(seat)))


def withdraw_offer(table: Table, seat: int | None = None) -> None:
    """Ends the offer of a seat to another person, or of all (None)."""
    for holder in table.value.seats:
        if holder.offer and seat in (None, holder.seat):
            table.change_seat(replace(holder, offer=""))
    if table.value.proposal is not None and table.value.proposal.kind == "offered" and seat in (None, table.value.proposal.transfer_seat):
        table.value = replace(table.value, proposal=None)


def check_person(table: Table, seat: int) -> None:
    """Raises NotYourTurn if the game is over, or a bot plays for the seat."""
    check_running(table)
    check_no_bot(table, seat)


def seconds_since(at: str, now: str) -> float:
    """Returns the seconds between two times in the format of the store; many if one of them can't be read."""
    try:
        return (datetime.fromisoformat(now) - datetime.fromisoformat(at)).total_seconds()
    except (TypeError, ValueError):
        return float(LONG_PAUSE_SECONDS)
