"""The current question as text: the prompt, the resources of the seat, and each legal answer with price and effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation import names
from groundfloor.presentation.board.action_text import projection_text, title, warnings
from groundfloor.presentation.board.amounts import amounts_text, cost_amounts, gain_amounts
from groundfloor.presentation.board.question_text import question_text
from groundfloor.presentation.board.scene import Scene
from groundfloor.presentation.questions.registry import presenter_of_answer, question
from groundfloor.presentation.typed_moves.move_names import move_name

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game


def scene_of(game: Game, seat: int | None, language: str, words: NullTranslations) -> Scene:
    return Scene(game, game, seat, language, words, is_asked=game.current_player == seat)


def question_lines(scene: Scene, name: str) -> list[str]:
    """Returns the prompt with its explanation, and the resources of the seat."""
    _ = scene.words.gettext
    said = question_text(scene)
    asked = said.title if said.title[-1:] in "?." else said.title + "."
    lines = [f"{name}: {asked}"]
    if said.plain and question(scene.game.question_kind).needs_help:
        lines.append(said.plain)
    return [*lines, resources_line(scene)]


def resources_line(scene: Scene) -> str:
    assert scene.seat is not None
    player = scene.game.state.players[scene.seat]
    pairs = (("time", player.time), ("money", player.money), ("info", player.info), ("supply", player.supply))
    said = scene.words.gettext("At hand: %(amounts)s.")
    return said % {"amounts": ", ".join(names.counted(code, number, scene.words) for code, number in pairs)}


def answer_lines(scene: Scene, *, is_brief: bool) -> list[str]:
    """Returns the legal answers with their numbers; an effect like that of the answer before is not repeated."""
    _ = scene.words.gettext
    lines = []
    before = ""
    for number, action in enumerate(scene.game.legal_actions, 1):
        effect = "" if is_brief else consequences(scene, action)
        said = _("As before.") if effect and effect == before else effect
        lines.append(f"{number}. {name_and_price(scene, action)} {said}".rstrip())
        before = effect
    return lines


def answer_line(scene: Scene, action: Action) -> str:
    return f"{name_and_price(scene, action)} {consequences(scene, action)}".rstrip()


def name_and_price(scene: Scene, action: Action) -> str:
    """Returns the name of an answer, its price and, unless a sentence describes them, its gains."""
    _ = scene.words.gettext
    game = scene.game
    quote = game.quote(action)
    parts = [answer_name(scene, action)]
    price, gains = cost_amounts(scene, quote), gain_amounts(scene, quote)
    if price:
        parts.append(_("takes %(amounts)s") % {"amounts": amounts_text(price)})
    if gains and not question(game.question_kind).shows_effects:
        parts.append(_("gives %(amounts)s") % {"amounts": amounts_text(gains)})
    return names.without_soft_hyphens("; ".join(parts) + ".")


def answer_name(scene: Scene, action: Action) -> str:
    """Returns the title of an answer; where several have the same one, with how it is paid, or the name by which it is typed."""
    game = scene.game
    quote, kind = game.quote(action), game.question_kind
    name = names.without_soft_hyphens(title(scene, action, quote, kind))
    others = (each for each in game.legal_actions if each is not action)
    if not any(names.without_soft_hyphens(title(scene, each, game.quote(each), kind)) == name for each in others):
        return name
    paid = presenter_of_answer(action.verb).second_button(scene, action, quote)[0] if kind == "schedule" else ""
    typed = move_name(scene, action)
    return f"{name}: {paid or typed.removeprefix(name).strip()}" if paid or typed.startswith(name) else typed


def consequences(scene: Scene, action: Action) -> str:
    quote = scene.game.quote(action)
    said = projection_text(scene, action, quote, scene.game)
    return names.without_soft_hyphens(" ".join([*([said] if said else []), *warnings(scene, action, quote, scene.game)]))
