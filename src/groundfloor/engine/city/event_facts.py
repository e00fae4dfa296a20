"""The facts of each kind of event of the city, so that mypy finds a misspelt one; docs/events.md says what they mean."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class ForecastAnnouncedFacts(TypedDict):
    """``ForecastAnnounced``: the back of a forecast card is revealed."""

    type: str
    round: int


class MarkerPlacedFacts(TypedDict):
    """``MarkerPlaced``: phase III, a marker on a space of the city."""

    area: str
    space: int
    money: int
    info: int
    supply: int
    failed: NotRequired[str]


class MeetingHeldFacts(TypedDict):
    """``MeetingHeld``: the left space of a row is taken; ``MeetingCancelled``: the left space of a row is empty."""

    row: int
    info: int
    beside: int


class MarketingTypeChosenFacts(TypedDict):
    """``MarketingTypeChosen``: a marker leaves its desk."""

    type: str
    markers: int
    money: int
    info: int


class PopularityGainedFacts(TypedDict):
    """``PopularityGained``: a marketing type raises popularity; ``MarketingWaited``: too few markers are in a box."""

    type: str
    markers: int
    steps: int
    group: int
    moved: int
    sole: int
    space: int
    rival: int
    most: int


class BonusTakenFacts(TypedDict):
    """``BonusTaken``: a bonus is taken."""

    bonus: str
    money: NotRequired[int]
    info: NotRequired[int]
    supply: NotRequired[int]
    time: int


class BonusMissedFacts(TypedDict):
    """``BonusMissed``: the least popular one takes none."""

    players: int


class BonusUnusedFacts(TypedDict):
    """``BonusUnused``: the bonus Remodel remodels nothing."""

    need_money: int
    need_info: int
    money: int
    info: int


class SupplyFetchedFacts(TypedDict):
    """``SupplyFetched``: a marker at the warehouse."""

    door: int
    supply: int
    held: int


class ProductPricedFacts(TypedDict):
    """``ProductPriced``: a product gets a price."""

    price: int
    space: int
    reason: str
    goods: int
    least: int


class ProductLiquidatedFacts(TypedDict):
    """``ProductLiquidated``: a product is liquidated."""

    price: int
    money: int
    free: str


class StockEnteredFacts(TypedDict):
    """``StockEntered``: a marker enters the track."""

    listing: int
    pushed: str


class StocksRoseFacts(TypedDict):
    """``StocksRose``: all markers move up."""

    spaces: int
    type: str


class StockBoughtOutFacts(TypedDict):
    """``StockBoughtOut``: a marker leaves at the top."""

    money: int
    reason: str
    multiple: int
    type: str
    pay: int


class StockSoldFacts(TypedDict):
    """``StockSold``: a marker is sold."""

    space: int
    money: int
    multiple: int
    type: str
    pay: int


class StockKeptFacts(TypedDict):
    """``StockKept``: a player keeps markers on the track."""

    markers: int


class ForecastTurnedFacts(TypedDict):
    """``ForecastTurned``: the current card is turned up."""

    type: str
    consumers: int
    unemployed: int


class SpecialForecastTurnedFacts(TypedDict):
    """``SpecialForecastTurned``: the current card is turned up and is the Great Depression or the Windfall."""

    special: str
    type: str
    consumers: int


class ProductSoldFacts(TypedDict):
    """``ProductSold``: a consumer buys."""

    price: int
    money: int
    consumer: int
    consumers: int
    behind: str


class ProductUnsoldFacts(TypedDict):
    """``ProductUnsold``: no consumer is left for a product."""

    price: int
    consumers: int
    sales: str


class ConsumersLeftFacts(TypedDict):
    """``ConsumersLeft``: no product is left for consumers."""

    left: int
    consumers: int


class ProductDroppedFacts(TypedDict):
    """``ProductDropped``: an unsold product becomes cheaper; ``ProductStayed``: an owner of Niche Market leaves it."""

    price: int
    target: int
    free: str


class TenantAddedFacts(TypedDict):
    """``TenantAdded``: a tenant improvement comes."""

    tile: str
    money: int
    info: int
    free: int
    among: int
    lost_supply: int
    place: NotRequired[str]
    over: NotRequired[str]


class FloorAddedFacts(TypedDict):
    """``FloorAdded``: a floor improvement comes."""

    tile: str
    money: int
    info: int
    free: int
    among: int
    number: int


class NothingBoughtFacts(TypedDict):
    """``NothingBought``: a construction marker buys nothing."""

    money: NotRequired[int]
    info: NotRequired[int]


class WarehouseRestockedFacts(TypedDict):
    """``WarehouseRestocked``: a supply is put at a door."""

    door: int
