"""The odds of chance, held against a count of all hidden arrangements that everybody's knowledge leaves possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from groundfloor.editions import REGISTRY, build, ruleset
from groundfloor.engine.actions import Chance, Outcome
from groundfloor.engine.game import Game
from groundfloor.engine.kinds import ChanceKind
from groundfloor.engine.match import draw
from groundfloor.engine.ruleset import Design
from groundfloor.engine.state import BOOM, DEPRESSION, FORECAST_TYPES, RECESSION, STABLE
from tests.support.table import Table

Card = tuple[int, int]
"""A forecast card: its design's number, and which copy it is."""


def shares(chance: Chance | None) -> dict[str, Fraction]:
    """Returns what the game says: each outcome's share."""
    assert chance is not None
    total = sum(chance.weights)
    return {outcome.text: Fraction(weight, total) for outcome, weight in zip(chance.outcomes, chance.weights, strict=True)}


def counted(texts: list[str]) -> dict[str, Fraction]:
    """Returns what counting says: each text's share of all possible arrangements."""
    return {text: Fraction(number, len(texts)) for text, number in Counter(texts).items()}


# The forecast


SMALL_DECKS = {
    "two stable designs": ((STABLE, 2), (STABLE, 2), (RECESSION, 2), (BOOM, 2)),
    "uneven copies": ((STABLE, 3), (STABLE, 1), (RECESSION, 2), (DEPRESSION, 2)),
    "three types to begin with": ((STABLE, 2), (RECESSION, 1), (RECESSION, 1), (BOOM, 4)),
    "only boom later": ((STABLE, 2), (BOOM, 4), (BOOM, 2)),
}


@pytest.fixture(params=SMALL_DECKS)
def small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[Design, ...]:
    """Returns the second edition with a forecast deck so small that all its orders can be counted."""
    newest = REGISTRY.revisions("second")[-1]
    cards = SMALL_DECKS[str(request.param)]
    designs = tuple(
        Design(f"{FORECAST_TYPES[type]}_{n}", type, (1, 1, 1, 1), (1, 1, 1, 1), copies) for n, (type, copies) in enumerate(cards, 1)
    )
    monkeypatch.setattr(build, "designs", lambda edition: designs)
    monkeypatch.setitem(REGISTRY.built, ("second", newest), build.build(REGISTRY.editions["second", newest]))
    return designs


def arrangements(designs: tuple[Design, ...]) -> list[tuple[Card, ...]]:
    """Returns all orders of all halves, each equally likely, of which the first card is no depression and no boom."""
    halves: list[list[tuple[Card, ...]]] = []
    for type in range(4):
        cards = [(index, copy) for index, design in enumerate(designs) if design.type == type for copy in range(design.copies)]
        halves.append(list(combinations(cards, len(cards) // 2)))
    decks = [sum(parts, ()) for parts in product(*halves)]
    orders = [order for deck in decks for order in permutations(deck)]
    return [order for order in orders if designs[order[0][0]].type not in (DEPRESSION, BOOM)]


def forecast_paths(designs: tuple[Design, ...]) -> Iterator[tuple[Fraction, list[str]]]:
    """Walks through all draws of three rounds, comparing the odds at each; yields each path and its chance."""
    game = Game(ruleset("second"), ["A", "B"])
    while game.chance is not None and game.chance.kind != "back":
        game.apply(game.chance.outcomes[0])
    yield from forecast_from(designs, game, arrangements(designs), [], Fraction(1))


def forecast_from(
    designs: tuple[Design, ...], game: Game, left: list[tuple[Card, ...]], path: list[str], share: Fraction
) -> Iterator[tuple[Fraction, list[str]]]:
    """Yields the same from here on; ``left`` are the arrangements that fit what has been seen."""
    advance(game)
    if game.chance is None:
        yield share, path
        return
    kind = game.chance.kind
    place = sum(1 for text in path if text.startswith(kind))
    texts = [text_of(designs, kind, order[place]) for order in left]
    assert shares(game.chance) == counted(texts)
    for text, part in shares(game.chance).items():
        twin = game.copy()
        twin.apply(text)
        fitting = [order for order, said in zip(left, texts, strict=True) if said == text]
        yield from forecast_from(designs, twin, fitting, [*path, text], share * part)


def text_of(designs: tuple[Design, ...], kind: str, card: Card) -> str:
    design = designs[card[0]]
    return f"back {FORECAST_TYPES[design.type]}" if kind == "back" else f"front {design.id}"


def advance(game: Game) -> None:
    """Goes on to the next draw that is asked, with nobody doing anything."""
    while game.current_player is not None and game._state.round < 4:
        for player in game._state.players:
            player.reserve_time, player.time = player.reserve_time + player.time, 0
        texts = [action.text for action in game.legal_actions]
        game.apply("done" if "done" in texts else texts[0])


@pytest.mark.interpreted("it replaces a method of Game, so that chance is asked even where one outcome is left")
def test_forecast_odds_are_the_counts_of_what_is_still_possible(small: tuple[Design, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "roll", roll_always)
    paths = list(forecast_paths(small))
    assert sum(share for share, _ in paths) == 1
    assert len(paths) > 1


@pytest.mark.interpreted("it replaces a method of Game, so that chance is asked even where one outcome is left")
def test_the_draws_together_are_as_likely_as_by_shuffling(small: tuple[Design, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "roll", roll_always)
    orders = arrangements(small)
    for share, path in forecast_paths(small):
        fronts = [text for text in path if text.startswith("front")]
        backs = [text for text in path if text.startswith("back")]
        fitting = [order for order in orders if fits(small, order, fronts, backs)]
        assert share == Fraction(len(fitting), len(orders))


def fits(designs: tuple[Design, ...], order: tuple[Card, ...], fronts: list[str], backs: list[str]) -> bool:
    shown = all(text_of(designs, "front", order[place]) == text for place, text in enumerate(fronts))
    return shown and all(text_of(designs, "back", order[place]) == text for place, text in enumerate(backs))


def roll_always(game: Game, kind: ChanceKind, outcomes: list[Outcome], weights: list[int]) -> None:
    """Asks chance even if only one thing can come, so that the count covers it too."""
    game._chance = Chance(kind, outcomes, weights)


# Automas' cards


def copies(kind: str) -> list[tuple[str, int, int]]:
    """Returns all cards of a kind: kind, design, copy."""
    card = next(card for card in ruleset("second").automa_cards if card.id == kind)
    return [(kind, design, copy) for design in range(1, len(card.corners) + 1) for copy in range(card.copies)]


class World:
    """One possible truth: each deck's pile in its order, and its discards."""

    def __init__(self, piles: dict[str, tuple[tuple[str, int, int], ...]], discards: dict[str, tuple[tuple[str, int, int], ...]]) -> None:
        self.piles = piles
        self.discards = discards

    def text(self, letter: str, seen: set[tuple[str, int, int]]) -> str:
        """Returns what drawing from a deck would show; a card that nobody has seen is new."""
        card = self.piles[letter][0]
        kind, design, _ = card
        return f"card {kind} {design}{'' if card in seen else ' new'}"

    def drawn(self, letter: str) -> list[World]:
        """Returns the worlds after a card is drawn; after the last one all orders of the new pile are possible."""
        pile, discard = self.piles[letter][1:], (*self.discards[letter], self.piles[letter][0])
        if pile:
            return [World(self.piles | {letter: pile}, self.discards | {letter: discard})]
        return [World(self.piles | {letter: order}, self.discards | {letter: ()}) for order in permutations(discard)]


def worlds(decks: dict[str, str]) -> list[World]:
    slots = [(letter, kind) for letter, words in decks.items() for kind in words.split()]
    found: list[World] = []
    for cards in product(*(copies(kind) for _, kind in slots)):
        if len(set(cards)) < len(cards):
            continue
        held = {letter: [card for (owner, _), card in zip(slots, cards, strict=True) if owner == letter] for letter in decks}
        orders = [[(letter, order) for order in permutations(held[letter])] for letter in decks]
        found += [World(dict(piles), dict.fromkeys(decks, ())) for piles in product(*orders)]
    return found


def compare_cards(table: Table, order: str, known: list[tuple[World, frozenset[tuple[str, int, int]]]]) -> int:
    """Compares the odds at each draw of the decks in this order; how many draws were compared."""
    if not order:
        return 0
    letter = order[0]
    table.fill("desks", letter).go("advertising_agency")
    assert table.asked == "* card"
    texts = [world.text(letter, set(seen)) for world, seen in known]
    assert shares(table.game.chance) == counted(texts)
    count = 1
    for text in sorted(set(texts)):
        twin = object.__new__(Table)
        twin.game, twin.letters = table.game.copy(), table.letters
        twin.take(text)
        then = [
            (after, seen | {world.piles[letter][0]})
            for (world, seen), said in zip(known, texts, strict=True)
            if said == text
            for after in world.drawn(letter)
        ]
        count += compare_cards(twin, order[1:], then)
    return count


@pytest.mark.interpreted("it replaces a method of Game, so that chance is asked even where one outcome is left")
@pytest.mark.parametrize(
    ("decks", "order"),
    [
        ({"P": "factory warehouse"}, "PPPPP"),
        ({"P": "factory factory"}, "PPPP"),
        ({"P": "factory factory warehouse"}, "PPPP"),
        ({"P": "factory", "H": "factory factory"}, "PHPH"),
        ({"P": "factory factory", "H": "factory"}, "HPHP"),
    ],
    ids=["two kinds", "one kind", "both", "two decks", "two decks too"],
)
def test_card_odds_are_the_counts_of_what_is_still_possible(decks: dict[str, str], order: str) -> None:
    table = Table("A pei hadid")
    for letter, words in decks.items():
        table.cards(letter, words)
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr(Game, "roll", roll_always_a_card)
        assert compare_cards(table, order, [(world, frozenset()) for world in worlds(decks)]) > len(order)


def roll_always_a_card(game: Game, kind: ChanceKind, outcomes: list[Outcome], weights: list[int]) -> None:
    """Asks chance even if only one card can come."""
    game._chance = Chance(kind, outcomes, weights)


# The dealer


@pytest.mark.parametrize("weights", [[1, 1], [1, 2, 3], [5, 0, 1], [7, 1, 1, 1]])
def test_the_dealer_draws_by_the_weights(weights: list[int]) -> None:
    chance = Chance("front", [Outcome((n,), f"front {n}") for n in range(len(weights))], weights)
    draws = 4000
    counts = Counter(draw(b"a key of the dealer that is fixed", number, chance).text for number in range(1, draws + 1))
    for number, weight in enumerate(weights):
        expected = draws * weight / sum(weights)
        assert abs(counts[f"front {number}"] - expected) <= 4 * (expected**0.5) + (0 if weight else 0)
