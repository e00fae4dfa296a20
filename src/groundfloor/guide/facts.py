"""The numbers in the guide's texts, as the engine has them at the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.city.consulting_projection import ConsultingProjection
from groundfloor.engine.phases.hire import hiring_price
from groundfloor.engine.projections import consumers_to_come, floor_price, has_free_tenant, lost_income, time_of_next_round

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game


def facts(game: Game, seat: int, action: Action | None) -> dict[str, int]:
    """Returns every number that a text may name; those that begin with ``pays_`` and ``gets_`` are of the proposed action."""
    rules, player = game.ruleset, game.state.players[seat]
    hire_money, hire_info = hiring_price(game, player)
    floor_money, floor_info = floor_price(game, seat)
    low, high = consumers_to_come(game)
    score = next(score for score in game.scores() if score.seat == seat)
    return {
        "round": game.state.round,
        "rounds": len(rules.stage_by_round),
        "stage_two": rules.first_round(2),
        "stage_three": rules.first_round(3),
        "time": player.time,
        "next_time": time_of_next_round(game, seat),
        "prestige": score.total,
        "hire_money": hire_money,
        "hire_info": hire_info,
        "lost_income": lost_income(game, seat),
        "employee_time": rules.employee_time,
        "room_prestige": rules.room_prestige,
        "remodel_money": rules.remodeling.money,
        "remodel_info": rules.remodeling.info,
        "floor_money": floor_money,
        "floor_info": floor_info,
        "free_tenants": int(has_free_tenant(game, seat)),
        "tenant_prestige": max(tile.prestige for tile in rules.tiles if tile.is_tenant),
        "set_money": rules.set_money,
        "set_info": rules.set_info,
        "consumers_low": low,
        "consumers_high": high,
        "closet": rules.closet_capacity[0],
        "closet_remodeled": rules.closet_capacity[1],
        **(action_facts(game, action, seat) if action is not None else {}),
    }


def action_facts(game: Game, action: Action, seat: int) -> dict[str, int]:
    """Returns what an action takes and brings.

    ``meeting_info`` is what a booking lets a marker of the seat itself gain in this round; ``leaves_half_time`` is 1 if at least half of
    the time that the seat has left is left after the action.
    """
    quote, projection = game.quote(action), game.projection(action)
    found = {
        "pays_money": quote.money,
        "pays_info": quote.info,
        "pays_supply": quote.supply,
        "pays_time": quote.time,
        "operand": action.a,
        "leaves_half_time": int(2 * quote.time <= game.state.players[seat].time),
        "meeting_info": projection.info if isinstance(projection, ConsultingProjection) and projection.beside == seat else 0,
    }
    return found | {f"gets_{code}": amount for code, amount in quote.gains}
