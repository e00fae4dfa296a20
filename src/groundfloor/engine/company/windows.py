"""Remodeling together with decisions of other phases than III, as in revision 1 of the online version (``RULES 9.1.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..freezing import Freezable

if TYPE_CHECKING:
    from ..actions import Action
    from ..game import Game
    from ..kinds import QuestionKind


class RemodelingWindows(Freezable):
    """The questions to which ``remodel ROOM`` is a further answer, at the usual price; the question is asked again afterwards.

    Nobody is asked only in order to remodel: if there is just one other answer, it is taken without asking.
    """

    __slots__ = ("kinds",)

    def __init__(self, kinds: tuple[QuestionKind, ...]) -> None:
        self.kinds = kinds

    def is_open(self, kind: QuestionKind, action: Action) -> bool:
        """Returns True if this answer to a question of this kind is such a remodel."""
        return action.verb == "remodel" and kind in self.kinds

    def add_answers(self, game: Game, kind: QuestionKind, seat: int, legal: list[Action]) -> None:
        if kind in self.kinds:
            game.ruleset.remodeling.choices(game.state.players[seat], legal)
