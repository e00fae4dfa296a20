"""The data of each kind of region: what its template shows, and nothing else, as the HTML of a region is known by the digest of its data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundfloor.presentation.board.amounts import Amount
    from groundfloor.presentation.board.buildings import Building
    from groundfloor.presentation.board.clocks import Clock
    from groundfloor.presentation.board.company import AutomaCards, Company, FloorFacts, RoomFacts, Tenant
    from groundfloor.presentation.board.decision import Decision
    from groundfloor.presentation.board.film import Film
    from groundfloor.presentation.board.forecast import Forecast
    from groundfloor.presentation.board.goal import Goal
    from groundfloor.presentation.board.head import Head
    from groundfloor.presentation.board.improvements import ImprovementList, RemodelRooms
    from groundfloor.presentation.board.ledger import Ledger, ShaftLevel
    from groundfloor.presentation.board.log import EarlierRound, LogGroup
    from groundfloor.presentation.board.news_steps import Change, NewsStep
    from groundfloor.presentation.board.people import Person
    from groundfloor.presentation.board.round_plan import PlanPanel
    from groundfloor.presentation.board.score import Sheet
    from groundfloor.presentation.board.task_controls import TaskControl
    from groundfloor.presentation.board.tooltips import TurnNotes
    from groundfloor.presentation.board.tracks import Market, Popularity
    from groundfloor.presentation.bots import BotWords
    from groundfloor.tables.messages import ChatKind

    from .street import MapBuilding, MapKey, MapTitle


@dataclass(frozen=True)
class FormState:
    """The fields that every move is sent with."""

    version: int
    seat: int | None
    draft: str


@dataclass(frozen=True)
class HeadRegion:
    """The title block; ``seats`` are those that play at this screen, if there are several."""

    head: Head
    seats: tuple[Person, ...]
    seat: int | None
    base: str


@dataclass(frozen=True)
class DecisionRegion:
    decision: Decision
    base: str
    plan_label: str
    next_planned: str
    plan_stopped: str
    can_hint: bool


@dataclass(frozen=True)
class ReplayRegion:
    """The controls of the replay; ``steps`` are the entries to which they lead."""

    film: Film
    steps: dict[str, int]
    base: str
    entry: int
    can_branch: bool


@dataclass(frozen=True)
class StripRegion:
    """The own numbers in a row; None for a spectator."""

    ledger: Ledger | None


@dataclass(frozen=True)
class MomentRegion:
    """Why no place can be chosen now."""

    moment: TurnNotes


@dataclass(frozen=True)
class MapDrawing:
    """The drawing of the map of phones, ``width`` wide."""

    buildings: tuple[MapBuilding, ...]
    width: str


@dataclass(frozen=True)
class MapButtons:
    keys: tuple[MapKey, ...]


@dataclass(frozen=True)
class MapTitles:
    """The titles of the buildings on the map, each with its rule."""

    titles: tuple[MapTitle, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True)
class BuildingRegion:
    """A building of the street; ``rule`` is about its spaces now, ``building_rule`` about the building."""

    building: Building
    rule: str
    building_rule: str


@dataclass(frozen=True)
class PopularityRegion:
    popularity: Popularity


@dataclass(frozen=True)
class MarketRegion:
    market: Market


@dataclass(frozen=True)
class ForecastRegion:
    """Rounds and forecast."""

    forecast: Forecast


@dataclass(frozen=True)
class TabsRegion:
    """The tabs of the companies; that of ``shown_person`` is in sight unless another one is chosen."""

    people: tuple[Person, ...]
    shown_person: Person
    clocks: tuple[Clock | None, ...]


@dataclass(frozen=True)
class LedgerRegion:
    person: Person
    ledger: Ledger
    automa: AutomaCards | None
    clock: Clock | None


@dataclass(frozen=True)
class SectionRegion:
    seat: int
    name: str
    colour: str
    shaft_levels: tuple[ShaftLevel, ...]
    hire: TaskControl | None
    roof: str
    roof_id: str
    gift: str
    rooms: tuple[RoomFacts, ...]
    floors: tuple[FloorFacts, ...]
    tenants: tuple[Tenant, ...]
    next_floor: tuple[Amount, ...]
    is_next_floor_pencilled: bool


@dataclass(frozen=True)
class BotRegion:
    bot: BotWords
    seat: int


@dataclass(frozen=True)
class SmallCompany:
    company: Company
    is_you: bool
    clock: Clock | None


@dataclass(frozen=True)
class ImprovementsRegion:
    improvements: ImprovementList


@dataclass(frozen=True)
class RemodelingRegion:
    remodeling: RemodelRooms


@dataclass(frozen=True)
class LogHead:
    """The head of the log: the entry at which a replay begins (None: nothing has happened), and what can be written beside it."""

    replay: int | None
    chat: ChatKind = ""


@dataclass(frozen=True)
class EarlierRounds:
    earlier: tuple[EarlierRound, ...]


@dataclass(frozen=True)
class LogGroupRegion:
    group: LogGroup
    has_heading: bool


@dataclass(frozen=True)
class CommandLine:
    """Where a move is typed: the ``names`` of all legal actions, and what was ``typed`` and not understood. Only the present offers it."""

    version: int
    seat: int | None
    draft: str
    typed: str
    names: tuple[str, ...]
    is_offered: bool = True


@dataclass(frozen=True)
class DockRegion:
    """The tabs at the lower edge with the parts of the board where something can be chosen, and the own numbers."""

    lit_parts: tuple[str, ...]
    ledger: Ledger | None
    chat: ChatKind = ""


@dataclass(frozen=True)
class LatestEvents:
    """What has happened since the viewer's last move, in steps and in all, and how many lines the log has of it up to a version."""

    steps: tuple[NewsStep, ...]
    total: tuple[Change, ...]
    count: int
    version: int


@dataclass(frozen=True)
class ScoreRegion:
    sheet: Sheet


@dataclass(frozen=True)
class GoalRegion:
    goal: Goal


@dataclass(frozen=True)
class RoundPlanRegion:
    """The plan of the round of a seat, and the version that it was made for."""

    round_plan: PlanPanel | None
    version: int
    seat: int | None
    is_past: bool
    is_left_out: bool


@dataclass(frozen=True)
class NewsRegion:
    """The lines that are new to the viewer up to a version."""

    groups: tuple[LogGroup, ...]
    version: int
