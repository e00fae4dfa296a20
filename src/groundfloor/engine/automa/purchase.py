"""What an Automa may get at the construction company (``RULES 8.1.7``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..state import STABLE

if TYPE_CHECKING:
    from ..game import Game


def wants_floor(game: Game, bought: int) -> bool:
    """Returns True if this marker gets a floor: in boom and stable the first one of a round; all others get a tenant improvement."""
    return bought == 0 and game.state.current_forecast >= STABLE


def purchase_candidates(game: Game, seat: int, bought: int) -> list[int]:
    """Returns the improvements from which chance chooses; ``bought`` counts the seat's earlier markers of this round."""
    tiles = game.ruleset.tiles
    sale = game.state.copies_on_sale
    player = game.state.players[seat]
    stage = game.ruleset.stage(game.state.round)
    lacked = [index for index, _ in enumerate(tiles) if sale[index] and not player.owns(index)]
    if stage == 3:
        late = [index for index in lacked if tiles[index].stage == 3]
        floors = [index for index in late if not tiles[index].is_tenant]
        for group in (
            [index for index in floors if tiles[index].achievement is not None],
            [index for index in floors if tiles[index].achievement is None],
            [index for index in late if tiles[index].is_tenant],
        ):
            if group:
                return group
        stage = 2
    is_floor = wants_floor(game, bought)
    for earlier in range(stage, 0, -1):
        for kind in (is_floor, not is_floor):
            group = [i for i in lacked if tiles[i].stage == earlier and tiles[i].is_tenant != kind]
            if group:
                return group
    return []
