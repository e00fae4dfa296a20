"""The six rooms of the ground floor and the tasks printed on rooms and tiles (``RULES 6.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Quote
from ..freezing import Freezable
from ..task import Task, short_of

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..event_facts import TaskUsedFacts
    from ..game import Game
    from ..kinds import RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player
    from .task_effects import Effect


class Plate(Freezable):
    """One task as it is printed on a plate: its price in time markers and supply, and its effect."""

    __slots__ = ("time", "supply", "effect")

    def __init__(self, time: int, supply: int, work: Effect) -> None:
        self.time = time
        self.supply = supply
        self.effect = work

    def add_facts(self, game: Game, action: Action, number: int, facts: TaskUsedFacts) -> None:
        """Adds the supply paid and what the effect did to the facts of an event; ``number`` is what ``Effect.apply`` returned."""
        if self.supply:
            facts["supply"] = self.supply
        self.effect.add_facts(game, action, number, facts)


class RoomTask(Task):
    """One plate of a room: its standard form and its remodeled one (None: the room must be remodeled for it)."""

    __slots__ = ("room", "text", "plates")
    has_shared_refusal = True

    def __init__(self, room: int, text: str, standard: Plate | None, remodeled: Plate) -> None:
        super().__init__()
        self.room = room
        self.text = text
        self.plates = (standard, remodeled)

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = (table.add(ruleset.rooms[self.room].id, text=self.text),)

    def blocked_reason(self, game: Game, player: Player) -> RefusalCode | None:
        room = self.room
        if player.visible_tenants[room] >= 0:
            return "covered"
        plate = self.plates[1] if player.remodeled[room] else self.plates[0]
        if plate is None:
            return "not_remodeled"
        if player.time < plate.time:
            return "no_time"
        if player.supply < plate.supply:
            return "no_supply"
        work = plate.effect
        return None if work.never_refused else work.refusal(game, player, self.actions[0])

    def open_plate(self, player: Player) -> Plate | None:
        """The plate that can be used as the room is now; None if it is covered, or must be remodeled for this task."""
        return None if player.visible_tenants[self.room] >= 0 else self.plates[player.remodeled[self.room]]

    def plate(self, player: Player) -> Plate:
        return self.plates[player.remodeled[self.room]] or self.plates[1]

    def perform(self, game: Game, seat: int, player: Player, action: Action) -> None:
        plate = self.plate(player)
        player.time -= plate.time
        player.room_markers[self.room] += plate.time
        player.supply -= plate.supply
        number = plate.effect.apply(game, seat, action)
        if game.journal is not None:
            facts: TaskUsedFacts = {"room": game.ruleset.rooms[self.room].id, "task": self.text, "time": plate.time}
            plate.add_facts(game, action, number, facts)
            game.note("RoomUsed", seat, "6.1", facts)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        plate = self.plate(game.state.players[seat])
        return Quote(plate.time, 0, 0, plate.supply, plate.effect.gains(game, seat), plate.effect.resolves_in)


class Room(Freezable):
    """A ground-floor room: its plates, and whether its remodel brings a supply (the storage closet)."""

    __slots__ = ("id", "tasks", "brings_supply")

    def __init__(self, id: str, tasks: tuple[RoomTask, ...], brings_supply: int = 0) -> None:
        self.id = id
        self.tasks = tasks
        self.brings_supply = brings_supply


class TileTask(Task):
    """The plate of an improvement."""

    __slots__ = ("id", "tile", "plate")

    def __init__(self, id: str, plate: Plate) -> None:
        super().__init__()
        self.id = id
        self.tile = -1
        self.plate = plate

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.tile = ruleset.tile(self.id)
        operands = self.plate.effect.operands(ruleset)
        self.actions = tuple([table.add(self.id, a, b, f"{self.id} {words}" if words else self.id) for a, b, words in operands])

    def action_blocked_reason(self, game: Game, player: Player, action: Action) -> RefusalCode | None:
        return self.plate.effect.refusal(game, player, action)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        plate = self.plate
        return Quote(plate.time, 0, 0, plate.supply, plate.effect.gains(game, seat), plate.effect.resolves_in)


class FloorTask(TileTask):
    """The plate of a floor improvement, used as often a round as the tile says (``RULES 6.3``)."""

    __slots__ = ("uses",)

    def __init__(self, id: str, uses: int, plate: Plate) -> None:
        super().__init__(id, plate)
        self.uses = uses

    def blocked_reason(self, game: Game, player: Player) -> RefusalCode | None:
        if self.tile not in player.floors:
            return "not_owned"
        if player.floor_uses[player.floors.index(self.tile)] >= self.uses:
            return "used_up"
        return short_of(player, self.plate.time, 0, 0, self.plate.supply)

    def perform(self, game: Game, seat: int, player: Player, action: Action) -> None:
        plate = self.plate
        player.time -= plate.time
        player.supply -= plate.supply
        place = player.floors.index(self.tile)
        player.floor_uses[place] += 1
        number = plate.effect.apply(game, seat, action)
        if game.journal is not None:
            facts: TaskUsedFacts = {"floor": self.id, "use": player.floor_uses[place], "time": plate.time}
            plate.add_facts(game, action, number, facts)
            game.note("FloorUsed", seat, "6.3", facts)


class TenantTask(TileTask):
    """The plate of a tenant improvement, used any number of times; its markers are set aside until V.1 (``RULES 9.2.5``)."""

    __slots__ = ()

    def blocked_reason(self, game: Game, player: Player) -> RefusalCode | None:
        if self.tile not in player.tenants:
            return "not_owned"
        if self.tile not in player.visible_tenants:
            return "covered"
        return short_of(player, self.plate.time, 0, 0, self.plate.supply)

    def perform(self, game: Game, seat: int, player: Player, action: Action) -> None:
        plate = self.plate
        player.time -= plate.time
        player.supply -= plate.supply
        player.spent_time += plate.time
        number = plate.effect.apply(game, seat, action)
        if game.journal is not None:
            facts: TaskUsedFacts = {"time": plate.time}
            plate.add_facts(game, action, number, facts)
            facts["tile"] = self.id
            game.note("TenantUsed", seat, "9.2.5", facts)
