"""What employees and improvements will bring until the end of the game, and what a bonus is worth (``RULES I``, ``II``, ``IV.C``, ``IV.I``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..city.marketing_bonus import MarketingBonus
from ..drafts import draft_after
from ..effects import supply_space
from ..phases.income import income_of
from ..phases.reorganize import time_due
from ..phases.scoring import prestige_of
from ..projection import Projection

if TYPE_CHECKING:
    from ..actions import Action
    from ..game import Game
    from ..kinds import ProjectionKind
    from ..ruleset import Tile
    from ..state import Player


class StaffProjection(Projection):
    """Hiring, training or firing an employee: money and time of later rounds.

    ``incomes`` are still to come, each of ``income_then`` money instead of ``income_now``. The employee brings ``time`` markers (-: costs
    them) in each of ``rounds`` to come; a hired one only once it is trained, which may be in this round at the earliest.
    """

    __slots__ = ("income_now", "income_then", "incomes", "time", "rounds")
    kind: ClassVar[ProjectionKind] = "staff"

    def __init__(self, income_now: int, income_then: int, incomes: int, time: int, rounds: int) -> None:
        self.income_now = income_now
        self.income_then = income_then
        self.incomes = incomes
        self.time = time
        self.rounds = rounds

    @property
    def money(self) -> int:
        """Returns the money of all incomes to come that it brings (-: costs)."""
        return (self.income_then - self.income_now) * self.incomes

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "income_now": self.income_now,
            "income_then": self.income_then,
            "incomes": self.incomes,
            "money": self.money,
            "time": self.time,
            "rounds": self.rounds,
        }


class ImprovementProjection(Projection):
    """An improvement: its prestige, and what it brings with each of the ``incomes`` to come.

    ``prestige`` is what it scores itself; ``change`` is what the score gains by it in the current position, with everything that it counts or
    covers and with the sets that its price takes. ``money``, ``info`` and ``time`` come with each income. ``rounds`` are left in which its
    task can be done ``uses`` times each, 0 if it has none.
    """

    __slots__ = ("prestige", "change", "money", "info", "time", "incomes", "uses", "rounds")
    kind: ClassVar[ProjectionKind] = "improvement"

    def __init__(self, game: Game, seat: int, action: Action) -> None:
        then = draft_after(game, action)
        before, after = game._state.players[seat], then._state.players[seat]
        tile: Tile = game._ruleset.tiles[action.operand]
        self.prestige = tile.prestige
        self.change = score_of(then, seat) - score_of(game, seat)
        self.money = after.income_bonus_money - before.income_bonus_money
        self.info = after.income_bonus_info - before.income_bonus_info
        self.time = after.income_bonus_time - before.income_bonus_time
        self.incomes = self.rounds = rounds_left(then)
        self.uses = tile.uses

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "prestige": self.prestige,
            "change": self.change,
            "money": self.money,
            "info": self.info,
            "time": self.time,
            "incomes": self.incomes,
            "uses": self.uses,
            "rounds": self.rounds,
        }


class BonusProjection(Projection):
    """A marketing bonus: what of it is kept, and what the score gains by it at once in the current position (``change``).

    ``time_then`` are the time markers of the next round with it, if nobody is fired or trained; 0 if there is none. ``can_remodel`` says
    that a room can be paid and is left to remodel.
    """

    __slots__ = ("money", "info", "supply", "time", "time_then", "can_remodel", "change")
    kind: ClassVar[ProjectionKind] = "bonus"

    def __init__(self, game: Game, area: MarketingBonus, seat: int, index: int) -> None:
        bonus, player = area.bonuses[index], game._state.players[seat]
        is_over = game._ruleset.ending.is_over(game)
        self.money = bonus.money
        self.info = bonus.info
        self.supply = min(bonus.supply, supply_space(game, player))
        self.time = 0 if is_over else bonus.time
        self.time_then = 0 if is_over else time_due(game, seat) + bonus.time
        self.can_remodel = bonus.is_remodel and can_remodel_with_bonus(game, player)
        then = game.copy()
        player_then = then._state.players[seat]
        player_then.money, player_then.info, player_then.supply = (
            player.money + self.money,
            player.info + self.info,
            player.supply + self.supply,
        )
        self.change = score_of(then, seat) - score_of(game, seat)

    def as_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "money": self.money,
            "info": self.info,
            "supply": self.supply,
            "time": self.time,
            "time_then": self.time_then,
            "can_remodel": self.can_remodel,
            "change": self.change,
        }


def can_remodel_with_bonus(game: Game, player: Player) -> bool:
    remodeling = game._ruleset.bonus_remodeling
    return any(remodeling.refusal(player, room) is None for room in range(len(game._ruleset.rooms)))


def rounds_left(game: Game) -> int:
    """Returns the rounds that follow this one, and so the incomes; it may be fewer where an edition can end earlier (``RULES 9.2.1``)."""
    return 0 if game._ruleset.ending.is_over(game) else len(game._ruleset.stage_by_round) - max(game._state.round, 1)


def score_of(game: Game, seat: int) -> int:
    """Returns a seat's prestige if the game ended now (``RULES 5.1``)."""
    return prestige_of(game._ruleset.ending.projected_end(game), seat)


def project_hiring(game: Game, seat: int) -> StaffProjection:
    """Returns what another employee brings (``RULES II``)."""
    player, left = game._state.players[seat], rounds_left(game)
    track = game._ruleset.income_track
    now = income_of(game, player)
    then = track[min(player.employee_count, len(track) - 1)] + player.income_bonus_money
    return StaffProjection(now, then, left, game._ruleset.employee_time, left)


def project_firing(game: Game, seat: int, is_trained: bool) -> StaffProjection:
    """Returns what an employee who leaves saves and costs (``RULES I.3``, ``V.2``)."""
    player, left = game._state.players[seat], rounds_left(game)
    now = income_of(game, player)
    then = game._ruleset.income_track[max(player.employee_count - 2, 0)] + player.income_bonus_money
    return StaffProjection(now, then, left, -game._ruleset.employee_time if is_trained else 0, left)


def project_training(game: Game, seat: int) -> StaffProjection:
    """Returns what a trained employee brings; its markers come from phase V on (``RULES 6.1``, ``V.3``)."""
    now, left = income_of(game, game._state.players[seat]), rounds_left(game)
    return StaffProjection(now, now, left, game._ruleset.employee_time, left)


def project_bonus(game: Game, seat: int, index: int) -> BonusProjection:
    """Returns what a marketing bonus brings, by its number (``RULES IV.C.1``)."""
    return BonusProjection(game, game._ruleset.bonus, seat, index)
