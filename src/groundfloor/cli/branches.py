"""Branches in the terminal: games that leave a practice table, a finished game or a record, beside the real game."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.match import Match
from groundfloor.files import read_bytes
from groundfloor.numbers import parse_int
from groundfloor.presentation import names
from groundfloor.presentation.names import round_and_phase
from groundfloor.tables.branches import MAX_BRANCHES, SeatStanding, moments, standing_at, standing_in
from groundfloor.tables.creation import branched_match

from .game_text import score_lines, winner_sentence
from .guide_text import TerminalGuide
from .plan_text import TerminalPlans
from .record_file import RecordFile, read_key, read_record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from gettext import NullTranslations
    from pathlib import Path

    from .session import Session

BRANCH_FILE = re.compile(r"\.branch-(\d+)$")
REAL = "real"
"""What the record of a branch calls the game of this terminal that it left; its branches are ``branch1`` and so on."""


@dataclass
class TerminalGame:
    """A game of the session: the real one, or a branch, which left the game ``parent`` after ``entry`` entries."""

    match: Match
    agents: list[str]
    record_file: RecordFile | None = None
    name: str = ""
    id: str = REAL
    plans: TerminalPlans = field(default_factory=TerminalPlans)
    guide: TerminalGuide | None = None

    @property
    def can_go_on(self) -> bool:
        return self.match.key is not None and not self.match.game.is_over

    @property
    def seat(self) -> int:
        """The seat of the person at the terminal, the first if there are several."""
        people = [seat for seat, person in enumerate(self.match.game.seats) if not person.automa and not self.agents[seat]]
        return people[0] if people else 0


# The command


def branch(session: Session, rest: str) -> list[str]:
    """Lists the games side by side, opens a branch at an entry, or goes to another game of the list."""
    _ = session.words.gettext
    word, _space, more = rest.partition(" ")
    own = branch_words(session.words)
    command = own.get(word.casefold(), word.casefold())
    if not rest:
        return family_lines(session)
    if command == "from":
        return open_branch(session, more.strip())
    number = 1 if command == "back" else parse_int(word)
    if number is not None:
        return go_to(session, number)
    return [_("Type branch for the list, branch from 31 to branch off after entry 31, branch 2 to go to a game, branch back.")]


def branch_words(words: NullTranslations) -> dict[str, str]:
    return {words.pgettext("branches", "from"): "from", words.pgettext("branches", "back"): "back"}


def open_branch(session: Session, rest: str) -> list[str]:
    """Opens a branch and goes there; without an entry returns the moments at which the game can be left."""
    _ = session.words.gettext
    word, _space, name = rest.partition(" ")
    here, entry = session.game_shown, parse_int(word)
    if entry is None or entry > len(here.match.record.entries):
        return [_("Name an entry: branch from 31. Rounds and phases began after these entries:"), *moment_lines(here.match, session.words)]
    if len(session.games) > MAX_BRANCHES:
        return [_("A game has at most %(most)s branches here.") % {"most": MAX_BRANCHES}]
    try:
        made = branch_game(here, entry, len(session.games), name.strip() or default_name(entry, session.words), here.agents)
    except GroundfloorError as error:
        return [_(str(error))]
    session.games.append(made)
    return [
        _("The branch has number %(n)s; branch back goes to the real game.") % {"n": len(session.games)},
        *go_to(session, len(session.games)),
    ]


def default_name(entry: int, words: NullTranslations) -> str:
    return words.gettext("From entry %(n)s") % {"n": entry}


def branch_game(real: TerminalGame, entry: int, number: int, name: str, agents: Sequence[str], path: Path | None = None) -> TerminalGame:
    """Returns a branch of a game, kept in a file if the game is in one or ``path`` names one; IllegalAction, or WriteFailed."""
    match, key = branched_match(real.match, entry, real.id, secrets.token_bytes)
    file = path or (free_branch_path(real.record_file.path) if real.record_file is not None else None)
    record_file = None
    if file is not None:
        record_file = RecordFile(file, key, agents)
        record_file.create(match.record)
    id = id_of(file) if file is not None and BRANCH_FILE.search(file.stem) else f"branch{number}"
    return TerminalGame(match, list(agents), record_file, name, id)


def go_to(session: Session, number: int) -> list[str]:
    """Goes to a game of the list, if it can be played; else returns how it ended."""
    _ = session.words.gettext
    if not 1 <= number <= len(session.games):
        return [_("The list goes from 1 to %(last)s.") % {"last": len(session.games)}]
    chosen = session.games[number - 1]
    if chosen.match.game.is_over:
        scene = session.final_scene(chosen.match)
        return [_("This game is over. %(winner)s") % {"winner": winner_sentence(scene)}, *score_lines(scene)]
    if not chosen.can_go_on:
        return [_("This game is a record that is only shown; you can branch off after any entry.")]
    session.show_game(chosen)
    return [_("You play: %(game)s.") % {"game": game_name(chosen, session.words)}]


# Lines


def family_lines(session: Session) -> list[str]:
    """Returns a line for each game: how it stands, and how the real game stood at the same point."""
    _ = session.words.gettext
    history = session.games[0].match.keep_history()
    lines = []
    for number, game in enumerate(session.games, 1):
        now = standing_in(game.match.game, game.seat)
        record = game.match.record
        left = _(", branched off after entry %(n)s") % {"n": record.parent_entry} if record.parent else ""
        here = _(" (here)") if game is session.game_shown else ""
        line = f"{number}. {game_name(game, session.words)}{left}{here}: {standing_words(now, session.words)}."
        if game is not session.games[0]:
            real = standing_words(standing_at(history, game.seat, now), session.words)
            line += " " + _("The real game at the same point: %(standing)s.") % {"standing": real}
        lines.append(line)
    return lines


def game_name(game: TerminalGame, words: NullTranslations) -> str:
    return game.name or words.gettext("the real game")


def standing_words(standing: SeatStanding, words: NullTranslations) -> str:
    amounts = (("point", standing.prestige), ("money", standing.money), ("info", standing.info))
    counted = ", ".join(names.counted(code, number, words) for code, number in amounts)
    return f"{round_and_phase(standing.round, standing.phase, words)}; {counted}"


def moment_lines(match: Match, words: NullTranslations) -> list[str]:
    """Returns the entries after which rounds and phases of a game began."""
    history = match.keep_history()
    return [f"{number}: {round_and_phase(*history.phases_after[number], words)}" for number in moments(history)]


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


def games_beside(path: Path, shown: TerminalGame, words: NullTranslations) -> list[TerminalGame]:
    """Returns the real game and its branches from the files beside one of them; files that can't be read are left out."""
    root = root_path(path)
    record = shown.match.record
    shown.name, shown.id = default_name(record.parent_entry, words) if record.parent else "", id_of(path)
    if root != path and not root.exists():
        return [shown]
    files = [root, *(file for number in range(1, MAX_BRANCHES + 1) if (file := branch_path(root, number)).exists())]
    all_games = [shown if file == path else read_game(file, words) for file in files]
    return [game for game in all_games if game is not None]


def read_game(path: Path, words: NullTranslations) -> TerminalGame | None:
    """Returns the game of a file; None for one that can't be read. Without its key a game can only be left."""
    try:
        record = read_record(path)
        key, by_seat = read_key(path)
        match = Match.resume(record, key)
    except GroundfloorError:
        return None
    agents = [by_seat.get(seat, "") for seat in range(len(record.seats))]
    file = RecordFile(path, key, agents) if key is not None else None
    if file is not None:
        file.written = read_bytes(file.path)
    name = default_name(record.parent_entry, words) if record.parent else ""
    guide = TerminalGuide(match, words) if record.purpose == "guided" else None
    return TerminalGame(match, agents, file, name, id_of(path), guide=guide)


def id_of(path: Path) -> str:
    """Returns what the records of branches call the game in a file."""
    found = BRANCH_FILE.search(path.stem)
    return f"branch{found[1]}" if found else REAL
