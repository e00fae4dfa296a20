"""The end of the game, computed: in the last round every line to the end is followed, where there are few enough of them.

Draws count by their probabilities, and every seat does what is best for its own final prestige, then for its chance to win, then for its
margin. So nothing is estimated: what is compared are the results of finished games (``RULES 5``). Where that has too many lines, the
others are taken to do what brings them most prestige at once, as soon as nothing but shares, products and purchases is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from groundfloor.engine.company.company_projection import score_of
from groundfloor.engine.state import CONDUCT, SCHEDULE

from ..evaluation import final_values

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game

MOST_ANSWERS: Final = 10000
"""After so many answers and draws an end counts as too large: the interpreted engine takes about a second for them."""
ROUNDING: Final = 1e-9
"""Smaller differences come from rounding."""


class TooLarge(Exception):
    """The end has too many lines to be followed."""


class Outcomes:
    """What every seat can expect: ``wins`` are probabilities that sum to 1, ``prestige`` and ``margins`` (to the best other seat) points."""

    __slots__ = ("wins", "prestige", "margins")

    def __init__(self, seats: int) -> None:
        self.wins: list[float] = [0.0] * seats
        self.prestige: list[float] = [0.0] * seats
        self.margins: list[float] = [0.0] * seats

    def add(self, other: Outcomes, share: float) -> None:
        """Adds another outcome with this probability."""
        for seat in range(len(self.wins)):
            self.wins[seat] += share * other.wins[seat]
            self.prestige[seat] += share * other.prestige[seat]
            self.margins[seat] += share * other.margins[seat]

    def is_better(self, other: Outcomes, seat: int) -> bool:
        """Returns whether this is better for a seat than another outcome: by its prestige, then its chance to win, then its margin."""
        difference = self.prestige[seat] - other.prestige[seat]
        if abs(difference) <= ROUNDING:
            difference = self.wins[seat] - other.wins[seat]
            if abs(difference) <= ROUNDING:
                difference = self.margins[seat] - other.margins[seat]
        return difference > ROUNDING


class Endgame:
    """Follows the lines of a last round. ``done`` counts the answers and draws that it has tried, ``most`` is how many it may."""

    __slots__ = ("most", "done", "known", "last_area", "kinds", "can_remodel", "seat")

    def __init__(self, game: Game, most: int = MOST_ANSWERS, are_others_simple: bool = False) -> None:
        self.most = most
        self.seat = game.asked_seat if are_others_simple else -1
        """The only seat that looks ahead; -1: all do."""
        self.done = 0
        self.known: dict[tuple[object, ...], Outcomes] = {}
        ruleset = game.ruleset
        self.last_area = len(ruleset.areas) - 1
        numbers: dict[tuple[object, ...], int] = {}
        self.kinds: list[int] = []
        for tile in ruleset.tiles:
            kind = (tile.is_tenant, tile.prestige, tile.extra_places, tile.index if tile.achievement is not None else -1)
            self.kinds.append(numbers.setdefault(kind, len(numbers)))
        # Rooms can be remodeled in the middle of the last area, or when the game ends.
        self.can_remodel = ruleset.remodeling_turn_ends is not None

    def answers(self, game: Game) -> list[tuple[Action, Outcomes]]:
        """Returns what every legal answer of the seat that is asked leads to, in their order. Raises TooLarge."""
        return [(action, self.outcomes(self.after(game, action))) for action in game._legal]

    def after(self, game: Game, action: Action) -> Game:
        """Returns the game after an answer. Raises TooLarge."""
        self.done += 1
        if self.done > self.most:
            raise TooLarge
        after = game.copy()
        after.apply_action(action)
        return after

    def outcomes(self, game: Game) -> Outcomes:
        """Returns what every seat can expect of a position. Raises TooLarge."""
        if game.is_over:
            return final_outcomes(game)
        if not is_last_round(game):
            raise TooLarge
        key = self.key(game)
        outcomes = self.known.get(key)
        if outcomes is None:
            outcomes = self.best(game) if game.chance is None else self.drawn(game)
            self.known[key] = outcomes
        return outcomes

    def drawn(self, game: Game) -> Outcomes:
        """Returns what can be expected of a draw."""
        chance = game.chance
        assert chance is not None
        self.done += len(chance.outcomes)
        if self.done > self.most:
            raise TooLarge
        total = sum(chance.weights)
        expected = Outcomes(len(game.seats))
        for place, outcome in enumerate(chance.outcomes):
            if chance.weights[place]:
                after = game.copy()
                after.apply_outcome(outcome)
                expected.add(self.outcomes(after), chance.weights[place] / total)
        return expected

    def best(self, game: Game) -> Outcomes:
        """Returns what follows after the best answer of the seat that is asked, the first one of equals.

        An answer after which the prestige of the seat is certain is followed only if no other such answer brings more.
        """
        seat = game.asked_seat
        open_ends: list[Game] = []
        settled: list[Game] = []
        most = -1
        for action in self.different(game):
            after = self.after(game, action)
            if not is_settled(after, seat):
                open_ends.append(after)
                continue
            score = score_of(after, seat)
            if score > most:
                most = score
                settled = []
            if score == most:
                settled.append(after)
        best: Outcomes | None = None
        ends = settled + open_ends
        if self.seat >= 0 and seat != self.seat:
            ends = [most_prestige(ends, seat)]
        for after in ends:
            outcomes = self.outcomes(after)
            if best is None or outcomes.is_better(best, seat):
                best = outcomes
        assert best is not None
        return best

    def different(self, game: Game) -> list[Action]:
        """Returns the legal answers without those that come to the same as another one: improvements of a kind, places for a tenant."""
        if game.question_kind != "buy":
            return game._legal
        facts = self.tile_facts(game)
        closet = game.ruleset.closet_room
        met: set[tuple[object, ...]] = set()
        actions: list[Action] = []
        for action in game._legal:
            if action.verb == "buy":
                fact: tuple[object, ...] = (
                    facts[action.operand],
                    action.second_operand if self.can_remodel else action.second_operand == closet,
                )
                if fact in met:
                    continue
                met.add(fact)
            actions.append(action)
        return actions

    def key(self, game: Game) -> tuple[object, ...]:
        """Returns what tells positions apart of which something else can come."""
        state = game._state
        parts: list[object] = [game.asked_seat, game.question_kind, game.chance is not None, state.phase, state.area]
        for step in game._steps:
            order, at, stage, marks = step.saved_fields()
            parts.extend((step.name, tuple(order), at, stage, tuple(marks)))
        is_last_area = state.phase == CONDUCT and state.area == self.last_area and game.question_kind != "tenant"
        for player in state.players:
            parts.extend((player.money, player.info, player.supply, player.employee_count, tuple(player.remodeled)))
            if is_last_area:
                # Improvements of a kind are worth the same now, and rooms are used no more: only covering the storage closet costs something.
                parts.append(player.visible_tenants[game.ruleset.closet_room] >= 0)
                if self.can_remodel:
                    parts.append(tuple([place >= 0 for place in player.visible_tenants]))
                continue
            parts.extend((player.time, player.reserve_time, player.spent_time, player.trained, player.untrained))
            for row in (player.room_markers, player.floors, player.floor_uses, player.tenants, player.visible_tenants):
                parts.append(tuple(row))
            deck = player.deck
            if deck is not None:
                parts.extend((tuple(sorted(deck.pile)), tuple(sorted(deck.discard)), tuple(sorted(deck.revealed)), deck.hired))
        parts.append(tuple(state.popularity_order))
        parts.append(tuple(state.popularity))
        parts.append(tuple(state.construction_queue))
        if is_last_area:
            parts.append(tuple(sorted(self.tile_facts(game))))
            return tuple(parts)
        for row in (*state.marketing_boxes, *state.booked_spaces(), state.consulting_right, state.bonus_takers, state.warehouse_supply):
            parts.append(tuple(row))
        for row in (state.exchange_track, state.retail_products, state.revealed_forecasts, state.copies_left, state.seen_cards):
            parts.append(tuple(row))
        parts.extend((state.job_market, state.current_forecast, state.next_forecast, state.office_cards_left))
        return tuple(parts)

    def tile_facts(self, game: Game) -> list[tuple[int, int, int]]:
        """Returns the kind of each improvement, how many copies are left of it, and who owns it, as a number."""
        facts: list[tuple[int, int, int]] = []
        for tile, copies in enumerate(game._state.copies_left):
            owners = 0
            for seat, player in enumerate(game._state.players):
                if player.owns(tile):
                    owners |= 1 << seat
            facts.append((self.kinds[tile], copies, owners))
        return facts


def solve(game: Game, most: int = MOST_ANSWERS) -> list[tuple[Action, Outcomes]] | None:
    """Returns what every legal answer leads to; None before the last round, or if that takes more than ``most`` answers and draws."""
    if game.asked_seat < 0 or not is_last_round(game) or is_early(game):
        return None
    try:
        return Endgame(game, most).answers(game)
    except TooLarge:
        pass
    if not is_late(game):
        return None
    try:
        return Endgame(game, most, are_others_simple=True).answers(game)
    except TooLarge:
        return None


def best_answer(game: Game, most: int = MOST_ANSWERS) -> Action | None:
    """Returns the best answer of the seat that is asked, the first one of equals; None where ``solve`` returns None."""
    answers = solve(game, most)
    if answers is None:
        return None
    best = answers[0]
    for answer in answers:
        if answer[1].is_better(best[1], game.asked_seat):
            best = answer
    return best[0]


def most_prestige(games: list[Game], seat: int) -> Game:
    """Returns the position in which a seat has most prestige, the first one of equals."""
    best, most = games[0], -1
    for game in games:
        score = score_of(game, seat)
        if score > most:
            best, most = game, score
    return best


MOST_TIME: Final = 2
"""With more time markers at all companies together there are too many lines, so that none is tried."""


def is_early(game: Game) -> bool:
    """Returns whether so much is left to do that it makes no sense to try all lines."""
    if game._state.phase == SCHEDULE:
        time = 0
        for player in game._state.players:
            time += player.time
        return time > MOST_TIME
    return game._state.phase < SCHEDULE


def is_late(game: Game) -> bool:
    """Returns whether nothing but shares, products on the outlets and purchases is left to decide."""
    if game._state.phase != CONDUCT:
        return False
    for place, area in enumerate(game.ruleset.areas):
        if place >= game._state.area and area.id in ("advertising_agency", "marketing_bonus", "factory"):
            return False
    return True


def is_last_round(game: Game) -> bool:
    """Returns whether the game ends after phase IV of this round, whatever happens (``RULES 5.1``, ``9.2.1``)."""
    return game.ruleset.ending.is_over(game)


def is_settled(game: Game, seat: int) -> bool:
    """Returns whether the prestige of a seat is certain: it decides nothing more, and has nothing left in the city of the last round."""
    if game.is_over:
        return True
    state = game._state
    if state.phase != CONDUCT or game.asked_seat == seat:
        return False
    for spaces in state.booked_spaces():
        if seat in spaces:
            return False
    for place, area in enumerate(game.ruleset.areas):
        if place < state.area:
            continue
        if area.id == "stock_exchange" and seat in state.exchange_track:
            return False
        if area.id == "retail_outlets" and seat in state.retail_products:
            return False
        if area.id == "advertising_agency" or area.id == "marketing_bonus" or area.id == "consulting_firm":
            return False
    return True


def final_outcomes(game: Game) -> Outcomes:
    outcomes = Outcomes(len(game.seats))
    for seat, (prestige, margin, win) in enumerate(final_values(game)):
        outcomes.prestige[seat] = prestige
        outcomes.margins[seat] = margin
        outcomes.wins[seat] = win
    return outcomes
