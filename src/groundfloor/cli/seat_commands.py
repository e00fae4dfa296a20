"""The commands about seats: preferences, bots that play for people, and what all at the table agree to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.agents.specification import table_agents
from groundfloor.numbers import parse_int
from groundfloor.presentation import names
from groundfloor.presentation.board.proposals import end_proposals, proposal_facts, proposal_sentence
from groundfloor.presentation.typed_moves.commands import ending_words, guide_words, meaning_of_word, simple
from groundfloor.table.operations import LetBotPlay, Propose, SetPreference, Vote
from groundfloor.table.proposals import is_asked_to_agree, read_proposed
from groundfloor.table.value import PREFERENCES

if TYPE_CHECKING:
    from .session import Session


def set_(session: Session, rest: str) -> list[str]:
    """Lists the preferences of the player who is asked with their numbers, or switches one."""
    _ = session.translations.gettext
    seat = session.seat
    number, _space, given = rest.partition(" ")
    if not rest:
        return [*preference_lines(session, seat), _("To switch one: set 2, set 2 on, set 2 off.")]
    place, word = parse_int(number), meaning_of_word(given, guide_words(session.translations))
    if place is None or not 1 <= place <= len(PREFERENCES) or (given and word not in ("resume", "leave")):
        return [_("There are preferences 1 to %(last)s: set 2, set 2 on, set 2 off.") % {"last": len(PREFERENCES)}]
    name = PREFERENCES[place - 1]
    is_on = word == "resume" if given else not is_preferred(session, seat, name)
    if name == "confirms_itself":
        session.asks_to_confirm = not is_on
        if is_on and not session.answered:
            session.confirm()
    else:
        session.operate(seat, SetPreference(name, is_on))
    return preference_lines(session, seat)


def is_preferred(session: Session, seat: int, name: str) -> bool:
    return not session.asks_to_confirm if name == "confirms_itself" else session.table.value.preferences_of(seat).is_on(name)


def preference_lines(session: Session, seat: int) -> list[str]:
    _ = session.translations.gettext
    titles = {
        "confirms_itself": _("Play without confirming"),
        "skips_hiring": _("Always skip hiring"),
        "skips_firing": _("Always skip firing"),
    }
    switched = {
        name: names.full("choice", "on" if is_preferred(session, seat, name) else "off", session.translations) for name in PREFERENCES
    }
    return [f"{number}. {titles[name]}: {switched[name]}" for number, name in enumerate(PREFERENCES, 1)]


def bot(session: Session, rest: str) -> list[str]:
    """Says who plays, lets a bot play for a person from here on, or a person again."""
    _ = session.translations.gettext
    if not rest:
        return [*player_lines(session), _("To let a bot play: bot manager, bot Ann manager. To play again: bot off, bot Ann off.")]
    name, _space, word = rest.strip().rpartition(" ")
    called = {agent: [names.full("bot", agent, session.translations)] for agent in table_agents()}
    is_off = meaning_of_word(word, guide_words(session.translations)) == "leave"
    agent = "" if is_off else meaning_of_word(word, called)
    seats = [seat for seat in session.game_shown.people if simple(session.name(seat)).startswith(simple(name))]
    taken = [seat for seat in seats if session.table.value.seats[seat].agent]
    if not name:
        seats = taken if is_off else [session.seat]
    if len(seats) != 1:
        people = ", ".join(session.name(seat) for seat in session.game_shown.people)
        return [_("Name one of the people at the table: %(people)s.") % {"people": people}]
    if session.operate(seats[0], LetBotPlay(agent)):
        session.game_shown.given_seats.add(seats[0])
    return []


def player_lines(session: Session) -> list[str]:
    _ = session.translations.gettext
    lines = []
    for seat_value in session.table.value.seats:
        kind = (
            names.full("bot", seat_value.agent, session.translations)
            if seat_value.agent
            else _("an Automa")
            if seat_value.automa
            else _("a person")
        )
        lines.append(f"{seat_value.name}: {kind}.")
    return lines


def take_back_seat(session: Session) -> bool:
    """Gives a person's seat back from its bot if no person plays any more; returns whether there is such a seat."""
    table = session.table
    seats = session.game_shown.people
    if table.game.is_over or not seats or any(not table.value.seats[seat].agent for seat in seats):
        return False
    return session.operate(seats[0], LetBotPlay(""))


def propose(session: Session, rest: str) -> list[str]:
    """Ends the game with scores or without a result, if everybody at the table agrees."""
    _ = session.translations.gettext
    called = ending_words(session.translations)
    what = meaning_of_word(rest, called)
    if what not in called:
        line = _("propose %(what)s: %(label)s. %(sentence)s")
        ends = end_proposals(session.table, session.translations)
        return [line % {"what": called[end.kind][0], "label": end.label, "sentence": end.sentence} for end in ends]
    if not says_yes(session, _("That can’t be undone. Really? (yes, no) ")):
        return []
    if session.operate(session.seat, Propose(read_proposed(what), session.table.version)):
        ask_others(session)
    return []


def ask_others(session: Session) -> None:
    """Asks the people at the table about the open proposal until all that are needed have agreed, or one has refused."""
    called = {seat_value.seat: seat_value.name for seat_value in session.table.value.seats}
    while (proposal := proposal_facts(session.table)) is not None and proposal.is_open:
        seat = next((voter for voter in proposal.asked if is_asked_to_agree(session.table, voter)), None)
        if seat is None:
            return
        question = session.translations.gettext("%(name)s, do you agree? (yes, no) ") % {"name": session.name(seat)}
        agrees = says_yes(session, f"{proposal_sentence(proposal, called, session.translations)} {question}")
        if not session.operate(seat, Vote(proposal.id, agrees)):
            return
        if not agrees:
            session.print_line(session.translations.gettext("Refused: the game goes on."))


def says_yes(session: Session, question: str) -> bool:
    """Asks a question that is answered by yes or no; anything else than yes is no."""
    return session.is_yes(session.read_line(question) or "")
