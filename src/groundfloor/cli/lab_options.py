"""Options of the command lab, read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arguments import BadUsage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def parse_players(text: str) -> tuple[int, ...]:
    """Parses ``--players``; BadUsage for anything but whole numbers with commas between them.

    >>> parse_players("2, 2,3")
    (2, 2, 3)
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and int(word) > 0 for word in words):
        raise BadUsage(f"--players are whole numbers with commas between them, as in --players 2,3,4, not {text!r}.")
    return tuple(map(int, words))


def command_line(
    bot: str,
    ruleset: str,
    players: Sequence[int],
    options: Sequence[str],
    house: Path | None,
    seed: int,
    games: int,
    results: Path | None,
    markdown: Path | None,
) -> list[str]:
    """Returns the arguments of ``groundfloor lab`` that make the same report, with files by their names alone."""
    words = ["--bot", bot, "--ruleset", ruleset, "--players", ",".join(map(str, players))]
    for option in options:
        words += ["--option", option]
    if house is not None:
        words += ["--house", house.name]
    words += ["--games", str(games), "--seed", str(seed)]
    if results is not None:
        words += ["--results", results.name]
    if markdown is not None:
        words += ["--markdown", markdown.name if markdown.is_absolute() else str(markdown)]
    return words
