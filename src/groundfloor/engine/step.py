"""A step: an unfinished piece of the flow, on the game's stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .state import JsonObject, read_int, read_ints

if TYPE_CHECKING:
    from .actions import Action, Outcome, Quote
    from .game import Game
    from .kinds import RefusalCode


class Step:
    """Holds ints only, so that it can be copied, printed and saved at any moment.

    ``order`` are the seats it goes through, ``at`` where it stands, ``stage`` what it does there, ``marks`` what it must remember.
    Asking and rolling are the last thing that ``advance`` does, and change nothing: a saved game asks again.
    """

    __slots__ = ("order", "at", "stage", "marks")
    name: ClassVar[str] = ""
    is_turn_end = False
    """It only ends a turn of the step below it."""

    def __init__(self, order: list[int] | None = None, marks: list[int] | None = None) -> None:
        self.order: list[int] = order if order is not None else []
        self.at = 0
        self.stage = 0
        self.marks: list[int] = marks if marks is not None else []

    def advance(self, game: Game) -> None:
        """Goes on until it asks, rolls, pushes another step or removes itself."""
        raise NotImplementedError

    def choices(self, game: Game, seat: int) -> list[Action]:
        """All answers to the question that stands, in the order of the action table."""
        raise NotImplementedError

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        """The code of the reason why this is no answer now; None if it is one."""
        raise NotImplementedError

    def take(self, game: Game, seat: int, action: Action) -> None:
        """Carries out a legal answer."""
        raise NotImplementedError

    def continues_turn(self, at: int, action: Action) -> bool:
        """Whether the turn goes on in which this action has just been taken; ``at`` is where the step stood when it asked."""
        return self.at == at

    def deal(self, game: Game, outcome: Outcome) -> None:
        """Carries out what chance brought."""
        raise NotImplementedError

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        """Price and effect of an answer."""
        raise NotImplementedError

    def is_mid_decision(self) -> bool:
        """The next question is the second half of the decision that was just made."""
        return False

    def copy(self) -> Step:
        twin = self.__class__(self.order[:], self.marks[:])
        twin.at = self.at
        twin.stage = self.stage
        return twin

    def save(self) -> JsonObject:
        """The step as plain data."""
        return {"step": self.name, "order": self.order[:], "at": self.at, "stage": self.stage, "marks": self.marks[:]}

    def load(self, data: JsonObject) -> None:
        """Takes over what ``save`` wrote."""
        self.order = read_ints(data, "order")
        self.at = read_int(data, "at")
        self.stage = read_int(data, "stage")
        self.marks = read_ints(data, "marks")
