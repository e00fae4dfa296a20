"""Rewards at the end of a game: by rank or by margin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from groundfloor.environments.errors import BadEnvironmentSetting

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

RewardKind = Literal["rank", "margin"]
REWARDS: tuple[RewardKind, ...] = get_args(RewardKind)


def require_reward(kind: str) -> RewardKind:
    """Returns the kind of rewards with this name; raises BadEnvironmentSetting, which names both."""
    for known in REWARDS:
        if kind == known:
            return known
    raise BadEnvironmentSetting(f"The reward can be {' or '.join(REWARDS)}, not '{kind}'.")


def rank_rewards(game: Game) -> list[float]:
    """Returns 1 for the winner, -1 for the last, and equal steps between them, by seat.

    >>> from groundfloor import new_game
    >>> sorted(rank_rewards(new_game("second", ["Ann", "Ben", "Cleo"])))
    [-1.0, 0.0, 1.0]
    """
    scores = game.scores()
    last = len(scores) - 1
    found = [0.0] * len(scores)
    for score in scores:
        found[score.seat] = 1.0 - 2.0 * (score.rank - 1) / last
    return found


def margin_rewards(game: Game) -> list[float]:
    """Returns each seat's prestige less the highest of the others, by seat.

    >>> from groundfloor import new_game
    >>> margin_rewards(new_game("second", ["Ann", "Ben"]))
    [0.0, 0.0]
    """
    totals = [0] * len(game.seats)
    for score in game.scores():
        totals[score.seat] = score.total
    return [float(total - max(totals[:seat] + totals[seat + 1 :])) for seat, total in enumerate(totals)]


def rewards_of(game: Game, kind: RewardKind) -> list[float]:
    """Returns the rewards of a game that is over, by seat."""
    return rank_rewards(game) if kind == "rank" else margin_rewards(game)
