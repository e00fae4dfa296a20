"""The regions of a board, in the order in which the page is read, and its frame: what stands around them and never changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from groundfloor.presentation.board.buildings import Building
from groundfloor.presentation.board.clocks import clock_of, clocks_of
from groundfloor.presentation.board.company import company
from groundfloor.presentation.board.decision import Decision
from groundfloor.presentation.board.forecast import Forecast
from groundfloor.presentation.board.game_variants import GameVariant
from groundfloor.presentation.board.goal import goal
from groundfloor.presentation.board.guide import GuidePanel, guided_decision
from groundfloor.presentation.board.head import head
from groundfloor.presentation.board.improvements import improvement_list, remodel_rooms
from groundfloor.presentation.board.log import news_groups
from groundfloor.presentation.board.news_steps import summary, total_changes
from groundfloor.presentation.board.people import people_by_popularity
from groundfloor.presentation.board.public_facts import PublicFacts, street
from groundfloor.presentation.board.question_text import lit_parts
from groundfloor.presentation.board.round_plan import next_step_title, plan_label, plan_panel, stop_words
from groundfloor.presentation.board.rule_refs import RULES_OF_THINGS, rule_label, rule_of_area, rule_of_building
from groundfloor.presentation.board.tooltips import turn_notes
from groundfloor.presentation.board.tracks import market

from ..regions import Region, RegionSetting
from ..rendering import environment, language_context
from .macros import bound_macros
from .region_data import (
    BotRegion,
    BuildingRegion,
    CommandLine,
    DecisionRegion,
    DockRegion,
    EarlierRounds,
    ForecastRegion,
    FormState,
    GoalRegion,
    HeadRegion,
    ImprovementsRegion,
    LatestEvents,
    LedgerRegion,
    LogGroupRegion,
    LogHead,
    MapButtons,
    MapDrawing,
    MapTitles,
    MarketRegion,
    MomentRegion,
    NewsRegion,
    PopularityRegion,
    RemodelingRegion,
    ReplayRegion,
    RoundPlanRegion,
    ScoreRegion,
    SectionRegion,
    SmallCompany,
    StripRegion,
    TabsRegion,
)
from .street import GEOMETRY, map_buildings, map_keys, map_titles, with_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from gettext import NullTranslations

    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.presentation.board.company import Company
    from groundfloor.presentation.board.people import Person
    from groundfloor.presentation.board.scene import Scene
    from groundfloor.tables.messages import ChatKind

SCRIPTS = (
    "board.js",
    "motion.js",
    "street.js",
    "turn-time.js",
    "clocks.js",
    "rules.js",
    "guide.js",
    "hint.js",
    "round-plan.js",
    "plan-places.js",
    "film.js",
    "sound.js",
    "chat.js",
)

SETTINGS: dict[tuple[object, ...], RegionSetting] = {}
"""By language, ruleset and areas."""
SETTINGS_LOCK = Lock()
MAX_SETTINGS = 50


def region_setting(scene: Scene) -> RegionSetting:
    rules = scene.game.ruleset
    key = (scene.language, rules.name, tuple(area.id for area in rules.areas))
    with SETTINGS_LOCK:
        if key not in SETTINGS:
            SETTINGS[key] = RegionSetting(key, new_variables(rules, scene.language, scene.words))
            while len(SETTINGS) > MAX_SETTINGS:
                del SETTINGS[next(iter(SETTINGS))]
        return SETTINGS[key]


def new_variables(rules: Ruleset, language: str, words: NullTranslations) -> dict[str, object]:
    """Returns the variables and macros of all regions of a ruleset's board in a language."""
    variables = {
        **language_context(language, words),
        "rules_of_things": RULES_OF_THINGS,
        "rule_label": lambda rule: rule_label(rules, rule, language),
        **GEOMETRY,
    }
    return {**variables, **bound_macros(environment, variables)}


class SharedRegions:
    """The regions that all viewers of a position share, each made when it is first asked for."""

    def __init__(self, public: PublicFacts) -> None:
        self.public = public
        self.setting = region_setting(public.scene)

    def region(self, id: str, container: str, template: str, data: object) -> Region:
        return Region(id, container, template, data, self.setting)

    @cached_property
    def buildings(self) -> tuple[Region, ...]:
        """The street as all see it who are not asked."""
        return tuple(self.building(building) for building in self.public.buildings)

    @cached_property
    def map(self) -> tuple[Region, ...]:
        return self.map_of(self.public.buildings)

    @cached_property
    def tracks(self) -> tuple[Region, Region]:
        popularity = PopularityRegion(self.public.popularity)
        forecast = ForecastRegion(self.public.forecast)
        return (
            self.region("track-popularity", "tracks-row", "track_popularity", popularity),
            self.region("track-rounds", "tracks-row", "track_rounds", forecast),
        )

    @cached_property
    def companies(self) -> tuple[tuple[Region, ...], ...]:
        """The companies by seat, without any controls."""
        return tuple(self.company(company) for company in self.public.companies)

    @cached_property
    def small_companies(self) -> tuple[Region, ...]:
        return tuple(self.small_company(company, is_you=False) for company in self.public.companies)

    @cached_property
    def log(self) -> tuple[Region, ...]:
        log = self.public.log
        found = [self.region("log-earlier", "log-lines", "log_earlier", EarlierRounds(tuple(log.earlier)))] if log.earlier else []
        place = None
        for group in log.groups:
            here = (group.round, group.phase)
            data = LogGroupRegion(group, has_heading=here != place)
            found.append(self.region(f"log-group-{group.first}", "log-lines", "log_group", data))
            place = here
        return tuple(found)

    @cached_property
    def score(self) -> Region:
        return self.region("score", "board", "score", ScoreRegion(self.public.sheet))

    def building(self, building: Building) -> Region:
        id, phase = building.id, self.public.scene.settled.state.phase
        data = BuildingRegion(with_places(building), rule_of_area(id, phase), rule_of_building(id))
        return self.region(f"area-{building.letter}", "street", "building", data)

    def map_of(self, buildings: Sequence[Building]) -> tuple[Region, ...]:
        placed = tuple(with_places(building) for building in buildings)
        rules = tuple(rule_of_building(building.id) for building in placed)
        return (
            self.region("map-drawing", "street-map", "map_drawing", MapDrawing(*map_buildings(placed))),
            self.region("map-buttons", "street-map", "map_buttons", MapButtons(map_keys(placed))),
            self.region("map-titles", "street-map", "map_titles", MapTitles(map_titles(placed), rules)),
        )

    def company(self, company: Company) -> tuple[Region, ...]:
        """Returns a company at full size: its ledger, its building, and the bot that plays it."""
        person = company.person
        seat, container = person.seat, f"company-{person.seat}"
        clock = clock_of(self.public.scene, seat)
        section = SectionRegion(
            seat=seat,
            name=person.name,
            colour=person.colour,
            shaft_levels=tuple(company.shaft_levels),
            hire=company.hire,
            roof=company.roof,
            roof_id=company.roof_id,
            gift=company.gift,
            rooms=tuple(company.rooms),
            floors=tuple(company.floors),
            tenants=tuple(company.tenants),
            next_floor=company.next_floor,
            is_next_floor_pencilled="next_floor" in company.ledger.pencilled,
        )
        found = [
            self.region(f"ledger-{seat}", container, "company_ledger", LedgerRegion(person, company.ledger, company.automa, clock)),
            self.region(f"section-{seat}", container, "company_section", section),
        ]
        if person.bot is not None:
            found.append(self.region(f"bot-{seat}", container, "company_bot", BotRegion(person.bot, seat)))
        return tuple(found)

    def small_company(self, company: Company, *, is_you: bool) -> Region:
        return self.region(
            f"small-{company.person.seat}",
            "minis",
            "company_mini",
            SmallCompany(company, is_you, clock_of(self.public.scene, company.person.seat)),
        )


@dataclass(frozen=True)
class BoardViewer:
    """What the board of a viewer has besides the scene: the address of the page, the seats that it may act for, what was typed and not understood, and what can be written there."""

    base: str = ""
    own: tuple[int, ...] = ()
    typed: str = ""
    names: tuple[str, ...] = ()
    """What can be typed: the names of all legal actions."""
    chat: ChatKind = ""


@dataclass(frozen=True)
class BoardFrame:
    """What stands around the regions and is not brought up to date: ``companies`` by seat, of which that of ``shown`` is in sight first."""

    companies: tuple[Person, ...]
    shown: Person
    buildings: int
    others: int
    chat: ChatKind = ""


def board_frame(scene: Scene, chat: ChatKind = "") -> BoardFrame:
    return BoardFrame(
        companies=tuple(scene.people),
        shown=shown_person(scene),
        buildings=len(scene.game.ruleset.areas),
        others=sum(not person.is_you for person in scene.people),
        chat=chat,
    )


def shown_person(scene: Scene) -> Person:
    """Returns whose company is large: the viewer, else the most popular."""
    return scene.people[scene.seat] if scene.seat is not None else people_by_popularity(scene)[0]


def board_regions(
    scene: Scene, shared: SharedRegions, viewer: BoardViewer, replay: ReplayRegion | None = None, *, shows_plan: bool = True
) -> tuple[Region, ...]:
    """Returns the regions of a viewer's board in the order of the page.

    Without ``shows_plan`` the plan of the round is left out: the page asks for it when it is opened.
    """
    return tuple(_regions(scene, shared, viewer, replay, shows_plan=shows_plan))


def _regions(
    scene: Scene, shared: SharedRegions, viewer: BoardViewer, replay: ReplayRegion | None, *, shows_plan: bool
) -> Iterator[Region]:
    region, seat = shared.region, scene.seat
    is_seat, is_present = seat is not None, scene.history is None
    own = company(scene, scene.people[seat]) if seat is not None else None
    shown = shown_person(scene)
    new = news_groups(scene)
    news_count = sum(len(group.lines) for group in new)
    command = CommandLine(scene.version, seat, scene.drafted_texts, viewer.typed, viewer.names) if is_seat and is_present else None
    lit = tuple(sorted(lit_parts(scene)))
    ledger = own.ledger if own is not None else None

    yield region("state", "table", "state", FormState(scene.version, seat, scene.drafted_texts))
    seats = tuple(person for person in scene.people if person.seat in viewer.own) if len(viewer.own) > 1 else ()
    yield region("head", "board", "head", HeadRegion(head(scene), seats, seat, viewer.base))
    decision = DecisionRegion(
        guided_decision(scene), viewer.base, plan_label(scene), next_step_title(scene), stop_words(scene), scene.can_hint
    )
    yield region("panel", "board", "decision", decision)
    if replay is not None:
        yield region("replay", "board", "replay", replay)
    yield region("strip", "board", "strip", StripRegion(ledger))
    yield from city(scene, shared)
    yield shared.tracks[0]
    yield region("track-market", "tracks-row", "track_market", MarketRegion(market(scene)))
    yield shared.tracks[1]
    yield region("company-tabs", "company", "company_tabs", TabsRegion(tuple(scene.people), shown, clocks_of(scene, scene.people)))
    for each in scene.people:
        yield from shared.company(own) if own is not None and each.seat == seat else shared.companies[each.seat]
    for each in scene.people:
        if each.seat == seat:
            yield shared.small_company(shared.public.companies[seat], is_you=True)
        else:
            yield shared.small_companies[each.seat]
    improvements = improvement_list(scene)
    # Answers to a question open as a list of their own, so that what stays in sight below or beside them has not moved when they close.
    name = "improvements-offers" if improvements.asks else "improvements-list"
    yield region(name, "improvements", "improvements", ImprovementsRegion(improvements))
    yield region("improvements-rooms", "improvements", "remodel_rooms", RemodelingRegion(remodel_rooms(scene)))
    if is_seat:
        steps, total = summary(scene.steps, scene.words), total_changes(scene.steps, scene.words)
        latest = LatestEvents(steps, total, news_count, scene.version if new else 0)
        yield region("latest-events", "rail", "latest_events", latest)
    replayed = max(scene.entry - 1, 0) if scene.log else None
    yield region("log-head", "log", "log_head", LogHead(replayed, viewer.chat))
    yield from shared.log
    if is_seat:
        yield region("typed-move", "log", "log_command", command or CommandLine(scene.version, seat, "", "", (), is_offered=False))
    yield region("dock", "board", "dock", DockRegion(lit, ledger, viewer.chat))
    yield shared.score
    yield region("goal", "board", "goal", GoalRegion(goal(scene)))
    if is_seat:
        plan = plan_panel(scene) if shows_plan and is_present else None
        is_left_out = scene.can_plan and not shows_plan
        data = RoundPlanRegion(plan, scene.version if plan else 0, seat if plan else None, is_past=not is_present, is_left_out=is_left_out)
        yield region("round-plan", "board", "round_plan", data)
        yield region("news", "board", "news", NewsRegion(tuple(new), scene.version if new else 0))


def shown_parts(regions: Iterable[Region]) -> Iterator[str]:
    """Yields the parts of the page that change the layout of others: words of ``data-parts`` of the page's body.

    Style sheets could ask ``:has()`` instead, but browsers then compute many styles again after every change of the page.
    """
    for region in regions:
        match region.data:
            case HeadRegion(seats=[_, *_]):
                yield "seats"
            case DecisionRegion(decision=Decision(guide=GuidePanel(mode=mode))):
                yield "guide" if mode == "left" else "guide open-guide"
            case ReplayRegion(can_branch=can_branch):
                yield "replay try" if can_branch else "replay"
            case BuildingRegion(building=Building(event=GameVariant())):
                yield "event"
            case ForecastRegion(forecast=Forecast(variants=[_, *_])):
                yield "variants"
            case ImprovementsRegion(improvements=improvements):
                if improvements.asks:
                    yield "offers"
                if improvements.is_long:
                    yield "long-list"
            case DecisionRegion(decision=Decision(mode="told")):
                yield "told"
            case LatestEvents(steps=[_, *_]):
                yield "latest-events"


def city(scene: Scene, shared: SharedRegions) -> Iterator[Region]:
    """Yields the street of a viewer with the map of phones; a building that is the same for all is made only once."""
    yield shared.region("moments", "city", "moments", MomentRegion(turn_notes(scene)))
    public = shared.public
    seen = street(scene, public)
    if all(mine is common for mine, common in zip(seen, public.buildings, strict=True)):
        yield from shared.map
    else:
        yield from shared.map_of(seen)
    for mine, common, region in zip(seen, public.buildings, shared.buildings, strict=True):
        yield region if mine is common else shared.building(mine)
