"""The panel of a draft: what it is called, and what a further choice would do."""

from __future__ import annotations

import random

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.seats import Seat
from groundfloor.presentation.board.buildings import buildings as all_buildings
from groundfloor.presentation.board.decision import decision
from groundfloor.presentation.board.spaces import Space
from groundfloor.presentation.board.task_controls import remodel_control, room_controls
from tests.support.boards import view_of
from tests.support.table import Table


def last_task(wanted: str) -> tuple[Game, int, str]:
    """Returns a game of two before somebody's last task of phase III, which leads to this question (empty: to nobody of that seat)."""
    for seed in range(60):
        dice = random.Random(seed)
        game = Game(ruleset("second"), (Seat("Ann", colour="red"), Seat("Ben", colour="blue")))
        while not game.is_over:
            seat = game.current_player
            if game.chance is not None:
                game.apply(dice.choice(game.chance.outcomes))
                continue
            for action in game.legal_actions if seat is not None and game.question_kind == "schedule" else []:
                after = game.copy()
                after.apply(action)
                own = after.question_kind if after.current_player == seat else ""
                if after._state.phase > game._state.phase and own == wanted and not after.is_over:
                    assert seat is not None
                    return game, seat, action.text
            game.apply(dice.choice(game.legal_actions))
    raise LookupError(wanted)


@pytest.mark.parametrize("wanted", ["marketing_type", ""])
def test_draft_stays_in_its_phase(wanted: str) -> None:
    """A task that ends phase III leaves the drawn phase, the question and the sentence in phase III until it is confirmed."""
    game, seat, text = last_task(wanted)
    view = view_of(game, [], seat, (text,))
    assert (view.game._state.round, view.game._state.phase) == (game._state.round, game._state.phase)
    shown = decision(view)
    assert shown.mode == "draft" and shown.head == "Your turn"
    assert shown.sentence.startswith("Choose another task to replace it")


def test_half_picked_task_cites_the_paragraph_of_its_place() -> None:
    table = Table().go("schedule")
    view = view_of(table.game, [], table.game.asked_seat, partial="warehouse 1")
    assert decision(view).rule == "III.D"
    assert decision(view_of(table.game, [], table.game.asked_seat)).rule == "III.1"


@pytest.mark.parametrize(
    ("typed", "title", "button"),
    [
        ("warehouse", "Warehouse", "Warehouse, door 1: Pay money"),
        ("warehouse 1", "Warehouse, door 1", "Pay money"),
        ("agency", "Advertising agency", "Advertising agency, desk 1"),
    ],
)
def test_area_typed_without_a_space_names_each_space_on_its_button(typed: str, title: str, button: str) -> None:
    table = Table().go("schedule")
    player = table.game._state.players[table.game.asked_seat]
    player.money = player.info = 9
    shown = decision(view_of(table.game, [], table.game.asked_seat, partial=typed))
    assert (shown.title, shown.buttons[0].text) == (title, button)


def test_remodel_control_of_storage_closet_tells_of_its_supply() -> None:
    """RULES 6.1. The note showed the prestige alone."""
    table = Table().go("schedule")
    seat = table.game.asked_seat
    table.game._state.players[seat].money = table.game._state.players[seat].info = 9
    key = remodel_control(view_of(table.game, [], seat), seat, table.game.ruleset.closet_room)
    assert key is not None
    assert [(each.number, each.icon) for each in key.gives] == [(2, "prestige"), (1, "supply")]
    assert key.words == "Remodeled: Holds 2 supply; 1 supply comes with the remodel."


def test_task_control_warns_of_supply_without_a_place() -> None:
    """RULES III.6: only the panel said so, after the choice."""
    table = Table().go("schedule")
    seat = table.game.asked_seat
    table.game._state.players[seat].supply, table.game._state.players[seat].time = 1, 4
    assembly = next(n for n, room in enumerate(table.game.ruleset.rooms) if room.id == "assembly")
    [control] = room_controls(view_of(table.game, [], seat), seat, assembly)
    assert control.warning == "Your storage closet has no room for it: the supply is discarded."
    table.game._state.players[seat].supply = 0
    [control] = room_controls(view_of(table.game, [], seat), seat, assembly)
    assert control.warning == ""


@pytest.mark.parametrize(
    ("language", "nobody", "else_"), [("en", "Fire nobody", "Fire nobody else"), ("de", "Niemanden entlassen", "Niemanden mehr entlassen")]
)
def test_button_that_ends_firing_knows_of_the_draft(language: str, nobody: str, else_: str) -> None:
    game = Table("A B").give("A", untrained=2).go("reorganize").game
    asked = decision(view_of(game, [], 0, language=language))
    assert [key.text for key in asked.buttons if key.value == "done"] == [nobody]
    drawn = decision(view_of(game, [], 0, ("fire untrained",), language=language))
    assert [key.text for key in drawn.buttons if key.value == "done"] == [else_]
    both = decision(view_of(game, [], 0, ("fire untrained", "done"), language=language))
    assert both.lines[-1].title == else_


def place_of(kind: str, id: str, verb: str = "") -> Space:
    """Returns a place of the city, as whoever answers the first question of this kind sees it."""
    game = asked(kind, verb)
    view = view_of(game, [], (game.current_player or 0))
    return next(space for building in all_buildings(view) for space in building.spaces if space.id == id)


def asked(kind: str, verb: str = "") -> Game:
    for seed in range(200):
        dice = random.Random(seed)
        game = Game(ruleset("second"), [Seat(name) for name in ("Ann", "Ben", "Cleo")])
        while not game.is_over:
            if game.chance is not None:
                game.apply(dice.choice(game.chance.outcomes))
                continue
            if game.question_kind == kind and len(game._legal) > 2 and any(action.text.startswith(verb) for action in game._legal):
                return game
            game.apply(dice.choice(game._legal))
    raise LookupError(kind)


def test_product_is_not_said_to_be_sold_before_a_consumer_came() -> None:
    """RULES IV.E.1, IV.H.2: price and drop said that they gave the money."""
    for kind in ("price", "drop"):
        game = asked(kind)
        keys = {key.value: key for key in decision(view_of(game, [], (game.current_player or 0))).buttons}
        for action in game._legal:
            price = action.text.split()[-1]
            if price.isdecimal():
                assert f"gives {price} money if sold." in keys[action.text].label, action.text
        if kind == "drop":
            assert all("gives 3 money." in key.label for text, key in keys.items() if text.endswith("liquidation"))


def test_consulting_promises_info_for_a_meeting_next_round_only() -> None:
    """RULES IV.A.2"""
    space = place_of("schedule", "left-1", "consulting")
    assert "gives 10 info if booked again." in space.label and space.tooltip.timing == ""


def test_bonus_of_remodeling_tells_its_price_and_when_it_is_of_no_use() -> None:
    """RULES IV.C.1"""
    game = asked("bonus", "bonus remodel")
    player = game._state.players[(game.current_player or 0)]
    for info, words in ((1, "It remodels one room for 1 money and 1 info."), (0, "no use: you can’t remodel any room")):
        player.money, player.info = 1, info
        keys = {key.value: key for key in decision(view_of(game, [], (game.current_player or 0))).buttons}
        assert keys["bonus remodel"].hint.startswith(words)


@pytest.mark.parametrize(("track", "kept"), [("B.A.....", "Keep it"), ("ABA.....", "Keep all")])
def test_who_has_one_share_keeps_it(track: str, kept: str) -> None:
    """RULES IV.F.4. One share has no rest."""
    table = Table().set(track=track, current="recession").go("stock_exchange")
    seat = table.game.asked_seat
    assert "AB"[seat] == "A"
    assert [button.text for button in decision(view_of(table.game, [], seat)).buttons if button.value == "done"] == [kept]


def test_who_waits_is_not_asked_the_question_of_another() -> None:
    table = Table().go("hire")
    asked = table.game.asked_seat
    for seat in (1 - asked, None):
        shown = decision(view_of(table.game, [], seat))
        assert (shown.mode, shown.head, shown.title) == ("waiting", "Hire employees", "A is deciding")


def test_falling_prestige_is_explained_where_money_is_spent() -> None:
    table = Table("A B").give("A", money=0, info=0).go("hire")
    seat = table.game.asked_seat
    said = "3 money + 3 info left = 1 prestige at the end."
    assert said in decision(view_of(table.game, [], seat, ("hire",))).sentence
    assert said not in decision(view_of(table.game, [], seat, ("done",))).sentence
