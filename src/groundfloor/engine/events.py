"""Events: facts in the past tense, for logs and animation; written only while a journal is attached (docs/events.md).

Each kind of event is a class beside the rule that writes it. This module is not compiled: ``dataclass_transform`` can't mark a compiled function, and
fields of a compiled dataclass that are keyword-only lose that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

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
    events of this class can have.
    """

    seat: int
    rule: str
    automatic: bool = field(default=False, kw_only=True)
    rules: ClassVar[tuple[str, ...]] = ()
    has_seat: ClassVar[bool] = True

    def __repr__(self) -> str:
        return f"{self.kind}({', '.join(f'{each.name}={getattr(self, each.name)!r}' for each in fields(self))})"

    @property
    def kind(self) -> str:
        """The name of its class, a verb in the past tense."""
        return type(self).__name__

    @property
    def facts(self) -> dict[str, Any]:
        """Its own fields as plain data, without those that are None, and ``automatic`` if it is."""
        own = plain_values({each.name: getattr(self, each.name) for each in fields(self) if each.name not in ("seat", "rule", "automatic")})
        return own | {"automatic": True} if self.automatic else own

    def as_dict(self) -> dict[str, object]:
        """The event as plain data, for JSON."""
        return {"kind": self.kind, "seat": self.seat, "rule": self.rule, "facts": self.facts}


def plain_values(values: dict[str, Any]) -> dict[str, Any]:
    """Leaves out what is None, writes tuples as lists, and the fields of a dataclass in its place."""
    plain: dict[str, Any] = {}
    for name, value in values.items():
        if is_dataclass(value):
            plain |= plain_values({field.name: getattr(value, field.name) for field in fields(value)})
        elif value is not None:
            plain[name] = as_lists(value)
    return plain


def as_lists(value: object) -> object:
    return [as_lists(each) for each in value] if isinstance(value, tuple) else value


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(*rules: str, has_seat: bool = True) -> Callable[[type[EventT]], type[EventT]]:
    """Decorates a class of events, whose fields are annotated: ``rules`` are the paragraphs it may follow from.

    The docstring of the class says when it happens and, after a colon, what the fields are; the table of docs/events.md is made of it.
    """

    def define(kind: type[EventT]) -> type[EventT]:
        made = dataclass(frozen=True, slots=True, repr=False, eq=False)(kind)
        made.rules = rules
        made.has_seat = has_seat
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


@event()
class MovesTakenBack(Event):
    """A table tells it when decisions are undone; the game itself does not: ``entries``, and the ``others`` whose decisions are among them, who have agreed."""

    entries: int
    others: tuple[int, ...] = ()


@event()
class GameEnded(Event):
    """A table tells it when people agree to end a game early; the game itself does not: ``others`` who have agreed, ``scored`` (flag): as it stood."""

    others: tuple[int, ...]
    scored: bool


@event()
class SeatTaken(Event):
    """A table tells it; the game itself does not: ``bot`` that plays the seat from here on, "" for a person."""

    bot: str
