"""What a move is called where it is typed: the text of its action word by word, with the names that stand on the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from gettext import NullTranslations

from groundfloor.engine.actions import Action
from groundfloor.engine.ruleset import Ruleset

from .. import names
from ..areas.registry import presenters
from ..board.action_text import action_title
from ..board.amounts import gain
from ..questions.question import CLOSING
from ..questions.registry import presenter_of_answer
from ..translations import translations_of
from ..view import TableView
from .matching import Words, fold

Parts = tuple[tuple["Words", ...], ...]
"""The parts of a move, each with the names by which it can be typed."""
TITLED = (*CLOSING, "hire", "fire", "bonuses")
"""First words of the answers that name nothing on the board: they are called by their titles."""
OMITTED = ("buy", "take", "bonus", "price", "drop", "fire")
"""First words of the answers that may be left out, where the question says the same."""


def move_name(view: TableView, action: Action) -> str:
    """Returns what an answer is called in lists and suggestions; typed, it means this answer and no other of the question."""
    if action.verb in TITLED:
        return names.without_soft_hyphens(action_title(view, action, view.game.quote(action), view.game.question_kind))
    return plain_move_name(view.game.ruleset, action, view.translations)


def plain_move_name(rules: Ruleset, action: Action, translations: NullTranslations) -> str:
    """Returns what an action is called whatever the position: ``Warehouse 3 money``, ``Remodel Training``."""
    return " ".join(each[0] for each in parts_of_text(rules, action, translations))


def parts_of_text(rules: Ruleset, action: Action, translations: NullTranslations) -> list[tuple[str, ...]]:
    """Returns for each word of an action's text what it can be typed by in a language: the name on the board first."""
    verb, *others = action.text.split()
    parts = [verb_names(rules, verb, translations)]
    for place, word in enumerate(others, 1):
        parts.append(tuple(dict.fromkeys((*operand_names(rules, verb, place, word, translations), word))))
    return parts


def verb_names(rules: Ruleset, verb: str, translations: NullTranslations) -> tuple[str, ...]:
    """Returns the names for the first word of an action: an area with its letter, a room, a tile, a marketing type, or a verb."""
    names_of_verb: list[str] = []
    for letter, presenter in zip(names.LETTERS, presenters(rules), strict=False):
        if verb == presenter.task_verb:
            names_of_verb = [*names_of("area", presenter.area.id, translations), letter]
        elif verb in presenter.answer_verbs:
            names_of_verb = [*verb_words(translations)[verb], *names_of("area", presenter.area.id, translations), letter]
    if not names_of_verb and verb in verb_words(translations):
        names_of_verb = verb_words(translations)[verb]
    return tuple(dict.fromkeys((*(names_of_verb or thing_names(rules, verb, translations)), verb)))


def operand_names(rules: Ruleset, verb: str, place: int, word: str, translations: NullTranslations) -> Iterable[str]:
    """Returns the names for a further word of an action, the one at ``place`` (1 for the second)."""
    if word.isdecimal():
        if verb == "drop" and place == 2:
            return translations.pgettext("typed", "to %(price)s") % {"price": word}, word
        is_of_room = any(room.id == verb for room in rules.rooms)
        if is_of_room:
            return names.counted("time", int(word), translations), word
        return (word, *(f"{place} {word}" for place in translations.pgettext("typed", "space|door|row").split("|")))
    if verb == "bonus":
        return names_of("bonus", word, translations)
    if word in names.RESOURCES:
        return names_of("resource", word, translations)
    base, _underscore, number = word.rpartition("_")
    if number.isdecimal():
        return tuple(f"{name} {number}" for name in thing_names(rules, base, translations))
    return operand_words(translations).get(word) or thing_names(rules, word, translations)


def thing_names(rules: Ruleset, id: str, translations: NullTranslations) -> tuple[str, ...]:
    """Returns the names of a room, a tile or a marketing type; the id of anything else."""
    if any(room.id == id for room in rules.rooms):
        return names_of("room", id, translations)
    if id in names.MARKETING and not any(tile.id == id for tile in rules.tiles):
        return names_of("marketing", id, translations)
    return names_of(names.tile_group(id), id, translations)


def names_of(group: str, id: str, translations: NullTranslations) -> tuple[str, ...]:
    return names.full(group, id, translations), names.without_soft_hyphens(names.short(group, id, translations))


@cache
def verb_words(translations: NullTranslations) -> Mapping[str, list[str]]:
    """Returns what may be typed for the verbs of actions in a language, the usual one first."""
    texts = {
        "hire": translations.pgettext("typed", "Hire|Employ|Yes"),
        "fire": translations.pgettext("typed", "Fire|Dismiss"),
        "remodel": translations.pgettext("typed", "Remodel|Rebuild"),
        "buy": translations.pgettext("typed", "Buy|Build"),
        "take": translations.pgettext("typed", "Take"),
        "price": translations.pgettext("typed", "Price"),
        "drop": translations.pgettext("typed", "Drop|From|Lower"),
        "sell": translations.pgettext("typed", "Sell|Yes"),
        "bonus": translations.pgettext("typed", "Bonus"),
        "bonuses": translations.pgettext("typed", "Bonuses|Both|Yes"),
        "done": translations.pgettext("typed", "Done|Finished|Keep|Nobody|No|Pass"),
        "none": translations.pgettext("typed", "Nothing|None|Nobody|No|Pass"),
        "end": translations.pgettext("typed", "End|End turn|Go on|Done|Pass"),
    }
    return {verb: text.split("|") for verb, text in texts.items()}


@cache
def operand_words(translations: NullTranslations) -> Mapping[str, list[str]]:
    """Returns what may be typed for the operands of actions that are no names, the usual one first."""
    texts = {
        "mixed": translations.pgettext("typed", "money and info|mixed"),
        "trained": translations.pgettext("typed", "trained"),
        "untrained": translations.pgettext("typed", "untrained"),
        "liquidation": translations.pgettext("typed", "liquidation|liquidate"),
        "stay": translations.pgettext("typed", "stays|keep"),
        "left": translations.pgettext("typed", "left"),
        "right": translations.pgettext("typed", "right"),
    }
    return {word: text.split("|") for word, text in texts.items()}


@lru_cache(maxsize=8_192)
def text_forms(rules: Ruleset, action: Action, language: str) -> list[Parts]:
    """Returns the names of an action in any position; a task on a space that the position decides has one for each space."""
    parts = text_parts(rules, action, language)
    is_of_area = any(action.verb == presenter.task_verb for presenter in presenters(rules))
    return [parts, (*parts, distinct_words(map(str, range(1, 10))))] if len(parts) == 1 and is_of_area else [parts]


@lru_cache(maxsize=8_192)
def text_parts(rules: Ruleset, action: Action, language: str) -> Parts:
    return tuple(distinct_words(each) for each in parts_of_text(rules, action, translations_of(language)))


def move_forms(view: TableView, action: Action) -> list[Parts]:
    """Returns the parts of everything that an answer is called in the language of a view: its text in names, its title, its button."""
    game = view.game
    quote, kind = game.quote(action), game.question_kind
    parts = text_parts(game.ruleset, action, view.language)
    named = [action_title(view, action, quote, kind)]
    if action.verb in CLOSING:
        return [parts, (distinct_words(named),)]
    entry = presenter_of_answer(action.verb)
    if kind != "schedule" and (action.verb != "remodel" or kind == "bonus_room"):
        named.append(entry.button_text(view, action))
    second = [entry.second_button(view, action, quote)[0]] if kind == "schedule" and action.verb != "remodel" else []
    space = gain(quote, "space")
    numbered = (*parts, distinct_words([str(space)])) if space and len(parts) == 1 else parts
    return [numbered, (distinct_words(named), distinct_words(second), *parts[1:])]


def distinct_words(texts: Iterable[str]) -> tuple[Words, ...]:
    """Returns names as they are compared, each once, without empty ones."""
    return tuple(dict.fromkeys(found for found in map(fold, texts) if found))
