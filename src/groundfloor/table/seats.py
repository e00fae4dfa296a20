"""Seats: who plays them, which secrets open them, how they lose rated games, and their preferences."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundfloor.agents.specification import is_table_agent, table_agents
from groundfloor.guide import GuideState

from .errors import NotABotSeat, NotYourTurn, UnknownPreference
from .value import PREFERENCES, PlanStop, Preferences

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundfloor.engine.record import Record

    from .operations import GuideWord
    from .value import DepartureKind, SeatValue, TableValue

    Randomness = Callable[[int], bytes]

MAX_BOTS = 15
"""How often bots can take a seat: the record of the game can then still be uploaded."""
AUTO_ANSWERS = {"hire": "skips_hiring", "fire": "skips_firing"}
"""Questions with an automatic answer, ``done``, and the preference that switches it on."""


# Who plays


def check_player(seat: SeatValue, bot: str, record: Record) -> None:
    """Raises NotABotSeat if a bot can't play a seat from here on, or a person ("")."""
    if seat.is_automa:
        raise NotABotSeat("An Automa sits here; a bot can take the seat of a person only.")
    if bot and not is_table_agent(bot):
        raise NotABotSeat("There is no bot “%(bot)s”; there are: %(known)s.", bot=bot, known=", ".join(table_agents()))
    if bot and bot != seat.agent and has_had_all_bots(record, seat.seat):
        raise NotABotSeat("Bots have taken this seat %(most)s times, the most that are possible in a game.", most=str(MAX_BOTS))


def has_had_all_bots(record: Record, seat: int) -> bool:
    """Returns whether bots have taken a seat as often as they can."""
    return sum(bool(entry.bot) and entry.seat == seat for entry in record.entries) >= MAX_BOTS


def with_player_changed(seat: SeatValue, bot: str, version: int) -> SeatValue:
    """Returns a seat that a bot plays after ``version`` entries, or a person (""). Its draft is dropped, and with a bot its plan stops."""
    notes = seat.notes.stopped(PlanStop("bot", version)) if bot else seat.notes
    return replace(seat, automa=bot, draft=None, notes=notes)


def with_departure(value: TableValue, seat: int, kind: DepartureKind, round: int) -> TableValue:
    """Returns the value of a rated game that a seat has lost in a ``round`` before its end, after any others."""
    return value.with_seat(replace(value.seats[seat], departure=kind, departed=len(value.departures) + 1, departed_in=round))


# Links


def new_seat_token(randomness: Randomness) -> str:
    """Returns the secret part of a seat's address."""
    return urlsafe_b64encode(randomness(18)).decode()


def with_new_link(seat: SeatValue, token: str) -> SeatValue:
    """Returns a seat with a new secret token; its old link leads nowhere from here on. Raises NotYourTurn for an Automa."""
    if seat.is_automa:
        raise NotYourTurn("Not possible: an Automa sits here, which needs no link.")
    return replace(seat, token=token)


def check_offered(seat: SeatValue) -> None:
    """Raises NotYourTurn if a seat is not offered to another person."""
    if not seat.offer:
        raise NotYourTurn("This seat is not offered any more.")


def with_new_person(seat: SeatValue, token: str, account: str) -> SeatValue:
    """Returns a seat that was offered, and that another person has taken, with an ``account`` ("": a guest)."""
    return replace(seat, token=token, offer="", account=account, notes=seat.notes.without_plan(), draft=None)


# Preferences


def with_preference(seat: SeatValue, name: str, is_on: bool | None) -> SeatValue:
    """Returns a seat with a preference switched over (None) or to this value; raises UnknownPreference."""
    if name not in PREFERENCES:
        raise UnknownPreference("There is no preference “%(name)s”.", name=name)
    preferences = seat.preferences or Preferences()
    changed: dict[str, Any] = {name: not preferences.is_on(name) if is_on is None else is_on}
    return replace(seat, preferences=replace(preferences, **changed))


def with_guide(seat: SeatValue, word: GuideWord, step: str, *, can_be_advised: bool) -> SeatValue:
    """Returns a seat whose guide goes on from its ``step`` ("": it says nothing), leaves or is there again; with ``resume`` a practice table advises from then on."""
    preferences = seat.preferences or Preferences()
    state = GuideState.parse(preferences.guide)
    skipped = (*state.skipped, step) if word == "next" and step else state.skipped
    is_left = {"leave": True, "resume": False}.get(word, state.is_left)
    advises = can_be_advised and (state.advises or word == "resume")
    return replace(seat, preferences=replace(preferences, guide=GuideState(is_left, skipped, advises).format()))


def auto_answer(seat: SeatValue, question: str) -> str:
    """Returns the answer that a preference of a seat settles, "" if none does."""
    preference = AUTO_ANSWERS.get(question)
    return "done" if preference is not None and (seat.preferences or Preferences()).is_on(preference) else ""
