"""Types of the economic forecast, its special cards, eras and events."""

from __future__ import annotations

from .name import Name, names_by_id

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
    "speculation": Name("event", "Speculation", effect="A buy-out pays %(n)s times the money of the forecast"),
    "tax_relief": Name("event", "Tax Relief", effect="A construction space costs %(money)s money and %(info)s info"),
}
