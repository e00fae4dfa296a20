"""Area I, the construction company: improvements are bought (``RULES IV.I``, ``8.1.7``, ``9.1.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..actions import Outcome, Quote
from ..automa import add_card
from ..company.improvements import EMPTY_FLOOR_PLACES, add_floor, add_tenant, place_name, place_refusal
from ..events import Event, event
from ..fields import Field, Number, PerSeat, SeatNumber
from ..position_reading import require_range
from ..state import PLACES, STABLE
from ..step import Step
from .area import Area, SpaceTask, place_automa_marker

if TYPE_CHECKING:
    from ..actions import Action, ActionTable
    from ..game import Game
    from ..kinds import AreaId, NoArea, RefusalCode
    from ..ruleset import Ruleset
    from ..state import Player, State

BUY, TENANT, AFTER = range(3)
"""Values of ``ConstructionStep.asks``."""


@event("IV.I.4", "IV.I.6", "8.1.7")
class TenantAdded(Event):
    """A tenant improvement comes:
    ``tile``, ``money``, ``info`` paid, ``free``: for nothing, ``among`` how many chance chose from for an Automa, ``lost_supply`` of a covered storage closet, ``place``, ``over`` the tile it covers.
    """

    tile: str
    money: int
    info: int
    free: bool
    among: int
    lost_supply: int
    place: str | None = None
    over: str | None = None


@event("IV.I.5", "8.1.7")
class FloorAdded(Event):
    """A floor improvement comes: ``tile``, ``money``, ``info`` paid, ``free``, ``among``, ``number`` of floors now."""

    tile: str
    money: int
    info: int
    free: bool
    among: int
    number: int


@event("IV.I.1", "8.1.7")
class NothingBought(Event):
    """A construction marker buys nothing: ``money``, ``info`` in hand."""

    money: int | None = None
    info: int | None = None


class ConstructionTask(SpaceTask):
    """A marker on the lowest free construction space in use."""

    __slots__ = ()
    has_shared_refusal = True

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        self.actions = (table.add("construction"),)

    def spaces(self, state: State) -> list[int]:
        return state.construction_queue


class ConstructionCompany(Area):
    """Numbered spaces, as many as the number of players opens; the owner of each marker may buy one improvement."""

    id: ClassVar[AreaId] = "construction_company"

    def __init__(
        self,
        sizes: tuple[int, ...],
        money: int,
        info: int,
        tenant_money: int,
        tenant_info: int,
        floor_base: int,
        floor_step: int,
    ) -> None:
        self.sizes = sizes
        self.tenant_money = tenant_money
        self.tenant_info = tenant_info
        self.floor_base = floor_base
        self.floor_step = floor_step
        self.tasks = (ConstructionTask("construction_company", money, info, 0),)
        self.buy_actions: tuple[Action, ...] = ()
        self.take_actions: tuple[Action, ...] = ()

    def register(self, ruleset: Ruleset) -> None:
        ruleset.construction = self

    def register_actions(self, table: ActionTable, ruleset: Ruleset) -> None:
        buys: list[Action] = []
        takes: list[Action] = []
        for index, tile in enumerate(ruleset.tiles):
            if tile.is_tenant:
                for place in range(PLACES):
                    text = f"buy {tile.id} {place_name(ruleset, place)}"
                    buys.append(table.add("buy", index, place, text))
                takes.append(table.add("take", index, EMPTY_FLOOR_PLACES[0], f"take {tile.id}"))
            else:
                buys.append(table.add("buy", index, text=f"buy {tile.id}"))
        self.buy_actions, self.take_actions = tuple(buys), tuple(takes)

    def set_up(self, state: State, players: int) -> None:
        state.construction_queue = [-1] * self.sizes[players - 2]

    def conduct(self, game: Game) -> None:
        game.push(ConstructionStep([0] * len(game._state.players)))

    def place_automa(self, game: Game, seat: int) -> int:
        return place_automa_marker(game, seat, self.id, game._state.construction_queue, range(len(game._state.construction_queue)))

    def price(self, game: Game, player: Player, tile: int) -> tuple[int, int]:
        """Returns money and info for an improvement now (``RULES IV.I.2``)."""
        if game._ruleset.tiles[tile].is_tenant:
            return self.tenant_money, self.tenant_info
        price = self.floor_base + self.floor_step * (len(player.floors) + 1)
        return price, price

    def purchase_refusal(self, game: Game, player: Player, tile: int) -> RefusalCode | None:
        """Returns why a player can't have an improvement; None if it is on sale and not owned (``RULES IV.I.3``)."""
        state = game._state
        if game._ruleset.tiles[tile].stage > game._ruleset.stage(state.round):
            return "later_stage"
        if not state.copies_left[tile]:
            return "sold_out"
        return "already_yours" if player.owns(tile) else None

    def free_tenants(self, game: Game, player: Player) -> list[int]:
        """Returns the tenant improvements on sale that the player does not own; an Empty Floor brings one of them (``RULES IV.I.6``)."""
        tiles = game._ruleset.tiles
        return [t for t, tile in enumerate(tiles) if tile.is_tenant and self.purchase_refusal(game, player, t) is None]


SPACE = Field("space", Number(0), "the next space")
MARKERS_USED = Field("markers_used", PerSeat(Number(0)), "markers of each seat that have bought so far")


class ConstructionStep(Step):
    """Goes through the spaces; ``space`` is the next one, ``markers_used`` counts each seat's markers so far.

    ``asks`` says what is asked: what to ``BUY``, which ``TENANT`` comes with an Empty Floor, or whether to remodel ``AFTER`` a purchase.
    The last two are asked of the ``buyer``, which is -1 otherwise.
    """

    __slots__ = ("buyer", "space", "asks", "markers_used")
    name: ClassVar[str] = "construction"
    fields: ClassVar[tuple[Field, ...]] = (
        Field("buyer", SeatNumber(is_optional=True), "whose Empty Floor brings a tenant, kept afterwards; 0 for nobody"),
        SPACE,
        Field("asks", Number(BUY, TENANT), "0 which improvement, 1 which free tenant"),
        MARKERS_USED,
    )
    area_id: ClassVar[AreaId | NoArea] = "construction_company"

    def __init__(self, markers_used: list[int] | None = None) -> None:
        self.buyer = -1
        self.space = 0
        self.asks = BUY
        self.markers_used: list[int] = markers_used if markers_used is not None else []

    def copy(self) -> Step:
        twin = self.__class__(self.markers_used[:])
        twin.buyer = self.buyer
        twin.space = self.space
        twin.asks = self.asks
        return twin

    def saved_fields(self) -> tuple[list[int], int, int, list[int]]:
        return [self.buyer] if self.buyer >= 0 else [], self.space, self.asks, self.markers_used

    def check(self, game: Game) -> None:
        spaces = len(game._state.construction_queue)
        require_range([self.space], 0, spaces, "the construction space of a step")
        require_range(self.markers_used, 0, spaces, "the number of markers of a seat")

    def turn_index(self) -> int:
        return self.space

    def seats_to_come(self, game: Game) -> list[int]:
        behind = self.space if self.asks else self.space + 1
        return [seat for seat in game._state.construction_queue[behind:] if seat >= 0]

    def advance(self, game: Game) -> None:
        queue = game._state.construction_queue
        if self.asks:
            self.ask_tenant(game)
            return
        while self.space < len(queue) and queue[self.space] < 0:
            self.space += 1
        if self.space == len(queue):
            game.pop()
        elif game._state.players[queue[self.space]].deck is None:
            game.ask("buy", queue[self.space])
        else:
            self.roll_purchase(game, queue[self.space])

    def roll_purchase(self, game: Game, seat: int) -> None:
        """Asks chance for an Automa's improvement; each candidate is equally likely (``RULES 8.1.7``)."""
        kinds = purchase_candidates(game, seat, self.markers_used[seat])
        if not kinds:
            self.return_marker(game)
            if game.journal is not None:
                game.note(NothingBought(seat, "8.1.7"))
            return
        self.roll_improvement(game, kinds)

    def roll_improvement(self, game: Game, kinds: list[int]) -> None:
        tiles = game._ruleset.tiles
        game.roll("improvement", [Outcome((kind,), f"improvement {tiles[kind].id}") for kind in kinds], [1] * len(kinds))

    def ask_tenant(self, game: Game) -> None:
        seat = self.buyer
        player = game._state.players[seat]
        kinds = game._ruleset.construction.free_tenants(game, player)
        if not kinds:
            self.asks = BUY
        elif player.deck is None:
            game.ask("tenant", seat)
        else:
            self.roll_improvement(game, kinds)

    def return_marker(self, game: Game) -> int:
        """Returns the current marker to the stock and goes on to the next space. Returns the marker's owner."""
        queue = game._state.construction_queue
        seat = queue[self.space]
        queue[self.space] = -1
        game._state.players[seat].reserve_time += 1
        self.markers_used[seat] += 1
        self.space += 1
        return seat

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        construction = game._ruleset.construction
        player = game._state.players[seat]
        if self.asks:
            return construction.purchase_refusal(game, player, action.operand) if action.verb == "take" else "not_asked"
        if action.verb == "none":
            return None
        if action.verb != "buy":
            return "not_asked"
        money, info = construction.price(game, player, action.operand)
        if player.money < money:
            return "no_money"
        if player.info < info:
            return "no_info"
        reason = construction.purchase_refusal(game, player, action.operand)
        return place_refusal(game, player, action.second_operand) if reason is None and action.second_operand >= 0 else reason

    def choices(self, game: Game, seat: int) -> list[Action]:
        construction = game._ruleset.construction
        actions = construction.take_actions if self.asks else (*construction.buy_actions, game._ruleset.none_action)
        return [action for action in actions if self.refusal(game, seat, action) is None]

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if self.asks:
            self.asks = BUY
            self.add_improvement(game, seat, action.operand, action.second_operand, 0, 0)
            return
        player = game._state.players[seat]
        money, info = game._ruleset.construction.price(game, player, action.operand) if action.verb == "buy" else (0, 0)
        self.return_marker(game)
        if action.verb == "none":
            if game.journal is not None:
                game.note(NothingBought(seat, "IV.I.1", player.money, player.info))
            return
        player.money -= money
        player.info -= info
        self.add_improvement(game, seat, action.operand, action.second_operand, money, info)
        self.offer_tenant(game, seat, action.operand)

    def continues_turn(self, at: int, action: Action) -> bool:
        return action.verb == "remodel" or self.asks != BUY

    def offer_tenant(self, game: Game, seat: int, tile: int) -> None:
        """Lets the buyer of an Empty Floor choose a tenant improvement next (``RULES IV.I.6``)."""
        if game._ruleset.tiles[tile].extra_places:
            self.buyer = seat
            self.asks = TENANT

    def add_improvement(self, game: Game, seat: int, tile: int, place: int, money: int, info: int, among: int = 0) -> None:
        """Gives a player an improvement; ``among`` is the number of candidates from which chance chose an Automa's."""
        kind = game._ruleset.tiles[tile]
        player = game._state.players[seat]
        covered = player.visible_tenants[place] if kind.is_tenant and place >= 0 else -1
        lost = add_tenant(game, seat, tile, place) if kind.is_tenant else add_floor(game, seat, tile)
        if game.journal is None:
            return
        free, is_automa = not money, player.deck is not None
        if not kind.is_tenant:
            number = len(player.floors)
            game.note(FloorAdded(seat, "8.1.7" if is_automa else "IV.I.5", kind.id, money, info, free, among, number))
            return
        rule = "8.1.7" if is_automa else "IV.I.6" if free else "IV.I.4"
        name = place_name(game._ruleset, place) if place >= 0 else None
        over = game._ruleset.tiles[covered].id if covered >= 0 else None
        game.note(TenantAdded(seat, rule, kind.id, money, info, free, among, lost, name, over))

    def apply_outcome(self, game: Game, outcome: Outcome) -> None:
        tile = outcome.values[0]
        if self.asks:
            self.asks = BUY
            self.add_improvement(game, self.buyer, tile, -1, 0, 0)
            return
        owner = game._state.construction_queue[self.space]
        among = len(purchase_candidates(game, owner, self.markers_used[owner])) if game.journal is not None else 0
        seat = self.return_marker(game)
        self.add_improvement(game, seat, tile, -1, 0, 0, among)
        if game._state.office_cards_left:
            game._state.office_cards_left -= 1
            add_card(game, seat, game._ruleset.office_card)
        self.offer_tenant(game, seat, tile)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.operand < 0:
            return Quote()
        tile = game._ruleset.tiles[action.operand]
        money, info = (0, 0) if self.asks else game._ruleset.construction.price(game, game._state.players[seat], action.operand)
        return Quote(0, money, info, 0, (("prestige", tile.prestige),), "")


class RemodelingConstruction(ConstructionCompany):
    """A construction company where the owner of a marker may remodel rooms before and after buying."""

    def conduct(self, game: Game) -> None:
        game.push(RemodelingConstructionStep([0] * len(game._state.players)))


class RemodelingConstructionStep(ConstructionStep):
    """Offers remodels before and after a purchase."""

    __slots__ = ()
    name: ClassVar[str] = "remodeling_construction"
    fields: ClassVar[tuple[Field, ...]] = (
        Field("buyer", SeatNumber(is_optional=True), "whose purchase it is; 0 for nobody"),
        SPACE,
        Field("asks", Number(BUY, AFTER), "0 which improvement, 1 which free tenant, 2 remodels after buying"),
        MARKERS_USED,
    )

    def advance(self, game: Game) -> None:
        if self.asks == BUY and self.buyer >= 0:
            self.asks = AFTER if game._state.players[self.buyer].deck is None else BUY
        if self.asks == AFTER:
            game.ask("after_buy", self.buyer)
            return
        if self.asks == BUY:
            self.buyer = -1
        super().advance(game)

    def refusal(self, game: Game, seat: int, action: Action) -> RefusalCode | None:
        if self.asks != TENANT and action.verb == "remodel":
            return game._ruleset.remodeling.refusal(game._state.players[seat], action.operand)
        if self.asks == AFTER:
            return None if action.verb == "end" else "not_asked"
        return super().refusal(game, seat, action)

    def choices(self, game: Game, seat: int) -> list[Action]:
        player = game._state.players[seat]
        if self.asks == AFTER:
            legal: list[Action] = []
            game._ruleset.remodeling.choices(player, legal)
            return [*legal, game._ruleset.end_action]
        legal = super().choices(game, seat)
        if self.asks == BUY:
            game._ruleset.remodeling.choices(player, legal)
        return legal

    def apply_action(self, game: Game, seat: int, action: Action) -> None:
        if self.asks != TENANT and action.verb == "remodel":
            game._ruleset.remodeling.apply(game, seat, action)
        elif self.asks == AFTER:
            self.buyer = -1
            self.asks = BUY
        else:
            super().apply_action(game, seat, action)
            if action.verb == "buy":
                self.buyer = seat

    def continues_turn(self, at: int, action: Action) -> bool:
        return self.buyer >= 0 or super().continues_turn(at, action)

    def quote(self, game: Game, seat: int, action: Action) -> Quote:
        if action.verb == "remodel":
            return game._ruleset.remodeling.quote(game, action)
        return super().quote(game, seat, action)


def wants_floor(game: Game, bought: int) -> bool:
    """Returns True if this marker gets a floor: in boom and stable the first one of a round; all others get a tenant improvement."""
    return bought == 0 and game._state.current_forecast >= STABLE


def purchase_candidates(game: Game, seat: int, bought: int) -> list[int]:
    """Returns the improvements from which chance chooses; ``bought`` counts the seat's earlier markers of this round."""
    tiles = game._ruleset.tiles
    copies_left = game._state.copies_left
    player = game._state.players[seat]
    stage = game._ruleset.stage(game._state.round)
    lacked = [index for index, _ in enumerate(tiles) if copies_left[index] and not player.owns(index)]
    if stage == 3:
        late = [index for index in lacked if tiles[index].stage == 3]
        floors = [index for index in late if not tiles[index].is_tenant]
        for group in (
            [index for index in floors if tiles[index].achievement is not None],
            [index for index in floors if tiles[index].achievement is None],
            [index for index in late if tiles[index].is_tenant],
        ):
            if group:
                return group
        stage = 2
    is_floor = wants_floor(game, bought)
    for earlier in range(stage, 0, -1):
        for kind in (is_floor, not is_floor):
            group = [i for i in lacked if tiles[i].stage == earlier and tiles[i].is_tenant != kind]
            if group:
                return group
    return []
