"""What an episode is: the kind of table that an environment plays, its games one after the other, and the rewards at their end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from groundfloor.editions import ruleset
from groundfloor.engine.arguments import Unchecked, checked
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.game import Game
from groundfloor.engine.match import draw, hash_of
from groundfloor.engine.record import CHANCE, Entry, Record
from groundfloor.engine.ruleset import Ruleset

from .action_numbers import ActionNumbers
from .observation import ObservationEncoder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundfloor.engine.actions import Action
    from groundfloor.engine.seats import Seat

MOST_NAMED = 1000
"""A number of seats that is larger makes no more names, as any number above six is refused."""


class BadEnvironmentSetting(GroundfloorError):
    """A setting that no environment has; the sentence, always in English, says what is possible."""


NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
"""Names of the seats that are not Automas."""


class TableKind:
    """Ruleset, seats and options of an environment, with the spaces that follow from them; ``TableKind.of`` makes one.

    >>> kind = TableKind.of("second", ["Ann", "automa:pei"])
    >>> kind.agents, len(kind.numbers), kind.mask_size
    ((0,), 176, 176)
    """

    def __init__(self, rules: Ruleset, start: Game, numbers: ActionNumbers, encoder: ObservationEncoder, agents: tuple[int, ...]) -> None:
        """``start`` is the table at its start, ``agents`` the seats that are not Automas."""
        self.rules = rules
        self.start = start
        self.numbers = numbers
        self.encoder = encoder
        self.agents = agents

    @staticmethod
    def of(
        name: str | Ruleset | Unchecked = "second",
        seats: Sequence[Seat | str] | int = 2,
        options: Mapping[str, str] | None = None,
        house: Mapping[str, object] | None = None,
    ) -> TableKind:
        """Returns a kind of table; ``seats`` is a number of agents, or names and ``automa:pei``, ``automa:gropius``, ``automa:hadid``.

        Raises UnknownRuleset, ImpossibleTable or BadHouseValues with a sentence.
        """
        if isinstance(name, str):
            name = ruleset(name)
        rules = checked(name, Ruleset, "A ruleset is a Ruleset or its name, such as 'second'").with_overrides(
            {} if house is None else house
        )
        if isinstance(seats, int):
            seats = [name_of(seat) for seat in range(min(seats, MOST_NAMED))]
        start = Game(rules, seats, options)
        agents = tuple(seat for seat, automa in enumerate(start.automas) if automa is None)
        return TableKind(rules, start, ActionNumbers(rules, start.ruleset), ObservationEncoder(start), agents)

    def __copy__(self) -> TableKind:
        return self

    def __deepcopy__(self, memo: object) -> TableKind:
        """Returns the kind itself, which nothing changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return kind_of_table, (self.rules, self.start.seats, dict(self.start.options))

    @property
    def mask_size(self) -> int:
        return len(self.numbers)


def kind_of_table(rules: Ruleset, seats: tuple[Seat, ...], options: dict[str, str]) -> TableKind:
    """Returns a kind of table that was pickled."""
    return TableKind.of(rules, seats, options)


def name_of(seat: int) -> str:
    return NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}"


class Episode:
    """One game: its draws follow from a key, its decisions are numbers of actions; it stops when a seat is asked, or at its end.

    >>> episode = Episode(TableKind.of("second", 2), b"secret")
    >>> episode.seat, [episode.kind.numbers.text(number) for number in episode.legal()]
    (0, ['hire', 'done'])
    >>> episode.step(episode.legal()[0])
    >>> int(episode.mask().sum()) == len(episode.legal())
    True
    """

    def __init__(self, kind: TableKind, key: bytes) -> None:
        self.kind = kind
        self.key = key
        self.game = kind.start.copy()
        self._seats: list[int] = []
        self._texts: list[str] = []
        self._draws = 0
        self._draw_pending_chance()

    def __copy__(self) -> Episode:
        """Returns an independent episode, which draws the same."""
        return resumed(self.kind, self.key, self.game.copy(), self._seats[:], self._texts[:], self._draws)

    def __deepcopy__(self, memo: object) -> Episode:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        return resumed, (self.kind, self.key, self.game, self._seats, self._texts, self._draws)

    @property
    def seat(self) -> int:
        """The seat that is asked; -1 when the game is over."""
        return self.game.asked_seat

    @property
    def is_over(self) -> bool:
        return not self.game._steps

    def legal(self) -> list[int]:
        """Returns the numbers of the legal actions of the seat that is asked; none when the game is over."""
        return self.kind.numbers.numbers(self.game._legal)

    def is_legal(self, number: int) -> bool:
        return number in self.legal()

    def mask(self) -> NDArray[np.int8]:
        """Returns 1 for each legal action of the seat that is asked and 0 for each other action."""
        found = np.zeros(len(self.kind.numbers), np.int8)
        found[self.legal()] = 1
        return found

    def observation(self, seat: int) -> NDArray[np.uint8]:
        return np.frombuffer(bytearray(self.kind.encoder.encode(self.game, seat)), np.uint8)

    def step(self, number: int) -> None:
        """Applies the action with this number, and draws until a seat is asked; raises IllegalAction if it is not possible now."""
        game = self.game
        for action in game._legal:
            if self.kind.numbers.of_index[action.index] == number:
                break
        else:
            game.apply(self.kind.numbers.text(number))
            raise AssertionError("an action that is not legal was applied")
        self.apply(action)

    def apply(self, action: Action) -> None:
        """Applies a legal action of the seat that is asked, and draws until a seat is asked."""
        game = self.game
        seat = game.asked_seat
        game.apply_action(action)
        self._note(seat, action.text)
        if game.chance is not None:
            self._draw_pending_chance()

    def _draw_pending_chance(self) -> None:
        game = self.game
        while game.chance is not None:
            self._draws += 1
            outcome = draw(self.key, self._draws, game.chance)
            self._note(CHANCE, outcome.text)
            game.apply_outcome(outcome)

    def _note(self, seat: int, text: str) -> None:
        """Keeps an entry as a number and a text: objects for the entries of thousands of games would all be visited by garbage collection."""
        self._seats.append(seat)
        self._texts.append(text)

    def record(self) -> Record:
        """Returns the record so far; it has the key of its draws once the game is over."""
        game = self.kind.start
        record = Record(self.kind.rules, game.seats, game.options, hash_of(self.key))
        record.entries = [Entry(seat, text) for seat, text in zip(self._seats, self._texts)]
        if self.is_over:
            record.key = self.key.hex()
        return record


def resumed(kind: TableKind, key: bytes, game: Game, seats: list[int], texts: list[str], draws: int) -> Episode:
    """Returns an episode that was copied or pickled."""
    episode = Episode(kind, key)
    episode.game = game
    episode._seats = seats
    episode._texts = texts
    episode._draws = draws
    return episode


RewardKind = Literal["rank", "margin"]
REWARDS: tuple[RewardKind, ...] = get_args(RewardKind)


def require_reward(kind: str) -> RewardKind:
    """Returns the kind of rewards with this name; raises BadEnvironmentSetting, which names both."""
    for known in REWARDS:
        if kind == known:
            return known
    raise BadEnvironmentSetting(f"The reward can be {' or '.join(REWARDS)}, not '{kind}'.")


def rank_rewards(game: Game) -> list[float]:
    """Returns 1 for the winner, -1 for the last, and equal steps between them, by seat.

    >>> from groundfloor import new_game
    >>> sorted(rank_rewards(new_game("second", ["Ann", "Ben", "Cleo"])))
    [-1.0, 0.0, 1.0]
    """
    scores = game.scores()
    last = len(scores) - 1
    rewards = [0.0] * len(scores)
    for score in scores:
        rewards[score.seat] = 1.0 - 2.0 * (score.rank - 1) / last
    return rewards


def margin_rewards(game: Game) -> list[float]:
    """Returns each seat's prestige less the highest of the others, by seat.

    >>> from groundfloor import new_game
    >>> margin_rewards(new_game("second", ["Ann", "Ben"]))
    [0.0, 0.0]
    """
    totals = [0] * len(game.seats)
    for score in game.scores():
        totals[score.seat] = score.total
    return [float(total - max(totals[:seat] + totals[seat + 1 :])) for seat, total in enumerate(totals)]


def rewards_of(game: Game, kind: RewardKind) -> list[float]:
    """Returns the rewards of a game that is over, by seat."""
    return rank_rewards(game) if kind == "rank" else margin_rewards(game)
