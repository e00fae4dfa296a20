"""The regions of a board, in the order in which the page is read, and its frame: what surrounds them and never changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from threading import Lock
from typing import TYPE_CHECKING

from groundfloor.presentation.board.buildings import Building
from groundfloor.presentation.board.clocks import clock_of
from groundfloor.presentation.board.company import company
from groundfloor.presentation.board.decision import Decision
from groundfloor.presentation.board.forecast import Forecast
from groundfloor.presentation.board.game_variants import GameVariant
from groundfloor.presentation.board.guide import GuidePanel, guided_decision
from groundfloor.presentation.board.head import head, undo_question
from groundfloor.presentation.board.improvements import ImprovementList, available_columns, improvement_list, remodel_rooms
from groundfloor.presentation.board.log import news_groups
from groundfloor.presentation.board.news_steps import summary, total_changes
from groundfloor.presentation.board.people import people_by_popularity
from groundfloor.presentation.board.public_facts import PublicFacts, street
from groundfloor.presentation.board.purposes import goal
from groundfloor.presentation.board.question_text import selectable_parts
from groundfloor.presentation.board.round_plan import next_step_title, plan_label, plan_panel, stop_words
from groundfloor.presentation.board.rule_refs import RULE_BY_TOPIC, rule_label, rule_of_area, rule_of_building
from groundfloor.presentation.board.tooltips import turn_notes
from groundfloor.presentation.board.tracks import market
from groundfloor.presentation.typed_moves.move_names import move_name

from ...http.rendering import environment, language_context
from .macros import bound_macros
from .regions import Region, RegionSetting
from .street import GEOMETRY, map_buttons, map_drawing, map_titles, with_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from gettext import NullTranslations

    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.presentation.board.company import Company
    from groundfloor.presentation.board.people import Person
    from groundfloor.presentation.view import TableView
    from groundfloor.table.messages import ChatKind

SCRIPTS = (
    "board.js",
    "motion.js",
    "street.js",
    "turn-time.js",
    "clocks.js",
    "rules.js",
    "guide.js",
    "hint.js",
    "advice.js",
    "round-plan.js",
    "plan-places.js",
    "speed.js",
    "playback.js",
    "replay.js",
    "sound.js",
    "chat.js",
)

SETTINGS: dict[tuple[object, ...], RegionSetting] = {}
"""By language, ruleset and areas."""
SETTINGS_LOCK = Lock()
MAX_SETTINGS = 50


def region_setting(view: TableView) -> RegionSetting:
    rules = view.game.ruleset
    key = (view.language, rules.name, tuple(area.id for area in rules.areas))
    with SETTINGS_LOCK:
        if key not in SETTINGS:
            SETTINGS[key] = RegionSetting(key, new_variables(rules, view.language, view.translations))
            while len(SETTINGS) > MAX_SETTINGS:
                del SETTINGS[next(iter(SETTINGS))]
        return SETTINGS[key]


def new_variables(rules: Ruleset, language: str, translations: NullTranslations) -> dict[str, object]:
    """Returns the variables and macros of all regions of a ruleset's board in a language."""
    variables = {
        **language_context(language, translations),
        "rule_by_topic": RULE_BY_TOPIC,
        "rule_label": partial(rule_label, rules, language=language),
        **GEOMETRY,
    }
    return {**variables, **bound_macros(environment, variables)}


class SharedRegions:
    """The regions that all viewers of a position share, each made when it is first asked for."""

    def __init__(self, public: PublicFacts) -> None:
        self.public = public
        self.setting = region_setting(public.view)

    def region(self, id: str, container: str, template: str, **data: object) -> Region:
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
        return (
            self.region("track-popularity", "tracks-row", "track_popularity", popularity=self.public.popularity),
            self.region("track-rounds", "tracks-row", "track_rounds", forecast=self.public.forecast),
        )

    @cached_property
    def companies(self) -> tuple[tuple[Region, ...], ...]:
        """The companies by seat, without any controls."""
        return tuple(self.company(company) for company in self.public.companies)

    @cached_property
    def company_summaries(self) -> tuple[Region, ...]:
        return tuple(self.company_summary(company, is_you=False) for company in self.public.companies)

    @cached_property
    def log(self) -> tuple[Region, ...]:
        log = self.public.log
        regions = [self.region("log-earlier", "log-lines", "log_earlier", earlier=log.earlier)] if log.earlier else []
        place = None
        for group in log.groups:
            here = (group.round, group.phase)
            regions.append(
                self.region(
                    f"log-group-{group.first}",
                    "log-lines",
                    "log_group",
                    group=group,
                    has_heading=here != place,
                    marks=self.public.view.public.marks,
                )
            )
            place = here
        return tuple(regions)

    @cached_property
    def score(self) -> Region:
        return self.region("score", "board", "score", sheet=self.public.sheet)

    def building(self, building: Building) -> Region:
        """Returns a building of the street; ``rule`` is about its spaces now, ``building_rule`` about the building."""
        rule = rule_of_area(building.id, self.public.view.moment.game._state.phase)
        data = {"building": with_places(building), "rule": rule, "building_rule": rule_of_building(building.id)}
        return self.region(f"area-{building.letter}", "street", "building", **data)

    def map_of(self, buildings: Sequence[Building]) -> tuple[Region, ...]:
        """Returns the map of phones: its drawing, which changes often, the buttons over it, and the titles of the buildings."""
        placed = tuple(with_places(building) for building in buildings)
        return (
            self.region("map-drawing", "street-map", "map_drawing", **map_drawing(placed)),
            self.region("map-buttons", "street-map", "map_buttons", buttons=map_buttons(placed)),
            self.region("map-titles", "street-map", "map_titles", titles=map_titles(placed)),
        )

    def company(self, company: Company) -> tuple[Region, ...]:
        """Returns a company at full size: its ledger, its building, and the bot that plays it."""
        person = company.person
        seat, container = person.seat, f"company-{person.seat}"
        section = {
            "seat": seat,
            "name": person.name,
            "colour": person.colour,
            "shaft_levels": company.shaft_levels,
            "hire": company.hire,
            "roof": company.roof,
            "roof_id": company.roof_id,
            "specialty_effect": company.specialty_effect,
            "rooms": company.rooms,
            "floors": company.floors,
            "tenants": company.tenants,
            "next_floor": company.next_floor,
            "is_next_floor_draft": "next_floor" in company.ledger.changed,
        }
        ledger = {"person": person, "ledger": company.ledger, "automa": company.automa, "clock": clock_of(self.public.view, seat)}
        regions = [
            self.region(f"ledger-{seat}", container, "company_ledger", **ledger),
            self.region(f"section-{seat}", container, "company_section", **section),
        ]
        if person.bot is not None:
            regions.append(self.region(f"bot-{seat}", container, "company_bot", bot=person.bot, seat=seat))
        return tuple(regions)

    def company_summary(self, company: Company, *, is_you: bool) -> Region:
        seat = company.person.seat
        clock = clock_of(self.public.view, seat)
        return self.region(
            f"company-summary-{seat}", "company-summary-list", "company_summary", company=company, is_you=is_you, clock=clock
        )


@dataclass(frozen=True)
class BoardViewer:
    """What the board of a viewer has besides the view: the address of the page, the seats that it may act for, what was typed and not understood, and what can be written there."""

    base: str = ""
    own_seats: tuple[int, ...] = ()
    typed: str = ""
    chat: ChatKind = ""


def shown_person(view: TableView) -> Person:
    """Returns whose company is shown large: the viewer's, else the most popular player's."""
    return view.people[view.own.seat] if view.own.seat is not None else people_by_popularity(view)[0]


def frame_of(view: TableView, chat: ChatKind) -> dict[str, object]:
    """Returns what the frame around the regions shows, which is never updated: the company of ``shown`` is in sight first."""
    return {
        "companies": view.people,
        "shown": shown_person(view),
        "buildings": len(view.game.ruleset.areas),
        "summaries": sum(not person.is_you for person in view.people),
        "chat": chat,
    }


def board_regions(
    view: TableView, shared: SharedRegions, viewer: BoardViewer, replay: dict[str, object] | None, *, shows_plan: bool = True
) -> Iterator[Region]:
    """Yields the regions of a viewer's board in the order of the page; ``replay`` is what the controls of the replay show, if there are any.

    Without ``shows_plan`` the plan of the round is left out: the page asks for it when it is opened.
    """
    region, seat = shared.region, view.own.seat
    is_seat, is_present = seat is not None, view.moment.entry is None
    own_company = company(view, view.people[seat]) if seat is not None else None
    ledger = own_company.ledger if own_company is not None else None
    shown = shown_person(view)
    new = news_groups(view)
    new_version = view.public.version if new else 0

    yield region("state", "table", "state", version=view.public.version, seat=seat, draft=view.own.draft.texts)
    seats = [person for person in view.people if person.seat in viewer.own_seats] if len(viewer.own_seats) > 1 else []
    yield region("head", "board", "head", head=head(view), seats=seats, seat=seat, base=viewer.base)
    panel, improvements = guided_decision(view), improvement_list(view)
    yield region(
        "panel",
        "board",
        "decision",
        decision=panel,
        on_sale=available_columns(improvements) if panel.mode in ("asked", "waiting") else [],
        base=viewer.base,
        plan_label=plan_label(view),
        next_planned=next_step_title(view),
        plan_stopped=stop_words(view),
        can_hint=view.own.can_hint,
    )
    if replay is not None:
        yield region("replay", "board", "replay", **replay, base=viewer.base)
    yield region("summary-bar", "board", "summary_bar", ledger=ledger)
    yield from city(view, shared)
    yield shared.tracks[0]
    yield region("track-market", "tracks-row", "track_market", market=market(view))
    yield shared.tracks[1]
    by_popularity = people_by_popularity(view)
    clocks = tuple(clock_of(view, person.seat) for person in by_popularity)
    yield region("company-tabs", "company", "company_tabs", people=by_popularity, shown_person=shown, clocks=clocks)
    for person in view.people:
        yield from shared.company(own_company) if own_company is not None and person.seat == seat else shared.companies[person.seat]
    for person in by_popularity:
        if person.seat == seat:
            yield shared.company_summary(shared.public.companies[seat], is_you=True)
        else:
            yield shared.company_summaries[person.seat]
    # Answers to a question open as a list of their own: what stays in sight below or beside them has not moved when they close.
    name = "improvements-offers" if improvements.asks else "improvements-list"
    yield region(name, "improvements", "improvements", improvements=improvements)
    yield region("improvements-rooms", "improvements", "remodel_rooms", remodeling=remodel_rooms(view))
    if is_seat:
        count = sum(len(group.lines) for group in new)
        played = view.moment.steps if is_present else ()
        total = total_changes(played, view.translations)
        steps = summary(played, view.translations)
        yield region("latest-events", "sidebar", "latest_events", steps=steps, played=played, total=total, count=count, version=new_version)
    yield region("log-head", "log", "log_head", replay=max(view.public.version - 1, 0) if view.moment.log else None, chat=viewer.chat)
    yield from shared.log
    if is_seat:
        typing = {"draft": view.own.draft.texts, "typed": viewer.typed, "names": command_names(view)} if is_present else {}
        yield region("typed-move", "log", "log_command", version=view.public.version, seat=seat, is_offered=is_present, **typing)
    yield region("bottom-bar", "board", "bottom_bar", selectable_parts=sorted(selectable_parts(view)), chat=viewer.chat)
    yield shared.score
    yield region("goal", "board", "goal", goal=goal(view))
    if question := undo_question(view):
        yield region("ask-undo", "board", "ask_undo", question=question)
    if is_seat:
        plan = plan_panel(view) if shows_plan and is_present else None
        yield region(
            "round-plan",
            "board",
            "round_plan",
            round_plan=plan,
            version=view.public.version if plan else 0,
            seat=seat if plan else None,
            is_past=not is_present,
            is_left_out=view.own.plan.is_possible and not shows_plan,
        )
        yield region("news", "board", "news", groups=new, version=new_version, marks=view.public.marks)


def command_names(view: TableView) -> tuple[str, ...]:
    """Returns what can be typed: the names of all legal actions, each once, with those of earlier questions of the draft."""
    confirmed = view.at(view.moment.game)
    legal = (control.action for control in view.own.controls.values() if control.is_legal)
    return tuple(dict.fromkeys(move_name(view if action in view.game._legal else confirmed, action) for action in legal))


def shown_parts(regions: Iterable[Region]) -> Iterator[str]:
    """Yields the parts of the page that change the layout of others: words of ``data-parts`` of the page's body.

    Style sheets could ask ``:has()`` instead, but browsers then compute many styles again after every change of the page.
    """
    for region in regions:
        match region.template, region.data:
            case "head", {"seats": [_, *_]}:
                yield "seats"
            case "decision", {"decision": Decision(guide=GuidePanel(mode=mode))}:
                yield "guide" if mode == "left" else "guide open-guide"
            case "replay", {"can_try": can_try}:
                yield "replay try" if can_try else "replay"
            case "building", {"building": Building(event=GameVariant())}:
                yield "event"
            case "track_rounds", {"forecast": Forecast(variants=[_, *_])}:
                yield "variants"
            case "improvements", {"improvements": ImprovementList() as improvements}:
                if improvements.asks:
                    yield "offers"
                if improvements.is_long:
                    yield "long-list"
            case "decision", {"decision": Decision(mode="recap")}:
                yield "recap"
            case "latest_events", {"steps": [_, *_]}:
                yield "latest-events"


def city(view: TableView, shared: SharedRegions) -> Iterator[Region]:
    """Yields the street of a viewer with the map of phones; a building that is the same for all is made only once."""
    yield shared.region("unavailable", "city", "unavailable", reasons=turn_notes(view))
    public = shared.public
    seen = street(view, public)
    if all(mine is common for mine, common in zip(seen, public.buildings, strict=True)):
        yield from shared.map
    else:
        yield from shared.map_of(seen)
    for mine, common, region in zip(seen, public.buildings, shared.buildings, strict=True):
        yield region if mine is common else shared.building(mine)
