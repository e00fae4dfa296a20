"""Parses a typed line: a command, or an action by its text, abbreviated or not, by its number in the list or by its name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from groundfloor.numbers import parse_int
from groundfloor.presentation.board.action_text import title
from groundfloor.presentation.translations import LANGUAGES, translations

if TYPE_CHECKING:
    from collections.abc import Sequence
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action
    from groundfloor.presentation.board.scene import Scene

COMMANDS = ("help", "look", "legal", "brief", "what", "why", "score", "log", "undo", "guide", "hint", "plan", "branch", "save", "quit")
MAX_LISTED = 8


def command_words(words: NullTranslations) -> dict[str, str]:
    """Returns each command with its word in a language."""
    return {
        "help": words.pgettext("command", "help"),
        "look": words.pgettext("command", "look"),
        "legal": words.pgettext("command", "legal"),
        "brief": words.pgettext("command", "brief"),
        "what": words.pgettext("command", "what"),
        "why": words.pgettext("command", "why"),
        "score": words.pgettext("command", "score"),
        "log": words.pgettext("command", "log"),
        "undo": words.pgettext("command", "undo"),
        "guide": words.pgettext("command", "guide"),
        "hint": words.pgettext("command", "hint"),
        "plan": words.pgettext("command", "plan"),
        "branch": words.pgettext("command", "branch"),
        "save": words.pgettext("command", "save"),
        "quit": words.pgettext("command", "quit"),
    }


def commands_by_word() -> dict[str, str]:
    """Returns the command of each full word, in any language; an English word always means the English command."""
    found = {word: command for language in LANGUAGES for command, word in command_words(translations(language)).items()}
    return found | {command: command for command in COMMANDS}


@dataclass(frozen=True)
class Command:
    """A command and the rest of its line."""

    word: str
    rest: str


@dataclass(frozen=True)
class NotUnderstood:
    """The result for a line that can't be understood, with a message about it."""

    sentence: str


def parse_line(line: str, scene: Scene) -> Command | Action | NotUnderstood:
    """Returns the command or action of a line; the action may still be refused."""
    first, _, rest = line.strip().partition(" ")
    known = commands_by_word()
    if first.lower() in known:
        return Command(known[first.lower()], rest.strip())
    number = parse_int(line.strip())
    if number is not None:
        return action_by_number(number, scene)
    actions = match_actions(line, scene.game.legal_actions)
    own = command_words(scene.words)
    words = {word: command for command, word in own.items()} | {command: command for command in COMMANDS}
    # Several words that fit an answer are one: ``w 1 m`` does not ask why.
    commands = sorted({words[word] for word in words if word.startswith(first.lower())}) if not (rest and actions) else []
    if len(actions) == 1 and (not commands or is_exact(line, actions[0])):
        return actions[0]
    if len(commands) == 1 and not actions:
        return Command(commands[0], rest.strip())
    if actions or commands:
        return ambiguous(line, [action.text for action in actions] + [own[command] for command in commands], scene)
    return find_by_name(line, scene)


def find_by_name(line: str, scene: Scene) -> Action | NotUnderstood:
    """Returns an action by its readable name, or one that is not legal now."""
    _ = scene.words.gettext
    named = [a for a in scene.game.legal_actions if matches_name(line, title(scene, a, scene.game.quote(a), scene.game.question_kind))]
    if len(named) == 1:
        return named[0]
    if named:
        return ambiguous(line, [action.text for action in named], scene)
    known = match_actions(line, scene.game.ruleset.actions)
    asked = [action for action in known if is_of_question(action, scene)] or known
    if len(asked) == 1:
        return asked[0]
    if asked:
        said = _("None of these is possible now: %(possible)s. Type legal for those that are.")
        return NotUnderstood(said % {"possible": list_texts([action.text for action in asked])})
    near = get_close_matches(line.strip().lower(), [*scene.game.ruleset.action_table.by_text, *COMMANDS], n=3, cutoff=0.6)
    if near:
        return NotUnderstood(_("“%(typed)s” was not understood. Similar: %(near)s.") % {"typed": line.strip(), "near": ", ".join(near)})
    return NotUnderstood(
        _("“%(typed)s” was not understood. Type legal for what is possible, help for everything else.") % {"typed": line.strip()}
    )


def is_of_question(action: Action, scene: Scene) -> bool:
    """Returns whether the action belongs to the question, even if it is refused."""
    refusal = scene.game.refusal(action)
    return refusal is None or refusal.code != "not_asked"


def action_by_number(number: int, scene: Scene) -> Action | NotUnderstood:
    """Returns an action by its number in the list."""
    legal = scene.game.legal_actions
    if 1 <= number <= len(legal):
        return legal[number - 1]
    return NotUnderstood(scene.words.gettext("The list goes from 1 to %(last)s.") % {"last": len(legal)})


def ambiguous(line: str, found: Sequence[str], scene: Scene) -> NotUnderstood:
    """Returns the message for a line that matches several texts."""
    said = scene.words.gettext("“%(typed)s” can mean several things: %(possible)s.")
    return NotUnderstood(said % {"typed": line.strip(), "possible": list_texts(found)})


def list_texts(texts: Sequence[str]) -> str:
    """Returns the first few texts as a list in a sentence."""
    return ", ".join(texts[:MAX_LISTED]) + (" …" if len(texts) > MAX_LISTED else "")


def match_actions(line: str, actions: Sequence[Action]) -> list[Action]:
    """Returns the actions that match the words: exactly, else word by word as prefixes, else as prefixes of some words in order."""
    typed = split_words(line)
    if not typed:
        return []
    same = [action for action in actions if is_exact(line, action)]
    if same:
        return same
    straight = [action for action in actions if matches_prefixes(typed, split_words(action.text))]
    return straight or [action for action in actions if matches_subsequence(typed, split_words(action.text))]


def is_exact(line: str, action: Action) -> bool:
    """Returns whether the line is the full text of the action."""
    return split_words(line) == split_words(action.text)


def matches_name(line: str, name: str) -> bool:
    """Returns whether the words are prefixes of words of a readable name, in order."""
    return matches_subsequence(split_words(line), split_words(name), anywhere=True)


def split_words(text: str) -> list[str]:
    """Returns words and numbers in lower case."""
    return re.findall(r"[^\W_]+", text.casefold())


def is_prefix(short: str, whole: str) -> bool:
    """Returns whether a word is a prefix of another one; numbers must be equal."""
    return short == whole if short.isdecimal() else whole.startswith(short)


def matches_prefixes(typed: Sequence[str], whole: Sequence[str]) -> bool:
    """Returns whether each typed word is a prefix of the word at its place."""
    return len(typed) <= len(whole) and all(is_prefix(short, word) for short, word in zip(typed, whole, strict=False))


def matches_subsequence(typed: Sequence[str], whole: Sequence[str], *, anywhere: bool = False) -> bool:
    """Returns whether the typed words are prefixes of some of the words, in order; the first of the first, unless ``anywhere``."""
    if not typed or not whole or not (anywhere or is_prefix(typed[0], whole[0])):
        return False
    rest = iter(whole)
    return all(any(is_prefix(short, word) for word in rest) for short in typed)
