"""The text of a message as parts: what somebody wrote, the people whom it names, and links to moments of the game. There is no other markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

SIGN = re.compile(r"(?<![\w.%+-])@")
"""What begins a mention: not the sign within a mail address."""
MOMENT = re.compile(r"\?at=(\d{1,6})\b")
"""A moment in a message: the number of entries that lead to the position."""
MOST_MARKED = 10
"""Mentions, and moments, that are marked in a message; further ones stay text, as everybody who opens the chat waits for them."""


@dataclass(frozen=True)
class MessagePart:
    """A part of a message; a ``moment`` is the position after ``entry`` entries."""

    kind: Literal["text", "mention", "moment"]
    text: str
    entry: int = -1


def message_parts(text: str, names: Sequence[str], moment_label: Callable[[int], str]) -> list[MessagePart]:
    """Returns the parts of a text; ``moment_label`` returns what a moment is called, "" if the game has no such moment.

    >>> [part.kind for part in message_parts("@Ann, see ?at=3", ["Ann"], lambda entry: f"entry {entry}")]
    ['mention', 'text', 'moment']
    """
    parts: list[MessagePart] = []
    end = 0
    marks = [
        *(MessagePart("mention", text[start:end], start) for start, end, _ in islice(mentions(text, names), MOST_MARKED)),
        *(MessagePart("moment", mark[0], mark.start()) for mark in islice(MOMENT.finditer(text), MOST_MARKED)),
    ]
    for mark in sorted(marks, key=lambda mark: mark.entry):
        start, entry = mark.entry, -1
        label = mark.text
        if mark.kind == "moment":
            entry = int(mark.text.partition("=")[2])
            label = moment_label(entry)
        if start < end or not label:
            continue
        if start > end:
            parts.append(MessagePart("text", text[end:start]))
        parts.append(MessagePart(mark.kind, label, entry))
        end = start + len(mark.text)
    if end < len(text):
        parts.append(MessagePart("text", text[end:]))
    return parts


def mentions(text: str, names: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yields where ``@NAME`` begins and ends in a text, and the number of the name: the longest that fits, in capital or small letters.

    >>> list(mentions("Hello @anna lee!", ["Anna", "Anna Lee"]))
    [(6, 15, 1)]
    >>> list(mentions("Write to anna@anna.example", ["Anna"]))
    []
    """
    longest_first = sorted(range(len(names)), key=lambda number: -len(names[number]))
    for sign in SIGN.finditer(text):
        start = sign.end()
        for number in longest_first:
            end = start + len(names[number])
            is_whole = end >= len(text) or not text[end].isalnum()
            if is_whole and end <= len(text) and names[number] and text[start:end].casefold() == names[number].casefold():
                yield sign.start(), end, number
                break
