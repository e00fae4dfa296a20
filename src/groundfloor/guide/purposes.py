"""What every place of the board is for: one or two sentences without numbers, which hold in every ruleset.

The numbers stand in the descriptions (``presentation.effects``), what is allowed in the rules. Kinds of questions have their sentences
in ``INTRODUCTIONS`` of ``lessons.py``. What has no sentence here is explained by its rule alone.
"""

from __future__ import annotations

from groundfloor.translatable import _

TILES = {
    "human_resources": _("For companies that want many employees: each later hire is cheaper."),
    "internship_program": _("Time every round without an employee to pay: the earlier you buy it, the more it brings."),
    "network_admin": _("A little info in every round without using time: buy it early."),
    "niche_market": _("Lets you ask high prices: what stays unsold need not drop, and can wait for a round with more consumers."),
    "premium_product": _("For companies that sell a lot: each product brings more, at any price."),
    "public_relations": _("Saves advertising: the popularity that others lose each round stays with you."),
    "tenant_improvement_achievement": _("Prestige for tenant improvements: worth most if you have many of them."),
    "emergency_meeting": _(
        "Helps a meeting to take place: moves any marker at the consulting firm to the top of its column, where it may meet another."
    ),
    "empty_floor": _("Places for two tenant improvements without covering rooms that you use, and the first comes for free."),
    "assembly_line": _("Supply at home for little time, several times a round: for the factory and for tasks that use supply."),
    "conference_room": _("Plenty of info in your own house, whatever the others do in the city."),
    "construction_admin": _(
        "The next construction space for time only, without its price. The improvement that you buy there costs as usual."
    ),
    "in_house_factory": _("More products a round, without the money and info of the factory. It needs a free space there."),
    "investor": _("Money in every round without using time: the earlier, the more it pays."),
    "it_department": _("Info in every round without using time: the earlier, the more it brings."),
    "marketing_department": _("Popularity from your own house, each marker a step: helps you in turn order and sales."),
    "online_store": _("Turns supply into money at once, without factory, consumers or competitors."),
    "research_lab": _("Turns supply into money and info for little time: strong together with much supply."),
    "telecommunications": _("Info in your own house for little time, several times a round."),
    "office_renovation": _("Remodels without money and info: each remodeled room is worth prestige."),
    "accounting_department": _("Money at home for time only, whatever the consumers do."),
    "corner_office": _("Much prestige and no task: for the last rounds, when money and info would be left over."),
    "corporate_merger": _("Much prestige and no task: for the last rounds, when money and info would be left over."),
    "executive": _("An achievement for floors that are achievements: worth most with several of them."),
    "improvement": _("An achievement for remodeled rooms: worth most if you have remodeled many."),
    "marketing": _("An achievement for popularity: worth most if you end on the highest level."),
    "production": _("An achievement for supply: fill your storage closet before the end."),
    "retention": _("An achievement for employees: worth most if you hire many and keep them."),
    "skyline": _("An achievement for floors: worth most to the tallest company."),
}


AREAS = {
    "consulting_firm": _(
        "Much info for little time: a meeting pays in the round after it was booked, if its row is booked again then. Otherwise it is cancelled."
    ),
    "advertising_agency": _("Popularity: the more popular you are, the earlier you act, sell and choose a bonus."),
    "marketing_bonus": _(
        "A reward for popularity: with three or more players everybody but the least popular takes one bonus a round, the most popular first."
    ),
    "warehouse": _("Supply, from which products are made. Some tasks of rooms and floors use it too."),
    "factory": _("Turns supply into products. Products sold in the retail outlets are the usual way to earn money."),
    "stock_exchange": _(
        "Money in a lump: put a marker in, let it rise, and sell it in a round whose forecast pays well. A depression pays nothing."
    ),
    "economic_forecast": _(
        "Says how many consumers come and how many people look for work this round. Its type and the range of consumers are known in advance, so you can plan for it."
    ),
    "retail_outlets": _(
        "Where products become money. Consumers buy from the lowest price bracket first, and within it from the most popular company."
    ),
    "construction_company": _(
        "Tenant improvements and floors: all are worth prestige, and many bring resources, tasks or other advantages."
    ),
}

SPACES = {
    "left": _(
        "A booking here lets the meeting at its right pay. Then it waits there itself, and pays next round if its row is booked again."
    ),
    "right": _(
        "A meeting booked last round waits here, for this round only: it pays if its row is booked again. You can’t book this space."
    ),
    "agency": _("A space for one advertisement. Its type is chosen in phase IV."),
    "type": _(
        "A type of advertising: each full group of markers is a step of popularity, and the company that alone has the most markers gains one more."
    ),
    "bonus": _("One of the bonuses of this round, for one player only: choose what helps you now."),
    "door": _("One supply, in phase IV. The doors differ in price only."),
    "factory": _("One product for this round’s consumers. Prices are chosen in the order of the spaces."),
    "listing": _(
        "The way onto the exchange track: shares enter it in the order of these doors, and each pushes up those right above the entrance."
    ),
    "track": _("A share pays the multiple of its space times the money of the forecast: nothing in a depression, most in a boom."),
    "buyout": _("A share that rises beyond the exchange track is sold at once, for a fixed multiple of the money of the forecast."),
    "outlet": _(
        "One product at one price. Lower price brackets sell first, so a low price is the safer sale; a high one pays more if enough consumers come."
    ),
    "liquidation": _(
        "A little money at once, without a consumer: for a product that stayed unsold and is not to wait at a lower price, or finds no free space."
    ),
    "liquidation_by_choice": _(
        "A little money at once, without a consumer: for a product that finds no free space, or that you would rather sell now, new or unsold."
    ),
    "site": _("The right to buy one tenant improvement or floor this round, for its price. The earlier space buys first."),
}
"""By the kind of space in an area (``Space.kind``)."""

TRACKS = {
    "popularity": _(
        "Who acts first, sells first in a price bracket, chooses a bonus first and wins ties. The Marketing Achievement counts the levels up to yours at the end."
    ),
    "rounds": _(
        "How many rounds are left, from when further improvements are on sale, and how many consumers the known forecasts may bring."
    ),
    "job_market": _(
        "What an employee costs now: each hire moves the market one space on, where the price is the same or higher; people without work move it back."
    ),
    "employees": _("The staircase with your people: trained employees bring time every round, and each employee lowers your income."),
}

RESOURCES = {
    "money": _(
        "Pays for spaces in the city, employees, remodels and improvements. Together with info it brings a little prestige at the end."
    ),
    "info": _(
        "Together with money it pays for employees, remodels and improvements. It comes above all from the consulting firm and from your own rooms."
    ),
    "supply": _("What products are made of. It waits in your storage closet."),
    "time": _("What you really spend: each task takes time markers, and without them you schedule nothing more this round."),
    "prestige": _("The points that win the game: from remodeled rooms, tenant improvements, floors and what is left at the end."),
}

ROOMS = {
    "advertising": _(
        "Advertises without a desk at the agency, money or info: a marker goes straight to the cheapest type. Remodeled, also to the next stronger one."
    ),
    "assembly": _("A supply at once, when the warehouse is empty or too expensive. Remodeled, it needs less time."),
    "meeting_room": _("Info at once, whenever you have time left. Remodeled, it also offers a longer meeting with more info for its time."),
    "research_testing": _("Turns supply into info without any consumer. Remodeled, into more info or also into money."),
    "storage_closet": _("Keeps your supply until you need it. Remodeled, it holds more, and a supply comes with the remodel."),
    "training": _("Makes a hired employee useful: trained, they bring time every round. Remodeled, it needs less time."),
}

SPECIALTIES = {
    "e_commerce": _("A steady income: a little more money at the start of each round."),
    "emerging_technology": _("A start in research: a supply brings more, and one room is already worth prestige."),
    "industrial": _("A start in production: a supply of your own takes less time, and one room is already worth prestige."),
    "inheritance": _("A richer start: a little more money and info for the first round."),
    "non_profit": _("A start in training: employees are trained in less time, and one room is already worth prestige."),
    "publishing": _("A start in advertising: a stronger type from home, and one room is already worth prestige."),
    "retail": _("A start with a large Storage Closet and one supply more, and one room is already worth prestige."),
    "web_based": _("A start with the better Meeting Room: more info for its time, and one room is already worth prestige."),
}

TASKS = {
    "remodel": _("Prestige at the end, and the room does more from now on: the earlier, the more it brings."),
}
"""What is done in a company, beside the tasks of its rooms."""

PURPOSES = {
    "area": AREAS,
    "space": SPACES,
    "track": TRACKS,
    "resource": RESOURCES,
    "room": ROOMS,
    "task": TASKS,
    "tile": TILES,
    "specialty": SPECIALTIES,
}
"""The sentences by the kind of thing and its id."""
