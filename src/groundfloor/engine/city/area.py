"""What all areas of the city share."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Quote
from ..events import Event, event
from ..freezing import Freezable
from ..task import Task

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import AreaId, Gains, RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player, State


@event("III.5", "8.1.5")
class MarkerPlaced(Event):
    """Phase III, a marker on a space of the city:
    ``area``, ``space`` from 1, ``money``, ``info``, ``supply`` paid, ``failed`` spaces that an Automa could not take before this one, None for a person.
    """

    area: AreaId
    space: int
    money: int
    info: int
    supply: int
    failed: tuple[int, ...] | None = None


class Area(Freezable):
    """An area of the city: its spaces at the start, its tasks in phase III, its conduct in phase IV."""

    id: ClassVar[AreaId]
    tasks: tuple[Task, ...] = ()

    def register(self, ruleset: Ruleset) -> None:
        """Sets the attribute of the ruleset that names this area, if it has one."""

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        """Adds the answers to its own questions to the action table."""

    def set_up(self, state: State, players: int) -> None:
        """Sets up its spaces at the start of a game."""

    def conduct(self, game: Game) -> None:
        """Conducts the area in phase IV: acts at once, or pushes the step that asks."""
        raise NotImplementedError

    def place_automa(self, game: Game, seat: int) -> int:
        """Places an Automa's marker on its best space here (``RULES 8.1.5``). Returns the space from 1, or 0 if there is none."""
        raise NotImplementedError


class SpaceTask(Task):
    """A marker on a space of the city at a fixed price, conducted in phase IV (``RULES III.5``)."""

    __slots__ = ("area", "money", "info", "supply")

    def __init__(self, area: AreaId, money: int, info: int, supply: int) -> None:
        super().__init__()
        self.area = area
        self.money = money
        self.info = info
        self.supply = supply

    def spaces(self, state: State) -> list[int]:
        """Returns the spaces on which its markers are placed."""
        raise NotImplementedError

    def space(self, state: State, action: Action) -> int:
        """Returns the space for the marker: the lowest free one where spaces are numbered."""
        spaces = self.spaces(state)
        return spaces.index(-1) if -1 in spaces else -1

    def gains(self, game: Game, action: Action) -> Gains:
        """Returns what the space brings, as far as numbers can say."""
        return (("space", self.space(game._state, action) + 1),)

    def price(self, state: State, action: Action) -> tuple[int, int, int]:
        """Returns money, info and supply."""
        return self.money, self.info, self.supply

    def blocked_reason(self, game: Game, player: Player) -> RefusalCode | None:
        if -1 not in self.spaces(game._state):
            return "full"
        # Not short_of: this is asked more often than anything else.
        if player.time < 1:
            return "no_time"
        if player.money < self.money:
            return "no_money"
        if player.info < self.info:
            return "no_info"
        return "no_supply" if player.supply < self.supply else None

    def apply(self, game: Game, seat: int, player: Player, action: Action) -> None:
        state = game._state
        money, info, supply = self.price(state, action)
        player.money -= money
        player.info -= info
        player.supply -= supply
        player.time -= 1
        space = self.space(state, action)
        self.spaces(state)[space] = seat
        if game.journal is not None:
            game.note(MarkerPlaced(seat, "III.5", self.area, space + 1, money, info, supply))

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        money, info, supply = self.price(game._state, action)
        return Quote(1, money, info, supply, self.gains(game, action), self.area)


class ChosenSpaceTask(SpaceTask):
    """Spaces among which the player chooses freely."""

    __slots__ = ()

    def space(self, state: State, action: Action) -> int:
        return action.operand

    def action_blocked_reason(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        return None if self.spaces(game._state)[action.operand] < 0 else "taken"


def place_automa_marker(
    game: Game, seat: int, area: AreaId, spaces: list[int], order: Sequence[int], supply: list[int] | None = None
) -> int:
    """Places an Automa's marker on the first free space in its order; if ``supply`` is given, at a door that has one.

    Returns the space from 1, or 0 if none is free.
    """
    for space in order:
        if spaces[space] < 0 and (supply is None or supply[space]):
            break
    else:
        return 0
    game._state.players[seat].time -= 1
    spaces[space] = seat
    if game.journal is not None:
        failed = tuple([other + 1 for other in order[: order.index(space)]])
        game.note(MarkerPlaced(seat, "8.1.5", area, space + 1, 0, 0, 0, failed))
    return space + 1


def first_free(spaces: list[int]) -> int:
    """Returns the lowest free space, or -1."""
    return spaces.index(-1) if -1 in spaces else -1
