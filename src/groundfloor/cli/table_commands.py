"""The commands that change the table: draft, undo, plan and guide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.record import CHANCE
from groundfloor.numbers import parse_int
from groundfloor.presentation.plain_panels import plan_lines
from groundfloor.presentation.typed_moves.commands import guide_words, meaning_of_word
from groundfloor.presentation.typed_moves.move_names import plain_move_name
from groundfloor.presentation.typed_moves.plan_changes import plan_word, read_plan
from groundfloor.presentation.typed_moves.typed_lines import read_guide_word
from groundfloor.presentation.view.of_table import table_view
from groundfloor.table.operations import Propose, SetGuide, TakeBack, Undo
from groundfloor.table.value import UndoProposal
from groundfloor.translatable import TranslatableError

from .seat_commands import ask_others

if TYPE_CHECKING:
    from .session import Session


def confirm(session: Session, rest: str) -> list[str]:
    """Makes the moves that are chosen; says so if there are none."""
    if not session.table.value.drafts:
        return [session.translations.gettext("Nothing waits to be confirmed here: an answer is made as soon as it is typed.")]
    session.confirm()
    return []


def back(session: Session, rest: str) -> list[str]:
    """Takes back the last choice, or the last answer."""
    return undo(session, rest)


def last_person(session: Session) -> int | None:
    """Returns the seat of the person who has answered last; None if nobody has."""
    seat_values = session.table.value.seats
    active = session.match.record.active_entries()
    return next((entry.seat for entry in reversed(active) if entry.seat != CHANCE and seat_values[entry.seat].is_human), None)


def own_answers(session: Session, seat: int) -> list[str]:
    """Returns the answers of a seat that hold, without the ends of turns, which belong to their tasks."""
    return [entry.text for entry in session.match.record.active_entries() if entry.seat == seat and entry.text != "end"]


def undo(session: Session, rest: str) -> list[str]:
    """Takes back the draft, then answers of the player who answered last."""
    _ = session.translations.gettext
    count = parse_int(rest) if rest else 1
    if not count:
        return [_("Name a number of answers, as in: undo 2")]
    table, last = session.table, last_person(session)
    seat = session.seat if table.value.drafts or last is None else last
    chosen, before = draft_texts(session, seat), own_answers(session, seat)
    possible = len(chosen) + undoable_answers(session, seat)
    if not possible and count == 1 and table.askable_undo(seat):
        if session.operate(seat, Propose(UndoProposal(), table.version)):
            ask_others(session)
        return []
    if not possible:
        return [_("Nothing can be undone here: since your last answer something was drawn, or somebody else answered.")]
    if count > possible:
        only = session.translations.ngettext("Only %(n)s answer can be undone here.", "Only %(n)s answers can be undone here.", possible)
        return [only % {"n": possible}]
    session.answered = ""
    for _number in range(count):
        undone = TakeBack(session.table.version) if session.table.value.drafts else Undo(session.table.version)
        if not session.operate(seat, undone, tells=False):
            break
    taken = [*before[len(own_answers(session, seat)) :], *chosen[len(draft_texts(session, seat)) :]]
    rules = session.match.game.ruleset
    answers = ", ".join(plain_move_name(rules, rules.action(text), session.translations) for text in taken)
    return [_("%(name)s took back: %(answers)s.") % {"name": session.name(seat), "answers": answers}]


def draft_texts(session: Session, seat: int) -> list[str]:
    draft = session.table.draft(seat)
    return [action.text for action in (*draft.actions, *draft.deferred)]


def undoable_answers(session: Session, seat: int) -> int:
    entries = session.table.undoable(seat)
    own = [entry.text for entry in session.match.record.active_entries() if entry.seat == seat]
    return sum(text != "end" for text in own[-entries:]) if entries else 0


def guide(session: Session, rest: str) -> list[str]:
    """Repeats what the guide says, skips its step, sends it away or calls it back."""
    _ = session.translations.gettext
    table, seat = session.table, session.seat
    if not (table.is_guided or table.can_be_advised):
        return [_("This game has no guide; groundfloor play --learn starts a game with one.")]
    word = meaning_of_word(rest, guide_words(session.translations))
    if word in ("next", "leave", "resume") and not session.operate(seat, SetGuide(read_guide_word(word)), tells=False):
        return []
    if word == "leave":
        return [_("The guide is away; “guide on” calls it back.")]
    session.has_asked = True
    return [] if session.say_guide() else [_("The guide has nothing to add.")]


def plan(session: Session, rest: str) -> list[str]:
    """Shows the plan, changes it, plays its next step, or has its moves made."""
    seat = session.seat
    if rest:
        has_asked = session.has_asked
        try:
            change = read_plan(session.match.game.ruleset, rest, session.table.version, session.language)
        except TranslatableError as error:
            return [session.translations.gettext(error.msgid) % error.facts]
        if not session.operate(seat, change):
            return []
        if plan_word(rest, session.language) == ("next", ""):
            if not session.asks_to_confirm:
                session.confirm()
            return []
        session.has_asked = has_asked and session.table.asked_human_seat == seat
    return plan_lines(table_view(session.table, seat, session.texts, (seat,), shows_plan=True))
