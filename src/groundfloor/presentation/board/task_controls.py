"""Controls of the tasks in rooms and on floors: what each takes and brings, and whether it is selectable, draft, blocked or plain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from groundfloor.engine.company.rooms import PrintedTask, RoomTask, TileTask

from .. import names
from ..task_effects import effect_presenter
from ..view import Control, TableView
from .action_text import label
from .amounts import Amount, amount, amounts_text, gain_amounts
from .phrases import remodel_words
from .purposes import purpose_text
from .rule_refs import rule_of
from .tooltips import consequence, outlook_of, room_reason

ControlState = Literal["plain", "selectable", "blocked", "draft"]
"""How a control looks: no control at the moment, can be chosen, can't be chosen now, is in the draft."""


@dataclass(frozen=True)
class TaskControl:
    """One control of the section, or the picture of one.

    ``value`` is what a click picks, ``marker`` says that it places a marker, ``word`` where; ``reason`` why it is not possible;
    ``words`` what will come of it, ``warning`` what to mind, ``purpose`` what it is for; ``rule`` is the paragraph that the key Q opens, if not that of the room.
    """

    id: str
    value: str
    state: ControlState = "plain"
    name: str = ""
    takes: tuple[Amount, ...] = ()
    gives: tuple[Amount, ...] = ()
    label: str = ""
    reason: str = ""
    marker: bool = False
    word: str = ""
    words: str = ""
    warning: str = ""
    rule: str = ""
    purpose: str = ""

    @property
    def is_control(self) -> bool:
        return self.state != "plain"


def state_of(view: TableView, controls: list[Control], seat: int) -> ControlState:
    if seat != view.own.seat or not controls:
        return "plain"
    if any(view.is_in_draft(control.action.text) for control in controls):
        return "draft"
    return "selectable" if any(control.is_legal for control in controls) else "blocked"


def task_price(view: TableView, printed: PrintedTask) -> tuple[Amount, ...]:
    return tuple(amount(view, code, number) for code, number in (("time", printed.time), ("supply", printed.supply)) if number)


def task_words(view: TableView, printed: PrintedTask) -> str:
    """Returns what a task that is no control takes and brings: ``takes 1 time marker, gives 1 info``."""
    cost = task_price(view, printed)
    shown = effect_presenter(printed.effect)
    gains, place = shown.gives(view, printed.effect), shown.place_words(view, printed.effect)
    parts = [view._("takes %(amounts)s", amounts=amounts_text(cost))] if cost else []
    if gains:
        parts.append(view._("gives %(amounts)s", amounts=amounts_text(gains)))
    return ", ".join([*parts, place] if place else parts)


def task_control(view: TableView, seat: int, name: str, value: str, printed: PrintedTask, purpose: str) -> TaskControl:
    """Returns the control of a task, named by what it does; ``purpose`` says what its room or improvement is for."""
    controls = sorted(view.own.controls_with_prefix(value) if seat == view.own.seat else [], key=lambda control: not control.is_legal)
    spoken = label(view, controls[0]) if controls else task_words(view, printed)
    if len(controls) > 1 and controls[1].is_legal:
        spoken = names.without_soft_hyphens(f"{name}, {view._('possible')}.")
    reason = next((control.reason for control in controls), "") if controls else room_reason(view, seat)
    shown = effect_presenter(printed.effect)
    word = shown.place_word(view, printed.effect)
    return TaskControl(
        id=f"c{seat}-{value.replace(' ', '-')}",
        value=value,
        name=name,
        takes=task_price(view, printed),
        gives=shown.gives(view, printed.effect),
        state=state_of(view, controls, seat),
        label=spoken,
        reason=reason,
        marker=bool(word),
        word=word,
        words=outlook_of(view, controls[0]) if len(controls) == 1 and controls[0].is_legal else "",
        warning=consequence(view, controls[0]) if len(controls) == 1 and controls[0].is_legal else "",
        purpose=purpose,
    )


def room_controls(view: TableView, seat: int, room: int) -> list[TaskControl]:
    """Returns the controls of all tasks that a room offers now; none if it is covered."""
    player = view.game._state.players[seat]
    kind = view.game.ruleset.rooms[room]
    name = names.full("room", kind.id, view.translations)
    controls = []
    for task in kind.tasks:
        assert isinstance(task, RoomTask)
        printed = task.usable_version(player)
        if printed is not None:
            controls.append(task_control(view, seat, name, task.actions[0].text, printed, purpose_text("room", kind.id, view.translations)))
    return controls


def tile_control(view: TableView, seat: int, tile: int) -> TaskControl | None:
    kind = view.game.ruleset.tiles[tile]
    if not isinstance(kind.task, TileTask):
        return None
    name = names.full(names.tile_group(kind.id), kind.id, view.translations)
    return task_control(view, seat, name, kind.id, kind.task.printed, purpose_text("tile", kind.id, view.translations))


def remodel_control(view: TableView, seat: int, room: int) -> TaskControl | None:
    """Returns the remodeling of a room with its price, for nothing by Office Renovation; None where it can't be any more."""
    game = view.game
    player = game._state.players[seat]
    id = game.ruleset.rooms[room].id
    remodeling = game.ruleset.remodeling
    value = f"remodel {id}"
    control = view.own.control(value) if seat == view.own.seat else None
    is_draft = view.is_in_draft(value) and seat == view.own.seat
    if remodeling.action_blocked_reason(player, room) is not None and not is_draft:
        return None
    money, info = (control.quote.money, control.quote.info) if control else (remodeling.money, remodeling.info)
    return TaskControl(
        id=f"c{seat}-remodel-{id}",
        value=value,
        name=names.full("bonus", "remodel", view.translations),
        takes=(amount(view, "money", money), amount(view, "info", info)),
        gives=gain_amounts(view, control.quote) if control else (amount(view, "prestige", game.ruleset.room_prestige),),
        state=state_of(view, [control] if control else [], seat),
        label=label(view, control) if control else "",
        reason=control.reason if control else room_reason(view, seat),
        words=remodel_words(view, room),
        rule=remodel_rule(view, value, is_asked=control is not None or is_draft),
        purpose=purpose_text("task", "remodel", view.translations),
    )


def remodel_rule(view: TableView, value: str, is_asked: bool) -> str:
    """Returns the paragraph of the question that a remodel answers, else that of remodeling in phase III."""
    for action, at in zip(view.own.draft.actions, view.own.draft.positions, strict=False):
        if action.text == value:
            return rule_of(at.question_kind, value)
    return rule_of(view.game.question_kind if is_asked else "schedule", value)


def target(view: TableView, seat: int, place: str, name: str) -> TaskControl | None:
    """Returns a room or tenant space as the second step of what has been picked: a place for a tenant, or the room to remodel."""
    if seat != view.own.seat or not view.own.draft.partial or view.own.draft.partial.split()[0] not in ("buy", "office_renovation"):
        return None
    value = f"{view.own.draft.partial} {place}"
    control = view.own.control(value)
    if control is None:
        return None
    state: ControlState = "selectable" if control.is_legal else "blocked"
    return TaskControl(f"c{seat}-{value.replace(' ', '-')}", value, state, name, label=label(view, control), reason=control.reason)
