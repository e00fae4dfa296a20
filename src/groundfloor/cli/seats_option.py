"""Parses the option ``--seats``: humans at this terminal, agents and Automas."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.agents.specification import IN_FILE, PROGRAM, parse_specification
from groundfloor.engine.record import MAX_BOT_NAME_LENGTH

from .arguments import BadUsage

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.seats import Seat

NO_BOTS = ("you", "automa")
"""What the words of people and Automas begin with."""


@dataclass(frozen=True)
class SeatSpec:
    """One seat of ``--seats``: its text for ``new_game``, the specification of its agent ("" for humans and Automas), whether
    the option gives a name, and what a record calls the agent."""

    seat: str
    agent: str
    is_named: bool = True
    bot: str = ""

    def fits(self, seat: Seat, agent: str) -> bool:
        name = f"automa:{seat.automa}" if seat.automa else seat.name
        is_same = self.seat == name or (not self.is_named and not seat.automa)
        return is_same and self.agent == agent


def parse_seats(text: str, words: NullTranslations | None) -> list[SeatSpec]:
    """Parses ``you,you:NAME,automa:ID`` and specifications of agents; without ``words`` no human plays, so ``you`` is an error."""
    parts = [word.strip() for word in text.split(",")]
    return [parse_seat(word, number, words) for number, word in enumerate(parts, 1)]


def parse_seat(word: str, number: int, words: NullTranslations | None) -> SeatSpec:
    """Parses one seat; humans without a name, and agents, are named after their seat number."""
    kind, colon, name = word.partition(":")
    if kind == "automa" and name:
        return SeatSpec(f"automa:{name}", "")
    if kind == "you" and words is not None and name.strip():
        return SeatSpec(name.strip(), "")
    if word == "you" and words is not None:
        return SeatSpec(words.gettext("Player %(n)s") % {"n": number}, "", is_named=False)
    try:
        label = parse_specification(word).label
        return SeatSpec(f"{label[:30]} {number}", word, bot=bot_name(word, label))
    except BadSpecification as error:
        if colon and kind not in NO_BOTS:
            raise
        people = "you, you:NAME, " if words is not None else ""
        raise BadUsage(f"A seat is {people}automa:pei, automa:gropius, automa:hadid or a bot. {error}") from error


def bot_name(specification: str, label: str) -> str:
    """Returns what a record calls a bot: its name with its settings, of a file or program the label; with dashes for what can't be in a name.

    >>> bot_name("greedy:random_moves=0.5", "greedy"), bot_name("bots/mine.py:Mine", "Mine")
    ('greedy-random_moves-0.5', 'Mine')
    """
    is_own = specification.startswith(PROGRAM) or IN_FILE.fullmatch(specification) is not None
    return re.sub(r"[^A-Za-z0-9_.-]", "-", label if is_own else specification)[:MAX_BOT_NAME_LENGTH]
