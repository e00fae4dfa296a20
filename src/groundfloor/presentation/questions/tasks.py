"""Questions of phase III: the task, and what may follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from groundfloor.engine.company.rooms import RoomTask, TileTask
from groundfloor.presentation import names
from groundfloor.presentation.areas.registry import PRESENTERS, presenter
from groundfloor.presentation.board.phrases import tile_words
from groundfloor.presentation.task_effects import PLAIN, effect_presenter
from groundfloor.translatable import _

from .question import CLOSING, QuestionPresenter, TurnEndQuestion

if TYPE_CHECKING:
    from gettext import NullTranslations
    from typing import Any

    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import QuestionKind
    from groundfloor.presentation.areas.presenter import AreaPresenter
    from groundfloor.presentation.board.scene import Control, Scene
    from groundfloor.presentation.task_effects import EffectPresenter

    from .question import BoardPart

TASK_RULES = {each.task_verb: each.task_rule for each in PRESENTERS.values() if each.task_verb} | {
    "remodel": "III.3",
    "end": "III.2",
    "emergency_meeting": "6.2",
}
"""Paragraphs on tasks by the first word of their actions; those of rooms are in 6.1, those of floors in 6.3."""


class ScheduleQuestion(QuestionPresenter):
    """A task of phase III (``RULES III.1``). Every action that belongs to no other question is a task."""

    kind: ClassVar[QuestionKind] = "schedule"
    part: ClassVar[BoardPart] = "city"
    rule: ClassVar[str] = "III.1"
    remodel_rule: ClassVar[str] = "III.3"
    shows_effects: ClassVar[bool] = True
    needs_help: ClassVar[bool] = False
    question: ClassVar[str] = _("Schedule one task")

    def page_prompt(self, words: NullTranslations) -> str:
        return words.gettext("Choose a lit place")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        left = names.counted("time", game.state.players[seat].time, scene.words)
        said = scene.words.gettext("%(left)s left.") if possible_tasks(game) else scene.words.gettext("No task is possible with %(left)s.")
        return said % {"left": left}

    def closing_warnings(self, scene: Scene, before: Game) -> list[str]:
        if scene.seat is None or not before.state.players[scene.seat].time:
            return []
        return [scene.words.gettext("No task is possible: your remaining time markers are set aside for this round.")]

    def next_choice(self, words: NullTranslations) -> str:
        return words.gettext("Now choose a task; both are confirmed one after the other.")

    def replacement(self, words: NullTranslations, *, with_remodel: bool) -> str:
        _ = words.gettext
        return (
            _("Choose another task to replace it, or a remodel to add to it.") if with_remodel else _("Choose another task to replace it.")
        )

    def buttons(self, scene: Scene, controls: list[Control]) -> list[Control]:
        return [control for control in controls if control.action.verb in CLOSING]

    def rule_of_answer(self, text: str) -> str:
        return task_rule(text)

    def title(self, scene: Scene, action: Action, quote: Quote) -> str:
        rules = scene.game.ruleset
        task = rules.task_of[action.index]
        if isinstance(task, RoomTask):
            return names.full("room", rules.rooms[task.room].id, scene.words)
        if isinstance(task, TileTask):
            return effect_presenter(task.printed.effect).action_title(scene, action, tile_words(scene, task.tile))
        area = presenter(rules, quote.resolves_in)
        return area.task_title(scene, action, quote) if area is not None else action.text

    def second_step(self, scene: Scene, action: Action, quote: Quote) -> tuple[str, str]:
        area = begun_area(scene, action, quote)
        if area is not None:
            return area.name(scene.words), scene.words.gettext("There is more than one way: choose one.")
        task = scene.game.ruleset.task_of[action.index]
        title = tile_words(scene, task.tile) if isinstance(task, TileTask) else self.title(scene, action, quote)
        return title, task_presenter(scene.game, action, quote).second_step(scene)

    def second_button(self, scene: Scene, action: Action, quote: Quote) -> tuple[str, str]:
        said = task_presenter(scene.game, action, quote).second_button(scene, action, quote)
        if said and begun_area(scene, action, quote) is not None:
            return f"{self.title(scene, action, quote)}: {said}", ""
        return said, ""

    def projection(self, scene: Scene, action: Action, quote: Quote, before: Game) -> str:
        return task_presenter(before, action, quote).task_projection(scene, action, quote, before)

    def warnings(self, scene: Scene, action: Action, quote: Quote, before: Game) -> list[str]:
        area = presenter(before.ruleset, quote.resolves_in)
        return area.task_warnings(scene, action, quote, before) if area is not None else super().warnings(scene, action, quote, before)


def begun_area(scene: Scene, action: Action, quote: Quote) -> AreaPresenter[Any] | None:
    """Returns the area of the city that was typed without a space; None if a space is chosen, or a task of the company."""
    is_at_home = isinstance(scene.game.ruleset.task_of[action.index], (RoomTask, TileTask))
    return presenter(scene.game.ruleset, quote.resolves_in) if scene.partial == action.verb and not is_at_home else None


class AfterTaskQuestion(TurnEndQuestion):
    """Remodeling after the task of a turn (``RULES III.3``)."""

    kind: ClassVar[QuestionKind] = "after_task"
    rule: ClassVar[str] = "III.3"
    remodel_rule: ClassVar[str] = "III.3"
    shows_effects: ClassVar[bool] = True
    needs_help: ClassVar[bool] = False
    question: ClassVar[str] = _("Remodel, or end the turn")

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        return scene.words.gettext("Your task is done.")

    def closing_title(self, scene: Scene, verb: str) -> str:
        return scene.words.gettext("End the turn")

    def rule_of_answer(self, text: str) -> str:
        return task_rule(text)


class AfterTurnQuestion(TurnEndQuestion):
    """Remodeling after another decision (``RULES 9.1.1``)."""

    kind: ClassVar[QuestionKind] = "after_turn"

    def help(self, scene: Scene, game: Game, seat: int) -> str:
        return scene.words.gettext("You have decided.")


def possible_tasks(game: Game) -> set[str]:
    return {action.text for action in game.legal if action.verb not in ("remodel", "end")}


def task_rule(text: str) -> str:
    """Returns the paragraph on a task, or on another answer of a turn of phase III."""
    verb = text.partition(" ")[0]
    return TASK_RULES.get(verb) or ("6.1" if verb in names.ROOMS else "6.3")


def task_presenter(game: Game, action: Action, quote: Quote) -> AreaPresenter[Any] | EffectPresenter[Any]:
    """Returns who presents a task: the effect of a room or tile, else the area where it is conducted."""
    task = game.ruleset.task_of[action.index]
    if isinstance(task, RoomTask):
        return effect_presenter(task.versions[1].effect)
    if isinstance(task, TileTask):
        return effect_presenter(task.printed.effect)
    return presenter(game.ruleset, quote.resolves_in) or PLAIN
