"""A result to show around: text and facts of a picture that say how much prestige came from what, and nothing about any draw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from gettext import NullTranslations

from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.presentation.board.score import source_title
from groundfloor.results import GameResult

from .words import long_date, opponent_words, outcome

FULL, HALF = "■", "□"
"""A block of the text stands for 2 prestige, an open one for 1."""


@dataclass(frozen=True)
class Source:
    """A row of the score sheet: its title and points."""

    title: str
    points: int


@dataclass(frozen=True)
class SharedResult:
    """What a picture or a text says of a result."""

    title: str
    headline: str
    sources: tuple[Source, ...]
    total: int


def shared_result(result: GameResult, language: str, words: NullTranslations) -> SharedResult:
    """Returns what may be told of a result without telling any draw: neither specialty nor cards, tiles or rooms by name."""
    facts = {"opponent": opponent_words(result.opponent, words)}
    if result.day:
        day = long_date(date.fromisoformat(result.day), language)
        title = words.gettext("City of the day, %(day)s, against %(opponent)s") % {**facts, "day": day}
    else:
        title = words.gettext("A game against %(opponent)s") % facts
    headline = words.gettext("%(total)s prestige, %(outcome)s") % {"total": result.total, "outcome": outcome(result, words)}
    sets = words.gettext("Money and info")
    sources = tuple(Source(source_title(code, sets, words), result.sources[code]) for code in SCORE_CODES)
    return SharedResult(title, headline, sources, result.total)


def blocks(points: int) -> str:
    """Returns points as a row of blocks.

    >>> blocks(5), blocks(0)
    ('■■□', '')
    """
    return FULL * (points // 2) + HALF * (points % 2)


def share_text(shared: SharedResult, address: str) -> str:
    """Returns a result as lines of text to be pasted somewhere; ``address`` is where the same city can be played ("": left out)."""
    rows = [f"{blocks(source.points)} {source.points} {source.title}".strip() for source in shared.sources if source.points]
    return "\n".join([f"Ground Floor · {shared.title}", shared.headline, *rows, *[address] * bool(address)])
