"""What `first` does differently from `second`, paragraph by paragraph of RULES 9.2, each with both sides."""

from __future__ import annotations

import pytest

from groundfloor import new_game, ruleset
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.engine.state import BOOM, DEPRESSION, RECESSION, STABLE
from tests.support.table import Table

FLOORS = ("investor", "it_department", "assembly_line", "conference_room", "construction_admin")


def test_9_2_1_there_are_nine_rounds_and_their_stages() -> None:
    for edition, stages in (("second", (1, 1, 2, 2, 2, 3, 3)), ("first", (1, 1, 1, 2, 2, 2, 3, 3, 3))):
        assert ruleset(edition).stage_by_round == stages
        for round in (len(stages) - 1, len(stages)):
            table = Table("A B C", edition).set(round=round).go_on("construction_company")
            assert table.game.is_over == (round == len(stages))


def test_9_2_1_a_fifth_floor_ends_the_game_after_phase_four() -> None:
    for edition, number, is_over in (("second", 5, False), ("first", 4, False), ("first", 5, True)):
        table = Table("A B C", edition).set(round=6).give("B", floors=" ".join(FLOORS[:number]))
        assert table.go_on("construction_company").game.is_over == is_over


def test_9_2_1_phase_four_is_finished_for_all_first() -> None:
    table = Table("A B C", "first").set(round=6, sites="BAC").give("B", floors=" ".join(FLOORS[:4])).go_on("construction_company")
    assert [table.take("buy research_lab").asked, table.take("none").asked] == ["A buy", "C buy"]
    assert len(table["B"].floors) == 5 and table.take("none").game.is_over


def test_9_2_2_no_stock_exchange_forecast_follows_factory() -> None:
    second, first = ([area.id for area in ruleset(rules).areas] for rules in ("second", "first"))
    assert len(second) == 9 and first == [area for area in second if area != "stock_exchange"]
    assert first[first.index("factory") + 1] == "economic_forecast"
    assert "exchange 1" in [action.text for action in ruleset("second").actions]
    assert not [action.text for action in ruleset("first").actions if action.verb in ("exchange", "sell")]


def test_9_2_3_a_marker_goes_to_the_lowest_free_space_of_the_agency() -> None:
    second, first = (Table("A B C", edition).go("schedule") for edition in ("second", "first"))
    assert [text for text in second.legal if text.startswith("agency")] == [f"agency {number}" for number in range(1, 6)]
    assert [text for text in first.legal if text.startswith("agency")] == ["agency"]
    assert first.fill("desks", "C").take("agency").row("desks") == "CA...."


def test_9_2_3_they_decide_in_reverse_order() -> None:
    for edition, order in (("second", "ABC"), ("first", "CBA")):
        table = Table("A B C", edition).set(desks="ABC").go("advertising_agency")
        asked = [table.asked, table.take("networking").asked, table.take("networking").asked]
        assert asked == [f"{letter} marketing_type" for letter in order]


def test_9_2_3_print_replaces_social_media() -> None:
    for edition, type in (("second", "social_media"), ("first", "print")):
        table = Table("A B C", edition).set(desks="A").go("advertising_agency")
        assert table.legal == ["networking", type, "broadcast"]
        quote = table.game.quote(table.game.ruleset.action(type))
        assert (quote.money, quote.info) == (1, 1)
        assert f"advertising {type}" in Table("A B C", edition).give("A", remodeled="advertising").go("schedule").legal


def test_9_2_4_two_players_have_no_marketing_bonus() -> None:
    """With the option they have: ``tests/engine/city/test_marketing_bonus.py``."""
    for edition in ("second", "first"):
        assert Table("A B", edition).go("marketing_bonus").is_done
        assert Table("A B C", edition).go("marketing_bonus").asked == "A bonus"


def test_9_2_4_the_option_is_for_two_players_of_the_first_edition() -> None:
    with pytest.raises(ImpossibleTable, match="two_player_bonus is for 2 players, not for 3"):
        new_game("first", ["Ann", "Ben", "Cleo"], {"two_player_bonus": "on"})
    with pytest.raises(ImpossibleTable, match="has no option 'two_player_bonus'"):
        new_game("second", ["Ann", "Ben"], {"two_player_bonus": "on"})


def test_9_2_5_human_resources_takes_two_and_two_off() -> None:
    for edition, paid in (("second", 2), ("first", 3)):
        table = Table("A B C", edition).set(market=6).give("A", tenants="human_resources@training").go("hire").take("hire")
        assert (20 - table["A"].money, 20 - table["A"].info) == (paid, paid)


def meeting(tenants: str = "emergency_meeting@training") -> Table:
    """Returns a game in which the first seat owns an Emergency Meeting, and others have markers at the consulting firm."""
    return Table("A B C", "first").set(left="BCB", right="CA").give("A", tenants=tenants).go("schedule")


def test_9_2_5_emergency_meeting_replaces_niche_market() -> None:
    second, first = ({tile.id for tile in ruleset(rules).tiles if tile.is_tenant} for rules in ("second", "first"))
    assert second - first == {"niche_market"} and first - second == {"emergency_meeting"}
    assert ruleset("first").tiles[ruleset("first").tile("emergency_meeting")].stage == 2


def test_9_2_5_an_emergency_meeting_moves_any_marker_that_is_not_on_top() -> None:
    table = meeting()
    found = [text for text in table.legal if text.startswith("emergency_meeting")]
    assert found == ["emergency_meeting left 2", "emergency_meeting left 3", "emergency_meeting right 2"]
    assert table.refused("emergency_meeting right 3") == "nobody_there"
    table.take("emergency_meeting left 3")
    assert (table.row("left"), table.row("right"), table["A"].time, table["A"].spent_time) == ("BBC..", "CA...", 3, 1)


def test_9_2_5_an_emergency_meeting_is_held_as_often_as_there_is_time() -> None:
    table = meeting().give("B", time=0).give("C", time=0)
    for _ in range(3):
        table.take("emergency_meeting left 3")
        if table.asked == "A after_task":
            table.take("end")
    assert (table["A"].time, table["A"].spent_time) == (1, 3)


def test_9_2_5_without_the_room_or_with_it_covered_none_is_held() -> None:
    table = meeting().take("emergency_meeting left 2", "end")
    assert (table.asked, table.refused("emergency_meeting left 2")) == ("B schedule", "not_owned")
    assert meeting("emergency_meeting@training network_admin@training").refused("emergency_meeting left 2") == "covered"


def test_9_2_5_accounting_department_is_a_floor_of_stage_three() -> None:
    assert "accounting_department" not in [tile.id for tile in ruleset("second").tiles]
    table = Table("A B C", "first").set(round=7).give("B", time=0).give("C", time=0)
    table.give("A", floors="accounting_department", time=9).go("schedule")
    for number in range(1, 4):
        table.take("accounting_department")
        assert (table["A"].money, table["A"].time) == (20 + 6 * number, 9 - 3 * number)
        if table.asked == "A after_task":
            table.take("end")
    assert ruleset("first").tiles[ruleset("first").tile("accounting_department")].uses == 3


def test_9_2_5_the_floors_of_the_first_edition() -> None:
    second, first = ({tile.id for tile in ruleset(rules).tiles if not tile.is_tenant} for rules in ("second", "first"))
    assert second - first == {"online_store", "telecommunications", "skyline"}
    assert first - second == {"accounting_department"}
    assert sum(1 if tile.is_single else 2 for tile in ruleset("first").tiles if not tile.is_tenant) == 29
    for rules, admin, department in (("second", (3, 3), (2, 2)), ("first", (4, 3), (2, 3))):
        assert ruleset(rules).values["floor.construction_admin"].value == (admin[0], 0, admin[1])
        assert ruleset(rules).values["floor.marketing_department"].value == (department[0], 0, department[1])


def test_9_2_6_the_specialties_are_the_six_with_a_room() -> None:
    assert len(ruleset("second").specialties) == 8
    assert [specialty.room for specialty in ruleset("first").specialties] == [3, 1, 5, 0, 4, 2]


def test_9_2_6_the_preset_is_the_only_option_of_part_eight() -> None:
    assert [option.name for option in ruleset("first").options] == ["deck", "two_player_bonus"]
    assert ruleset("first").preset_deck == (STABLE, STABLE, RECESSION, RECESSION, STABLE, BOOM, STABLE, RECESSION, RECESSION)
    assert DEPRESSION not in ruleset("first").preset_deck
    with pytest.raises(ImpossibleTable, match="Ruleset (first|manual) has no Automas: every seat is a person's or an agent's"):
        new_game("first", ["Ann", "automa:pei"])


def test_six_can_play_the_first_edition_only() -> None:
    assert len(new_game("first", list("ABCDEF")).seats) == 6
    for rules in ("second", "online", "manual"):
        with pytest.raises(ImpossibleTable, match="2 to 5 seats"):
            new_game(rules, list("ABCDEF"))


def test_all_retail_spaces_are_open_at_any_number_of_players() -> None:
    for rules, opened in (("second", 6), ("first", 12)):
        assert sum(ruleset(rules).outlets.is_open(space, 2) for space in range(12)) == opened
