"""Tooltips of spaces: what the answers that a space stands for take and bring, and what will come of them; of others, what they are for, and why
nobody can go there now.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from groundfloor.engine.game import Game

from .. import names
from ..areas.presenter import AreaPresenter
from ..view import Control, TableView
from .action_text import projection_text, warnings
from .amounts import comes_in_phase_iv, gain_amounts, price
from .purposes import purpose_text
from .spaces import Space, Tooltip


def tooltip_of(view: TableView, title: str, controls: list[Control]) -> Tooltip:
    """Returns what the answers that a space stands for have in common; with none possible, why not."""
    legal = [control for control in controls if control.is_legal]
    shown = legal or controls
    if not shown:
        return Tooltip(title)
    quote = shown[0].quote
    is_one = all(control.quote.gains == quote.gains for control in shown)
    prices = tuple(dict.fromkeys(price(view, control.quote) for control in shown)) if is_one else ()
    gains = gain_amounts(view, quote) if is_one else ()
    when = view._("in phase IV") if comes_in_phase_iv(view, quote, gains) else ""
    if not legal:
        return Tooltip(title, prices, gains, when, warning=shown[0].reason)
    if not is_one:
        return Tooltip(title, words=view._("Choose where it goes."))
    warned = consequence(view, shown[0])
    return Tooltip(title, prices, gains, when, "" if warned else outlook_of(view, shown[0]), warned)


def position_of(view: TableView, control: Control) -> Game:
    """Returns the position that an answer is given in: the pencilled one if it goes on from there."""
    return view.game if control.action in view.game._legal and view.game.current_player == view.own.seat else view.moment.game


def outlook_of(view: TableView, control: Control) -> str:
    return projection_text(view, control.action, control.quote, position_of(view, control))


def consequence(view: TableView, control: Control) -> str:
    return " ".join(warnings(view, control.action, control.quote, position_of(view, control)))


@dataclass(frozen=True)
class TurnNotes:
    """What is said once a page about all its places that are not selectable: these stay as they are when only the turn changes.

    ``turn`` says why nobody, or not the viewer, can choose anything now, ``task`` why no task can be scheduled; "" if there is no such reason.
    """

    turn: str
    task: str


def turn_notes(view: TableView) -> TurnNotes:
    """Returns why no place of the city can be chosen now."""
    turn = turn_reason(view)
    if turn or view.own.seat is None:
        return TurnNotes(turn, "")
    begun = view._("First finish what you have begun, or go back.") if view.own.draft.partial else ""
    return TurnNotes("", phase_reason(view) or begun)


def explain(view: TableView, presenter: AreaPresenter[Any], space: Space) -> Space:
    """Completes a place of an area: its rule and purpose, and why it can't be chosen.

    An existing reason (a price that can't be paid, a closed place) is kept.
    """
    space.rule = presenter.rule_of_place(space.kind, view.moment.game._state.phase)
    space.purpose = purpose_text("space", presenter.purpose_id(view, space), view.translations)
    if space.kind not in presenter.task_places:
        space.task = ""
    if space.state in ("selectable", "draft"):
        return space
    what = presenter.purpose(view, space)
    if space.tooltip.warning:
        space.tooltip.words = names.without_soft_hyphens(what)
    else:
        space.tooltip.words = names.without_soft_hyphens(f"{what} {reason(view, presenter, space)}".strip())
        if space.person is None and space.kind not in presenter.explained_places:
            space.reasons = ("turn", "task") if space.kind in presenter.task_places else ("turn",)
    # The label of a taken place ends with whose marker lies there: a list of them is quick to hear.
    if space.person is None:
        space.label = f"{space.label} {space.tooltip.words}"
    return space


def reason(view: TableView, presenter: AreaPresenter[Any], space: Space) -> str:
    """Returns why a place that is not selectable can't be chosen now, apart from what ``turn_notes`` says; the same for everybody who is not asked."""
    if space.kind in presenter.explained_places:
        return view._("A marker comes here by itself, in phase IV.")
    if space.person is not None:
        return view._("Taken by %(name)s.", name=space.person.name)
    if space.kind not in presenter.task_places:
        return presenter.conduct_reason(view, space)
    return presenter.schedule_reason(view, space)


def turn_reason(view: TableView) -> str:
    """Returns why nobody, or not the viewer, can choose anything now; empty if the viewer is asked or only watches a running game."""
    if view.moment.entry is not None:
        return view._("You are looking back at an earlier moment.")
    if view.moment.game.is_over:
        return view._("The game is over.")
    asked = view.moment.game.current_player
    if view.own.seat is None or view.own.is_asked or asked is None or asked == view.own.seat:
        return ""
    return view._("It is %(name)s’s turn.", name=view.people[asked].name)


def room_reason(view: TableView, seat: int) -> str:
    """Returns why a task or a remodeling in the viewer's own company can't be chosen now; empty in other companies."""
    if seat != view.own.seat:
        return ""
    return turn_reason(view) or phase_reason(view)


def phase_reason(view: TableView) -> str:
    """Returns why the viewer, who is asked, can't schedule a task; empty if a task is asked for."""
    # While a task is only pencilled in, another one may still take its place.
    kind = view.moment.game.question_kind
    if kind == "after_task":
        return view._("Your task of this turn is done.")
    return "" if kind == "schedule" else view._("Tasks are scheduled in phase III.")
