"""Plays the games of a laboratory, in this process, in several, or on a cluster: a number gives the same game in any process."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from groundfloor.agents.supervised_agent import SupervisedAgent, time_limit_of
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import CHANCE
from groundfloor.engine.view import View
from groundfloor.process_pool import map_tasks

from .lab_game import WithheldPurchase, facts_of
from .settings import seats

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game

    from .lab_game import LabGame
    from .settings import LabSettings, LabSetup

PURCHASES = ("buy", "take")
"""The first words of answers that take an improvement; the second is its id."""


def play_lab_game(settings: LabSettings, number: int) -> LabGame:
    """Plays the game with this number, from 1; then, if it has neither era nor event, once more with a purchase withheld."""
    setup = settings.setup(number)
    match = Match.new(ruleset(settings.ruleset).with_overrides(settings.house), seats(setup.players), setup.options, setup.key)
    failures = play_on(match, settings.bot, setup, "")
    is_plain = match.game._state.era < 0 and match.game._state.event < 0
    withheld, more = play_withheld(match, settings.bot, setup) if is_plain else (None, 0)
    return facts_of(number, match, withheld, failures + more)


def play_on(match: Match, bot: str, setup: LabSetup, part: str, seat: int = -1, tile: str = "") -> int:
    """Plays a match to its end, with a tile withheld from a seat if one is named; returns how often a bot failed."""
    with ExitStack() as stack:
        players = [SupervisedAgent(setup.random(f"{part}seat {place}"), bot, time_limit_of(bot)) for place in range(setup.players)]
        for player in players:
            stack.callback(player.close)
        while not match.game.is_over:
            asked = match.game.asked_seat
            game = without_tile(match.game, tile) if asked == seat else match.game
            match.apply(players[asked].choose(View(game, asked)))
        return sum(len(player.failures) for player in players)


def play_withheld(match: Match, bot: str, setup: LabSetup) -> tuple[WithheldPurchase | None, int]:
    """Draws one of the purchases of a finished match, and plays from there with the same draws, but without this tile for its buyer.

    Returns what came of it, None if nothing was bought, and how often a bot failed.
    """
    entries = match.record.active_entries()
    purchases = [place for place, entry in enumerate(entries) if entry.seat != CHANCE and entry.text.split()[0] in PURCHASES]
    if not purchases:
        return None, 0
    place = setup.random("withheld").choice(purchases)
    seat, tile = entries[place].seat, entries[place].text.split()[1]
    other = Match.resume(match.record.prefix(place), setup.key)
    round = other.game._state.round
    failures = play_on(other, bot, setup, "withheld ", seat, tile)
    scores = sorted(other.game.scores(), key=lambda score: score.seat)
    totals, ranks = tuple(score.total for score in scores), tuple(score.rank for score in scores)
    return WithheldPurchase(seat, tile, round, len(purchases), totals, ranks), failures


def without_tile(game: Game, tile: str) -> Game:
    """Returns a copy of the game, for somebody to choose in, in which this improvement is not on sale."""
    changed = game.copy()
    changed._state.copies_left[game.ruleset.tile(tile)] = 0
    changed._legal = [action for action in game.legal_actions if not takes_tile(action, tile)]
    return changed


def takes_tile(action: Action, tile: str) -> bool:
    words = action.text.split()
    return words[0] in PURCHASES and words[1:2] == [tile]


def play_games(settings: LabSettings, numbers: Iterable[int], jobs: int = 1, ray: str | None = None) -> Generator[LabGame, None, None]:
    """Yields the games with these numbers, by ``jobs`` processes or by Ray at an address (``auto``: a running cluster, or this machine).

    Raises WorkerEnded if a process dies, with Ray only if the same game ends its process again and again. With Ray they come in any order.
    """
    one = partial(play_lab_game, settings)
    if ray is not None:
        from .ray_tasks import results_from_cluster

        yield from results_from_cluster(one, numbers, ray, jobs)
    else:
        yield from map_tasks(one, numbers, jobs)
