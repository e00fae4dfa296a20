"""Parses the option ``--seats``: humans at this terminal, agents and Automas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.agents import AGENTS

from .arguments import BadUsage

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.seats import Seat


@dataclass(frozen=True)
class SeatSpec:
    """One seat of ``--seats``: its text for ``new_game``, its agent ("" for humans and Automas), and whether the option gives a name."""

    seat: str
    agent: str
    is_named: bool = True

    def fits(self, seat: Seat, agent: str) -> bool:
        """Returns whether this seat of an existing game matches."""
        name = f"automa:{seat.automa}" if seat.automa else seat.name
        is_same = self.seat == name or (not self.is_named and not seat.automa)
        return is_same and self.agent == agent


def parse_seats(text: str, words: NullTranslations | None) -> list[SeatSpec]:
    """Parses ``you,you:NAME,random,greedy,automa:ID``; without ``words`` no human plays, so ``you`` is an error."""
    parts = [word.strip() for word in text.split(",")]
    is_alone = parts.count("you") == 1
    return [parse_seat(word, number, words, is_alone) for number, word in enumerate(parts, 1)]


def parse_seat(word: str, number: int, words: NullTranslations | None, is_alone: bool) -> SeatSpec:
    """Parses one seat; humans without a name, and agents, are named after their seat number."""
    kind, colon, name = word.partition(":")
    if kind == "automa" and name:
        return SeatSpec(f"automa:{name}", "")
    if kind in AGENTS and not colon:
        return SeatSpec(f"{kind} {number}", kind)
    if kind == "you" and words is not None and name.strip():
        return SeatSpec(name.strip(), "")
    if word == "you" and words is not None:
        return SeatSpec(default_name(number, words, is_alone), "", is_named=False)
    agents = ", ".join(AGENTS)
    people = "you, you:NAME, " if words is not None else ""
    raise BadUsage(f"A seat is {people}{agents} or automa:pei, automa:gropius, automa:hadid, not {word!r}.")


def default_name(number: int, words: NullTranslations, is_alone: bool) -> str:
    """Returns the default name: "I" for the only human, else "Player N"."""
    return words.pgettext("speaker", "I") if is_alone else words.gettext("Player %(n)s") % {"n": number}
