"""The tooltip of a space: its name, what the answers that it stands for take and bring and when, and what will come of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .action_text import projection_text, warnings
from .amounts import comes_in_phase_iv, gain_amounts, price
from .spaces import Tooltip

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

    from .scene import Control, Scene


def tooltip_of(scene: Scene, title: str, controls: list[Control]) -> Tooltip:
    """Returns what the answers that a space stands for have in common; with none possible, why not."""
    legal = [control for control in controls if control.is_legal]
    shown = legal or controls
    if not shown:
        return Tooltip(title)
    quote = shown[0].quote
    is_one = all(control.quote.gains == quote.gains for control in shown)
    prices = tuple(dict.fromkeys(price(scene, control.quote) for control in shown)) if is_one else ()
    gains = gain_amounts(scene, quote) if is_one else ()
    when = scene.words.gettext("in phase IV") if comes_in_phase_iv(scene, quote, gains) else ""
    if not legal:
        return Tooltip(title, prices, gains, when, warning=shown[0].reason)
    if not is_one:
        return Tooltip(title, words=scene.words.gettext("Choose where it goes."))
    warned = consequence(scene, shown[0])
    return Tooltip(title, prices, gains, when, "" if warned else outlook_of(scene, shown[0]), warned)


def position_of(scene: Scene, control: Control) -> Game:
    """Returns the position that an answer is given in: the pencilled one if it goes on from there."""
    return scene.game if control.action in scene.game.legal and scene.game.current_player == scene.seat else scene.settled


def outlook_of(scene: Scene, control: Control) -> str:
    return projection_text(scene, control.action, control.quote, position_of(scene, control))


def consequence(scene: Scene, control: Control) -> str:
    return " ".join(warnings(scene, control.action, control.quote, position_of(scene, control)))
