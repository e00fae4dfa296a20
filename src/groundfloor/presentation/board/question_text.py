"""How a question is put: the head of the panel, what is asked, and one sentence of help with its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation.questions.registry import presenter_of_answer, question

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

    from .scene import Scene


@dataclass(frozen=True)
class QuestionText:
    """Head, title and sentence of a panel; ``on_page`` goes on from the sentence with what only a page has."""

    head: str
    title: str
    plain: str
    on_page: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.plain} {self.on_page}".strip()


def question_text(scene: Scene, game: Game | None = None, *, is_mine: bool = True) -> QuestionText:
    """Returns the question of a position, in words; ``is_mine`` False says it of somebody else."""
    _ = scene.words.gettext
    game = game or scene.game
    entry = question(game.question_kind)
    asked = entry.prompt(scene.words)
    if not is_mine:
        return QuestionText("", asked, "")
    head = _("Your turn") if not asked else _("Your turn: %(question)s") % {"question": asked.rstrip("?")}
    seat = game.current_player
    return QuestionText(head, asked, entry.help(scene, game, seat) if seat is not None else "", entry.page_help(scene, game))


def second_step_text(scene: Scene) -> QuestionText:
    head = question_text(scene, scene.question_game).head
    control = next(iter(scene.controls_with_prefix(scene.partial)), None)
    if control is None:
        return QuestionText(head, scene.partial, "")
    return QuestionText(head, *presenter_of_answer(control.action.verb).second_step(scene, control.action, control.quote))


def chance_text(scene: Scene) -> tuple[str, str]:
    """Returns title and text while nobody is asked: chance is about to decide, or the game is over."""
    _ = scene.words.gettext
    return _("One moment"), _("Cards are being revealed.")
