"""The rest of a round without decisions and chance, as a plan for the next round begins with it."""

from __future__ import annotations

from groundfloor.engine.round_plan import end_round
from groundfloor.engine.state import HIRE
from tests.support.table import Table


def test_markers_go_back_to_all_owners() -> None:
    """RULES IV: the booked spaces are empty afterwards, those of the first seat too."""
    table = Table("A B C").set(desks="A.B", sites="A").go_on("schedule")
    before = [player.reserve_time for player in table.state.players]
    end_round(table.game, 0)
    assert [player.reserve_time for player in table.state.players] == [before[0] + 2, before[1] + 1, before[2]]
    assert all(owner < 0 for spaces in table.state.booked_spaces() for owner in spaces)


def test_next_forecast_becomes_the_current_one() -> None:
    """RULES V.8: the round after the next one is not known then."""
    table = Table("A B").set(current="stable", next="boom").go_on("schedule")
    boom = table.state.next_forecast
    end_round(table.game, 0)
    assert (table.state.current_forecast, table.state.next_forecast) == (boom, -1)
    assert (table.state.round, table.state.phase) == (3, HIRE)


def test_bonus_that_somebody_chooses_stays_open() -> None:
    """RULES IV.C.2: with three players the bonuses are taken one after the other, by decisions; with two there are none."""
    assert "marketing_bonus" in end_round(Table("A B C").go_on("schedule").game, 0)
    assert "marketing_bonus" not in end_round(Table("A B").go_on("schedule").game, 0)


def test_stocks_on_the_track_wait_for_their_owners_decision() -> None:
    """RULES IV.F.4: A could sell; B has nothing at the exchange."""
    table = Table("A B").set(track=".A").go_on("schedule")
    assert "stock_exchange" in end_round(table.game.copy(), 0)
    assert "stock_exchange" not in end_round(table.game.copy(), 1)


def test_area_in_progress_stays_open() -> None:
    """RULES IV.E: a product that waits for its price; areas before it are over."""
    table = Table("A B").set(factory="AB", left="A").go_on("factory")
    assert table.asked == "A price"
    assert end_round(table.game.copy(), 0)[0] == "factory"


def test_products_wait_for_the_forecast_card() -> None:
    """RULES IV.H: how many are sold is not known while the card lies face down; once it is up, A's product is sold."""
    table = Table("A B").set(products="A12").go_on("schedule")
    assert "retail_outlets" in end_round(table.game, 0)
    assert table.products == "A12"
    table = Table("A B").set(products="A12", front="boom_1").go_on("retail_outlets")
    assert table.products == ""


def test_boards_that_are_renewed_are_not_renewed_again() -> None:
    """RULES V.6, V.7, V.8: while the next forecast is drawn, popularity and job market have moved, and the forecast of the next round is known."""
    table = Table("A B", deck="random").set(popularity="A4 B3", market=6, next="boom", front="stable_1")
    boom = table.state.next_forecast
    table.go_on("reorganize")
    assert table.asked == "* back"
    end_round(table.game, 0)
    state = table.state
    assert (table.order, state.job_market, state.current_forecast, state.next_forecast) == ("A3 B2", 5, boom, -1)
    assert [(player.time, player.reserve_time) for player in state.players] == [(4, 21)] * 2
    assert (state.round, state.phase) == (3, HIRE)
