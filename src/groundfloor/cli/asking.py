"""The question that stands, as text: what is asked, what the seat has, and each legal answer with price and effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.locales import names
from groundfloor.web.board.moves import brings, spoken, takes, title
from groundfloor.web.board.outlook import outlook, warnings
from groundfloor.web.board.questions import question_words
from groundfloor.web.board.scene import Scene

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game

SAID_IN_A_SENTENCE = ("schedule", "after_task", "price", "drop")
"""Questions whose answers say what they bring in a sentence of their own."""

SAID_AT_HAND = ("schedule", "after_task")
"""Questions whose sentence says no more than what is at hand and the answers."""


def scene_of(game: Game, seat: int | None, language: str, words: NullTranslations) -> Scene:
    """What the sentences about a position need to know."""
    return Scene(game, game, seat, language, words, is_asked=game.current_player == seat)


def question(scene: Scene, name: str) -> list[str]:
    """Who is asked what, and what is at hand."""
    _ = scene.words.gettext
    said = question_words(scene)
    asked = said.title if said.title[-1:] in "?." else said.title + "."
    lines = [f"{name}: {asked}"]
    if said.plain and scene.game.kind not in SAID_AT_HAND:
        lines.append(said.plain)
    return [*lines, at_hand(scene)]


def at_hand(scene: Scene) -> str:
    """Time markers, money, info and supply of the seat that is asked."""
    assert scene.seat is not None
    player = scene.game.state.players[scene.seat]
    pairs = (("time", player.time), ("money", player.money), ("info", player.info), ("supply", player.supply))
    said = scene.words.gettext("At hand: %(amounts)s.")
    return said % {"amounts": ", ".join(names.counted(code, number, scene.words) for code, number in pairs)}


def answers(scene: Scene, *, is_brief: bool) -> list[str]:
    """The legal answers in their order, each with its number; what the one before said too is not said again."""
    _ = scene.words.gettext
    lines = []
    before = ""
    for number, action in enumerate(scene.game.legal_actions, 1):
        effect = "" if is_brief else what_comes(scene, action)
        said = _("As before.") if effect and effect == before else effect
        lines.append(f"{number}. {priced(scene, action)} {said}".rstrip())
        before = effect
    return lines


def answer(scene: Scene, action: Action) -> str:
    """One answer with its price, what comes of it and what to mind."""
    return f"{priced(scene, action)} {what_comes(scene, action)}".rstrip()


def priced(scene: Scene, action: Action) -> str:
    """What is typed for an answer, its name, what it takes and, where that is not said in a sentence, brings."""
    _ = scene.words.gettext
    game = scene.game
    quote = game.quote(action)
    name = title(scene, action, quote, game.kind)
    parts = [action.text if is_same(action.text, name) else f"{action.text}: {name}"]
    price, gains = takes(scene, quote), brings(scene, quote)
    if price:
        parts.append(_("takes %(amounts)s") % {"amounts": spoken(price)})
    if gains and game.kind not in SAID_IN_A_SENTENCE:
        parts.append(_("gives %(amounts)s") % {"amounts": spoken(gains)})
    return names.plain("; ".join(parts) + ".")


def what_comes(scene: Scene, action: Action) -> str:
    """What will come of an answer, and what to mind."""
    quote = scene.game.quote(action)
    said = outlook(scene, action, quote, scene.game)
    return names.plain(" ".join([*([said] if said else []), *warnings(scene, action, quote, scene.game)]))


def is_same(text: str, name: str) -> bool:
    """A name that says no more than what is typed."""
    return text.replace("_", " ").casefold() == name.casefold()
