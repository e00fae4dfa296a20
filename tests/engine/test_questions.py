"""Questions, chance and their order (RULES 11)."""

from __future__ import annotations

from groundfloor import Match, ruleset
from tests.support.table import Table


def entries(match: Match) -> list[str]:
    return [str(entry) for entry in match.record.entries]


def test_a_question_with_one_answer_is_neither_asked_nor_written() -> None:
    """RULES 11.1"""
    match = Match.new(ruleset(), ["A", "B"], {"deck": "preset"}, b"k" * 32)
    match.game._state.players[1].money = 0
    seat = match.game.asked_seat
    match.apply("done")
    assert match.game.question_kind in ("hire", "schedule")
    assert entries(match)[-1] == f"{seat + 1} done"


def test_an_automatic_answer_is_marked_in_its_event() -> None:
    """RULES 11.1"""
    table = Table("A B").give("B", money=0).go("hire")
    told = table.told("done")
    assert [(event.kind, event.seat, event.facts.get("automatic", 0)) for event in told] == [("HiringDone", 0, 0), ("HiringDone", 1, 1)]


def test_chance_with_one_outcome_is_neither_asked_nor_written() -> None:
    """RULES 11.1, 11.3"""
    match = Match.new(ruleset(), ["A", "B"], {"deck": "preset"}, b"k" * 32)
    assert [text.split()[1] for text in entries(match)] == ["specialty", "specialty", "popularity"]


def test_chance_in_set_up_has_its_order() -> None:
    """RULES 11.3"""
    match = Match.new(ruleset(), ["A", "automa:pei", "B", "automa:hadid"], {}, b"k" * 32)
    assert [" ".join(text.split()[1:3]) for text in entries(match)][:3] == ["specialty 4", "specialty 1", "specialty 3"]
    assert [text.split()[1] for text in entries(match)[3:6]] == ["popularity", "back", "back"]


def test_spaces_of_one_price_are_one_choice() -> None:
    """RULES 11.2"""
    table = Table("A B C D").set(factory="A").go("factory")
    assert table.legal == ["price 16", "price 12", "price 10", "price 8", "price 6"]


def test_the_next_back_is_drawn_at_the_end_of_the_round() -> None:
    """RULES 11.4, 11.5"""
    table = Table("A B").set(front="stable_1").go_on("reorganize")
    assert (table.asked, table.state.job_market, table.state.round) == ("* back", 5, 2)
    assert (table.take("back boom").state.round, table.asked) == (3, "A hire")


def test_popularity_the_market_and_the_card_move_without_an_entry() -> None:
    """RULES 11.5"""
    table = Table("A B").set(popularity="A5 B3", front="stable_1").go("reorganize")
    assert (table.order, table.state.job_market, table.asked) == ("A4 B2", 5, "* back")


def test_a_task_is_one_question_with_all_that_belongs_to_it() -> None:
    """RULES 11.6"""
    table = Table().give("A", floors="office_renovation").go("schedule")
    assert {"warehouse 1 money", "warehouse 1 info", "exchange 2", "office_renovation training", "remodel training"} <= set(table.legal)


def test_after_a_remodel_the_question_is_put_again() -> None:
    """RULES 11.6"""
    table = Table().go("schedule").take("remodel meeting_room")
    assert table.asked == "A schedule"
    assert "meeting_room 2" in table.legal
    assert "remodel meeting_room" not in table.legal


def test_after_the_task_the_answers_are_remodels_or_the_end() -> None:
    """RULES 11.6"""
    table = Table().give("A", remodeled="assembly").go("schedule").take("meeting_room 1")
    rooms = ["advertising", "meeting_room", "research_testing", "storage_closet", "training"]
    assert table.legal == [*(f"remodel {room}" for room in rooms), "end"]


def test_a_purchase_is_one_question_with_its_place() -> None:
    """RULES 11.6"""
    table = Table().set(sites="A", sale="human_resources=0 internship_program=0").go("construction_company")
    rooms = ["advertising", "assembly", "meeting_room", "research_testing", "storage_closet", "training"]
    assert table.legal == [*(f"buy network_admin {room}" for room in rooms), "buy empty_floor", "none"]
