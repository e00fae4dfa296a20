"""The list of improvements on sale, which is made once for all positions with the same copies, owners and prices."""

from __future__ import annotations

import pytest

from groundfloor.engine.game import Game
from groundfloor.presentation.board.improvements import (
    Improvement,
    ImprovementList,
    available_columns,
    improvement_list,
    plain_list,
    remodel_rooms,
)
from tests.support.boards import asks, played, view_of
from tests.support.table import give

WATCHER = None


def tiles(found: ImprovementList) -> dict[str, Improvement]:
    return {
        tile.id: tile for column in found.columns for tile in (*column.tiles, *(tile for stage in column.later for tile in stage.tiles))
    }


def on_sale(game: Game, seat: int) -> str:
    """Returns an improvement that a seat does not own, and of which there are several copies."""
    rules = game.ruleset
    return next(
        tile.id
        for tile in rules.tiles
        if tile.stage == 1 and game._state.copies_left[tile.index] > 1 and not game._state.players[seat].owns(tile.index)
    )


def test_list_that_did_not_change_is_made_once() -> None:
    game, told = played(3, asks("schedule"))
    before = improvement_list(view_of(game, told, WATCHER))
    game.apply(game.legal_actions[0])
    assert improvement_list(view_of(game, told, WATCHER)) is before
    assert improvement_list(view_of(game, told, WATCHER, language="de")) is not before


def test_sold_improvement_is_on_everybodys_next_list() -> None:
    game, told = played(3, asks("schedule"))
    id = on_sale(game, 1)
    viewers = (WATCHER, 0, 1)
    before = {viewer: tiles(improvement_list(view_of(game, told, viewer)))[id] for viewer in viewers}
    give(game, 1, id)
    for viewer in viewers:
        after = tiles(improvement_list(view_of(game, told, viewer)))[id]
        assert (after.left, len(after.owners)) == (before[viewer].left - 1, len(before[viewer].owners) + 1)
        assert after.status == ("yours" if viewer == 1 else "available")
    assert tiles(improvement_list(view_of(game, told, 1)))[id].reason == "You already own one."


def test_sold_out_improvement_says_so() -> None:
    game, told = played(3, asks("schedule"))
    id = on_sale(game, 0)
    game._state.copies_left[game.ruleset.tile(id)] = 0
    found = tiles(improvement_list(view_of(game, told, 0)))[id]
    assert (found.status, found.reason, found.stock_words) == ("sold-out", "All copies are sold.", "none left")


@pytest.mark.parametrize("seat", [0, 1])
def test_only_the_seat_that_is_asked_can_choose_from_the_list(seat: int) -> None:
    game, told = played(3, asks("buy", verb="buy"))
    legal = {" ".join(action.text.split()[:2]) for action in game.legal_actions if action.verb == "buy"}
    assert legal
    found = improvement_list(view_of(game, told, seat))
    assert found.asks == (seat == 0)
    for tile in tiles(found).values():
        assert bool(tile.label) == (seat == 0)
        assert (tile.state == "selectable") == (seat == 0 and f"buy {tile.id}" in legal)


def test_tenant_improvement_names_no_room_before_one_is_chosen() -> None:
    """RULES IV.I.4: it may go over several rooms."""
    found = tiles(improvement_list(view_of(*played(3, asks("buy", verb="buy")), 0)))
    labels = [tile.label for tile in found.values() if tile.state == "selectable"]
    assert labels and all(", over " not in label for label in labels)


def test_what_can_be_bought_comes_first_where_it_is_asked() -> None:
    game, told = played(3, asks("buy", verb="buy"))
    for column in improvement_list(view_of(game, told, 0)).columns:
        states = [tile.state for tile in column.tiles]
        assert states == sorted(states, key="blocked".__eq__)


def test_panel_names_what_is_left_to_buy_outside_a_purchase() -> None:
    game, told = played(3, asks("schedule"))
    sold, owned = on_sale(game, 0), on_sale(game, 1)
    assert {sold, owned} <= {tile.id for column in available_columns(improvement_list(view_of(game, told, 0))) for tile in column.tiles}
    game._state.copies_left[game.ruleset.tile(sold)] = 0
    game._state.players[0].floors.append(game.ruleset.tile(owned))
    left = [tile for column in available_columns(improvement_list(view_of(game, told, 0))) for tile in column.tiles]
    assert left and all(tile.status == "available" for tile in left)
    game, told = played(3, asks("buy", verb="buy"))
    assert available_columns(improvement_list(view_of(game, told, 0))) == []
    assert available_columns(improvement_list(view_of(game, told, 1))) != []


def test_question_changes_nothing_of_the_list_that_others_share() -> None:
    game, told = played(3, asks("buy", verb="buy"))
    view = view_of(game, told, 0)
    asked = improvement_list(view)
    plain_list.cache_clear()
    shared = improvement_list(view_of(game, told, 1))
    assert not shared.asks and all(tile.state == "plain" for tile in tiles(shared).values())
    assert improvement_list(view) == asked


def test_rooms_to_remodel_stand_below_the_list() -> None:
    """RULES III.3: each room with both sides, the price of a remodel, its prestige, and who has remodeled it."""
    game, told = played(3, asks("schedule"))
    for player in game._state.players:
        player.remodeled = [0] * 6
    game._state.players[1].remodeled[2] = 1
    rooms = {viewer: remodel_rooms(view_of(game, told, viewer)) for viewer in (WATCHER, 0, 1)}
    seen = rooms[0]
    assert [room.id for room in seen.rooms] == [room.id for room in game.ruleset.rooms] and len(seen.rooms) == 6
    assert [amount.number for amount in seen.price] == [3, 3] and seen.prestige == 2
    training = seen.rooms[5]
    assert (training.standard, training.remodeled) == ("2 time markers: trains an employee", "1 time marker: trains an employee")
    for viewer, found in rooms.items():
        assert [[owner.seat for owner in room.owners] for room in found.rooms] == [[], [], [1], [], [], []]
        assert [room.is_yours for room in found.rooms] == [viewer == 1 and number == 2 for number in range(6)]
