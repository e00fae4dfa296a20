"""Moves in the reader's words: what one is called, what it takes and brings, what will come of it, and what to mind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.city.retail_outlets import LIQUIDATION, STAY
from groundfloor.engine.state import ROOMS
from groundfloor.presentation import effects, names

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action, Quote

    from .scene import Control, Scene

SAID_IN_WORDS = ("steps", "sole", "income_now", "income_then", "space", "box", "markers", "row")
"""Gains that are said in words, not counted beside an icon."""

ICON_OF = {
    "temp": "time",
    "money_if_sold": "money",
    "info_if_left": "info",
    "employee": "untrained",
    "remodel": "remodel",
    "trained": "trained",
    "tenant": "tile",
}


@dataclass(frozen=True)
class Amount:
    """A number beside its icon; ``word`` says the icon's name to those who can't see it. Number None: the icon alone.

    ``condition`` says when it comes, if that is not certain.
    """

    icon: str
    number: int | None
    word: str
    condition: str = ""

    @property
    def counted(self) -> str:
        """In words: ``12 money if sold``."""
        said = self.word if self.number is None else f"{self.number} {self.word}"
        return f"{said} {self.condition}".strip()


def amount(scene: Scene, code: str, number: int | None) -> Amount:
    """So much of a resource."""
    if number is None and code in ("trained", "remodel"):
        return Amount(ICON_OF[code], None, whole_word(scene, code))
    known = names.RESOURCES
    resource = {"trained": "employee", "employee": "employee", "temp": "time", "money_if_sold": "money", "info_if_left": "info"}.get(
        code, code
    )
    if resource in known:
        counted = "point" if resource == "prestige" else resource
        word = names.counted(counted, number, scene.words) if counted in names.COUNTED and number is not None else ""
        word = word.removeprefix(f"{number} ") or names.full("resource", resource, scene.words)
    else:
        word = names.full("bonus", "remodel", scene.words) if code == "remodel" else names.full("kind", "tenant", scene.words)
    _ = scene.words.gettext
    condition = {"money_if_sold": _("if sold"), "info_if_left": _("if met")}.get(code, "")
    return Amount(ICON_OF.get(code, code), number, word, condition)


def whole_word(scene: Scene, code: str) -> str:
    """What an icon without a number stands for."""
    _ = scene.words.gettext
    return _("a trained employee") if code == "trained" else _("a remodeled room")


def price(scene: Scene, quote: Quote) -> tuple[Amount, ...]:
    """Money, info and supply that a move takes."""
    pairs = (("money", quote.money), ("info", quote.info), ("supply", quote.supply))
    return tuple(amount(scene, code, number) for code, number in pairs if number)


def takes(scene: Scene, quote: Quote) -> tuple[Amount, ...]:
    """All that a move takes, time first, as plates show it."""
    time = (amount(scene, "time", quote.time),) if quote.time else ()
    return time + price(scene, quote)


def brings(scene: Scene, quote: Quote) -> tuple[Amount, ...]:
    """What a move brings that can be counted."""
    return tuple(
        amount(scene, code, None if code in ("trained", "remodel") else number) for code, number in quote.gains if code not in SAID_IN_WORDS
    )


def comes_in_phase_iv(scene: Scene, quote: Quote, gains: tuple[Amount, ...]) -> bool:
    """What a task of phase III gains comes for certain in phase IV of this round. A price is paid at once."""
    return scene.settled.question_kind == "schedule" and bool(gains and quote.resolves_in) and not any(each.condition for each in gains)


def spoken(amounts: tuple[Amount, ...]) -> str:
    """Amounts as words: ``2 money, 1 info``."""
    return ", ".join(each.counted for each in amounts)


def gain(quote: Quote, code: str) -> int:
    """One number of a quote's gains, 0 if it is not there."""
    return next((number for known, number in quote.gains if known == code), 0)


def place_words(scene: Scene, place: int) -> str:
    """A place for a tenant in words."""
    if place >= ROOMS:
        return names.full("floor", "empty_floor", scene.words)
    return names.full("room", scene.game.ruleset.rooms[place].id, scene.words)


def tile_words(scene: Scene, tile: int) -> str:
    """An improvement's name."""
    id = scene.game.ruleset.tiles[tile].id
    return names.full(names.tile_group(id), id, scene.words)


def title(scene: Scene, action: Action, quote: Quote, kind: str = "") -> str:
    """What a move is called, as the head of a decision: ``Factory, space 4``. ``kind`` is the question it answers."""
    _ = scene.words.gettext
    words = scene.words
    verb, a, b = action.verb, action.a, action.b
    rules = scene.game.ruleset
    if verb in ("done", "none", "end"):
        return refusing(scene, verb, kind)
    if verb == "hire":
        return _("Hire an employee")
    if verb == "fire":
        return _("Fire a trained employee") if a == 1 else _("Fire an untrained employee")
    if verb == "remodel":
        return _("Remodel: %(room)s") % {"room": names.full("room", rules.rooms[a].id, words)}
    if verb == "bonus":
        return names.full("bonus", action.text.split()[1], words)
    if verb in names.MARKETING:
        return names.full("marketing", verb, words)
    if verb == "bonuses":
        return _("Both take a bonus")
    if verb == "emergency_meeting":
        return meeting_title(scene, a, b)
    if verb == "price":
        return _("Price %(price)s") % {"price": a} if a != LIQUIDATION else _("Liquidate the product")
    if verb == "sell":
        return _("Sell the marker on space %(space)s") % {"space": a + 1}
    if verb == "drop":
        return drop_title(scene, a, b)
    if verb == "buy" and b >= 0:
        return _("%(tile)s, in %(place)s") % {"tile": tile_words(scene, a), "place": place_words(scene, b)}
    if verb in ("buy", "take"):
        return tile_words(scene, a)
    return task_title(scene, action, quote)


def refusing(scene: Scene, verb: str, kind: str) -> str:
    """The answers that do nothing."""
    _ = scene.words.gettext
    said = {
        "after_buy": _("Go on"),
        "after_turn": _("Go on"),
        "hire": _("Done for this round"),
        "sell": _("Keep the rest"),
        "fire": _("Fire nobody else") if any(action.verb == "fire" for action in scene.pencilled) else _("Fire nobody"),
        "buy": _("Buy nothing"),
        "bonus_room": _("Remodel nothing"),
        "bonuses": _("Nobody takes a bonus"),
    }
    return said.get(kind) or (_("End the turn") if verb == "end" else _("Done"))


def meeting_title(scene: Scene, column: int, row: int) -> str:
    """A marker that an Emergency Meeting moves to the top."""
    _ = scene.words.gettext
    said = _("Right column, row %(row)s to the top") if column else _("Left column, row %(row)s to the top")
    return said % {"row": row + 1}


def drop_title(scene: Scene, price: int, target: int) -> str:
    """A product's way down."""
    _ = scene.words.gettext
    if target == STAY:
        return _("Stays at %(price)s") % {"price": price}
    if target == LIQUIDATION:
        return _("Liquidate the product at %(price)s") % {"price": price}
    return _("From %(price)s down to %(target)s") % {"price": price, "target": target}


def task_title(scene: Scene, action: Action, quote: Quote) -> str:
    """A task of phase III."""
    _ = scene.words.gettext
    words = scene.words
    rules = scene.game.ruleset
    space = gain(quote, "space")
    ids: dict[str, str] = {area.id: names.full("area", area.id, words) for area in rules.areas}
    room = next((room.id for room in rules.rooms if room.id == action.verb), "")
    if room:
        return names.full("room", room, words)
    if action.verb in names.FLOORS:
        floor = names.full("floor", action.verb, words)
        return f"{floor}: {names.full('room', rules.rooms[action.a].id, words)}" if action.a >= 0 else floor
    area = ids.get(quote.resolves_in, action.text)
    if quote.resolves_in == "consulting_firm":
        return _("%(area)s, row %(number)s") % {"area": area, "number": space}
    if quote.resolves_in in ("warehouse", "stock_exchange"):
        door = action.a + 1 if quote.resolves_in == "stock_exchange" else int(action.text.split()[1])
        return _("%(area)s, door %(number)s") % {"area": area, "number": door}
    if quote.resolves_in == "advertising_agency":
        return _("%(area)s, desk %(number)s") % {"area": area, "number": action.a + 1 if action.a >= 0 else space}
    return _("%(area)s, space %(number)s") % {"area": area, "number": space}


def bare_reason(words: NullTranslations, reason: str) -> str:
    """A reason without its "Not possible", for a label that has said so already: ``There is no supply at that door.``"""
    before, _mark, after = words.gettext("Not possible: %(reason)s.").partition("%(reason)s")
    bare = reason.removeprefix(before)
    return bare if bare == reason or not after else bare[:1].upper() + bare[1:]


def label(scene: Scene, control: Control, kind: str = "") -> str:
    """What a screen reader says of a control: name, state, price, effect, reason."""
    _ = scene.words.gettext
    name = title(scene, control.action, control.quote, kind)
    if control.is_later:
        room = names.full("room", scene.game.ruleset.rooms[control.action.a].id, scene.words)
        name = _("Remodel after this: %(room)s") % {"room": room}
    state = _("not possible") if control.reason else _("possible")
    parts = []
    cost, gains = takes(scene, control.quote), brings(scene, control.quote)
    if cost:
        parts.append(_("takes %(amounts)s") % {"amounts": spoken(cost)})
    if gains:
        parts.append(_("gives %(amounts)s") % {"amounts": spoken(gains)})
    if any(code == "box" for code, _number in control.quote.gains):
        type = effects.marketing_types(scene.game.ruleset)[gain(control.quote, "box")]
        parts.append(_("places a marker in %(type)s") % {"type": names.full("marketing", type, scene.words)})
    if comes_in_phase_iv(scene, control.quote, gains):
        parts.append(_("in phase IV"))
    said = f"{name}, {state}: {', '.join(parts)}." if parts else f"{name}, {state}."
    return names.plain(f"{said} {bare_reason(scene.words, control.reason)}".strip())
