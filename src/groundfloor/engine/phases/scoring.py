"""Prestige: the score sheet and the achievements (``RULES 5``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..freezing import Freezable
from ..position_reading import seat_number
from ..state import ROOMS
from ..value_objects import ValueObject, repr_of

if TYPE_CHECKING:
    from ..game import Game
    from ..kinds import ScoreCode
    from ..state import Player


SCORE_CODES: tuple[ScoreCode, ...] = ("room", "tenant", "floor", "achievement", "sets")
"""The rows of the score sheet, in their order (``RULES 5.1``)."""


class ScoreItem(ValueObject):
    """One line of a player's score: ``code`` names the row, ``what`` the thing, ``count`` how many of it."""

    __slots__ = ("code", "what", "count", "points")

    def __init__(self, code: ScoreCode, what: str, count: int, points: int) -> None:
        self.code = code
        self.what = what
        self.count = count
        self.points = points

    def __reduce__(self) -> tuple[object, ...]:
        return ScoreItem, (self.code, self.what, self.count, self.points)

    def __repr__(self) -> str:
        return repr_of(self, code=self.code, what=self.what, count=self.count, points=self.points)

    def as_dict(self) -> dict[str, object]:
        return {"code": self.code, "what": self.what, "count": self.count, "points": self.points}


class Score(ValueObject):
    """A player's prestige with its break-down, and the rank from 1 (``RULES 5.2``)."""

    __slots__ = ("seat", "total", "rank", "items")

    def __init__(self, seat: int, items: list[ScoreItem]) -> None:
        self.seat = seat
        self.items = items
        self.total = sum(item.points for item in items)
        self.rank = 0

    def __reduce__(self) -> tuple[object, ...]:
        return ranked_score, (self.seat, self.items, self.rank)

    def __repr__(self) -> str:
        return f"Score(seat={self.seat}, total={self.total}, rank={self.rank})"

    def row(self, code: ScoreCode) -> list[ScoreItem]:
        return [item for item in self.items if item.code == code]

    def as_dict(self) -> dict[str, object]:
        items = [item.as_dict() for item in self.items]
        return {"seat": seat_number(self.seat), "total": self.total, "rank": self.rank, "items": items}


def ranked_score(seat: int, items: list[ScoreItem], rank: int) -> Score:
    """Returns a score that was pickled."""
    score = Score(seat, items)
    score.rank = rank
    return score


class Achievement(Freezable):
    """What an achievement counts, the points for each, and its fixed points for an Automa (``RULES 5.3``, ``8.1.8``; None: as counted)."""

    def __init__(self, points: int = 0, automa_bonus: int | None = None) -> None:
        self.points = points
        self.automa_bonus = automa_bonus

    def count(self, game: Game, seat: int) -> int:
        """Returns how many of the counted things the player has; 0 if it counts nothing."""
        return 0

    def fixed_bonus(self, player: Player) -> int | None:
        """The points that this player has for it whatever it counts; None if it is counted."""
        return self.automa_bonus if player.deck is not None else None

    def bonus(self, game: Game, seat: int) -> int:
        """What it adds to the tile's printed prestige."""
        fixed = self.fixed_bonus(game._state.players[seat])
        if fixed is not None:
            return fixed
        return self.count(game, seat) * self.points if self.points else 0


class TenantsOwned(Achievement):
    """Counts the tenant improvements, however they were gained."""

    def count(self, game: Game, seat: int) -> int:
        return len(game._state.players[seat].tenants)


class AchievementFloors(Achievement):
    """Counts the achievement floors, including itself."""

    def count(self, game: Game, seat: int) -> int:
        tiles = game._ruleset.tiles
        return sum(1 for tile in game._state.players[seat].floors if tiles[tile].achievement is not None)


class RemodeledRooms(Achievement):
    """Counts the remodeled rooms, covered or not."""

    def count(self, game: Game, seat: int) -> int:
        return sum(game._state.players[seat].remodeled)


class PopularityLevels(Achievement):
    """Counts the level of the player's popularity space."""

    def count(self, game: Game, seat: int) -> int:
        return game._ruleset.popularity_levels[game._state.popularity[seat] - 1]


class SupplyStored(Achievement):
    """Counts the supply in the storage closet."""

    def count(self, game: Game, seat: int) -> int:
        return game._state.players[seat].supply


class Employees(Achievement):
    """Counts the employees, including the CEO and untrained ones."""

    def count(self, game: Game, seat: int) -> int:
        return game._state.players[seat].employee_count


class FloorsOwned(Achievement):
    """Counts the floor improvements, including itself."""

    def count(self, game: Game, seat: int) -> int:
        return len(game._state.players[seat].floors)


def score_items(game: Game, seat: int) -> list[ScoreItem]:
    """Returns the score sheet of a player in the current position (``RULES 5.1``)."""
    ruleset = game._ruleset
    player = game._state.players[seat]
    room_prestige = ruleset.room_prestige
    items = [ScoreItem("room", ruleset.rooms[r].id, 1, room_prestige) for r in range(ROOMS) if player.remodeled[r]]
    items += [ScoreItem("tenant", ruleset.tiles[tile].id, 1, ruleset.tiles[tile].prestige) for tile in player.tenants]
    items += [ScoreItem("floor", ruleset.tiles[tile].id, 1, ruleset.tiles[tile].prestige) for tile in player.floors]
    for index in player.tenants + player.floors:
        items += bonus_items(game, seat, index)
    if player.deck is None:
        sets = set_count(game, player)
        items.append(ScoreItem("sets", "sets", sets, sets))
    return items


def bonus_items(game: Game, seat: int, index: int) -> list[ScoreItem]:
    tile = game._ruleset.tiles[index]
    achievement = tile.achievement
    if achievement is None:
        return []
    is_fixed = achievement.fixed_bonus(game._state.players[seat]) is not None
    if not is_fixed and not achievement.points:
        return []
    return [ScoreItem("achievement", tile.id, -1 if is_fixed else achievement.count(game, seat), achievement.bonus(game, seat))]


def set_count(game: Game, player: Player) -> int:
    """The full sets of money and info, each worth 1 prestige; an Automa scores none (``RULES 5.1``, ``8.1.8``)."""
    if player.deck is not None:
        return 0
    return min(player.money // game._ruleset.set_money, player.info // game._ruleset.set_info)


def prestige_without_sets(game: Game, seat: int) -> int:
    """The prestige of rooms, improvements and achievements in the current position."""
    player = game._state.players[seat]
    tiles = game._ruleset.tiles
    total = sum(player.remodeled) * game._ruleset.room_prestige
    for index in player.tenants:
        tile = tiles[index]
        total += tile.prestige if tile.achievement is None else tile.prestige + tile.achievement.bonus(game, seat)
    for index in player.floors:
        tile = tiles[index]
        total += tile.prestige if tile.achievement is None else tile.prestige + tile.achievement.bonus(game, seat)
    return total


def prestige_of(game: Game, seat: int) -> int:
    """The total of ``score_items``, faster."""
    return prestige_without_sets(game, seat) + set_count(game, game._state.players[seat])


def scores(game: Game) -> list[Score]:
    """Returns everybody's score, the winner first; ties go to the more popular player (``RULES 5.2``)."""
    game = game._ruleset.ending.projected_end(game)
    order = game._state.popularity_order
    ranking = [Score(seat, score_items(game, seat)) for seat in range(len(order))]
    ranking.sort(key=lambda score: (-score.total, order.index(score.seat)))
    for rank, score in enumerate(ranking, 1):
        score.rank = rank
    return ranking
