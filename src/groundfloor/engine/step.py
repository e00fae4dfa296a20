"""Steps: the unfinished stages of a game's flow, which lie on its stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .fields import Field, ListOf, Number, SeatNumber, read_fields, write_fields
from .freezing import reduce_by_fields
from .position_reading import require

if TYPE_CHECKING:
    from .actions import Action, Outcome, Quote
    from .fields import PositionContext
    from .game import Game
    from .kinds import AreaId, NoArea, QuestionKind, RefusalCode
    from .position_reading import JsonObject


def order_field(meaning: str) -> Field:
    """Returns the field of the seats that a step goes through."""
    return Field("order", ListOf(SeatNumber(), is_unique=True), meaning)


def turn_field(meaning: str) -> Field:
    """Returns the field of the index in ``order`` of the seat whose turn it is."""
    return Field("turn", Number(0, 100), meaning)


class Step:
    """A stage of the game's flow. It holds only ints and lists of ints, so that it can be copied and saved at any moment.

    ``advance`` asks or rolls last, and this changes nothing else, so that a loaded game can ask again.
    """

    __slots__ = ()
    name: ClassVar[str] = ""
    fields: ClassVar[tuple[Field, ...]] = ()
    """What it holds, and so what a position has of it."""
    area_id: ClassVar[AreaId | NoArea] = ""
    """The area that it conducts; "" for a step of another phase."""
    turn_question: ClassVar[QuestionKind] = ""
    """The first question of its turns, if they can end with remodeling; else ""."""
    is_turn_end = False
    """True if it only ends a turn of the step below it."""

    def advance(self, game: Game) -> None:
        """Goes on until it asks, rolls, pushes another step or removes itself."""
        raise NotImplementedError

    def choices(self, game: Game, seat: int) -> list[Action]:
        """Returns all legal answers to the pending question, in the order of the action table."""
        raise NotImplementedError

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        """Returns why this is no legal answer; None if it is one."""
        raise NotImplementedError

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        raise NotImplementedError

    def continues_turn(self, at: int, action: Action) -> bool:
        """Returns True if the turn goes on after this action; ``at`` is what ``turn_index`` returned when the question was asked."""
        return self.turn_index() == at

    def turn_index(self) -> int:
        """Returns a number that changes when another turn of this step begins."""
        return 0

    def apply_outcome(self, game: Game, outcome: Outcome) -> None:
        raise NotImplementedError

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        raise NotImplementedError

    def is_mid_decision(self) -> bool:
        """Returns True if the next question is the second half of the decision that was just made."""
        return False

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_by_fields(self)

    def copy(self) -> Step:
        """Returns an equal step that shares no lists with this one."""
        raise NotImplementedError

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        """Returns its fields by what they are: seats, where it stands, what it does there, and what it must remember."""
        return [], 0, 0, []

    def check(self, game: Game) -> None:
        """Raises BadPosition if its fields do not fit the table."""

    def seats_on_turn(self) -> list[int]:
        """Returns the seats whose turn may just have ended; an empty list if it could be any seat."""
        return []

    def seats_to_come(self, game: Game) -> list[int]:
        """Returns the seats that it may ask after the current one, in their order; a seat may be in the list twice."""
        return []

    def save(self, context: PositionContext) -> JsonObject:
        """Returns it as plain data."""
        return {"step": self.name, **write_fields(self, self.fields, context)}

    def load(self, data: JsonObject, context: PositionContext) -> None:
        """Sets its fields from plain data; raises BadPosition for a value of another kind or out of its range."""
        read_fields(self, self.fields, data, context)


class PhaseStep(Step):
    """A step that keeps the popularity order of its beginning in ``order``."""

    __slots__ = ("order",)

    def __init__(self, order: list[int] | None = None) -> None:
        self.order: list[int] = order if order is not None else []


class SeatsStep(PhaseStep):
    """A step that goes through seats: ``turn`` is the index in ``order`` of the next seat."""

    __slots__ = ("turn",)
    fields: ClassVar[tuple[Field, ...]] = (order_field("the seats that it goes through"), turn_field("whose turn it is"))

    def __init__(self, order: list[int] | None = None) -> None:
        super().__init__(order)
        self.turn = 0

    def turn_index(self) -> int:
        return self.turn

    def copy(self) -> Step:
        twin = self.__class__(self.order[:])
        twin.turn = self.turn
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return self.order, self.turn, 0, []

    def check_all_seats(self, game: Game) -> None:
        """Raises BadPosition unless ``order`` is the popularity order of all seats, which does not change during this step."""
        require(self.order == game._state.popularity_order, f"{self.name} must go through all seats in popularity order")

    def seats_to_come(self, game: Game) -> list[int]:
        return self.order[self.turn + 1 :]

    def seats_on_turn(self) -> list[int]:
        if not self.order:
            return []
        here = self.turn % len(self.order)
        return [self.order[here], self.order[here - 1]]
