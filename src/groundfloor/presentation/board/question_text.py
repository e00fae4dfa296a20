"""How a question is put: the head of the panel, what is asked, and one sentence of help; where it is answered, and what a further choice does to the draft."""

from __future__ import annotations

from dataclasses import dataclass

from .. import names
from ..questions.question import CLOSING, BoardPart
from ..questions.registry import presenter_of_answer, question
from ..view import TableView


@dataclass(frozen=True)
class QuestionText:
    """Title and sentence of a panel; ``on_page`` goes on from the sentence with what only a page has."""

    title: str
    plain: str
    on_page: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.plain} {self.on_page}".strip()


def question_text(view: TableView) -> QuestionText:
    """Returns the question of the position with the draft, in words."""
    game, entry = view.game, question(view.game.question_kind)
    help = entry.help(view, game, game.current_player) if game.current_player is not None else ""
    return QuestionText(entry.prompt(view.translations), help, entry.page_help(view, game))


def second_step_text(view: TableView) -> QuestionText:
    control = next(iter(view.own.controls_with_prefix(view.own.draft.partial)), None)
    if control is None:
        return QuestionText(view.own.draft.partial, "")
    return QuestionText(*presenter_of_answer(control.action.verb).second_step(view, control.action, control.quote))


def deferred_words(view: TableView) -> str:
    """Returns what the decision will be followed by; empty if nothing waits for it."""
    if not view.own.draft.deferred:
        return ""
    rooms = [names.full("room", view.game.ruleset.rooms[action.operand].id, view.translations) for action in view.own.draft.deferred]
    return view._("Then you remodel: %(rooms)s.", rooms=", ".join(rooms))


def more_words(view: TableView, goes_on: bool) -> str:
    """Returns what a further choice would do to the draft (``DraftMoves.choose``)."""
    if goes_on:
        return view._(question(view.game.question_kind).next_choice)
    entry = question(view.moment.game.question_kind)
    can_remodel = any(control.action.verb == "remodel" and control.is_legal for control in view.own.controls.values())
    return view._(entry.replacement_or_remodel if entry.offers_remodels and can_remodel else entry.replacement)


def selectable_parts(view: TableView) -> frozenset[str]:
    """Returns those of ``city``, ``company`` and ``improvements`` where the viewer can choose something now."""
    verbs = {control.action.verb for control in view.own.controls.values() if control.is_legal} - set(CLOSING)
    return frozenset(part_of(view, verb) for verb in verbs)


def part_of(view: TableView, verb: str) -> BoardPart:
    """Returns the part where answers with this first word are given; tasks of rooms and tiles are in the company."""
    rules = view.game.ruleset
    if verb in {room.id for room in rules.rooms} or verb in {tile.id for tile in rules.tiles}:
        return "company"
    entry = presenter_of_answer(verb)
    return entry.second_step_part if entry.second_step_part and view.own.draft.partial.startswith(verb) else entry.part
