"""Expansions: what the options of a new game make of an edition (``RULES 7.4``, ``8.2``, ``8.3``, ``8.5``, ``9.2.4``)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from groundfloor.engine.ruleset import Option, Value

from .city import marketing_bonus, two_player_bonus
from .edition import Edition, Expansion

OFF = "off"
RANDOM = "random"


def unchanged(edition: Edition, value: str) -> Edition:
    """Returns the edition itself: the option changes how the table is set up, but no rule."""
    return edition


EVENT_CARDS = {
    "retainer": ("consulting_firm", "consulting_firm.consolation"),
    "viral_campaign": ("advertising_agency", "advertising_agency.networking"),
    "bulk_delivery": ("warehouse", "warehouse.refill"),
    "automation": ("factory", "factory.price"),
    "speculation": ("stock_exchange", "stock_exchange.buy_out"),
    "tax_relief": ("construction_company", "construction_company.price"),
}
"""Each event with the area that it changes, and the key of the value that it replaces by its own (VALUES 6)."""


def change_by_event(edition: Edition) -> Edition:
    """Returns the edition with the value that its event changes, with the event card's evidence."""
    card = edition.values[f"event.{edition.event}"]
    key, content = EVENT_CARDS[edition.event][1], card.value
    if edition.event == "viral_campaign":  # networking takes fewer markers for a space
        money, info, _, more = edition.read(key)
        content = (money, info, content, more)
    return edition.valued({key: Value(content, card.status, card.evidence)})


ERA_CARDS = ("golden_age", "steady_growth", "boom_and_bust", "stagnation", "hard_times")


def with_era(edition: Edition, value: str) -> Edition:
    """Returns the edition with the forecast deck of an era; a random era is drawn in set-up."""
    return edition if value in (OFF, RANDOM) else replace(edition, era=value)


def with_event(edition: Edition, value: str) -> Edition:
    """Returns the edition with one area changed for the whole game; a random event is drawn in set-up."""
    return edition if value in (OFF, RANDOM) else change_by_event(replace(edition, event=value))


def with_special(id: str, edition: Edition, value: str) -> Edition:
    """Returns the edition with a special forecast card, which replaces a card of its type."""
    return edition if value == OFF else replace(edition, specials=(*edition.specials, id))


def with_two_player_bonus(edition: Edition, value: str) -> Edition:
    """Returns the edition in which two players get marketing bonuses if the more popular one wants that."""
    if value == OFF:
        return edition
    return replace(edition, city=tuple(two_player_bonus if maker is marketing_bonus else maker for maker in edition.city))


DECK = Expansion(Option("deck", ("random", "preset"), excludes=("era",)), unchanged)
ERA = Expansion(Option("era", (OFF, RANDOM, *ERA_CARDS)), with_era)
EVENT = Expansion(Option("event", (OFF, RANDOM, *EVENT_CARDS)), with_event)
GREAT_DEPRESSION = Expansion(Option("great_depression", (OFF, "on")), partial(with_special, "great_depression"))
WINDFALL = Expansion(Option("windfall", (OFF, "on")), partial(with_special, "windfall"))
TWO_PLAYER_BONUS = Expansion(Option("two_player_bonus", (OFF, "on"), players=2), with_two_player_bonus)
