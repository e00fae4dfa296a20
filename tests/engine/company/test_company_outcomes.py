"""What projections of a company say comes true when the engine goes on until the end and nobody does anything more."""

from __future__ import annotations

from groundfloor.engine.company.company_projection import BonusProjection, ImprovementProjection, StaffProjection
from groundfloor.engine.game import Game
from tests.support.outcome_tree import at_reorganize, facts_of, played_on

# Employees


def test_hiring_changes_the_incomes_to_come_as_projected(games: list[Game]) -> None:
    """RULES I.2, II.2: all money of the incomes until the end, with the hire and without."""
    compared = 0
    for game in games:
        if game.question_kind != "hire" or len(game._legal) < 2 or compared > 12:
            continue
        projection = game.projection(game.ruleset.hire_action)
        assert isinstance(projection, StaffProjection)
        seat = game.asked_seat
        rich = game.copy()
        rich._state.players[seat].money += 100  # nobody must be fired
        incomes = [facts_of(played_on(rich, [text]), "IncomeReceived", seat, "money") for text in ("hire", "done")]
        assert len(incomes[0]) == projection.incomes
        assert sum(incomes[0]) - sum(incomes[1]) == projection.money
        compared += 1
    assert compared > 3


def test_training_brings_time_in_each_round_to_come(games: list[Game]) -> None:
    """RULES V.3: the markers wanted in all rounds to come, with the training and without."""
    compared = 0
    for game in games:
        if game.question_kind != "schedule" or "training" not in [action.text for action in game._legal] or compared > 8:
            continue
        projection = game.projection(game.ruleset.action("training"))
        assert isinstance(projection, StaffProjection)
        trained, idle = game.copy(), game.copy()
        trained.apply_own_effects(trained.ruleset.action("training"))
        times = [facts_of(played_on(at_reorganize(each), []), "TimeTaken", game.asked_seat, "wanted") for each in (trained, idle)]
        assert sum(times[0]) - sum(times[1]) == projection.time * projection.rounds
        compared += 1
    assert compared > 0


def test_firing_saves_and_costs_as_projected(games: list[Game]) -> None:
    """RULES V.2: the income and the time of all rounds to come."""
    compared = 0
    for game in games:
        if game.question_kind != "fire" or compared > 12:
            continue
        rich = game.copy()
        rich._state.players[game.asked_seat].money += 100
        for action in game._legal:
            if action.verb != "fire":
                continue
            projection = game.projection(action)
            assert isinstance(projection, StaffProjection)
            fired, kept = played_on(rich, [action.text]), played_on(rich, ["done"])
            money, time = (
                sum(facts_of(fired, kind, game.asked_seat, fact)) - sum(facts_of(kept, kind, game.asked_seat, fact))
                for kind, fact in (("IncomeReceived", "money"), ("TimeTaken", "wanted"))
            )
            assert (money, time) == (projection.money, projection.time * projection.rounds)
            compared += 1
    assert compared > 0


# Improvements and bonuses


def test_improvement_scores_and_earns_as_projected(games: list[Game]) -> None:
    """RULES 5.1, I.1: prestige as things stand at once, money and info of all incomes to come."""
    compared = 0
    for game in games:
        if game.question_kind not in ("buy", "tenant"):
            continue
        for action in game._legal[:: max(len(game._legal) // 4, 1)]:
            projection = game.projection(action)
            if projection is None:
                assert action.verb in ("none", "remodel")
                continue
            assert isinstance(projection, ImprovementProjection)
            seat = game.asked_seat
            then = game.draft(action)
            assert total(then, seat) - total(game, seat) == projection.change
            if compared < 15:
                bought, other = at_reorganize(then), at_reorganize(game)
                for kind in ("money", "info"):
                    brought = [sum(facts_of(played_on(each, []), "IncomeReceived", seat, kind)) for each in (bought, other)]
                    assert brought[0] - brought[1] == (projection.money if kind == "money" else projection.info) * projection.incomes
            compared += 1
    assert compared > 0


def total(game: Game, seat: int) -> int:
    return next(score.total for score in game.scores() if score.seat == seat)


def test_bonus_gives_what_is_projected(games: list[Game]) -> None:
    """RULES IV.C.1, V.3: what is kept of it, what it scores at once, and the time markers that come of it."""
    compared = 0
    for game in games:
        if game.question_kind != "bonus":
            continue
        seat = game.asked_seat
        for action in game._legal:
            projection = game.projection(action)
            if projection is None:
                continue
            assert isinstance(projection, BonusProjection)
            then = game.draft(action)
            before, now = game._state.players[seat], then._state.players[seat]
            gained = (now.money - before.money, now.info - before.info, now.supply - before.supply)
            assert gained == (projection.money, projection.info, projection.supply)
            assert total(then, seat) - total(game, seat) == projection.change
            assert not projection.can_remodel or then.question_kind == "bonus_room"
            later = at_reorganize(then)
            ended = played_on(later, [], round=game._state.round + 1)
            wanted = facts_of(ended, "TimeTaken", seat, "wanted")
            assert wanted == ([projection.time_then] if projection.time_then else [])
            compared += 1
    assert compared > 0 or len(games[0].seats) == 2
