"""The commands that look back: the table as it stood, a round step by step, the analysis, and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.files import Unreadable, read_text
from groundfloor.numbers import parse_int
from groundfloor.presentation.board.news_steps import news_steps
from groundfloor.presentation.log.log_line import log_line
from groundfloor.presentation.names import round_and_phase
from groundfloor.presentation.typed_moves.commands import meaning_of_word, note_words
from groundfloor.presentation.view.of_table import table_view
from groundfloor.table.messages import notes_text
from groundfloor.translatable import TranslatableError

from .branches import moment_lines
from .record_file import WriteFailed, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundfloor.presentation.view import NewsStep, TableView

    from .session import Session

ANALYSIS_SIMULATIONS = 50
"""Continuations of each decision that the analysis searches."""
MOST_DECISIONS = 8
"""The most decisions that the analysis lists."""


def past(session: Session, rest: str, look: Callable[[TableView, str], list[str]]) -> list[str]:
    """Shows the table, or a part of it, as it stood after an entry; without a number says where rounds and phases began."""
    _ = session.translations.gettext
    word, _space, part = rest.partition(" ")
    number, history = parse_int(word), session.table.history
    if number is None or number > session.table.version:
        return [
            _("Name an entry: past 31, past 31 city. Rounds and phases began after these entries:"),
            *moment_lines(session.table, session.translations),
        ]
    view = table_view(session.table, session.seat, session.texts, entry=number)
    heading = _("After entry %(n)s (%(when)s):") % {
        "n": number,
        "when": round_and_phase(*history.phases_after[number], session.translations),
    }
    return [heading, *look(view, part.strip())]


def film(session: Session, rest: str) -> list[str]:
    """Tells a round again, one effect after the other; Enter goes on, anything else stops."""
    _ = session.translations.gettext
    table, game = session.table, session.table.game
    number = parse_int(rest) if rest else max(game._state.round, 1)
    if number is None or not 1 <= number <= max(game._state.round, 1):
        return [_("Name a round from 1 to %(last)s, as in: film 1") % {"last": max(game._state.round, 1)}]
    log = [log_line(table.history, index, session.translations) for index in table.history.visible_at(table.version)]
    steps = news_steps(game, session.seat, session.translations, log, {line.number for line in log if line.round == number})
    for index, step in enumerate(steps):
        session.print_lines(step_lines(session, step, steps[index - 1] if index else None))
        if index < len(steps) - 1 and session.read_line(_("Enter goes on, any word stops: ")):
            break
    return []


def step_lines(session: Session, step: NewsStep, before: NewsStep | None) -> list[str]:
    """Returns a step as lines: where it is in the round, if that is new, what happens, and the numbers that it changes."""
    is_new = before is None or (before.round, before.phase) != (step.round, step.phase)
    heading = [f"{round_and_phase(step.round, step.phase, session.translations)}:"] if is_new else []
    changes = [f"{change.word} {change.before} → {change.after}" for change in step.changes]
    sentences = " ".join(filter(None, (*step.sentences, step.reason)))
    return [*heading, f"{step.title}. {sentences}" + (f" ({', '.join(changes)})" if changes else "")]


def analyse(session: Session, rest: str) -> list[str]:
    """What each decision of the people here was worth, when the game is over."""
    # Imported here, as numpy takes a tenth of a second and most games do without it.
    from groundfloor.analysis import Evaluator

    from .analyse_command import analyse_with_progress, analysis_lines

    _ = session.translations.gettext
    if not session.table.game.is_over:
        return [_("The analysis comes when the game is over. Before that, hint helps where hints are given.")]
    record = session.match.record
    session.print_line(_("Analysing; that takes a while."))
    people = session.game_shown.people
    analysis = analyse_with_progress(record, Evaluator.from_file(), people, ANALYSIS_SIMULATIONS, session.translations)
    return analysis_lines(analysis, record, MOST_DECISIONS, session.language, session.translations)


def note(session: Session, rest: str) -> list[str]:
    """Shows the notes, adds a line to them, or clears them; they are kept beside the file of the game."""
    _ = session.translations.gettext
    if meaning_of_word(rest, note_words(session.translations)) == "clear":
        return keep_notes(session, "")
    if rest:
        return keep_notes(session, f"{session.notes}\n{rest}".strip())
    return session.notes.splitlines() or [_("There are no notes. note TEXT adds a line, note clear removes all.")]


def keep_notes(session: Session, text: str) -> list[str]:
    """Keeps notes; returns why that is not possible, nothing if it is."""
    try:
        session.notes = notes_text(text)
        file = session.game_shown.record_file
        if file is not None:
            write(file.notes_path, session.notes, 0o600)
    except TranslatableError as error:
        return [session.translations.gettext(error.msgid) % error.facts]
    except WriteFailed as error:
        return [str(error)]
    return []


def read_notes(session: Session) -> str:
    """Returns the notes beside the file of the game that is shown; "" if there are none."""
    file = session.game_shown.record_file
    try:
        return read_text(file.notes_path) if file is not None and file.notes_path.exists() else ""
    except Unreadable:
        return ""
