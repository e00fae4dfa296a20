"""How much prestige games bring, by the number of players, and from what."""

from __future__ import annotations

from statistics import quantiles
from typing import TYPE_CHECKING

from groundfloor.laboratory.estimates import mean_of
from groundfloor.laboratory.tables import Cell, Column, Plot, Section, Table, written

if TYPE_CHECKING:
    from groundfloor.laboratory.lab_game import LabGame

    from .sample import Sample

SOURCES = {"room": "remodeled rooms", "tenant": "tenants", "floor": "floors", "achievement": "achievements", "sets": "money and info"}


def scores(sample: Sample) -> Section:
    """Returns the section on scores by the number of players."""
    rows: list[tuple[Cell, ...]] = []
    parts: list[tuple[Cell, ...]] = []
    sentences = []
    for players in sample.players:
        games = sample.plain_of(players)
        if not games:
            continue
        label = f"{players} players"
        mean = mean_of((sum(game.prestige), players) for game in games)
        winner = mean_of((max(game.prestige), 1) for game in games)
        gap = mean_of((ahead(game), 1) for game in games)
        every = [seat.prestige for game in games for seat in game.seats]
        low, high = tenths(every)
        rows.append((label, len(games), mean, winner, gap, f"{low:.0f} to {high:.0f}"))
        parts.append((label, *(mean_of((source(game, code), players) for game in games) for code in SOURCES)))
        if mean is not None and winner is not None and gap is not None:
            sentences.append(
                f"With {players} players a seat ends with {mean.value:.1f} prestige on average, the winner with {winner.value:.1f}, "
                f"{written(gap.value, '.1f')} ahead of the second."
            )
    columns = (
        Column("players"),
        Column("games", "d"),
        Column("prestige of a seat", ".1f"),
        Column("of the winner", ".1f"),
        Column("winner ahead of second by", ".1f"),
        Column("eight of ten seats have"),
    )
    table = Table(
        "scores",
        "Prestige by number of players",
        "What a seat, and what the winner ends with.",
        columns,
        tuple(rows),
        Plot(2, "prestige of a seat", None),
    )
    origin = Table(
        "sources",
        "Where the prestige comes from",
        "Prestige of a seat by row of the score sheet.",
        (Column("players"), *(Column(title, ".1f") for title in SOURCES.values())),
        tuple(parts),
    )
    return Section("scores", "Scores by number of players", tuple(sentences), (table,), (origin,))


def ahead(game: LabGame) -> int:
    """Returns by how much the winner is ahead of the second."""
    first, second, *_ = sorted(game.prestige, reverse=True)
    return first - second


def source(game: LabGame, code: str) -> int:
    """Returns the prestige of all seats from one row of the score sheet."""
    return sum(seat.sources.get(code, 0) for seat in game.seats)


def tenths(values: list[int]) -> tuple[float, float]:
    """Returns what one of ten values is below, and what one of ten is above."""
    found = quantiles(values, n=10, method="inclusive")
    return found[0], found[-1]
