"""The command that plays a game in the terminal: opens a new one, or goes on with the one in a file."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import textwrap
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Literal

from groundfloor.agents.levels import LEVELS
from groundfloor.daily import city_of_the_day, playable_day
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import seat_change
from groundfloor.files import read_bytes
from groundfloor.guide import guided_match
from groundfloor.presentation import names
from groundfloor.presentation.bots import bot_words
from groundfloor.presentation.options import value_name
from groundfloor.presentation.plain_text import house_line
from groundfloor.presentation.translations import DEFAULT, best_language, translations
from groundfloor.presentation.typed_moves.matching import fold
from groundfloor.tables.agent_moves import STAND_IN

from .arguments import BadUsage, parse_options, read_house_values
from .branches import TerminalGame, branch_game, default_name, games_beside, moment_lines
from .record_file import RecordFile, read_key, read_record
from .seats_option import parse_seats
from .session import LINES_WHEN_RESUMED, Session

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from gettext import NullTranslations
    from pathlib import Path

    from groundfloor.engine.game import Game


def run(
    name: str | None,
    seats: str | None,
    options: list[str],
    house: Path | None,
    file: Path | None,
    language: str,
    purpose: Literal["", "practice"] = "",
) -> None:
    """Plays a game at this terminal, in ``language``; for practice everything can be undone."""
    words = translations(language)
    if file is not None and (file.exists() or file.is_symlink()):
        session = resume_session(name, seats, options, house, file, language, words)
        if purpose and session.match.record.purpose != purpose:
            raise BadUsage(f"{file} holds another game. Name another file, or go on with this one by --record alone.")
    else:
        session = new_session(name or "second", seats, options, house, file, language, words, purpose)
    run_session(session)


def run_guided(file: Path | None, language: str) -> None:
    """Plays the guided first game at this terminal, or goes on with the one in a file."""
    words = translations(language)
    if file is not None and (file.exists() or file.is_symlink()):
        session = resume_session(None, None, [], None, file, language, words)
        if session.match.record.purpose != "guided":
            raise BadUsage(f"{file} holds another game. Name another file, or go on with this one by --record alone.")
    else:
        session = session_of(guided_match(words.gettext("Player %(n)s") % {"n": 1}), ["", ""], file, language, words)
    run_session(session)


def run_branch(original: Path, entry: int | None, seat: int | None, file: Path | None, language: str) -> None:
    """Plays a branch of the game in a file, which stays as it is, from after ``entry`` entries; agents play the seats of other people."""
    words = translations(language)
    if file is not None and (file.exists() or file.is_symlink()):
        raise BadUsage(f"{file} exists already. Name another file for the branch, or go on with this game by --record alone.")
    record = read_record(original)
    key, agents_by_seat = read_key(original)
    real = TerminalGame(Match.resume(record, key), [agents_by_seat.get(seat, "") for seat in range(len(record.seats))])
    if entry is None or not 0 <= entry <= len(record.entries):
        moments = ", ".join(moment_lines(real.match, words))
        raise BadUsage(f"Name the entry after which to branch off, as in --at 31. Rounds and phases began after: {moments}.")
    people = [number for number, person in enumerate(record.seats) if not person.automa]
    own = people[0] if seat is None else seat - 1
    if own not in people:
        raise BadUsage(f"--seat is the number of a person’s seat: {', '.join(str(number + 1) for number in people)}.")
    agents = [STAND_IN if number in people and number != own else "" for number in range(len(record.seats))]
    made = branch_game(real, entry, 1, default_name(entry, words), agents, file)
    session = Session(
        match=real.match, agents=agents, language=language, words=words, record_file=None, print_line=print_line, read_line=read_line
    )
    session.games.append(made)
    session.show_game(made)
    print_introduction(session)
    run_session(session)


def run_day(given: str, today: date, seats: str | None, file: Path | None, language: str) -> None:
    """Plays the city of a day at this terminal (``today`` or a date), or goes on with the one in a file."""
    words = translations(language)
    day = playable_day(given, today)
    if file is not None and (file.exists() or file.is_symlink()):
        session = resume_session(None, seats, [], None, file, language, words)
        if session.match.record.day != day.isoformat():
            raise BadUsage(f"{file} holds another game. Name another file, or go on with this one by --record alone.")
    else:
        name, opponent = seats_of_day(seats, words)
        session = session_of(city_of_the_day(day).match(name, opponent), ["", ""], file, language, words)
    run_session(session)


def run_session(session: Session) -> None:
    """Plays a session; on a terminal Tab completes what is typed, where Python has readline."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline

            readline.set_completer_delims("")
            readline.set_completer(lambda typed, number: completion(session.suggestions(), typed, number))
            readline.parse_and_bind("tab: complete")
    session.run()


def completion(suggestions: Iterable[str], typed: str, number: int) -> str | None:
    """Returns the suggestion with this number, from 0, among those that begin as it was typed; None if there are no more."""
    begun = "".join(fold(typed))
    return next(islice((each for each in suggestions if "".join(fold(each)).startswith(begun)), number, None), None)


def seats_of_day(seats: str | None, words: NullTranslations) -> tuple[str, str]:
    """Returns the name of the person and the Automa's id; BadUsage if the seats are not one person and one Automa, in this order."""
    table = parse_seats(seats or "you,automa:pei", words)
    if len(table) != 2 or table[0].agent or table[0].seat.startswith("automa:") or not table[1].seat.startswith("automa:"):
        raise BadUsage("The city of the day is for one person against one Automa, as in --seats you,automa:hadid.")
    return table[0].seat, table[1].seat.removeprefix("automa:")


def new_session(
    name: str,
    seats: str | None,
    options: list[str],
    house: Path | None,
    file: Path | None,
    language: str,
    words: NullTranslations,
    purpose: Literal["", "practice"] = "",
) -> Session:
    """Starts a new game; by default against Pei, or against an agent if the ruleset has no Automas."""
    rules = ruleset(name).with_overrides(read_house_values(house))
    table = parse_seats(seats or ("you,automa:pei" if rules.entrepreneurs else "you,greedy"), words)
    if purpose and sum(not each.agent and not each.seat.startswith("automa:") for each in table) != 1:
        raise BadUsage("Practice is for one person against Automas and bots, as in --practice --seats you,greedy,random.")
    key = secrets.token_bytes(32)
    match = Match.new(rules, [each.seat for each in table], parse_options(options), key, purpose)
    match.record.entries += [seat_change(seat, each.bot) for seat, each in enumerate(table) if each.bot]
    return session_of(match, [each.agent for each in table], file, language, words)


def session_of(match: Match, agents: list[str], file: Path | None, language: str, words: NullTranslations) -> Session:
    """Returns the session of a new match, kept in a file if one is named, after printing what has happened."""
    record_file = None
    if file is not None:
        assert match.key is not None
        record_file = RecordFile(file, match.key, agents)
    session = Session(
        match=match, agents=agents, language=language, words=words, record_file=record_file, print_line=print_line, read_line=read_line
    )
    if record_file is not None:
        record_file.create(match.record)
    print_introduction(session)
    for line in session.history():
        session.print_line(line)
    return session


def resume_session(
    name: str | None, seats: str | None, options: list[str], house: Path | None, file: Path, language: str, words: NullTranslations
) -> Session:
    """Continues the game of a file; BadUsage if the other options describe another game."""
    _ = words.gettext
    record = read_record(file)
    key, agents_by_seat = read_key(file)
    agents = [agents_by_seat.get(seat, "") for seat in range(len(record.seats))]
    check_same(file, name, seats, options, record.replay(until=0), agents, words)
    if (
        house is not None
        and ruleset(record.ruleset.name, record.ruleset.revision).with_overrides(read_house_values(house)).overrides
        != record.ruleset.overrides
    ):
        raise BadUsage(f"{file} holds a game with other house values. Go on with it by --record alone.")
    before = record.key_hash
    is_over = record.replay().is_over
    match = Match.resume(record, None if is_over else key or secrets.token_bytes(32))
    record_file = RecordFile(file, match.key or b"", agents)
    session = Session(
        match=match, agents=agents, language=language, words=words, record_file=record_file, print_line=print_line, read_line=read_line
    )
    session.games = games_beside(record_file.path, session.game_shown, words)
    print_introduction(session)
    if not is_over:
        if key is None:
            record_file.create(record)
        else:
            record_file.written = read_bytes(record_file.path)
            record_file.save(record)
        if record.key_hash != before:
            session.print_line(_("The key of its draws is missing: from here on the draws are new."))
        session.print_line(_("The game goes on. What happened last:"))
        for line in session.history()[-LINES_WHEN_RESUMED:]:
            session.print_line(line)
    return session


def check_same(
    file: Path, name: str | None, seats: str | None, options: list[str], game: Game, agents: list[str], words: NullTranslations
) -> None:
    """Raises BadUsage if the options describe another game than that of the file."""
    wrong = name is not None and name != game.ruleset.name
    if seats is not None and not wrong:
        table = parse_seats(seats, words)
        wrong = len(table) != len(agents) or not all(each.fits(*there) for each, there in zip(table, zip(game.seats, agents)))
    wrong = wrong or any(game.options.get(option) != value for option, value in parse_options(options).items())
    if wrong:
        raise BadUsage(f"{file} holds another game. Name another file, or go on with this one by --record alone.")


def print_introduction(session: Session) -> None:
    _ = session.words.gettext
    game = session.match.game
    people = []
    for seat, person in enumerate(game.seats):
        kind = session.agents[seat] if session.agents[seat] not in person.name else ""
        if person.automa:
            kind = _("Automa, %(level)s") % {"level": names.full("level", names.LEVEL_OF[person.automa], session.words)}
        people.append(f"{person.name} ({kind})" if kind else person.name)
    parts = [names.full("ruleset", game.ruleset.name, session.words)]
    for option, value in game.options.items():
        if value != "off":
            parts.append(f"{names.full('option', option, session.words)}: {value_name(option, value, session.words)}")
    session.print_line(_("Ground Floor: %(ruleset)s.") % {"ruleset": "; ".join(parts)})
    if session.match.record.day:
        session.print_line(_("City of the day %(day)s") % {"day": session.match.record.day})
    for line in house_line(game, session.words):
        session.print_line(line)
    session.print_line(_("At the table: %(people)s.") % {"people": ", ".join(people)})
    for person, agent in zip(game.seats, session.agents):
        if agent in LEVELS:
            bot = bot_words(agent, LEVELS[agent].seconds, session.language, session.words)
            session.print_line(f"{person.name}: {bot.style} {bot.time}")
    session.print_line(_("Hash of the key of the draws: %(hash)s") % {"hash": session.match.key_hash})
    session.print_line(_("Type help for what can be typed, quit to leave."))


def print_line(line: str) -> None:
    """Prints a line at once, wrapped between words on a terminal."""
    if sys.stdout.isatty():
        width = max(shutil.get_terminal_size().columns - 1, 20)
        line = textwrap.fill(line, width, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    print(line, flush=True)


def read_line(prompt: str) -> str | None:
    """Returns the next typed line, None at the end. Input from a pipe is echoed, so that the output is complete."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - makes input() edit lines
        try:
            return input(prompt)
        except EOFError:
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        return None
    if not sys.stdin.isatty():
        print(line.rstrip("\n"), flush=True)
    return line


def default_language() -> str:
    """Returns the language of the locale (``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``), English if there is no translation."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wished = os.environ.get(variable, "")
        if wished:
            return best_language(tag.partition(".")[0] for tag in wished.split(":"))
    return DEFAULT
