"""The tentative line of a seat: what it has pencilled in beyond the last confirmed position, and the positions along it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..engine.errors import GroundfloorError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.actions import Action
    from ..engine.game import Game

CLOSING = {"after_task": "end", "after_buy": "end"}
"""Questions that a confirmation also answers: who confirms a task has ended the turn."""


@dataclass(frozen=True)
class Sketch:
    """``stops[0]`` is the settled position, ``stops[k]`` the one after ``k`` actions; ``picked`` the beginning of the next."""

    seat: int
    stops: tuple[Game, ...]
    actions: tuple[Action, ...] = field(default=())
    picked: str = ""

    @classmethod
    def along(cls, game: Game, seat: int, texts: Sequence[str], picked: str = "") -> Sketch:
        """The line with these actions, cut off where it can't go on."""
        stops, actions = [game], []
        for text in texts:
            after = stops[-1].copy()
            if after.current_player != seat:
                break
            try:
                action = game.ruleset.action(text)
                after.apply(action)
            except GroundfloorError:
                break
            stops.append(after)
            actions.append(action)
        return cls(seat, tuple(stops), tuple(actions), picked if len(actions) == len(texts) else "")

    @property
    def game(self) -> Game:
        """The position at the end of the line."""
        return self.stops[-1]

    @property
    def texts(self) -> tuple[str, ...]:
        """The pencilled actions as texts."""
        return tuple(action.text for action in self.actions)

    def is_asked(self, depth: int) -> bool:
        """The seat has the word after so many actions."""
        return self.stops[depth].current_player == self.seat

    def under(self, depth: int, prefix: str) -> list[str]:
        """The legal answers after so many actions that begin with the prefix, an exact one alone."""
        texts = [action.text for action in self.stops[depth].legal_actions]
        if prefix in texts:
            return [prefix]
        return [text for text in texts if text.startswith(prefix + " ")]

    def closing(self) -> str:
        """The answer that a confirmation adds at the end; empty if none."""
        question = self.game.question
        if not self.actions or question is None or question.seat != self.seat:
            return ""
        text = CLOSING.get(question.kind, "")
        return text if any(action.text == text for action in question.legal) else ""

    def pick(self, prefix: str) -> Sketch | None:
        """The line after a choice: it goes on, or the choice takes the place of the last move that it could have been made at.

        None if nothing legal begins with the prefix.
        """
        for depth in range(len(self.actions), -1, -1):
            found = self.under(depth, prefix) if self.is_asked(depth) else []
            if len(found) == 1:
                return Sketch.along(self.stops[0], self.seat, (*self.texts[:depth], found[0]))
            if found:
                return Sketch.along(self.stops[0], self.seat, self.texts[:depth], prefix)
        return None

    def back(self) -> Sketch:
        """One choice less."""
        kept = self.texts if self.picked else self.texts[:-1]
        return Sketch.along(self.stops[0], self.seat, kept)
