"""The search: it keeps to its budget, keeps its tree, uses nothing but what its view shows, and plays everywhere."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, new_game, ruleset
from groundfloor.agents.evaluation import final_values
from groundfloor.agents.network.network import MARGIN_WEIGHT
from groundfloor.agents.network.position_evaluator import PositionEvaluator, result_of
from groundfloor.agents.search.leaf import Leaf
from groundfloor.agents.search.search import Search, find_node
from groundfloor.agents.search.tally import Tally
from groundfloor.agents.search.tree import Node, best_edge, select
from groundfloor.agents.search_agent import SearchAgent
from groundfloor.editions import NAMES
from groundfloor.engine.game import Game
from tests.support.play import play_game


def first_question(name: str = "second", seats: int = 2) -> Game:
    return Match.new(ruleset(name), [f"Seat {seat}" for seat in range(1, seats + 1)], {}, b"k" * 32).game


def searched(game: Game, simulations: int) -> Search:
    search = Search(PositionEvaluator.from_file(), random.Random(1), game)
    done = 0
    while done < simulations:
        done += search.simulate(min(4, simulations - done) if done else 1)
    return search


def test_each_simulation_but_the_first_follows_an_answer() -> None:
    game = first_question()
    search = searched(game, 12)
    edges = search.root.edges_of(game.asked_seat, game._legal)
    assert len(edges) == len(game._legal) and sum(edge.visits for edge in edges) == 11
    assert sum(edge.prior for edge in edges) == pytest.approx(1)


def test_simulations_that_wait_for_the_network_leave_nothing_behind() -> None:
    """A later simulation of a batch that comes to the same decision is not counted, and no answer stays marked as followed."""
    search = searched(first_question(), 30)
    waiting = [search.root]
    while waiting:
        node = waiting.pop()
        assert not node.is_pending
        for edge in node.edges.values():
            assert edge.pending == 0
            waiting += [edge.child] if edge.child is not None else []


@pytest.mark.slow
def test_a_search_stops_when_its_choice_can_no_longer_change() -> None:
    game = first_question()
    search = Search(PositionEvaluator.from_file(), random.Random(1), game)
    asked: list[int] = []

    def left(done: int) -> int:
        asked.append(done)
        return 200 - done

    edge = search.run(left)
    visits = sorted(each.visits for each in search.root.edges_of(game.asked_seat, game._legal))
    assert edge.visits == visits[-1] and visits[-1] - visits[-2] > 200 - asked[-1] or asked[-1] == 200


def test_a_finished_game_counts_with_its_true_result() -> None:
    """Winning, and the margin to the best other seat."""
    game = play_game(new_game("second", ["Ann", "Ben"]), random.Random(4))
    leaf = Leaf(Node(), game, [])
    found = result_of(game)
    leaf.count(found)
    for seat in (0, 1):
        prestige, margin, win = final_values(game)[seat]
        assert (found.prestige[seat], found.margin[seat], found.win[seat]) == (prestige, margin, win)
        assert leaf.utility[seat] == pytest.approx(win + MARGIN_WEIGHT * margin)


@pytest.mark.parametrize("name", NAMES)
def test_it_answers_in_every_ruleset(name: str) -> None:
    for seats in (2, ruleset(name).player_range[1]):
        game = first_question(name, seats)
        agent = SearchAgent(random.Random(1), simulations=4)
        for _turn in range(4):
            game.apply(agent.choose(game.view(game.current_player)))


@pytest.mark.slow
def test_it_plays_to_the_end_beside_automas() -> None:
    agent = SearchAgent(random.Random(1), simulations=2)
    game = play_game(new_game("second", ["Ann", "automa:pei", "automa:hadid"]), random.Random(2), agent)
    assert len(game.scores()) == 3


def test_it_stops_when_the_time_is_up() -> None:
    game = first_question()
    agent = SearchAgent(random.Random(1), seconds=2.0)
    ticks = iter(range(1000))
    agent.clock = lambda: float(next(ticks))
    agent.choose(game.view(game.current_player))
    assert next(ticks) <= 5


def test_an_interrupted_search_keeps_no_tree() -> None:
    game = first_question()
    agent = SearchAgent(random.Random(1), simulations=4)
    agent.choose(game.view(game.current_player))
    assert agent.kept is not None

    def broken() -> float:
        raise KeyboardInterrupt

    agent.clock = broken
    with pytest.raises(KeyboardInterrupt):
        agent.choose(game.view(game.current_player))
    assert agent.kept is None


def test_it_keeps_to_the_time_limit_whatever_its_budget() -> None:
    game = first_question()
    agent = SearchAgent(random.Random(1), simulations=10**5)
    agent.time_limit = 10.0
    ticks = iter(range(1000))
    agent.clock = lambda: float(next(ticks))
    agent.choose(game.view(game.current_player))
    assert 3 <= next(ticks) <= 9


def test_a_negative_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="not negative"):
        SearchAgent(random.Random(1), simulations=-1)


def test_the_tree_of_the_last_decision_is_found_again() -> None:
    """If both seats answer as the search expected and nothing is drawn, its tree has the position."""
    game = first_question()
    seat = game.asked_seat
    search = searched(game, 40)
    edge = best_edge(search.root.edges_of(seat, game._legal))
    after = game.copy()
    after.apply_action(edge.action)
    now, node = after.copy(), edge.next_node()
    while now.asked_seat != seat:
        reply = best_edge(node.edges_of(now.asked_seat, now._legal))
        now.apply_action(reply.action)
        node = reply.next_node()
    assert find_node(edge.next_node(), after, now) is node and node.edges


def test_another_position_is_not_found_in_the_tree() -> None:
    game = first_question()
    search = searched(game, 10)
    assert find_node(search.root, game, first_question("online")) is None


def test_an_unlikely_answer_is_tried_less_often() -> None:
    table = ruleset("second").actions
    node = Node()
    for action, prior in ((table[0], 0.9), (table[1], 0.1)):
        node.add(action, 0, prior, 0.5)
    edges = node.edges_of(0, table)
    for _visit in range(20):
        edge = select(edges, 0.2)
        edge.visits += 1
        edge.total += 0.5
    assert edges[0].visits > 2 * edges[1].visits > 0


@pytest.mark.parametrize("seats", [["Ann", "Ben"], ["Ann", "automa:pei", "automa:hadid"], ["Ann", "Ben", "Cleo", "Dan", "Eve"]])
def test_winning_chances_of_all_seats_sum_to_one(seats: list[str]) -> None:
    game = Match.new(ruleset("second"), seats, {}, b"k" * 32).game
    answers = searched(game, 20).answers()
    assert sum(answer.visits for answer in answers) == 19
    for answer in answers:
        assert len(answer.seats) == len(seats)
        assert sum(seat.win for seat in answer.seats) == pytest.approx(1)
        assert all(0 < seat.error < 0.5 for seat in answer.seats)


def test_more_simulations_make_the_error_smaller() -> None:
    errors = []
    for count in (10, 90):
        tally = Tally(1)
        for number in range(count):
            tally.add([0.3 if number % 2 else 0.6], [0.0], [0.0])
        errors.append(tally.error(0, tally))
    assert errors[0] == pytest.approx(3 * errors[1]) and errors[1] == pytest.approx(0.15 / 90**0.5)


def test_a_line_can_be_played() -> None:
    """It begins with the answer, goes on with legal answers and possible draws, and has two to six decisions."""
    game = first_question(seats=3)
    for answer in searched(game, 60).answers():
        here = game.copy()
        assert answer.line[0].text == answer.action.text
        for step in answer.line:
            assert step.seat == here.asked_seat
            here.apply(step.text)
        assert 2 <= sum(not step.is_chance for step in answer.line) <= 6
