"""The keys of the decision panel: every answer that is better given there than on the drawing, or as well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.city.retail_outlets import LIQUIDATION, STAY
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.effects import supply_space
from groundfloor.presentation import names

from .moves import brings, label, place_words, price, takes, title
from .outlook import closing, income_change, is_last_round, outlook, warnings

if TYPE_CHECKING:
    from .moves import Amount
    from .scene import Control, Scene


@dataclass(frozen=True)
class Key:
    """A button: ``tone`` is choice, plain or danger; ``hint`` a line under it, ``reason`` why it is not possible."""

    id: str
    value: str
    text: str
    price: tuple[Amount, ...]
    gains: tuple[Amount, ...]
    label: str
    tone: str = "choice"
    hint: str = ""
    reason: str = ""
    is_pencilled: bool = False


REFUSING = ("done", "none", "end")


def key(scene: Scene, control: Control, text: str = "", hint: str = "", tone: str = "") -> Key:
    """The key of a control."""
    action = control.action
    kind = scene.game.question_kind
    name = text or title(scene, action, control.quote, kind)
    if not tone:
        tone = "plain" if action.verb in REFUSING else "danger" if action.verb == "fire" else "choice"
    said = label(scene, control, kind)
    return Key(
        f"k-{action.text.replace(' ', '-')}",
        action.text,
        name,
        takes(scene, control.quote) if action.verb not in ("remodel",) else price(scene, control.quote),
        brings(scene, control.quote),
        f"{said} {hint}" if hint and hint != control.reason else said,
        tone,
        hint,
        control.reason,
        scene.is_pencilled(action.text),
    )


def asked_keys(scene: Scene) -> list[Key]:
    """Keys for the question that stands; those of buying and scheduling stand on the list and the drawing."""
    kind = scene.game.question_kind
    order = {action.text: number for number, action in enumerate(scene.game.legal)}
    controls = [control for text, control in scene.controls.items() if text in order and (control.is_legal or scene.waiting)]
    controls.sort(key=lambda control: order[control.action.text])
    if kind in ("schedule", "buy"):
        return [key(scene, control) for control in controls if control.action.verb in REFUSING]
    if kind in ("after_task", "after_buy", "after_turn"):
        return [key(scene, control) for control in controls if control.action.verb == "end"]
    if kind != "bonus_room":
        controls = [control for control in controls if control.action.verb != "remodel"]
    if kind in ("marketing_type", "bonus"):
        controls = [control for control in scene.controls.values() if control.action.text in shown_at(scene)]
    found = [key(scene, control, text_of(scene, control), hint_of(scene, control)) for control in controls]
    return sorted(found, key=lambda each: each.tone == "plain")


def shown_at(scene: Scene) -> set[str]:
    """Everything the question has to do with, not possible ones too."""
    return {text for text in scene.controls if text.split()[0] in (*names.MARKETING, "bonus")}


def text_of(scene: Scene, control: Control) -> str:
    """A shorter name where the question says the rest."""
    _ = scene.words.gettext
    action = control.action
    if action.verb == "remodel":
        return names.full("room", scene.game.ruleset.rooms[action.a].id, scene.words)
    if action.verb == "price":
        return str(action.a) if action.a != LIQUIDATION else _("liquidation")
    if action.verb == "drop":
        if action.b == STAY:
            return _("stays at %(price)s") % {"price": action.a}
        return f"{action.a} → {_('liquidation') if action.b == LIQUIDATION else action.b}"
    if action.verb == "sell":
        exchange = next(area for area in scene.game.ruleset.areas if isinstance(area, StockExchange))
        return f"×{exchange.multiples[action.a]}"
    return ""


def hint_of(scene: Scene, control: Control) -> str:
    """What as things stand will come of a key."""
    _ = scene.words.gettext
    action, quote = control.action, control.quote
    if control.reason:
        return control.reason
    if action.verb in names.MARKETING or action.verb == "price":
        return outlook(scene, action, quote, scene.game)
    if action.verb == "fire" or action.verb == "hire":
        change = income_change(scene, quote, scene.game)
        return _("income %(now)s, then %(then)s") % {"now": change[0], "then": change[1]} if change else _("no income follows any more")
    if action.text == "bonus remodel":
        return " ".join(warnings(scene, action, quote, scene.game)) or outlook(scene, action, quote, scene.game)
    if action.text == "bonus supply" and not gives_supply(scene):
        return _("no use: your closet has no place for it")
    if action.text == "bonus temp" and is_last_round(scene.game):
        return _("no use: this is the last round")
    return ""


def gives_supply(scene: Scene) -> bool:
    """The viewer has a place for another supply."""
    return scene.seat is not None and supply_space(scene.game, scene.game.state.players[scene.seat]) > 0


def picked_keys(scene: Scene) -> list[Key]:
    """What remains after the first step of a choice."""
    found = []
    for control in scene.under(scene.picked):
        action = control.action
        if not control.is_legal:
            continue
        if action.verb == "buy":
            lost = closing(scene, action, scene.game, scene.seat) if scene.seat is not None else []
            text = place_words(scene, action.b) if action.b >= 0 else ""
            found.append(key(scene, control, text, " ".join(lost)))
        elif action.verb == "office_renovation":
            found.append(key(scene, control, names.full("room", scene.game.ruleset.rooms[action.a].id, scene.words)))
        elif action.verb == "warehouse":
            found.append(key(scene, control, way_of(scene, control)))
        elif action.verb == "drop":
            found.append(key(scene, control, text_of(scene, control)))
        else:
            found.append(key(scene, control))
    return found


def way_of(scene: Scene, control: Control) -> str:
    """What a warehouse door is paid in."""
    _ = scene.words.gettext
    word = "money" if control.quote.money else "info"
    return _("Pay %(resource)s") % {"resource": names.full("resource", word, scene.words)}


def remodel_keys(scene: Scene) -> list[Key]:
    """The rooms that can be remodeled beside the task."""
    found = []
    for control in scene.controls.values():
        if control.action.verb == "remodel" and control.is_legal and not scene.is_pencilled(control.action.text):
            name = names.full("room", scene.game.ruleset.rooms[control.action.a].id, scene.words)
            found.append(key(scene, control, name))
    return found
