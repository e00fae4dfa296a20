"""A company as it is drawn: the shaft with its people, rooms, floors, the roof, and the ledger beside them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from groundfloor.engine import components
from groundfloor.engine.company.improvements import EMPTY_FLOOR_PLACES
from groundfloor.engine.company.rooms import TenantUsed
from groundfloor.engine.effects import supply_capacity
from groundfloor.engine.phases.rounds import RoundBegan
from groundfloor.engine.state import ROOMS

from .. import effects, names
from ..view import TableView
from .amounts import Amount
from .ledger import Ledger, ShaftLevel, hire_control, ledger, shaft_levels
from .people import Person
from .rule_refs import rule_of_tile
from .task_controls import TaskControl, remodel_control, room_controls, target, tile_control


@dataclass(frozen=True)
class ShownCard:
    """A card: the letter of its area ("" for none), its name, and its marketing type and price bracket ("" while nobody has seen them)."""

    letter: str
    name: str
    corners: str


@dataclass(frozen=True)
class AutomaCards:
    """An Automa's level and deck: the pile still to come by kind, what lies face up, and the discards from the latest on."""

    level: str
    pile: tuple[ShownCard, ...]
    shown: tuple[ShownCard, ...]
    discard: tuple[ShownCard, ...]

    @property
    def known(self) -> list[ShownCard]:
        """Cards to come whose design has been seen."""
        return [card for card in self.pile if card.corners]

    @property
    def unseen(self) -> list[ShownCard]:
        """Cards to come of which only the kind is known."""
        return [card for card in self.pile if not card.corners]

    @property
    def letters(self) -> list[str]:
        """Areas still to come."""
        return [card.letter for card in self.pile if card.letter]

    @property
    def offices(self) -> int:
        """Cards to come that have no area."""
        return sum(1 for card in self.pile if not card.letter)


def automa_cards(view: TableView, seat: int) -> AutomaCards | None:
    deck = view.game._state.players[seat].deck
    automa = view.game.automas[seat]
    if deck is None or automa is None:
        return None
    known = view.game.ruleset.automa_deck
    # By area, cards without one last: the pile's own order says nothing.
    pile = sorted(deck.pile, key=lambda code: (known[code].kind.area < 0, known[code].kind.area, code))
    groups = [tuple(card_of(view, known[code]) for code in codes) for codes in (pile, deck.revealed, deck.discard[::-1])]
    return AutomaCards(names.full("level", automa.level, view.translations), *groups)


def card_of(view: TableView, card: components.AutomaCard) -> ShownCard:
    area = card.kind.area
    name = names.full("card", card.kind.id, view.translations)
    return ShownCard(names.LETTERS[area] if area >= 0 else "", name, effects.of_card(view.game.ruleset, card, view.translations))


@dataclass(frozen=True)
class Tenant:
    """A tenant improvement in sight: what it is, what it does, what it covers, and the control of its task if it has one.

    ``used`` says how often its task was done in this round.
    """

    id: str
    name: str
    short: str
    effect: str
    prestige: int
    over: str
    is_draft: bool
    control: TaskControl | None = None
    used: int = 0
    symbols: tuple[effects.Symbol, ...] = ()


@dataclass(frozen=True)
class RoomFacts:
    """A ground-floor room: lines of its name, controls of its tasks, markers on it, shelves, and how it is; ``…_before`` is without the draft."""

    id: str
    name: str
    lines: tuple[str, ...]
    short: str
    does: str
    is_remodeled: bool
    is_draft: bool
    prestige: int
    controls: list[TaskControl]
    remodel: TaskControl | None
    target: TaskControl | None
    markers: int
    shelves: tuple[bool, ...]
    tenant: Tenant | None
    markers_before: int = 0
    shelves_before: tuple[bool, ...] = ()

    @property
    def held(self) -> int:
        return sum(self.shelves)

    @property
    def used(self) -> int:
        """Returns how often somebody has come here to work in this round, without the draft."""
        return self.tenant.used if self.tenant else self.markers_before


@dataclass(frozen=True)
class TenantSpace:
    """A place on an Empty Floor: its tenant, or free."""

    tenant: Tenant | None
    target: TaskControl | None


@dataclass(frozen=True)
class FloorFacts:
    """A floor: what it does, how often it has been used, its tenant spaces."""

    id: str
    name: str
    short: str
    effect: str
    prestige: int
    control: TaskControl | None
    used: int
    uses: int
    tenant_spaces: tuple[TenantSpace, ...]
    is_draft: bool
    rule: str
    used_before: int = 0
    symbols: tuple[effects.Symbol, ...] = ()


@dataclass(frozen=True)
class Company:
    """All of one company. ``floors`` from the top down, as they are drawn; an Automa's loose tenants are ``tenants``."""

    person: Person
    ledger: Ledger
    automa: AutomaCards | None
    shaft_levels: list[ShaftLevel]
    hire: TaskControl | None
    roof: str
    roof_short: str
    roof_id: str
    specialty_effect: str
    rooms: list[RoomFacts]
    floors: list[FloorFacts]
    tenants: list[Tenant]
    next_floor: tuple[Amount, ...]


def company(view: TableView, person: Person) -> Company:
    game = view.game
    seat = person.seat
    player = game._state.players[seat]
    kind = game.ruleset.specialties[player.specialty] if player.specialty >= 0 else None
    numbers = ledger(view, seat)
    loose = [tile for tile in player.tenants if tile not in player.visible_tenants]
    return Company(
        person=person,
        ledger=numbers,
        automa=automa_cards(view, seat),
        shaft_levels=shaft_levels(view, seat),
        hire=hire_control(view, seat),
        roof=names.breakable("specialty", kind.id, view.translations) if kind else "",
        roof_short=names.short("specialty", kind.id, view.translations) if kind else "",
        roof_id=kind.id if kind else "",
        specialty_effect=effects.of_specialty(kind, view.translations) if kind else "",
        rooms=[room(view, seat, index) for index in range(ROOMS)],
        floors=[floor(view, seat, tile) for tile in reversed(player.floors)],
        tenants=[tenant(view, seat, tile, "") for tile in loose] if player.deck is not None else [],
        next_floor=numbers.next_floor,
    )


def tenant(view: TableView, seat: int, index: int, over: str) -> Tenant:
    tile = view.game.ruleset.tiles[index]
    translations = view.translations
    is_new = index not in view.moment.game._state.players[seat].tenants
    return Tenant(
        id=tile.id,
        name=names.breakable("tenant", tile.id, translations),
        short=names.short("tenant", tile.id, translations),
        effect=effects.of_tile(tile, translations),
        prestige=tile.prestige,
        over=over,
        is_draft=is_new,
        control=tile_control(view, seat, index) if view.game._state.players[seat].deck is None else None,
        used=tenant_uses(view, seat, tile.id),
        symbols=effects.symbols_of_tile(tile),
    )


def tenant_uses(view: TableView, seat: int, tile: str) -> int:
    """Returns how often a seat has done the task of a tenant improvement in this round; its markers are set aside (``RULES 9.2.5``)."""
    events = takewhile(lambda event: not isinstance(event, RoundBegan), (line.event for line in reversed(view.moment.log)))
    return sum(isinstance(event, TenantUsed) and event.seat == seat and event.tile == tile for event in events)


def room(view: TableView, seat: int, index: int) -> RoomFacts:
    game = view.game
    player = game._state.players[seat]
    before = view.moment.game._state.players[seat]
    id = game.ruleset.rooms[index].id
    translations = view.translations
    is_remodeled = bool(player.remodeled[index])
    on_top = player.visible_tenants[index]
    name = names.breakable("room", id, translations)
    shelves: tuple[bool, ...] = ()
    shelves_before: tuple[bool, ...] = ()
    if index == game.ruleset.closet_room and on_top < 0 and player.deck is None:
        room_for = supply_capacity(game, player)
        shelves, shelves_before = (tuple(company.supply > number for number in range(room_for)) for company in (player, before))
    return RoomFacts(
        id=id,
        name=name,
        lines=names.sign("room", id, translations),
        short=names.short("room", id, translations),
        does=effects.of_room(game.ruleset, index, translations, remodeled=is_remodeled),
        is_remodeled=is_remodeled,
        is_draft=(player.remodeled[index], on_top) != (before.remodeled[index], before.visible_tenants[index]),
        prestige=game.ruleset.room_prestige,
        controls=room_controls(view, seat, index) if player.deck is None else [],
        remodel=remodel_control(view, seat, index) if player.deck is None else None,
        target=target(view, seat, id, name),
        markers=player.room_markers[index],
        shelves=shelves,
        tenant=tenant(view, seat, on_top, name) if on_top >= 0 else None,
        markers_before=before.room_markers[index],
        shelves_before=shelves_before,
    )


def floor(view: TableView, seat: int, index: int) -> FloorFacts:
    game = view.game
    player = game._state.players[seat]
    before = view.moment.game._state.players[seat]
    tile = game.ruleset.tiles[index]
    translations = view.translations
    tenant_spaces: tuple[TenantSpace, ...] = ()
    if tile.extra_places and player.deck is None:
        tenant_spaces = tuple(tenant_space(view, seat, place) for place in EMPTY_FLOOR_PLACES)
    return FloorFacts(
        id=tile.id,
        name=names.breakable("floor", tile.id, translations),
        short=names.short("floor", tile.id, translations),
        effect=effects.of_tile(tile, translations),
        prestige=tile.prestige,
        control=tile_control(view, seat, index) if player.deck is None else None,
        used=player.floor_uses[player.floors.index(index)],
        uses=tile.uses if player.deck is None else 0,
        tenant_spaces=tenant_spaces,
        is_draft=index not in before.floors,
        rule=rule_of_tile(tile),
        used_before=before.floor_uses[before.floors.index(index)] if index in before.floors else 0,
        symbols=effects.symbols_of_tile(tile),
    )


def tenant_space(view: TableView, seat: int, place: int) -> TenantSpace:
    tile = view.game._state.players[seat].visible_tenants[place]
    number = place - ROOMS + 1
    name = names.breakable("floor", "empty_floor", view.translations)
    return TenantSpace(tenant(view, seat, tile, "") if tile >= 0 else None, target(view, seat, f"empty_floor_{number}", name))
