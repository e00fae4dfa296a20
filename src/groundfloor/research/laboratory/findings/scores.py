"""How much prestige games bring, by the number of players, and from what."""

from __future__ import annotations

from statistics import quantiles
from typing import TYPE_CHECKING

from ..estimates import mean_of
from ..tables import Cell, Column, FindingTable, Plot, Section, format_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..estimates import Estimate
    from ..lab_game import LabGame
    from .sample import Sample

SOURCES = {"room": "remodeled rooms", "tenant": "tenants", "floor": "floors", "achievement": "achievements", "sets": "money and info"}


def scores(sample: Sample) -> Section:
    games = {players: found for players in sample.players if (found := sample.plain_of(players))}
    sentences = tuple(sentence(players, found) for players, found in games.items())
    return Section("scores", "Scores by number of players", sentences, (totals(games),), (sources(games),))


def totals(games: Mapping[int, list[LabGame]]) -> FindingTable:
    """Returns the table of final prestige, a row for each number of players."""
    rows: list[tuple[Cell, ...]] = []
    for players, sample in games.items():
        low, high = tenths([seat.prestige for game in sample for seat in game.seats])
        rows.append((f"{players} players", len(sample), *means(sample), f"{low:.0f} to {high:.0f}"))
    columns = (
        Column("players"),
        Column("games", "d"),
        Column("prestige of a seat", ".1f"),
        Column("of the winner", ".1f"),
        Column("winner’s lead over the second", ".1f"),
        Column("eight of ten seats have"),
    )
    explanation = "What a seat ends with on average, and what the winner ends with."
    return FindingTable("scores", "Prestige by number of players", explanation, columns, tuple(rows), Plot(2, "prestige of a seat", None))


def sources(games: Mapping[int, list[LabGame]]) -> FindingTable:
    """Returns the table of where the prestige comes from, a row for each number of players."""
    rows: list[tuple[Cell, ...]] = [
        (f"{players} players", len(sample), *(mean_of((source(game, code), players) for game in sample) for code in SOURCES))
        for players, sample in games.items()
    ]
    columns = (Column("players"), Column("games", "d"), *(Column(title, ".1f") for title in SOURCES.values()))
    return FindingTable("sources", "Where the prestige comes from", "Prestige of a seat by row of the score sheet.", columns, tuple(rows))


def sentence(players: int, games: list[LabGame]) -> str:
    seat, winner, gap = means(games)
    return (
        f"With {players} players a seat ends with {seat.value:.1f} prestige on average, the winner with {winner.value:.1f}, "
        f"{format_number(gap.value, '.1f')} ahead of the second."
    )


def means(games: list[LabGame]) -> tuple[Estimate, Estimate, Estimate]:
    """Returns the mean prestige of a seat and of the winner, and the mean lead of the winner over the second; at least one game."""
    seat = mean_of((sum(game.prestige), game.players) for game in games)
    winner = mean_of((max(game.prestige), 1) for game in games)
    gap = mean_of((winning_margin(game), 1) for game in games)
    assert seat is not None and winner is not None and gap is not None
    return seat, winner, gap


def winning_margin(game: LabGame) -> int:
    first, second, *_ = sorted(game.prestige, reverse=True)
    return first - second


def source(game: LabGame, code: str) -> int:
    """Returns the prestige of all seats from one row of the score sheet."""
    return sum(seat.sources.get(code, 0) for seat in game.seats)


def tenths(values: list[int]) -> tuple[float, float]:
    """Returns what one of ten values is below, and what one of ten is above."""
    found = quantiles(values, n=10, method="inclusive")
    return found[0], found[-1]
