"""The seats of a command line: people at this terminal, agents and Automas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.agents import AGENTS

from .usage import BadUsage

if TYPE_CHECKING:
    from gettext import NullTranslations


@dataclass(frozen=True)
class Place:
    """One word of ``--seats``: what ``new_game`` takes for it, and the agent that plays it ("" for people and Automas)."""

    seat: str
    agent: str


def places(text: str, words: NullTranslations | None) -> list[Place]:
    """The seats of ``you,you:NAME,random,greedy,automa:ID``; ``words`` None: nobody sits here, so ``you`` is no seat."""
    return [place(word.strip(), number, words) for number, word in enumerate(text.split(","), 1)]


def place(word: str, number: int, words: NullTranslations | None) -> Place:
    """One seat; people without a name and agents are told apart by the number of their seat."""
    kind, colon, name = word.partition(":")
    if kind == "automa" and name:
        return Place(f"automa:{name}", "")
    if kind in AGENTS and not colon:
        return Place(f"{kind} {number}", kind)
    if kind == "you" and words is not None and (name or not colon):
        return Place(name.strip() or own_name(number, words), "")
    agents = ", ".join(AGENTS)
    people = "you, you:NAME, " if words is not None else ""
    raise BadUsage(f"A seat is {people}{agents} or automa:pei, automa:gropius, automa:hadid, not {word!r}.")


def own_name(number: int, words: NullTranslations) -> str:
    """What somebody is called who has not said it; a word that the sentences of the log go well with."""
    name = words.pgettext("speaker", "You")
    return name if number == 1 else f"{name} {number}"
