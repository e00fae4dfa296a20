"""Checks of a position that was read: everything adds up, every index is in its range, and the steps in progress fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .company.improvements import has_empty_floor
from .company.remodeling import AfterTurn
from .effects import supply_capacity
from .position_reading import require, require_range
from .state import CARD_DESIGNS, CONDUCT, INCOME, OVER, PLACES, REORGANIZE, ROOMS, SCHEDULE, SETUP, card_code, card_kind

if TYPE_CHECKING:
    from .game import Game
    from .state import Player, State


def check_table(game: Game, fresh: State) -> None:
    """Raises BadPosition if this table is impossible; ``fresh`` is the same game's table at its start."""
    check_stage(game)
    for seat, player in enumerate(game._state.players):
        check_company(game, seat, player)
        check_improvements(game, player)
    check_popularity(game)
    check_spaces(game)
    check_improvement_copies(game, fresh)
    check_forecast(game, fresh)
    check_cards(game, fresh)


def check_stage(game: Game) -> None:
    """Checks where in its course the game stands."""
    state = game._state
    require((state.round == 0) == (state.phase == SETUP), "round 0 must be set-up, and set-up must be round 0")
    require((state.area >= 0) == (state.phase == CONDUCT), "an area must be conducted in phase 4, and only then")


def check_popularity(game: Game) -> None:
    """Checks that the popularity order fits the spaces of the track (``RULES 3.1``)."""
    state = game._state
    spaces = [state.popularity[seat] for seat in state.popularity_order]
    require(spaces == sorted(spaces, reverse=True), "the popularity order does not match the spaces of the track")


def check_company(game: Game, seat: int, player: Player) -> None:
    """Checks a company's money, employees and time markers (``RULES 1``)."""
    ruleset = game._ruleset
    name = game.seats[seat].name
    require((player.deck is None) == (game.automas[seat] is None), f"an Automa must have a deck, and a human can't have one: {name}")
    require(
        player.deck is None or player.money == player.info == player.supply == 0,
        f"{name} is an Automa and can't have money, info or supply",
    )
    require(
        player.employee_count == 1 + player.trained + player.untrained <= len(ruleset.income_track),
        f"the space of {name}'s CEO does not match the number of employees",
    )
    require(player.specialty >= 0 or game._state.phase == SETUP, f"{name} has no specialty")
    if player.specialty >= 0:
        room = ruleset.specialties[player.specialty].room
        require(room < 0 or player.remodeled[room] == 1, f"the specialty of {name} remodels a room that is not remodeled")
    require(player.deck is not None or player.supply <= supply_capacity(game, player), f"{name} has more supply than there is room for")


def check_improvements(game: Game, player: Player) -> None:
    """Checks that each tile is of the right kind and on a place that exists (``RULES IV.I``)."""
    tiles = game._ruleset.tiles
    require(len(player.floor_uses) == len(player.floors), "'floor_uses' must have a number for each of 'floors'")
    require(len(player.tenant_places) == len(player.tenants), "'tenant_places' must have a place for each of 'tenants'")
    require(not any(tiles[tile].is_tenant for tile in player.floors), "a tenant improvement is among the floors")
    require(all(tiles[tile].is_tenant for tile in player.tenants), "a floor improvement is among the tenants")
    for tile, uses in zip(player.floors, player.floor_uses, strict=True):
        require_range([uses], 0, tiles[tile].uses, f"the number of uses of {tiles[tile].id}")
    top = [-1] * PLACES
    lowest, highest = (-1, -1) if player.deck is not None else (0, PLACES - 1 if has_empty_floor(game._ruleset, player) else ROOMS - 1)
    for tile, place in zip(player.tenants, player.tenant_places, strict=True):
        require_range([place], lowest, highest, "the place of a tenant improvement")
        if place >= 0:
            top[place] = tile
    require(top == player.visible_tenants, "the visible tenants are not the ones placed last")


def check_spaces(game: Game) -> None:
    """Checks that markers lie only where they can at this time, and that none is lost (``RULES 1.1``, ``V.1``)."""
    state = game._state
    if state.phase not in (SCHEDULE, CONDUCT, OVER):
        for spaces in state.booked_spaces():
            require(max(spaces, default=-1) < 0, "outside phases 3 and 4 no marker can be on a space of the city")
    if state.phase not in (CONDUCT, REORGANIZE, OVER):
        require(max(state.bonus_takers, default=-1) < 0, "before phase 4 nobody can have a bonus")
    for door, seat in enumerate(state.warehouse_markers):
        require(seat < 0 or state.warehouse_supply[door] == 1, "a marker is at a door without supply")
    outlets = game._ruleset.outlets
    closed = [s for s, seat in enumerate(state.retail_products) if seat >= 0 and not outlets.is_open(s, len(state.players))]
    require(not closed, "a product is on a retail space that is closed with this number of players")
    for seat, player in enumerate(state.players):
        have, name = markers_of(game, seat), game.seats[seat].name
        require(have == game._ruleset.markers_per_player, f"{name} has {game.ruleset.markers_per_player} time markers, not {have}")
        require(player.deck is None or sum(player.room_markers) == 0, f"{name} is an Automa and can't use rooms")


def markers_of(game: Game, seat: int) -> int:
    state, player = game._state, game._state.players[seat]
    later = (state.consulting_right, state.exchange_track, state.retail_products)
    count = sum(spaces.count(seat) for spaces in (*state.booked_spaces(), *later)) + sum(box[seat] for box in state.marketing_boxes)
    count += player.time + player.reserve_time + player.spent_time + sum(player.room_markers)
    for tile, uses in zip(player.floors, player.floor_uses, strict=True):
        task = game._ruleset.tiles[tile].task
        count += uses * task.printed.time if task is not None else 0
    return count


def check_improvement_copies(game: Game, fresh: State) -> None:
    """Checks that each copy is on sale or owned, and that no specialty is taken twice (``RULES 2``)."""
    state = game._state
    for tile, _ in enumerate(game._ruleset.tiles):
        copies = fresh.copies_left[tile] + sum(player.owns(tile) for player in fresh.players)
        count = state.copies_left[tile] + sum(player.owns(tile) for player in state.players)
        require(count == copies, f"there are {copies} copies of {game.ruleset.tiles[tile].id}, not {count}")
    known = [player.specialty for player in state.players if player.specialty >= 0]
    require(len(set(known)) == len(known), "two companies have the same specialty")


def check_forecast(game: Game, fresh: State) -> None:
    """Checks that one card was revealed each round and that none is lost (``RULES 7``), and the era and the event."""
    state, ruleset = game._state, game._ruleset
    for option, drawn, first in (("era", state.era, fresh.era), ("event", state.event, fresh.event)):
        is_drawn = game.options.get(option) == "random"
        require(drawn == first or is_drawn, f"the {option} is not the one in the options")
        require(drawn >= 0 or not is_drawn or state.phase == SETUP, f"no {option} has been drawn yet")
    require(
        len(state.revealed_forecasts) in (state.round - 1, state.round) or state.round == 0 == len(state.revealed_forecasts),
        "exactly one forecast card must be revealed each round",
    )
    for design, card in enumerate(ruleset.designs):
        require(state.revealed_forecasts.count(design) <= card.copies, f"the card {card.id} was revealed too often")
    require(state.current_forecast >= 0 or state.phase == SETUP, "the game has no current forecast card")
    # In V.8 the next card is the current one already, and the back of the one after it is not known yet.
    is_next = state.phase == REORGANIZE and state.next_forecast < 0 and any(state.forecast_deck)
    is_up = state.revealed_design >= 0 and not is_next
    require(
        not is_up or ruleset.designs[state.revealed_design].type == state.current_forecast,
        "the revealed card is not of the current type",
    )
    seen = (
        [ruleset.designs[design].type for design in state.revealed_forecasts]
        + [state.next_forecast]
        + ([] if is_up else [state.current_forecast])
    )
    cards = list(ruleset.eras[state.era].deck) if state.era >= 0 else fresh.forecast_deck
    for kind, left in enumerate(state.forecast_deck):
        require(left + seen.count(kind) == cards[kind], "the numbers of forecast cards do not add up")
    expected = state.forecast_deck if fresh.preset_deck else [0] * len(state.forecast_deck)
    require(
        [state.preset_deck.count(kind) for kind in range(len(state.forecast_deck))] == expected,
        "the preset deck does not match the cards left",
    )


def check_cards(game: Game, fresh: State) -> None:
    """Checks the Automas' cards: known cards were seen, unseen ones are left, none is missing (``RULES 8.1.2``)."""
    state, cards = game._state, game._ruleset.automa_cards
    for player, start in zip(state.players, fresh.players, strict=True):
        if player.deck is not None and start.deck is not None:
            have, had = cards_of(player), cards_of(start)
            require(player.deck.pile == sorted(player.deck.pile), "an Automa's pile must be in the order of the cards")
            for kind, card in enumerate(cards):
                more = sum(card_kind(code) == kind for code in have) - sum(card_kind(code) == kind for code in had)
                require(0 <= more <= card.copies, f"an Automa has a wrong number of cards {card.id}")
    everywhere = [code for player in state.players for code in cards_of(player)]
    laid_out = [code for player in fresh.players for code in cards_of(player)]
    for kind, card in enumerate(cards):
        designs = len(card.corners)
        for design in range(CARD_DESIGNS):
            known = everywhere.count(card_code(kind, design)) if 0 < design <= designs and designs > 1 else 0
            require(state.seen_cards[card_code(kind, design)] == known <= card.copies, f"the numbers of seen cards {card.id} do not add up")
            require(not everywhere.count(card_code(kind, design)) or design == 0 or known > 0, f"there is no design {design} of {card.id}")
        require(
            sum(card_kind(code) == kind for code in everywhere) <= card.copies * designs,
            f"there are more cards {card.id} than the ruleset has",
        )
    office = game._ruleset.office_card
    added = sum(card_kind(code) == office for code in everywhere) - sum(card_kind(code) == office for code in laid_out)
    require(state.office_cards_left + added == fresh.office_cards_left, "the numbers of Automa-office cards do not add up")


def cards_of(player: Player) -> list[int]:
    """Returns all cards of an Automa; an empty list for a human."""
    return player.deck.pile + player.deck.discard + player.deck.revealed if player.deck is not None else []


def check_steps(game: Game) -> None:
    """Raises BadPosition if the stack of steps is impossible."""
    state = game._state
    if not game._steps:
        require(state.phase == OVER, "there are no steps, but the game is not over")
        return
    require(state.phase != OVER, "the game is over, but there are steps")
    check_stack(game, [step.name for step in game._steps])
    for step in game._steps:
        step.check(game)


def check_stack(game: Game, names: list[str]) -> None:
    """Checks the order of the steps: set-up alone; else the rounds, above them the phase, above that a step of the phase."""
    state = game._state
    if state.phase == SETUP:
        require(names == ["setup"], "set-up must be the only step")
        return
    number = state.phase - INCOME
    phases = game._ruleset.phases
    require(2 <= len(names) <= 4 and names[:2] == ["rounds", phases[number].name], "the steps do not match the phase")
    if names[-1] == "after_turn":
        check_turn_end(game)
        names = names[:-1]
    inner = names[2:]
    if state.phase == CONDUCT:
        require(len(inner) == 1, "the steps do not match the area")
        area = game._ruleset.areas[state.area].id
        require(game._steps[2].area_id == area, f"{inner[0]} is not a step of {area}")
    else:
        require(inner == [] or (state.phase == SCHEDULE and inner == ["automa_turn"]), "the steps do not match the phase")


def check_turn_end(game: Game) -> None:
    """Checks that the end of a turn lies above the step to which the turn belongs (``RULES 9.1.1``)."""
    under, step = game._steps[-2], game._steps[-1]
    kinds = game._ruleset.remodeling_turn_ends.kinds if game._ruleset.remodeling_turn_ends is not None else ()
    require(under.turn_question in kinds, f"turns of {under.name} do not end with remodeling")
    require(not under.is_mid_decision(), "a turn can't end in the middle of a decision")
    assert isinstance(step, AfterTurn)
    require(step.seat in (under.seats_on_turn() or [step.seat]), "the seat whose turn ends was not on turn")
