"""What the façades of the nine buildings say beside their spaces: prices, boards, cubes, the card, the consumers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.state import CONDUCT, FORECAST_TYPES
from groundfloor.presentation import names

from .evidence import Figure, figure
from .forecast import back_value, special_figures, what
from .moves import Amount, amount

if TYPE_CHECKING:
    from groundfloor.engine.city.advertising_agency import AdvertisingAgency
    from groundfloor.engine.city.consulting_firm import ConsultingFirm
    from groundfloor.engine.city.marketing_bonus import MarketingBonus
    from groundfloor.engine.city.retail_outlets import RetailOutlets
    from groundfloor.engine.city.stock_exchange import StockExchange
    from groundfloor.engine.city.warehouse import Warehouse

    from .people import Person
    from .scene import Scene

Amounts = tuple[Amount, ...]
LETTERS = "ABCDEFGHI"


@dataclass(frozen=True)
class Front:
    """A façade without words of its own."""


@dataclass(frozen=True)
class ConsultingFront(Front):
    """The price of each row, what a meeting brings, and which rows will meet."""

    prices: tuple[Amounts, ...]
    reward: Amount
    met: tuple[bool, ...]


@dataclass(frozen=True)
class Count:
    """How many markers somebody has on a board, and whether they alone have most; ``is_drawn`` says that the number is pencilled."""

    person: Person
    number: int
    is_sole: bool
    is_drawn: bool = False


@dataclass(frozen=True)
class Board:
    """A marketing type: its price, the markers on it, how many make a step."""

    id: str
    title: str
    prices: Amounts
    counts: tuple[Count, ...]
    rate: str


@dataclass(frozen=True)
class AgencyFront(Front):
    """The three boards, and how many desks there are."""

    boards: tuple[Board, ...]
    desks: int


@dataclass(frozen=True)
class Banner:
    """A bonus: its icon, and its words or number."""

    icon: str
    words: str


@dataclass(frozen=True)
class BonusFront(Front):
    """The banners; none where there are too few players."""

    banners: tuple[Banner, ...]
    left_out: Person | None


@dataclass(frozen=True)
class Door:
    """A warehouse door: its cube, its price in money and in info."""

    has_cube: bool
    money: Amount
    info: Amount


@dataclass(frozen=True)
class WarehouseFront(Front):
    """The four doors."""

    doors: tuple[Door, ...]


@dataclass(frozen=True)
class ExchangeFront(Front):
    """Prices of the doors, multiples from the bottom of the tower up, and what the forecast pays for each."""

    prices: tuple[Amounts, ...]
    multiples: tuple[int, ...]
    buy_out: int
    type: str
    pay: Amount | None


@dataclass(frozen=True)
class ForecastFront(Front):
    """The current card; ``consumers`` is a range until it turns up; ``special`` is its second word, ``after`` the letter of the area
    before."""

    icon: str
    type: str
    consumers: Figure | None
    unemployed: Figure | None
    is_up: bool
    special: str = ""
    after: str = ""


@dataclass(frozen=True)
class OutletsFront(Front):
    """The price under each window, the money of liquidation, and consumers: sure ones and merely possible ones."""

    prices: tuple[int, ...]
    liquidation: int
    consumers: Figure | None
    sure: int
    possible: int


@dataclass(frozen=True)
class SiteFront(Front):
    """How many kinds of improvement are on sale."""

    kinds: int


def priced(scene: Scene, money: int = 0, info: int = 0, supply: int = 0) -> Amounts:
    """Prices that are not nothing."""
    pairs = (("money", money), ("info", info), ("supply", supply))
    return tuple(amount(scene, code, number) for code, number in pairs if number)


def consulting(scene: Scene, area: ConsultingFirm) -> ConsultingFront:
    """A."""
    state = scene.settled.state
    met = tuple(area.is_met(state, row) for row in range(len(area.prices)))
    return ConsultingFront(tuple(priced(scene, price) for price in area.prices), amount(scene, "info", area.reward), met)


def agency(scene: Scene, area: AdvertisingAgency, people: list[Person]) -> AgencyFront:
    """B."""
    state, before, words = scene.game.state, scene.settled.state, scene.words
    boards = []
    for type, kind in enumerate(area.types):
        title = names.breakable("marketing", kind.id, words)
        counts = [
            Count(
                people[seat],
                state.marketing_boxes[type][seat],
                area.steps_for(before, type, seat)[1],
                state.marketing_boxes[type][seat] != before.marketing_boxes[type][seat],
            )
            for seat in state.popularity_order
            if state.marketing_boxes[type][seat]
        ]
        rate = words.ngettext("%(n)s marker", "%(n)s markers", kind.markers_per_step) % {"n": kind.markers_per_step}
        boards.append(Board(f"type-{kind.id}", title, priced(scene, kind.money, kind.info), tuple(counts), rate))
    return AgencyFront(tuple(boards), len(state.agency_desks))


def bonuses(scene: Scene, area: MarketingBonus, people: list[Person]) -> BonusFront:
    """C."""
    state = scene.game.state
    if not area.is_open(len(state.players)):
        return BonusFront((), None)
    banners = []
    for bonus in area.bonuses:
        name = names.breakable("bonus", bonus.id, scene.words)
        icon = "time" if bonus.time else "remodel" if bonus.is_remodel else bonus.id
        number = bonus.money or bonus.info
        word = names.full("resource", bonus.id, scene.words) if number else ""
        banners.append(Banner(icon, f"{number} {word}" if number else name))
    return BonusFront(tuple(banners), people[area.seats_without(state)[0]])


def warehouse(scene: Scene, area: Warehouse) -> WarehouseFront:
    """D."""
    cubes = scene.game.state.warehouse_supply
    return WarehouseFront(
        tuple(
            Door(bool(cubes[door]), amount(scene, "money", money), amount(scene, "info", info))
            for door, (money, info) in enumerate(area.prices)
        )
    )


def exchange(scene: Scene, area: StockExchange) -> ExchangeFront:
    """F."""
    current = scene.game.state.current_forecast
    type = names.full("forecast", FORECAST_TYPES[current], scene.words) if current >= 0 else ""
    pay = amount(scene, "money", area.pay[current]) if current >= 0 else None
    return ExchangeFront(tuple(priced(scene, *price) for price in area.prices), area.multiples, area.buy_out, type, pay)


def forecast(scene: Scene) -> ForecastFront:
    """G."""
    state, rules = scene.game.state, scene.game.ruleset
    if state.current_forecast < 0:
        return ForecastFront("", "", None, None, is_up=False)
    id = FORECAST_TYPES[state.current_forecast]
    is_up = state.revealed_design >= 0
    unemployed: Figure | None = None
    special = ""
    if is_up:
        card = rules.designs[state.revealed_design]
        number = card.unemployed[rules.player_column(len(state.players))]
        unemployed = Figure("hanging-unemployed", str(number), names.counted("unemployed", number, scene.words).partition(" ")[2])
        if card.is_special:
            unemployed = special_figures(scene, "hanging", card)[1]
            special = names.breakable("special", card.id, scene.words)
    after = LETTERS[rules.area("economic_forecast") - 1]
    name = names.full("forecast", id, scene.words)
    return ForecastFront(id, name, consumers(scene, "hanging-consumers")[0], unemployed, is_up, special, after)


def consumers(scene: Scene, id: str) -> tuple[Figure | None, int, int]:
    """This round's consumers in writing, how many come for certain and at most."""
    state, rules = scene.game.state, scene.game.ruleset
    if state.current_forecast < 0:
        return None, 0, 0
    if state.revealed_design >= 0:
        design = rules.designs[state.revealed_design]
        if design.is_special:
            return special_figures(scene, id, design)[0], 0, 0
        number = design.consumers[rules.player_column(len(state.players))]
        value = rules.values.get(f"forecast.{design.id}")
        return figure(scene, id, str(number), ("consumer", number), what(scene, state.current_forecast, "consumers"), value), number, number
    low, high = rules.consumers_range(state.current_forecast, len(state.players))
    written = f"{low}–{high}" if low < high else str(low)
    said = what(scene, state.current_forecast, "consumers")
    return figure(scene, id, written, ("consumer", high), said, back_value(rules, state.current_forecast)), low, high


def assumed(scene: Scene, key: str) -> str:
    """What is said of a value that no source prints; empty if it is printed or follows from print."""
    value = scene.game.ruleset.values.get(key)
    return scene.words.gettext("Assumed: no rulebook prints this number.") if value is not None and value.status == "assumed" else ""


def outlets(scene: Scene, area: RetailOutlets) -> OutletsFront:
    """H."""
    said, low, high = consumers(scene, "coming-consumers")
    return OutletsFront(area.prices, area.liquidation, said, low, high - low)


def sites(scene: Scene) -> SiteFront:
    """I."""
    state, rules = scene.settled.state, scene.game.ruleset
    stage = rules.stage(state.round)
    return SiteFront(sum(1 for tile in rules.tiles if tile.stage <= stage and state.copies_on_sale[tile.index] > 0))


def conduct_state(scene: Scene, index: int) -> str:
    """Where an area is in phase IV: ``now``, ``done``, or nothing."""
    state = scene.game.state
    if state.phase != CONDUCT or state.area < 0:
        return ""
    return "now" if index == state.area else "done" if index < state.area else ""
