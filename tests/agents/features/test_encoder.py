"""Features: one number for each name, the same for the same position, and from the perspective of the seat."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator

import pytest

from groundfloor import Match, new_game, ruleset
from groundfloor.agents.features.city_features import city_names
from groundfloor.agents.features.common_facts import ROLES, role_of
from groundfloor.agents.features.company_features import company_names
from groundfloor.agents.features.encoder import Encoder, feature_names
from groundfloor.agents.features.marker_features import automa_names
from groundfloor.editions import NAMES
from groundfloor.engine.game import Game
from groundfloor.research.arena.game_sampler import random_setup
from tests.support.random_walks import walk_setups

CITY, COMPANY = len(city_names()), len(company_names()) + len(automa_names())
GAME_OF_FEATURES = 3135598780
"""The checksum of the features of a whole game, the same interpreted and compiled."""


def walk(game: Game, dice: random.Random, steps: int = 10**6) -> Iterator[Game]:
    while not game.is_over and steps:
        if game.chance is not None:
            game.apply(game.chance.draw(dice))
            continue
        yield game
        game.apply(dice.choice(game.legal_actions))
        steps -= 1


def feature(data: bytes, name: str) -> int:
    return data[feature_names().index(name)]


def test_each_feature_has_a_name_of_its_own() -> None:
    assert len(set(feature_names())) == len(feature_names())


@pytest.mark.parametrize(("name", "seats", "deck"), walk_setups()[::2])
def test_positions_of_every_ruleset_and_player_count_have_features(name: str, seats: tuple[str, ...], deck: str) -> None:
    game = new_game(name, seats, {"deck": deck})
    encoder = None
    for here in walk(game, random.Random(1), 60):
        if encoder is None or encoder.ruleset is not here.ruleset:
            encoder = Encoder(here.ruleset)
        assert {len(encoder.encode(here, seat)) for seat in range(len(here.seats))} == {len(feature_names())}


def test_positions_with_options_and_house_values_have_features() -> None:
    dice = random.Random(3)
    for _setup in range(12):
        for here in walk(random_setup(dice).game(), dice, 25):
            assert len(Encoder(here.ruleset).encode(here, here.asked_seat)) == len(feature_names())


def test_features_are_the_same_interpreted_and_compiled() -> None:
    game = new_game("second", ["Ann", "Ben", "automa:hadid"])
    checksum = 0
    for here in walk(game, random.Random(5)):
        if here._state.round:
            checksum = zlib.crc32(Encoder(here.ruleset).encode(here, here.asked_seat), checksum)
    assert checksum == GAME_OF_FEATURES


def test_all_seats_are_encoded_together() -> None:
    """Automas too, which see themselves as an Automa."""
    *_, here = walk(new_game("second", ["Ann", "automa:pei", "automa:hadid"]), random.Random(3), 40)
    encoder = Encoder(here.ruleset)
    rows = [encoder.encode(here, seat) for seat in range(3)]
    assert encoder.encode_seats(here) == b"".join(rows)
    assert [feature(row, "own: is an Automa") for row in rows] == [0, 1, 1]


def test_features_do_not_change_the_game() -> None:
    game = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32).game
    before = game.position()
    encoder = Encoder(game.ruleset)
    assert encoder.encode(game, 0) == encoder.encode(game, 0)
    assert game.position() == before


def test_two_seats_see_each_other_as_the_opponent() -> None:
    encoder = None
    for here in walk(new_game("second", ["Ann", "Ben"]), random.Random(7), 120):
        encoder = encoder or Encoder(here.ruleset)
        one, other = (encoder.encode(here, seat) for seat in (0, 1))
        own, opponent = slice(CITY, CITY + COMPANY), slice(CITY + COMPANY, CITY + 2 * COMPANY)
        assert one[own] == other[opponent] and one[opponent] == other[own]


def test_prestige_is_what_the_game_would_score() -> None:
    game = new_game("second", ["Ann", "Ben", "automa:hadid"])
    for here in walk(game, random.Random(2)):
        seat = here.asked_seat
        total = next(score.total for score in here.scores() if score.seat == seat)
        assert feature(Encoder(here.ruleset).encode(here, seat), "own: prestige now") == total


def test_the_opponent_with_the_most_prestige_leads() -> None:
    leading = "leading opponent: prestige now"
    for here in walk(new_game("second", ["Ann", "Ben", "Cleo", "Dan"]), random.Random(4)):
        best = max(score.total for score in here.scores() if score.seat != 0)
        assert feature(Encoder(here.ruleset).encode(here, 0), leading) == best


def test_an_opponent_is_added_to_the_others() -> None:
    *_, here = walk(new_game("second", ["Ann", "Ben", "Cleo"]), random.Random(4), 90)
    data = Encoder(here.ruleset).encode(here, 0)
    money = [here._state.players[seat].money for seat in (1, 2)]
    assert feature(data, "leading opponent: money") + feature(data, "other opponents: money") == sum(money)
    assert len(data) == CITY + 3 * COMPANY


@pytest.mark.parametrize("name", NAMES)
def test_every_tile_has_a_role(name: str) -> None:
    roles = {tile.id: ROLES[role_of(tile)] for tile in ruleset(name).tiles}
    assert "other" not in roles.values()
    assert roles["empty_floor"] == "floor_has_places" and roles["network_admin"] == "tenant_pays_info"
    assert roles["retention"] == "floor_scores_employees"
