"""What everything is called: English names by id, each a msgid, with short forms, sign lettering and effects.

A name is looked up by its group, which is also its context in the catalogues: ``names.full("floor", "research_lab", tr)``.
Short forms have the context ``short``, the lines of a sign ``sign``, effects ``effect`` (see ``effects.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from gettext import NullTranslations

SOFT_HYPHEN = "\N{SOFT HYPHEN}"


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its forms: ``short`` where it is narrow, ``sign`` in lines, ``effect`` with its numbers as parameters."""

    group: str
    text: str
    short: str = ""
    sign: str = ""
    effect: str = ""
    remodeled: str = ""

    def messages(self) -> Iterator[tuple[str, str]]:
        """Everything of it that is translated, as pairs of context and msgid."""
        yield self.group, self.text
        forms = (("short", self.short), ("sign", self.sign), ("effect", self.effect), ("effect", self.remodeled))
        yield from ((context, msgid) for context, msgid in forms if msgid)


def _group(group: str, **texts: str) -> dict[str, Name]:
    return {id: Name(group, text) for id, text in texts.items()}


ROOMS = {
    "advertising": Name(
        "room",
        "Advertising",
        short="Adverts",
        sign="Advertising",
        effect="%(time_1)s time: a marker from your stock into networking",
        remodeled="%(time_1)s time: a marker from your stock into networking; %(time_2)s time: one into %(type)s",
    ),
    "assembly": Name(
        "room",
        "Assembly",
        short="Assembly",
        sign="Assembly",
        effect="%(time_1)s time: %(supply_1)s supply",
        remodeled="%(time_1)s time: %(supply_1)s supply",
    ),
    "meeting_room": Name(
        "room",
        "Meeting Room",
        short="Meeting",
        sign="Meeting\nRoom",
        effect="%(time_1)s time: %(info_1)s info",
        remodeled="%(time_1)s time: %(info_1)s info; %(time_2)s time: %(info_2)s info",
    ),
    "research_testing": Name(
        "room",
        "Research & Testing",
        short="Research",
        sign="Research\n& Testing",
        effect="%(time_1)s time and %(spent_1)s supply: %(info_1)s info",
        remodeled="%(time_1)s time and %(spent_1)s supply: %(info_1)s info, or %(money_2)s money and %(info_2)s info",
    ),
    "storage_closet": Name(
        "room",
        "Storage Closet",
        short="Closet",
        sign="Storage\nCloset",
        effect="Holds %(holds)s supply",
        remodeled="Holds %(holds)s supply; 1 supply comes with the remodel",
    ),
    "training": Name(
        "room",
        "Training",
        short="Training",
        sign="Training",
        effect="%(time_1)s time: trains an employee",
        remodeled="%(time_1)s time: trains an employee",
    ),
}

TENANTS = {
    "human_resources": Name(
        "tenant",
        "Human Resources",
        short="HR",
        effect="Hiring costs %(off_money)s money and %(off_info)s info less",
    ),
    "internship_program": Name(
        "tenant",
        "Internship Program",
        short="Interns",
        effect="%(time)s time marker with each income",
    ),
    "network_admin": Name("tenant", "Network Admin", short="Network", effect="%(info)s info with each income"),
    "niche_market": Name("tenant", "Niche Market", short="Niche", effect="Your unsold products may stay at their price"),
    "premium_product": Name(
        "tenant",
        "Premium Product",
        short="Premium",
        effect="Each of your products sells for %(premium)s money more, in liquidation too",
    ),
    "public_relations": Name("tenant", "Public Relations", short="PR", effect="You lose no popularity in phase V"),
    "tenant_improvement_achievement": Name(
        "tenant",
        "Tenant Improvement Achievement",
        short="Tenants",
        effect="At the end %(points)s PP for each of your tenant improvements, this one included",
    ),
    "emergency_meeting": Name(
        "tenant",
        "Emergency Meeting",
        short="Emergency",
        effect="%(time)s time: move a marker of anyone at the consulting firm to the top of its column, as often as you like",
    ),
}

FLOORS = {
    "empty_floor": Name("floor", "Empty Floor", effect="Places for two tenant improvements; one comes with it"),
    "assembly_line": Name("floor", "Assembly Line", effect="%(time)s time: %(supply)s supply, %(uses)s× a round"),
    "conference_room": Name("floor", "Conference Room", effect="%(time)s time: %(info)s info, %(uses)s× a round"),
    "construction_admin": Name(
        "floor",
        "Construction Admin",
        short="Constr. Admin",
        effect="%(time)s time: a marker from your stock on the next construction space, %(uses)s× a round",
    ),
    "in_house_factory": Name(
        "floor",
        "In-House Factory",
        short="In-House Fact.",
        effect="%(time)s time and %(spent)s supply: a marker from your stock on the next factory space, %(uses)s× a round",
    ),
    "investor": Name("floor", "Investor", effect="%(money)s money with each income"),
    "it_department": Name("floor", "I.T. Department", short="I.T. Dept.", effect="%(info)s info with each income"),
    "marketing_department": Name(
        "floor",
        "Marketing Department",
        short="Marketing Dept.",
        effect="%(time)s time: a marker from your stock into broadcast, %(uses)s× a round",
    ),
    "online_store": Name(
        "floor", "Online Store", effect="%(time)s time and %(spent)s supply: %(money)s money, %(uses)s× a round"
    ),
    "research_lab": Name(
        "floor",
        "Research Lab",
        effect="%(time)s time and %(spent)s supply: %(money)s money and %(info)s info, %(uses)s× a round",
    ),
    "telecommunications": Name(
        "floor",
        "Telecommunications",
        short="Telecom",
        effect="%(time)s time: %(info)s info, %(uses)s× a round",
    ),
    "office_renovation": Name(
        "floor",
        "Office Renovation",
        short="Renovation",
        effect="%(time)s time: remodel a room for nothing, %(uses)s× a round",
    ),
    "accounting_department": Name(
        "floor",
        "Accounting Department",
        short="Accounting",
        effect="%(time)s time: %(money)s money, %(uses)s× a round",
    ),
    "corner_office": Name("floor", "Corner Office", effect="Worth %(prestige)s PP, nothing else"),
    "corporate_merger": Name("floor", "Corporate Merger", short="Corp. Merger", effect="Worth %(prestige)s PP, nothing else"),
    "executive": Name(
        "floor", "Executive", effect="At the end %(points)s PP for each of your achievement floors, this one included"
    ),
    "improvement": Name(
        "floor",
        "Improvement",
        short="Improvement",
        effect="At the end %(points)s PP for each of your remodeled rooms, covered ones too",
    ),
    "marketing": Name("floor", "Marketing", effect="At the end %(points)s PP for each popularity level you have reached"),
    "production": Name("floor", "Production", effect="At the end %(points)s PP for each supply in your storage closet"),
    "retention": Name("floor", "Retention", effect="At the end %(points)s PP for each of your employees, the CEO included"),
    "skyline": Name(
        "floor", "Skyline", effect="At the end %(points)s PP for each of your floor improvements, this one included"
    ),
}

SPECIALTIES = {
    "e_commerce": Name("specialty", "E-Commerce", effect="%(plus_money)s money at the start of each round"),
    "emerging_technology": Name(
        "specialty", "Emerging Technology", short="Technology", effect="Starts with Research & Testing remodeled"
    ),
    "industrial": Name("specialty", "Industrial", effect="Starts with Assembly remodeled"),
    "inheritance": Name(
        "specialty", "Inheritance", short="Inheritance", effect="%(money)s money and %(info)s info more at the start"
    ),
    "non_profit": Name("specialty", "Non-Profit", effect="Starts with Training remodeled"),
    "publishing": Name("specialty", "Publishing", effect="Starts with Advertising remodeled"),
    "retail": Name("specialty", "Retail", effect="Starts with the Storage Closet remodeled, and so with one supply more"),
    "web_based": Name("specialty", "Web Based", effect="Starts with the Meeting Room remodeled"),
}

AREAS = {
    "consulting_firm": Name("area", "Consulting firm", short="Consulting", sign="Consulting\nfirm"),
    "advertising_agency": Name("area", "Advertising agency", short="Agency", sign="Advertising\nagency"),
    "marketing_bonus": Name("area", "Marketing bonus", short="Bonus", sign="Marketing\nbonus"),
    "warehouse": Name("area", "Warehouse", sign="Warehouse"),
    "factory": Name("area", "Factory", sign="Factory"),
    "stock_exchange": Name("area", "Stock exchange", short="Exchange", sign="Stock exchange"),
    "economic_forecast": Name("area", "Economic forecast", short="Forecast", sign="Economic\nforecast"),
    "retail_outlets": Name("area", "Retail outlets", short="Outlets", sign="Retail outlets"),
    "construction_company": Name("area", "Construction company", short="Construction", sign="Construction\ncompany"),
}

FORECASTS = _group("forecast", depression="Depression", recession="Recession", stable="Stable", boom="Boom")

SPECIALS = {
    "great_depression": Name(
        "special",
        "Great Depression",
        effect="Takes the place of a depression: nobody buys, and the job market goes to its first space",
    ),
    "windfall": Name(
        "special", "Windfall", effect="Takes the place of a boom: every product sells, and the job market goes to its last space"
    ),
}

ERAS = _group(
    "era",
    golden_age="Golden Age",
    steady_growth="Steady Growth",
    boom_and_bust="Boom and Bust",
    stagnation="Stagnation",
    hard_times="Hard Times",
)

EVENTS = {
    "retainer": Name("event", "Retainer", effect="A cancelled meeting still gives %(n)s info"),
    "viral_campaign": Name("event", "Viral Campaign", effect="Networking advances for every %(n)s markers"),
    "bulk_delivery": Name("event", "Bulk Delivery", effect="The warehouse gets %(n)s supply in phase V"),
    "automation": Name("event", "Automation", effect="A factory space costs %(money)s money, %(info)s info and %(supply)s supply"),
    "speculation": Name("event", "Speculation", effect="A buy-out pays %(n)s times the money of the forecast"),
    "tax_relief": Name("event", "Tax Relief", effect="A construction space costs %(money)s money and %(info)s info"),
}

RULESETS = {
    "second": Name("ruleset", "Second edition", short="Second"),
    "online": Name("ruleset", "Second edition, as played online", short="Online"),
    "first": Name("ruleset", "First edition", short="First"),
    "manual": Name("ruleset", "First edition with the second’s floors", short="Manual"),
}

OPTIONS = _group(
    "option",
    deck="Forecast deck",
    era="Era",
    event="Event",
    great_depression="Great Depression",
    windfall="Windfall",
    two_player_bonus="Marketing bonus for two",
)

CHOICES = _group("choice", off="off", on="on", random="drawn at random", preset="preset, all types open")

PHASES = {
    "setup": Name("phase", "Set-up"),
    "income": Name("phase", "Receive income", short="Income"),
    "hire": Name("phase", "Hire employees", short="Hire"),
    "schedule": Name("phase", "Schedule business", short="Schedule"),
    "conduct": Name("phase", "Conduct business", short="Conduct"),
    "reorganize": Name("phase", "Reorganize"),
    "over": Name("phase", "End of the game", short="End"),
}

MARKETING = _group("marketing", networking="Networking", social_media="Social media", broadcast="Broadcast", print="Print")

BONUSES = _group("bonus", remodel="Remodel", supply="Supply", money="Money", info="Info", temp="Temp")

AUTOMAS = _group("automa", pei="Pei", gropius="Gropius", hadid="Hadid")

LEVELS = _group("level", easy="Easy", medium="Medium", hard="Hard")

LEVEL_OF = {"pei": "easy", "gropius": "medium", "hadid": "hard"}

CARDS = {
    "consulting_firm": AREAS["consulting_firm"],
    "advertising_agency": AREAS["advertising_agency"],
    "warehouse": AREAS["warehouse"],
    "factory": AREAS["factory"],
    "stock_exchange": AREAS["stock_exchange"],
    "construction_company": AREAS["construction_company"],
    "automa_office": Name("card", "Automa office", short="Office"),
}

COLOURS = _group("colour", red="red", blue="blue", green="green", amber="amber", pink="pink", grey="grey")

SHAPES = _group("shape", circle="circle", square="square", triangle="triangle", diamond="diamond", cross="cross", star="star")

SHAPE_OF = {"red": "circle", "blue": "square", "green": "triangle", "amber": "diamond", "pink": "cross", "grey": "star"}

MARKERS = {colour: Name("marker", f"{colour} {shape}") for colour, shape in SHAPE_OF.items()}

RESOURCES = {
    "money": Name("resource", "money"),
    "info": Name("resource", "info"),
    "supply": Name("resource", "supply"),
    "time": Name("resource", "time marker", short="time"),
    "popularity": Name("resource", "popularity"),
    "prestige": Name("resource", "prestige point", short="PP"),
    "employee": Name("resource", "employee"),
    "untrained": Name("resource", "untrained"),
}

KINDS = {
    "room": Name("kind", "ground-floor room", short="room"),
    "remodeled": Name("kind", "remodeled room", short="remodeled"),
    "tenant": Name("kind", "tenant improvement", short="tenant"),
    "floor": Name("kind", "floor improvement", short="floor"),
    "achievement": Name("kind", "achievement"),
    "specialty": Name("kind", "specialty"),
}

PLACES = {
    "job_market": Name("place", "Job market"),
    "popularity": Name("place", "Popularity"),
    "rounds": Name("place", "Rounds"),
    "employees": Name("place", "Employees"),
    "general_stock": Name("place", "General stock"),
    "stock": Name("place", "Stock"),
    "liquidation": Name("place", "Liquidation"),
    "buy_out": Name("place", "Buy-out"),
    "bracket": Name("place", "Price bracket"),
    "ground_floor": Name("place", "Ground floor"),
}

GROUPS: Mapping[str, Mapping[str, Name]] = {
    "room": ROOMS,
    "tenant": TENANTS,
    "floor": FLOORS,
    "specialty": SPECIALTIES,
    "area": AREAS,
    "forecast": FORECASTS,
    "special": SPECIALS,
    "era": ERAS,
    "event": EVENTS,
    "ruleset": RULESETS,
    "option": OPTIONS,
    "choice": CHOICES,
    "phase": PHASES,
    "marketing": MARKETING,
    "bonus": BONUSES,
    "automa": AUTOMAS,
    "level": LEVELS,
    "card": CARDS,
    "colour": COLOURS,
    "shape": SHAPES,
    "marker": MARKERS,
    "resource": RESOURCES,
    "kind": KINDS,
    "place": PLACES,
}

COUNTED = {
    "money": ("%(n)s money", "%(n)s money"),
    "info": ("%(n)s info", "%(n)s info"),
    "supply": ("%(n)s supply", "%(n)s supply"),
    "time": ("%(n)s time marker", "%(n)s time markers"),
    "prestige": ("%(n)s PP", "%(n)s PP"),
    "employee": ("%(n)s employee", "%(n)s employees"),
    "product": ("%(n)s product", "%(n)s products"),
    "consumer": ("%(n)s consumer", "%(n)s consumers"),
    "unemployed": ("%(n)s unemployed", "%(n)s unemployed"),
    "space": ("%(n)s space", "%(n)s spaces"),
    "round": ("%(n)s round", "%(n)s rounds"),
}


def plain(text: str) -> str:
    """A text without its soft hyphens, for the terminal, titles and searching."""
    return text.replace(SOFT_HYPHEN, "")


def full(group: str, id: str, tr: NullTranslations) -> str:
    """The whole name, without soft hyphens."""
    return plain(breakable(group, id, tr))


def breakable(group: str, id: str, tr: NullTranslations) -> str:
    """The whole name with soft hyphens where it may break, for pages."""
    name = GROUPS[group][id]
    return tr.pgettext(name.group, name.text)


def short(group: str, id: str, tr: NullTranslations) -> str:
    """The form for narrow places; the whole name where that is short enough."""
    name = GROUPS[group][id]
    return tr.pgettext("short", name.short) if name.short else full(group, id, tr)


def sign(group: str, id: str, tr: NullTranslations) -> tuple[str, ...]:
    """The lines of the lettering on a building or a room, with their hard hyphens."""
    name = GROUPS[group][id]
    return tuple(tr.pgettext("sign", name.sign).split("\n")) if name.sign else (full(group, id, tr),)


def counted(what: str, number: int, tr: NullTranslations) -> str:
    """A number of something: ``3 time markers``."""
    one, many = COUNTED[what]
    return tr.ngettext(one, many, number) % {"n": number}


def tile_group(id: str) -> str:
    """Whether an improvement's id is a ``tenant`` or a ``floor``."""
    return "tenant" if id in TENANTS else "floor"


def tile_name(id: str) -> Name:
    """The name of an improvement, tenant or floor."""
    return GROUPS[tile_group(id)][id]
