"""What the present question, or a named place, is for: purpose, effect, paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation import names
from groundfloor.presentation.areas.registry import presenters
from groundfloor.presentation.board.purposes import every_purpose, question_purpose
from groundfloor.presentation.board.rule_refs import rule_label
from groundfloor.presentation.typed_moves.matching import Closeness, closeness, fold

if TYPE_CHECKING:
    from groundfloor.presentation.board.purposes import Purpose
    from groundfloor.presentation.board.scene import Scene
    from groundfloor.presentation.typed_moves.matching import Words


def what_lines(scene: Scene, rest: str) -> list[str]:
    """Returns what the thing with this name is for, without a name what the present question is for."""
    _ = scene.words.gettext
    found = things_named(scene, rest) if rest else list(question_purpose(scene.game, scene.game.question_kind, scene.words))
    if not found:
        return [
            _("There is no “%(word)s”. Name a place as in an answer, such as: what factory, what investor, what info.") % {"word": rest}
        ]
    return [line for each in found for line in purpose_lines(scene, each)]


def purpose_lines(scene: Scene, purpose: Purpose) -> list[str]:
    rule = [rule_label(scene.game.ruleset, purpose.rule, scene.language)] if purpose.rule else []
    return [f"{purpose.title}: {purpose.text}", *([purpose.effect] if purpose.effect else []), *rule]


def things_named(scene: Scene, typed: str) -> list[Purpose]:
    """Returns the things with this whole name, else those that begin with it; a leading verb of an action is ignored."""
    every = [(each, names_of(scene, each)) for each in every_purpose(scene.game, scene.words)]
    for wanted in (fold(typed), fold(typed.partition(" ")[2])):
        for near in (Closeness.EQUAL, Closeness.BEGINNING) if wanted else ():
            found = [each for each, known in every if any(closeness(wanted, name) is near for name in known)]
            if found:
                return found
    return []


def names_of(scene: Scene, purpose: Purpose) -> list[Words]:
    """Returns what a thing is called: its title, its id, and for an area the letter on its sign and the first word of its answers."""
    kind, _colon, id = purpose.of.partition(":")
    areas = zip(names.LETTERS, presenters(scene.game.ruleset), strict=False) if kind == "area" else ()
    more = [name for letter, presenter in areas if presenter.area.id == id for name in (letter, presenter.task_verb)]
    return [name for name in map(fold, (purpose.title, id, *more)) if name]
