"""A planned move: an action, under which condition a seat makes it, and what it does instead (docs/projections.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import UnknownAction
from .refusals import Refusal

if TYPE_CHECKING:
    from .actions import Action
    from .game import Game
    from .kinds import RefusalCode
    from .ruleset import Ruleset

AT_MOST, ELSE = " at most ", " else "
MAX_MONEY = 999
TAKEN: tuple[RefusalCode, ...] = ("taken", "full", "no_cube", "sold_out", "no_space_at_price", "bonus_taken", "nobody_there")
"""Why an action is refused if what it is about is not there any more; only then is the other action made instead."""
OTHER_QUESTION: tuple[RefusalCode, ...] = ("nobody_asked", "not_asked", "task_done", "task_first")
"""Why an action is refused that answers another question than the one that is asked."""


class PlannedMove:
    """An action that is made if it is still possible; if ``most_money`` is not -1, only at this price or less; if it has an ``otherwise``, that
    is made in its place once somebody has taken what the action is about.

    >>> from groundfloor import ruleset
    >>> move = PlannedMove.parse(ruleset("second"), "agency 1 else agency 2")
    >>> move.action.text, move.otherwise.text
    ('agency 1', 'agency 2')
    >>> str(PlannedMove.parse(ruleset("second"), "Factory  at most 3"))
    'factory at most 3'
    """

    __slots__ = ("action", "most_money", "otherwise")

    def __init__(self, action: Action, most_money: int = -1, otherwise: Action | None = None) -> None:
        self.action = action
        self.most_money = most_money
        self.otherwise = otherwise

    @staticmethod
    def parse(rules: Ruleset, text: str) -> PlannedMove:
        """Returns the move that a text such as ``factory``, ``factory at most 3`` or ``agency 1 else agency 2`` stands for; raises UnknownAction."""
        said = " ".join(text.lower().split())
        first, is_limited, limit = said.partition(AT_MOST)
        if is_limited:
            if not (limit.isascii() and limit.isdigit() and int(limit[:9]) <= MAX_MONEY):
                raise UnknownAction(f"{limit[:40]!r} is no amount of money from 0 to {MAX_MONEY}.")
            return PlannedMove(rules.action(first), int(limit))
        first, _else, other = said.partition(ELSE)
        return PlannedMove(rules.action(first), -1, rules.action(other) if other else None)

    def __str__(self) -> str:
        if self.otherwise is not None:
            return f"{self.action.text}{ELSE}{self.otherwise.text}"
        return f"{self.action.text}{AT_MOST}{self.most_money}" if self.most_money >= 0 else self.action.text

    def __repr__(self) -> str:
        return f"PlannedMove({str(self)!r})"

    def is_made_by(self, text: str) -> bool:
        """Returns whether an action with this text is the planned one, or the other one."""
        return text == self.action.text or (self.otherwise is not None and text == self.otherwise.text)

    def answer(self, game: Game) -> tuple[Action, Refusal | None]:
        """Returns the action that is made in a position by the seat that is asked, and why it is not (None: it is)."""
        refusal = game.refusal(self.action)
        if refusal is not None and refusal.code in TAKEN and self.otherwise is not None:
            return self.otherwise, game.refusal(self.otherwise)
        if refusal is None and self.most_money >= 0:
            money = game.quote(self.action).money
            if money > self.most_money:
                refusal = Refusal("over_limit", {"need": money, "have": self.most_money})
        return self.action, refusal
