"""Views: what one seat, or a spectator, may know and do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from .arguments import require_type
from .descriptions import describe
from .notebook import picture_of
from .position import position_of
from .position_reading import seat_number
from .projection import projection_data
from .round_plan import plan_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .actions import Action, Question, Quote
    from .game import Game
    from .projection import Projection
    from .refusals import Refusal
    from .round_plan import RoundPlan


class View:
    """A game as one seat or a spectator may see it, with the seat's own legal answers.

    Nothing on the table needs hiding: what nobody knows has not been drawn yet.

    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "automa:pei"], {}, key=b"secret")
    >>> view = match.game.view(0)
    >>> view.is_asked, [action.text for action in view.legal_actions]
    (True, ['hire', 'done'])
    >>> match.game.view(None).legal_actions
    []
    """

    __slots__ = ("seat", "_game")

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = seat
        self._game = game.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return View, (self._game, self.seat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and self._game == other._game

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else f"seat {self.seat + 1}"
        return f"<View of {whose}: {describe(self._game)}>"

    def _repr_svg_(self) -> str | None:
        """Returns the picture that a notebook shows."""
        return picture_of(self._game)

    @property
    def question(self) -> Question | None:
        """The pending question, whoever is asked; None if nobody is."""
        return self._game.question

    @property
    def is_asked(self) -> bool:
        """True if this seat is asked."""
        return self.seat is not None and self._game.asked_seat == self.seat

    @property
    def legal_actions(self) -> list[Action]:
        """The seat's legal answers; an empty list if another seat is asked."""
        return self._game.legal_actions if self.is_asked else []

    @overload
    def refusal(self, action: Action) -> Refusal | None: ...
    @overload
    def refusal(self, action: str) -> Refusal | None: ...
    def refusal(self, action: Any) -> Refusal | None:
        """Returns why an action is not possible now; None if it is possible."""
        return self._game.refusal(action)

    @overload
    def quote(self, action: Action) -> Quote: ...
    @overload
    def quote(self, action: str) -> Quote: ...
    def quote(self, action: Any) -> Quote:
        """Returns price and effect of an answer to the pending question, legal or not; an empty quote for anything else."""
        return self._game.quote(action)

    @overload
    def projection(self, action: Action) -> Projection | None: ...
    @overload
    def projection(self, action: str) -> Projection | None: ...
    def projection(self, action: Any) -> Projection | None:
        """Returns what will come of an action in the current position, for all that this view knows; None where its quote says all.

        >>> from groundfloor import Match, ruleset
        >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
        >>> for text in ("done", "done"):
        ...     match.apply(text)
        >>> view = match.game.view(match.game.current_player)
        >>> factory = view.projection(match.game.ruleset.action("factory"))
        >>> [(price.price, price.needed, str(price.chance)) for price in factory.prices][:2]
        [(16, 1, '1'), (12, 1, '1')]
        """
        return self._game.projection(action)

    def plan(self, texts: Sequence[str]) -> RoundPlan | None:
        """Tries planned tasks, hires and remodels of this view's seat one after the other, whoever is on turn; None if nothing can be planned.

        >>> from groundfloor import Match, ruleset
        >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
        >>> plan = match.game.view(1).plan(["hire", "consulting", "factory"])
        >>> [(step.action.text, step.after.money, str(step.refusal or "")) for step in plan.steps][1:]
        [('consulting', 1, ''), ('factory', 1, 'Not possible: it costs 2 money, and you have 1.')]
        """
        require_type(texts, (list, tuple), "A plan is a list of texts of actions, such as ['hire', 'consulting']")
        for text in texts:
            require_type(text, (str,), "A plan is a list of texts of actions, with texts")
        return plan_round(self._game, self.seat, texts) if self.seat is not None else None

    def game(self) -> Game:
        """Returns a copy of the game to try actions on; it stops at chance and knows no more than this view."""
        return self._game.copy()

    def as_dict(self) -> dict[str, object]:
        actions = [
            {"action": a.text, **self.quote(a).as_dict(), "projection": projection_data(self.projection(a))} for a in self.legal_actions
        ]
        seat = None if self.seat is None else seat_number(self.seat)
        return {"seat": seat, "position": position_of(self._game), "actions": actions}
