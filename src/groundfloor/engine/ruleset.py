"""The ruleset: everything that is fixed before a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, overload

from .actions import Action, ActionTable
from .arguments import require_type
from .components import AutomaCard, CardKind, Design, Entrepreneur, Era, EventCard, Option, Specialty, Tile, Value
from .errors import BadHouseValues, ImpossibleTable
from .freezing import Freezable, freeze_deeply
from .seats import COLOURS
from .state import CARD_DESIGNS, card_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from .city.advertising_agency import AdvertisingAgency
    from .city.area import Area
    from .city.construction_company import ConstructionCompany
    from .city.consulting_firm import ConsultingFirm
    from .city.marketing_bonus import MarketingBonus
    from .city.retail_outlets import RetailOutlets
    from .city.stock_exchange import StockExchange
    from .city.warehouse import Warehouse
    from .company.remodeling import Remodeling, RemodelingTurnEnds
    from .company.rooms import Room
    from .phases.rounds import Ending
    from .step import PhaseStep
    from .task import Task

__all__ = ["AutomaCard", "CardKind", "Design", "Entrepreneur", "Era", "EventCard", "Option", "Ruleset", "Specialty", "Tile", "Value"]


class Ruleset(Freezable):
    """A ruleset, frozen once built. Tuples with one item for each number of players start at ``player_range[0]``.

    >>> from groundfloor import ruleset
    >>> rules = ruleset("second")
    >>> rules.name, rules.player_range, [room.id for room in rules.rooms][:2]
    ('second', (2, 5), ['advertising', 'assembly'])
    >>> rules.action("construction")
    Action('construction')
    """

    def __init__(self, name: str, revision: int, values: Mapping[str, Value]) -> None:
        self.name = name
        self.revision = revision
        self.values = MappingProxyType(dict(values))
        self.player_range: tuple[int, int] = (2, 5)
        self.max_humans_with_automas = 3
        self.max_automas = 2
        self.colours: tuple[str, ...] = COLOURS
        self.stage_by_round: tuple[int, ...] = ()
        self.income_track: tuple[int, ...] = ()
        self.job_market_prices: tuple[int, ...] = ()
        self.job_market_start = 1
        self.popularity_levels: tuple[int, ...] = ()
        self.markers_per_player = 25
        self.start_info = 7
        self.start_money = 0
        self.start_supply = 1
        self.ceo_time = 4
        self.employee_time = 3
        self.closet_capacity = (1, 2)
        self.closet_room = -1
        self.room_prestige = 2
        self.set_money = 3
        self.set_info = 3
        self.rooms: tuple[Room, ...] = ()
        self.tiles: tuple[Tile, ...] = ()
        self.specialties: tuple[Specialty, ...] = ()
        self.designs: tuple[Design, ...] = ()
        self.forecast_deck: tuple[int, ...] = (0, 0, 0, 0)
        self.excluded_first_forecasts: tuple[int, ...] = ()
        self.preset_deck: tuple[int, ...] = ()
        self.areas: tuple[Area, ...] = ()
        self.firm: ConsultingFirm
        self.agency: AdvertisingAgency
        self.bonus: MarketingBonus
        self.warehouse: Warehouse
        self.exchange: StockExchange | None = None
        self.outlets: RetailOutlets
        self.construction: ConstructionCompany
        self.phases: tuple[type[PhaseStep], ...] = ()
        self.ending: Ending
        self.hire_action: Action
        self.done_action: Action
        self.none_action: Action
        self.end_action: Action
        self.fire_actions: tuple[Action, ...] = ()
        self.remodeling: Remodeling
        self.bonus_remodeling: Remodeling
        self.automa_cards: tuple[CardKind, ...] = ()
        self.automa_deck: tuple[AutomaCard, ...] = ()
        self.office_card = -1
        self.factory_card = -1
        self.construction_card = -1
        self.entrepreneurs: tuple[Entrepreneur, ...] = ()
        self.automa_specialty = -1
        self.options: tuple[Option, ...] = ()
        self.eras: tuple[Era, ...] = ()
        self.events: tuple[EventCard, ...] = ()
        self.era = -1
        self.event = -1
        self.remodeling_turn_ends: RemodelingTurnEnds | None = None
        self.house: Mapping[str, object] = MappingProxyType({})
        self.played_options: Mapping[str, str] = MappingProxyType({})
        self.build_with_options: Callable[[Mapping[str, str]], Ruleset] | None = None
        self.build_with_overrides: Callable[[Mapping[str, object]], Ruleset] | None = None
        self.action_table = ActionTable(self)
        self.tasks: tuple[Task, ...] = ()
        self.tenant_tasks: tuple[Task, ...] = ()
        self.task_of: tuple[Task | None, ...] = ()

    def __repr__(self) -> str:
        return f"<Ruleset {self.name} {self.revision}>"

    @property
    def overrides(self) -> dict[str, object]:
        """The house values by their keys, with lists as in JSON; a new dict each time."""
        return {key: as_lists(value) for key, value in self.house.items()}

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions that anybody can ever take, by their number."""
        return self.action_table.actions

    @overload
    def action(self, text: str) -> Action: ...
    @overload
    def action(self, text: Action) -> Action: ...
    def action(self, text: Any) -> Action:
        """Returns the action with this text, or with that of an action of another ruleset; raises UnknownAction, which names similar ones."""
        require_type(text, (str, Action), "An action is an Action or its text, such as 'hire'")
        return self.action_table.find(str(text))

    def room(self, id: str) -> int:
        return [room.id for room in self.rooms].index(id)

    def tile(self, id: str) -> int:
        return [tile.id for tile in self.tiles].index(id)

    def automa_card(self, kind: str, design: int) -> AutomaCard:
        """Returns the Automa card of a kind and design (0: unseen)."""
        return next(card for card in self.automa_deck if card.kind.id == kind and card.design == design)

    def area(self, id: str) -> int:
        ids: list[str] = [area.id for area in self.areas]
        return ids.index(id)

    def stage(self, round: int) -> int:
        """Returns the stage of a round, 1 to 3."""
        return self.stage_by_round[max(round, 1) - 1]

    def first_round(self, stage: int) -> int:
        """Returns the round in which a stage begins, from 1."""
        return self.stage_by_round.index(stage) + 1

    def player_column(self, players: int) -> int:
        """Returns the index of a number of players in tuples with one item for each."""
        return players - self.player_range[0]

    def consumers_range(self, type: int, players: int) -> tuple[int, int]:
        """Returns the lowest and highest number of consumers of a type: the back of its cards (``RULES 7.2``)."""
        column = self.player_column(players)
        numbers = [design.consumers[column] for design in self.designs if design.type == type and not design.is_special]
        return min(numbers), max(numbers)

    def guaranteed_consumers(self, type: int, players: int, turned: list[int]) -> int:
        """Returns the fewest consumers of a type; a special card that is not revealed yet counts too (``RULES 8.1.6``, ``8.3``)."""
        least = self.consumers_range(type, players)[0]
        column = self.player_column(players)
        for index, design in enumerate(self.designs):
            if design.is_special and design.type == type and index not in turned:
                least = min(least, design.consumers[column])
        return least

    def normalize_options(self, options: Mapping[str, str] | None, players: int = 0) -> dict[str, str]:
        """Returns every option with its value; raises ImpossibleTable for an unknown option or one that does not fit the table."""
        require_type(options, (Mapping, type(None)), "Options are a dict of texts, such as {'deck': 'preset'}")
        given = dict(options or {})
        complete: dict[str, str] = {}
        for option in self.options:
            value = given.pop(option.name, option.values[0])
            if value not in option.values:
                known = ", ".join(option.values)
                raise ImpossibleTable(
                    "Option %(option)s can be %(known)s, not '%(given)s'.",
                    option=option.name,
                    known=known,
                    given=value,
                )
            complete[option.name] = value
        for name in given:
            known = ", ".join(option.name for option in self.options) or "–"
            raise ImpossibleTable(
                "Ruleset %(ruleset)s has no option '%(given)s'; it has: %(known)s.",
                ruleset=self.name,
                given=name,
                known=known,
            )
        for option in self.options:
            if players and complete[option.name] != option.values[0]:
                self.check_option(option, complete, players)
        return complete

    def check_option(self, option: Option, complete: dict[str, str], players: int) -> None:
        """Raises ImpossibleTable if an option that is on does not fit the number of players or another option."""
        if option.players and option.players != players:
            raise ImpossibleTable(
                "Option %(option)s is for %(needed)s players, not for %(count)s.",
                option=option.name,
                needed=option.players,
                count=players,
            )
        for other in self.options:
            if other.name in option.excludes and complete[other.name] != other.values[0]:
                chosen, value = complete[option.name], complete[other.name]
                raise ImpossibleTable(
                    "Option %(option)s %(chosen)s can't be played together with %(other)s %(value)s; choose one of them.",
                    option=option.name,
                    chosen=chosen,
                    other=other.name,
                    value=value,
                )

    def with_options(self, options: Mapping[str, str]) -> Ruleset:
        """Returns this ruleset with the expansions of these options, which name every option (``RULES 8``)."""
        return self.build_with_options(options) if self.build_with_options is not None else self

    def with_overrides(self, values: Mapping[str, object]) -> Ruleset:
        """Returns this ruleset with house values in place of its own; raises BadHouseValues for impossible ones."""
        require_type(values, (Mapping,), "House values are a dict by their keys")
        if not values:
            return self
        if self.build_with_overrides is None:
            raise BadHouseValues("Ruleset %(ruleset)s takes no house values.", ruleset=self.name)
        return self.build_with_overrides(values)

    def finish(self) -> Ruleset:
        """Returns this ruleset with its tiles numbered and its action table filled."""
        for index, tile in enumerate(self.tiles):
            tile.index = index
        kinds = range(len(self.automa_cards))
        self.automa_deck = tuple([AutomaCard(card_code(k, d), self.automa_cards[k], d) for k in kinds for d in range(CARD_DESIGNS)])
        self.closet_room = [room.brings_supply for room in self.rooms].index(1)
        table = self.action_table
        self.hire_action = table.add("hire", 0)
        self.done_action = table.add("done", 0)
        self.fire_actions = (table.add("fire", 1, text="fire trained"), table.add("fire", 0, text="fire untrained"))
        tasks: list[Task] = [task for area in self.areas for task in area.tasks]
        rooms = [task for room in self.rooms for task in room.tasks]
        floors = [tile.task for tile in self.tiles if tile.task is not None]
        every: list[Task] = [*tasks, *rooms, *floors]
        for task in every:
            task.register_actions(table, self)
        self.tasks = (*tasks, *rooms)
        self.tenant_tasks = tuple(tile.task for tile in self.tiles if tile.is_tenant and tile.task is not None)
        self.remodeling.register_actions(table, self)
        self.bonus_remodeling.register_actions(table, self)
        self.end_action = table.add("end")
        for area in self.areas:
            area.register(self)
            area.register_actions(table, self)
        self.none_action = table.add("none")
        task_of: list[Task | None] = [None] * len(table.actions)
        for task in every:
            for action in task.actions:
                task_of[action.index] = task
        self.task_of = tuple(task_of)
        return self

    def frozen(self) -> Ruleset:
        """Freezes this ruleset and everything in it, and returns it; builders call this last."""
        freeze_deeply(self)
        return self


def as_lists(content: object) -> object:
    """Returns a value with its tuples as lists, as in JSON."""
    return [as_lists(part) for part in content] if isinstance(content, list | tuple) else content
