"""Parses a line typed in the terminal: a command, or an answer by its number in the list or by its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.actions import Action
from groundfloor.numbers import parse_int
from groundfloor.presentation.answer_places import place_title
from groundfloor.presentation.typed_moves.commands import YES_OR_NO, Command, command_words, commands_beginning, find_command
from groundfloor.presentation.typed_moves.matching import Closeness
from groundfloor.presentation.typed_moves.move_reader import MoveCandidate, MoveReader, listing, move_reader
from groundfloor.table.drafts import DraftMoves

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.presentation.view import TableView
    from groundfloor.translatable import TranslatableError


@dataclass(frozen=True)
class NotUnderstood:
    """The result for a line that can't be understood, with a message about it."""

    sentence: str


def parse_line(line: str, view: TableView) -> Command | Action | NotUnderstood:
    """Returns the command or action of a line; the action may still be refused."""
    line = line.strip().removeprefix("/")
    command, number = find_command(line), parse_int(line.strip())
    if command is not None and command.word not in YES_OR_NO:
        return command
    draft = DraftMoves(
        view.own.seat or 0,
        view.own.draft.positions or (view.game,),
        view.own.draft.actions,
        view.own.draft.partial,
        view.own.draft.deferred,
    )
    reader = move_reader(draft, view.language)
    near, candidates = reader.matches(line)
    if number is not None:
        return action_by_number(number, candidates, view)
    if command is not None and near is not Closeness.EQUAL:
        return command
    own = command_words(view.translations)
    # Several words that fit an answer are one: ``w 1 m`` does not ask why.
    commands = commands_beginning(line, view.translations) if len(line.split()) == 1 or not candidates else []
    if len(candidates) == 1 and (not commands or near is Closeness.EQUAL):
        return candidates[0].action
    if len(commands) == 1 and not candidates:
        return Command(commands[0], line.strip().partition(" ")[2].strip())
    if commands and near is not Closeness.EQUAL:
        return not_understood(reader.ambiguous(line.strip(), [*reader.names(candidates), *(own[command][0] for command in commands)]), view)
    return action_meant(line.strip(), reader, candidates, view)


AFTER_THE_END = ("help", "look", "what", "score", "log", "undo", "past", "film", "analyse", "note", "branch", "save", "quit")
"""Commands for a game that is over."""


def command_after_end(line: str, translations: NullTranslations) -> Command | None:
    """Returns the command of a line that is typed after the end of a game, which may be shortened; None for any other line."""
    command = find_command(line)
    begun = [word for word in commands_beginning(line, translations) if word in AFTER_THE_END]
    if command is None and len(begun) == 1:
        command = Command(begun[0], line.strip().partition(" ")[2].strip())
    return command if command is not None and command.word in AFTER_THE_END else None


def action_meant(line: str, reader: MoveReader, candidates: list[MoveCandidate], view: TableView) -> Command | Action | NotUnderstood:
    """Returns the only action that words mean, the command that shows those of one place, else what they could mean, or what is possible."""
    if not candidates:
        rules = view.game.ruleset
        answers_other = bool(MoveReader(rules, map(MoveCandidate, rules.actions), reader.seat, reader.language).matches(line)[1])
        return not_understood(reader.not_possible(line) if answers_other else reader.unknown(line), view)
    codes = [candidate.refusal.code if candidate.refusal is not None else "" for candidate in candidates]
    if len(candidates) == 1 or ("" not in codes and len(set(codes)) == 1):
        return candidates[0].action
    if "" not in codes:
        sentence = view.translations.gettext("None of these is possible now: %(possible)s.")
        return NotUnderstood(sentence % {"possible": listing(reader.names(candidates))})
    if not any(codes) and len({place_title(view, candidate.action) for candidate in candidates}) == 1:
        return Command("more", line)
    return not_understood(reader.ambiguous(line, reader.names(candidates)), view)


def action_by_number(number: int, named: list[MoveCandidate], view: TableView) -> Action | NotUnderstood:
    """Returns an action by its number in the list; beyond the list the only one that the number itself names, such as a price."""
    legal = view.game.legal_actions
    if 1 <= number <= len(legal):
        return legal[number - 1]
    if len(named) == 1:
        return named[0].action
    return NotUnderstood(view.translations.gettext("The list goes from 1 to %(last)s.") % {"last": len(legal)})


def not_understood(error: TranslatableError, view: TableView) -> NotUnderstood:
    return NotUnderstood(view.translations.gettext(error.msgid) % error.facts)
