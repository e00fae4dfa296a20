"""What chance gives to all alike or to one seat: the starting order, specialties, eras and events, which are drawn at random."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..estimates import MIN_GAMES, Estimate, difference, games_of, mean_of, share_of, weighted_mean
from ..lab_game import share
from ..tables import Cell, Column, FindingTable, Plot, Section
from .sample import ORDINALS, Sample, join_items, lead_of, name, plain_wins_of, signed_estimate, wins_of
from .scores import winning_margin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..lab_game import LabGame, LabSeat


def starting_order(sample: Sample) -> Section:
    """Returns the section on seats: who is first in the popularity order at the start."""
    rows: list[tuple[Cell, ...]] = []
    firsts: dict[int, Estimate] = {}
    for players in sample.players:
        games = sample.plain_of(players)
        for place in range(1, players + 1) if games else ():
            starts = partial(is_start, place)
            estimate = lead_of(games, starts)
            wins = plain_wins_of(games, starts)
            rows.append((f"{players} players, {ORDINALS[place - 1]}", games_of(estimate, wins), estimate, wins, 1 / players))
            if place == 1 and estimate is not None:
                firsts[players] = estimate
    columns = (
        Column("place at the start"),
        Column("games", "d"),
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
        Plot(2, "prestige against the others"),
    )
    return Section("seats", "Seats: the starting order", tuple(starting_order_sentences(firsts)), (table,))


def starting_order_sentences(firsts: dict[int, Estimate]) -> Iterable[str]:
    """Yields sentences on what it is worth to be first, by the number of players."""
    for players, estimate in firsts.items():
        if estimate.is_significant:
            yield f"With {players} players, being most popular at the start is worth {signed_estimate(estimate)} against the others."
    others = [str(players) for players, estimate in firsts.items() if not estimate.is_significant]
    if others:
        yield f"With {join_items(others)} players, these games don’t show that the place at the start matters."


def is_start(place: int, seat: LabSeat) -> bool:
    """Returns whether a seat had this place in the popularity order at the start."""
    return seat.start == place


def specialties(sample: Sample) -> Section:
    """Returns the section on specialties, the best first."""
    ids = [specialty.id for specialty in sample.ruleset.specialties]
    worth = {id: lead_of(sample.plain, partial(has_specialty, id)) for id in ids}
    known = sorted((id for id in ids if worth[id] is not None), key=lambda id: -value(worth[id]))
    wins = {id: wins_of(sample.plain, partial(has_specialty, id)) for id in known}
    rows = tuple((name("specialty", id), games_of(worth[id], wins[id]), worth[id], wins[id]) for id in known)
    table = FindingTable(
        "specialties",
        "Worth of a specialty",
        "Prestige of the seat that has it less the mean of the others in its game; games won beyond an equal share.",
        (
            Column("specialty"),
            Column("games", "d"),
            Column("prestige against the others", "+.2f"),
            Column("games won beyond an equal share", "+.1%"),
        ),
        rows,
        Plot(2, "prestige against the others"),
    )
    by_players = FindingTable(
        "specialties-by-players",
        "The same by number of players",
        "Prestige against the others.",
        (Column("specialty"), Column("games", "d"), *(Column(f"{players} players", "+.1f") for players in sample.players)),
        tuple(
            (
                name("specialty", id),
                games_of(worth[id]),
                *(lead_of(sample.plain_of(players), partial(has_specialty, id)) for players in sample.players),
            )
            for id in known
        ),
    )
    details = (by_players, pairs(sample.plain_of(2), known)) if sample.plain_of(2) else (by_players,)
    return Section("specialties", "Specialties", tuple(specialty_sentences(worth, known)), (table,), details)


def specialty_sentences(worth: dict[str, Estimate | None], known: list[str]) -> Iterable[str]:
    """Yields sentences: the best and the worst, and which can't be told from the average."""
    shown = {id: estimate for id in known if (estimate := worth[id]) is not None and estimate.is_significant}
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
    columns = (Column("won by the row against"), Column("games", "d"), *(Column(name("specialty", id), ".0%") for id in ids))
    rows: list[tuple[Cell, ...]] = []
    for row in ids:
        cells = [None if row == column else share_against(games, row, column) for column in ids]
        count = sum(any(seat.specialty == row for seat in game.seats) for game in games)
        rows.append((name("specialty", row), count, *cells))
    return FindingTable(
        "specialty-pairs",
        "Specialties against each other, two players",
        f"Share of games won by the specialty of the row; none of fewer than {MIN_GAMES} games.",
        columns,
        tuple(rows),
    )


def share_against(games: list[LabGame], one: str, other: str) -> float | None:
    """Returns the share of the games between two specialties that the first one won; None of fewer than ``MIN_GAMES`` games."""
    estimate = share_of(
        (share(game.ranks, place), 1)
        for game in games
        for place, seat in enumerate(game.seats)
        if seat.specialty == one and game.seats[1 - place].specialty == other
    )
    return estimate.value if estimate is not None and estimate.games >= MIN_GAMES else None


def has_specialty(id: str, seat: LabSeat) -> bool:
    return seat.specialty == id


def value(estimate: Estimate | None) -> float:
    """Returns the value of an estimate, 0 without one."""
    return estimate.value if estimate is not None else 0.0


def eras(sample: Sample) -> Section:
    ids = [era.id for era in sample.ruleset.eras]
    return expansion_section(sample, "era", "Eras", ids, lambda game: game.era)


def events(sample: Sample) -> Section:
    ids = [event.id for event in sample.ruleset.events]
    return expansion_section(sample, "event", "Events", ids, lambda game: game.event)


def expansion_section(sample: Sample, group: str, title: str, ids: list[str], drawn: Callable[[LabGame], str]) -> Section:
    """Returns the section on a kind of expansion; ``drawn`` says which one a game had."""
    changes = []
    for id in ids:
        games = [game for game in sample.games if drawn(game) == id]
        changes.append((id, len(games), change(sample, games, prestige), change(sample, games, gap)))
    changes.sort(key=lambda row: -(row[2].value if row[2] is not None else 0))
    rows: tuple[tuple[Cell, ...], ...] = tuple((name(group, id), *cells) for id, *cells in changes if cells[0])
    table = FindingTable(
        f"{group}s",
        f"What each {group} changes",
        f"Against games with neither era nor event and as many players; the {group} is drawn at random and is the same for all seats.",
        (Column(group), Column("games", "d"), Column("prestige of a seat", "+.1f"), Column("winner’s lead over the second", "+.1f")),
        rows,
        Plot(2, "change of a seat’s prestige"),
    )
    return Section(f"{group}s", title, tuple(expansion_sentences(group, [(id, estimate) for id, _, estimate, _ in changes])), (table,))


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


def expansion_sentences(group: str, changes: list[tuple[str, Estimate | None]]) -> Iterable[str]:
    """Yields sentences about those that change scores most."""
    shown = [(id, estimate) for id, estimate in changes if estimate is not None and estimate.is_significant]
    if shown and shown[0][1].value > 0:
        yield f"{name(group, shown[0][0])} helps everybody most: {signed_estimate(shown[0][1])} a seat."
    if shown and shown[-1][1].value < 0:
        yield f"{name(group, shown[-1][0])} costs everybody most: {signed_estimate(shown[-1][1])} a seat."
