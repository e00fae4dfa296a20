"""What `online` does differently from `second`, paragraph by paragraph of RULES 9.1, each with both sides."""

from __future__ import annotations

from groundfloor import Game, ruleset
from tests.support.positions import conduct, give, schedule, started, texts

REMODELS = [f"remodel {room.id}" for room in ruleset().rooms]


def at_the_site(rules: str, money: int = 20, info: int = 20) -> Game:
    """Returns a game with two markers of the first seat and one of the second at the construction company."""
    game = started(rules)
    game.state.construction_queue[:3] = [0, 0, 1]
    game.state.players[0].money, game.state.players[0].info = money, info
    return conduct(game, "construction_company")


def test_9_1_1_remodeling_is_offered_at_an_own_marker_before_buying() -> None:
    assert not set(REMODELS) & set(texts(at_the_site("second")))
    game = at_the_site("online")
    assert game.question_kind == "buy" and set(REMODELS) < set(texts(game))
    game.apply("remodel training")
    assert game.question_kind == "buy" and game.current_player == 0
    assert game.state.players[0].money == game.state.players[0].info == 17
    assert "remodel training" not in texts(game) and "remodel assembly" in texts(game)


def test_9_1_1_remodeling_is_offered_at_an_own_marker_after_buying() -> None:
    game = at_the_site("second")
    game.apply("buy network_admin training")
    assert game.question_kind == "buy"
    game = at_the_site("online")
    game.apply("buy network_admin training")
    assert game.question_kind == "after_buy" and game.current_player == 0
    assert texts(game) == [*(text for text in REMODELS if text != "remodel training"), "end"]
    game.apply("remodel assembly")
    assert game.question_kind == "after_buy"
    game.apply("end")
    assert str(game.question_kind) == "buy" and game.current_player == 0


def test_9_1_1_an_owner_who_can_buy_nothing_is_asked_for_remodeling_alone() -> None:
    for rules, asked in (("second", 1), ("online", 0)):
        game = started(rules)
        game.state.construction_queue[:2] = [0, 1]
        game.state.copies_on_sale = [0] * len(game.state.copies_on_sale)
        game.state.copies_on_sale[game.ruleset.tile("network_admin")] = 1
        give(game, 0, "network_admin")
        game.state.copies_on_sale[game.ruleset.tile("network_admin")] = 1
        conduct(game, "construction_company")
        assert game.current_player == asked
    assert texts(started_online_alone()) == ["none", *REMODELS]


def started_online_alone() -> Game:
    """Returns a game in which nothing is on sale, and one marker stands at the construction company."""
    game = started("online")
    game.state.construction_queue[0] = 0
    game.state.copies_on_sale = [0] * len(game.state.copies_on_sale)
    return conduct(game, "construction_company")


def test_9_1_1_after_none_nothing_more_is_offered_at_that_marker() -> None:
    game = at_the_site("online")
    game.apply("none")
    assert (game.question_kind, game.current_player) == ("buy", 0)
    assert game.state.construction_queue[:3] == [-1, 0, 1]
    game.apply("none")
    assert (game.question_kind, game.current_player) == ("buy", 1)


def test_9_1_1_after_an_empty_floor_the_offer_comes_once_after_its_tenant() -> None:
    game = at_the_site("online")
    game.apply("buy empty_floor")
    assert game.question_kind == "tenant" and not set(REMODELS) & set(texts(game))
    game.apply("take network_admin")
    assert (game.question_kind, game.current_player) == ("after_buy", 0)
    game.apply("end")
    assert (game.question_kind, game.current_player) == ("buy", 0)


def test_9_1_1_a_seat_that_can_pay_no_remodel_is_not_asked_after_buying() -> None:
    game = at_the_site("online", money=3, info=3)
    assert set(REMODELS) < set(texts(game))
    game.apply("buy network_admin training")
    assert (game.question_kind, game.current_player, game.state.construction_queue[0]) == ("buy", 0, -1)
    assert texts(game)[-1] == "none"


def finished(rules: str) -> Game:
    """Returns a game before its end: both seats keep 7 money and 9 info, only an empty construction company is left of the last round."""
    game = started(rules, 2, round=len(ruleset(rules).stage_by_round))
    for player in game.state.players:
        player.money, player.info, player.supply = 7, 9, 0
    give(game, 1, "production")
    game.state.players[0].visible_tenants[0] = game.ruleset.tile("network_admin")
    return game


def test_9_1_2_remodels_that_can_be_paid_are_done_at_the_end() -> None:
    plain, game = conduct(finished("second"), "construction_company"), conduct(finished("online"), "construction_company")
    assert plain.is_over and game.is_over
    assert [sum(player.remodeled) for player in plain.state.players] == [0, 0]
    ann, ben = game.state.players
    assert ann.remodeled == [0, 1, 1, 0, 0, 0], "Advertising is covered; board order"
    assert ben.remodeled == [1, 0, 0, 0, 1, 0] and ben.supply == 1, "the Storage Closet first for Production"
    assert (ann.money, ann.info) == (ben.money, ben.info) == (1, 3)
    before = {score.seat: score.total for score in plain.scores()}
    after = {score.seat: score.total for score in game.scores()}
    assert after[0] == before[0] - 2 + 4 and after[1] == before[1] - 2 + 4 + 3


def test_9_1_2_the_prospective_score_counts_them() -> None:
    plain, game = finished("second"), finished("online")
    position = game.position()
    ahead = {score.seat: score.total for score in game.scores()}
    now = {score.seat: score.total for score in plain.scores()}
    assert ahead[0] == now[0] - 2 + 4 and ahead[1] == now[1] - 2 + 4 + 3
    assert game.position() == position
    assert ahead == {score.seat: score.total for score in conduct(game, "construction_company").scores()}


def test_9_1_2_an_automa_remodels_nothing_at_the_end() -> None:
    game = started("online", ("Ann", "automa:pei"), round=7)
    game.state.players[1].money = game.state.players[1].info = 9
    conduct(game, "construction_company")
    assert game.is_over and sum(game.state.players[1].remodeled) == 0 and sum(game.state.players[0].remodeled) == 6


def test_9_1_3_some_numbers_of_floors_differ() -> None:
    second, online = ruleset("second"), ruleset("online")
    different = {key for key in second.values if second.values[key].value != online.values[key].value}
    assert different == {"floor.construction_admin", "floor.marketing_department", "floor.telecommunications.copies"}
    assert set(second.values) == set(online.values)
    for rules, time, uses, copies in (("second", 3, 2, 1), ("online", 4, 3, 2)):
        game = started(rules, 4, round=3)
        give(game, 0, "construction_admin")
        give(game, 0, "marketing_department")
        game.state.players[0].time = 9
        schedule(game)
        assert game.quote(game.ruleset.action("construction_admin")).time == time
        assert game.ruleset.tiles[game.ruleset.tile("marketing_department")].uses == uses
        assert game.state.copies_on_sale[game.ruleset.tile("telecommunications")] == copies
