"""Observations have named entries in their ranges, and lose nothing of a position."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from random import Random

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.game import Game
from groundfloor.research.arena.game_sampler import random_setup
from groundfloor.research.environments import OBSERVATION_VERSION, ObservationEncoder, TableKind
from groundfloor.research.environments.observation import clip_to_bytes
from tests.support.biased_players import BUILDING

KNOWN = {1: {"second": "d55962b3991378c5", "online": "d55962b3991378c5", "first": "edc1c33cc0958e76", "manual": "bb23c5e2daaf1a31"}}
"""By version of the observations: a hash of the names of all entries at all numbers of players, and with Automas."""


def positions(game: Game, rng: Random) -> Iterator[Game]:
    """Yields each position of a game in which a seat is asked, and the end."""
    while game._steps:
        if game.chance is None:
            yield game
        answer = BUILDING.choose(game, rng)
        game.apply(answer)
    yield game


def names_of(name: str) -> str:
    least, most = ruleset(name).player_range
    kinds = [TableKind.of(name, players) for players in range(least, most + 1)]
    if ruleset(name).entrepreneurs:
        kinds += [TableKind.of(name, ["Ann", "automa:pei"]), TableKind.of(name, ["Ann", "automa:pei", "automa:hadid"])]
    return "\n".join(entry.name for kind in kinds for entry in kind.encoder.entries)


@pytest.mark.parametrize("name", NAMES)
def test_entries_stay_the_same_in_a_version(name: str) -> None:
    """Another layout needs another OBSERVATION_VERSION, with a line of its own in KNOWN."""
    assert hashlib.sha256(names_of(name).encode()).hexdigest()[:16] == KNOWN[OBSERVATION_VERSION][name]


def test_entries_have_names_of_their_own() -> None:
    for name in NAMES:
        entries = TableKind.of(name, ruleset(name).player_range[1]).encoder.entries
        assert len({entry.name for entry in entries}) == len(entries)
        assert all(0 < entry.usual <= entry.high <= 255 for entry in entries)


def comparable(game: Game) -> str:
    """Returns a position without what observations leave out on purpose (docs/environments.md).

    Names and options belong to the table, legal answers are the mask. Of cards turned up earlier and of an Automa's discards the order counts
    for nothing, and a covered tenant of an Automa has no place.
    """
    data = json.loads(json.dumps(game.position()))
    state = data["state"]
    state["revealed_forecasts"] = sorted(state["revealed_forecasts"])
    for player in state["players"]:
        if player["deck"]:
            for pile in ("pile", "discard", "revealed"):
                player["deck"][pile] = sorted(player["deck"][pile])
        player["tenants"], player["tenant_places"] = (
            zip(*sorted(zip(player["tenants"], player["tenant_places"]))) if player["tenants"] else ([], [])
        )
    kind = data["question"]["kind"] if data["question"] else ""
    return json.dumps([state, data["steps"][1:], kind, data["question"] and data["question"]["seat"]], sort_keys=True)


@pytest.mark.thorough
@pytest.mark.slow
def test_different_positions_have_different_observations() -> None:
    """The observations of any seat tell all positions of a game apart, over games of all kinds."""
    rng = Random(11)
    for _ in range(5):
        setup = random_setup(rng)
        start = setup.game()
        encoder = ObservationEncoder(start)
        seat = rng.randrange(len(setup.seats))
        seen: dict[bytes, str] = {}
        for _again in range(2):
            for game in positions(start.copy(), rng):
                found = encoder.encode(game, seat)
                assert seen.setdefault(found, comparable(game)) == comparable(game)
        assert len(set(seen.values())) == len(seen)


def test_observation_needs_no_more_than_the_view() -> None:
    rng = Random(6)
    start = random_setup(rng).game()
    encoder = ObservationEncoder(start)
    for game in positions(start, rng):
        for seat in range(len(game.seats)):
            assert encoder.encode(game.view(seat).game(), seat) == encoder.encode(game, seat)


def test_values_stay_in_their_ranges() -> None:
    rng = Random(3)
    for _ in range(4):
        start = random_setup(rng).game()
        encoder = ObservationEncoder(start)
        for game in positions(start, rng):
            for seat in range(len(game.seats)):
                found = encoder.encode(game, seat)
                assert len(found) == len(encoder)
                assert all(value <= entry.high for value, entry in zip(found, encoder.entries))


def test_named_entries_say_what_the_position_says() -> None:
    rng = Random(9)
    start = Game(ruleset("second"), ["Ann", "Ben", "Cleo"])
    encoder = ObservationEncoder(start)
    for game in positions(start, rng):
        seen = encoder.encode(game, 1)
        state = game._state
        assert seen[encoder.index("round")] == state.round
        for seat, name in ((1, "own"), (2, "next_1"), (0, "next_2")):
            player = state.players[seat]
            assert seen[encoder.index(f"{name}.money")] == player.money
            assert seen[encoder.index(f"{name}.popularity")] == state.popularity[seat]
            assert seen[encoder.index(f"asked.{name}")] == (game.asked_seat == seat)
            for place, owner in enumerate(state.factory_queue, 1):
                assert seen[encoder.index(f"factory.{place}.{name}")] == (owner == seat)
            for tile in game.ruleset.tiles:
                assert seen[encoder.index(f"{name}.owns.{tile.id}")] == player.owns(tile.index)


def test_seats_see_the_same_table_turned() -> None:
    start = Game(ruleset("second"), ["Ann", "Ben"])
    rng = Random(2)
    for game in positions(start, rng):
        if game._state.players[0].money != game._state.players[1].money:
            break
    encoder = ObservationEncoder(game)
    first, second = encoder.encode(game, 0), encoder.encode(game, 1)
    own, other = encoder.index("own.money"), encoder.index("next_1.money")
    assert (first[own], first[other]) == (second[other], second[own])


def test_numbers_beyond_a_byte_are_clipped() -> None:
    assert list(clip_to_bytes([300, -1, 7])) == [255, 0, 7]
