"""The buttons of the decision panel: every answer that is better given there than on the drawing, or as well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation import names
from groundfloor.presentation.questions.question import CLOSING
from groundfloor.presentation.questions.registry import presenter_of_answer, question

from .action_text import label, title
from .amounts import cost_amounts, gain_amounts, price

if TYPE_CHECKING:
    from groundfloor.presentation.questions.question import QueuedProduct, Tone

    from .amounts import Amount
    from .scene import Control, Scene


@dataclass(frozen=True)
class Button:
    """``hint`` is a line under it, ``queue`` a drawing of it, ``reason`` why it is not possible."""

    id: str
    value: str
    text: str
    price: tuple[Amount, ...]
    gains: tuple[Amount, ...]
    label: str
    tone: Tone = "choice"
    hint: str = ""
    reason: str = ""
    is_pencilled: bool = False
    queue: tuple[QueuedProduct, ...] = ()


def button(scene: Scene, control: Control, text: str = "", hint: str = "") -> Button:
    action = control.action
    kind = scene.game.question_kind
    gains = gain_amounts(scene, control.quote)
    shown = text or title(scene, action, control.quote, kind)
    said = label(scene, control, kind)
    if names.without_soft_hyphens(shown).lower() not in names.without_soft_hyphens(said).lower():
        said = f"{names.without_soft_hyphens(shown)}: {said}"
    return Button(
        id=f"answer-{action.text.replace(' ', '-')}",
        value=action.text,
        text=shown,
        price=cost_amounts(scene, control.quote) if action.verb != "remodel" else price(scene, control.quote),
        gains=gains if action.verb in CLOSING else presenter_of_answer(action.verb).shown_gains(gains, action),
        label=f"{said} {hint[:1].upper()}{hint[1:]}" if hint and hint != control.reason else said,
        tone="plain" if action.verb in CLOSING else presenter_of_answer(action.verb).tone,
        hint=hint,
        reason=control.reason,
        is_pencilled=scene.is_pencilled(action.text),
        queue=() if action.verb in CLOSING else presenter_of_answer(action.verb).queue(scene, action),
    )


def asked_buttons(scene: Scene) -> list[Button]:
    """Returns buttons for the question that stands; those of buying and scheduling stand on the list and the drawing."""
    order = {action.text: number for number, action in enumerate(scene.game.legal)}
    controls = [control for text, control in scene.controls.items() if text in order and (control.is_legal or scene.deferred)]
    controls.sort(key=lambda control: order[control.action.text])
    found = [answer_button(scene, control) for control in question(scene.game.question_kind).buttons(scene, controls)]
    return sorted(found, key=lambda each: each.tone == "plain")


def answer_button(scene: Scene, control: Control) -> Button:
    """Returns the button of an answer, shortened where the question says the rest, with what will come of it."""
    action = control.action
    if action.verb in CLOSING:
        return button(scene, control, hint=control.reason or question(scene.game.question_kind).closing_hint(scene.words))
    entry = presenter_of_answer(action.verb)
    return button(scene, control, entry.button_text(scene, action), control.reason or entry.hint(scene, action, control.quote))


def second_step_buttons(scene: Scene) -> list[Button]:
    return [
        button(scene, control, *presenter_of_answer(control.action.verb).second_button(scene, control.action, control.quote))
        for control in scene.controls_with_prefix(scene.partial)
        if control.is_legal
    ]


def remodel_buttons(scene: Scene) -> list[Button]:
    return [
        button(scene, control, presenter_of_answer("remodel").button_text(scene, control.action))
        for control in scene.controls.values()
        if control.action.verb == "remodel" and control.is_legal and not scene.is_pencilled(control.action.text)
    ]
