"""Whole games and the worked examples that need little: every ruleset revision must keep them."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, new_game, read_record, ruleset, verify
from groundfloor.engine.errors import BadRecord, IllegalAction, ImpossibleTable, UnknownAction
from groundfloor.engine.game import Game
from tests.support.invariant_checks import check

TABLES = [
    ["Ann", "Ben"],
    ["Ann", "Ben", "Cleo"],
    ["Ann", "Ben", "Cleo", "Dan"],
    ["Ann", "Ben", "Cleo", "Dan", "Eve"],
    ["Ann", "automa:pei"],
    ["Ann", "automa:gropius"],
    ["Ann", "automa:hadid"],
    ["Ann", "Ben", "Cleo", "automa:gropius", "automa:hadid"],
]


@pytest.mark.slow
@pytest.mark.parametrize("seats", TABLES, ids=[" ".join(t) for t in TABLES])
@pytest.mark.parametrize("deck", ["random", "preset"])
@pytest.mark.parametrize("rules", ["second", "online", "first", "manual"])
def test_a_random_game_keeps_everything_and_its_record_says_it_all(rules: str, seats: list[str], deck: str) -> None:
    if not ruleset(rules).entrepreneurs and "automa" in " ".join(seats):
        pytest.skip("no Automas in this ruleset")
    rng = random.Random(f"{rules} {seats} {deck}")
    match = Match.new(ruleset(rules), seats, {"deck": deck}, rng.randbytes(32))
    while not match.game.is_over:
        game = match.game
        legal = game.legal_actions
        assert [action for action in game.ruleset.actions if game.refusal(action) is None] == sorted(legal, key=lambda a: a.index)
        if rng.random() < 0.1:
            twin = Game.from_position(game.position(), ruleset)
            assert [action.text for action in twin.legal_actions] == [action.text for action in legal]
            before = game.position()
            copied = game.copy()
            copied.apply(legal[0])
            assert game.position() == before
            with pytest.raises(IllegalAction):
                game.apply(next(action for action in game.ruleset.actions if action not in legal))
            assert game.position() == before
        seat = game.asked_seat
        match.apply(rng.choice(legal))
        check(match.game)
        if match.undoable_count(seat) and rng.random() < 0.05:
            match.undo(seat)
    record = read_record(match.record.format())
    assert record.format() == match.record.format()
    assert record.replay().position() == match.game.position()
    assert verify(record) == record.draw_count()
    assert sorted(score.rank for score in match.game.scores()) == list(range(1, len(seats) + 1))


def test_example_8_the_first_round_begins_with_nine_money() -> None:
    rng = random.Random(5)
    game = new_game("second", ["Ann", "Ben", "Cleo"])
    while game.chance is not None:
        game.apply(rng.choice(game.chance.outcomes))
    specialties = game.ruleset.specialties
    for player in game.state.players:
        special = specialties[player.specialty].id
        assert player.money == {"inheritance": 12, "e_commerce": 10}.get(special, 9)
        assert player.info == (8 if special == "inheritance" else 7)
        assert player.supply == (2 if special == "retail" else 1)
        assert player.time == 4


def test_example_7_floors_cost_two_more_each() -> None:
    game = new_game("second", ["Ann", "Ben"])
    company = game.ruleset.areas[game.ruleset.area("construction_company")]
    player = game.state.players[0]
    prices = []
    for tile in range(7, 13):
        prices.append(company.price(game, player, tile))  # type: ignore[attr-defined]
        player.floors.append(tile)
    assert prices == [(4, 4), (6, 6), (8, 8), (10, 10), (12, 12), (14, 14)]


@pytest.mark.parametrize(
    "seats",
    [
        ["Ann"],
        list("abcdef"),
        ["a", "b", "c", "d", "automa:pei"],
        ["a", "automa:hadid", "automa:hadid"],
        ["automa:pei", "automa:hadid"],
        ["a", "a"],
    ],
)
def test_impossible_tables_are_refused(seats: list[str]) -> None:
    with pytest.raises(ImpossibleTable):
        new_game("second", seats)


def test_unknown_texts_name_near_ones() -> None:
    with pytest.raises(UnknownAction, match="factory"):
        ruleset().action("factry")


def test_an_unreadable_record_names_the_line() -> None:
    match = Match.new(ruleset(), ["Ann", "Ben"], {}, b"k" * 32)
    with pytest.raises(BadRecord, match="Line 1"):
        read_record("nonsense")
    with pytest.raises(BadRecord, match="begins with a seat"):
        read_record(match.record.format() + "7 hire\n")
    with pytest.raises(BadRecord, match=r"Line \d+ \(1 factory\)"):
        read_record(match.record.format() + "1 factory\n").replay()
