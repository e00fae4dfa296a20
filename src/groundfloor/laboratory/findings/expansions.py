"""What eras and events change: they are the same for all seats, so they change scores and how close games are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.laboratory.estimates import Estimate, difference, mean_of, weighted_mean
from groundfloor.laboratory.tables import Cell, Column, FindingTable, Plot, Section

from .sample import Sample, name, signed_estimate
from .scores import winning_margin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from groundfloor.laboratory.lab_game import LabGame


def eras(sample: Sample) -> Section:
    ids = [era.id for era in sample.ruleset.eras]
    return section(sample, "era", "Eras", ids, lambda game: game.era)


def events(sample: Sample) -> Section:
    ids = [event.id for event in sample.ruleset.events]
    return section(sample, "event", "Events", ids, lambda game: game.event)


def section(sample: Sample, group: str, title: str, ids: list[str], drawn: Callable[[LabGame], str]) -> Section:
    """Returns the section on a kind of expansion; ``drawn`` says which one a game had."""
    found = []
    for id in ids:
        games = [game for game in sample.games if drawn(game) == id]
        found.append((id, len(games), change(sample, games, prestige), change(sample, games, gap)))
    found.sort(key=lambda each: -(each[2].value if each[2] is not None else 0))
    rows: tuple[tuple[Cell, ...], ...] = tuple((name(group, id), *cells) for id, *cells in found if cells[0])
    table = FindingTable(
        f"{group}s",
        f"What each {group} changes",
        f"Against games with neither era nor event and as many players; the {group} is drawn at random and is the same for all seats.",
        (Column(group), Column("games", "d"), Column("prestige of a seat", "+.1f"), Column("winner’s lead over the second", "+.1f")),
        rows,
        Plot(2, "change of a seat’s prestige"),
    )
    return Section(f"{group}s", title, tuple(in_short(group, [(id, estimate) for id, _, estimate, _ in found])), (table,))


def change(sample: Sample, games: list[LabGame], value: Callable[[LabGame], float]) -> Estimate | None:
    """Returns by how much a value of these games differs from that of plain games, compared at the same number of players."""
    parts = []
    for players in sample.players:
        here = mean_of((value(game), 1) for game in games if game.players == players)
        parts.append(difference(here, mean_of((value(game), 1) for game in sample.plain_of(players))))
    return weighted_mean(parts)


def prestige(game: LabGame) -> float:
    return sum(game.prestige) / game.players


def gap(game: LabGame) -> float:
    return float(winning_margin(game))


def in_short(group: str, found: list[tuple[str, Estimate | None]]) -> Iterable[str]:
    """Yields sentences about those that change scores most."""
    shown = [(id, estimate) for id, estimate in found if estimate is not None and estimate.is_shown]
    if shown and shown[0][1].value > 0:
        yield f"{name(group, shown[0][0])} helps everybody most: {signed_estimate(shown[0][1])} a seat."
    if shown and shown[-1][1].value < 0:
        yield f"{name(group, shown[-1][0])} costs everybody most: {signed_estimate(shown[-1][1])} a seat."
