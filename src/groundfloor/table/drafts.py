"""The draft of a seat: the moves that it has chosen but not confirmed, and the position after each of them.

A draft is at most one turn. Its positions contain the chosen actions and their own effects only: in them no other seat has
acted, no chance outcome was dealt and no phase has begun (``Game.draft``). Remodels may be deferred, chosen before a decision and done after it, if the
ruleset asks for remodels at the end of the turn (``RULES 9.1.1``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from groundfloor.engine.errors import GroundfloorError

from .closing_answers import CLOSING_ANSWERS, SKIPPABLE_QUESTIONS
from .errors import ConflictsWithDraft, NoDraft, Refused, StaleVersion, UnknownChoice
from .value import Draft

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game

DEFERRED_PREFIX = "then "
"""Prefix of the stored text of a deferred remodel."""


@dataclass(frozen=True)
class DraftMoves:
    """``positions[0]`` is the confirmed position, ``positions[k]`` the one after ``k`` actions; ``partial`` the first words of an unfinished choice.

    ``deferred`` are remodels chosen before the open decision; they become actions of the draft right after that decision.
    """

    seat: int
    positions: tuple[Game, ...]
    actions: tuple[Action, ...] = field(default=())
    partial: str = ""
    deferred: tuple[Action, ...] = field(default=())

    @classmethod
    def from_texts(cls, game: Game, seat: int, texts: Sequence[str], partial: str = "") -> DraftMoves:
        """Returns the draft with these actions, up to the first that is not legal; ``texts`` may be ``stored_texts``."""
        given = [text for text in texts if not text.startswith(DEFERRED_PREFIX)]
        draft = cls(seat, (game,)).followed_by(given)
        if len(draft.actions) < len(given):
            return draft
        draft = replace(draft, partial=partial)
        return draft.with_deferred([text.removeprefix(DEFERRED_PREFIX) for text in texts if text.startswith(DEFERRED_PREFIX)]) or draft

    def before(self, depth: int) -> DraftMoves:
        """Returns the draft with its first ``depth`` actions alone."""
        return DraftMoves(self.seat, self.positions[: depth + 1], self.actions[:depth])

    def followed_by(self, texts: Sequence[str]) -> DraftMoves:
        """Returns the draft with these actions after its own, up to the first that is not legal."""
        positions, actions = [*self.positions], [*self.actions]
        for text in texts:
            try:
                action = self.game.ruleset.action(text)
                if not is_legal_answer(positions[-1], self.seat, action):
                    break
                positions.append(positions[-1].draft(action))
            except GroundfloorError:
                break
            actions.append(action)
        return DraftMoves(self.seat, tuple(positions), tuple(actions))

    def can_be_followed_by(self, texts: Sequence[str]) -> bool:
        """Returns whether all of these actions are legal one after the other; the last one need not be made for that."""
        draft = self.followed_by(texts[:-1])
        return len(draft.actions) == len(self.actions) + len(texts) - 1 and is_legal_answer(
            draft.game, self.seat, self.game.ruleset.action(texts[-1])
        )

    @property
    def game(self) -> Game:
        return self.positions[-1]

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(action.text for action in self.actions)

    @property
    def stored_texts(self) -> tuple[str, ...]:
        """The texts from which ``from_texts`` restores the draft, deferred remodels included."""
        return (*self.texts, *(DEFERRED_PREFIX + action.text for action in self.deferred))

    @property
    def is_empty(self) -> bool:
        return not (self.actions or self.partial or self.deferred)

    @property
    def stored(self) -> Draft | None:
        """What is kept of the draft; None if nothing is chosen."""
        return None if self.is_empty else Draft(self.stored_texts, self.partial)

    @cached_property
    def deferrable(self) -> tuple[Action, ...]:
        """The remodels that can be deferred: chosen before the open decision, done after it.

        In the second half of a decision (``bonus_room``) a remodel is the answer itself.
        """
        rules = self.game.ruleset
        if rules.remodeling_turn_ends is None or self.game.question_kind in rules.remodeling_turn_ends.second_halves:
            return ()
        legal = {
            action
            for end in positions_after_deferred(self.game, self.seat, [action.text for action in self.deferred])
            for action in end._legal
        }
        return tuple(action for action in rules.remodeling.actions if action in legal)

    def with_deferred(self, texts: Sequence[str]) -> DraftMoves | None:
        """Returns the draft with these remodels, as actions if the turn ends here, else deferred; None if neither is possible."""
        if not texts:
            return replace(self, deferred=())
        if self.is_asked(len(self.actions)) and self.game.question_kind == "after_turn":
            return (
                DraftMoves.from_texts(self.positions[0], self.seat, (*self.texts, *texts))
                if after_remodels(self.game, texts) is not None
                else None
            )
        if not positions_after_deferred(self.game, self.seat, texts):
            return None
        return replace(self, deferred=tuple(self.game.ruleset.action(text) for text in texts))

    def is_asked(self, depth: int) -> bool:
        """Returns whether the seat is asked a question after ``depth`` actions."""
        return self.positions[depth].current_player == self.seat

    def matching_answers(self, depth: int, prefix: str) -> list[str]:
        """Returns the texts of the legal answers after ``depth`` actions that begin with the prefix; only the exact one if there is one."""
        texts = [action.text for action in self.positions[depth]._legal] if self.is_asked(depth) else []
        if prefix in texts:
            return [prefix]
        return [text for text in texts if text.startswith(prefix + " ")]

    def closing_answer(self) -> str:
        """Returns the answer that confirming adds at the end, "" if none."""
        question = self.game.question
        if not self.actions or question is None or question.seat != self.seat:
            return ""
        text = CLOSING_ANSWERS.get(question.kind, "")
        return text if any(action.text == text for action in question.legal) else ""

    @cached_property
    def after_closing(self) -> DraftMoves | None:
        """The draft with the closing answer, if the same turn has a further question after it; None otherwise."""
        closing = self.closing_answer()
        if self.partial or not closing or self.game.question_kind not in SKIPPABLE_QUESTIONS:
            return None
        draft = self.followed_by((closing,))
        return draft if draft.is_asked(len(draft.actions)) else None

    def with_choice(self, depth: int, text: str) -> DraftMoves | None:
        """Returns the draft with a legal answer to the question after ``depth`` actions; None if the later actions can't all stay.

        At the open question the answer is appended. At an earlier one a remodel is inserted before the answer there, unless the
        question is itself about the remodel; any other answer replaces the one there.
        """
        texts = self.texts_from(depth, text)
        draft = self.before(depth).followed_by(texts)
        return draft.with_deferred([action.text for action in self.deferred]) if len(draft.actions) == depth + len(texts) else None

    def texts_from(self, depth: int, text: str) -> tuple[str, ...]:
        """Returns the answers from the question after ``depth`` actions on, with this one there."""
        is_added = text.startswith("remodel ") and self.positions[depth].question_kind != "bonus_room" and text not in self.texts
        return (text, *self.texts[depth if is_added else depth + 1 :])

    def allows(self, depth: int, text: str) -> bool:
        """Returns whether a legal answer to the question after ``depth`` actions is compatible with the rest of the draft."""
        is_free = depth >= len(self.actions) - 1 and not text.startswith("remodel ") and not self.deferred
        if is_free or self.deferred:
            return is_free or self.with_choice(depth, text) is not None
        return self.before(depth).can_be_followed_by(self.texts_from(depth, text))

    def choice_depth(self, prefix: str) -> int:
        """Returns after how many actions the choice would be inserted, -1 if it is not possible anywhere."""
        return self._possible_answers(prefix)[0]

    def _possible_answers(self, prefix: str) -> tuple[int, list[str]]:
        """Returns after how many actions the choice would be inserted, with the answers that it could mean there; -1 and none if it is not possible anywhere."""
        for depth in range(len(self.actions), -1, -1):
            texts = [text for text in self.matching_answers(depth, prefix) if self.allows(depth, text)]
            if texts:
                return depth, texts
        return -1, []

    def choose(self, prefix: str) -> DraftMoves | None:
        """Returns the draft after a choice, None if it is not possible anywhere. The same rule holds at every decision:

        A choice answers the open question. If it does not answer that, it replaces the last answer in whose place it is legal (a
        remodel is inserted instead). All other actions stay; if they can't, the choice is refused. If only the closing answer stands
        between the draft and the next question of the turn, that question is open too. A remodel that is possible only after the
        open decision is deferred.
        """
        if (
            self.after_closing is not None
            and not self.matching_answers(len(self.actions), prefix)
            and self.after_closing.matching_answers(len(self.after_closing.actions), prefix)
        ):
            return self.after_closing.choose(prefix)
        depth, texts = self._possible_answers(prefix)
        if not texts:
            return self.defer(prefix)
        return self.with_choice(depth, texts[0]) if len(texts) == 1 else replace(self, partial=prefix)

    def defer(self, text: str) -> DraftMoves | None:
        """Returns the draft with one more deferred remodel, None if it can't be deferred."""
        if any(action.text == text for action in self.deferred):
            return self
        remodel = next((action for action in self.deferrable if action.text == text), None)
        return replace(self, deferred=(*self.deferred, remodel)) if remodel is not None else None

    def refusal_of(self, prefix: str) -> GroundfloorError:
        """Returns why no action that begins with the prefix can be chosen: the rules, or the rest of the draft."""
        asked = [depth for depth in range(len(self.positions)) if self.is_asked(depth)]
        if any(self.matching_answers(depth, prefix) for depth in asked):
            return ConflictsWithDraft("That is not possible together with what is pencilled in: take that back first.")
        for action in self.game.ruleset.actions:
            if action.text == prefix or action.text.startswith(prefix + " "):
                for depth in asked:
                    refusal = self.positions[depth].refusal(action)
                    if refusal is not None and refusal.code != "not_asked":
                        return Refused(refusal)
        return UnknownChoice(self, prefix)

    def without_last(self) -> DraftMoves:
        if self.deferred:
            return replace(self, partial="", deferred=self.deferred if self.partial else self.deferred[:-1])
        kept = len(self.actions) if self.partial else len(self.actions) - 1
        if (
            kept > 1
            and self.positions[kept - 1].question_kind in SKIPPABLE_QUESTIONS
            and self.texts[kept - 1] == CLOSING_ANSWERS[self.positions[kept - 1].question_kind]
        ):
            kept -= 1
        return DraftMoves.from_texts(self.positions[0], self.seat, self.texts[:kept])


def is_legal_answer(game: Game, seat: int, action: Action) -> bool:
    """Returns whether an action is a legal answer of a seat to the question that is asked."""
    return game.current_player == seat and action in game._legal


def positions_at_turn_end(game: Game, seat: int) -> Iterator[Game]:
    """Yields the positions in which the seat is asked for remodels, one for each answer to its question that leads to one."""
    rules = game.ruleset.remodeling_turn_ends
    if rules is None or game.current_player != seat or game.question_kind not in rules.kinds:
        return
    for action in game._legal:
        then = game.draft(action)
        if then.current_player == seat and then.question_kind == "after_turn":
            yield then
        elif then.question_kind in rules.second_halves:
            yield from positions_at_turn_end(then, seat)


def after_remodels(game: Game, texts: Sequence[str]) -> Game | None:
    """Returns the position after these remodels in this order, None if one of them is not possible."""
    for text in texts:
        try:
            game = game.draft(game.ruleset.action(text))
        except GroundfloorError:
            return None
    return game


def positions_after_deferred(game: Game, seat: int, texts: Sequence[str]) -> list[Game]:
    """Returns the positions after these remodels, one for each answer to the question that allows them; empty if none does."""
    found = (after_remodels(end, texts) for end in positions_at_turn_end(game, seat))
    return [each for each in found if each is not None]


def with_pick(draft: DraftMoves, text: str) -> DraftMoves:
    """Returns a draft with the only legal answer that begins with a text, or with the text itself if there are several; raises the reason why there is none."""
    chosen = draft.choose(" ".join(text.lower().split()))
    if chosen is None:
        raise draft.refusal_of(text)
    return chosen


def without_last(draft: DraftMoves) -> DraftMoves:
    """Returns a draft without its last choice; raises NoDraft if it has none."""
    if draft.is_empty:
        raise NoDraft("No move is pencilled in, so there is nothing to take back.")
    return draft.without_last()


def confirmed_texts(draft: DraftMoves) -> tuple[str, ...]:
    """Returns the answers that confirming a draft gives; raises NoDraft if something is missing."""
    if draft.partial:
        raise NoDraft("Your choice is not finished: choose how, or take it back.")
    if draft.deferred:
        raise NoDraft("The remodel comes after your decision: choose that first, or take the remodel back.")
    if not draft.actions:
        raise NoDraft("No move is pencilled in, so there is nothing to confirm.")
    closing = draft.closing_answer()
    return (*draft.texts, closing) if closing else draft.texts


def check_shown(draft: DraftMoves, shown: str | None) -> None:
    """Raises StaleVersion if a draft is not the one that somebody was ``shown``, its answers separated by commas (None: any)."""
    if shown not in (None, ",".join(action.text for action in (*draft.actions, *draft.deferred))):
        raise StaleVersion(
            "Your draft was changed in another window or on another device. This is how it stands now; nothing was confirmed."
        )
