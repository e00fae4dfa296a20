"""Fuzzing: random legal games of all kinds, checked after every entry, and some positions in depth. A seed gives the same games with any number of jobs."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Generator, Mapping
from dataclasses import asdict, astuple, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

import msgspec

import groundfloor
from groundfloor.editions import ruleset
from groundfloor.engine.actions import Action, Outcome
from groundfloor.engine.errors import GroundfloorError, IllegalAction, WrongOutcome
from groundfloor.engine.game import Game
from groundfloor.engine.invariants import find_violation, tiles_of
from groundfloor.engine.journal import Journal
from groundfloor.engine.position import position_text
from groundfloor.engine.record import CHANCE, Entry, Record
from groundfloor.files import read_text, write_atomically
from groundfloor.process_pool import map_tasks

from .game_sampler import GameSetup, random_setup
from .games_file import sources_digest

UNKNOWN_OUTCOME = Outcome((0,), "front of nothing")


class InvariantError(GroundfloorError):
    """A property that every game has is broken."""


def require(holds: bool, sentence: str) -> None:
    """Raises InvariantError with the sentence unless the condition holds."""
    if not holds:
        raise InvariantError(sentence)


def check_position(game: Game, rng: Random) -> None:
    """Runs all checks and leaves the game unchanged. Raises InvariantError, or whatever error the engine raised."""
    text = position_text(game.position())
    check_round_trip(game, text)
    check_copy(game, text, rng)
    check_views(game)
    check_all_actions(game)
    check_all_outcomes(game)
    require(position_text(game.position()) == text, "Asking has changed the game.")


def check_round_trip(game: Game, text: str) -> None:
    """Writes the position and reads it back, which also validates it; text and legal actions must be the same."""
    twin = Game.from_position(json.loads(text), ruleset)
    require(position_text(twin.position()) == text and twin._legal == game._legal, "The position reads back as another one.")


def check_copy(game: Game, text: str, rng: Random) -> None:
    """Checks that a copy is independent of its original, and that a journal changes nothing."""
    if game.is_over:
        return
    answer: Action | Outcome = rng.choice(game._legal) if game.chance is None else rng.choice(game.chance.outcomes)
    twin, journaled = game.copy(), game.copy()
    journaled.journal = journal = Journal()
    require(position_text(twin.position()) == text, "A copy is another position.")
    twin.apply(answer)
    require(position_text(game.position()) == text, f"{answer.text} on a copy has changed the game.")
    journaled.apply(answer)
    require(
        position_text(journaled.position()) == position_text(twin.position()), f"{answer.text} does something else when a journal listens."
    )
    seats = {event.seat for event in journal.events}
    require(seats <= set(range(-1, len(game.seats))), f"{answer.text} tells of the seats {sorted(seats)}.")


def check_views(game: Game) -> None:
    """Checks that only the seat that is asked sees legal actions, and that a view can be written as JSON."""
    for seat in (*range(len(game.seats)), None):
        view = game.view(seat)
        require(bool(view.legal_actions) == (seat is not None and seat == game.asked_seat), f"The view of seat {seat} has wrong answers.")
        if seat is None or seat == game.asked_seat:
            json.dumps(view.as_dict())
    require(len(game.scores()) == len(game.seats), "A seat has no score.")


def check_all_actions(game: Game) -> None:
    """Checks for every action of the ruleset that it is legal exactly if it has no refusal and is accepted."""
    legal = set(game._legal)
    for action in game.ruleset.actions:
        require((game.refusal(action) is None) == (action in legal), f"The reason against {action.text} does not fit the legal answers.")
        quote = game.quote(action)
        require(min(quote.time, quote.money, quote.info, quote.supply) >= 0, f"{action.text} has a negative price.")
        if action in legal:
            game.copy().apply(action)
            continue
        try:
            game.apply(action)
        except IllegalAction:
            continue
        raise InvariantError(f"{action.text} is accepted, and it is not legal.")


def check_all_outcomes(game: Game) -> None:
    """Checks that each outcome is accepted and found by its text, and that an unknown outcome is refused."""
    for outcome in game.chance.outcomes if game.chance is not None else []:
        require(game.chance is not None and game.chance.outcome(outcome.text) is outcome, f"{outcome.text} reads back as another outcome.")
        game.copy().apply(outcome)
    try:
        game.apply(UNKNOWN_OUTCOME)
    except WrongOutcome:
        return
    raise InvariantError("An outcome that nobody knows is accepted.")


HouseValues = Mapping[str, object] | None

DEEP_CHECK_PROBABILITY = 0.05
"""Share of the positions that get the deep checks, and of the games whose record is read back."""
BATCH_SIZE = 25
"""Games that a worker process plays before it reports."""
VERB_WEIGHTS = (0.02, 0.2, 1.0, 1.0, 5.0, 50.0)
"""Possible weights of a verb in one game; half of the games choose uniformly instead."""


@dataclass
class Tally:
    """Counts of games, entries, decisions among the entries, and positions checked in depth (``checked``)."""

    games: int = 0
    entries: int = 0
    decisions: int = 0
    checked: int = 0

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.entries += other.entries
        self.decisions += other.decisions
        self.checked += other.checked


@dataclass
class FuzzFailure:
    """A game that failed: its number, a sentence about the error, and the record up to it."""

    number: int
    sentence: str
    record: str


@dataclass
class Batch:
    """Results of some games: tallies by kind of setup, CPU seconds, the first failure."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    seconds: float = 0.0
    failure: FuzzFailure | None = None


class FuzzGame:
    """One fuzz game; seed and number fix its setup, its draws and its choices. ``house``: house values to play with."""

    def __init__(self, seed: int, number: int, house: HouseValues = None) -> None:
        self.number = number
        self.rng = Random(f"groundfloor fuzz {seed} {number}")
        self.setup: GameSetup = random_setup(self.rng, house)
        self.check_rng = Random(f"groundfloor fuzz {seed} {number} scrutiny")
        self.verb_weights: dict[str, float] | None = {} if self.rng.random() < 0.5 else None
        self.tally = Tally(games=1)
        game = self.setup.game()
        self.record = Record(self.setup.rules, game.seats, game.options)

    def play(self) -> None:
        """Plays to the end. Raises what fails; the record holds the entries up to there."""
        game = self.setup.game()
        tiles, entries = tiles_of(game), self.record.entries
        while not game.is_over:
            seat = game.asked_seat
            answer = self.choose(game)
            entries.append(Entry(seat if game.chance is None else CHANCE, answer.text))
            game.apply(answer)
            violation = find_violation(game, tiles)
            if violation:
                raise InvariantError(f"{violation[0].upper()}{violation[1:]}.")
            self.tally.entries += 1
            self.tally.decisions += seat >= 0
            if self.check_rng.random() < DEEP_CHECK_PROBABILITY:
                self.tally.checked += 1
                check_position(game, self.check_rng)
        if self.check_rng.random() < DEEP_CHECK_PROBABILITY:
            check_record(self.record, game)

    def choose(self, game: Game) -> Action | Outcome:
        """Returns an outcome by its weight, or an action by the game's verb weights."""
        if game.chance is not None:
            return game.chance.draw(self.rng)
        legal = game._legal
        if self.verb_weights is None:
            return legal[int(self.rng.random() * len(legal))]
        for action in legal:
            if action.verb not in self.verb_weights:
                self.verb_weights[action.verb] = self.rng.choice(VERB_WEIGHTS)
        return self.rng.choices(legal, [self.verb_weights[action.verb] for action in legal])[0]


def check_record(record: Record, game: Game) -> None:
    """Checks that a record reads back unchanged and leads to the same position."""
    text = record.format()
    twin = Record.parse(text, ruleset)
    require(twin.format() == text, "The record reads back as another one.")
    require(position_text(twin.replay().position()) == position_text(game.position()), "The record leads to another position.")


def play_one(seed: int, number: int, house: HouseValues = None) -> tuple[str, Tally, FuzzFailure | None]:
    """Plays one game; returns the name of its setup, its counts, and its failure if it failed."""
    fuzz_game = FuzzGame(seed, number, house)
    try:
        fuzz_game.play()
    except Exception as error:
        return fuzz_game.setup.name, fuzz_game.tally, FuzzFailure(number, error_sentence(error), fuzz_game.record.format())
    return fuzz_game.setup.name, fuzz_game.tally, None


def error_sentence(error: Exception) -> str:
    """Returns the text of an error, with its class unless it is an InvariantError."""
    return str(error) if isinstance(error, InvariantError) else f"{type(error).__name__}: {error}"


def play_batch(seed: int, numbers: range, house: HouseValues = None) -> Batch:
    """Plays the games with these numbers up to the first failure."""
    batch = Batch()
    start = process_time()
    for number in numbers:
        name, tally, batch.failure = play_one(seed, number, house)
        if batch.failure is not None:
            break
        batch.tallies.setdefault(name, Tally()).add(tally)
    batch.seconds = process_time() - start
    return batch


def play_batches(seed: int, first: int, last: int, jobs: int, house: HouseValues = None) -> Generator[Batch, None, None]:
    """Yields the games from ``first`` to ``last`` in batches, in order, played by ``jobs`` processes. House values, if given, replace the drawn ones."""
    spans = (range(start, min(start + BATCH_SIZE, last + 1)) for start in range(first, last + 1, BATCH_SIZE))
    return map_tasks(partial(play_batch, seed, house=house), spans, jobs)


def reproduce(record: Record) -> int:
    """Replays a record with all checks after each entry; returns the number of entries. Raises what fails."""
    tiles = tiles_of(record.replay(until=0))
    for game, _, number in record.positions():
        violation = find_violation(game, tiles)
        if violation:
            raise InvariantError(f"After {number - 1} entries: {violation}.")
        check_position(game, Random(number))
    check_record(record, game)
    return len(record.entries)


class BadProgress(GroundfloorError):
    """A progress file that can't be read, or belongs to another run."""


@dataclass
class Progress:
    """The games 1 to ``done`` of a seed, all of one revision: tallies by kind of setup, CPU seconds."""

    seed: int
    revision: str
    done: int = 0
    seconds: float = 0.0
    tallies: dict[str, Tally] = field(default_factory=dict)

    def count(self, batch: Batch) -> None:
        for name, tally in batch.tallies.items():
            self.tallies.setdefault(name, Tally()).add(tally)
            self.done += tally.games
        self.seconds += batch.seconds

    def save(self, file: Path) -> None:
        """Writes the file atomically."""
        write_atomically(file, (json.dumps(asdict(self), indent=1) + "\n").encode())


def load_progress(file: Path, seed: int, revision: str) -> Progress:
    """Returns the progress in a file, new progress if there is no file.

    Raises Unreadable, or BadProgress if it is no progress file, or of another seed or revision.
    """
    if not file.exists():
        return Progress(seed, revision)
    try:
        progress = msgspec.json.decode(read_text(file), type=Progress)
        check_figures(progress)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadProgress(f"{file} holds no progress of a fuzz run; name another file, or remove it.") from error
    if progress.seed != seed:
        raise BadProgress(f"{file} is of seed {progress.seed}, not {seed}; name another file, or add --seed {progress.seed}.")
    if progress.revision != revision:
        raise BadProgress(f"{file} is of revision {progress.revision}, and this is {revision}; name another file.")
    return progress


def check_figures(progress: Progress) -> None:
    """Raises ValueError if a count is no number from 0 on, or the counts do not add up."""
    numbers = [number for tally in progress.tallies.values() for number in astuple(tally)]
    if not all(isinstance(number, int) and number >= 0 for number in numbers):
        raise ValueError("a figure is no number of games, entries, decisions or positions")
    if progress.done != sum(tally.games for tally in progress.tallies.values()) or not 0 <= progress.seconds < float("inf"):
        raise ValueError("the figures do not add up")


def revision(house: Mapping[str, object] | None = None) -> str:
    """Returns what is tested: version, commit if this is a checkout, digest of the sources of engine and editions.

    With house values for all games a digest of these too, as such games are another run.
    """
    root = Path(groundfloor.__file__).parent
    parts = [groundfloor.__version__, git_commit(root), sources_digest(["engine", "editions"]), house_values_digest(house)]
    return " ".join(filter(None, parts))


def house_values_digest(house: Mapping[str, object] | None) -> str:
    """Returns a digest of house values, "" without any."""
    if not house:
        return ""
    text = json.dumps(dict(house), sort_keys=True, default=str)
    return f"house {hashlib.sha256(text.encode()).hexdigest()[:12]}"


def git_commit(folder: Path) -> str:
    """Returns the commit of a checkout of this project, with a plus if files have changed since; "" if it is no checkout."""
    if not (folder.parents[1] / "pyproject.toml").exists():
        return ""
    try:
        call = ["git", "-C", str(folder), "describe", "--always", "--dirty=+", "--exclude=*"]
        return subprocess.run(call, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
