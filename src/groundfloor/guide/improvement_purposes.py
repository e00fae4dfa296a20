"""What each tenant improvement and floor is for, by its id."""

from __future__ import annotations

from groundfloor.translatable import _

TILES = {
    "human_resources": _("For companies that want many employees: each later hire is cheaper."),
    "internship_program": _("Time every round without an employee to pay: the earlier you buy it, the more it brings."),
    "network_admin": _("A little info in every round without using time: buy it early."),
    "niche_market": _("Lets you ask high prices: what stays unsold need not drop, and can wait for a round with more consumers."),
    "premium_product": _("For companies that sell a lot: each product brings more, at any price."),
    "public_relations": _("Saves advertising: the popularity that others lose each round stays with you."),
    "tenant_improvement_achievement": _("Prestige for tenant improvements: worth most to whoever has many of them."),
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
    "improvement": _("An achievement for remodeled rooms: worth most to whoever has remodeled many."),
    "marketing": _("An achievement for popularity: worth most to whoever ends in the highest level."),
    "production": _("An achievement for supply: fill your storage closet before the end."),
    "retention": _("An achievement for employees: worth most to whoever has hired many and keeps them."),
    "skyline": _("An achievement for floors: worth most to the tallest company."),
}
