"""The game's own refusals, views and texts."""

from __future__ import annotations

import pytest

from groundfloor import new_game, ruleset
from groundfloor.engine.actions import Outcome
from groundfloor.engine.errors import BadPosition, IllegalAction, ImpossibleTable, UnknownAction, UnknownRuleset, WrongOutcome
from groundfloor.engine.game import Game
from groundfloor.engine.phases.hire import Hire, HiringDone
from groundfloor.engine.seats import Seat
from tests.support.table import Table


def test_an_action_of_another_ruleset_is_refused() -> None:
    with pytest.raises(IllegalAction, match="another ruleset"):
        Table().go("hire").game.apply(ruleset("first").action("hire"))


def test_while_chance_is_asked_no_seat_is_asked() -> None:
    table = Table().go("economic_forecast")
    action = table.game.ruleset.action("hire")
    assert (table.game.current_player, table.game.question, table.game.legal_actions) == (None, None, [])
    assert str(table.game.refusal(action)) == "Not possible: no decision is open now."
    with pytest.raises(IllegalAction, match="chance must decide first"):
        table.game.apply(action)


def test_an_action_that_nobody_is_asked_for_is_refused() -> None:
    table = Table("A B").set(round=7, turned="recession_1 " * 6).go_on("conduct").take("front stable_1")
    with pytest.raises(IllegalAction, match="no decision is open"):
        table.game.apply("hire")


def test_an_outcome_is_refused_where_a_seat_is_asked() -> None:
    with pytest.raises(WrongOutcome, match="nothing is to be drawn now"):
        Table().go("hire").game.apply(Outcome((0,), "front stable_1"))


@pytest.mark.parametrize(
    ("given", "text", "sentence"),
    [
        ({"money": 2}, "remodel training", "it costs 3 money, and you have 2"),
        ({"info": 1}, "remodel training", "it costs 3 info, and you have 1"),
        ({"supply": 0}, "factory", "it takes 1 supply, and you have 0"),
        ({"time": 1}, "assembly", "it takes 3 time markers, and you have 1"),
        ({}, "training", "you have no untrained employee"),
    ],
)
def test_a_refusal_says_what_is_missing(given: dict[str, int], text: str, sentence: str) -> None:
    table = Table().give("A", **given).go("schedule")  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match=sentence):
        table.take(text)


def test_a_view_offers_answers_only_to_the_seat_that_is_asked() -> None:
    table = Table().go("hire")
    own, other, nobody = (table.game.view(seat) for seat in (0, 1, None))
    assert [view.is_asked for view in (own, other, nobody)] == [True, False, False]
    assert [len(view.legal_actions) for view in (own, other, nobody)] == [2, 0, 0]
    assert own.question is not None and own.question.kind == "hire"
    assert own.refusal(table.game.ruleset.action("hire")) is None
    assert own.quote(table.game.ruleset.action("hire")).money == 5


def test_a_game_of_a_view_is_a_copy() -> None:
    table = Table().go("hire")
    table.game.view(0).game().apply("hire")
    assert table["A"].money == 20


@pytest.mark.parametrize("seat", [-1, 3])
def test_an_unknown_seat_has_no_view(seat: int) -> None:
    with pytest.raises(ImpossibleTable, match="seats 1 to 3"):
        Table().game.view(seat)


@pytest.mark.parametrize("seats", [["Ann"], list("abcdef"), ["a", "a"]])
def test_impossible_tables_are_refused(seats: list[str]) -> None:
    with pytest.raises(ImpossibleTable):
        new_game("second", seats)


def test_unknown_texts_name_near_ones() -> None:
    with pytest.raises(UnknownAction, match="factory"):
        ruleset().action("factry")


def test_reprs_say_what_things_are() -> None:
    table = Table().go("hire")
    action = table.game.legal_actions[0]
    assert (repr(action), str(action)) == ("Action('hire')", "hire")
    outcome = Outcome((1,), "back stable")
    assert (repr(outcome), str(outcome)) == ("Outcome('back stable')", "back stable")
    assert repr(table.game.refusal(table.game.ruleset.action("factory"))) == "Refusal('not_asked', {})"
    assert repr(table.game.ruleset.tiles[0]) == "Tile('human_resources')"
    assert repr(Seat("Ann", "", "red")) == "Seat('Ann', '', 'red')"
    event = HiringDone(0, "II.1")
    assert repr(event).startswith("HiringDone(seat=0, rule='II.1', automatic=False, reason=None")
    assert event.as_dict() == {"kind": "HiringDone", "seat": 1, "rule": "II.1", "facts": {}}


def test_without_a_journal_nothing_is_noted() -> None:
    game = Table().game
    game.note(HiringDone(0, "II.1"))
    assert game.journal is None


@pytest.mark.interpreted("it replaces a method of a step by one that stumbles")
def test_a_position_whose_last_step_cannot_go_on_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(step: Hire, game: Game) -> None:
        raise LookupError

    position = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
    while position.chance is not None:
        position.apply(position.chance.outcomes[0])
    plain = position.position()
    assert Game.from_position(plain, ruleset).position() == plain
    monkeypatch.setattr(Hire, "advance", stumble)
    with pytest.raises(BadPosition, match="its last step can't go on"):
        Game.from_position(plain, ruleset)


def test_unknown_automas_and_rulesets_are_refused_by_name() -> None:
    with pytest.raises(ImpossibleTable, match="it has: pei, gropius, hadid"):
        new_game("second", ["Ann", "automa:corbusier"])
    with pytest.raises(ImpossibleTable, match="must be different"):
        new_game("second", [Seat("Ann"), Seat("One", "pei"), Seat("Two", "pei")])
    with pytest.raises(ImpossibleTable, match="must be different"):
        new_game("second", ["Ann", "automa:hadid", "automa:hadid"])
    with pytest.raises(UnknownRuleset, match="second"):
        ruleset("third")
