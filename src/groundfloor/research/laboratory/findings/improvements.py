"""What buying an improvement is worth: the same game played on without it; and how those who have it end, which is not the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from ..estimates import MIN_GAMES, Estimate, games_of, mean_of
from ..lab_game import LabGame, lead, share
from ..tables import Cell, Column, FindingTable, Plot, Section
from .sample import Sample, lead_of, signed_estimate, tile_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..lab_game import LabSeat


@dataclass(frozen=True)
class Worth:
    """What is known of an improvement: effects of buying it on prestige against the others and on games won, and how often it is owned."""

    tile: str
    effect: Estimate | None
    wins: Estimate | None
    purchases: int
    owned: Estimate | None
    round: float | None
    owners: Estimate | None


def improvements(sample: Sample) -> Section:
    """Returns the section on improvements, the one whose purchase brings most first."""
    worths = sorted((worth(sample.plain, tile.id) for tile in sample.ruleset.tiles), key=by_effect)
    table = FindingTable(
        "improvements",
        "Worth of buying an improvement",
        "In each game one purchase was drawn, and the game played once more from there with the same draws, but with that improvement withheld from its buyer. The difference "
        f"is what buying it brought over what the buyer did instead, its printed prestige included. Improvements with fewer than {MIN_GAMES} trials are left out.",
        (
            Column("improvement"),
            Column("trials", "d"),
            Column("prestige against the others", "+.1f"),
            Column("more games won", "+.1%"),
        ),
        tuple((tile_name(worth.tile), worth.purchases, worth.effect, worth.wins) for worth in worths if worth.purchases >= MIN_GAMES),
        Plot(2, "prestige that buying it brings"),
    )
    owners = FindingTable(
        "owners",
        "Who owns them, and how the owners finish",
        "A correlation, not an effect: players who are ahead can buy more improvements, and more expensive ones.",
        (
            Column("improvement"),
            Column("games", "d"),
            Column("seats that own it", ".0%"),
            Column("median round", ".1f"),
            Column("owners’ prestige against the others", "+.1f"),
        ),
        tuple(owner_row(worth) for worth in sorted(worths, key=lambda item: -(item.owned.value if item.owned else 0)) if worth.owners),
    )
    return Section("improvements", "Improvements", tuple(in_short(worths)), (table,), (owners,))


def owner_row(each: Worth) -> tuple[Cell, ...]:
    owned = each.owned.value if each.owned is not None and each.owned.games >= MIN_GAMES else None
    return tile_name(each.tile), games_of(each.owners), owned, each.round, each.owners


def by_effect(each: Worth) -> tuple[bool, float]:
    return each.effect is None, -(each.effect.value if each.effect is not None else 0)


def worth(games: Iterable[LabGame], tile: str) -> Worth:
    """Returns what games without era and event say about an improvement."""
    games = list(games)
    trials = [game for game in games if game.withheld is not None and game.withheld.tile == tile]
    rounds = [seat.tiles[tile] for game in games for seat in game.seats if tile in seat.tiles]
    return Worth(
        tile=tile,
        effect=mean_of(weighted_losses(trials, lead_lost)),
        wins=mean_of(weighted_losses(trials, share_lost)),
        purchases=len(trials),
        owned=mean_of((sum(tile in seat.tiles for seat in game.seats), game.players) for game in games),
        round=median(rounds) if rounds else None,
        owners=lead_of(games, partial(owns, tile)),
    )


def weighted_losses(trials: Iterable[LabGame], lost: Callable[[LabGame], float]) -> Iterable[tuple[float, float]]:
    """Yields what was lost without the improvement, with the number of purchases of which this one was drawn as weight."""
    for game in trials:
        weight = game.withheld.purchases if game.withheld is not None else 0
        yield weight * lost(game), weight


def lead_lost(game: LabGame) -> float:
    """Returns by how much the buyer's lead over the mean of the others is less when the improvement is withheld."""
    assert game.withheld is not None
    return lead(game.prestige, game.withheld.seat) - lead(game.withheld.prestige, game.withheld.seat)


def share_lost(game: LabGame) -> float:
    """Returns by how much the buyer's share in the win is less when the improvement is withheld."""
    assert game.withheld is not None
    return share(game.ranks, game.withheld.seat) - share(game.withheld.ranks, game.withheld.seat)


def in_short(worths: list[Worth]) -> Iterable[str]:
    """Yields sentences: the purchases that bring most, and those that bring nothing or harm."""
    shown = [worth for worth in worths if worth.effect is not None and worth.effect.is_significant]
    for worth in [worth for worth in shown if worth.effect is not None and worth.effect.value > 0][:3]:
        assert worth.effect is not None
        yield f"Buying {tile_name(worth.tile)} brings {signed_estimate(worth.effect)} over what the buyer would do instead."
    for worth in [worth for worth in shown if worth.effect is not None and worth.effect.value < 0][-2:]:
        assert worth.effect is not None
        yield f"Buying {tile_name(worth.tile)} is a loss for these players: {signed_estimate(worth.effect)} against what they do instead."


def owns(tile: str, seat: LabSeat) -> bool:
    return tile in seat.tiles
