"""Random legal games of all kinds, checked after every entry: the same from the seed at any number of jobs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing.pool import Pool
from random import Random
from time import process_time

from groundfloor.editions import ruleset
from groundfloor.engine.actions import Action, Outcome
from groundfloor.engine.game import Game
from groundfloor.engine.invariants import broken, tiles_of
from groundfloor.engine.position import position_text
from groundfloor.engine.record import CHANCE, Entry, Record, enter

from .lots import Lot, draw_lot
from .scrutiny import Unsound, demand, scrutinize
from .workers import workers

House = Mapping[str, object] | None

SHARE = 0.05
"""The part of the entries after which a position is scrutinized, and of the games whose record is read back."""
BATCH = 25
"""Games that a process plays before it reports."""
LIKINGS = (0.02, 0.2, 1.0, 1.0, 5.0, 50.0)
"""How much a game may like a word; half of the games like all answers alike."""


@dataclass
class Tally:
    """Games, entries, decisions among them, positions scrutinized."""

    games: int = 0
    entries: int = 0
    decisions: int = 0
    scrutinized: int = 0

    def add(self, other: Tally) -> None:
        """Counts another tally in."""
        self.games += other.games
        self.entries += other.entries
        self.decisions += other.decisions
        self.scrutinized += other.scrutinized


@dataclass
class Failure:
    """A game in which something does not hold: its number, what it is, and the record up to there."""

    number: int
    sentence: str
    record: str


@dataclass
class Batch:
    """What some games gave: figures by kind of table, seconds of computing, the first failure."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    seconds: float = 0.0
    failure: Failure | None = None


class Fuzzed:
    """One game being played: by its number its table, its dice and its habit are fixed. With ``house`` all play with these values."""

    def __init__(self, seed: int, number: int, house: House = None) -> None:
        self.number = number
        self.dice = Random(f"groundfloor fuzz {seed} {number}")
        self.lot: Lot = draw_lot(self.dice, house)
        self.eye = Random(f"groundfloor fuzz {seed} {number} scrutiny")
        self.liking: dict[str, float] | None = {} if self.dice.random() < 0.5 else None
        self.tally = Tally(games=1)
        game = self.lot.game()
        self.record = Record(self.lot.rules, game.seats, game.options)

    def play(self) -> None:
        """To the end; whatever does not hold is raised, and the record tells how it came to it."""
        game = self.lot.game()
        tiles, entries = tiles_of(game), self.record.entries
        while not game.is_over:
            seat = game.asked
            answer = self.choose(game)
            entries.append(Entry(seat if game.chance is None else CHANCE, answer.text))
            game.apply(answer)
            found = broken(game, tiles)
            if found:
                raise Unsound(f"{found[0].upper()}{found[1:]}.")
            self.tally.entries += 1
            self.tally.decisions += seat >= 0
            if self.eye.random() < SHARE:
                self.tally.scrutinized += 1
                scrutinize(game, self.eye)
        if self.eye.random() < SHARE:
            check_record(self.record, game)

    def choose(self, game: Game) -> Action | Outcome:
        """An outcome after its weight, or an answer after the game's habit."""
        if game.chance is not None:
            return self.dice.choices(game.chance.outcomes, game.chance.weights)[0]
        legal = game.legal
        if self.liking is None:
            return legal[int(self.dice.random() * len(legal))]
        for action in legal:
            if action.verb not in self.liking:
                self.liking[action.verb] = self.dice.choice(LIKINGS)
        return self.dice.choices(legal, [self.liking[action.verb] for action in legal])[0]


def check_record(record: Record, game: Game) -> None:
    """A record is read back as it was written, and leads to the same position."""
    text = record.format()
    twin = Record.parse(text, ruleset)
    demand(twin.format() == text, "The record reads back as another one.")
    demand(position_text(twin.replay().position()) == position_text(game.position()), "The record leads to another position.")


def play_one(seed: int, number: int, house: House = None) -> tuple[str, Tally, Failure | None]:
    """One game: the name of its table, its figures, and what failed."""
    fuzzed = Fuzzed(seed, number, house)
    try:
        fuzzed.play()
    except Exception as error:
        return fuzzed.lot.name, fuzzed.tally, Failure(number, sentence_of(error), fuzzed.record.format())
    return fuzzed.lot.name, fuzzed.tally, None


def sentence_of(error: Exception) -> str:
    """What an error says, with its kind if the project did not raise it on purpose."""
    return str(error) if isinstance(error, Unsound) else f"{type(error).__name__}: {error}"


def play_batch(seed: int, numbers: range, house: House = None) -> Batch:
    """Some games in a row; a failure ends it."""
    batch = Batch()
    start = process_time()
    for number in numbers:
        name, tally, batch.failure = play_one(seed, number, house)
        if batch.failure is not None:
            break
        batch.tallies.setdefault(name, Tally()).add(tally)
    batch.seconds = process_time() - start
    return batch


@contextmanager
def batches(seed: int, first: int, last: int, jobs: int, house: House = None) -> Iterator[Iterator[Batch]]:
    """The games from ``first`` to ``last`` in batches, in their order, in this process or in several, which end with it.

    House values, if there are any, stand in the place of those that are drawn.
    """
    one = partial(play_batch, house=house) if house else play_batch
    spans = (range(start, min(start + BATCH, last + 1)) for start in range(first, last + 1, BATCH))
    if jobs <= 1:
        yield (one(seed, span) for span in spans)
        return
    with workers(jobs) as pool:
        yield in_order(pool, one, seed, spans, 3 * jobs)


def in_order(pool: Pool, one: Callable[[int, range], Batch], seed: int, spans: Iterator[range], ahead: int) -> Iterator[Batch]:
    """The batches in their order; only some are begun ahead, as the spans may never end."""
    begun = deque(pool.apply_async(one, (seed, span)) for span in islice(spans, ahead))
    while begun:
        yield begun.popleft().get()
        begun.extend(pool.apply_async(one, (seed, span)) for span in islice(spans, 1))


def reproduce(record: Record) -> int:
    """Plays a record again with all checks after each entry, and reads it back; the number of entries. Raises what does not hold."""
    game = Game(record.ruleset, record.seats, record.options)
    tiles = tiles_of(game)
    for number, entry in enumerate(record.entries, 1):
        enter(game, entry, number)
        found = broken(game, tiles)
        if found:
            raise Unsound(f"Entry {number} ({entry}): {found}.")
        scrutinize(game, Random(number))
    check_record(record, game)
    return len(record.entries)
