"""The command that plays a game in the terminal: opens a new one, or goes on with the one in a file."""

from __future__ import annotations

import secrets
import shutil
import sys
import textwrap
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeGuard

from groundfloor.agents.levels import LEVELS
from groundfloor.agents.recorded_bots import note_bots
from groundfloor.daily import city_of_the_day, playable_day
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.files import read_bytes
from groundfloor.guide import guided_match
from groundfloor.presentation import names
from groundfloor.presentation.bots import bot_words
from groundfloor.presentation.options import value_name
from groundfloor.presentation.plain_text import house_line, marked_name
from groundfloor.presentation.translations import translations_of
from groundfloor.presentation.typed_moves.matching import fold

from .arguments import (
    BadUsage,
    Bots,
    Flag,
    HouseOption,
    LanguageOption,
    Options,
    default_language,
    parse_options,
    parse_seats,
    read_house_values,
    refuse_options,
    with_bots,
)
from .branches import branch_game, default_name, games_beside, id_of, moment_lines, name_of
from .record_file import RecordFile, read_agents, read_key, read_record
from .session import LINES_WHEN_RESUMED, Session
from .terminal_game import TerminalGame, table_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from gettext import NullTranslations

    from groundfloor.engine.game import Game


def play(
    *,
    ruleset: str | None = None,
    seats: str | None = None,
    bot: Bots = None,
    option: Options = None,
    house: HouseOption = None,
    record: Path | None = None,
    learn: Flag = False,
    practice: Flag = False,
    day: str | None = None,
    branch: Path | None = None,
    at: int | None = None,
    seat: int | None = None,
    lang: LanguageOption = None,
) -> None:
    """Plays a game at this terminal: a new one, the guided one, the city of a day, a branch, or the one in a file.

    Parameters
    ----------
    ruleset
        The ruleset of a new game. Default: second.
    seats
        Who plays, separated by commas: you, you:NAME, bots (random, greedy, net, search, intern, associate, manager, director, tycoon, champion, FILE.py:CLASS, program:COMMAND), automa:pei, automa:gropius, automa:hadid. Default: you,automa:pei, or you,greedy if the ruleset has no Automas.
    record
        The file of the game; if it exists, its game goes on.
    learn
        The guided first game: the second edition against Pei, each step explained.
    practice
        A new practice game of one person against Automas and bots: everything can be undone, draws too.
    day
        The city of a day: today (in UTC), or a date such as 2026-11-22; against Pei, or with --seats you,automa:hadid against another Automa.
    branch
        The record of a finished game or a practice table: try another way from the entry that --at names; the record stays as it is.
    at
        With --branch: how many entries of the record stay.
    seat
        With --branch: the number of your seat, from 1; bots play those of other people. Default: the first person's.
    """
    language = lang or default_language()
    if bot:
        seats = with_bots(seats or "you", bot)
    if branch is not None:
        refuse_options(
            "A branch has the table of its record: --branch can’t be used together with --ruleset, --seats, --option, --house, --learn, --practice or --day.",
            *(ruleset, seats, option, house, learn, practice, day),
        )
        session = open_branch(branch, at, seat, record, language)
    elif at is not None or seat is not None:
        raise BadUsage("--at and --seat belong to --branch FILE.")
    elif day is not None:
        refuse_options(
            "The city of the day has its own table: --day can’t be used together with --ruleset, --option, --house, --learn or --practice.",
            *(ruleset, option, house, learn, practice),
        )
        session = open_day(day, datetime.now(UTC).date(), seats, record, language)
    elif learn:
        refuse_options(
            "The guided game has its own table: --learn can’t be used together with --ruleset, --seats, --option, --house or --practice.",
            *(ruleset, seats, option, house, practice),
        )
        session = open_guided(record, language)
    else:
        session = open_game(ruleset, seats, option or [], house, record, language, "practice" if practice else "")
    run_session(session)


def open_game(
    name: str | None,
    seats: str | None,
    options: list[str],
    house: Path | None,
    file: Path | None,
    language: str,
    purpose: Literal["", "practice"] = "",
) -> Session:
    """Returns the session of a new game or of the one in a file; for practice everything can be undone."""
    if is_there(file):
        session = resume_session(name, seats, options, house, file, language)
        if purpose and session.match.record.purpose != purpose:
            raise other_game(file)
        return session
    return new_session(name or "second", seats, options, house, file, language, purpose)


def open_guided(file: Path | None, language: str) -> Session:
    """Returns the session of the guided first game, begun or gone on with."""
    if is_there(file):
        session = resume_session(None, None, [], None, file, language)
        if session.match.record.purpose != "guided":
            raise other_game(file)
        return session
    match = guided_match(translations_of(language).gettext("Player %(n)s") % {"n": 1})
    return session_of(match, ["", ""], file, language)


def open_branch(original: Path, entry: int | None, seat: int | None, file: Path | None, language: str) -> Session:
    """Returns the session of a branch of the game in a file, which stays as it is, from after ``entry`` entries; agents play the seats of other people."""
    translations = translations_of(language)
    if is_there(file):
        raise BadUsage(f"{file} exists already. Name another file for the branch, or go on with this game by --record alone.")
    record = read_record(original)
    key, _agents = read_key(original)
    real = TerminalGame(table_of(Match.resume(record, key), read_agents(original, record)))
    if entry is None or not 0 <= entry <= len(record.entries):
        moments = ", ".join(moment_lines(real.table, translations))
        raise BadUsage(f"Name the entry after which to branch off, as in --at 31. Rounds and phases began after: {moments}.")
    people = [number for number, person in enumerate(record.seats) if not person.automa]
    own = people[0] if seat is None else seat - 1
    if own not in people:
        raise BadUsage(f"--seat is the number of a person’s seat: {', '.join(str(number + 1) for number in people)}.")
    made = branch_game(real, entry, own, default_name(entry, translations), 1, secrets.token_bytes, file)
    session = terminal_session(real, language)
    session.games.append(made)
    session.show_game(made)
    print_introduction(session)
    return session


def open_day(given: str, today: date, seats: str | None, file: Path | None, language: str) -> Session:
    """Returns the session of the city of a day (``today`` or a date), begun or gone on with."""
    day = playable_day(given, today)
    if is_there(file):
        session = resume_session(None, seats, [], None, file, language)
        if session.match.record.day != day.isoformat():
            raise other_game(file)
        return session
    name, opponent = seats_of_day(seats, translations_of(language))
    return session_of(city_of_the_day(day).match(name, opponent), ["", ""], file, language)


def is_there(file: Path | None) -> TypeGuard[Path]:
    return file is not None and (file.exists() or file.is_symlink())


def other_game(file: Path) -> BadUsage:
    return BadUsage(f"{file} holds another game. Name another file, or go on with this one by --record alone.")


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


def seats_of_day(seats: str | None, translations: NullTranslations) -> tuple[str, str]:
    """Returns the name of the person and the Automa's id; BadUsage if the seats are not one person and one Automa, in this order."""
    table = parse_seats(seats or "you,automa:pei", translations)
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
    purpose: Literal["", "practice"] = "",
) -> Session:
    """Starts a new game; by default against Pei, or against an agent if the ruleset has no Automas."""
    rules = ruleset(name).with_overrides(read_house_values(house))
    table = parse_seats(seats or ("you,automa:pei" if rules.entrepreneurs else "you,greedy"), translations_of(language))
    if purpose and sum(not player.agent and not player.seat.startswith("automa:") for player in table) != 1:
        raise BadUsage("Practice is for one person against Automas and bots, as in --practice --seats you,greedy,random.")
    key = secrets.token_bytes(32)
    match = Match.new(rules, [player.seat for player in table], parse_options(options), key, purpose)
    agents = [player.agent for player in table]
    note_bots(match.record, {seat: agent for seat, agent in enumerate(agents) if agent})
    return session_of(match, agents, file, language)


def terminal_session(game: TerminalGame, language: str) -> Session:
    return Session(game, language, print_line, read_line)


def session_of(match: Match, agents: list[str], file: Path | None, language: str) -> Session:
    """Returns the session of a new match, kept in a file if one is named, after printing what has happened."""
    game = TerminalGame(table_of(match, agents))
    if file is not None:
        assert match.key is not None
        game.keep_in(file, match.key)
    session = terminal_session(game, language)
    print_introduction(session)
    session.print_lines(session.history())
    return session


def resume_session(name: str | None, seats: str | None, options: list[str], house: Path | None, file: Path, language: str) -> Session:
    """Continues the game of a file; BadUsage if the other options describe another game."""
    translations = translations_of(language)
    _ = translations.gettext
    record = read_record(file)
    key, _agents = read_key(file)
    agents = read_agents(file, record)
    check_same(file, name, seats, options, record.replay(until=0), agents, translations)
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
    game = TerminalGame(table_of(match, agents, id_of(record_file.path), name_of(match, translations)), record_file)
    session = terminal_session(game, language)
    session.games = games_beside(game, record_file.path, translations)
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
        session.print_lines(session.history()[-LINES_WHEN_RESUMED:])
    return session


def check_same(
    file: Path, name: str | None, seats: str | None, options: list[str], game: Game, agents: list[str], translations: NullTranslations
) -> None:
    """Raises BadUsage if the options describe another game than that of the file."""
    wrong = name is not None and name != game.ruleset.name
    if seats is not None and not wrong:
        table = parse_seats(seats, translations)
        wrong = len(table) != len(agents) or not all(player.fits(*there) for player, there in zip(table, zip(game.seats, agents)))
    wrong = wrong or any(game.options.get(option) != value for option, value in parse_options(options).items())
    if wrong:
        raise other_game(file)


def print_introduction(session: Session) -> None:
    _ = session.translations.gettext
    game = session.match.game
    agents = [seat_value.agent for seat_value in session.table.value.seats]
    view = session.view_of(session.table)
    people = [marked_name(view, seat) for seat in range(len(game.seats))]
    parts = [names.full("ruleset", game.ruleset.name, session.translations)]
    for option, value in game.options.items():
        if value != "off":
            parts.append(f"{names.full('option', option, session.translations)}: {value_name(option, value, session.translations)}")
    session.print_line(_("Ground Floor: %(ruleset)s.") % {"ruleset": "; ".join(parts)})
    if session.match.record.day:
        session.print_line(_("City of the day %(day)s") % {"day": session.match.record.day})
    session.print_lines(house_line(game, session.translations))
    session.print_line(_("At the table: %(people)s.") % {"people": ", ".join(people)})
    for person, agent in zip(game.seats, agents):
        if agent in LEVELS:
            bot = bot_words(agent, session.language, session.translations)
            session.print_line(f"{person.name}: {bot.style} {bot.time}")
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
