"""Events: facts in the past tense, for logs and animation; written only while a journal is attached (docs/events.md).

Each kind of event is a class beside the rule that writes it. This module is not compiled: ``dataclass_transform`` can't mark a compiled function, and
fields of a compiled dataclass that are keyword-only lose that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

from .position_reading import seat_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from .kinds import AreaId, NoArea

EventT = TypeVar("EventT", bound="Event")
EVENTS: dict[str, type[Event]] = {}
"""The class of each kind of event, by its name."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Event:
    """One fact: the ``seat`` it is about (-1: nobody), the paragraph of the rules it follows from, and the fields of its class.

    ``automatic`` says that the answer which caused it was the only one and was taken without asking. ``rules`` are all paragraphs that
    events of this class can have. Seats count from 0 here and from 1 in ``as_dict``; ``seat_fields`` are the fields of the class that have some.
    """

    seat: int
    rule: str
    automatic: bool = field(default=False, kw_only=True)
    rules: ClassVar[tuple[str, ...]] = ()
    has_seat: ClassVar[bool] = True
    seat_fields: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        return f"{self.kind}({', '.join(f'{each.name}={getattr(self, each.name)!r}' for each in fields(self))})"

    @property
    def kind(self) -> str:
        """The name of its class, a verb in the past tense."""
        return type(self).__name__

    @property
    def facts(self) -> dict[str, Any]:
        """Its own fields as plain data, without those that are None, and ``automatic`` if it is."""
        return plain_fields(self)

    def as_dict(self) -> dict[str, object]:
        """The event as plain data, for JSON; seats count from 1, and 0 is nobody."""
        return {"kind": self.kind, "seat": seat_number(self.seat), "rule": self.rule, "facts": plain_fields(self, seat_number)}


def plain_fields(owner: Event | TaskResult, number: Callable[[int], int] = int) -> dict[str, Any]:
    """Returns the fields of an event or of a task's result, without those that are None: tuples as lists, ``number`` of each seat.

    The fields of a result stand beside those of its event; ``automatic`` is there if it is true.
    """
    plain: dict[str, Any] = {"automatic": True} if isinstance(owner, Event) and owner.automatic else {}
    for name in owner.__match_args__:  # all fields but ``automatic``; ``dataclasses.fields`` takes long
        value = getattr(owner, name)
        if isinstance(value, TaskResult):
            plain |= plain_fields(value, number)
        elif value is not None and name not in ("seat", "rule"):
            plain[name] = as_lists(value, number if name in owner.seat_fields else int)
    return plain


def as_lists(value: object, number: Callable[[int], int]) -> object:
    """Returns a value with lists for tuples, and ``number`` of whole numbers; in a list of pairs, of the last of each pair."""
    if isinstance(value, tuple):
        return [[*item[:-1], number(item[-1])] if isinstance(item, tuple) else as_lists(item, number) for item in value]
    return number(value) if isinstance(value, int) and not isinstance(value, bool) else value


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(*rules: str, has_seat: bool = True, seats: tuple[str, ...] = ()) -> Callable[[type[EventT]], type[EventT]]:
    """Decorates a class of events, whose fields are annotated: ``rules`` are the paragraphs it may follow from.

    ``seats`` names the fields that hold seats: one (-1: nobody), a tuple of them, or pairs that end with one.

    The docstring of the class says when it happens and, after a colon, what the fields are; the table of docs/events.md is made of it.
    """

    def define(kind: type[EventT]) -> type[EventT]:
        made = dataclass(frozen=True, slots=True, repr=False, eq=False)(kind)
        made.rules = rules
        made.has_seat = has_seat
        made.seat_fields = seats
        EVENTS[made.__name__] = made
        return made

    return define


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What a task of a room or tile did, None where it does nothing of the kind.

    ``gained_money``, ``gained_info``, ``gained_supply``, ``lost_supply`` that had no place, ``box`` marketing type by number, ``trained``
    an employee, ``room`` remodeled, ``area`` and ``space`` from 1 of a marker, ``column``, ``row`` and ``whose`` seat of a marker that moved
    up in the consulting firm from there.
    """

    seat_fields: ClassVar[tuple[str, ...]] = ("whose",)

    gained_money: int | None = None
    gained_info: int | None = None
    gained_supply: int | None = None
    lost_supply: int | None = None
    box: int | None = None
    trained: bool | None = None
    room: str | None = None
    area: AreaId | NoArea | None = None
    space: int | None = None
    column: Literal["left", "right"] | None = None
    row: int | None = None
    whose: int | None = None


@event(seats=("others",))
class MovesTakenBack(Event):
    """A table tells it when decisions are undone; the game itself does not: ``entries``, and the ``others`` whose decisions are among them, who have agreed."""

    entries: int
    others: tuple[int, ...] = ()


@event(seats=("others",))
class GameEnded(Event):
    """A table tells it when people agree to end a game early; the game itself does not: ``others`` who have agreed, ``scored`` (flag): as it stood."""

    others: tuple[int, ...]
    scored: bool


@event()
class SeatTaken(Event):
    """A table tells it; the game itself does not: ``bot`` that plays the seat from here on, "" for a person."""

    bot: str
