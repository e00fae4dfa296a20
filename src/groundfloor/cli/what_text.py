"""What the present question, or a named place, is for: purpose, effect, paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.areas.registry import presenters
from groundfloor.presentation.board.purposes import every_purpose, question_purpose
from groundfloor.presentation.board.rule_refs import rule_label

if TYPE_CHECKING:
    from groundfloor.presentation.board.purposes import Purpose
    from groundfloor.presentation.board.scene import Scene

VERBS = ("buy", "remodel", "tenant")
"""First words of actions that name an improvement or a room after them."""


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
    """Returns the lines about one thing."""
    rule = [rule_label(scene.game.ruleset, purpose.rule, scene.language)] if purpose.rule else []
    return [f"{purpose.title}: {purpose.text}", *([purpose.effect] if purpose.effect else []), *rule]


def things_named(scene: Scene, typed: str) -> list[Purpose]:
    """Returns what the words name: by a whole name, else by the beginning of one; everything that they could mean."""
    first, _space, rest = typed.partition(" ")
    wanted = simple(rest if rest and first.casefold() in VERBS else typed)
    every = [(each, names_of(scene, each)) for each in every_purpose(scene.game, scene.words)]
    exact = [each for each, known in every if wanted in known]
    return exact or [each for each, known in every if any(name.startswith(wanted) for name in known)]


def names_of(scene: Scene, purpose: Purpose) -> list[str]:
    """Returns what a thing is called: its title, its id, and for an area the first word of its answers."""
    kind, _colon, id = purpose.of.partition(":")
    verbs = [presenter.task_verb for presenter in presenters(scene.game.ruleset) if kind == "area" and presenter.area.id == id]
    return [simple(name) for name in (purpose.title, id, *verbs) if name]


def simple(name: str) -> str:
    """Returns a name without case and underscores."""
    return " ".join(name.casefold().replace("_", " ").split())
