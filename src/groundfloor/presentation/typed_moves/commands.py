"""Commands that are typed beside moves, on the page and in the terminal, with their words in each language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations

from groundfloor.engine.round_plan import AT_MOST, ELSE

from ..translations import LANGUAGES, translations_of
from .matching import fold

YES_OR_NO = ("confirm", "back")
"""Commands whose words can be answers to a question, too: yes and no."""


@dataclass(frozen=True)
class Command:
    """A command and the rest of its line."""

    word: str
    rest: str


def command_words(translations: NullTranslations) -> dict[str, list[str]]:
    """Returns each command with what it is typed by in a language, the usual word first."""
    texts = {
        "help": translations.pgettext("command", "help"),
        "confirm": translations.pgettext("command", "yes|ok|y|confirm"),
        "back": translations.pgettext("command", "no|back"),
        "look": translations.pgettext("command", "look|board|table"),
        "legal": translations.pgettext("command", "legal"),
        "more": translations.pgettext("command", "more"),
        "brief": translations.pgettext("command", "brief"),
        "what": translations.pgettext("command", "what"),
        "why": translations.pgettext("command", "why"),
        "score": translations.pgettext("command", "score|points"),
        "log": translations.pgettext("command", "log|history"),
        "undo": translations.pgettext("command", "undo"),
        "guide": translations.pgettext("command", "guide"),
        "hint": translations.pgettext("command", "hint|tip"),
        "plan": translations.pgettext("command", "plan"),
        "set": translations.pgettext("command", "set"),
        "bot": translations.pgettext("command", "bot"),
        "propose": translations.pgettext("command", "propose"),
        "past": translations.pgettext("command", "past"),
        "film": translations.pgettext("command", "film|replay"),
        "analyse": translations.pgettext("command", "analyse|analysis"),
        "note": translations.pgettext("command", "note|notes"),
        "branch": translations.pgettext("command", "branch"),
        "save": translations.pgettext("command", "save"),
        "quit": translations.pgettext("command", "quit|exit"),
    }
    return {command: text.split("|") for command, text in texts.items()}


def plan_words(translations: NullTranslations) -> dict[str, list[str]]:
    """Returns each change of a plan with what it is typed by in a language."""
    texts = {
        "add": translations.pgettext("change of the plan", "add"),
        "drop": translations.pgettext("change of the plan", "drop"),
        "up": translations.pgettext("change of the plan", "up"),
        "down": translations.pgettext("change of the plan", "down"),
        "clear": translations.pgettext("change of the plan", "clear"),
        "next": translations.pgettext("change of the plan", "next"),
        "if": translations.pgettext("change of the plan", "if"),
        "start": translations.pgettext("change of the plan", "start"),
        "stop": translations.pgettext("change of the plan", "stop"),
    }
    return {change: text.split("|") for change, text in texts.items()}


def condition_words(translations: NullTranslations) -> dict[str, list[str]]:
    """Returns each condition of a planned move, as its text has it, with what it is typed by in a language or in English."""
    return {
        AT_MOST: [AT_MOST.strip(), translations.pgettext("condition of a planned move", "at most")],
        ELSE: [ELSE.strip(), translations.pgettext("condition of a planned move", "else")],
    }


def guide_words(translations: NullTranslations) -> dict[str, list[str]]:
    """Returns what can be asked of the guide (``SetGuide``) with what it is typed by in a language."""
    _ = translations.gettext
    return {"next": ["skip", _("skip")], "leave": ["off", _("off")], "resume": ["on", _("on")]}


def ending_words(translations: NullTranslations) -> dict[str, list[str]]:
    """Returns each end of a game that can be proposed with what it is typed by in a language."""
    return {
        "score": translations.pgettext("end of the game", "score").split("|"),
        "cancel": translations.pgettext("end of the game", "cancel").split("|"),
    }


def note_words(translations: NullTranslations) -> dict[str, list[str]]:
    return {"clear": translations.pgettext("change of the plan", "clear").split("|")}


def part_words(translations: NullTranslations) -> dict[str, list[str]]:
    """Returns each part of the table that can be looked at with what it is typed by in a language."""
    texts = {
        "city": translations.pgettext("part of the table", "city"),
        "tracks": translations.pgettext("part of the table", "tracks"),
        "sale": translations.pgettext("part of the table", "sale"),
        "deck": translations.pgettext("part of the table", "deck"),
        "me": translations.pgettext("part of the table", "me"),
        "draws": translations.pgettext("part of the table", "draws"),
    }
    return {part: text.split("|") for part, text in texts.items()}


def command_lines(translations: NullTranslations) -> list[str]:
    """Returns each command by its usual word in a language, and behind it what it is most often followed by."""
    following = {"look": part_words, "plan": plan_words, "guide": guide_words, "propose": ending_words, "note": note_words}
    lines = []
    for command, known in command_words(translations).items():
        lines.append(known[0])
        if command in following:
            lines += [f"{known[0]} {texts[-1 if command == 'guide' else 0]}" for texts in following[command](translations).values()]
    return lines


@cache
def commands_by_word() -> Mapping[str, str]:
    """Returns the command of each word as it is compared, in any language; an English word always means the English command."""
    english = translations_of("en")
    every = [*(translations_of(language) for language in LANGUAGES), english]
    return {
        simple(word): command
        for translations in every
        for command, known in command_words(translations).items()
        for word in (*known, command)
    }


def find_command(line: str) -> Command | None:
    """Returns the command of a line that begins with its whole word, in any language; None for any other line.

    Another line that ends with a question mark asks what something is, and is never an answer.
    """
    line = line.strip().removeprefix("/")  # the key that leads to the command line of the page
    first, _space, rest = line.strip().partition(" ")
    word = commands_by_word().get(simple(first))
    if word is None and line.strip().endswith("?"):
        return Command("what", asked_about(line))
    if word == "what":
        return Command(word, asked_about(rest))
    return Command(word, rest.strip()) if word is not None else None


def command_of(typed: str) -> Command | None:
    """Returns the command that a line is on a page, where an empty one confirms what is pencilled in; None if it can only be a move."""
    return find_command(typed) if typed.strip() else Command("confirm", "")


def asked_about(question: str) -> str:
    """Returns what a question is about: its words without those that only make it a question.

    >>> asked_about("is the factory for?"), asked_about("bringt die Börse?"), asked_about("ist das?")
    ('factory', 'Börse', '')
    """
    fillers = {simple(word) for language in LANGUAGES for word in question_words(translations_of(language))}
    words = question.strip().rstrip("? ").split()
    while words and simple(words[0]) in fillers:
        words = words[1:]
    while words and simple(words[-1]) in fillers:
        words = words[:-1]
    return " ".join(words)


@cache
def question_words(translations: NullTranslations) -> list[str]:
    """Returns the words of a question that don't say what it is about."""
    return translations.pgettext("typed question", "what|is|are|does|do|the|a|an|this|that|here|for|cost|mean|yield").split("|")


def commands_beginning(line: str, translations: NullTranslations) -> list[str]:
    """Returns the commands whose usual word, in this language or in English, begins with the first word of a line."""
    first = simple(line.strip().partition(" ")[0])
    known = (command_words(translations), command_words(translations_of("en")))
    return [command for command in known[0] if first and any(simple(each[command][0]).startswith(first) for each in known)]


def meaning_of_word(word: str, known: Mapping[str, Iterable[str]]) -> str:
    """Returns what a word in the reader's language, or in English, stands for; the word itself if it is not known."""
    return next((name for name, own in known.items() if simple(word) in map(simple, (name, *own))), word)


def simple(word: str) -> str:
    return "".join(fold(word))
