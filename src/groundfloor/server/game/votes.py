"""What the page of a table says about deciding together: the open proposal, or what its viewer can propose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...agents.levels import LEVELS
from ...engine.record import ENDLESS_PURPOSES
from ...presentation import names
from ...presentation.bidi import isolated
from ...presentation.board.proposals import proposal_facts, proposal_sentence, tally
from ...table.proposals import LONG_PAUSE_SECONDS, is_transferable, offered_by, open_proposal
from ...table.rights import allows_proposal
from ..http.errors import TooManyAttempts
from ..http.request_checks import limited_user

if TYPE_CHECKING:
    from collections.abc import Collection
    from gettext import NullTranslations

    from starlette.requests import Request

    from ...table import Table
    from ...table.value import Proposal
    from ..context import AppContext
    from .viewer import Viewer


@dataclass(frozen=True)
class PossibleProposal:
    """What can be proposed: its word in requests, and what a button and the sentence beside it say."""

    kind: str
    label: str
    sentence: str


@dataclass(frozen=True)
class SeatTransfer:
    """A seat that can be given away: whose it is, and to whom, each with its words in requests."""

    name: str
    takers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Votes:
    """Either what is proposed, with what the viewer can do nevertheless, or ``proposals`` and ``transfers``; ``version`` is that of the table. ``offered`` is whose seat another person may take, by the link above. ``can_resign``: the game is rated."""

    version: int
    sentence: str = ""
    tally: str = ""
    proposals: tuple[PossibleProposal, ...] = ()
    transfers: tuple[SeatTransfer, ...] = ()
    offered: str = ""
    can_resign: bool = False


def votes_of(viewer: Viewer, words: NullTranslations, away: Collection[int]) -> Votes | None:
    """Returns what the page says; ``away`` are the seats that may be given away. None for spectators, bots' seats, and games that are over."""
    table = viewer.table
    if viewer.seat is None or table.is_record_only or table.game.is_over or table.value.seats[viewer.seat].automa:
        return None
    facts = proposal_facts(table, viewer.own)
    if facts is not None and facts.is_open:
        called = {holder.seat: isolated(holder.name) for holder in table.value.seats}
        sentence = proposal_sentence(facts, called, words)
        is_pauser = table.value.pause is not None and table.value.pause.seat == viewer.seat and not table.value.is_rated
        alone = (PossibleProposal("resume", words.gettext("Resume the game"), words.gettext("You asked for the pause.")),)
        return Votes(table.version, sentence, tally(facts, words), alone if is_pauser else (), can_resign=table.value.is_rated)
    return Votes(
        table.version,
        proposals=tuple(possible_proposals(table, viewer.seat, words)),
        transfers=transfers(table, viewer, words, away),
        offered=offered_name(table, viewer),
        can_resign=table.value.is_rated,
    )


def count_proposal(context: AppContext, request: Request, table: Table, before: Proposal | None) -> None:
    """Counts what was proposed since the proposal ``before`` was open, if others are asked; TooManyAttempts if whoever asks has proposed too much lately."""
    now = open_proposal(table)
    if now is None or (before is not None and now.id == before.id):
        return
    if context.rates.proposals.take(limited_user(request)):
        raise TooManyAttempts("You have proposed too much lately. Please wait a few minutes.")


def transfers(table: Table, viewer: Viewer, words: NullTranslations, away: Collection[int]) -> tuple[SeatTransfer, ...]:
    """Returns the seats that the people at the table can give to a bot or to another person."""
    offers = []
    for holder in table.value.seats:
        if holder.seat not in away or not allows_proposal(table, "person"):
            continue
        takers = []
        if is_transferable(table, holder.seat, "person"):
            takers.append((f"person {holder.seat + 1}", words.gettext("%(name)s: another person") % {"name": isolated(holder.name)}))
        if is_transferable(table, holder.seat, "bot"):
            pattern = words.gettext("%(name)s: a bot, %(bot)s")
            takers += [
                (f"bot {holder.seat + 1} {bot}", pattern % {"name": isolated(holder.name), "bot": names.full("bot", bot, words)})
                for bot in LEVELS
            ]
        if takers and holder.seat != viewer.seat:
            offers.append(SeatTransfer(holder.name, tuple(takers)))
    return tuple(offers)


def offered_name(table: Table, viewer: Viewer) -> str:
    """Returns whose seat is offered to another person, as the viewer has proposed; "" for nobody's."""
    seat = offered_by(table, viewer.own)
    return "" if seat is None else table.value.seats[seat].name


def possible_proposals(table: Table, seat: int, words: NullTranslations) -> list[PossibleProposal]:
    _ = words.gettext
    ends = [] if table.match.record.purpose in ENDLESS_PURPOSES else end_proposals(table, words)
    if table.value.pause is not None:
        hours = LONG_PAUSE_SECONDS // 3600
        explanation = words.ngettext(
            "More than half have to agree. The person who asked for the pause decides alone, and after %(n)s hour everybody does.",
            "More than half have to agree. The person who asked for the pause decides alone, and after %(n)s hours everybody does.",
            hours,
        ) % {"n": hours}
        if table.value.is_rated:
            explanation = words.ngettext(
                "All have to agree, as time runs again then. After %(n)s hour everybody decides alone.",
                "All have to agree, as time runs again then. After %(n)s hours everybody decides alone.",
                hours,
            ) % {"n": hours}
        return [PossibleProposal("resume", _("Resume the game"), explanation), *ends]
    explanation = _("Nobody can move until the game is resumed. More than half have to agree.")
    if table.value.is_rated:
        explanation = _("Nobody can move until the game is resumed. All have to agree, to that as well.")
    proposals = [PossibleProposal("pause", _("Pause the game"), explanation)]
    count = table.askable_undo(seat)
    if count and not table.undoable(seat):
        explanation = _("The last %(n)s decisions are taken back, if all agree whose decisions are among them.") % {"n": count}
        proposals.insert(0, PossibleProposal("undo", _("Take back my last decision"), explanation))
    return proposals + ends


def end_proposals(table: Table, words: NullTranslations) -> list[PossibleProposal]:
    """Returns how the game can be ended together."""
    _ = words.gettext
    cancelled = _(
        "It ends without result, and nobody’s statistics count it. All have to agree, but those whose time is over are not asked."
    )
    if table.value.is_rated:
        cancelled = _("It ends without result and is not rated, which the page of each player counts. All have to agree.")
    proposals = [
        PossibleProposal(
            "score",
            _("End the game here"),
            _(
                "It is scored as it stands. All have to agree, but those whose time is over are not asked. The result is marked as ended early."
            ),
        ),
        PossibleProposal("cancel", _("Cancel the game"), cancelled),
    ]
    return [proposal for proposal in proposals if allows_proposal(table, proposal.kind)]
