"""Branches in the terminal: games that leave a practice table, a finished game or a record, beside the real game."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.match import Match
from groundfloor.files import read_bytes
from groundfloor.numbers import parse_int
from groundfloor.presentation import names
from groundfloor.presentation.names import round_and_phase
from groundfloor.table.branches import MAX_BRANCHES, family_members, moments, person_seat
from groundfloor.table.creation import create_branch

from .game_text import score_lines, winner_sentence
from .record_file import RecordFile, read_agents, read_key, read_record
from .terminal_game import REAL, TerminalGame, table_of

if TYPE_CHECKING:
    from gettext import NullTranslations
    from pathlib import Path

    from groundfloor.table.branches import SeatStanding
    from groundfloor.table.creation import Randomness
    from groundfloor.table.table import Table

    from .session import Session

BRANCH_FILE = re.compile(r"\.branch-(\d+)$")


# The command


def branch(session: Session, rest: str) -> list[str]:
    """Lists the games side by side, opens a branch at an entry, or goes to another game of the list."""
    _ = session.translations.gettext
    word, _space, more = rest.partition(" ")
    own = branch_words(session.translations)
    command = own.get(word.casefold(), word.casefold())
    if not rest:
        return family_lines(session)
    if command == "from":
        return open_branch(session, more.strip())
    number = 1 if command == "back" else parse_int(word)
    if number is not None:
        return go_to(session, number)
    return [_("Type branch for the list, branch from 31 to branch off after entry 31, branch 2 to go to a game, branch back.")]


def branch_words(translations: NullTranslations) -> dict[str, str]:
    return {translations.pgettext("branches", "from"): "from", translations.pgettext("branches", "back"): "back"}


def open_branch(session: Session, rest: str) -> list[str]:
    """Opens a branch and goes there; without an entry returns the moments at which the game can be left."""
    _ = session.translations.gettext
    word, _space, name = rest.partition(" ")
    here, entry = session.game_shown, parse_int(word)
    if entry is None or entry > here.table.version:
        return [
            _("Name an entry: branch from 31. Rounds and phases began after these entries:"),
            *moment_lines(here.table, session.translations),
        ]
    if len(session.games) > MAX_BRANCHES:
        return [_("A game has at most %(most)s branches here.") % {"most": MAX_BRANCHES}]
    named = name.strip() or default_name(entry, session.translations)
    try:
        made = branch_game(here, entry, person_seat(here.table), named, len(session.games), session.randomness)
    except GroundfloorError as error:
        return [_(str(error))]
    session.games.append(made)
    return [
        _("The branch has number %(n)s; branch back goes to the real game.") % {"n": len(session.games)},
        *go_to(session, len(session.games)),
    ]


def default_name(entry: int, translations: NullTranslations) -> str:
    return translations.gettext("From entry %(n)s") % {"n": entry}


def branch_game(
    real: TerminalGame, entry: int, seat: int, name: str, number: int, randomness: Randomness, path: Path | None = None
) -> TerminalGame:
    """Returns a branch of a game, kept in a file if the game is in one or ``path`` names one; ImpossibleTable, or WriteFailed."""
    table, key = create_branch(real.table, seat, entry, name, randomness)
    file = path or (free_branch_path(real.record_file.path) if real.record_file is not None else None)
    game_id = id_of(file) if file is not None and BRANCH_FILE.search(file.stem) else f"branch{number}"
    game = TerminalGame(replace(table, game_id=game_id))
    if file is not None:
        game.keep_in(file, key)
    return game


def go_to(session: Session, number: int) -> list[str]:
    """Goes to a game of the list, if it can be played; else returns how it ended."""
    _ = session.translations.gettext
    if not 1 <= number <= len(session.games):
        return [_("The list goes from 1 to %(last)s.") % {"last": len(session.games)}]
    chosen = session.games[number - 1]
    if chosen.table.game.is_over:
        view = session.view_of(chosen.table)
        return [_("This game is over. %(winner)s") % {"winner": winner_sentence(view)}, *score_lines(view)]
    if not chosen.can_go_on:
        return [_("This game is a record that is only shown; you can branch off after any entry.")]
    session.show_game(chosen)
    return [_("You play: %(game)s.") % {"game": game_name(chosen.table, session.translations)}]


# Lines


def family_lines(session: Session) -> list[str]:
    """Returns a line for each game: how it stands, and how the real game stood at the same point."""
    _ = session.translations.gettext
    lines = []
    for number, member in enumerate(family_members([game.table for game in session.games]), 1):
        left = _(", branched off after entry %(n)s") % {"n": member.entry} if member.parent else ""
        here = _(" (here)") if member.table is session.table else ""
        line = f"{number}. {game_name(member.table, session.translations)}{left}{here}: {standing_words(member.now, session.translations)}."
        if member.real is not None:
            real = standing_words(member.real, session.translations)
            line += " " + _("The real game at the same point: %(standing)s.") % {"standing": real}
        lines.append(line)
    return lines


def game_name(table: Table, translations: NullTranslations) -> str:
    return table.value.name or translations.gettext("the real game")


def standing_words(standing: SeatStanding, translations: NullTranslations) -> str:
    amounts = (("point", standing.prestige), ("money", standing.money), ("info", standing.info))
    counted = ", ".join(names.counted(code, number, translations) for code, number in amounts)
    return f"{round_and_phase(standing.round, standing.phase, translations)}; {counted}"


def moment_lines(table: Table, translations: NullTranslations) -> list[str]:
    """Returns the entries after which rounds and phases of a game began."""
    return [f"{number}: {round_and_phase(*table.history.phases_after[number], translations)}" for number in moments(table.history)]


# Files


def free_branch_path(path: Path) -> Path:
    """Returns the name of a new branch's file beside that of its game: ``game.branch-1.gfr``."""
    root, number = root_path(path), 1
    while branch_path(root, number).exists():
        number += 1
    return branch_path(root, number)


def branch_path(root: Path, number: int) -> Path:
    return root.with_name(f"{root.stem}.branch-{number}{root.suffix}")


def root_path(path: Path) -> Path:
    """Returns the file of the real game, of which ``path`` may be a branch."""
    return path.with_name(BRANCH_FILE.sub("", path.stem) + path.suffix)


def games_beside(shown: TerminalGame, path: Path, translations: NullTranslations) -> list[TerminalGame]:
    """Returns the real game and its branches from the files beside that of one of them; files that can't be read are left out."""
    root = root_path(path)
    if root != path and not root.exists():
        return [shown]
    files = [root, *(file for number in range(1, MAX_BRANCHES + 1) if (file := branch_path(root, number)).exists())]
    all_games = [shown if file == path else read_game(file, translations) for file in files]
    return [game for game in all_games if game is not None]


def read_game(path: Path, translations: NullTranslations) -> TerminalGame | None:
    """Returns the game of a file; None for one that can't be read. Without its key a game can only be left."""
    try:
        record = read_record(path)
        key, _agents = read_key(path)
        match = Match.resume(record, key)
        agents = read_agents(path, record)
    except GroundfloorError:
        return None
    file = RecordFile(path, key, agents) if key is not None else None
    if file is not None:
        file.written = read_bytes(file.path)
    return TerminalGame(table_of(match, agents, id_of(path), name_of(match, translations)), file)


def name_of(match: Match, translations: NullTranslations) -> str:
    """Returns what a game is called when it is read from its file: "" for the real one."""
    return default_name(match.record.parent_entry, translations) if match.record.parent else ""


def id_of(path: Path) -> str:
    """Returns what the records of branches call the game in a file."""
    found = BRANCH_FILE.search(path.stem)
    return f"branch{found[1]}" if found else REAL
