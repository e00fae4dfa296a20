"""Expansions: what the options of a new game make of an edition (``RULES 7.4``, ``8.2``, ``8.3``, ``8.5``, ``9.2.4``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from groundfloor.engine.ruleset import Option, Value

from .city import marketing_bonus, two_player_bonus
from .edition import Edition, Expansion

OFF = "off"
RANDOM = "random"


def unchanged(edition: Edition, value: str) -> Edition:
    """Returns the edition itself: the option changes how the table is set up, but no rule."""
    return edition


def change(edition: Edition, key: str, content: object) -> Edition:
    """Returns the edition with one value changed by its event, with the event card's evidence."""
    card = edition.values[f"event.{edition.event}"]
    return edition.valued({key: Value(content, card.status, card.evidence)})


def retainer(edition: Edition) -> Edition:
    """Returns the edition with the event Retainer: a cancelled meeting still gives info."""
    return change(edition, "consulting_firm.consolation", edition.read("event.retainer"))


def viral_campaign(edition: Edition) -> Edition:
    """Returns the edition with the event Viral Campaign: networking takes fewer markers for a space."""
    id = f"advertising_agency.{edition.marketing[0]}"
    money, info, _, more = edition.read(id)
    return change(edition, id, (money, info, edition.read("event.viral_campaign"), more))


def bulk_delivery(edition: Edition) -> Edition:
    """Returns the edition with the event Bulk Delivery: more supply comes to the warehouse each round."""
    return change(edition, "warehouse.refill", edition.read("event.bulk_delivery"))


def automation(edition: Edition) -> Edition:
    """Returns the edition with the event Automation: a factory space is cheaper."""
    return change(edition, "factory.price", edition.read("event.automation"))


def speculation(edition: Edition) -> Edition:
    """Returns the edition with the event Speculation: a buy-out pays more."""
    return change(edition, "stock_exchange.buy_out", edition.read("event.speculation"))


def tax_relief(edition: Edition) -> Edition:
    """Returns the edition with the event Tax Relief: a construction space is cheaper."""
    return change(edition, "construction_company.price", edition.read("event.tax_relief"))


EVENT_CARDS: dict[str, tuple[str, Callable[[Edition], Edition]]] = {
    "retainer": ("consulting_firm", retainer),
    "viral_campaign": ("advertising_agency", viral_campaign),
    "bulk_delivery": ("warehouse", bulk_delivery),
    "automation": ("factory", automation),
    "speculation": ("stock_exchange", speculation),
    "tax_relief": ("construction_company", tax_relief),
}
"""Each event with the area that it changes, and how (VALUES 6)."""

ERA_CARDS = ("golden_age", "steady_growth", "boom_and_bust", "stagnation", "hard_times")


def with_era(edition: Edition, value: str) -> Edition:
    """Returns the edition with the forecast deck of an era; a random era is drawn in set-up."""
    return edition if value in (OFF, RANDOM) else replace(edition, era=value)


def with_event(edition: Edition, value: str) -> Edition:
    """Returns the edition with one area changed for the whole game; a random event is drawn in set-up."""
    return edition if value in (OFF, RANDOM) else EVENT_CARDS[value][1](replace(edition, event=value))


def with_special(edition: Edition, id: str, value: str) -> Edition:
    """Returns the edition with a special forecast card, which replaces a card of its type."""
    return edition if value == OFF else replace(edition, specials=(*edition.specials, id))


def with_two_player_bonus(edition: Edition, value: str) -> Edition:
    """Returns the edition in which two players get marketing bonuses if the more popular one wants that."""
    if value == OFF:
        return edition
    return replace(edition, city=tuple(two_player_bonus if maker is marketing_bonus else maker for maker in edition.city))


def with_great_depression(edition: Edition, value: str) -> Edition:
    """Returns the edition with the Great Depression in place of a depression."""
    return with_special(edition, "great_depression", value)


def with_windfall(edition: Edition, value: str) -> Edition:
    """Returns the edition with the Windfall in place of a boom."""
    return with_special(edition, "windfall", value)


DECK = Expansion(Option("deck", ("random", "preset"), excludes=("era",)), unchanged)
ERA = Expansion(Option("era", (OFF, RANDOM, *ERA_CARDS)), with_era)
EVENT = Expansion(Option("event", (OFF, RANDOM, *EVENT_CARDS)), with_event)
GREAT_DEPRESSION = Expansion(Option("great_depression", (OFF, "on")), with_great_depression)
WINDFALL = Expansion(Option("windfall", (OFF, "on")), with_windfall)
TWO_PLAYER_BONUS = Expansion(Option("two_player_bonus", (OFF, "on"), players=2), with_two_player_bonus)
