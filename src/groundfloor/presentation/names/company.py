"""What belongs to a company: rooms, specialties, and the kinds of things that bring prestige."""

from __future__ import annotations

from .name import Name

ROOMS = {
    "advertising": Name(
        "room",
        "Advertising",
        short="Adverts",
        sign="Advertising",
        effect="%(time_1)s time: a marker from your stock into Networking",
        remodeled="%(time_1)s time: a marker from your stock into Networking; %(time_2)s time: one into %(type)s",
    ),
    "assembly": Name(
        "room",
        "Assembly",
        short="Assembly",
        sign="Assembly",
        effect="%(time_1)s time: %(supply_1)s",
        remodeled="%(time_1)s time: %(supply_1)s",
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
        effect="%(time_1)s time and %(spent_1)s: %(info_1)s info",
        remodeled="%(time_1)s time and %(spent_1)s: %(info_1)s info, or %(money_2)s money and %(info_2)s info",
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
        effect="%(time_1)s time: trains an employee",
        remodeled="%(time_1)s time: trains an employee",
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
