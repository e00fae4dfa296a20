"""Names of everything in the game: English names by id, each a msgid, with short forms, sign lettering and effects.

A name is looked up by its group, which is also its context in the catalogues: ``names.full("floor", "research_lab", translations)``.
Short forms have the context ``short``, the lines of a sign ``sign``, effects ``effect`` (see ``effects.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its forms: ``short`` where it is narrow, ``sign`` in lines, ``effect`` with its numbers as parameters.

    ``symbols`` are the same effect in icons, each with its number before a colon if it has one: ``%(time)s:time arrow %(info)s:info``.
    """

    group: str
    text: str
    short: str = ""
    sign: str = ""
    effect: str = ""
    remodeled: str = ""
    symbols: str = ""

    def messages(self) -> Iterator[tuple[str, str]]:
        """Yields all of it that is translated, as pairs of context and msgid."""
        yield self.group, self.text
        forms = (("short", self.short), ("sign", self.sign), ("effect", self.effect), ("effect", self.remodeled))
        yield from ((context, msgid) for context, msgid in forms if msgid)


def names_by_id(group: str, **texts: str) -> dict[str, Name]:
    """Returns names of a group that have no other forms, by id."""
    return {id: Name(group, text) for id, text in texts.items()}


LETTERS = "ABCDEFGHIJKL"
"""The letters of the areas, in their order."""

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

MARKETING = names_by_id("marketing", networking="Net\u00adworking", social_media="Social media", broadcast="Broad\u00adcast", print="Print")

BONUSES = names_by_id("bonus", remodel="Remodel", supply="Supply", money="Money", info="Info", temp="Temp")

CARDS = {
    "consulting_firm": AREAS["consulting_firm"],
    "advertising_agency": AREAS["advertising_agency"],
    "warehouse": AREAS["warehouse"],
    "factory": AREAS["factory"],
    "stock_exchange": AREAS["stock_exchange"],
    "construction_company": AREAS["construction_company"],
    "automa_office": Name("card", "Automa office", short="Office"),
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


ROOMS = {
    "advertising": Name(
        "room",
        "Advertising",
        short="Adverts",
        sign="Advertising",
        effect="%(time_1)s: a marker from your stock into Networking",
        remodeled="%(time_1)s: a marker from your stock into Networking; %(time_2)s: one into %(type)s",
    ),
    "assembly": Name(
        "room",
        "Assembly",
        short="Assembly",
        sign="Assembly",
        effect="%(time_1)s: %(supply_1)s",
        remodeled="%(time_1)s: %(supply_1)s",
    ),
    "meeting_room": Name(
        "room",
        "Meeting Room",
        short="Meeting",
        sign="Meeting\nRoom",
        effect="%(time_1)s: %(info_1)s info",
        remodeled="%(time_1)s: %(info_1)s info; %(time_2)s: %(info_2)s info",
    ),
    "research_testing": Name(
        "room",
        "Research & Testing",
        short="Research",
        sign="Research\n& Testing",
        effect="%(time_1)s and %(spent_1)s: %(info_1)s info",
        remodeled="%(time_1)s and %(spent_1)s: %(info_1)s info, or %(money_2)s money and %(info_2)s info",
    ),
    "storage_closet": Name(
        "room",
        "Storage Closet",
        short="Closet",
        sign="Storage\nCloset",
        effect="Holds %(holds)s",
        remodeled="Holds %(holds)s; 1 supply comes with the remodel",
    ),
    "training": Name(
        "room",
        "Training",
        short="Training",
        sign="Training",
        effect="%(time_1)s: trains an employee",
        remodeled="%(time_1)s: trains an employee",
    ),
}

SPECIALTIES = {
    "e_commerce": Name("specialty", "E-Commerce", effect="%(plus_money)s money at the start of each round"),
    "emerging_technology": Name("specialty", "Emerging Technology", short="Technology", effect="Starts with Research & Testing remodeled"),
    "industrial": Name("specialty", "Industrial", effect="Starts with Assembly remodeled"),
    "inheritance": Name("specialty", "Inheritance", short="Inheritance", effect="%(money)s money and %(info)s info more at the start"),
    "non_profit": Name("specialty", "Non-Profit", effect="Starts with Training remodeled"),
    "publishing": Name("specialty", "Publishing", effect="Starts with Advertising remodeled"),
    "retail": Name("specialty", "Retail", effect="Starts with the Storage Closet remodeled, and so with one supply more"),
    "web_based": Name("specialty", "Web Based", effect="Starts with the Meeting Room remodeled"),
}

KINDS = {
    "room": Name("kind", "ground-floor room", short="room"),
    "remodeled": Name("kind", "remodeled room", short="remodeled"),
    "tenant": Name("kind", "tenant improvement", short="tenant"),
    "floor": Name("kind", "floor improvement", short="floor"),
    "achievement": Name("kind", "achievement"),
    "specialty": Name("kind", "specialty"),
}


TENANTS = {
    "human_resources": Name(
        "tenant",
        "Human Resources",
        short="HR",
        effect="Hiring costs %(off_money)s money and %(off_info)s info less",
        symbols="−%(off_money)s:money −%(off_info)s:info / untrained",
    ),
    "internship_program": Name(
        "tenant", "Internship Program", short="Interns", effect="%(markers)s with each income", symbols="+%(time)s:time income"
    ),
    "network_admin": Name(
        "tenant", "Network Admin", short="Network", effect="%(info)s info with each income", symbols="+%(info)s:info income"
    ),
    "niche_market": Name(
        "tenant", "Niche Market", short="Niche", effect="Your unsold products may stay at their price", symbols="product keep"
    ),
    "premium_product": Name(
        "tenant",
        "Premium Product",
        short="Premium",
        effect="Each of your products sells for %(premium)s money more, in liquidation too",
        symbols="+%(premium)s:money / product",
    ),
    "public_relations": Name(
        "tenant", "Public Relations", short="PR", effect="You lose no popularity in phase V", symbols="popularity keep"
    ),
    "tenant_improvement_achievement": Name(
        "tenant",
        "Tenant Improve\u00adment Achieve\u00adment",
        short="Tenants",
        effect="At the end %(points)s prestige for each of your tenant improvements, this one included",
        symbols="+%(points)s:prestige / tile",
    ),
    "emergency_meeting": Name(
        "tenant",
        "Emergency Meeting",
        short="Emergency",
        effect="%(time)s: move anyone’s marker at the consulting firm to the top of its column, as often as you like",
        symbols="%(time)s:time arrow top",
    ),
}

FLOORS = {
    "empty_floor": Name("floor", "Empty Floor", effect="Places for two tenant improvements; one comes with it", symbols="tile use"),
    "assembly_line": Name(
        "floor", "Assembly Line", effect="%(time)s: %(supply)s, %(uses)s× a round", symbols="%(time)s:time arrow %(supply)s:supply"
    ),
    "conference_room": Name(
        "floor", "Conference Room", effect="%(time)s: %(info)s info, %(uses)s× a round", symbols="%(time)s:time arrow %(info)s:info"
    ),
    "construction_admin": Name(
        "floor",
        "Construction Admin",
        short="Constr. Admin",
        effect="%(time)s: a marker from your stock on the next construction space, %(uses)s× a round",
        symbols="%(time)s:time arrow crane",
    ),
    "in_house_factory": Name(
        "floor",
        "In-House Factory",
        short="In-House Fact.",
        effect="%(time)s and %(spent)s: a marker from your stock on the next factory space, %(uses)s× a round",
        symbols="%(time)s:time %(spent)s:supply arrow factory",
    ),
    "investor": Name("floor", "Investor", effect="%(money)s money with each income", symbols="+%(money)s:money income"),
    "it_department": Name(
        "floor", "I.T. Department", short="I.T. Dept.", effect="%(info)s info with each income", symbols="+%(info)s:info income"
    ),
    "marketing_department": Name(
        "floor",
        "Marketing Department",
        short="Marketing Dept.",
        effect="%(time)s: a marker from your stock into Broadcast, %(uses)s× a round",
        symbols="%(time)s:time arrow mast",
    ),
    "online_store": Name(
        "floor",
        "Online Store",
        effect="%(time)s and %(spent)s: %(money)s money, %(uses)s× a round",
        symbols="%(time)s:time %(spent)s:supply arrow %(money)s:money",
    ),
    "research_lab": Name(
        "floor",
        "Research Lab",
        effect="%(time)s and %(spent)s: %(money)s money and %(info)s info, %(uses)s× a round",
        symbols="%(time)s:time %(spent)s:supply arrow %(money)s:money %(info)s:info",
    ),
    "telecommunications": Name(
        "floor",
        "Tele\u00adcommuni\u00adcations",
        short="Telecom",
        effect="%(time)s: %(info)s info, %(uses)s× a round",
        symbols="%(time)s:time arrow %(info)s:info",
    ),
    "office_renovation": Name(
        "floor",
        "Office Renovation",
        short="Renovation",
        effect="%(time)s: remodel a room for free, %(uses)s× a round",
        symbols="%(time)s:time arrow remodel",
    ),
    "accounting_department": Name(
        "floor",
        "Accounting Department",
        short="Accounting",
        effect="%(time)s: %(money)s money, %(uses)s× a round",
        symbols="%(time)s:time arrow %(money)s:money",
    ),
    "corner_office": Name("floor", "Corner Office", effect="Worth %(prestige)s prestige; counts as an achievement floor", symbols="–"),
    "corporate_merger": Name(
        "floor", "Corporate Merger", short="Corp. Merger", effect="Worth %(prestige)s prestige; counts as an achievement floor", symbols="–"
    ),
    "executive": Name(
        "floor",
        "Executive",
        effect="At the end %(points)s prestige for each of your achievement floors, this one included",
        symbols="+%(points)s:prestige / achievement",
    ),
    "improvement": Name(
        "floor",
        "Improvement Achievement",
        short="Improvement",
        effect="At the end %(points)s prestige for each of your remodeled rooms, covered ones too",
        symbols="+%(points)s:prestige / remodel",
    ),
    "marketing": Name(
        "floor",
        "Marketing Achievement",
        short="Marketing",
        effect="At the end %(points)s prestige for each popularity level up to yours",
        symbols="+%(points)s:prestige / popularity",
    ),
    "production": Name(
        "floor",
        "Production Achievement",
        short="Production",
        effect="At the end %(points)s prestige for each supply in your storage closet",
        symbols="+%(points)s:prestige / supply",
    ),
    "retention": Name(
        "floor",
        "Retention",
        effect="At the end %(points)s prestige for each of your employees, the CEO included",
        symbols="+%(points)s:prestige / trained",
    ),
    "skyline": Name(
        "floor",
        "Skyline",
        effect="At the end %(points)s prestige for each of your floor improvements, this one included",
        symbols="+%(points)s:prestige / storey",
    ),
}


FORECASTS = names_by_id("forecast", depression="Depression", recession="Recession", stable="Stable", boom="Boom")

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

ERAS = names_by_id(
    "era",
    golden_age="Golden Age",
    steady_growth="Steady Growth",
    boom_and_bust="Boom and Bust",
    stagnation="Stagnation",
    hard_times="Hard Times",
)

EVENTS = {
    "retainer": Name("event", "Retainer", effect="A cancelled meeting still gives %(n)s info"),
    "viral_campaign": Name("event", "Viral Campaign", effect="Networking advances for every %(markers)s"),
    "bulk_delivery": Name("event", "Bulk Delivery", effect="The warehouse gets %(supply)s in phase V"),
    "automation": Name("event", "Automation", effect="A factory space costs %(money)s money, %(info)s info and %(supply)s"),
    "speculation": Name("event", "Speculation", effect="A buy-out pays %(multiple)s of the forecast"),
    "tax_relief": Name("event", "Tax Relief", effect="A construction space costs %(money)s money and %(info)s info"),
}


RESOURCES = {
    "money": Name("resource", "money"),
    "info": Name("resource", "info"),
    "supply": Name("resource", "supply"),
    "time": Name("resource", "time marker", short="time"),
    "popularity": Name("resource", "popularity"),
    "prestige": Name("resource", "prestige point", short="prestige"),
    "employee": Name("resource", "employee"),
    "untrained": Name("resource", "untrained"),
}

COUNTED = {
    "money": ("%(n)s money", "%(n)s money"),
    "info": ("%(n)s info", "%(n)s info"),
    "supply": ("%(n)s supply", "%(n)s supply"),
    "time": ("%(n)s time marker", "%(n)s time markers"),
    "prestige": ("%(n)s prestige", "%(n)s prestige"),
    "marker": ("%(n)s marker", "%(n)s markers"),
    "point": ("%(n)s prestige point", "%(n)s prestige points"),
    "employee": ("%(n)s employee", "%(n)s employees"),
    "product": ("%(n)s product", "%(n)s products"),
    "consumer": ("%(n)s consumer", "%(n)s consumers"),
    "unemployed": ("%(n)s unemployed", "%(n)s unemployed"),
    "space": ("%(n)s space", "%(n)s spaces"),
    "round": ("%(n)s round", "%(n)s rounds"),
}


RULESETS = {
    "second": Name("ruleset", "Second edition", short="Second"),
    "online": Name("ruleset", "Second edition, as played online", short="Online"),
    "first": Name("ruleset", "First edition", short="First"),
    "manual": Name("ruleset", "First edition with the second’s floors", short="First + second"),
}

OPTIONS = names_by_id(
    "option",
    deck="Forecast deck",
    era="Era",
    event="Event",
    great_depression="Great Depression",
    windfall="Windfall",
    two_player_bonus="Marketing bonus for two",
)

AGENTS = names_by_id(
    "agent",
    intern="Bot: Intern",
    associate="Bot: Associate",
    manager="Bot: Manager",
    director="Bot: Director",
    tycoon="Bot: Tycoon",
    champion="Bot: Champion",
    greedy="Bot: greedy",
    random="Bot: random",
    net="Bot: network",
    search="Bot: search",
)

OPTION_SENTENCES = names_by_id(
    "option_sentence",
    deck="One card a round says how many consumers come. For a first game the order of their types can be fixed and open to all.",
    era="Decides how many cards of each type the forecast deck has; everybody knows the numbers.",
    event="Changes one area of the city for the whole game.",
    great_depression="One depression may turn out to be the Great Depression: nobody buys, and the job market goes to its first space.",
    windfall="One boom may turn out to be the Windfall: every product sells, and the job market goes to its last space.",
    two_player_bonus="Each round the more popular player decides whether both take a marketing bonus.",
)

PLAYING_STYLES = names_by_id(
    "playing_style",
    pei="Easy: plays by cards, and one of them does nothing.",
    gropius="Medium: plays by cards, and hires once when hiring is cheapest.",
    hadid="Hard: plays by cards, two of them for the factory, and has one time marker more.",
    intern="First week at work: guesses more often than not.",
    associate="Knows what brings money, but leaves every fifth decision to chance.",
    manager="Has learned from games against itself which positions win.",
    director="Knows what wins, and looks a few moves ahead.",
    tycoon="Thinks many moves ahead about each decision.",
    champion="Takes its time for every decision and overlooks next to nothing.",
    greedy="Always takes the move after which its company looks best.",
    random="Takes any move that is allowed.",
    net="Has learned from games against itself which positions win.",
    search="Thinks several moves ahead, with what the network has learned.",
)

BOTS = names_by_id(
    "bot",
    net="Network",
    search="Search",
    intern="Intern",
    associate="Associate",
    manager="Manager",
    director="Director",
    tycoon="Tycoon",
    champion="Champion",
    greedy="Greedy",
    random="Random",
)

PURPOSES = names_by_id("purpose", practice="Practice", guided="Guided game", day="City of the day", same_seed="Same city")

CHOICES = names_by_id("choice", off="off", on="on", random="drawn at random", preset="preset, all types open")

PHASES = {
    "setup": Name("phase", "Set-up"),
    "income": Name("phase", "Receive income", short="Income"),
    "hire": Name("phase", "Hire employees", short="Hire"),
    "schedule": Name("phase", "Schedule business", short="Schedule"),
    "conduct": Name("phase", "Conduct business", short="Conduct"),
    "reorganize": Name("phase", "Reorganize"),
    "over": Name("phase", "End of the game", short="End"),
}

AUTOMAS = names_by_id("automa", pei="Pei", gropius="Gropius", hadid="Hadid")

LEVELS = names_by_id("level", easy="easy", medium="medium", hard="hard")

LEVEL_OF = {"pei": "easy", "gropius": "medium", "hadid": "hard"}

COLOURS = names_by_id(
    "colour",
    red="red",
    blue="blue",
    green="green",
    amber="amber",
    pink="pink",
    grey="grey",
    yellow="yellow",
    purple="purple",
    black="black",
)

SHAPES = names_by_id("shape", circle="circle", square="square", triangle="triangle", diamond="diamond", cross="cross", star="star")

SHAPE_OF = {
    "red": "circle",
    "blue": "square",
    "green": "triangle",
    "amber": "diamond",
    "pink": "cross",
    "grey": "star",
    "yellow": "diamond",
    "purple": "cross",
    "black": "star",
}

MARKERS = {colour: Name("marker", f"{colour} {shape}") for colour, shape in SHAPE_OF.items()}


MULTIPLES = names_by_id("multiple", **{"1": "the money", "2": "twice the money", "3": "three times the money", "4": "four times the money"})

VALUE_GROUPS = names_by_id(
    "value_group",
    players="Players and rounds",
    tracks="Tracks",
    company="Company",
    room="Rooms",
    tenant="Tenant improvements",
    floor="Floor improvements",
    specialty="Specialties",
    automa="Automas",
    card="Cards of the Automas",
    era="Eras",
    event="Events",
)
"""The groups besides the areas of the city, which have names of their own."""

VALUES = {
    key: Name("value", text)
    for key, text in {
        "players": "Number of players",
        "automas.humans_at_most": "People beside Automas, at most",
        "automas.at_most": "Automas at a table, at most",
        "stages": "Stage of each round",
        "markers": "Time markers of each player",
        "end.floors": "Floor improvements of one player that end the game",
        "income": "Income by the number of employees, the CEO among them",
        "market": "Price of hiring on each space of the job market, in money and in info",
        "market.start": "Space on which the job market starts",
        "levels": "Popularity level of each space",
        "start.info": "Info at the start",
        "start.money": "Money at the start",
        "start.supply": "Supply at the start",
        "ceo.time": "Time markers of the CEO each round",
        "employee.time": "Time markers of a trained employee each round",
        "closet": "Supply that fits into the storage closet",
        "remodel.price": "Price of a remodel",
        "remodel.prestige": "Prestige of a remodeled room",
        "sets": "Set worth 1 prestige at the end of the game",
        "consulting_firm.prices": "Price of each row, from the top",
        "consulting_firm.reward": "Info of a meeting",
        "consulting_firm.consolation": "Info of a cancelled meeting",
        "advertising_agency.desks": "Spaces",
        "advertising_agency.price": "Price of a space",
        "marketing_bonus.from_players": "In play from this number of players on",
        "marketing_bonus.remodel": "Price of the remodel",
        "marketing_bonus.supply": "Supply of the bonus",
        "marketing_bonus.money": "Money of the bonus",
        "marketing_bonus.info": "Info of the bonus",
        "marketing_bonus.temp": "Time markers of a temp",
        "warehouse.prices": "Price of each door: either money or info",
        "warehouse.refill": "Supply that is added in phase V",
        "factory.spaces": "Spaces",
        "factory.price": "Price of a space",
        "stock_exchange.prices": "Price of each space",
        "stock_exchange.multiples": "Multiple of each space of the track, from the bottom",
        "stock_exchange.buy_out": "Multiple of a buy-out",
        "stock_exchange.pay": "Money of each type of forecast, before it is multiplied",
        "stock_exchange.rise": "Spaces that shares rise with each type of forecast",
        "retail_outlets.prices": "Price of each space",
        "retail_outlets.from_players": "Number of players from which each space is open",
        "retail_outlets.brackets": "Prices of each price bracket",
        "retail_outlets.liquidation": "Money for a liquidated product",
        "construction_company.spaces": "Open spaces by the number of players",
        "construction_company.price": "Price of a space",
        "construction_company.tenant": "Price of a tenant improvement",
        "construction_company.floor": "Price of a floor improvement, in money and in info",
        "forecast.never_first": "Types that never come first",
        "forecast.preset": "Preset deck, from the top",
        "room.advertising.networking": "Advertising: networking",
        "room.advertising.social_media": "Advertising: social media, only remodeled",
        "room.advertising.print": "Advertising: print, only remodeled",
        "room.meeting_room.1": "Meeting room: first task",
        "room.meeting_room.2": "Meeting room: second task, only remodeled",
        "room.research_testing.info": "Research & testing: for info",
        "room.research_testing.mixed": "Research & testing: for money and info, only remodeled",
        "tenant.prestige": "Prestige of most tenant improvements",
        "tenant.achievement.prestige": "Tenant Improvement Achievement: prestige of its own",
        "tenant.achievement.each": "Tenant Improvement Achievement: prestige for each",
        "floor.prestige": "Prestige of most floor improvements",
        "floor.telecommunications.copies": "Telecommunications: copies",
        "automa.gropius.trained_at_once": "Gropius’s employee after hiring",
        "automa.hadid.time": "Time markers of Hadid’s CEO each round",
        "automa.exchange_order": "Spaces of the stock exchange in the order in which Automas try them",
    }.items()
}
"""What the values are that no name of a room, tile or card says already."""

VALUE_PARTS = names_by_id(
    "value_part",
    fewest="fewest",
    most="most",
    money="money",
    info="info",
    supply="supply",
    time="time",
    time_each_round="time each round",
    money_each_round="money each round",
    info_each_round="info each round",
    money_each_sale="money for each sale",
    time_standard="time, standard",
    time_remodeled="time, remodeled",
    info_standard="info, standard",
    info_remodeled="info, remodeled",
    standard="standard",
    remodeled="remodeled",
    prestige="prestige",
    markers="time markers",
    markers_for_space="markers for a space",
    extra_markers="extra markers",
    uses="uses a round",
    copies="copies",
    base="base",
    each_floor="for each floor",
    marketing="marketing type",
    bracket="price bracket",
    multiple="multiple",
    consumers="Consumers",
    unemployed="Unemployed",
    untrained="stays untrained",
    trained="is trained at once",
)
"""What the numbers of a value are."""

PARTS_OF_VALUES: dict[str, tuple[str, ...]] = {
    "players": ("fewest", "most"),
    "markers": ("markers",),
    "start.info": ("info",),
    "start.money": ("money",),
    "start.supply": ("supply",),
    "ceo.time": ("markers",),
    "employee.time": ("markers",),
    "closet": ("standard", "remodeled"),
    "remodel.price": ("money", "info"),
    "remodel.prestige": ("prestige",),
    "sets": ("money", "info"),
    "consulting_firm.reward": ("info",),
    "consulting_firm.consolation": ("info",),
    "advertising_agency.price": ("money", "info"),
    "advertising_agency.networking": ("money", "info", "markers_for_space", "extra_markers"),
    "advertising_agency.social_media": ("money", "info", "markers_for_space", "extra_markers"),
    "advertising_agency.print": ("money", "info", "markers_for_space", "extra_markers"),
    "advertising_agency.broadcast": ("money", "info", "markers_for_space", "extra_markers"),
    "marketing_bonus.remodel": ("money", "info"),
    "marketing_bonus.supply": ("supply",),
    "marketing_bonus.money": ("money",),
    "marketing_bonus.info": ("info",),
    "marketing_bonus.temp": ("markers",),
    "warehouse.refill": ("supply",),
    "factory.price": ("money", "info", "supply"),
    "retail_outlets.liquidation": ("money",),
    "construction_company.price": ("money", "info"),
    "construction_company.tenant": ("money", "info"),
    "construction_company.floor": ("base", "each_floor"),
    "room.advertising.networking": ("time_standard", "time_remodeled"),
    "room.advertising.social_media": ("time",),
    "room.advertising.print": ("time",),
    "room.assembly": ("time_standard", "time_remodeled"),
    "room.meeting_room.1": ("time", "info"),
    "room.meeting_room.2": ("time", "info"),
    "room.research_testing.info": ("time", "info_standard", "info_remodeled"),
    "room.research_testing.mixed": ("time", "money", "info"),
    "room.training": ("time_standard", "time_remodeled"),
    "tenant.prestige": ("prestige",),
    "tenant.human_resources": ("money", "info"),
    "tenant.internship_program": ("time_each_round",),
    "tenant.network_admin": ("info_each_round",),
    "tenant.premium_product": ("money_each_sale",),
    "tenant.emergency_meeting": ("time",),
    "tenant.achievement.prestige": ("prestige",),
    "tenant.achievement.each": ("prestige",),
    "floor.assembly_line": ("time", "supply", "uses"),
    "floor.conference_room": ("time", "supply", "uses", "info"),
    "floor.construction_admin": ("time", "supply", "uses"),
    "floor.in_house_factory": ("time", "supply", "uses"),
    "floor.investor": ("money_each_round",),
    "floor.it_department": ("info_each_round",),
    "floor.accounting_department": ("time", "supply", "uses", "money"),
    "floor.marketing_department": ("time", "supply", "uses"),
    "floor.online_store": ("time", "supply", "uses", "money"),
    "floor.research_lab": ("time", "supply", "uses", "money", "info"),
    "floor.telecommunications": ("time", "supply", "uses", "info"),
    "floor.telecommunications.copies": ("copies",),
    "floor.office_renovation": ("time", "supply", "uses"),
    "specialty.e_commerce": ("money_each_round",),
    "specialty.inheritance": ("money", "info"),
    "automa.hadid.time": ("markers",),
    "event.retainer": ("info",),
    "event.viral_campaign": ("markers_for_space",),
    "event.bulk_delivery": ("supply",),
    "event.automation": ("money", "info", "supply"),
    "event.speculation": ("multiple",),
    "event.tax_relief": ("money", "info"),
}
"""What the numbers of a value are, by the ids of ``VALUE_PARTS``."""


SOFT_HYPHEN = "\N{SOFT HYPHEN}"

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
    "option_sentence": OPTION_SENTENCES,
    "choice": CHOICES,
    "phase": PHASES,
    "purpose": PURPOSES,
    "marketing": MARKETING,
    "bonus": BONUSES,
    "automa": AUTOMAS,
    "agent": AGENTS,
    "bot": BOTS,
    "playing_style": PLAYING_STYLES,
    "level": LEVELS,
    "card": CARDS,
    "colour": COLOURS,
    "shape": SHAPES,
    "marker": MARKERS,
    "resource": RESOURCES,
    "kind": KINDS,
    "place": PLACES,
    "value": VALUES,
    "multiple": MULTIPLES,
    "value_group": VALUE_GROUPS,
    "value_part": VALUE_PARTS,
}


def without_soft_hyphens(text: str) -> str:
    """Returns a text without its soft hyphens, for the terminal, titles and searching."""
    return text.replace(SOFT_HYPHEN, "")


def name_of(group: str, id: str) -> Name:
    """Returns the name of an id; for one without a name the id itself."""
    return GROUPS.get(group, {}).get(id) or Name(group, id)


@lru_cache(maxsize=4096)
def full(group: str, id: str, translations: NullTranslations) -> str:
    """Returns the whole name, without soft hyphens."""
    return without_soft_hyphens(breakable(group, id, translations))


@lru_cache(maxsize=4096)
def breakable(group: str, id: str, translations: NullTranslations) -> str:
    """Returns the whole name with soft hyphens where it may break, for pages."""
    name = name_of(group, id)
    return translations.pgettext(name.group, name.text)


def short(group: str, id: str, translations: NullTranslations) -> str:
    """Returns the form for narrow places; the whole name where that is short enough."""
    name = name_of(group, id)
    return translations.pgettext("short", name.short) if name.short else full(group, id, translations)


def sign(group: str, id: str, translations: NullTranslations) -> tuple[str, ...]:
    name = name_of(group, id)
    return tuple(translations.pgettext("sign", name.sign).split("\n")) if name.sign else (full(group, id, translations),)


def counted(what: str, number: int, translations: NullTranslations, written: str = "") -> str:
    """Returns a number with its noun: ``3 time markers``; ``written`` replaces the number where it is a range: ``1–2 consumers``."""
    one, many = COUNTED.get(what, (f"%(n)s {what}", f"%(n)s {what}"))
    return translations.ngettext(one, many, number) % {"n": written or number}


def multiple_of_money(number: int, translations: NullTranslations) -> str:
    """Returns a multiple of the money: ``twice the money``; the small ones are words."""
    id = str(number)
    return full("multiple", id, translations) if id in MULTIPLES else translations.gettext("%(n)s times the money") % {"n": number}


def join_list(parts: Sequence[str], translations: NullTranslations) -> str:
    """Returns parts as a list in a sentence: ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return translations.gettext("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def tile_group(id: str) -> str:
    """Returns whether an improvement's id is a ``tenant`` or a ``floor``."""
    return "tenant" if id in TENANTS else "floor"


def tile_name(id: str) -> Name:
    return name_of(tile_group(id), id)


def tile_in_sentence(id: str, translations: NullTranslations) -> str:
    """Returns the name of an improvement as a sentence has it, without a colon: „Errungenschaft „Marketing““ for „Errungenschaft: Marketing“."""
    name = full(tile_group(id), id, translations)
    kind, colon, own = name.partition(": ")
    return translations.gettext("%(kind)s “%(name)s”") % {"kind": kind, "name": own} if colon else name


PHASE_IDS = tuple(PHASES)
"""The id of each phase by its number, that of the end of the game last."""


def phase_name(phase: int, translations: NullTranslations) -> str:
    return full("phase", phase_id(phase), translations)


def short_phase_name(phase: int, translations: NullTranslations) -> str:
    return short("phase", phase_id(phase), translations)


def phase_id(phase: int) -> str:
    """Returns the id of the phase with this number; that of the end for any higher one."""
    return PHASE_IDS[min(phase, len(PHASE_IDS) - 1)]


def round_and_phase(round: int, phase: int, translations: NullTranslations) -> str:
    """Returns a round and phase: ``Round 2, Hire employees``; the set-up belongs to round 1."""
    return translations.gettext("Round %(round)s, %(phase)s") % {"round": max(round, 1), "phase": phase_name(phase, translations)}
