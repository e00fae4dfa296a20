"""What is said of a product at a retail price: its bracket, what sells before it, and how many consumers may come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.retail_projection import markers_waiting, project_price
from groundfloor.presentation import effects, names

if TYPE_CHECKING:
    from groundfloor.engine.city.retail_projection import RetailProjection
    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Design

    from .scene import Scene

PEOPLE_NAMED_AT_MOST = 4
"""Of more products only the number is said."""


def price_words(scene: Scene, price: int, before: Game) -> str:
    """Returns what sells before a product at this price, and how many consumers may come, as things stand (``RULES IV.H.1``)."""
    _ = scene.words.gettext
    seat = before.current_player if scene.seat is None else scene.seat
    if seat is None:
        return ""
    known = project_price(before, seat, price)
    head = _("Bracket %(bracket)s: ") % {"bracket": effects.of_bracket(known.bracket, scene.words)}
    return f"{head}{ahead_words(scene, seat, known)}; {consumer_words(scene, known)}."


def ahead_words(scene: Scene, seat: int, known: RetailProjection) -> str:
    """Whose products sell before it, or how many if they are more than can be read at a glance."""
    _ = scene.words.gettext
    number = len(known.ahead)
    if not number:
        return _("no product sells before it so far")
    said = scene.words.ngettext("%(n)s product sells before it", "%(n)s products sell before it", number) % {"n": number}
    if number > PEOPLE_NAMED_AT_MOST:
        return said
    each = [
        (_("yours at %(price)s") if owner == seat else _("%(name)s at %(price)s")) % {"name": scene.game.seats[owner].name, "price": price}
        for price, owner in known.ahead
    ]
    return f"{said} ({', '.join(each)})"


def consumer_words(scene: Scene, known: RetailProjection) -> str:
    """Returns the range on the back of the card, and the special card that it may be (``RULES 7.2``, ``8.3``)."""
    _ = scene.words.gettext
    if known.least < known.most:
        said = _("%(least)s to %(most)s consumers come") % {"least": known.least, "most": known.most}
    else:
        said = scene.words.ngettext("%(n)s consumer comes", "%(n)s consumers come", known.most) % {"n": known.most}
    return said + special_words(scene, known.special)


def special_words(scene: Scene, special: Design | None) -> str:
    """Returns how many consumers come if the card is the special one; empty if it can't be."""
    _ = scene.words.gettext
    if special is None:
        return ""
    ends = _(", or one for every product if it is the %(card)s") if any(special.consumers) else _(", or none if it is the %(card)s")
    return ends % {"card": names.full("special", special.id, scene.words)}


def price_question_words(scene: Scene, game: Game) -> str:
    """Returns how consumers choose, and how many more products may come."""
    _ = scene.words.gettext
    said = _("Consumers buy from the lowest bracket up; within a bracket the most popular owner sells first, the cheapest product first.")
    waiting = markers_waiting(game)
    if not waiting:
        return said
    more = scene.words.ngettext("%(n)s more marker is still in the factory.", "%(n)s more markers are still in the factory.", waiting)
    return f"{said} {more % {'n': waiting}}"
