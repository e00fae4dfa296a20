"""What a player types: a command, or an action in full, shortened, by its number in the list or by its name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from groundfloor.web.board.moves import title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.actions import Action
    from groundfloor.web.board.scene import Scene

COMMANDS = {
    "help": "hilfe",
    "look": "zeige",
    "legal": "möglich",
    "brief": "kurz",
    "why": "warum",
    "score": "wertung",
    "log": "protokoll",
    "undo": "zurück",
    "save": "sichern",
    "quit": "beenden",
}
"""Every command with its German word; both are understood in both languages, the German one shortened in German only."""

GERMAN = {german: english for english, german in COMMANDS.items()}
SHOWN = 8


@dataclass(frozen=True)
class Command:
    """A command and the rest of its line."""

    word: str
    rest: str


@dataclass(frozen=True)
class Unclear:
    """A line that can't be followed, and a sentence about it."""

    sentence: str


def understand(line: str, scene: Scene) -> Command | Action | Unclear:
    """What a line means here; an action that is found may still be refused."""
    first, _, rest = line.strip().partition(" ")
    known = {**{word: word for word in COMMANDS}, **GERMAN}
    if first.lower() in known:
        return Command(known[first.lower()], rest.strip())
    if line.strip().isdecimal():
        return numbered(int(line), scene)
    actions = meant(line, scene.game.legal_actions)
    words = known if scene.language == "de" else COMMANDS
    # Several words that fit an answer are one: ``w 1 m`` does not ask why.
    commands = sorted({known[word] for word in words if word.startswith(first.lower())}) if not (rest and actions) else []
    if len(actions) == 1 and (not commands or exact(line, actions[0])):
        return actions[0]
    if len(commands) == 1 and not actions:
        return Command(commands[0], rest.strip())
    if actions or commands:
        shown = [COMMANDS[word] for word in commands] if scene.language == "de" else commands
        return ambiguous(line, [action.text for action in actions] + shown, scene)
    return find(line, scene)


def find(line: str, scene: Scene) -> Action | Unclear:
    """An action by its readable name, or one that is not legal now."""
    _ = scene.words.gettext
    named = [a for a in scene.game.legal_actions if by_name(line, title(scene, a, scene.game.quote(a), scene.game.question_kind))]
    if len(named) == 1:
        return named[0]
    if named:
        return ambiguous(line, [action.text for action in named], scene)
    known = meant(line, scene.game.ruleset.actions)
    asked = [action for action in known if is_of_question(action, scene)] or known
    if len(asked) == 1:
        return asked[0]
    if asked:
        said = _("None of these is possible now: %(possible)s. Type legal for those that are.")
        return Unclear(said % {"possible": listed([action.text for action in asked])})
    near = get_close_matches(line.strip().lower(), [*scene.game.ruleset.action_table.by_text, *COMMANDS], n=3, cutoff=0.6)
    if near:
        return Unclear(_("“%(typed)s” is not understood. Near it: %(near)s.") % {"typed": line.strip(), "near": ", ".join(near)})
    return Unclear(_("“%(typed)s” is not understood. Type legal for what is possible, help for everything else.") % {"typed": line.strip()})


def is_of_question(action: Action, scene: Scene) -> bool:
    """The question has to do with this action, even if it is refused."""
    refusal = scene.game.refusal(action)
    return refusal is None or refusal.code != "not_asked"


def numbered(number: int, scene: Scene) -> Action | Unclear:
    """An action by its number in the list."""
    legal = scene.game.legal_actions
    if 1 <= number <= len(legal):
        return legal[number - 1]
    return Unclear(scene.words.gettext("The list goes from 1 to %(last)s.") % {"last": len(legal)})


def ambiguous(line: str, found: Sequence[str], scene: Scene) -> Unclear:
    """Several things begin like that."""
    said = scene.words.gettext("“%(typed)s” can mean several things: %(possible)s.")
    return Unclear(said % {"typed": line.strip(), "possible": listed(found)})


def listed(texts: Sequence[str]) -> str:
    """The first few of them."""
    return ", ".join(texts[:SHOWN]) + (" …" if len(texts) > SHOWN else "")


def meant(line: str, actions: Sequence[Action]) -> list[Action]:
    """Actions that the words fit: exactly, else as beginnings one after the other, else as beginnings in their order."""
    typed = parts(line)
    if not typed:
        return []
    same = [action for action in actions if exact(line, action)]
    if same:
        return same
    straight = [action for action in actions if runs(typed, parts(action.text))]
    return straight or [action for action in actions if threads(typed, parts(action.text))]


def exact(line: str, action: Action) -> bool:
    """The whole action was typed."""
    return parts(line) == parts(action.text)


def by_name(line: str, name: str) -> bool:
    """The words stand at the beginning of words of a readable name, in their order."""
    return threads(parts(line), parts(name), anywhere=True)


def parts(text: str) -> list[str]:
    """Words and numbers, in small letters."""
    return re.findall(r"[^\W_]+", text.casefold())


def begins(short: str, whole: str) -> bool:
    """A word may be shortened, a number may not."""
    return short == whole if short.isdecimal() else whole.startswith(short)


def runs(typed: Sequence[str], whole: Sequence[str]) -> bool:
    """Each typed word shortens the word in its place."""
    return len(typed) <= len(whole) and all(begins(short, word) for short, word in zip(typed, whole, strict=False))


def threads(typed: Sequence[str], whole: Sequence[str], *, anywhere: bool = False) -> bool:
    """The typed words shorten some of the words in their order; the first one the first, unless it may be anywhere."""
    if not typed or not whole or not (anywhere or begins(typed[0], whole[0])):
        return False
    rest = iter(whole)
    return all(any(begins(short, word) for word in rest) for short in typed)
