"""How a question is put: the head of the panel, what is asked, and one sentence of help; where it is answered, and what a further choice does to the draft."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.presentation import names
from groundfloor.presentation.questions.question import CLOSING, BoardPart
from groundfloor.presentation.questions.registry import presenter_of_answer, question

from .scene import Scene


@dataclass(frozen=True)
class QuestionText:
    """Title and sentence of a panel; ``on_page`` goes on from the sentence with what only a page has."""

    title: str
    plain: str
    on_page: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.plain} {self.on_page}".strip()


def question_text(scene: Scene) -> QuestionText:
    """Returns the question of the position with the draft, in words."""
    game, entry = scene.game, question(scene.game.question_kind)
    help = entry.help(scene, game, game.current_player) if game.current_player is not None else ""
    return QuestionText(entry.prompt(scene.words), help, entry.page_help(scene, game))


def second_step_text(scene: Scene) -> QuestionText:
    control = next(iter(scene.controls_with_prefix(scene.partial)), None)
    if control is None:
        return QuestionText(scene.partial, "")
    return QuestionText(*presenter_of_answer(control.action.verb).second_step(scene, control.action, control.quote))


def deferred_words(scene: Scene) -> str:
    """Returns what the decision will be followed by; empty if nothing waits for it."""
    if not scene.deferred:
        return ""
    rooms = [names.full("room", scene.game.ruleset.rooms[action.a].id, scene.words) for action in scene.deferred]
    return scene._("Then you remodel: %(rooms)s.", rooms=", ".join(rooms))


def more_words(scene: Scene, goes_on: bool) -> str:
    """Returns what a further choice would do to the draft (``DraftMoves.choose``)."""
    if goes_on:
        return scene._(question(scene.game.question_kind).next_choice)
    entry = question(scene.confirmed.question_kind)
    can_remodel = any(each.action.verb == "remodel" and each.is_legal for each in scene.controls.values())
    return scene._(entry.replacement_or_remodel if entry.offers_remodels and can_remodel else entry.replacement)


def selectable_parts(scene: Scene) -> frozenset[str]:
    """Returns those of ``city``, ``company`` and ``improvements`` where the viewer can choose something now."""
    verbs = {control.action.verb for control in scene.controls.values() if control.is_legal} - set(CLOSING)
    return frozenset(part_of(scene, verb) for verb in verbs)


def part_of(scene: Scene, verb: str) -> BoardPart:
    """Returns the part where answers with this first word are given; tasks of rooms and tiles are in the company."""
    rules = scene.game.ruleset
    if verb in {room.id for room in rules.rooms} or verb in {tile.id for tile in rules.tiles}:
        return "company"
    entry = presenter_of_answer(verb)
    return entry.second_step_part if entry.second_step_part and scene.partial.startswith(verb) else entry.part
