"""The tooltip of a space: its name, what it takes and brings and when, what will come of it; and the same as one spoken sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation import names

from .action_text import bare_reason
from .amounts import amounts_text, comes_in_phase_iv, gain_amounts, price
from .projection_text import projection_text, warnings

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

    from .amounts import Amount
    from .scene import Control, Scene


@dataclass(unsafe_hash=True)
class Tooltip:
    """Three lines at most: ``prices`` are the ways to pay, ``when`` it is conducted; ``warning`` stands in pencil, ``words`` in ink."""

    title: str
    prices: tuple[tuple[Amount, ...], ...] = ()
    gains: tuple[Amount, ...] = ()
    when: str = ""
    words: str = ""
    warning: str = ""

    more: str = ""
    """What only a screen reader needs to be told: it is drawn in the place itself."""

    @property
    def has_flow(self) -> bool:
        return bool(any(self.prices) or self.gains or self.when)

    @property
    def says_more(self) -> bool:
        return bool(self.has_flow or self.words or self.warning)


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


def spoken_tooltip(scene: Scene, name: str, state: str, tooltip: Tooltip) -> str:
    """Returns what a screen reader says of a place: name, state, price, effect, reason."""
    _ = scene.words.gettext
    parts = []
    costs = [amounts_text(amounts) for amounts in tooltip.prices if amounts]
    if costs:
        parts.append(_(" or ").join(costs))
    if tooltip.gains:
        parts.append(_("gives %(amounts)s") % {"amounts": amounts_text(tooltip.gains)})
    if tooltip.when:
        parts.append(tooltip.when)
    said = f"{name}, {state}" if state else name
    said += f": {', '.join(parts)}." if parts else "."
    reason = bare_reason(scene.words, tooltip.warning) if state == _("not possible") else tooltip.warning
    return names.without_soft_hyphens(" ".join(part for part in (said, tooltip.more, reason or tooltip.words) if part))
