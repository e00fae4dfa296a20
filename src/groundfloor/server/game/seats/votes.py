"""What the page of a table says about deciding together: the open proposal, or what its viewer can propose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.agents.levels import LEVELS
from groundfloor.presentation import names
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.board.proposals import PossibleProposal, possible_proposals, proposal_facts, proposal_sentence, tally
from groundfloor.table.proposals import is_transferable, offered_by, open_proposal
from groundfloor.table.rights import allows_proposal

from ...http.errors import TooManyAttempts
from ...http.request_checks import limited_user

if TYPE_CHECKING:
    from collections.abc import Collection
    from gettext import NullTranslations

    from starlette.requests import Request

    from groundfloor.table import Table
    from groundfloor.table.value import Proposal

    from ...context import AppContext
    from ..viewer import Viewer


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


def votes_of(viewer: Viewer, translations: NullTranslations, away: Collection[int]) -> Votes | None:
    """Returns what the page says; ``away`` are the seats that may be given away. None for spectators, bots' seats, and games that are over."""
    table = viewer.table
    if viewer.seat is None or table.is_record_only or table.game.is_over or not table.value.seats[viewer.seat].is_human:
        return None
    facts = proposal_facts(table, viewer.own_seats)
    if facts is not None and facts.is_open:
        called = {seat_value.seat: isolated(seat_value.name) for seat_value in table.value.seats}
        sentence = proposal_sentence(facts, called, translations)
        is_pauser = table.value.pause is not None and table.value.pause.seat == viewer.seat and not table.value.is_rated
        alone = (PossibleProposal("resume", translations.gettext("Resume the game"), translations.gettext("You asked for the pause.")),)
        return Votes(table.version, sentence, tally(facts, translations), alone if is_pauser else (), can_resign=table.value.is_rated)
    return Votes(
        table.version,
        proposals=tuple(possible_proposals(table, viewer.seat, translations)),
        transfers=transfers(table, viewer, translations, away),
        offered=offered_name(table, viewer),
        can_resign=table.value.is_rated,
    )


def count_proposal(context: AppContext, request: Request, table: Table, before: Proposal | None) -> None:
    """Counts what was proposed since the proposal ``before`` was open, if others are asked; TooManyAttempts if the person who asks has proposed too much lately."""
    now = open_proposal(table)
    if now is None or (before is not None and now.id == before.id):
        return
    if context.rates.proposals.take(limited_user(request)):
        raise TooManyAttempts("You have proposed too much lately. Please wait a few minutes.")


def transfers(table: Table, viewer: Viewer, translations: NullTranslations, away: Collection[int]) -> tuple[SeatTransfer, ...]:
    """Returns the seats that the people at the table can give to a bot or to another person."""
    offers = []
    for seat_value in table.value.seats:
        if seat_value.seat not in away or not allows_proposal(table, "person"):
            continue
        takers = []
        if is_transferable(table, seat_value.seat, "person"):
            takers.append(
                (f"person {seat_value.seat + 1}", translations.gettext("%(name)s: another person") % {"name": isolated(seat_value.name)})
            )
        if is_transferable(table, seat_value.seat, "bot"):
            pattern = translations.gettext("%(name)s: a bot, %(bot)s")
            takers += [
                (
                    f"bot {seat_value.seat + 1} {bot}",
                    pattern % {"name": isolated(seat_value.name), "bot": names.full("bot", bot, translations)},
                )
                for bot in LEVELS
            ]
        if takers and seat_value.seat != viewer.seat:
            offers.append(SeatTransfer(seat_value.name, tuple(takers)))
    return tuple(offers)


def offered_name(table: Table, viewer: Viewer) -> str:
    """Returns whose seat is offered to another person, as the viewer has proposed; "" for nobody's."""
    seat = offered_by(table, viewer.own_seats)
    return "" if seat is None else table.value.seats[seat].name
