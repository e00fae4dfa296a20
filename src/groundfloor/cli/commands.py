"""The commands of a game in the terminal, such as look, why and undo."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.engine.actions import Action
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.state import HIRE, OVER, SCHEDULE
from groundfloor.numbers import parse_int
from groundfloor.presentation import names
from groundfloor.presentation.analysis.hint_text import LINE, LOOK, hint_text
from groundfloor.presentation.answer_places import answer_places
from groundfloor.presentation.areas.registry import presenters
from groundfloor.presentation.board.purposes import every_purpose, question_and_purpose, question_purpose
from groundfloor.presentation.board.rule_refs import rule_label
from groundfloor.presentation.log.event_text import format_refusal
from groundfloor.presentation.plain_text import (
    answer_line,
    answer_lines,
    answer_name,
    city_lines,
    company_line,
    company_lines,
    deck_lines,
    offer_lines,
    track_lines,
)
from groundfloor.presentation.rulebook import LENGTHS, UnknownParagraph, rule_book_for
from groundfloor.presentation.translations import LANGUAGES
from groundfloor.presentation.typed_moves.commands import meaning_of_word, part_words, simple
from groundfloor.presentation.typed_moves.matching import Closeness, closeness, fold
from groundfloor.presentation.typed_moves.move_names import plain_move_name
from groundfloor.presentation.typed_moves.move_reader import MoveCandidate, MoveReader, choices_at
from groundfloor.table.hints import HINT_SECONDS, HINT_SIMULATIONS, table_hints_refusal

from .branches import branch
from .command_parser import NotUnderstood, parse_line
from .game_text import score_lines
from .past_commands import analyse, film, note, past
from .rules_command import search_lines
from .seat_commands import bot, propose, set_
from .table_commands import back, confirm, guide, plan, undo

if TYPE_CHECKING:
    from collections.abc import Callable
    from gettext import NullTranslations

    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.presentation.analysis.hint_text import HintText
    from groundfloor.presentation.board.purposes import PlacePurpose
    from groundfloor.presentation.typed_moves.matching import Words
    from groundfloor.presentation.view import TableView

    from .session import Session

LINES_OF_LOG = 20
PARTS_OF_TABLE: dict[str, Callable[[TableView], list[str]]] = {
    "city": city_lines,
    "tracks": track_lines,
    "sale": offer_lines,
    "deck": deck_lines,
}


def length_words(translations: NullTranslations) -> dict[str, str]:
    return {
        "short": translations.pgettext("length of the rules", "short"),
        "long": translations.pgettext("length of the rules", "long"),
        "both": translations.pgettext("length of the rules", "both"),
    }


def help_(session: Session, rest: str) -> list[str]:
    """What the question is for and the first commands; all commands, or the rules about a word."""
    _ = session.translations.gettext
    if not rest:
        asked, what_for = question_and_purpose(session.view)
        return [*([f"{asked}: {what_for}"] if what_for else []), *first_commands(session)]
    if meaning_of_word(rest, {"commands": [session.translations.pgettext("help about", "commands")]}) == "commands":
        return [*first_commands(session)[:-1], *other_commands(session)]
    rules = session.match.game.ruleset
    book, *others = [rule_book_for(language, rules) for language in sorted(LANGUAGES, key=lambda other: other != session.language)]
    words, length = length_in(rest, session.translations)
    try:
        return search_lines(book, words, length, *others)
    except UnknownParagraph:
        return [_("The rules say nothing about “%(word)s”. Try a single word, or a number such as IV.B.") % {"word": words}]


def length_in(rest: str, translations: NullTranslations) -> tuple[str, str]:
    """Returns the topic and the length that the last word names, as in ``warehouse long``; short if it names none."""
    topic, _space, last = rest.rpartition(" ")
    lengths = {word: length for length, word in length_words(translations).items()} | {length: length for length in LENGTHS}
    return (topic.strip(), lengths[last.casefold()]) if topic and last.casefold() in lengths else (rest, LENGTHS[0])


def first_commands(session: Session) -> list[str]:
    """Returns the commands that somebody who plays for the first time needs; the last line mentions the others."""
    _ = session.translations.gettext
    return [
        _(
            "To answer, type the number of an answer, or its words as listed; every word may be shortened: fac, w 1 m, buy inv. The letters on the signs do, too: E, D3."
        ),
        _("more: prices and effects of the answers, place by place; more B or more factory: those of a place."),
        _("what: what the question is for; what factory, what investor, what info: what a place is for, and its rule."),
        _("look: the whole table. look city, look tracks, look sale, look deck, look me, look NAME: a part of it."),
        _("hint: what to look at; hint 2: the best answers, and why; hint 3: the best line to the end of the round too."),
        *([_("guide: the guide’s step again; guide skip, guide off, guide on.")] if session.table.is_guided else []),
        *([_("guide on: advice at each decision; guide off: none any more.")] if session.table.can_be_advised else []),
        _(
            "undo: takes back your last answer; undo 2: two of them. Not beyond a draw or an answer of somebody else, and not after the end."
        ),
        _(
            "help WORD: the rules about it; help IV.E: a paragraph by its number. help WORD long: in full, with examples; both: in both lengths."
        ),
        _("save FILE: saves the game in a file from now on. quit, Ctrl-D or Ctrl-C: leaves."),
        _("help commands: all that can be typed, such as log, score, why, plan, past and notes."),
    ]


def other_commands(session: Session) -> list[str]:
    """Returns all commands but the first ones."""
    _ = session.translations.gettext
    return [
        _("legal: lists all answers. brief: hides or shows their effects."),
        _("Several answers at once, with commas: factory, remodel training. A task without a remodel ends the turn."),
        _("why ACTION: why something is not possible."),
        _("score: prestige as things stand, with its parts."),
        _("log: the last lines of what has happened; log 50: the last 50."),
        _("plan: your moves ahead; plan add TASK, plan drop 2, plan up 2, plan down 2, plan clear; plan next: plays the next step."),
        _("plan add factory at most 3, plan if 2 else consulting: under which condition a move is made."),
        _("plan start: makes these moves as soon as you are asked, up to the first that can’t be made; plan stop: no longer."),
        _("past 31: the table as it stood after entry 31; past: where rounds and phases began. film 2: round 2 again, step by step."),
        _("set: preferences, such as to confirm each move. bot: who plays; bot manager: has a bot play for you; bot off: you play again."),
        _(
            "propose score, propose cancel: ends the game with scores, or without a result. note TEXT: adds to your notes; note: shows them."
        ),
        _("analyse: what each of your decisions was worth, when the game is over."),
        _(
            "branch: the games side by side; branch from 31: tries another way from entry 31, at practice tables and finished games; branch back."
        ),
        _("look draws: the hash of the key of the draws."),
    ]


def look(session: Session, rest: str) -> list[str]:
    """The table, or a part of it."""
    if meaning_of_word(rest, part_words(session.translations)) == "draws":
        return [session.translations.gettext("Hash of the key of the draws: %(hash)s") % {"hash": session.match.key_hash}]
    return look_at_part(session.view, rest) if rest else table_overview(session.view)


def table_overview(view: TableView) -> list[str]:
    _ = view.translations.gettext
    seats = [company_line(view, seat) for seat in view.game._state.popularity_order]
    hint = _("Rooms and improvements of a company: look NAME. What can be bought: look sale.")
    return [*track_lines(view), *city_lines(view), *seats, hint]


def look_at_part(view: TableView, word: str) -> list[str]:
    """Returns a part of the table or a company, by the beginning of its name."""
    _ = view.translations.gettext
    words = part_words(view.translations)
    part, begun = meaning_of_word(word, words), simple(word)
    if part == "me":
        return company_lines(view, view.own.seat if view.own.seat is not None else 0)
    if part in PARTS_OF_TABLE:
        return PARTS_OF_TABLE[part](view)
    people = [seat for seat, person in enumerate(view.game.seats) if simple(person.name).startswith(begun)]
    parts = [part for part in PARTS_OF_TABLE if any(simple(known).startswith(begun) for known in (part, *words[part]))]
    exact = [seat for seat in people if simple(view.game.seats[seat].name) == begun]
    if len(exact) == 1 or (len(people) == 1 and not parts):
        return company_lines(view, (exact or people)[0])
    if len(parts) == 1 and not people:
        return PARTS_OF_TABLE[parts[0]](view)
    possible = ", ".join([*(known[0] for known in words.values()), *(person.name for person in view.game.seats)])
    return [_("You can look at: %(possible)s.") % {"possible": possible}]


def legal(session: Session, rest: str) -> list[str]:
    """The legal answers again."""
    return answer_lines(session.view, is_brief=session.is_brief)


def more(session: Session, rest: str) -> list[str]:
    """The answers of the next place, or of those that are named: by a number of the list, by the letter of the area, or by words."""
    view = session.view
    places = answer_places(view)
    number = parse_int(rest)
    if not rest:
        place = places[session.places_shown % len(places)]
        session.places_shown += 1
        return [f"{place.title}:", *answer_lines(view, is_brief=session.is_brief, shown=place.actions)]
    shown = [action for place in places if number is not None and place.first <= number <= place.last for action in place.actions]
    shown = shown or [action for place in places if place.title.endswith(f"({rest.upper()})") for action in place.actions]
    shown = shown or [action for place in places if simple(place.title).startswith(simple(rest)) for action in place.actions]
    if not shown:
        reader = MoveReader(view.game.ruleset, choices_at(view.game), view.own.seat or 0, view.language)
        shown = [candidate.action for candidate in reader.matches(rest)[1] if candidate.refusal is None]
    if not shown:
        return [session.translations.gettext("No answer is called “%(words)s”. legal lists them all.") % {"words": rest}]
    return answer_lines(view, is_brief=session.is_brief, shown=shown)


def brief(session: Session, rest: str) -> list[str]:
    """Switches between lists with and without effects."""
    session.is_brief = not session.is_brief
    return legal(session, rest)


def why(session: Session, rest: str) -> list[str]:
    _ = session.translations.gettext
    if not rest:
        return [_("Name an action, as in: why factory")]
    parsed = parse_line(rest, session.view)
    if isinstance(parsed, NotUnderstood):
        return [reason_by_phase(session, rest) or parsed.sentence]
    if not isinstance(parsed, Action):
        return [_("That is a command, and always possible.")]
    refusal = session.view.game.refusal(parsed)
    if refusal is None:
        return [_("Possible: %(action)s") % {"action": answer_line(session.view, parsed)}]
    return [f"{session.name_of(parsed)}: {format_refusal(refusal, session.translations)}"]


def reason_by_phase(session: Session, typed: str) -> str:
    """Returns why an answer is not possible that another phase asks for, "" if the words name none."""
    _, game, view = session.translations.gettext, session.match.game, session.view
    for phase, roman in ((SCHEDULE, "III"), (HIRE, "II")):
        actions = [action for action in game.ruleset.actions if phase_of(game.ruleset, action) == phase]
        candidates = MoveReader(game.ruleset, map(MoveCandidate, actions), view.own.seat or 0, view.language).matches(typed)[1]
        if candidates and game._state.phase != phase:
            name = plain_move_name(game.ruleset, candidates[0].action, session.translations) if len(candidates) == 1 else typed
            facts = {"action": name, "number": roman, "phase": names.phase_name(phase, session.translations)}
            now = names.phase_name(game._state.phase, session.translations)
            return _("%(action)s: Not possible: that is decided in phase %(number)s (%(phase)s), and now it is: %(now)s.") % {
                **facts,
                "now": now,
            }
    return ""


def phase_of(rules: Ruleset, action: Action) -> int:
    """Returns the phase in which an action is chosen; that of the end for one that answers a question of the city or of an Automa."""
    if rules.task_of[action.index] is not None:
        return SCHEDULE
    return HIRE if action.verb in ("hire", "done", "fire") else OVER


def log(session: Session, rest: str) -> list[str]:
    """The last lines of the log."""
    _ = session.translations.gettext
    count = parse_int(rest) if rest else LINES_OF_LOG
    if count is None:
        return [_("Name a number of lines, as in: log 50")]
    return session.history()[-count:] if count else []


def save(session: Session, rest: str) -> list[str]:
    """Keeps the game in a file from now on."""
    _ = session.translations.gettext
    if not rest:
        return [_("Name a file, as in: save game.gfr")]
    path = Path(rest).expanduser()
    if path.exists():
        return [_("%(file)s exists already; name another file.") % {"file": path}]
    key = session.match.key
    if key is None:
        return [_("This record is in a file already.")]
    try:
        file = session.game_shown.keep_in(path, key)
    except GroundfloorError as error:
        return [str(error)]
    return [
        _("Saved in %(file)s from now on; continue later with: groundfloor play --record %(word)s") % {"file": file.path, "word": file.word}
    ]


def what_lines(view: TableView, rest: str) -> list[str]:
    """Returns what the thing with this name is for, without a name what the present question is for."""
    _ = view.translations.gettext
    places = things_named(view, rest) if rest else list(question_purpose(view.game, view.game.question_kind, view.translations))
    if not places:
        return [
            _("There is no “%(word)s”. Name a place as in an answer, such as: what factory, what investor, what info.") % {"word": rest}
        ]
    return [line for place in places for line in purpose_lines(view, place)]


def purpose_lines(view: TableView, purpose: PlacePurpose) -> list[str]:
    rule = [rule_label(view.game.ruleset, purpose.rule, view.language)] if purpose.rule else []
    return [f"{purpose.title}: {purpose.text}", *([purpose.effect] if purpose.effect else []), *rule]


def things_named(view: TableView, typed: str) -> list[PlacePurpose]:
    """Returns the things with this whole name, else those that begin with it; a leading verb of an action is ignored."""
    every = [(place, names_of(view, place)) for place in every_purpose(view.game, view.translations)]
    for wanted in (fold(typed), fold(typed.partition(" ")[2])):
        for near in (Closeness.EQUAL, Closeness.BEGINNING) if wanted else ():
            named = [place for place, known in every if any(closeness(wanted, name) is near for name in known)]
            if named:
                return named
    return []


def names_of(view: TableView, purpose: PlacePurpose) -> list[Words]:
    """Returns what a thing is called: its title, its id, and for an area the letter on its sign and the first word of its answers."""
    kind, _colon, id = purpose.of.partition(":")
    areas = zip(names.LETTERS, presenters(view.game.ruleset), strict=False) if kind == "area" else ()
    more = [name for letter, presenter in areas if presenter.area.id == id for name in (letter, presenter.task_verb)]
    return [name for name in map(fold, (purpose.title, id, *more)) if name]


def hint(session: Session, rest: str) -> list[str]:
    """A hint for the question that stands: what to look at, with 2 the best answers, with 3 the best line too."""
    _ = session.translations.gettext
    refusal = table_hints_refusal(session.table)
    strength = rest.strip() or str(LOOK)
    if refusal:
        return [_(refusal)]
    if strength not in ("1", "2", "3"):
        return [_("There are three hints: hint says what to look at, hint 2 the best answers and why, hint 3 the best line too.")]
    return hint_lines(computed_hint(session, int(strength)), session)


def computed_hint(session: Session, strength: int) -> HintText:
    """Returns the hint in words; thinks for a few seconds at most."""
    # Imported here, as numpy takes a tenth of a second and most games do without it.
    from groundfloor.analysis import Budget, Evaluator, advise_in_game

    match, evaluator = session.match, Evaluator.from_file()
    ends = time.monotonic() + HINT_SECONDS  # of thinking: loading numpy and the network does not count
    budget = Budget(HINT_SIMULATIONS, lambda: time.monotonic() > ends)
    advice = advise_in_game(match.record, match.game, evaluator, budget)
    assert advice is not None
    return hint_text(advice, match.game, strength, session.language, session.translations)


def hint_lines(hint: HintText, session: Session) -> list[str]:
    _ = session.translations.gettext
    lines = [hint.look]
    for choice in hint.choices:
        expected = _("Expected: %(what)s.") % {"what": choice.expected}
        name = answer_name(session.view, session.match.game.ruleset.action(choice.text))
        lines.append(" ".join(filter(None, (f"{choice.place}. {name}.", expected, choice.why, choice.then))))
    if hint.strength >= LINE:
        lines.append(_("The best line to the end of the round, as expected of everybody:"))
        lines += [f"- {step.name}: {step.text}" if step.name else f"- ({step.note}) {step.text}" for step in hint.line]
    lines.append(hint.basis)
    if hint.strength < LINE:
        lines.append(_("More: hint %(n)s.") % {"n": hint.strength + 1})
    return lines


def quit_(session: Session, rest: str) -> list[str]:
    session.leave()
    return []


HANDLERS: dict[str, Callable[[Session, str], list[str]]] = {
    "help": help_,
    "confirm": confirm,
    "back": back,
    "look": look,
    "legal": legal,
    "more": more,
    "brief": brief,
    "what": lambda session, rest: what_lines(session.view, rest),
    "why": why,
    "score": lambda session, rest: score_lines(session.view),
    "log": log,
    "undo": undo,
    "guide": guide,
    "hint": hint,
    "plan": plan,
    "set": set_,
    "bot": bot,
    "propose": propose,
    "past": lambda session, rest: past(session, rest, lambda view, part: look_at_part(view, part) if part else table_overview(view)),
    "film": film,
    "analyse": analyse,
    "note": note,
    "branch": branch,
    "save": save,
    "quit": quit_,
}
"""The function of each command: carries it out and returns the lines to print."""
