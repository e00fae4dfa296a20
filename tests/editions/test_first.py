"""What `first` does differently from `second`, paragraph by paragraph of RULES 9.2, each with both sides."""

from __future__ import annotations

import pytest

from groundfloor import Game, new_game, ruleset
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.engine.state import BOOM, DEPRESSION, RECESSION, STABLE
from tests.support.positions import conduct, give, hiring, schedule, started, texts


def test_9_2_1_there_are_nine_rounds_and_their_stages() -> None:
    assert ruleset("second").stage_by_round == (1, 1, 2, 2, 2, 3, 3)
    assert ruleset("first").stage_by_round == (1, 1, 1, 2, 2, 2, 3, 3, 3)
    for rules, last in (("second", 7), ("first", 9)):
        assert not conduct(started(rules, round=last - 1), "construction_company").is_over
        assert conduct(started(rules, round=last), "construction_company").is_over


def with_floors(rules: str, number: int) -> Game:
    game = started(rules, round=6)
    for tile in [index for index, tile in enumerate(game.ruleset.tiles) if not tile.is_tenant][:number]:
        game.state.players[1].floors.append(tile)
        game.state.players[1].floor_uses.append(0)
    return game


def test_9_2_1_a_fifth_floor_ends_the_game_after_phase_four() -> None:
    for rules, number, is_over in (("second", 5, False), ("first", 4, False), ("first", 5, True)):
        assert conduct(with_floors(rules, number), "construction_company").is_over == is_over


def test_9_2_1_phase_four_is_finished_for_all_first() -> None:
    game = with_floors("first", 4)
    game.state.construction_queue[:3] = [1, 0, 2]
    conduct(game, "construction_company")
    game.apply(next(text for text in texts(game) if text in ("buy investor", "buy it_department", "buy assembly_line")))
    assert len(game.state.players[1].floors) == 5
    assert not game.is_over and game.current_player == 0
    game.apply("none")
    assert game.current_player == 2
    game.apply("none")
    assert game.is_over


def test_9_2_2_no_stock_exchange_forecast_follows_factory() -> None:
    """There is no stock exchange and the forecast follows the factory (9.2.2)."""
    second, first = ([area.id for area in ruleset(rules).areas] for rules in ("second", "first"))
    assert len(second) == 9 and len(first) == 8
    assert first == [area for area in second if area != "stock_exchange"]
    assert first[first.index("factory") + 1] == "economic_forecast"
    assert "exchange 1" in [action.text for action in ruleset("second").actions]
    assert not [action.text for action in ruleset("first").actions if action.verb in ("exchange", "sell")]


def test_9_2_3_a_marker_goes_to_the_lowest_free_space_of_the_agency() -> None:
    second, first = schedule(started("second")), schedule(started("first"))
    assert [text for text in texts(second) if text.startswith("agency")] == [f"agency {number}" for number in range(1, 6)]
    assert [text for text in texts(first) if text.startswith("agency")] == ["agency"]
    first.state.agency_desks[0] = 2
    first.apply("agency")
    assert first.state.agency_desks == [2, 0, -1, -1, -1, -1]


def test_9_2_3_they_decide_in_reverse_order() -> None:
    for rules, order in (("second", [0, 1, 2]), ("first", [2, 1, 0])):
        game = started(rules)
        game.state.agency_desks[:3] = [0, 1, 2]
        conduct(game, "advertising_agency")
        asked = []
        for _ in range(3):
            assert game.question_kind == "marketing_type" and game.current_player is not None
            asked.append(game.current_player)
            game.apply("networking")
        assert asked == order


def test_9_2_3_print_replaces_social_media() -> None:
    for rules, second_type in (("second", "social_media"), ("first", "print")):
        game = started(rules)
        game.state.agency_desks[0] = 0
        conduct(game, "advertising_agency")
        assert texts(game) == ["networking", second_type, "broadcast"]
        assert (game.quote(game.ruleset.action(second_type)).money, game.quote(game.ruleset.action(second_type)).info) == (1, 1)
        game = started(rules)
        game.state.players[0].remodeled[0] = 1
        assert f"advertising {second_type}" in texts(schedule(game))


def test_9_2_4_two_players_have_no_marketing_bonus() -> None:
    for rules in ("second", "first"):
        assert conduct(started(rules, 2), "marketing_bonus").question_kind != "bonus"
        assert conduct(started(rules, 3), "marketing_bonus").question_kind == "bonus"


def test_9_2_4_with_the_option_the_more_popular_decides_for_both() -> None:
    game = started("first", 2, {"two_player_bonus": "on"})
    game.state.popularity_order = [1, 0]
    conduct(game, "marketing_bonus")
    assert (game.question_kind, game.current_player, texts(game)) == ("bonuses", 1, ["bonuses", "none"])
    game.apply("bonuses")
    assert (game.question_kind, game.current_player) == ("bonus", 1)
    game.apply("bonus money")
    assert (game.question_kind, game.current_player) == ("bonus", 0) and "bonus money" not in texts(game)
    game.apply("bonus temp")
    assert game.state.bonus_takers == [-1, -1, 1, -1, 0] and game.question is None and game.chance is not None


def test_9_2_4_the_more_popular_may_decide_against_it() -> None:
    game = conduct(started("first", 2, {"two_player_bonus": "on"}), "marketing_bonus")
    game.apply("none")
    assert game.state.bonus_takers == [-1] * 5 and game.question is None and game.chance is not None


def test_9_2_4_the_option_is_for_two_players_of_the_first_edition() -> None:
    with pytest.raises(ImpossibleTable, match="two_player_bonus is for 2 players, not for 3"):
        new_game("first", ["Ann", "Ben", "Cleo"], {"two_player_bonus": "on"})
    with pytest.raises(ImpossibleTable, match="has no option 'two_player_bonus'"):
        new_game("second", ["Ann", "Ben"], {"two_player_bonus": "on"})


def test_9_2_5_human_resources_takes_two_and_two_off() -> None:
    for rules, paid in (("second", 2), ("first", 3)):
        game = started(rules)
        give(game, 0, "human_resources")
        game.state.job_market = 6
        hiring(game)
        game.apply("hire")
        assert (20 - game.state.players[0].money, 20 - game.state.players[0].info) == (paid, paid)


def meeting() -> Game:
    """Returns a game in which the first seat owns an Emergency Meeting, and others have markers at the consulting firm."""
    game = started("first")
    give(game, 0, "emergency_meeting")
    game.state.consulting_left = [1, 2, 1, -1, -1]
    game.state.consulting_right = [2, 0, -1, -1, -1]
    return schedule(game)


def test_9_2_5_emergency_meeting_replaces_niche_market() -> None:
    second, first = ({tile.id for tile in ruleset(rules).tiles if tile.is_tenant} for rules in ("second", "first"))
    assert second - first == {"niche_market"} and first - second == {"emergency_meeting"}
    assert ruleset("first").tiles[ruleset("first").tile("emergency_meeting")].stage == 2


def test_9_2_5_an_emergency_meeting_moves_any_marker_that_is_not_on_top() -> None:
    game = meeting()
    found = [text for text in texts(game) if text.startswith("emergency_meeting")]
    assert found == ["emergency_meeting left 2", "emergency_meeting left 3", "emergency_meeting right 2"]
    refused = game.refusal(game.ruleset.action("emergency_meeting right 3"))
    assert refused is not None and refused.code == "nobody_there"
    time = game.state.players[0].time
    game.apply("emergency_meeting left 3")
    assert game.state.consulting_left == [1, 1, 2, -1, -1] and game.state.consulting_right == [2, 0, -1, -1, -1]
    assert game.state.players[0].time == time - 1 and game.state.players[0].spent_time == 1


def test_9_2_5_an_emergency_meeting_is_held_as_often_as_there_is_time() -> None:
    game = meeting()
    for player in game.state.players[1:]:
        player.time = 0
    for _ in range(3):
        game.apply("emergency_meeting left 3")
        if game.question_kind == "after_task":
            game.apply("end")
    assert game.state.players[0].time == 1 and game.state.players[0].spent_time == 3


def test_9_2_5_without_the_room_or_with_it_covered_none_is_held() -> None:
    game = meeting()
    action = game.ruleset.action("emergency_meeting left 2")
    game.apply("emergency_meeting left 2")
    game.apply("end")
    refused = game.refusal(action)
    assert game.current_player == 1 and refused is not None and refused.code == "not_owned"
    game = started("first")
    give(game, 0, "emergency_meeting")
    give(game, 0, "network_admin")
    game.state.consulting_left = [1, 2, 1, -1, -1]
    refused = schedule(game).refusal(game.ruleset.action("emergency_meeting left 2"))
    assert refused is not None and refused.code == "covered"


def test_9_2_5_accounting_department_is_a_floor_of_stage_three() -> None:
    assert "accounting_department" not in [tile.id for tile in ruleset("second").tiles]
    game = started("first", round=7)
    give(game, 0, "accounting_department")
    game.state.players[0].time = 9
    for player in game.state.players[1:]:
        player.time = 0
    schedule(game)
    for number in range(1, 4):
        game.apply("accounting_department")
        assert game.state.players[0].money == 20 + 6 * number and game.state.players[0].time == 9 - 3 * number
        if game.question_kind == "after_task":
            game.apply("end")
    assert ruleset("first").tiles[ruleset("first").tile("accounting_department")].uses == 3


def test_9_2_5_the_floors_of_the_first_edition() -> None:
    second, first = ({tile.id for tile in ruleset(rules).tiles if not tile.is_tenant} for rules in ("second", "first"))
    assert second - first == {"online_store", "telecommunications", "skyline"}
    assert first - second == {"accounting_department"}
    tiles = ruleset("first").tiles
    assert sum(1 if tile.is_single else 2 for tile in tiles if not tile.is_tenant) == 29
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
        area = ruleset(rules).areas[ruleset(rules).area("retail_outlets")]
        assert sum(area.is_open(space, 2) for space in range(12)) == opened  # type: ignore[attr-defined]
