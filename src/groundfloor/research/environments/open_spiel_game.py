"""The game for OpenSpiel, in Python, with chance nodes (docs/environments.md). Importing this module registers it.

>>> import pyspiel
>>> import groundfloor.research.environments.open_spiel_game
>>> game = pyspiel.load_game("python_ground_floor(players=3,ruleset=second)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.action_to_string(0)
(True, 'specialty 1 e_commerce')
"""

from __future__ import annotations

import re
from fnmatch import translate
from functools import cache
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from groundfloor import position_text, read_position
from groundfloor.engine.city.construction_company import RemodelingConstruction
from groundfloor.engine.city.marketing_bonus import TwoPlayerBonus
from groundfloor.engine.position import STEP_TYPES

from .episode import BadEnvironmentSetting, TableKind, name_of, require_reward, rewards_of

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset

    from .episode import RewardKind

SHORT_NAME = "python_ground_floor"
DEFAULTS: dict[str, Any] = {"players": 2, "ruleset": "second", "automas": "", "options": "", "reward": "rank"}
"""The parameters: number of players, ruleset, Automas as in ``pei+hadid``, options as in ``deck:preset+era:random``, ``rank`` or ``margin``."""
DECISIONS_IN_ROUND = 100
"""More decisions than one player has in a round: 25 time markers, each with a remodel after it, hires, sales, purchases."""
DRAWS_IN_ROUND = 60
"""More draws than a round has: forecast, improvements, and the cards of two Automas."""
MAX_PRESTIGE = 300.0


def game_type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Ground Floor",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class GroundFloorGame(pyspiel.Game):  # type: ignore[misc]
    """A table: the players sit at the first seats, the Automas after them."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        players = int(given["players"])
        automas = [f"automa:{automa}" for automa in given["automas"].split("+") if automa]
        options = parse_options(given["options"])
        self.kind = kind_of(given["ruleset"], (*map(name_of, range(players)), *automas), tuple(options.items()))
        self.reward = require_reward(given["reward"])
        self.players = players
        is_zero_sum = not automas and (self.reward == "rank" or players == 2)
        most = 1.0 if self.reward == "rank" else MAX_PRESTIGE
        rounds = len(self.kind.rules.stage_by_round)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.kind.numbers),
            max_chance_outcomes=most_outcomes(self.kind.rules, players + len(automas)),
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=rounds * players * DECISIONS_IN_ROUND,
        )
        utility = pyspiel.GameType.Utility.ZERO_SUM if is_zero_sum else pyspiel.GameType.Utility.GENERAL_SUM
        super().__init__(game_type(utility), info, given)

    def new_initial_state(self) -> GroundFloorState:
        return GroundFloorState(self)

    def max_chance_nodes_in_history(self) -> int:
        return len(self.kind.rules.stage_by_round) * DRAWS_IN_ROUND

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> GroundFloorObserver:
        """Returns an observer of states; one with perfect recall gives the history as a string."""
        if params:
            raise ValueError(f"Observers of this game have no parameters, so {params} is not possible.")
        has_recall = iig_obs_type is not None and bool(iig_obs_type) and iig_obs_type.perfect_recall
        is_public = not iig_obs_type or iig_obs_type.public_info
        return GroundFloorObserver(self.kind, self.players, has_recall=has_recall, is_public=is_public)


def parse_options(text: str) -> dict[str, str]:
    """Returns the options that a parameter names; raises BadEnvironmentSetting for one that is not ``name:value``.

    >>> parse_options("deck:preset+era:random")
    {'deck': 'preset', 'era': 'random'}
    """
    options = {}
    for part in filter(None, text.split("+")):
        name, colon, value = part.partition(":")
        if not colon:
            raise BadEnvironmentSetting(f"Options are written as deck:preset+era:random, and '{part}' is not.")
        options[name] = value
    return options


def most_outcomes(rules: Ruleset, seats: int) -> int:
    """Returns at least as many outcomes as any draw has; the popularity has one for each order of the seats."""
    return max(factorial(seats), len(rules.tiles) + 1, len(rules.automa_deck), len(rules.designs), len(rules.eras), len(rules.events))


class TablePosition:
    """What a state keeps on Python's side: OpenSpiel copies it when a state is cloned, and pickles it when one is serialized."""

    __slots__ = ("kind", "reward", "game")

    def __init__(self, kind: TableKind, reward: RewardKind, game: Game) -> None:
        self.kind = kind
        self.reward = reward
        self.game = game

    def __deepcopy__(self, memo: object) -> TablePosition:
        return TablePosition(self.kind, self.reward, self.game.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return table_at, (position_text(self.game.position()), self.reward)


def table_at(position: str, reward: RewardKind) -> TablePosition:
    game = read_position(position)
    seats = tuple(f"automa:{seat.automa}" if seat.automa else seat.name for seat in game.seats)
    return TablePosition(kind_of(game.ruleset.name, seats, tuple(game.options.items())), reward, game)


@cache
def kind_of(name: str, seats: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> TableKind:
    """Returns a kind of table, made once."""
    return TableKind.of(name, seats, dict(options))


class GroundFloorState(pyspiel.State):  # type: ignore[misc]
    """A position. Actions have the numbers of ``ActionNumbers``; outcomes of chance are numbered in their order."""

    def __init__(self, game: GroundFloorGame) -> None:
        super().__init__(game)
        self.table = TablePosition(game.kind, game.reward, game.kind.start.copy())

    def current_player(self) -> int:
        """Returns the player who is asked, or OpenSpiel's number for chance or for the end."""
        game = self.table.game
        if game.chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return game.asked_seat if game._steps else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        """Returns the numbers of the legal actions, the lowest first."""
        return sorted(self.table.kind.numbers.numbers(self.table.game._legal))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chance = self.table.game.chance
        assert chance is not None
        total = sum(chance.weights)
        return [(number, weight / total) for number, weight in enumerate(chance.weights)]

    def _apply_action(self, action: int) -> None:
        game = self.table.game
        if game.chance is not None:
            if not 0 <= action < len(game.chance.outcomes):
                raise IndexError(f"Outcomes are numbered from 0 to {len(game.chance.outcomes) - 1}, not {action}.")
            game.apply_outcome(game.chance.outcomes[action])
            return
        game.apply(self.table.kind.numbers.text(action))

    def _action_to_string(self, player: int, action: int) -> str:
        """Returns the text of an action or outcome, as a record has it."""
        chance = self.table.game.chance
        if player == pyspiel.PlayerId.CHANCE and chance is not None:
            return chance.outcomes[action].text
        return self.table.kind.numbers.text(action)

    def is_terminal(self) -> bool:
        return not self.table.game._steps

    def returns(self) -> list[float]:
        """Returns the rewards of the players; 0 until the game is over."""
        players = self.num_players()
        return rewards_of(self.table.game, self.table.reward)[:players] if self.is_terminal() else [0.0] * players

    def __str__(self) -> str:
        """Returns round, phase and what is asked."""
        game = self.table.game
        if game.chance is not None:
            asked = f"chance: {game.chance.kind}"
        else:
            asked = f"{game.seats[game.asked_seat].name}: {game.question_kind}" if game._steps else "over"
        return f"round {game._state.round}, phase {game._state.phase}, {asked}"


pyspiel.register_game(game_type(pyspiel.GameType.Utility.GENERAL_SUM), GroundFloorGame)


OPTION_OF_ENTRIES = {"era.": ("era", "off"), "event.": ("event", "off"), "forecast.preset.": ("deck", "random")}
"""Which option must have another value for entries with these beginnings to be set."""


def entries_never_set(kind: TableKind) -> list[str]:
    """Returns patterns of the names of entries that no position of a table sets: by its options, its rules, or who sits there."""
    rules, options, seats = kind.start.ruleset, kind.start.options, kind.start.seats
    entries = [f"{beginning}*" for beginning, (option, value) in OPTION_OF_ENTRIES.items() if options.get(option, value) == value]
    pausing = {step.area_id for step in STEP_TYPES}
    entries += [f"area.{area.id}" for area in rules.areas if area.id not in pausing]
    if not isinstance(rules.bonus, TwoPlayerBonus):
        entries.append("question.bonuses")
        if not rules.bonus.is_open(len(seats)):
            entries += ["area.marketing_bonus", "question.bonus", "question.bonus_room", "bonus.*"]
    if not isinstance(rules.construction, RemodelingConstruction):
        entries.append("question.after_buy")
    # The third step is the end of a turn in an area, which has one seat and no more.
    entries += ["step_3.stage", "step_3.mark.*"] if rules.remodeling_turn_ends else ["step_3.*", "question.after_turn"]
    entries += [f"step_3.order.{number}.*" for number in range(2, len(seats) + 1)]
    entries += [f"step_1.mark.{number}" for number in range(len(seats) + 1, kind.encoder.marks + 1)]
    entries += [f"*.markers.{room.id}" for room in rules.rooms if not room.tasks]
    entries += [f"*.uses.{tile.id}" for tile in rules.tiles if tile.task is None]
    return entries + automa_entries_never_set(rules, {seat.automa for seat in seats})


def automa_entries_never_set(rules: Ruleset, automas: set[str]) -> list[str]:
    """Returns the patterns for the entries of Automas: only players observe, and the design of a card that has several is known once it is seen."""
    entries = ["automa_?.seat.own"]
    entries += [f"automa_?.is.{entrepreneur.id}" for entrepreneur in rules.entrepreneurs if entrepreneur.id not in automas]
    for card in rules.automa_cards:
        entries.append(f"automa_cards.seen.{card.id}")
        if len(card.corners) > 1:
            entries += [f"automa_?.{pile}.{card.id}" for pile in ("discard", "revealed")]
    return entries


def places_that_can_be_set(kind: TableKind) -> list[int]:
    """Returns the places of the entries of an observation that some position of a table sets."""
    never = re.compile("|".join(map(translate, entries_never_set(kind))))
    return [place for place, entry in enumerate(kind.encoder.entries) if not never.match(entry.name)]


class GroundFloorObserver:
    """An observer in OpenSpiel's form: ``tensor`` is everything in one row, ``dict`` has its parts by name.

    ``observation`` are the entries of an observation divided by their usual high values (``ObservationEncoder``), without those that are
    never set at this table. With ``has_recall`` the string is the history.
    """

    def __init__(self, kind: TableKind, players: int, *, has_recall: bool = False, is_public: bool = True) -> None:
        self.kind = kind
        self.is_public = is_public
        self.has_recall = has_recall
        self.places = np.array(places_that_can_be_set(kind), np.intp)
        self.scale = np.array([1 / kind.encoder.entries[place].usual for place in self.places], np.float32)
        parts = [("player", players)]
        if is_public:
            parts.append(("observation", len(self.scale)))
        self.tensor = np.zeros(sum(size for _name, size in parts), np.float32)
        self.dict: dict[str, Any] = {}
        place = 0
        for name, size in parts:
            self.dict[name] = self.tensor[place : place + size]
            place += size

    def set_from(self, state: Any, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if "observation" in self.dict:
            seen = np.frombuffer(self.kind.encoder.encode(state.table.game, player), np.uint8)
            np.multiply(seen[self.places], self.scale, out=self.dict["observation"])

    def string_from(self, state: Any, player: int) -> str:
        """Returns what a player sees of a state as text: the entries that are not 0, or with perfect recall the moves."""
        if self.has_recall:
            return f"p{player}: " + " ".join(map(str, state.history()))
        if not self.is_public:
            return f"p{player}"
        seen = self.kind.encoder.encode(state.table.game, player)
        parts = [
            f"{entry.name}={value}" if entry.high > 1 else entry.name for entry, value in zip(self.kind.encoder.entries, seen) if value
        ]
        return f"p{player}: " + " ".join(parts)
