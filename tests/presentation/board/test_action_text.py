"""Sentences of the panel and of notes are true at the position they are said of: last round, depression, full closet, special cards."""

from __future__ import annotations

import pytest

from groundfloor.engine.city.marketing_bonus import BonusTaken
from groundfloor.engine.journal import Journal
from groundfloor.presentation.board.action_text import projection_text, warnings
from groundfloor.presentation.board.decision import asked_buttons
from groundfloor.presentation.board.question_text import question_text
from groundfloor.presentation.log.event_text import format_event
from groundfloor.presentation.translations import translations_of
from groundfloor.presentation.view import TableView
from tests.support.boards import view_of
from tests.support.table import Table


def view(table: Table, language: str = "en") -> TableView:
    return view_of(table.game, [], table.game.asked_seat, language=language)


def said(table: Table, text: str, language: str = "en") -> str:
    game = table.game
    action = game.ruleset.action(text)
    return projection_text(view(table, language), action, game.quote(action), game)


def warned(table: Table, text: str) -> str:
    game = table.game
    action = game.ruleset.action(text)
    return " ".join(warnings(view(table), action, game.quote(action), game))


def asked(table: Table) -> str:
    return question_text(view(table)).sentence


# Retail prices


def test_price_question_counts_markers_still_in_the_factory() -> None:
    """RULES IV.H.1, IV.E.1"""
    table = Table().set(factory="ABB").go("factory")
    assert asked(table) == "Consumers: 2 in 1 of 3 cases, 3 in 2 of 3 cases. 2 more markers are in the factory."


def test_prices_of_different_brackets_read_differently() -> None:
    table = Table("A B").set(factory="A", current="depression").go("factory")
    hints = {key.text: key.hint for key in asked_buttons(view(table))}
    assert hints["8"] == hints["6"] != hints["16"]


def test_liquidation_by_choice_needs_no_consumer() -> None:
    """RULES 9.3.2"""
    table = Table("A B", "manual").set(factory="A").go("factory")
    assert said(table, "price liquidation") == "It sells at once, without a consumer."


# The last round


@pytest.mark.parametrize("edition", ["second", "first"])
def test_last_round_promises_no_next_one(edition: str) -> None:
    """RULES 5.1: no income, no meeting and no time markers follow."""
    rounds = len(Table("A B", edition).game.ruleset.stage_by_round)
    table = Table("A B", edition).set(round=rounds).give("A", untrained=1).go("schedule")
    assert said(table, "consulting") == "This is the last round: the new meeting itself no longer pays."
    assert "info_if_left" not in dict(table.game.quote(table.game.ruleset.action("consulting")).gains)
    assert said(table, "training").endswith("so it brings no more time markers.")
    hiring = Table("A B", edition).set(round=rounds).go("hire")
    assert said(hiring, "hire") == "This is the last round: no income follows."
    assert next(key.hint for key in asked_buttons(view(hiring)) if key.value == "hire") == "there is no income after this"


def test_last_round_calls_a_temp_useless() -> None:
    """RULES V.3, 5.1"""
    hints = {}
    for round in (6, 7):
        table = Table().set(round=round, popularity="A3 B2 C1").go("marketing_bonus")
        hints[round] = next(key for key in asked_buttons(view(table)) if key.value == "bonus temp")
    assert (hints[7].hint, hints[7].gains) == ("no use: this is the last round", ())
    assert hints[6].hint == "5 time markers in the next round." and hints[6].gains


@pytest.mark.parametrize(("round", "end"), [(6, ": 1 time marker more next round."), (7, ", which brings nothing in the last round.")])
def test_log_promises_a_temp_no_time_after_the_last_round(round: int, end: str) -> None:
    """RULES V.3, 5.1"""
    game = Table().set(round=round, popularity="A3 B2 C1").go("marketing_bonus").game
    game.journal = Journal()
    game.apply("bonus temp")
    told = [format_event(event, game, translations_of("en"))[0] for event in game.journal.events if isinstance(event, BonusTaken)]
    assert told and told[0].endswith(end)


def test_bonuses_of_no_use_stand_last() -> None:
    table = Table().set(round=7, popularity="A3 B2 C1").give("A", money=0, info=0).go("marketing_bonus")
    buttons = asked_buttons(view(table))
    useless = [key.value for key in buttons if key.hint.startswith("no use: ")]
    assert {"bonus remodel", "bonus temp"} <= set(useless) and [key.value for key in buttons][-len(useless) :] == useless


def test_last_round_says_that_only_liquidation_pays() -> None:
    """RULES IV.H.2, 5.1"""
    table = Table("A B").set(round=7, products="A16 A12 B8", current="stable", front="stable_1").go("retail_outlets")
    assert asked(table).endswith("This is the last round: only liquidation still brings money.")
    earlier = Table("A B").set(round=3, products="A16 A12 B8", current="stable", front="stable_1").go("retail_outlets")
    assert "last round" not in asked(earlier)


def test_last_round_says_that_kept_stock_is_lost() -> None:
    """RULES 5.1"""
    table = Table("A B").set(round=7, track="A.A", current="stable").go("stock_exchange")
    assert asked(table).endswith("This is the last round: what you keep no longer brings anything.")


# Consulting, exchange, income, hiring


def test_consulting_tells_of_the_marker_beside_it() -> None:
    """RULES IV.A.1: the row that is booked lets the marker at its right meet."""
    table = Table().set(right="AB").go("schedule")
    assert said(table, "consulting").startswith("So your meeting in row 1 pays 10 info in phase IV. The new meeting pays")
    table = Table().set(right="B").go("schedule")
    assert said(table, "consulting").startswith("So the meeting of B in row 1 pays 10 info in phase IV.")
    assert "In phase IV" not in said(Table().go("schedule"), "consulting")


def test_numbered_spaces_name_only_others_ahead() -> None:
    """RULES IV.E.1: an own marker before it takes nothing away."""
    assert said(Table().set(factory="A").go("schedule"), "factory").find(", before everybody else.") > 0
    assert said(Table().set(factory="AB").go("schedule"), "factory").find(", after B.") > 0


def test_consulting_tells_of_the_retainer() -> None:
    """RULES 8.5: a cancelled meeting gives something too."""
    assert said(Table(event="retainer").go("schedule"), "consulting").endswith("if its row is booked again, else 3.")


def test_product_may_be_liquidated_by_choice_only_where_the_rules_allow_it() -> None:
    assert "if there is none" in said(Table().go("schedule"), "factory")
    assert "if there is none" not in said(Table(edition="manual").go("schedule"), "factory")


@pytest.mark.parametrize(
    ("type", "now", "kept"),
    [
        ("depression", "rises to ×0 in phase IV: 0 money if sold (Depression).", "it brings 12 money in the next round (×4, Boom)."),
        ("recession", "rises to ×1 in phase IV: 1 money if sold (Recession).", "it brings 9 money in the next round (×3, Boom)."),
        ("boom", "rises to ×4 in phase IV: 12 money if sold (Boom).", "it brings 6 money in the next round (×2, Boom)."),
    ],
)
def test_exchange_tells_what_is_paid_now_and_next_round(type: str, now: str, kept: str) -> None:
    """RULES IV.F"""
    table = Table().set(current=type, next="boom").go("schedule")
    assert said(table, "exchange 1") == f"If nobody else comes here, your share {now} Kept, {kept}"


def test_exchange_tells_of_a_buy_out() -> None:
    """RULES IV.F.3: at the next boom the marker rises beyond the tower."""
    table = Table("A B").set(track=".....A", current="stable", next="boom").go("stock_exchange")
    assert said(table, "sell 8") == "Kept, it is bought out in the next round for 6 money (Boom)."


def test_income_words_count_all_of_the_income() -> None:
    """RULES I.1: E-Commerce's money is part of what is received."""
    table = Table().give("A", specialty="e_commerce").go("hire")
    assert said(table, "hire").startswith(
        "With each of 5 incomes to come you receive +7 money instead of +10: −15 in all. Once trained, 3 more time markers"
    )


def test_hire_question_says_what_happens_to_the_price() -> None:
    """RULES II.2: the price does not rise with every hire."""
    assert asked(Table().set(market=6).go("hire")).endswith("After a hire the job market’s price stays at 5 money and 5 info.")
    assert asked(Table().set(market=9).go("hire")).endswith("After a hire the job market’s price stays at 7 money and 7 info.")
    assert asked(Table().set(market=7).go("hire")).endswith("After a hire the job market’s price goes from 5 to 6 money and info.")


def test_unpayable_income_takes_a_positive_amount() -> None:
    """RULES I.2"""
    table = Table().give("A", money=0, untrained=2, trained=2).go("income")
    assert asked(table).startswith("You can’t pay the 3 money of this income:")


def test_drop_mentions_a_niche_market() -> None:
    """RULES IV.H.3"""
    table = Table("A B").set(products="A16 A12 B8", current="stable", front="stable_1").give("A", tenants="niche_market@training")
    assert "stays (Niche Market)" in asked(table.go("retail_outlets"))


# The storage closet


def test_warehouse_warns_of_supply_on_its_way() -> None:
    """RULES IV.D: the second door's cube has no place, once the first one has come; one at a door before takes it."""
    table = Table("A B").give("A", supply=0).go("schedule")
    assert not warned(table, "warehouse 1 money")
    table.take("warehouse 1 money", "end", "meeting_room 1", "end")
    assert warned(table, "warehouse 2 money") == (
        "As things stand, your storage closet is full in phase IV (1 of 1): this supply is discarded."
    )
    table = Table("A B").give("A", supply=0).go("schedule").take("warehouse 2 money", "end", "meeting_room 1", "end")
    assert warned(table, "warehouse 1 money") == "Your storage closet is full then: the supply at another of your doors is discarded."


def test_discarded_supply_is_not_called_a_gain() -> None:
    """RULES III.6"""
    table = Table("A B").give("A", supply=1).go("schedule")
    assert said(table, "assembly") == "" and warned(table, "assembly") == "Your storage closet has no room for it: the supply is discarded."
    table = Table("A B").give("A", supply=0).go("schedule")
    assert said(table, "assembly") == "You gain 1 supply at once." and not warned(table, "assembly")


def test_empty_floor_without_a_tenant_left_says_so() -> None:
    """RULES IV.I.6"""
    table = Table("A B").set(sites="A", sale="human_resources=0 internship_program=0 network_admin=0").go("construction_company")
    assert warned(table, "buy empty_floor") == "No tenant improvement is left to come with it."
    assert not warned(Table("A B").set(sites="A").go("construction_company"), "buy empty_floor")


def test_closed_closet_is_not_called_full() -> None:
    """RULES IV.I.4: a covered closet stores nothing."""
    table = Table("A B").give("A", supply=0, tenants="niche_market@storage_closet").go("schedule")
    assert warned(table, "warehouse 1 money") == "As things stand, you have no room for supply in phase IV: this one is discarded."
    assert said(table, "warehouse 1 money") == ""


def test_no_task_left_does_not_deny_remodeling() -> None:
    """RULES III.2"""
    table = Table("A B").set(left="BBBBB", desks="BBBBB", listings="BBBB", sites="BBBB", cubes="0000")
    table.give("A", money=3, info=3, supply=0, time=1, stock=0, tenants="niche_market@meeting_room").go("schedule")
    assert table.legal == [
        "remodel advertising",
        "remodel assembly",
        "remodel research_testing",
        "remodel storage_closet",
        "remodel training",
        "end",
    ]
    assert warned(table, "end") == "No task is possible: your remaining time markers are set aside for this round."


def test_terminal_speaks_of_nothing_lit() -> None:
    """A sentence of the page is none of the terminal's."""
    table = Table("A B").set(sites="A").go("construction_company")
    words = question_text(view(table))
    assert "lit" in words.sentence and "lit" not in words.plain
