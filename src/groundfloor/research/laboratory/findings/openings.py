"""What openings the players choose: the tasks of the first round in their order."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from groundfloor.presentation import names

from ..estimates import MIN_GAMES
from ..tables import Cell, Column, FindingTable, Section
from .sample import Sample, lead_of, name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..lab_game import LabGame, LabSeat

MOST = 12
"""How many openings a table shows."""
AREAS = {
    "agency": "advertising_agency",
    "consulting": "consulting_firm",
    "construction": "construction_company",
    "exchange": "stock_exchange",
    "factory": "factory",
    "warehouse": "warehouse",
}
"""The area that a task of the first round belongs to, by the first word of its text."""


def openings(sample: Sample) -> Section:
    chosen = Counter(sequence(seat) for game in sample.plain for seat in game.seats)
    common = [opening for opening, _ in chosen.most_common(MOST)]
    seats = sum(chosen.values())
    table = FindingTable(
        "openings",
        "Most frequent openings",
        "Tasks of the first round in their order. How those who chose an opening finish is a correlation only: the choice depends on the specialty and on the seats before.",
        (Column("opening"), Column("seats", "d"), Column("share of seats", ".1%"), Column("prestige against the others", "+.1f")),
        tuple(
            (
                " – ".join(opening) or "none",
                chosen[opening],
                share_if_enough_games(chosen[opening] / seats, sample.plain),
                lead_of(sample.plain, partial(opens, opening)),
            )
            for opening in common
        ),
    )
    sentences = []
    if common:
        opening = " – ".join(common[0]) or "none"
        sentences.append(f"The most frequent opening, chosen by {seats_of(chosen[common[0]], seats, sample)}: {opening}.")
    first = Counter(task(text) for game in sample.plain for seat in game.seats for text in seat.opening[:1])
    if first:
        place, count = first.most_common(1)[0]
        sentences.append(f"The most frequent first task is {place} ({seats_of(count, seats, sample)}).")
    if seats:
        hires = sum(seat.hired for game in sample.plain for seat in game.seats)
        sentences.append(f"{seats_of(hires, seats, sample)} hired in the first round.")
    tables = (table, by_specialty(sample))
    return Section("openings", "Openings", tuple(sentences), tables[:1], (tables[1], moves(sample)))


def by_specialty(sample: Sample) -> FindingTable:
    rows: list[tuple[Cell, ...]] = []
    for specialty in sample.ruleset.specialties:
        games = [game for game in sample.plain if any(seat.specialty == specialty.id for seat in game.seats)]
        seats = [seat for game in games for seat in game.seats if seat.specialty == specialty.id]
        if seats:
            opening, count = Counter(sequence(seat) for seat in seats).most_common(1)[0]
            hired = sum(seat.hired for seat in seats) / len(seats)
            shares = share_if_enough_games(count / len(seats), games), share_if_enough_games(hired, games)
            rows.append((name("specialty", specialty.id), len(games), " – ".join(opening) or "none", *shares))
    columns = (
        Column("specialty"),
        Column("games", "d"),
        Column("most frequent opening"),
        Column("its share", ".0%"),
        Column("hire in the first round", ".0%"),
    )
    return FindingTable(
        "openings-by-specialty", "Openings by specialty", "What the seats with each specialty do most often.", columns, tuple(rows)
    )


def moves(sample: Sample) -> FindingTable:
    tasks = Counter(place for game in sample.plain for seat in game.seats for place in {task(text) for text in seat.opening})
    rooms = Counter(f"remodel {name('room', room)}" for game in sample.plain for seat in game.seats for room in set(seat.remodels))
    seats = sum(game.players for game in sample.plain)
    rows = tuple((what, count, share_if_enough_games(count / seats, sample.plain)) for what, count in (tasks + rooms).most_common())
    return FindingTable(
        "first-round",
        "What is done in the first round",
        "Share of the seats that do it at least once.",
        (Column("what"), Column("seats", "d"), Column("share of seats", ".0%")),
        rows,
    )


def share_if_enough_games(share: float, games: Sequence[LabGame]) -> float | None:
    """Returns a share of games; None if there are fewer than ``MIN_GAMES``."""
    return share if len(games) >= MIN_GAMES else None


def seats_of(count: int, seats: int, sample: Sample) -> str:
    """Returns how many of the seats something is true of: their share, or the numbers with fewer than ``MIN_GAMES`` games."""
    return f"{count / seats:.0%} of the seats" if len(sample.plain) >= MIN_GAMES else f"{count} of {seats} seats"


def sequence(seat: LabSeat) -> tuple[str, ...]:
    return tuple(map(task, seat.opening))


def task(text: str) -> str:
    """Returns where a task is done.

    >>> task("exchange 3"), task("meeting_room 2")
    ('Stock exchange', 'Meeting Room')
    """
    word = text.split()[0]
    if word in AREAS:
        return name("area", AREAS[word])
    return name("room", word) if word in names.ROOMS else name(names.tile_group(word), word)


def opens(opening: tuple[str, ...], seat: LabSeat) -> bool:
    return sequence(seat) == opening
