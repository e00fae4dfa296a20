"""What every place of the board is for: one or two sentences without numbers, which hold in every ruleset.

The numbers stand in the descriptions (``presentation.effects``), what is allowed in the rules. Kinds of questions have their sentences
in ``introductions.py``. What has no sentence here is explained by its rule alone.
"""

from __future__ import annotations

from groundfloor.translatable import _

from .improvement_purposes import TILES

AREAS = {
    "consulting_firm": _(
        "Much info for little time. A meeting takes place once both windows of its row are taken, often only in a later round."
    ),
    "advertising_agency": _("Popularity: the more popular you are, the earlier you act, sell and choose a bonus."),
    "marketing_bonus": _("A present for popularity: everybody but the least popular takes one bonus a round, the most popular first."),
    "warehouse": _("Supply, from which products are made. Some tasks of rooms and floors use it too."),
    "factory": _("Turns supply into products. Products sold in the retail outlets are the usual way to earn money."),
    "stock_exchange": _("Money in a lump: put a marker in early, let it rise, and sell it in a round whose forecast pays well."),
    "economic_forecast": _(
        "Says how many consumers come and how many people look for work this round. Its type is known in advance, so you can plan for it."
    ),
    "retail_outlets": _("Where products become money. Consumers buy the cheapest first, and there from the most popular company."),
    "construction_company": _("Offices and floors: they bring prestige, and most of them bring something every round."),
}

SPACES = {
    "left": _("The first half of a meeting: it moves to the right window, and pays there once somebody books the left one again."),
    "right": _("The half of a meeting that pays. Book it where the left window is taken, or will be."),
    "agency": _("A place for one advertisement. What it becomes is chosen in phase IV."),
    "type": _("A kind of advertising. Choose where you stand alone, or where a marker brings most popularity."),
    "bonus": _("One of the bonuses of this round: choose what helps you now."),
    "door": _("A delivery of supply. The doors differ in price and in how much they bring."),
    "factory": _("One product for this round’s consumers. Prices are chosen in the order of the spaces."),
    "listing": _("The way into the tower: your share starts to rise from here."),
    "track": _("A share is worth the multiple at its window; sell when the forecast pays well."),
    "buyout": _("No share is lost: one that rises out of the tower is bought at a fixed multiple."),
    "outlet": _("One product at one price. Low prices sell surely, high ones pay more if enough consumers come."),
    "liquidation": _("The last resort: a little money for a product that nobody bought."),
    "site": _("The right to buy one office or floor this round. Whoever has the earlier space buys first."),
}
"""By the kind of place in an area (``Space.kind``)."""

TRACKS = {
    "popularity": _("Who acts first, sells first, chooses a bonus first and wins ties. The achievement Marketing counts the levels."),
    "rounds": _("How much time is left, what will be on sale from when, and how many consumers each round may bring."),
    "job_market": _("What an employee costs now: more people without work make hiring cheaper, each hire makes it dearer."),
    "employees": _("The staircase with your people: trained employees bring time every round, and each employee lowers your income."),
}

RESOURCES = {
    "money": _(
        "Pays for supply, factory spaces, employees, remodels and floors. Together with info it brings a little prestige at the end."
    ),
    "info": _("Together with money it pays for employees, remodels and floors. It comes from meetings and consulting."),
    "supply": _("What products are made of. It waits in your storage closet."),
    "time": _("What you really spend: each task takes time markers, and without them you schedule nothing more this round."),
    "prestige": _("The points that win the game: from remodeled rooms, offices, floors and what is left at the end."),
}

ROOMS = {
    "advertising": _(
        "Popularity at any time, without waiting for a desk at the agency. Remodeled, it also places markers of the stronger kind."
    ),
    "assembly": _("A supply of your own when the warehouse is empty or too dear. Remodeled, it needs less time."),
    "meeting_room": _("Info at once, whenever you have time left. Remodeled, it brings much more for the same time."),
    "research_testing": _("Turns supply into info without any consumer. Remodeled, also into money."),
    "storage_closet": _("Keeps your supply until you need it. Remodeled, it holds more."),
    "training": _("Makes a hired employee useful: trained, they bring time every round. Remodeled, it needs less time."),
}

SPECIALTIES = {
    "e_commerce": _("A steady income: money each round, so that you can buy supply and factory spaces early."),
    "emerging_technology": _("A start in research: a supply becomes more, and one room already brings prestige."),
    "industrial": _("A start in production: supply of your own, and one room already brings prestige."),
    "inheritance": _("A rich start: spend it in the first rounds, so that employees and remodels pay off longest."),
    "non_profit": _("A start in training: employees are trained in less time, and one room already brings prestige."),
    "publishing": _("A start in advertising: popularity from home, and one room already brings prestige."),
    "retail": _("A start with a large closet and one supply more: make the first products at once."),
    "web_based": _("A start with the better Meeting Room: much info early, for employees and remodels."),
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
