"""A record and its pages in the store: the header, and one text an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..editions import ruleset
from ..engine.match import Match
from ..engine.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence


def header(record: Record) -> str:
    """Everything before the first entry."""
    return record.format().partition("\n\n")[0] + "\n\n"


def texts(record: Record) -> list[str]:
    """The lines of the entries."""
    return [str(entry) for entry in record.entries]


def read(head: str, lines: Sequence[str]) -> Record:
    """The record of these pages."""
    return Record.parse(head + "".join(f"{line}\n" for line in lines), ruleset)


def unsealed(record: Record, key: bytes | None) -> Match:
    """The match that goes on from a record."""
    return Match.resume(record, key)


def shown(text: str) -> Match:
    """A match that only shows a record."""
    return Match.resume(Record.parse(text, ruleset), None)


def continued(text: str, key: bytes) -> Match:
    """A match that goes on from a record with new draws."""
    return Match.resume(Record.parse(text, ruleset), key)
