"""The seats of a command line: people at this terminal, agents and Automas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.agents import AGENTS

from .usage import BadUsage

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.seats import Seat


@dataclass(frozen=True)
class Place:
    """One word of ``--seats``: what ``new_game`` takes for it, the agent that plays it ("" for people and Automas), and whether
    the word says the name."""

    seat: str
    agent: str
    is_named: bool = True

    def fits(self, seat: Seat, agent: str) -> bool:
        """The word can mean this seat of a game that is there already."""
        name = f"automa:{seat.automa}" if seat.automa else seat.name
        is_same = self.seat == name or (not self.is_named and not seat.automa)
        return is_same and self.agent == agent


def places(text: str, words: NullTranslations | None) -> list[Place]:
    """The seats of ``you,you:NAME,random,greedy,automa:ID``; ``words`` None: nobody sits here, so ``you`` is no seat."""
    parts = [word.strip() for word in text.split(",")]
    is_alone = parts.count("you") == 1
    return [place(word, number, words, is_alone) for number, word in enumerate(parts, 1)]


def place(word: str, number: int, words: NullTranslations | None, is_alone: bool) -> Place:
    """One seat; several people without a name, and agents, are told apart by the number of their seat."""
    kind, colon, name = word.partition(":")
    if kind == "automa" and name:
        return Place(f"automa:{name}", "")
    if kind in AGENTS and not colon:
        return Place(f"{kind} {number}", kind)
    if kind == "you" and words is not None and name.strip():
        return Place(name.strip(), "")
    if word == "you" and words is not None:
        return Place(own_name(number, words, is_alone), "", is_named=False)
    agents = ", ".join(AGENTS)
    people = "you, you:NAME, " if words is not None else ""
    raise BadUsage(f"A seat is {people}{agents} or automa:pei, automa:gropius, automa:hadid, not {word!r}.")


def own_name(number: int, words: NullTranslations, is_alone: bool) -> str:
    """What somebody is called who has not said it: alone a word that goes with the verbs of the log, in the past tense."""
    return words.pgettext("speaker", "I") if is_alone else words.gettext("Player %(n)s") % {"n": number}
