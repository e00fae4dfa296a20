"""Effects of tasks of rooms and tiles, applied once the price is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..effects import gain_supply, remodel
from ..events import TaskResult
from ..freezing import Freezable

if TYPE_CHECKING:
    from ..actions import Action
    from ..game import Game
    from ..kinds import AreaId, Gains, NoArea, RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player


class Effect(Freezable):
    """The effect of a task; ``resolves_in`` is the id of the area whose conduct resolves it, "" if it comes at once."""

    __slots__ = ()
    resolves_in: AreaId | NoArea = ""
    never_refused = False
    """True if ``refusal`` is always None."""

    def operands(self, ruleset: Ruleset) -> list[tuple[int, int, str]]:
        """Returns the two operands and the further words of each of its actions; without operands there is one action."""
        return [(-1, -1, "")]

    def refusal(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        """Returns why it would have no effect at all (``RULES 1.1``, ``III.6``); None if it has one."""
        return None

    def apply(self, game: Game, seat: int, action: Action) -> int:
        """Applies the effect. Returns the number that ``result`` needs, 0 if it needs none."""
        raise NotImplementedError

    def result(self, game: Game, action: Action, number: int) -> TaskResult:
        """What it did, for an event; ``number`` is what ``apply`` returned."""
        raise NotImplementedError

    def gains(self, game: Game, seat: int) -> Gains:
        raise NotImplementedError


class Gain(Effect):
    """Gains money, info or supply; supply that does not fit is discarded (``RULES III.6``)."""

    __slots__ = ("money", "info", "supply")
    never_refused = True

    def __init__(self, money: int = 0, info: int = 0, supply: int = 0) -> None:
        self.money = money
        self.info = info
        self.supply = supply

    def apply(self, game: Game, seat: int, action: Action) -> int:
        player = game._state.players[seat]
        player.money += self.money
        player.info += self.info
        return gain_supply(game, seat, self.supply) if self.supply else 0

    def result(self, game: Game, action: Action, number: int) -> TaskResult:
        gained, lost = (number, self.supply - number) if self.supply else (None, None)
        return TaskResult(self.money or None, self.info or None, gained, lost)

    def gains(self, game: Game, seat: int) -> Gains:
        pairs: Gains = (("money", self.money), ("info", self.info), ("supply", self.supply))
        return tuple((what, amount) for what, amount in pairs if amount)


class Advertise(Effect):
    """Puts a marker from the stock into a marketing box of the agency, for free (``RULES 6.3``)."""

    __slots__ = ("type",)
    resolves_in = "advertising_agency"

    def __init__(self, type: int) -> None:
        self.type = type

    def refusal(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        return None if player.reserve_time else "no_stock"

    def apply(self, game: Game, seat: int, action: Action) -> int:
        game._state.players[seat].reserve_time -= 1
        game._state.marketing_boxes[self.type][seat] += 1
        return 0

    def result(self, game: Game, action: Action, number: int) -> TaskResult:
        return TaskResult(box=self.type)

    def gains(self, game: Game, seat: int) -> Gains:
        return (("box", self.type),)


class Train(Effect):
    """Trains an untrained employee (``RULES 6.1``)."""

    __slots__ = ()

    def refusal(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        return None if player.untrained else "no_untrained"

    def apply(self, game: Game, seat: int, action: Action) -> int:
        player = game._state.players[seat]
        player.untrained -= 1
        player.trained += 1
        return 0

    def result(self, game: Game, action: Action, number: int) -> TaskResult:
        return TaskResult(trained=True)

    def gains(self, game: Game, seat: int) -> Gains:
        return (("trained", 1),)


class PlaceMarker(Effect):
    """Puts a marker from the stock on the next free space of an area, for free (``RULES 6.3``)."""

    __slots__ = ()

    def spaces(self, game: Game) -> list[int]:
        """Returns the spaces, in the order in which they fill."""
        raise NotImplementedError

    def refusal(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        if not player.reserve_time:
            return "no_stock"
        return None if -1 in self.spaces(game) else "full"

    def apply(self, game: Game, seat: int, action: Action) -> int:
        spaces = self.spaces(game)
        place = spaces.index(-1)
        spaces[place] = seat
        game._state.players[seat].reserve_time -= 1
        return place + 1

    def result(self, game: Game, action: Action, number: int) -> TaskResult:
        return TaskResult(area=self.resolves_in, space=number)

    def gains(self, game: Game, seat: int) -> Gains:
        spaces = self.spaces(game)
        return (("space", spaces.index(-1) + 1),) if -1 in spaces else ()


class PlaceProduct(PlaceMarker):
    """Puts a marker on the next free factory space."""

    __slots__ = ()
    resolves_in = "factory"

    def spaces(self, game: Game) -> list[int]:
        return game._state.factory_queue


class PlaceSite(PlaceMarker):
    """Puts a marker on the next free construction space."""

    __slots__ = ()
    resolves_in = "construction_company"

    def spaces(self, game: Game) -> list[int]:
        return game._state.construction_queue


class Renovate(Effect):
    """Remodels a room for free (``RULES 6.3``)."""

    __slots__ = ()

    def operands(self, ruleset: Ruleset) -> list[tuple[int, int, str]]:
        return [(index, -1, room.id) for index, room in enumerate(ruleset.rooms)]

    def refusal(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        if player.remodeled[action.operand]:
            return "already_remodeled"
        return "covered" if player.visible_tenants[action.operand] >= 0 else None

    def apply(self, game: Game, seat: int, action: Action) -> int:
        remodel(game, seat, action.operand, 0, 0, "6.3")
        return 0

    def result(self, game: Game, action: Action, number: int) -> TaskResult:
        return TaskResult(room=game._ruleset.rooms[action.operand].id)

    def gains(self, game: Game, seat: int) -> Gains:
        return (("prestige", game._ruleset.room_prestige),)


class HoldMeeting(Effect):
    """Moves anybody's marker at the consulting firm to the top of its column; those above move down one (``RULES 9.2.5``)."""

    __slots__ = ("rows",)
    resolves_in = "consulting_firm"

    def __init__(self, rows: int) -> None:
        self.rows = rows

    def operands(self, ruleset: Ruleset) -> list[tuple[int, int, str]]:
        columns = enumerate(("left", "right"))
        return [(column, row, f"{name} {row + 1}") for column, name in columns for row in range(1, self.rows)]

    def column(self, game: Game, action: Action) -> list[int]:
        return game._state.consulting_right if action.operand else game._state.consulting_left

    def refusal(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        return None if self.column(game, action)[action.second_operand] >= 0 else "nobody_there"

    def apply(self, game: Game, seat: int, action: Action) -> int:
        column = self.column(game, action)
        moved = column.pop(action.second_operand)
        column.insert(0, moved)
        return moved

    def result(self, game: Game, action: Action, number: int) -> TaskResult:
        return TaskResult(column="right" if action.operand else "left", row=action.second_operand + 1, whose=number)

    def gains(self, game: Game, seat: int) -> Gains:
        return (("row", 1),)
