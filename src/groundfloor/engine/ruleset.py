"""Everything that is fixed before a game: the ruleset and the things it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import Action, ActionTable
from .errors import ImpossibleTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .city.area import Area
    from .company.remodeling import Remodeling
    from .company.rooms import FloorTask, Room
    from .phases.rounds import Ending
    from .phases.scoring import Achievement
    from .step import Step
    from .task import Task


class Value:
    """A printed number of the game with its evidence: ``status`` is ``printed``, ``derived`` or ``assumed``."""

    __slots__ = ("value", "status", "evidence")

    def __init__(self, value: object, status: str, evidence: str) -> None:
        self.value = value
        self.status = status
        self.evidence = evidence


class Tile:
    """An improvement: a tenant or a floor (``RULES 6.2``, ``6.3``).

    ``money``, ``info`` and ``time`` come with each income; ``off_money`` and ``off_info`` lower the price of hiring; ``premium`` is
    added to every sale; ``niche`` lets products stay; ``steady`` keeps popularity; ``bays`` are places for tenants on it.
    """

    __slots__ = (
        "id",
        "index",
        "is_tenant",
        "stage",
        "prestige",
        "is_single",
        "achievement",
        "task",
        "uses",
        "money",
        "info",
        "time",
        "off_money",
        "off_info",
        "premium",
        "niche",
        "steady",
        "bays",
    )

    def __init__(
        self,
        id: str,
        is_tenant: bool,
        stage: int,
        prestige: int,
        is_single: bool = False,
        achievement: Achievement | None = None,
        task: FloorTask | None = None,
        uses: int = 0,
        money: int = 0,
        info: int = 0,
        time: int = 0,
        off_money: int = 0,
        off_info: int = 0,
        premium: int = 0,
        niche: int = 0,
        steady: int = 0,
        bays: int = 0,
    ) -> None:
        self.id = id
        self.index = -1
        self.is_tenant = is_tenant
        self.stage = stage
        self.prestige = prestige
        self.is_single = is_single
        self.achievement = achievement
        self.task = task
        self.uses = uses
        self.money = money
        self.info = info
        self.time = time
        self.off_money = off_money
        self.off_info = off_info
        self.premium = premium
        self.niche = niche
        self.steady = steady
        self.bays = bays

    def __repr__(self) -> str:
        return f"Tile({self.id!r})"


class Specialty:
    """What a company starts from (``RULES 8.4``): a remodeled room, money at each income, or something at the start."""

    __slots__ = ("id", "room", "plus_money", "money", "info")

    def __init__(self, id: str, room: int = -1, plus_money: int = 0, money: int = 0, info: int = 0) -> None:
        self.id = id
        self.room = room
        self.plus_money = plus_money
        self.money = money
        self.info = info


class Design:
    """One front of a forecast card; ``consumers`` and ``unemployed`` run over the numbers of players (``RULES 7.2``)."""

    __slots__ = ("id", "type", "consumers", "unemployed", "copies")

    def __init__(self, id: str, type: int, consumers: tuple[int, ...], unemployed: tuple[int, ...], copies: int) -> None:
        self.id = id
        self.type = type
        self.consumers = consumers
        self.unemployed = unemployed
        self.copies = copies


class CardKind:
    """A kind of Automa card: the area it sends to (-1: none) and its designs' corners, (marketing type, price bracket)."""

    __slots__ = ("id", "area", "corners", "copies")

    def __init__(self, id: str, area: int, corners: tuple[tuple[int, int], ...], copies: int) -> None:
        self.id = id
        self.area = area
        self.corners = corners
        self.copies = copies


class Entrepreneur:
    """One of the people an Automa can be (``RULES 8.1.1``): its cards beside the usual ones, what it owns, whether it hires."""

    __slots__ = ("id", "name", "level", "extra", "tile", "time", "hires")

    def __init__(self, id: str, name: str, level: str, extra: str, tile: str, time: int, hires: bool) -> None:
        self.id = id
        self.name = name
        self.level = level
        self.extra = extra
        self.tile = tile
        self.time = time
        self.hires = hires


class Option:
    """Something that can be chosen when a game is made; the first value is the default."""

    __slots__ = ("name", "values")

    def __init__(self, name: str, values: tuple[str, ...]) -> None:
        self.name = name
        self.values = values


class Ruleset:
    """An edition of the game, frozen once built. Tuples indexed by players start at ``players[0]``."""

    def __init__(self, name: str, revision: int, values: Mapping[str, Value]) -> None:
        self.name = name
        self.revision = revision
        self.values = values
        self.players: tuple[int, int] = (2, 5)
        self.humans_with_automas = 3
        self.automas_at_most = 2
        self.stages: tuple[int, ...] = ()
        self.income: tuple[int, ...] = ()
        self.market: tuple[int, ...] = ()
        self.market_start = 1
        self.levels: tuple[int, ...] = ()
        self.markers = 25
        self.start_info = 7
        self.start_money = 0
        self.start_supply = 1
        self.ceo_time = 4
        self.employee_time = 3
        self.closet = (1, 2)
        self.closet_room = -1
        self.room_prestige = 2
        self.set_money = 3
        self.set_info = 3
        self.rooms: tuple[Room, ...] = ()
        self.tiles: tuple[Tile, ...] = ()
        self.specialties: tuple[Specialty, ...] = ()
        self.designs: tuple[Design, ...] = ()
        self.deck: tuple[int, ...] = (0, 0, 0, 0)
        self.never_first: tuple[int, ...] = ()
        self.preset: tuple[int, ...] = ()
        self.areas: tuple[Area, ...] = ()
        self.phases: tuple[type[Step], ...] = ()
        self.ending: Ending
        self.end: Action
        self.remodeling: Remodeling
        self.bonus_remodeling: Remodeling
        self.cards: tuple[CardKind, ...] = ()
        self.office_card = -1
        self.factory_card = -1
        self.construction_card = -1
        self.entrepreneurs: tuple[Entrepreneur, ...] = ()
        self.automa_specialty = -1
        self.options: tuple[Option, ...] = ()
        self.table = ActionTable()
        self.tasks: tuple[Task, ...] = ()
        self.room_tasks: tuple[Task, ...] = ()
        self.task_of: list[Task | None] = []

    @property
    def actions(self) -> list[Action]:
        """The whole action table: everything anybody can ever answer."""
        return self.table.actions

    def action(self, text: str) -> Action:
        """The action with this text; UnknownAction names near ones."""
        return self.table.find(text)

    def room(self, id: str) -> int:
        """The number of the room with this id."""
        return [room.id for room in self.rooms].index(id)

    def tile(self, id: str) -> int:
        """The number of the improvement with this id."""
        return [tile.id for tile in self.tiles].index(id)

    def area(self, id: str) -> int:
        """The number of the area with this id."""
        return [area.id for area in self.areas].index(id)

    def stage(self, round: int) -> int:
        """The stage of a round, 1 to 3."""
        return self.stages[max(round, 1) - 1]

    def column(self, players: int) -> int:
        """Where a number of players stands in the tuples that run over them."""
        return players - self.players[0]

    def consumers_range(self, type: int, players: int) -> tuple[int, int]:
        """Lowest and highest number of consumers on a type's designs: the back of its cards (``RULES 7.2``)."""
        column = self.column(players)
        numbers = [design.consumers[column] for design in self.designs if design.type == type]
        return min(numbers), max(numbers)

    def settle_options(self, options: Mapping[str, str] | None) -> dict[str, str]:
        """Every option with its value; ImpossibleTable for one that does not exist."""
        given = dict(options or {})
        settled: dict[str, str] = {}
        for option in self.options:
            value = given.pop(option.name, option.values[0])
            if value not in option.values:
                known = ", ".join(option.values)
                raise ImpossibleTable(f"Option {option.name} can be {known}, not {value!r}.")
            settled[option.name] = value
        for name in given:
            known = ", ".join(option.name for option in self.options) or "none"
            raise ImpossibleTable(f"Ruleset {self.name} has no option {name!r}; it has: {known}.")
        return settled

    def freeze(self) -> Ruleset:
        """Numbers the tiles and fills the action table; the last thing that a builder does."""
        for index, tile in enumerate(self.tiles):
            tile.index = index
        self.closet_room = [room.brings_supply for room in self.rooms].index(1)
        table = self.table
        for text in ("hire", "done", "fire trained", "fire untrained"):
            table.add(text.split()[0], 1 if text == "fire trained" else 0, text=text)
        tasks: list[Task] = [task for area in self.areas for task in area.tasks]
        rooms = [task for room in self.rooms for task in room.tasks]
        floors = [tile.task for tile in self.tiles if tile.task is not None]
        for task in tasks + rooms + floors:
            task.enlist(table, self)
        self.tasks = tuple(tasks)
        self.room_tasks = tuple(rooms)
        self.remodeling.enlist(table, self)
        self.bonus_remodeling.enlist(table, self)
        self.end = table.add("end")
        for area in self.areas:
            area.enlist(table, self)
        table.add("none")
        self.task_of = [None] * len(table.actions)
        for task in tasks + rooms + floors:
            for action in task.actions:
                self.task_of[action.index] = task
        return self
