"""The computed end: the same as trying everything, what only pays later counts nothing, and it knows when it is too large."""

from __future__ import annotations

import random

import pytest

from groundfloor import Game, Match, ruleset
from groundfloor.agents.plain_agents import GreedyAgent
from groundfloor.agents.search.endgame import Endgame, Outcomes, TooLarge, final_outcomes, is_last_round, is_settled, solve
from groundfloor.engine.state import CONDUCT
from tests.support.samples import sampled

TABLES = (
    ("second", ("Ann", "Ben")),
    ("second", ("Ann", "Ben", "Cid", "automa:gropius")),
    ("online", ("Ann", "Ben", "Cid")),
    ("first", ("Ann", "Ben", "Cid", "Dot")),
    ("manual", ("Ann", "Ben")),
    ("second", ("Ann", "automa:hadid")),
)


def last_decisions(name: str, seats: tuple[str, ...], seed: int = 1) -> list[Game]:
    """Returns the positions with a choice of the last phase IV of a game between greedy players."""
    match = Match.new(ruleset(name), list(seats), {}, b"%d" % seed)
    agent = GreedyAgent(random.Random(seed), random_moves=0.2)
    found: list[Game] = []
    while not match.game.is_over:
        if is_last_round(match.game) and match.game._state.phase == CONDUCT:
            found.append(match.game.copy())
        match.apply(agent.choose(match.game.view(match.game.asked_seat)))
    return found


class TryEverything:
    """Follows every line, with nothing left out and nothing kept."""

    def __init__(self, most: int) -> None:
        self.left = most

    def outcomes(self, game: Game) -> Outcomes:
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        if game.is_over:
            return final_outcomes(game)
        if game.chance is not None:
            found = Outcomes(len(game.seats))
            for outcome, weight in zip(game.chance.outcomes, game.chance.weights, strict=True):
                after = game.copy()
                after.apply(outcome)
                found.add(self.outcomes(after), weight / sum(game.chance.weights))
            return found
        best: Outcomes | None = None
        for action in game.legal_actions:
            after = game.copy()
            after.apply(action)
            found = self.outcomes(after)
            if best is None or found.is_better(best, game.asked_seat):
                best = found
        assert best is not None
        return best


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), sampled(TABLES, TABLES[-1:].__contains__, TABLES[::3].__contains__))
def test_end_is_the_same_as_that_of_trying_everything(name: str, seats: tuple[str, ...]) -> None:
    """As far as it concerns the seat that is asked: among equal answers of others another one may be taken."""
    compared = 0
    for game in last_decisions(name, seats):
        solved = solve(game)
        for action, outcomes in solved or ():
            after = game.copy()
            after.apply(action)
            try:
                wanted = TryEverything(500).outcomes(after)
            except TooLarge:
                continue
            compared += 1
            assert outcomes.prestige[game.asked_seat] == pytest.approx(wanted.prestige[game.asked_seat]), (game.asked_seat, action)
    assert compared >= 3


def test_an_end_before_the_last_round_is_not_computed() -> None:
    assert solve(Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k").game) is None


def test_a_large_end_is_not_computed() -> None:
    for game in last_decisions("second", ("Ann", "Ben")):
        with pytest.raises(TooLarge):
            Endgame(game, 1).answers(game)
        assert solve(game, 1) is None


@pytest.mark.thorough
@pytest.mark.slow
def test_chances_of_all_seats_sum_to_one() -> None:
    for game in last_decisions("second", ("Ann", "Ben", "Cid", "automa:gropius"), 2):
        for _action, outcomes in solve(game) or ():
            assert sum(outcomes.wins) == pytest.approx(1)


@pytest.mark.thorough
@pytest.mark.slow
def test_share_that_will_be_worth_nothing_is_sold_in_the_last_round() -> None:
    """The money makes full sets; what is kept counts nothing (``RULES 5.1``, ``IV.F.4``)."""
    seen = 0
    for seed in range(12):
        for game in last_decisions("second", ("Ann", "Ben"), seed):
            if game.question_kind != "sell":
                continue
            solved = solve(game)
            if solved is None:
                continue
            seat = game.asked_seat
            by_text = {action.text: outcomes.prestige[seat] for action, outcomes in solved}
            assert by_text["done"] <= max(by_text.values())
            seen += any(value > by_text["done"] for value in by_text.values())
    assert seen


def test_seat_is_settled_once_nothing_of_it_is_left_in_the_city() -> None:
    """From then on its prestige stays as it is."""
    for name, seats in TABLES:
        for game in last_decisions(name, seats, 3):
            for seat, player in enumerate(game._state.players):
                if player.deck is not None or not is_settled(game, seat):
                    continue
                now = game.ruleset.ending.projected_end(game).scores()
                then = game.copy()
                dice = random.Random(1)
                while not then.is_over:
                    then.apply(then.chance.draw(dice) if then.chance is not None else dice.choice(then.legal_actions))
                totals = [{score.seat: score.total for score in scores}[seat] for scores in (now, then.scores())]
                assert totals[0] == totals[1]
