"""What the place in the popularity order at the start is worth."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from groundfloor.laboratory.tables import Cell, Column, FindingTable, Plot, Section

from .sample import ORDINALS, Sample, join_items, lead_of, plain_wins_of, signed_estimate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundfloor.laboratory.estimates import Estimate
    from groundfloor.laboratory.lab_game import LabSeat


def starting_order(sample: Sample) -> Section:
    """Returns the section on seats: who is first in the popularity order at the start."""
    rows: list[tuple[Cell, ...]] = []
    firsts: dict[int, Estimate] = {}
    for players in sample.players:
        games = sample.plain_of(players)
        for place in range(1, players + 1) if games else ():
            starts = partial(is_start, place)
            found = lead_of(games, starts)
            rows.append((f"{players} players, {ORDINALS[place - 1]}", found, plain_wins_of(games, starts), 1 / players))
            if place == 1 and found is not None:
                firsts[players] = found
    columns = (
        Column("place at the start"),
        Column("prestige against the others", "+.2f"),
        Column("games won", ".1%"),
        Column("equal share", ".1%"),
    )
    table = FindingTable(
        "seats",
        "Starting order",
        "The popularity order at the start is drawn at random. Prestige is that of the seat less the mean of the others in its game.",
        columns,
        tuple(rows),
        Plot(1, "prestige against the others"),
    )
    return Section("seats", "Seats: the starting order", tuple(in_short(firsts)), (table,))


def in_short(firsts: dict[int, Estimate]) -> Iterable[str]:
    """Yields sentences on what it is worth to be first, by the number of players."""
    for players, found in firsts.items():
        if found.is_shown:
            yield f"With {players} players, being most popular at the start is worth {signed_estimate(found)} against the others."
    others = [str(players) for players, found in firsts.items() if not found.is_shown]
    if others:
        yield f"With {join_items(others)} players, these games don’t show that the place at the start matters."


def is_start(place: int, seat: LabSeat) -> bool:
    """Returns whether a seat had this place in the popularity order at the start."""
    return seat.start == place
