"""Events: facts in the past tense, for logs and animation; written only while a journal is attached (docs/events.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .kinds import EventKind


class Event:
    """One fact: ``kind``, the ``seat`` it is about (-1: nobody), the paragraph of the rules it follows from, and its details."""

    __slots__ = ("kind", "seat", "rule", "facts")

    def __init__(self, kind: EventKind, seat: int, rule: str, facts: dict[str, int | str]) -> None:
        self.kind = kind
        self.seat = seat
        self.rule = rule
        self.facts = facts

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.seat}, {self.rule!r}, {self.facts!r})"

    def as_dict(self) -> dict[str, object]:
        """Returns the same as plain data, for JSON."""
        return {"kind": self.kind, "seat": self.seat, "rule": self.rule, "facts": self.facts}
