"""Results and games as a file: what a browser downloads, and what another one reads."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime, timedelta

import msgspec
from msgspec.structs import replace

from groundfloor.daily import UnknownDay, city_of_the_day, is_day_of, parse_day
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.display_names import is_printable
from groundfloor.engine.match import hash_of
from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.engine.record import Record, is_bot_name
from groundfloor.translatable import TranslatableError

from .result import GameResult

KIND = "groundfloor games"
FORMAT = 1
"""The kind of the file, and its format."""
MAX_RESULTS = 2_000
"""The most results that a player keeps; further ones are not imported."""
MAX_SAVED = 1_000
"""The most games in a file."""
MAX_ID_LENGTH, MAX_NAME_LENGTH, MAX_SEATS, MAX_NUMBER, MAX_ROUNDS = 40, 40, 6, 100_000, 20
YEARS = range(2000, 3000)
"""In which games were finished."""


class BadResults(TranslatableError):
    """A file that holds no results and games, or such as can't be."""


class SavedPreferences(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat (from 1) has chosen for its game; ``guide`` says what its guide has told."""

    seat: int
    confirms_itself: bool = False
    skips_hiring: bool = False
    skips_firing: bool = False
    guide: str = ""


class SavedGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game to go on with, or to look at: the id and name of its table, and its record.

    ``seats`` are those of the browser, from 1. ``key`` (hexadecimal digits) is that of the draws of a running game, "" if new ones are made. ``is_shown``: the record is
    only shown. ``has_hints``: somebody took a hint, so that the game doesn't count.
    """

    game: str
    name: str
    record: str
    seats: tuple[int, ...] = ()
    key: str = ""
    is_shown: bool = False
    has_hints: bool = False
    preferences: tuple[SavedPreferences, ...] = ()


class GamesFile(msgspec.Struct, frozen=True, kw_only=True):
    """The file: its kind and format, and results and games, the oldest first."""

    kind: str
    format: int
    results: tuple[GameResult, ...] = ()
    games: tuple[SavedGame, ...] = ()


def format_games_file(results: Iterable[GameResult], games: Iterable[SavedGame] = ()) -> str:
    """Returns results and games as the text of a file, which ``parse_games_file`` reads back. Seats count from 1 there."""
    numbered = tuple(with_seats_moved(result, 1) for result in results)
    return msgspec.json.encode(GamesFile(kind=KIND, format=FORMAT, results=numbered, games=tuple(games))).decode() + "\n"


def parse_games_file(text: str) -> GamesFile:
    """Returns a file with the seats of its results from 0; BadResults if it is none, if its format is another one, if a result is impossible, or if a game is there twice."""
    try:
        file = msgspec.json.decode(text.removeprefix("\ufeff").encode(), type=GamesFile)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadResults("This is not a file of games, or it is damaged: %(reason)s.", reason=str(error)[:200]) from None
    if file.kind != KIND:
        raise BadResults("This is not a file of games; “Download my games” makes one.")
    if file.format != FORMAT:
        raise BadResults(
            "This file has format %(format)s; this version of groundfloor reads format %(known)s.", format=file.format, known=FORMAT
        )
    if len(file.results) > MAX_RESULTS:
        raise BadResults("A file has at most %(most)s results, not %(count)s.", most=MAX_RESULTS, count=len(file.results))
    if len(file.games) > MAX_SAVED:
        raise BadResults("A file has at most %(most)s games, not %(count)s.", most=MAX_SAVED, count=len(file.games))
    if len({game.game for game in file.games}) < len(file.games):
        raise BadResults("The file has a game twice, so nothing was imported.")
    results = tuple(with_seats_moved(result, -1) for result in file.results)
    for number, result in enumerate(results, 1):
        if not is_possible(result):
            raise BadResults("Result %(number)s of the file can’t come from any game, so none was imported.", number=number)
    return replace(file, results=results)


def with_seats_moved(result: GameResult, by: int) -> GameResult:
    """Returns a result whose seats count from another number."""
    return replace(result, seat=result.seat + by, departed=tuple(seat + by for seat in result.departed))


def key_of(record: Record, given: str) -> bytes | None:
    """Returns the key of a record's draws: the one ``given`` (hexadecimal digits), its own or that of its day; None if none is that key."""
    keys = []
    for text in (given, record.key):
        with suppress(ValueError):
            keys.append(bytes.fromhex(text))
    if is_day_of(record):
        keys.append(city_of_the_day(date.fromisoformat(record.day)).key)
    return next((key for key in keys if key and hash_of(key) == record.key_hash), None)


def later_entries(record: Record, before: Record) -> list[str]:
    """Returns the entries by which a record goes on from another one; none if it is of another game, or no longer."""
    lines, known = ([str(entry) for entry in each.entries] for each in (record, before))
    return lines[len(known) :] if record.header() == before.header() and lines[: len(known)] == known else []


def is_possible(result: GameResult) -> bool:
    """Returns whether a game can have such a result, as far as it can be said without its record."""
    return has_possible_seats(result) and has_possible_score(result) and has_possible_time(result)


def has_possible_seats(result: GameResult) -> bool:
    """Returns whether ids, ruleset, specialty and seats can be."""
    texts = ((result.game, MAX_ID_LENGTH), (result.name, MAX_NAME_LENGTH))
    if not all(text and len(text) <= most and is_printable(text) for text, most in texts) or result.ruleset not in NAMES:
        return False
    rules = ruleset(result.ruleset)
    known_automas = {component.id for component in rules.entrepreneurs}
    return (
        set(result.automas) <= known_automas
        and len(set(result.automas)) == len(result.automas)
        and 1 <= result.revision <= rules.revision
        and result.specialty in {"", *(component.id for component in rules.specialties)}
        and result.people >= 0
        and 2 <= len(result.totals) == 1 + result.people + len(result.automas) + len(result.bots) <= MAX_SEATS
        and all(is_bot_name(bot) for bot in result.bots)
        and 0 <= result.seat < len(result.totals)
        and set(result.departed) < set(range(len(result.totals)))
        and len(set(result.departed)) == len(result.departed)
        and bool(result.departure) == (result.seat in result.departed)
    )


def has_possible_score(result: GameResult) -> bool:
    """Returns whether rank, totals and sources fit together, and the numbers are within bounds."""
    facts = msgspec.to_builtins(result.facts)
    numbers = [number for number in facts.values() if isinstance(number, int)] + [*result.facts.floors_by_round, *result.totals]
    stayed = [total for seat, total in enumerate(result.totals) if seat not in result.departed]
    better = sum(total > result.total for total in stayed)
    as_good = sum(total >= result.total for total in stayed)
    if result.departure:
        as_good = len(result.totals) - result.departed.index(result.seat)
        better = as_good - 1
    return (
        all(-MAX_NUMBER <= number <= MAX_NUMBER for number in numbers)
        and len(result.facts.floors_by_round) <= MAX_ROUNDS
        and set(result.sources) == set(SCORE_CODES)
        and sum(result.sources.values()) == result.total == result.totals[result.seat]
        and better < result.rank <= as_good
    )


def has_possible_time(result: GameResult) -> bool:
    """Returns whether the time is one in UTC, and the day a day. Neither is so early or late that no day before or after it could be told."""
    try:
        time = datetime.fromisoformat(result.finished)
        years = {time.year, parse_day(result.day).year} if result.day else {time.year}
    except (ValueError, UnknownDay):
        return False
    is_time = time.utcoffset() == timedelta(0) and len(result.finished) <= MAX_ID_LENGTH and all(year in YEARS for year in years)
    return is_time and 0 <= result.attempt <= MAX_NUMBER and (bool(result.day) or result.attempt == 0)
