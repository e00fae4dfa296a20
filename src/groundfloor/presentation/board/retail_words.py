"""What is said of a product at a retail price: whether it sells, how likely that is, and what becomes of it otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.retail_projection import FactoryProjection, RetailProjection, consumer_odds, markers_waiting, possible_special
from groundfloor.engine.projections import possible_designs
from groundfloor.presentation import names

from .chance_words import chance_words

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.projection import Projection
    from groundfloor.engine.ruleset import Design

    from .scene import Scene

PEOPLE_NAMED_AT_MOST = 4
"""Of more products only the number is said."""


def product_words(scene: Scene, projection: Projection | None) -> str:
    """Returns whether a product sells, what becomes of it otherwise, and what sells before it (``RULES IV.H``)."""
    if not isinstance(projection, RetailProjection):
        return ""
    parts = [f"{sale_words(scene, projection)}{risk_words(scene, projection)}.", otherwise_words(scene, projection)]
    return " ".join(part for part in [*parts, ahead_words(scene, projection)] if part)


def short_product_words(scene: Scene, projection: Projection | None) -> str:
    """Returns the same in one line, for a button: ``2 or more consumers: in 2 of 3 cases · else 8 or less``."""
    _ = scene.words.gettext
    if not isinstance(projection, RetailProjection):
        return ""
    if projection.is_next_round:
        return sale_words(scene, projection)
    chance = chance_words(scene.words, projection.chance)
    depends_on_others = projection.least_chance < projection.chance
    if projection.chance < 1:
        parts = [f"{consumers_needed(scene, projection.needed)}: {chance}"]
    else:
        parts = [_("sells as things stand") if depends_on_others else _("sells %(cases)s") % {"cases": chance}]
    if depends_on_others:
        parts.append(_("if others go first: %(cases)s") % {"cases": chance_words(scene.words, projection.least_chance)})
    if projection.least_chance < 1:
        best = max(projection.drops, default=projection.liquidation)
        parts.append((_("else %(price)s or less") if projection.drops else _("else %(price)s")) % {"price": best})
    return " · ".join(parts)


def sale_words(scene: Scene, projection: RetailProjection) -> str:
    _ = scene.words.gettext
    facts = {"needed": consumers_needed(scene, projection.needed), "cases": chance_words(scene.words, projection.chance)}
    if projection.is_next_round:
        said = _("Next round it sells with %(needed)s: %(cases)s, as things stand")
    elif projection.chance == 1:
        said = _("As things stand, it sells in every case")
    elif projection.chance == 0:
        said = _("It can’t sell in this round: that takes %(needed)s")
    else:
        said = _("It sells with %(needed)s: %(cases)s")
    return said % facts


def consumers_needed(scene: Scene, number: int) -> str:
    """Returns how many consumers it takes: ``2 or more consumers``."""
    return scene.words.ngettext("%(n)s consumer or more", "%(n)s or more consumers", number) % {"n": number}


def risk_words(scene: Scene, projection: RetailProjection) -> str:
    """Returns what the markers that still get their price may change; empty if none is left."""
    _ = scene.words.gettext
    if not projection.waiting or not projection.chance:
        return ""
    if projection.least_chance == projection.chance:
        return _(", whatever the others in the factory do")
    return _("; if others from the factory go before it, at worst %(cases)s") % {
        "cases": chance_words(scene.words, projection.least_chance)
    }


def otherwise_words(scene: Scene, projection: RetailProjection) -> str:
    """Returns what becomes of a product that is not sold; empty if that can't be."""
    _ = scene.words.gettext
    if projection.least_chance == 1 or projection.is_next_round:
        return ""
    facts = {"money": projection.liquidation, "price": max(projection.drops, default=0)}
    if projection.stays:
        return _("Otherwise it may stay where it is, or is liquidated for %(money)s.") % facts
    if projection.drops:
        return _("Otherwise it drops to %(price)s at best, or is liquidated for %(money)s.") % facts
    return _("Otherwise it is liquidated for %(money)s.") % facts


def ahead_words(scene: Scene, projection: RetailProjection) -> str:
    """Returns whose products sell before it, or how many if they are more than can be read at a glance."""
    _ = scene.words.gettext
    number = len(projection.ahead)
    if not number:
        return ""
    if number > PEOPLE_NAMED_AT_MOST:
        return scene.words.ngettext("%(n)s product sells before it.", "%(n)s products sell before it.", number) % {"n": number}
    each = [
        (_("yours at %(price)s") if owner == scene.seat else _("%(name)s at %(price)s"))
        % {"name": scene.game.seats[owner].name, "price": price}
        for price, owner in projection.ahead
    ]
    return _("Sold before it: %(products)s.") % {"products": ", ".join(each)}


def factory_words(scene: Scene, projection: Projection | None) -> str:
    """Returns the most expensive price for each chance of a sale in the current position (``RULES III.E``)."""
    _ = scene.words.gettext
    if not isinstance(projection, FactoryProjection) or not projection.prices:
        return ""
    best: dict[str, int] = {}
    for offer in projection.prices:
        if offer.chance:
            best.setdefault(chance_words(scene.words, offer.chance), offer.money)
    if not best:
        money = projection.prices[0].liquidation
        return _("As things stand, no consumer is left for it: liquidated, it brings %(money)s.") % {"money": money}
    each = ", ".join(_("at %(price)s it sells %(cases)s") % {"price": price, "cases": cases} for cases, price in best.items())
    return _("As things stand, %(prices)s.") % {"prices": each}


def consumer_words(scene: Scene, game: Game) -> str:
    """Returns how many consumers may come in this round, and how likely each number is (``RULES 7.2``, ``8.3``)."""
    _, type = scene.words.gettext, game.state.current_forecast
    odds = consumer_odds(game, type)
    special = possible_special(game, type)
    if len(odds.cases) == 1:
        return scene.words.ngettext("%(n)s consumer comes.", "%(n)s consumers come.", odds.cases[0][0]) % {"n": odds.cases[0][0]}
    each = []
    for number, _weight in odds.cases:
        share = chance_words(scene.words, odds.at_least(number) - odds.at_least(number + 1))
        each.append(f"{number_words(scene, game, special, number)} {share}")
    return _("Consumers that may come: %(numbers)s.") % {"numbers": ", ".join(each)}


def number_words(scene: Scene, game: Game, special: Design | None, number: int) -> str:
    """Returns a number of consumers that may come, with the special card that brings it too or alone."""
    _ = scene.words.gettext
    column = game.ruleset.player_column(len(game.seats))
    if special is None or number != special.consumers[column]:
        return str(number)
    card = names.full("special", special.id, scene.words)
    if number in [design.consumers[column] for design in possible_designs(game, special.type)]:
        return _("%(number)s (or the %(card)s)") % {"number": number, "card": card}
    said = str(number) if not number else _("one for every product")
    return f"{said} ({card})"


def special_words(scene: Scene, special: Design | None) -> str:
    """Returns how many consumers come if the card is the special one; empty if it can't be."""
    _ = scene.words.gettext
    if special is None:
        return ""
    ends = _(", or one for every product if it is the %(card)s") if any(special.consumers) else _(", or none if it is the %(card)s")
    return ends % {"card": names.full("special", special.id, scene.words)}


def price_question_words(scene: Scene, game: Game) -> str:
    said = consumer_words(scene, game)
    waiting = markers_waiting(game)
    if not waiting:
        return said
    more = scene.words.ngettext("%(n)s more marker is still in the factory.", "%(n)s more markers are still in the factory.", waiting)
    return f"{said} {more % {'n': waiting}}"
