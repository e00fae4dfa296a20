"""The command that plays a game in the terminal: opens a new one, or goes on with the one in a file."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import textwrap
from contextlib import suppress
from typing import TYPE_CHECKING

from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.files import read_bytes
from groundfloor.locales import names, translations

from .keeping import Keeper, read_key, read_record
from .seating import places
from .sitting import LINES_OF_LOG, Sitting
from .table_text import house_line
from .usage import BadUsage, house_values, pairs

if TYPE_CHECKING:
    from gettext import NullTranslations
    from pathlib import Path

    from groundfloor.engine.game import Game


def run(name: str | None, seats: str | None, options: list[str], house: Path | None, file: Path | None, language: str) -> None:
    """A game at this terminal, in ``language``."""
    words = translations(language)
    if file is not None and (file.exists() or file.is_symlink()):
        sitting = resume(name, seats, options, house, file, language, words)
    else:
        sitting = begin(name or "second", seats, options, house, file, language, words)
    sitting.run()


def begin(
    name: str, seats: str | None, options: list[str], house: Path | None, file: Path | None, language: str, words: NullTranslations
) -> Sitting:
    """A new game with draws of its own; without named seats against Pei, or against an agent if the ruleset has no Automas."""
    rules = ruleset(name).housed(house_values(house))
    table = places(seats or ("you,automa:pei" if rules.entrepreneurs else "you,greedy"), words)
    key = secrets.token_bytes(32)
    match = Match.new(rules, [each.seat for each in table], pairs(options), key)
    agents = [each.agent for each in table]
    keeper = None
    if file is not None:
        keeper = Keeper(file, key, agents)
        keeper.start(match.record)
    sitting = Sitting(match, agents, language, words, keeper, say, ask)
    greet(sitting)
    for line in sitting.history():
        sitting.say(line)
    return sitting


def resume(
    name: str | None, seats: str | None, options: list[str], house: Path | None, file: Path, language: str, words: NullTranslations
) -> Sitting:
    """The game of a file; what the command line says beside must not be another game."""
    _ = words.gettext
    record = read_record(file)
    key, agents_by_seat = read_key(file)
    agents = [agents_by_seat.get(seat, "") for seat in range(len(record.seats))]
    check_same(file, name, seats, options, record.replay(until=0), agents, words)
    if (
        house is not None
        and ruleset(record.ruleset.name, record.ruleset.revision).housed(house_values(house)).house != record.ruleset.house
    ):
        raise BadUsage(f"{file} holds a game with other house values. Go on with it by --record alone.")
    before = record.key_hash
    is_over = record.replay().is_over
    match = Match.resume(record, None if is_over else key or secrets.token_bytes(32))
    keeper = Keeper(file, match.key or b"", agents)
    sitting = Sitting(match, agents, language, words, keeper, say, ask)
    greet(sitting)
    if not is_over:
        if key is None:
            keeper.start(record)
        else:
            keeper.written = read_bytes(keeper.path)
            keeper.save(record)
        if record.key_hash != before:
            sitting.say(_("The key of its draws is not beside it: from here on new draws are made."))
        sitting.say(_("The game goes on. What happened last:"))
        for line in sitting.history()[-LINES_OF_LOG:]:
            sitting.say(line)
    return sitting


def check_same(
    file: Path, name: str | None, seats: str | None, options: list[str], game: Game, agents: list[str], words: NullTranslations
) -> None:
    """BadUsage if the command line asks for another game than the file holds."""
    wrong = name is not None and name != game.ruleset.name
    if seats is not None and not wrong:
        table = places(seats, words)
        wrong = len(table) != len(agents) or not all(each.fits(*there) for each, there in zip(table, zip(game.seats, agents)))
    wrong = wrong or any(game.options.get(option) != value for option, value in pairs(options).items())
    if wrong:
        raise BadUsage(f"{file} holds another game. Name another file, or go on with this one by --record alone.")


def greet(sitting: Sitting) -> None:
    """What is played by whom."""
    _ = sitting.words.gettext
    game = sitting.match.game
    people = []
    for seat, person in enumerate(game.seats):
        kind = sitting.agents[seat] if sitting.agents[seat] not in person.name else ""
        if person.automa:
            kind = _("Automa, %(level)s") % {"level": names.full("level", names.LEVEL_OF[person.automa], sitting.words)}
        people.append(f"{person.name} ({kind})" if kind else person.name)
    options = ", ".join(f"{name} {value}" for name, value in game.options.items() if value != "off")
    sitting.say(_("Ground Floor, ruleset %(ruleset)s (%(options)s).") % {"ruleset": game.ruleset.name, "options": options})
    for line in house_line(game, sitting.words):
        sitting.say(line)
    sitting.say(_("At the table: %(people)s.") % {"people": ", ".join(people)})
    sitting.say(_("Hash of the key of the draws: %(hash)s") % {"hash": sitting.match.key_hash})
    sitting.say(_("Type help for what can be typed, quit to leave."))


def say(line: str) -> None:
    """A line for the player, there at once; on a terminal it breaks between words."""
    if sys.stdout.isatty():
        width = max(shutil.get_terminal_size().columns - 1, 20)
        line = textwrap.fill(line, width, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    print(line, flush=True)


def ask(prompt: str) -> str | None:
    """The next line that is typed; None if there is none. From a pipe it is repeated, so that what is printed reads as a whole."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401
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


def usual_language() -> str:
    """The language of the surroundings (``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES``, ``LANG``), English if it is not spoken here."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wished = os.environ.get(variable, "")
        if wished:
            return "de" if wished.lower().startswith("de") else "en"
    return "en"


__all__ = ["run", "usual_language"]
