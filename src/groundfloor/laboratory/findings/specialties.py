"""What the specialties are worth: they are drawn at random."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from groundfloor.laboratory.estimates import Estimate, share_of
from groundfloor.laboratory.lab_game import share
from groundfloor.laboratory.tables import Cell, Column, FindingTable, Plot, Section

from .sample import Sample, join_items, lead_of, name, signed_estimate, wins_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundfloor.laboratory.lab_game import LabGame, LabSeat


def specialties(sample: Sample) -> Section:
    """Returns the section on specialties, the best first."""
    ids = [specialty.id for specialty in sample.ruleset.specialties]
    worth = {id: lead_of(sample.plain, partial(has_specialty, id)) for id in ids}
    known = sorted((id for id in ids if worth[id] is not None), key=lambda id: -value(worth[id]))
    rows = tuple((name("specialty", id), worth[id], wins_of(sample.plain, partial(has_specialty, id))) for id in known)
    table = FindingTable(
        "specialties",
        "Worth of a specialty",
        "Prestige of the seat that has it less the mean of the others in its game; games won beyond an equal share.",
        (Column("specialty"), Column("prestige against the others", "+.2f"), Column("games won beyond an equal share", "+.1%")),
        rows,
        Plot(1, "prestige against the others"),
    )
    by_players = FindingTable(
        "specialties-by-players",
        "The same by number of players",
        "Prestige against the others.",
        (Column("specialty"), *(Column(f"{players} players", "+.1f") for players in sample.players)),
        tuple(
            (name("specialty", id), *(lead_of(sample.plain_of(players), partial(has_specialty, id)) for players in sample.players))
            for id in known
        ),
    )
    details = (by_players, pairs(sample.plain_of(2), known)) if sample.plain_of(2) else (by_players,)
    return Section("specialties", "Specialties", tuple(in_short(worth, known)), (table,), details)


def in_short(worth: dict[str, Estimate | None], known: list[str]) -> Iterable[str]:
    """Yields sentences: the best and the worst, and which can't be told from the average."""
    shown = {id: estimate for id in known if (estimate := worth[id]) is not None and estimate.is_shown}
    if shown:
        best, worst = max(shown, key=lambda id: shown[id].value), min(shown, key=lambda id: shown[id].value)
        if shown[best].value > 0:
            yield f"The best specialty is {name('specialty', best)}: {signed_estimate(shown[best])} against the others."
        if shown[worst].value < 0:
            yield f"The worst is {name('specialty', worst)}: {signed_estimate(shown[worst])}."
    others = [name("specialty", id) for id in known if id not in shown]
    if others:
        yield f"These games don’t show {join_items(others)} to be better or worse than the average."


def pairs(games: list[LabGame], ids: list[str]) -> FindingTable:
    """Returns the games of two in which one specialty met another: the share won by that of the row."""
    columns = (Column("won by the row against"), *(Column(name("specialty", id), ".0%") for id in ids))
    rows: list[tuple[Cell, ...]] = []
    for row in ids:
        cells = [None if row == column else share_against(games, row, column) for column in ids]
        rows.append((name("specialty", row), *cells))
    return FindingTable(
        "specialty-pairs",
        "Specialties against each other, two players",
        "Share of games won by the specialty of the row.",
        columns,
        tuple(rows),
    )


def share_against(games: list[LabGame], one: str, other: str) -> float | None:
    """Returns the share of the games between two specialties that the first one won; None without games."""
    found = share_of(
        (share(game.ranks, place), 1)
        for game in games
        for place, seat in enumerate(game.seats)
        if seat.specialty == one and game.seats[1 - place].specialty == other
    )
    return found.value if found is not None else None


def has_specialty(id: str, seat: LabSeat) -> bool:
    return seat.specialty == id


def value(estimate: Estimate | None) -> float:
    """Returns the value of an estimate, 0 without one."""
    return estimate.value if estimate is not None else 0.0
