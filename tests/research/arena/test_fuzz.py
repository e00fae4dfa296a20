"""Random games of all kinds: the same from the seed, and whatever does not hold is noticed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from groundfloor import new_game, read_record
from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.actions import Action, Chance, Outcome
from groundfloor.engine.errors import BadPosition
from groundfloor.engine.game import Game
from groundfloor.engine.invariants import find_violation, tiles_of
from groundfloor.research.arena import fuzz
from groundfloor.research.arena.fuzz import InvariantError, Tally, check_position, play_batch, play_batches, play_one
from groundfloor.research.arena.game_sampler import random_setup


def figures(seed: int, last: int, jobs: int) -> dict[str, Tally]:
    """Returns the games from 1 to the last one, added up."""
    found: dict[str, Tally] = {}
    for batch in play_batches(seed, 1, last, jobs):
        assert batch.failure is None and batch.seconds > 0
        for name, tally in batch.tallies.items():
            found.setdefault(name, Tally()).add(tally)
    return found


@pytest.mark.thorough
@pytest.mark.slow
def test_games_are_the_same_at_any_number_of_jobs() -> None:
    alone, together = figures(5, 30, 1), figures(5, 30, 2)
    assert alone == together
    assert sum(tally.games for tally in alone.values()) == 30 > fuzz.BATCH_SIZE
    entries = sum(tally.entries for tally in alone.values())
    assert 0.04 < sum(tally.checked for tally in alone.values()) / entries < 0.06
    assert figures(6, 5, 1) != figures(5, 5, 1)


def test_a_game_depends_on_its_seed_and_number_only() -> None:
    assert play_one(5, 30) == play_one(5, 30) != play_one(5, 31)
    whole, parts = play_batch(5, range(1, 7)), [play_batch(5, range(1, 4)), play_batch(5, range(4, 7))]
    assert sum(tally.entries for tally in whole.tallies.values()) == sum(tally.entries for part in parts for tally in part.tallies.values())


@pytest.mark.thorough
@pytest.mark.slow
def test_random_setups_cover_every_table_and_option() -> None:
    setups = [random_setup(Random(number)) for number in range(1500)]
    names = Counter(setup.name for setup in setups)
    for name in NAMES:
        rules = ruleset(name)
        least, most = rules.player_range
        assert {f"{name} {humans}+0" for humans in range(least, most + 1)} <= set(names)
        sitting = {seat for setup in setups if setup.rules.name == name for seat in setup.seats}
        assert {f"automa:{one.id}" for one in rules.entrepreneurs} == {seat for seat in sitting if seat.startswith("automa:")}
        chosen = {(key, value) for setup in setups if setup.rules.name == name for key, value in setup.options.items()}
        assert chosen == {(option.name, value) for option in rules.options for value in option.values}
    assert min(names.values()) > 10


def a_game() -> Game:
    """Returns a game of two in its second round, with a seat asked what to schedule."""
    game = new_game("second", ["Ann", "Ben"])
    dice = Random(3)
    while game._state.round < 2 or game.question_kind != "schedule" or game.asked_seat < 0:
        game.apply(dice.choice(game._legal) if game.chance is None else dice.choice(game.chance.outcomes))
    return game


BREAKS = [
    ("game._asked_seat = -1", "stops for 0"),
    ("game._legal = game._legal[:1]", "has 1 answers"),
    ("game._legal = [*game._legal, game._legal[0]]", "of them different"),
    ("game._asked_seat = -1; game._chance = Chance('front', [Outcome((0,), 'front stable_1')], [1])", "1 outcomes"),
    (
        "game._asked_seat = -1; game._chance = Chance('front', [Outcome((0,), 'front stable_1'), Outcome((1,), 'front stable_2')], [1, 0])",
        "weights (1, 0)",
    ),
    ("state.popularity_order = [0, 0]", "the popularity order is [0, 0]"),
    (
        "state.popularity[state.popularity_order[0]], state.popularity[state.popularity_order[1]] = 1, 2",
        "in popularity order are [1, 2]",
    ),
    ("state.popularity = [0, 0]", "are [0, 0]"),
    ("state.popularity = [99, 99]", "are [99, 99]"),
    ("state.job_market = 0", "job market stands at 0"),
    ("state.revealed_forecasts.clear()", "0 cards are turned up in round 2"),
    ("state.area = 0", "area 0 is conducted in phase 3"),
    ("other.money = -1", "seat 2 has a negative number"),
    ("other.employee_count += 1", "and the CEO at"),
    ("other.supply += 3", "more than there is room for"),
    ("player.time -= 1", "24 time markers, not 25"),
    ("player.reserve_time += 1", "26 time markers, not 25"),
    ("player.room_markers[0] -= 1; player.reserve_time += 1", "seat 1 has a negative number"),
    ("player.floors.append(game.ruleset.tile('skyline'))", "seat 1 has the floors"),
    ("player.tenants += [0, 0]; player.tenant_places += [-1, -1]", "the tenants [0, 0]"),
    ("state.copies_left[0] -= 1", "improvements, not"),
    ("state.bonus_takers[:2] = [0, 0]", "the bonuses are with"),
    ("state.warehouse_supply[0] = 2", "lies in the warehouse"),
    ("state.marketing_boxes[0][0] -= 1; player.reserve_time += 1", "in the marketing boxes"),
]
"""Statements that break something, and what is said of it."""


@pytest.mark.parametrize(("spoil", "what"), BREAKS)
def test_each_invariant_is_noticed_when_it_breaks(spoil: str, what: str) -> None:
    game = a_game()
    tiles = tiles_of(game)
    assert find_violation(game, tiles) == ""
    player, other = game._state.players
    exec(spoil, {"game": game, "state": game._state, "player": player, "other": other, "Chance": Chance, "Outcome": Outcome})
    assert what in find_violation(game, tiles)


def an_illegal_action(game: Game) -> Action:
    return next(action for action in game.ruleset.actions if action not in game._legal)


def test_an_extra_or_missing_answer_is_noticed() -> None:
    game = a_game()
    check_position(game, Random(1))
    game._legal = [*game._legal, an_illegal_action(game)]
    with pytest.raises(BadPosition, match="is not the one that follows from the rest"):
        check_position(game, Random(1))
    with pytest.raises(InvariantError, match="does not fit the legal answers"):
        fuzz.check_all_actions(game)
    game = a_game()
    game._legal = game._legal[1:]
    with pytest.raises(InvariantError, match="does not fit the legal answers"):
        fuzz.check_all_actions(game)


def test_an_impossible_position_is_noticed() -> None:
    game = a_game()
    game._state.copies_left[0] += 1
    with pytest.raises(BadPosition, match="copies"):
        check_position(game, Random(1))


def test_a_chance_with_a_wrong_outcome_is_noticed() -> None:
    game = new_game("second", ["Ann", "Ben"])
    assert game.chance is not None
    fuzz.check_all_outcomes(game)
    outcomes, weights = game.chance.outcomes, game.chance.weights
    game._chance = Chance(game.chance.kind, (*outcomes, Outcome(outcomes[0].values, outcomes[0].text)), (*weights, 1))
    with pytest.raises(InvariantError, match="another outcome"):
        fuzz.check_all_outcomes(game)


@pytest.mark.slow
def test_a_failure_stops_the_batch_and_keeps_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_batch(5, range(1, 7))
    assert whole.failure is None

    def impatient(game: Game, tiles: int) -> str:
        return "this took too long" if game._state.round > 6 and len(game.seats) == 3 else find_violation(game, tiles)

    monkeypatch.setattr(fuzz, "find_violation", impatient)
    batch = play_batch(5, range(1, 40))
    assert batch.failure is not None
    assert batch.failure.sentence == "This took too long."
    assert sum(tally.games for tally in batch.tallies.values()) == batch.failure.number - 1
    record = read_record(batch.failure.record)
    assert record.replay()._state.round == 7 and record.replay(len(record.entries) - 1)._state.round < 7
    with pytest.raises(InvariantError, match=f"^After {len(record.entries)} entries: this took too long.$"):
        fuzz.reproduce(record)
    monkeypatch.undo()
    assert fuzz.reproduce(record) == len(record.entries)


def test_an_error_inside_the_engine_is_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(game: Game, tiles: int) -> str:
        raise ZeroDivisionError("nobody divides here")

    monkeypatch.setattr(fuzz, "find_violation", stumble)
    _name, _tally, failure = play_one(1, 1)
    assert failure is not None and failure.sentence == "ZeroDivisionError: nobody divides here"
    assert len(read_record(failure.record).entries) == 1
