"""The draft of a seat: what it has pencilled in beyond the last confirmed position, and the positions along it.

A draft is one turn at most. Its positions hold what the seat has chosen and what that does by itself: no other seat has acted in
them, no chance has been dealt and no phase has begun (``Game.draft``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ..engine.errors import GroundfloorError
from .waiting import remodeled, ways_to_wait

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.actions import Action
    from ..engine.game import Game

CLOSING = {"after_task": "end", "after_buy": "end", "after_turn": "end"}
"""Questions that a confirmation also answers: who confirms a task has ended the turn."""
PASSED = ("after_turn",)
"""Those of them that the seat's next choice of the same turn answers as well."""
WAITS = "then "
"""What a kept text begins with if the remodel that it names waits for the decision."""


@dataclass(frozen=True)
class Sketch:
    """``stops[0]`` is the settled position, ``stops[k]`` the one after ``k`` actions; ``picked`` the beginning of a further choice.

    ``waiting`` are remodels chosen before the open decision; they are pencilled in after it, with the decision itself.
    """

    seat: int
    stops: tuple[Game, ...]
    actions: tuple[Action, ...] = field(default=())
    picked: str = ""
    waiting: tuple[Action, ...] = field(default=())

    @classmethod
    def along(cls, game: Game, seat: int, texts: Sequence[str], picked: str = "") -> Sketch:
        """The draft with these actions, cut off where it can't go on; the texts may be those of ``kept``."""
        stops, actions = [game], []
        given = [text for text in texts if not text.startswith(WAITS)]
        for text in given:
            before = stops[-1]
            if before.current_player != seat:
                break
            try:
                action = game.ruleset.action(text)
                stops.append(before.draft(action))
            except GroundfloorError:
                break
            actions.append(action)
        if len(actions) < len(given):
            return cls(seat, tuple(stops), tuple(actions))
        found = cls(seat, tuple(stops), tuple(actions), picked)
        return found.with_waiting([text.removeprefix(WAITS) for text in texts if text.startswith(WAITS)]) or found

    @property
    def game(self) -> Game:
        """The position at the end of the draft."""
        return self.stops[-1]

    @property
    def texts(self) -> tuple[str, ...]:
        """The pencilled actions as texts."""
        return tuple(action.text for action in self.actions)

    @property
    def kept(self) -> tuple[str, ...]:
        """The texts that bring back the whole draft (``along``)."""
        return (*self.texts, *(WAITS + action.text for action in self.waiting))

    @cached_property
    def later(self) -> tuple[Action, ...]:
        """The remodels that can be chosen before the open decision, to be done after it.

        In the second half of a decision (``bonus_room``) a remodel is the answer itself.
        """
        rules = self.game.ruleset
        if rules.remodeling_turn_ends is None or self.game.question_kind in rules.remodeling_turn_ends.second_halves:
            return ()
        legal = {action for end in ways_to_wait(self.game, self.seat, [action.text for action in self.waiting]) for action in end.legal}
        return tuple(action for action in rules.remodeling.actions if action in legal)

    def with_waiting(self, texts: Sequence[str]) -> Sketch | None:
        """The draft with these remodels: pencilled in where the turn ends, else waiting for the open decision; None if neither is possible."""
        if not texts:
            return replace(self, waiting=())
        if self.is_asked(len(self.actions)) and self.game.question_kind == "after_turn":
            return Sketch.along(self.stops[0], self.seat, (*self.texts, *texts)) if remodeled(self.game, texts) is not None else None
        if not ways_to_wait(self.game, self.seat, texts):
            return None
        return replace(self, waiting=tuple(self.game.ruleset.action(text) for text in texts))

    def is_asked(self, depth: int) -> bool:
        """The seat is asked something after so many actions."""
        return self.stops[depth].current_player == self.seat

    def under(self, depth: int, prefix: str) -> list[str]:
        """The legal answers after so many actions that begin with the prefix, an exact one alone."""
        texts = [action.text for action in self.stops[depth].legal] if self.is_asked(depth) else []
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

    @cached_property
    def beyond(self) -> Sketch | None:
        """The draft with the closing answer, if the turn goes on after it with a further question; None otherwise."""
        closing = self.closing()
        if self.picked or not closing or self.game.question_kind not in PASSED:
            return None
        found = Sketch.along(self.stops[0], self.seat, (*self.texts, closing))
        return found if found.is_asked(len(found.actions)) else None

    def with_choice(self, depth: int, text: str) -> Sketch | None:
        """The draft with a legal answer to the question after so many actions; None if the other answers can't all stay.

        At the open question the answer is added. A remodel at an earlier one is put before what stands there, except where the
        remodel is itself what that question is about; any other answer takes the place of what stands there.
        """
        texts = self.texts
        is_added = text.startswith("remodel ") and self.stops[depth].question_kind != "bonus_room" and text not in texts
        after = texts[depth:] if is_added else texts[depth + 1 :]
        found = Sketch.along(self.stops[0], self.seat, (*texts[:depth], text, *after))
        return found.with_waiting([action.text for action in self.waiting]) if len(found.actions) == depth + 1 + len(after) else None

    def allows(self, depth: int, text: str) -> bool:
        """Whether a legal answer to the question after so many actions can be chosen with the rest of the draft as it is."""
        is_free = depth >= len(self.actions) - 1 and not text.startswith("remodel ") and not self.waiting
        return is_free or self.with_choice(depth, text) is not None

    def place(self, prefix: str) -> int:
        """After how many actions a choice would be made; -1 if it is possible nowhere."""
        for depth in range(len(self.actions), -1, -1):
            if any(self.allows(depth, text) for text in self.under(depth, prefix)):
                return depth
        return -1

    def pick(self, prefix: str) -> Sketch | None:
        """The draft after a choice, by the one rule of every decision; None if the choice is possible nowhere.

        A choice answers the open question. If it is no answer to that, it takes the place of the last answer that it could have
        been given instead of (a remodel is always added). Whatever else is pencilled stays: if it can't, the choice is refused.
        Where only the closing answer keeps the turn's next question from being open, that one is open as well. A remodel that can be
        done only after the open decision waits for it.
        """
        if self.beyond is not None and not self.under(len(self.actions), prefix) and self.beyond.under(len(self.beyond.actions), prefix):
            return self.beyond.pick(prefix)
        depth = self.place(prefix)
        if depth < 0:
            return self.wait(prefix)
        texts = [text for text in self.under(depth, prefix) if self.allows(depth, text)]
        return self.with_choice(depth, texts[0]) if len(texts) == 1 else replace(self, picked=prefix)

    def wait(self, text: str) -> Sketch | None:
        """The draft with one more remodel that waits for the open decision; None if it can't."""
        if any(action.text == text for action in self.waiting):
            return self
        found = next((action for action in self.later if action.text == text), None)
        return replace(self, waiting=(*self.waiting, found)) if found is not None else None

    def back(self) -> Sketch:
        """One choice less."""
        if self.waiting:
            return replace(self, picked="", waiting=self.waiting if self.picked else self.waiting[:-1])
        kept = len(self.actions) if self.picked else len(self.actions) - 1
        if (
            kept > 1
            and self.stops[kept - 1].question_kind in PASSED
            and self.texts[kept - 1] == CLOSING[self.stops[kept - 1].question_kind]
        ):
            kept -= 1
        return Sketch.along(self.stops[0], self.seat, self.texts[:kept])
