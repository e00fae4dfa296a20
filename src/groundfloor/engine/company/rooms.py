"""The six rooms of the ground floor and the tasks printed on rooms and tiles (``RULES 6.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Quote
from ..events import Event, TaskResult, event
from ..freezing import Freezable
from ..task import Task, short_of

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player
    from .task_effects import Effect


@event("6.1")
class RoomUsed(Event):
    """A task in a room: ``room``, ``task`` as it is written, ``time`` used, ``supply`` spent, ``result``."""

    room: str
    task: str
    time: int
    supply: int
    result: TaskResult


@event("6.3")
class FloorUsed(Event):
    """A task on a floor: ``floor``, ``use`` how often this round, ``time`` used, ``supply`` spent, ``result``."""

    floor: str
    use: int
    time: int
    supply: int
    result: TaskResult


@event("6.2")
class TenantUsed(Event):
    """A task of a tenant improvement: ``tile``, ``time`` used, ``supply`` spent, ``result``."""

    tile: str
    time: int
    supply: int
    result: TaskResult


class PrintedTask(Freezable):
    """A task as printed on a room or tile: its price in time markers and supply, and its effect."""

    __slots__ = ("time", "supply", "effect")

    def __init__(self, time: int, supply: int, effect: Effect) -> None:
        self.time = time
        self.supply = supply
        self.effect = effect


class RoomTask(Task):
    """A task of a room, in its standard version (None: the room must be remodeled for it) and its remodeled one."""

    __slots__ = ("room", "text", "versions")
    has_shared_refusal = True

    def __init__(self, room: int, text: str, standard: PrintedTask | None, remodeled: PrintedTask) -> None:
        super().__init__()
        self.room = room
        self.text = text
        self.versions = (standard, remodeled)

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = (table.add(ruleset.rooms[self.room].id, text=self.text),)

    def blocked_reason(self, game: Game, player: Player) -> RefusalCode | None:
        room = self.room
        if player.visible_tenants[room] >= 0:
            return "covered"
        printed = self.versions[player.remodeled[room]]
        if printed is None:
            return "not_remodeled"
        if player.time < printed.time:
            return "no_time"
        if player.supply < printed.supply:
            return "no_supply"
        effect = printed.effect
        return None if effect.never_refused else effect.refusal(game, player, self.actions[0])

    def usable_version(self, player: Player) -> PrintedTask | None:
        """Returns the version that can be used now; None if the room is covered, or must be remodeled for this task."""
        return None if player.visible_tenants[self.room] >= 0 else self.versions[player.remodeled[self.room]]

    def version(self, player: Player) -> PrintedTask:
        """Returns the version of the room as it is, the remodeled one if there is no standard one."""
        return self.versions[player.remodeled[self.room]] or self.versions[1]

    def apply(self, game: Game, seat: int, player: Player, action: Action) -> None:
        printed = self.version(player)
        player.time -= printed.time
        player.room_markers[self.room] += printed.time
        player.supply -= printed.supply
        number = printed.effect.apply(game, seat, action)
        if game.journal is not None:
            result = printed.effect.result(game, action, number)
            game.note(RoomUsed(seat, "6.1", game._ruleset.rooms[self.room].id, self.text, printed.time, printed.supply, result))

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        printed = self.version(game._state.players[seat])
        return Quote(printed.time, 0, 0, printed.supply, printed.effect.gains(game, seat), printed.effect.resolves_in)


class Room(Freezable):
    """A room of the ground floor: its tasks, and 1 if its remodel brings a supply (the storage closet)."""

    __slots__ = ("id", "tasks", "brings_supply")

    def __init__(self, id: str, tasks: tuple[RoomTask, ...], brings_supply: int = 0) -> None:
        self.id = id
        self.tasks = tasks
        self.brings_supply = brings_supply


class TileTask(Task):
    """The task of an improvement."""

    __slots__ = ("id", "tile", "printed")

    def __init__(self, id: str, printed: PrintedTask) -> None:
        super().__init__()
        self.id = id
        self.tile = -1
        self.printed = printed

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.tile = ruleset.tile(self.id)
        operands = self.printed.effect.operands(ruleset)
        self.actions = tuple(
            [table.add(self.id, first, second, f"{self.id} {words}" if words else self.id) for first, second, words in operands]
        )

    def action_blocked_reason(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        return self.printed.effect.refusal(game, player, action)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        printed = self.printed
        return Quote(printed.time, 0, 0, printed.supply, printed.effect.gains(game, seat), printed.effect.resolves_in)


class FloorTask(TileTask):
    """The task of a floor improvement, possible as often in a round as the tile says (``RULES 6.3``)."""

    __slots__ = ("uses",)

    def __init__(self, id: str, uses: int, printed: PrintedTask) -> None:
        super().__init__(id, printed)
        self.uses = uses

    def blocked_reason(self, game: Game, player: Player) -> RefusalCode | None:
        if self.tile not in player.floors:
            return "not_owned"
        if player.floor_uses[player.floors.index(self.tile)] >= self.uses:
            return "used_up"
        return short_of(player, self.printed.time, self.printed.supply)

    def apply(self, game: Game, seat: int, player: Player, action: Action) -> None:
        printed = self.printed
        player.time -= printed.time
        player.supply -= printed.supply
        place = player.floors.index(self.tile)
        player.floor_uses[place] += 1
        number = printed.effect.apply(game, seat, action)
        if game.journal is not None:
            result = printed.effect.result(game, action, number)
            game.note(FloorUsed(seat, "6.3", self.id, player.floor_uses[place], printed.time, printed.supply, result))


class TenantTask(TileTask):
    """The task of a tenant improvement, possible any number of times; its markers are set aside until V.1 (``RULES 9.2.5``)."""

    __slots__ = ()

    def blocked_reason(self, game: Game, player: Player) -> RefusalCode | None:
        if self.tile not in player.tenants:
            return "not_owned"
        if self.tile not in player.visible_tenants:
            return "covered"
        return short_of(player, self.printed.time, self.printed.supply)

    def apply(self, game: Game, seat: int, player: Player, action: Action) -> None:
        printed = self.printed
        player.time -= printed.time
        player.supply -= printed.supply
        player.spent_time += printed.time
        number = printed.effect.apply(game, seat, action)
        if game.journal is not None:
            game.note(TenantUsed(seat, "6.2", self.id, printed.time, printed.supply, printed.effect.result(game, action, number)))
