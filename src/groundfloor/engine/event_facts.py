"""The facts of each kind of event, so that mypy finds a misspelt one; docs/events.md says what they mean."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

FactName = Literal[
    "among",
    "area",
    "automatic",
    "base",
    "behind",
    "beside",
    "bonus",
    "bot",
    "box",
    "card",
    "ceo",
    "column",
    "consumer",
    "consumers",
    "design",
    "door",
    "employee",
    "employees",
    "entries",
    "era",
    "event",
    "extra",
    "failed",
    "floor",
    "free",
    "gained_info",
    "gained_money",
    "gained_supply",
    "goods",
    "group",
    "held",
    "income",
    "info",
    "least",
    "left",
    "listing",
    "lost_supply",
    "markers",
    "market",
    "money",
    "most",
    "moved",
    "multiple",
    "need_info",
    "need_money",
    "next",
    "number",
    "order",
    "over",
    "pay",
    "phase",
    "place",
    "players",
    "price",
    "pushed",
    "rank",
    "reason",
    "rival",
    "room",
    "round",
    "row",
    "sales",
    "sole",
    "space",
    "spaces",
    "special",
    "specialty",
    "stage",
    "steps",
    "supply",
    "target",
    "task",
    "tied",
    "tile",
    "time",
    "total",
    "trained",
    "type",
    "unemployed",
    "use",
    "wanted",
    "was",
    "whose",
]
"""Names of all facts; every event may have ``automatic``."""


class PopularityDrawnFacts(TypedDict):
    """``PopularityDrawn``: set-up, an event of the most popular seat."""

    order: str


class EraBeganFacts(TypedDict):
    """``EraBegan``: an era is in force."""

    era: str


class EventBeganFacts(TypedDict):
    """``EventBegan``: an event is in force."""

    event: str


class SpecialtyReceivedFacts(TypedDict):
    """``SpecialtyReceived``: a seat gets its specialty in set-up."""

    specialty: str


class RoundBeganFacts(TypedDict):
    """``RoundBegan``: a round begins."""

    round: int
    stage: int


class StageOpenedFacts(TypedDict):
    """``StageOpened``: improvements of a stage come on sale, at the end of the round before."""

    stage: int


class PhaseBeganFacts(TypedDict):
    """``PhaseBegan``: a phase begins, or the game is over."""

    phase: int


class IncomeReceivedFacts(TypedDict):
    """``IncomeReceived``: phase I, each human."""

    money: int
    info: int
    time: int
    ceo: int
    base: int
    extra: int


class EmployeeFiredFacts(TypedDict):
    """``EmployeeFired``: somebody is fired for lack of money, or by choice."""

    employee: str
    time: int
    ceo: int
    money: int
    income: int
    next: int


class EmployeeHiredFacts(TypedDict):
    """``EmployeeHired``: phase II."""

    money: int
    info: int
    ceo: int
    market: int


class HiringDoneFacts(TypedDict):
    """``HiringDone``: a player hires no more in this round."""

    reason: NotRequired[str]
    employees: NotRequired[int]
    need_money: NotRequired[int]
    need_info: NotRequired[int]
    money: NotRequired[int]
    info: NotRequired[int]


class TaskUsedFacts(TypedDict):
    """``RoomUsed``: a task in a room; ``FloorUsed``: a task on a floor; ``TenantUsed``: a task of a tenant improvement."""

    time: int
    supply: NotRequired[int]
    task: NotRequired[str]
    floor: NotRequired[str]
    use: NotRequired[int]
    tile: NotRequired[str]
    gained_money: NotRequired[int]
    gained_info: NotRequired[int]
    gained_supply: NotRequired[int]
    lost_supply: NotRequired[int]
    box: NotRequired[int]
    trained: NotRequired[int]
    space: NotRequired[int]
    area: NotRequired[str]
    room: NotRequired[str]
    column: NotRequired[str]
    row: NotRequired[int]
    whose: NotRequired[int]


class RoomRemodeledFacts(TypedDict):
    """``RoomRemodeled``: a room is remodeled."""

    room: str
    money: int
    info: int
    supply: int


class TimeSetAsideFacts(TypedDict):
    """``TimeSetAside``: no task is possible any more."""

    time: int
    money: int
    info: int
    supply: int


class CardDrawnFacts(TypedDict):
    """``CardDrawn``: an Automa draws a card."""

    card: str
    design: int


class CardAddedFacts(TypedDict):
    """``CardAdded``: an Automa's deck grows."""

    card: str


class SpaceMissedFacts(TypedDict):
    """``SpaceMissed``: the drawn card's area has no space."""

    card: str


class AutomaStayedHomeFacts(TypedDict):
    """``AutomaStayedHome``: a marker on the Automa's own board."""

    reason: str


class AreaConductedFacts(TypedDict):
    """``AreaConducted``: phase IV comes to an area."""

    area: str


class TimeTakenFacts(TypedDict):
    """``TimeTaken``: markers for the next round."""

    time: int
    wanted: int


class PopularityFadedFacts(TypedDict):
    """``PopularityFaded``: a popularity marker goes back."""

    space: int


class JobMarketMovedFacts(TypedDict):
    """``JobMarketMoved``: the job market goes back."""

    unemployed: int
    market: int
    was: int
    price: int


class JobMarketSentFacts(TypedDict):
    """``JobMarketSent``: a special forecast card sends the job market to an end."""

    market: int
    was: int
    price: int


class GameScoredFacts(TypedDict):
    """``GameScored``: the game is over."""

    total: int
    rank: int
    tied: int


class NoFacts(TypedDict):
    """Facts of events that have none."""
