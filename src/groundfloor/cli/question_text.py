"""The current question as text: the prompt, the resources of the seat, and each legal answer with price and effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation import names
from groundfloor.presentation.board.action_text import title
from groundfloor.presentation.board.amounts import brings, spoken, takes
from groundfloor.presentation.board.projection_text import projection_text, warnings
from groundfloor.presentation.board.question_text import question_text
from groundfloor.presentation.board.scene import Scene
from groundfloor.presentation.questions.registry import question

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game


def scene_of(game: Game, seat: int | None, language: str, words: NullTranslations) -> Scene:
    """Returns the scene of a position, from which texts are made."""
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
    """Returns the resources of the seat that is asked."""
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
    """Returns one answer with price, effect and warnings."""
    return f"{name_and_price(scene, action)} {consequences(scene, action)}".rstrip()


def name_and_price(scene: Scene, action: Action) -> str:
    """Returns the text of an answer, its name, its price and, unless a sentence describes them, its gains."""
    _ = scene.words.gettext
    game = scene.game
    quote = game.quote(action)
    name = title(scene, action, quote, game.question_kind)
    parts = [action.text if is_same(action.text, name) else f"{action.text}: {name}"]
    price, gains = takes(scene, quote), brings(scene, quote)
    if price:
        parts.append(_("takes %(amounts)s") % {"amounts": spoken(price)})
    if gains and not question(game.question_kind).shows_effects:
        parts.append(_("gives %(amounts)s") % {"amounts": spoken(gains)})
    return names.plain("; ".join(parts) + ".")


def consequences(scene: Scene, action: Action) -> str:
    """Returns the effect of an answer and the warnings about it."""
    quote = scene.game.quote(action)
    said = projection_text(scene, action, quote, scene.game)
    return names.plain(" ".join([*([said] if said else []), *warnings(scene, action, quote, scene.game)]))


def is_same(text: str, name: str) -> bool:
    """Returns whether name and text of an answer are the same words."""
    return text.replace("_", " ").casefold() == name.casefold()
