"""Whether a position that was read can be: everything counted, every index in its range, steps that fit what goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .city.retail_outlets import RetailOutlets
from .company.improvements import has_bays
from .effects import capacity
from .errors import BadPosition
from .state import CONDUCT, OVER, PLACES, REORGANIZE, ROOMS, SCHEDULE, SETUP

if TYPE_CHECKING:
    from .game import Game
    from .state import Player, State


def check_table(game: Game, fresh: State) -> None:
    """BadPosition if this can't lie on the table; ``fresh`` is the same game's table at its start."""
    check_ranges(game)
    for seat, player in enumerate(game.state.players):
        check_company(game, seat, player)
        check_improvements(game, player)
    check_popularity(game)
    check_spaces(game)
    check_sale(game, fresh)
    check_forecast(game, fresh)
    check_cards(game, fresh)


def must(holds: bool, sentence: str) -> None:
    """BadPosition with this sentence unless it holds."""
    if not holds:
        raise BadPosition(f"The position can't be: {sentence}.")


def within(values: list[int], least: int, most: int, what: str) -> None:
    """Every number in its range."""
    for value in values:
        must(least <= value <= most, f"{what} goes from {least} to {most}, not to {value}")


def check_ranges(game: Game) -> None:
    """The round and where in it the game stands; whose markers lie where."""
    state, ruleset = game.state, game.ruleset
    last = len(state.players) - 1
    within([state.round], 0, len(ruleset.stages), "the round")
    within([state.phase], SETUP, OVER, "the phase")
    must((state.round == 0) == (state.phase == SETUP), "round 0 is set-up, and set-up is round 0")
    within([state.area], -1, len(ruleset.areas) - 1, "the area")
    must((state.area >= 0) == (state.phase == CONDUCT), "an area is conducted in phase 4, and only there")
    within([state.market], 1, len(ruleset.market), "the job market")
    seats = (state.left, state.right, state.desks, state.bonuses, state.doors, state.factory, state.listings, state.track)
    for spaces in (*seats, state.outlets, state.sites):
        within(spaces, -1, last, "the owner of a marker")
    for box in state.boxes:
        within(box, 0, ruleset.markers, "the number of markers in a marketing box")
    within(state.cubes, 0, 1, "the supply at a door")
    within([state.offices], 0, len(ruleset.cards) * 4, "the number of Automa-office cards left")


def check_popularity(game: Game) -> None:
    """The order is the one of the track (``RULES 3.1``)."""
    state = game.state
    within(state.popularity, 1, len(game.ruleset.levels), "a popularity space")
    spaces = [state.popularity[seat] for seat in state.order]
    must(spaces == sorted(spaces, reverse=True), "the popularity order does not fit the spaces of the track")


def check_company(game: Game, seat: int, player: Player) -> None:
    """A company's money, people and time markers (``RULES 1``)."""
    ruleset = game.ruleset
    name = game.seats[seat].name
    must((player.deck is None) == (game.automas[seat] is None), f"an Automa has a deck, and a human has none, unlike {name}")
    within([player.money, player.info], 0, 0 if player.deck is not None else 1_000_000, f"the money and info of {name}")
    within([player.time, player.stock, player.aside, *player.rooms], 0, ruleset.markers, f"a number of {name}'s time markers")
    within([player.trained, player.untrained], 0, len(ruleset.income), f"the number of employees of {name}")
    must(player.ceo == 1 + player.trained + player.untrained <= len(ruleset.income), f"the CEO of {name} does not fit the employees")
    within(player.remodeled, 0, 1, "whether a room is remodeled")
    within([player.specialty], -1, len(ruleset.specialties) - 1, "a specialty")
    must(player.specialty >= 0 or game.state.phase == SETUP, f"{name} has no specialty")
    if player.specialty >= 0:
        room = ruleset.specialties[player.specialty].room
        must(room < 0 or player.remodeled[room] == 1, f"the specialty of {name} is a room that is not remodeled")
    within(player.places, -1, len(ruleset.tiles) - 1, "a tile")
    most = capacity(game, player) if player.deck is None else 0
    within([player.supply], 0, most, f"the supply of {name}")


def check_improvements(game: Game, player: Player) -> None:
    """Each tile once, of the right kind, on a place that there is (``RULES IV.I``)."""
    tiles = game.ruleset.tiles
    within(player.floors + player.tenants, 0, len(tiles) - 1, "a tile")
    owned = player.floors + player.tenants
    must(len(set(owned)) == len(owned), "nobody owns two copies of an improvement")
    must(not any(tiles[tile].is_tenant for tile in player.floors), "a tenant improvement is no floor")
    must(all(tiles[tile].is_tenant for tile in player.tenants), "a floor improvement is no tenant")
    for tile, uses in zip(player.floors, player.uses, strict=True):
        within([uses], 0, tiles[tile].uses, f"the number of uses of {tiles[tile].id}")
    top = [-1] * PLACES
    lowest, highest = (-1, -1) if player.deck is not None else (0, PLACES - 1 if has_bays(game.ruleset, player) else ROOMS - 1)
    for tile, place in zip(player.tenants, player.under, strict=True):
        within([place], lowest, highest, "the place of a tenant improvement")
        if place >= 0:
            top[place] = tile
    must(top == player.places, "the tiles on top are not the ones that came last")


def check_spaces(game: Game) -> None:
    """Nothing lies where nothing can lie at this time, and no time marker is lost (``RULES 1.1``, ``V.1``)."""
    state = game.state
    booked = [state.left, state.desks, state.doors, state.factory, state.listings, state.sites]
    if state.phase not in (SCHEDULE, CONDUCT):
        for spaces in booked:
            within(spaces, -1, -1, "before phase 3 and after phase 4 the owner of a scheduled marker")
    if state.phase not in (CONDUCT, REORGANIZE, OVER):
        within(state.bonuses, -1, -1, "before phase 4 the owner of a bonus")
    for door, seat in enumerate(state.doors):
        must(seat < 0 or state.cubes[door] == 1, "a marker stands at a door without supply")
    for area in game.ruleset.areas:
        if isinstance(area, RetailOutlets):
            closed = [s for s, seat in enumerate(state.outlets) if seat >= 0 and not area.is_open(s, len(state.players))]
            must(not closed, "a product stands on a retail space that is closed at this number of players")
    for seat, player in enumerate(state.players):
        have, name = markers_of(game, seat), game.seats[seat].name
        must(have == game.ruleset.markers, f"{name} has {game.ruleset.markers} time markers, not {have}")
        must(player.deck is None or sum(player.rooms) == 0, f"{name} is an Automa and uses no rooms")


def markers_of(game: Game, seat: int) -> int:
    """All time markers of a seat, wherever they are."""
    state, player = game.state, game.state.players[seat]
    spaces = state.left + state.right + state.desks + state.doors + state.factory + state.listings + state.track
    count = (spaces + state.outlets + state.sites).count(seat) + sum(box[seat] for box in state.boxes)
    count += player.time + player.stock + player.aside + sum(player.rooms)
    for tile, uses in zip(player.floors, player.uses, strict=True):
        task = game.ruleset.tiles[tile].task
        count += uses * task.plate.time if task is not None else 0
    return count


def check_sale(game: Game, fresh: State) -> None:
    """Every copy is on sale or with one owner; specialties are all different (``RULES 2``)."""
    state = game.state
    for tile, _ in enumerate(game.ruleset.tiles):
        copies = fresh.sale[tile] + sum(player.owns(tile) for player in fresh.players)
        found = state.sale[tile] + sum(player.owns(tile) for player in state.players)
        must(state.sale[tile] >= 0 and found == copies, f"there are {copies} copies of {game.ruleset.tiles[tile].id}, not {found}")
    known = [player.specialty for player in state.players if player.specialty >= 0]
    must(len(set(known)) == len(known), "two companies have the same specialty")


def check_forecast(game: Game, fresh: State) -> None:
    """One card a round, and all cards of the game in the deck or out of it (``RULES 7``); the era and the event."""
    state, ruleset = game.state, game.ruleset
    chosen = (("era", state.era, fresh.era, len(ruleset.eras)), ("event", state.event, fresh.event, len(ruleset.events)))
    for option, found, first, kinds in chosen:
        is_drawn = game.options.get(option) == "random"
        within([found], -1, kinds - 1, f"the {option}")
        must(found == first or is_drawn, f"the {option} is not the one that the options name")
        must(found >= 0 or not is_drawn or state.phase == SETUP, f"no {option} has been drawn")
    within(state.turned, 0, len(ruleset.designs) - 1, "a forecast design")
    must(len(state.turned) in (state.round - 1, state.round) or state.round == 0 == len(state.turned), "each round turns up one card")
    for design, each in enumerate(ruleset.designs):
        must(state.turned.count(design) <= each.copies, f"the card {each.id} was turned up too often")
    within([state.current, state.next, *state.preset], -1, len(state.deck) - 1, "a forecast type")
    must(state.current >= 0 or state.phase == SETUP, "a card is the current one")
    # In V.8 the next card is the current one already, and the back of the one after it is not known yet.
    is_next = state.phase == REORGANIZE and state.next < 0 and any(state.deck)
    is_up = state.front >= 0 and not is_next
    must(not is_up or ruleset.designs[state.front].type == state.current, "the card that is face up is not the current one")
    seen = [ruleset.designs[design].type for design in state.turned] + [state.next] + ([] if is_up else [state.current])
    cards = list(ruleset.eras[state.era].deck) if state.era >= 0 else fresh.deck
    for kind, left in enumerate(state.deck):
        must(left >= 0 and left + seen.count(kind) == cards[kind], "the forecast cards do not add up")
    expected = state.deck if fresh.preset else [0] * len(state.deck)
    must([state.preset.count(kind) for kind in range(len(state.deck))] == expected, "the preset deck does not fit the cards left")


def check_cards(game: Game, fresh: State) -> None:
    """The Automas' cards: known ones were seen, unseen ones are left, none is missing (``RULES 8.1.2``)."""
    state, cards = game.state, game.ruleset.cards
    for player, start in zip(state.players, fresh.players, strict=True):
        if player.deck is not None and start.deck is not None:
            within([player.deck.hired], 0, 1, "whether an Automa has hired")
            have, had = cards_of(player), cards_of(start)
            within(have, 0, len(cards) * 4 - 1, "an Automa card")
            must(player.deck.pile == sorted(player.deck.pile), "an Automa's pile is written in the order of its cards")
            for kind, card in enumerate(cards):
                more = sum(code // 4 == kind for code in have) - sum(code // 4 == kind for code in had)
                must(0 <= more <= card.copies, f"an Automa has a wrong number of cards {card.id}")
    everywhere = [code for player in state.players for code in cards_of(player)]
    laid_out = [code for player in fresh.players for code in cards_of(player)]
    for kind, card in enumerate(cards):
        designs = len(card.corners)
        for design in range(4):
            known = everywhere.count(kind * 4 + design) if 0 < design <= designs and designs > 1 else 0
            must(state.seen[kind * 4 + design] == known <= card.copies, f"the cards {card.id} that were seen do not add up")
            must(not everywhere.count(kind * 4 + design) or design == 0 or known > 0, f"there is no design {design} of {card.id}")
        must(sum(code // 4 == kind for code in everywhere) <= card.copies * designs, f"there are not so many cards {card.id}")
    office = game.ruleset.office_card
    added = sum(code // 4 == office for code in everywhere) - sum(code // 4 == office for code in laid_out)
    must(state.offices + added == fresh.offices, "the Automa-office cards do not add up")


def cards_of(player: Player) -> list[int]:
    """All cards of an Automa; none of a human."""
    return player.deck.pile + player.deck.discard + player.deck.revealed if player.deck is not None else []
