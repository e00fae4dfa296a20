"""Effects: small functions that change the table and write an event if a journal is attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .events import Event, event

if TYPE_CHECKING:
    from typing import Literal

    from .game import Game
    from .state import Player


@event("I.2", "V.2")
class EmployeeFired(Event):
    """Somebody is fired for lack of money, or by choice:
    ``employee`` ``trained`` or ``untrained``, ``time`` markers lost, ``ceo`` space after it, ``money`` in hand, ``income`` before, ``next`` income after.
    """

    employee: Literal["trained", "untrained"]
    time: int
    ceo: int
    money: int
    income: int
    next: int


@event("III.3", "IV.C.1", "6.3", "8.1.6", "9.1.2")
class RoomRemodeled(Event):
    """A room is remodeled: ``room``, ``money``, ``info`` paid, ``supply`` gained."""

    room: str
    money: int
    info: int
    supply: int


def supply_capacity(game: Game, player: Player) -> int:
    """Returns how much supply the storage closet holds: 0 once it is covered (``RULES 6.1``, ``IV.I.4``)."""
    closet = game._ruleset.closet_room
    if player.visible_tenants[closet] >= 0:
        return 0
    return game._ruleset.closet_capacity[player.remodeled[closet]]


def supply_space(game: Game, player: Player) -> int:
    """Returns how much more supply fits into the storage closet."""
    return max(0, supply_capacity(game, player) - player.supply)


def gain_supply(game: Game, seat: int, amount: int) -> int:
    """Adds supply to the storage closet and discards what does not fit (``RULES IV.D``). Returns how much was kept."""
    player = game._state.players[seat]
    kept = min(amount, supply_space(game, player))
    player.supply += kept
    return kept


def move_popularity(game: Game, seat: int, target: int) -> int:
    """Moves a popularity marker to a space, on top of others there (``RULES 3.2``, ``3.3``). Returns the spaces moved."""
    state = game._state
    return shift_marker(state.popularity_order, state.popularity, seat, target, len(game._ruleset.popularity_levels))


def shift_marker(order: list[int], popularity: list[int], seat: int, target: int, last: int) -> int:
    """Moves a marker within these two lists; with copies of them it shows where the marker would land. Returns the spaces moved."""
    target = max(1, min(target, last))
    start = popularity[seat]
    if target == start:
        return 0
    order.remove(seat)
    place = 0
    while place < len(order) and popularity[order[place]] > target:
        place += 1
    order.insert(place, seat)
    popularity[seat] = target
    return target - start


def move_market(game: Game, steps: int) -> None:
    """Moves the job market's pointer by some spaces, within its track (``RULES II.2``, ``V.7``)."""
    state = game._state
    state.job_market = max(1, min(len(game._ruleset.job_market_prices), state.job_market + steps))


def fire(game: Game, seat: int, is_trained: bool, rule: str) -> None:
    """Fires one employee (``RULES I.3``)."""
    player = game._state.players[seat]
    income = game._ruleset.income_track
    before = income[player.employee_count - 1] + player.income_bonus_money
    taken = 0
    if is_trained:
        player.trained -= 1
        taken = min(game._ruleset.employee_time, player.time)
        player.time -= taken
        player.reserve_time += taken
    else:
        player.untrained -= 1
    player.employee_count -= 1
    if game.journal is not None:
        kind: Literal["trained", "untrained"] = "trained" if is_trained else "untrained"
        game.note(
            EmployeeFired(
                seat,
                rule,
                kind,
                taken,
                player.employee_count,
                player.money,
                before,
                income[player.employee_count - 1] + player.income_bonus_money,
            )
        )


def remodel(game: Game, seat: int, room: int, money: int, info: int, rule: str) -> None:
    """Remodels a room and pays for it; the storage closet brings a supply (``RULES 6.1``)."""
    player = game._state.players[seat]
    player.money -= money
    player.info -= info
    player.remodeled[room] = 1
    gained = 0
    if game._ruleset.rooms[room].brings_supply and player.deck is None:
        gained = gain_supply(game, seat, 1)
    if game.journal is not None:
        game.note(RoomRemodeled(seat, rule, game._ruleset.rooms[room].id, money, info, gained))
