"""Area B, the advertising agency: markers choose a marketing type, and the types raise popularity (``RULES IV.B``, ``9.2.3``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from ..actions import Quote
from ..automa import draw_card, reveal_card
from ..effects import shift_marker
from ..events import Event, event
from ..fields import Field, Number
from ..freezing import Freezable
from ..position_reading import require_range
from ..step import Step
from .area import Area, ChosenSpaceTask, SpaceTask, place_automa_marker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..actions import Action, ActionTable, Outcome
    from ..game import Game
    from ..kinds import AreaId, Gains, NoArea, QuestionKind, RefusalCode
    from ..ruleset import Ruleset
    from ..state import State
    from ..task import Task


@event("IV.B.1", "8.1.6")
class MarketingTypeChosen(Event):
    """A marker leaves its desk: ``type``, ``markers`` that came in, ``money``, ``info`` paid."""

    type: str
    markers: int
    money: int
    info: int


@event("IV.B.2", seats=("rival",))
class PopularityGained(Event):
    """A marketing type makes popular:
    ``type``, ``markers`` in the box, ``steps`` due, ``group`` markers for a step, ``moved`` steps made, ``sole``: alone with the most, ``space`` reached, ``rival`` another seat with the most or nobody, ``most`` its markers.
    """

    type: str
    markers: int
    steps: int
    group: int
    moved: int
    sole: bool
    space: int
    rival: int
    most: int


@event("IV.B.2", seats=("rival",))
class MarketingWaited(Event):
    """Markers are in a box, and too few."""

    type: str
    markers: int
    group: int
    space: int
    rival: int
    most: int


class Advance(NamedTuple):
    """What a player's markers in one box do: the spaces they are worth, the spaces moved, and the space reached."""

    type: int
    seat: int
    markers: int
    steps: int
    moved: int
    is_sole: bool
    space: int


class MarketingType(Freezable):
    """A marketing type: its price, the markers it takes for a space, and the extra markers that come with each marker."""

    __slots__ = ("id", "money", "info", "markers_per_step", "extra_markers")

    def __init__(self, id: str, money: int, info: int, group: int, more: int) -> None:
        self.id = id
        self.money = money
        self.info = info
        self.markers_per_step = group
        self.extra_markers = more


class DeskTask(ChosenSpaceTask):
    """A marker on any free space of the agency's left column."""

    __slots__ = ("size",)

    def __init__(self, size: int, money: int, info: int) -> None:
        super().__init__("advertising_agency", money, info, 0)
        self.size = size

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = tuple(table.add("agency", i, text=f"agency {i + 1}") for i in range(self.size))

    def spaces(self, state: State) -> list[int]:
        return state.agency_desks


class AdvertisingAgency(Area):
    """A column of desks and one box for each marketing type."""

    id: ClassVar[AreaId] = "advertising_agency"
    is_numbered: ClassVar[bool] = False
    """The desks fill from the lowest number, and the last one decides first."""

    def __init__(self, desks: int, money: int, info: int, types: tuple[MarketingType, ...]) -> None:
        self.size = desks
        self.types = types
        self.actions: tuple[Action, ...] = ()
        self.tasks: tuple[Task, ...] = (DeskTask(desks, money, info),)

    def register(self, ruleset: Ruleset) -> None:
        ruleset.agency = self

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = tuple(table.add(kind.id, i) for i, kind in enumerate(self.types))

    def set_up(self, state: State, players: int) -> None:
        state.agency_desks = [-1] * self.size
        state.marketing_boxes = [[0] * players for _ in self.types]

    def conduct(self, game: Game) -> None:
        game.push(AgencyStep())

    def place_automa(self, game: Game, seat: int) -> int:
        return place_automa_marker(game, seat, self.id, game._state.agency_desks, range(self.size - 1, -1, -1))

    def steps_for(self, box: list[int], type: int, seat: int, more: int = 0) -> tuple[int, bool]:
        """Returns the spaces that a player advances by the box of a type, and True if they alone have the most markers there (``RULES IV.B.2``).

        ``more`` markers of the player are counted beside those that lie in the box.
        """
        own = box[seat] + more
        is_sole = own > 0 and all(count < own for other, count in enumerate(box) if other != seat)
        return own // self.types[type].markers_per_step + (1 if is_sole else 0), is_sole

    def add_marker(self, game: Game, seat: int, type: int) -> None:
        """Puts a marker from its desk into a box, with another one from the stock if the type brings one."""
        player = game._state.players[seat]
        kind = self.types[type]
        more = min(kind.extra_markers, player.reserve_time)
        player.reserve_time -= more
        game._state.marketing_boxes[type][seat] += 1 + more
        money, info = (kind.money, kind.info) if player.deck is None else (0, 0)
        player.money -= money
        player.info -= info
        if game.journal is not None:
            game.note(MarketingTypeChosen(seat, "IV.B.1" if player.deck is None else "8.1.6", kind.id, 1 + more, money, info))

    def advances(self, boxes: list[list[int]], order: list[int], popularity: list[int], last: int) -> Iterator[Advance]:
        """Moves the markers of these two lists by the markers in the boxes, one type after the other (``RULES IV.B.2``)."""
        for type, box in enumerate(boxes):
            for seat in order[:]:
                if not box[seat]:
                    continue
                steps, is_sole = self.steps_for(box, type, seat)
                moved = shift_marker(order, popularity, seat, popularity[seat] + steps, last) if steps else 0
                yield Advance(type=type, seat=seat, markers=box[seat], steps=steps, moved=moved, is_sole=is_sole, space=popularity[seat])

    def landings(self, state: State, boxes: list[list[int]], last: int) -> tuple[list[int], list[int]]:
        """Returns popularity order and spaces as they would be if these boxes advanced the players now; changes nothing."""
        order, popularity = state.popularity_order[:], state.popularity[:]
        for _ in self.advances(boxes, order, popularity, last):
            pass
        return order, popularity

    def advance_players(self, game: Game) -> None:
        """Advances players by each type, in popularity order at that moment; then removes markers (``RULES IV.B.2``, ``IV.B.3``)."""
        state = game._state
        for advance in self.advances(state.marketing_boxes, state.popularity_order, state.popularity, len(game._ruleset.popularity_levels)):
            if game.journal is not None:
                kind = self.types[advance.type]
                rival, most = rival_of(state.marketing_boxes[advance.type], advance.seat)
                seat, group = advance.seat, kind.markers_per_step
                if advance.steps:
                    steps, moved, is_sole = advance.steps, advance.moved, advance.is_sole
                    game.note(
                        PopularityGained(seat, "IV.B.2", kind.id, advance.markers, steps, group, moved, is_sole, advance.space, rival, most)
                    )
                else:
                    game.note(MarketingWaited(seat, "IV.B.2", kind.id, advance.markers, group, advance.space, rival, most))
        for kind, box in zip(self.types, state.marketing_boxes, strict=True):
            most = max(box)
            sole = box.index(most) if box.count(most) == 1 else -1
            for seat, markers in enumerate(box):
                leaving = markers if seat == sole else markers - markers % kind.markers_per_step
                box[seat] -= leaving
                state.players[seat].reserve_time += leaving


def rival_of(box: list[int], seat: int) -> tuple[int, int]:
    """Returns the other seat with the most markers in a box (-1 if nobody else has any), and their number."""
    most, rival = max(((count, -other) for other, count in enumerate(box) if other != seat), default=(0, 0))
    return (-rival if most else -1), most


class AgencyStep(Step):
    """Goes through the desks from the top; each marker's owner chooses a type. ``desk`` is the next one."""

    __slots__ = ("desk",)
    name: ClassVar[str] = "agency"
    fields: ClassVar[tuple[Field, ...]] = (Field("desk", Number(0), "the next desk"),)
    area_id: ClassVar[AreaId | NoArea] = "advertising_agency"
    turn_question: ClassVar[QuestionKind] = "marketing_type"

    def __init__(self) -> None:
        self.desk = 0

    def copy(self) -> Step:
        twin = self.__class__()
        twin.desk = self.desk
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return [], self.desk, 0, []

    def check(self, game: Game) -> None:
        require_range([self.desk], 0, len(game._state.agency_desks), "the desk of a step")

    def turn_index(self) -> int:
        return self.desk

    def seats_to_come(self, game: Game) -> list[int]:
        return [seat for seat in game._state.agency_desks[self.desk + 1 :] if seat >= 0]

    def next_desk(self, desks: list[int]) -> int:
        """Returns the next desk with a marker, or the number of desks if there is none."""
        at = self.desk
        while at < len(desks) and desks[at] < 0:
            at += 1
        return at

    def advance(self, game: Game) -> None:
        desks = game._state.agency_desks
        self.desk = self.next_desk(desks)
        if self.desk == len(desks):
            game._ruleset.agency.advance_players(game)
            game.pop()
        elif game._state.players[desks[self.desk]].deck is not None:
            draw_card(game, desks[self.desk])
        else:
            game.ask("marketing_type", desks[self.desk])

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        agency = game._ruleset.agency
        if action not in agency.actions:
            return "not_asked"
        kind = agency.types[action.operand]
        player = game._state.players[seat]
        if player.money < kind.money:
            return "no_money"
        return "no_info" if player.info < kind.info else None

    def choices(self, game: Game, seat: int) -> list[Action]:
        return [action for action in game._ruleset.agency.actions if self.refusal(game, seat, action) is None]

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        self.add_marker(game, seat, action.operand)

    def add_marker(self, game: Game, seat: int, type: int) -> None:
        game._state.agency_desks[self.desk] = -1
        game._ruleset.agency.add_marker(game, seat, type)

    def apply_outcome(self, game: Game, outcome: Outcome) -> None:
        seat = game._state.agency_desks[self.desk]
        type, _ = reveal_card(game, seat, outcome, is_turn_over=True)
        self.add_marker(game, seat, type)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        agency = game._ruleset.agency
        kind = agency.types[action.operand]
        markers = 1 + min(kind.extra_markers, game._state.players[seat].reserve_time)
        steps, is_sole = agency.steps_for(game._state.marketing_boxes[action.operand], action.operand, seat, markers)
        gains: Gains = (("markers", markers), ("steps", steps), ("sole", int(is_sole)))
        return Quote(0, kind.money, kind.info, 0, gains, agency.id)


class NumberedDeskTask(SpaceTask):
    """A marker on the lowest free space of the agency's left column."""

    __slots__ = ()

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = (table.add("agency"),)

    def spaces(self, state: State) -> list[int]:
        return state.agency_desks


class NumberedAgency(AdvertisingAgency):
    """An agency whose desks fill from the lowest number; their owners decide in reverse order."""

    is_numbered: ClassVar[bool] = True

    def __init__(self, desks: int, money: int, info: int, types: tuple[MarketingType, ...]) -> None:
        super().__init__(desks, money, info, types)
        self.tasks = (NumberedDeskTask(self.id, money, info, 0),)

    def conduct(self, game: Game) -> None:
        game.push(ReverseAgencyStep())


class ReverseAgencyStep(AgencyStep):
    """Goes through the desks from the last to the first."""

    __slots__ = ()
    name: ClassVar[str] = "reverse_agency"
    fields: ClassVar[tuple[Field, ...]] = (Field("desk", Number(0), "the next desk, from the last to the first"),)
    turn_question: ClassVar[QuestionKind] = ""

    def seats_to_come(self, game: Game) -> list[int]:
        return [seat for seat in game._state.agency_desks[self.desk - 1 :: -1] if seat >= 0] if self.desk else []

    def next_desk(self, desks: list[int]) -> int:
        return max((desk for desk, seat in enumerate(desks) if seat >= 0), default=len(desks))
