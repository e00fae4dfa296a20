"""The name of an action, its effect and what to consider before it, on pages and for screen readers."""

from __future__ import annotations

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.game import Game
from groundfloor.engine.kinds import QuestionKind

from .. import effects, names
from ..questions.question import CLOSING
from ..questions.registry import presenter_of_answer, question
from ..view import Control, TableView
from .amounts import amounts_text, comes_in_phase_iv, cost_amounts, gain, gain_amounts
from .phrases import bare_reason


def action_title(view: TableView, action: Action, quote: Quote, kind: QuestionKind = "") -> str:
    """Returns the name of an action, as the heading of a decision: ``Factory, space 4``. ``kind`` is the question it answers."""
    if action.verb in CLOSING:
        return question(kind).closing_title(view, action.verb)
    return presenter_of_answer(action.verb).answer_name(view, action, quote)


def label(view: TableView, control: Control, kind: QuestionKind = "", name: str = "") -> str:
    """Returns what a screen reader says of a control: name (that of its action, if no other is given), state, price, effect, reason."""
    name = name or action_title(view, control.action, control.quote, kind)
    if control.is_later:
        room = names.full("room", view.game.ruleset.rooms[control.action.operand].id, view.translations)
        name = view._("Remodel after this: %(room)s", room=room)
    is_draft = view.is_in_draft(control.action.text)
    state = view._("not possible") if control.reason else view._("pencilled in") if is_draft else view._("possible")
    parts = []
    cost, gains = cost_amounts(view, control.quote), gain_amounts(view, control.quote)
    if cost:
        parts.append(view._("takes %(amounts)s", amounts=amounts_text(cost)))
    if gains:
        parts.append(view._("gives %(amounts)s", amounts=amounts_text(gains)))
    if any(code == "box" for code, _number in control.quote.gains):
        type = effects.marketing_types(view.game.ruleset)[gain(control.quote, "box")]
        parts.append(view._("places a marker in %(type)s", type=names.full("marketing", type, view.translations)))
    if comes_in_phase_iv(view, control.quote, gains):
        parts.append(view._("in phase IV"))
    sentence = f"{name}, {state}: {', '.join(parts)}." if parts else f"{name}, {state}."
    return names.without_soft_hyphens(f"{sentence} {bare_reason(view.translations, control.reason)}".strip())


def projection_text(view: TableView, action: Action, quote: Quote, before: Game) -> str:
    """Returns one sentence on what the action will do and what it waits for; ``before`` is the position that it is made in."""
    if action.verb in CLOSING:
        sentence = question(before.question_kind).closing_sentence
        return view._(sentence) if sentence else ""
    return presenter_of_answer(action.verb).projection(view, action, quote, before)


def warnings(view: TableView, action: Action, quote: Quote, before: Game) -> list[str]:
    """Returns what the viewer should consider before the action: supply without a place, a room that closes."""
    if view.own.seat is None:
        return []
    if action.verb in CLOSING:
        return question(before.question_kind).closing_warnings(view, before) if action.verb == "end" else []
    return presenter_of_answer(action.verb).warnings(view, action, quote, before)
