"""The games of a laboratory: what follows from the number, what is kept, and the second playing without an improvement."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import msgspec
import pytest

from groundfloor.agents.agent_classes import BadSpecification
from groundfloor.agents.specification import make_agent
from groundfloor.editions import ruleset
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.engine.match import Match
from groundfloor.research.laboratory.lab_game import LabGame, lead, share
from groundfloor.research.laboratory.play import play_lab_game, takes_tile, without_tile
from groundfloor.research.laboratory.settings import LabSettings, seats

WEAK = LabSettings("random")
BUYING = LabSettings("greedy:random_moves=0.5", players=(2,))


@cache
def bought() -> LabGame:
    """Returns a game in which an improvement was bought, and then withheld."""
    return next(game for game in (play_lab_game(BUYING, number) for number in range(1, 20)) if game.withheld is not None)


def test_number_gives_the_same_game_again() -> None:
    assert play_lab_game(WEAK, 5) == play_lab_game(WEAK, 5) != msgspec.structs.replace(play_lab_game(WEAK, 8), number=5)


def test_numbers_of_players_come_in_turn() -> None:
    settings = replace(WEAK, players=(2, 2, 4))
    assert [settings.setup(number).players for number in range(1, 7)] == [2, 2, 4, 2, 2, 4]


def test_a_fifth_of_the_games_has_an_era_and_another_fifth_an_event() -> None:
    options = [dict(WEAK.setup(number).options) for number in range(1, 1001)]
    assert 160 < options.count({"era": "random"}) < 240
    assert 160 < options.count({"event": "random"}) < 240
    assert 540 < options.count({}) < 660 and len(options) == sum(map(options.count, ({}, {"era": "random"}, {"event": "random"})))


@pytest.mark.parametrize(
    ("options", "drawn"),
    [({}, ["era", "event"]), ({"era": "off"}, ["event"]), ({"deck": "preset"}, ["event"]), ({"event": "retainer", "era": "off"}, [])],
)
def test_given_options_are_not_drawn(options: dict[str, str], drawn: list[str]) -> None:
    settings = replace(WEAK, options=options)
    settings.check()
    assert settings.expansions() == drawn


def test_ruleset_without_eras_has_none() -> None:
    assert replace(WEAK, ruleset="first").expansions() == []


def test_every_seat_has_its_specialty_place_and_prestige() -> None:
    game = play_lab_game(replace(WEAK, players=(4,)), 3)
    assert sorted(seat.start for seat in game.seats) == [1, 2, 3, 4]
    assert len({seat.specialty for seat in game.seats}) == 4
    assert all(seat.prestige == sum(seat.sources.values()) for seat in game.seats)
    assert len(game.forecasts) == 7 and all(seat.opening for seat in game.seats)


def test_improvements_have_the_round_in_which_they_came() -> None:
    game = bought()
    assert game.withheld is not None
    owner = game.seats[game.withheld.seat]
    assert owner.tiles[game.withheld.tile] == game.withheld.round
    assert game.withheld.purchases <= sum(len(seat.tiles) for seat in game.seats)


def test_without_tile_is_the_same_game_but_for_this_purchase() -> None:
    """The one who chooses sees it as not on sale; the game itself keeps it."""
    setup = BUYING.setup(bought().number)
    match = Match.new(ruleset("second"), seats(2), setup.options, setup.key)
    agent = make_agent("greedy", Random(1))
    while match.game.question_kind != "buy":
        match.apply(agent.choose(match.game.view(match.game.asked_seat)))
    tile = next(action.text.split()[1] for action in match.game.legal_actions if action.text.startswith("buy "))
    changed = without_tile(match.game, tile)
    assert (
        [action for action in match.game.legal_actions if action not in changed.legal_actions]
        == [action for action in match.game.legal_actions if takes_tile(action, tile)]
        != []
    )
    assert changed._state.copies_left[changed.ruleset.tile(tile)] == 0 != match.game._state.copies_left[changed.ruleset.tile(tile)]


def test_games_with_era_or_event_are_played_once() -> None:
    games = [play_lab_game(replace(BUYING, options={"event": "retainer", "era": "off"}), number) for number in (1, 2)]
    assert [(game.event, game.withheld) for game in games] == [("retainer", None)] * 2


def test_leads_of_a_game_add_up_to_nothing_and_shares_to_one() -> None:
    prestige, ranks = (31, 40, 40), (3, 1, 1)
    assert sum(lead(prestige, seat) for seat in range(3)) == 0
    assert [share(ranks, seat) for seat in range(3)] == [0, 0.5, 0.5]


@pytest.mark.parametrize(
    ("change", "error"), [({"bot": "gredy"}, BadSpecification), ({"players": (9,)}, ImpossibleTable), ({"players": ()}, ImpossibleTable)]
)
def test_impossible_settings_are_refused_before_the_first_game(change: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        replace(WEAK, **change).check()  # type: ignore[arg-type]
