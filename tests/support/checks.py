"""What holds in every position of every game: nothing is lost, nothing is made, nothing is negative."""

from __future__ import annotations

from collections import Counter

from groundfloor.engine.game import Game
from groundfloor.engine.phases.setup import lay_out
from groundfloor.engine.state import PLACES, SETUP


def markers_of(game: Game, seat: int) -> int:
    """All time markers of a seat, wherever they are."""
    state, player = game.state, game.state.players[seat]
    board = state.left + state.right + state.desks + state.doors + state.factory + state.listings + state.track
    board += state.outlets + state.sites
    count = board.count(seat) + sum(box[seat] for box in state.boxes) + player.time + player.stock + player.aside
    count += sum(player.rooms)
    for place, tile in enumerate(player.floors):
        task = game.ruleset.tiles[tile].task
        count += player.uses[place] * task.plate.time if task is not None else 0
    return count


def check(game: Game) -> None:
    """All of them."""
    check_markers(game)
    check_order(game)
    check_companies(game)
    check_tiles(game)
    check_forecast(game)
    check_cards(game)


def check_markers(game: Game) -> None:
    """Each seat has all its time markers, and owners of markers are seats."""
    state = game.state
    for seat in range(len(state.players)):
        assert markers_of(game, seat) == game.ruleset.markers
    board = state.left + state.right + state.desks + state.doors + state.factory + state.listings + state.track
    assert all(-1 <= seat < len(state.players) for seat in board + state.outlets + state.sites + state.bonuses)
    assert min(min(box) for box in state.boxes) >= 0


def check_order(game: Game) -> None:
    """The popularity order is a permutation that fits the spaces."""
    state = game.state
    assert sorted(state.order) == list(range(len(state.players)))
    spaces = [state.popularity[seat] for seat in state.order]
    assert spaces == sorted(spaces, reverse=True)
    assert min(spaces) >= 1 and max(spaces) <= len(game.ruleset.levels)
    assert 1 <= state.market <= len(game.ruleset.market)


def check_companies(game: Game) -> None:
    """Nothing is negative; employees, supply and places fit together."""
    state, rules = game.state, game.ruleset
    cubes = sum(state.cubes)
    for player in state.players:
        counts = (player.money, player.info, player.supply, player.time, player.stock, player.aside, player.trained, player.untrained)
        assert min(counts) >= 0
        assert player.ceo == 1 + player.trained + player.untrained <= len(rules.income)
        covered = player.places[rules.closet_room] >= 0
        assert player.supply <= (0 if covered else rules.closet[player.remodeled[rules.closet_room]])
        assert set(player.remodeled) <= {0, 1}
        assert len(player.uses) == len(player.floors) and len(player.under) == len(player.tenants)
        on_top = [player.places[place] for place in range(PLACES) if player.places[place] >= 0]
        last = {place: tile for tile, place in zip(player.tenants, player.under, strict=True) if place >= 0}
        assert Counter(on_top) == Counter(last.values())
        cubes += player.supply
    assert set(state.cubes) <= {0, 1}
    assert cubes <= 4 + 2 * len(state.players) <= 16
    taken = [seat for seat in state.bonuses if seat >= 0]
    assert len(taken) == len(set(taken))


def check_tiles(game: Game) -> None:
    """Each tile is on sale or owned by one company; nobody has one twice."""
    state = game.state
    start = lay_out(game.ruleset, game.automas, game.options)
    now, then = Counter[int](), Counter[int]()
    for counted, table in ((now, state), (then, start)):
        for tile, copies in enumerate(table.sale):
            counted[tile] += copies
        for player in table.players:
            counted.update(player.tenants + player.floors)
            assert max(Counter(player.tenants + player.floors).values(), default=1) == 1
    assert now == then and min(state.sale) >= 0


def check_forecast(game: Game) -> None:
    """Cards of each type: turned up, current, next and below are as many as play."""
    state, rules = game.state, game.ruleset
    if state.phase == SETUP:
        return
    shown = Counter(rules.designs[design].type for design in state.turned)
    is_between_rounds = game.chance is not None and game.chance.kind == "back"
    if state.front < 0 or is_between_rounds:
        shown[state.current] += 1
    if state.next >= 0:
        shown[state.next] += 1
    start = lay_out(rules, game.automas, game.options)
    assert [shown[type] + state.deck[type] for type in range(4)] == start.deck
    assert all(state.turned.count(index) <= design.copies for index, design in enumerate(rules.designs))
    assert len(state.turned) in (state.round - 1, state.round)


def check_cards(game: Game) -> None:
    """Automa cards: none is lost, and known ones are those that have been seen."""
    state, rules = game.state, game.ruleset
    decks = [player.deck for player in state.players if player.deck is not None]
    if not decks:
        return
    cards = [card for deck in decks for card in deck.pile + deck.discard + deck.revealed]
    counts = Counter(card // 4 for card in cards)
    for kind, card in enumerate(rules.cards):
        assert counts[kind] <= card.copies * len(card.corners)
        if len(card.corners) > 1:
            for design in range(1, len(card.corners) + 1):
                assert cards.count(kind * 4 + design) == state.seen[kind * 4 + design] <= card.copies
    assert counts[rules.office_card] + state.offices == rules.cards[rules.office_card].copies
