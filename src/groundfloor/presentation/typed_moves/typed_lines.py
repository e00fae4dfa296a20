"""Reads a line that is typed at a table: which operation it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, get_args

from groundfloor.table.checks import check_turn
from groundfloor.table.errors import UnknownCommand
from groundfloor.table.operations import Confirm, GuideWord, Pick, SetGuide, TakeBack, Undo

from ..translations import DEFAULT, translations_of
from .commands import YES_OR_NO, command_of, guide_words, meaning_of_word
from .matching import Closeness
from .move_reader import move_reader
from .plan_changes import read_plan

if TYPE_CHECKING:
    from groundfloor.table import Table
    from groundfloor.table.operations import Operation


def read_line(table: Table, seat: int, typed: str, version: int, language: str = DEFAULT) -> Operation:
    """Returns the operation that a line means: a command that changes the table, or a move, like a click on it; an empty line confirms the draft.

    Moves and their errors are in ``language`` or in English, and may be abbreviated; what goes on from an unfinished choice may be typed alone.
    Changes nothing, and takes longer than the thread that writes has for a request. Raises UnknownCommand, Ambiguous, Refused or BadPlan, and
    for a move of a seat that is not on turn what a pick would.
    """
    command = command_of(typed)
    if command is None or (command.word in YES_OR_NO and is_answer(table, seat, typed, language)):
        return Pick(read_move(table, seat, typed, version, language), version)
    match command.word:
        case "confirm":
            return Confirm(version)
        case "back":
            return TakeBack(version)
        case "undo":
            return Undo(version)
        case "plan":
            return read_plan(table.game.ruleset, command.rest, version, language)
        case "guide":
            return SetGuide(read_guide_word(meaning_of_word(command.rest, guide_words(translations_of(language)))))
        case _:
            raise UnknownCommand("“%(typed)s” is a command of the terminal.", typed=typed)


def read_move(table: Table, seat: int, typed: str, version: int, language: str) -> str:
    """Returns the text of the action that a line means, or how the texts of several begin."""
    check_turn(table, seat, version)
    draft = table.draft(seat)
    reader, whole = move_reader(draft, language), f"{draft.partial} {typed}"
    return reader.read(whole if draft.partial and reader.matches(whole)[1] else typed)


def is_answer(table: Table, seat: int, typed: str, language: str) -> bool:
    """Returns whether yes or no answers the question, as nothing is pencilled in that it could be about."""
    draft = table.draft(seat)
    if table.asked != seat or draft.actions or draft.partial or draft.deferred:
        return False
    return move_reader(draft, language).matches(typed)[0] is Closeness.EQUAL


def read_guide_word(word: str) -> GuideWord:
    """Returns what is asked of the guide; UnknownCommand for a word that it does not know."""
    if word not in get_args(GuideWord):
        raise UnknownCommand("The guide of a guided game, and of a practice table, knows: next, leave, resume.")
    return cast("GuideWord", word)
