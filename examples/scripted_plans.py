"""Six bots that stubbornly follow one plan, to see whether a strong bot can be beaten by it.

groundfloor arena --seats examples/scripted_plans.py:OnlyBuild,manager --games 20
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.agents import Agent
from groundfloor.agents.plain_agents import GreedyAgent

if TYPE_CHECKING:
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.snapshot import StateSnapshot
    from groundfloor.engine.view import View


class Plan(Agent):
    """Takes the first of its ``wanted`` tasks that is possible when it schedules; everything else is decided by the bot ``greedy``."""

    respects_time_limit = True
    wanted: tuple[str, ...] = ()
    """First words of tasks, the most wanted first."""
    avoided: tuple[str, ...] = ()
    """First words of answers that it never gives if there is another one."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.greedy = GreedyAgent(rng)

    def choose(self, view: View) -> Action:
        """Returns the answer of the plan."""
        for verb in self.wanted_now(view):
            for action in view.legal_actions:
                if action.verb == verb:
                    return action
        found = self.greedy.choose(view)
        others = [action for action in view.legal_actions if action.verb not in self.avoided]
        return found if found.verb not in self.avoided or not others else self.rng.choice(others)

    def wanted_now(self, view: View) -> tuple[str, ...]:
        """Returns the first words of the answers that the plan wants at this question."""
        return self.wanted


def owners_by_task(state: StateSnapshot) -> dict[str, tuple[int, ...]]:
    """Returns who has a marker on each space of an area, by the first word of the task that takes one; -1 is nobody."""
    return {
        "factory": state.factory_queue,
        "construction": state.construction_queue,
        "exchange": state.exchange_queue,
        "agency": state.agency_desks,
        "warehouse": state.warehouse_markers,
        "consulting": state.consulting_left,
    }


class OnlyBuild(Plan):
    """Takes construction spaces and buys improvements, and makes what pays for them."""

    wanted = ("construction", "buy")


class OnlyBlock(Plan):
    """Takes the spaces of the city one after the other, whatever they are good for."""

    def wanted_now(self, view: View) -> tuple[str, ...]:
        """Returns the areas where others have most markers first."""
        taken = {
            verb: sum(owner >= 0 for owner in owners) / max(len(owners), 1) for verb, owners in owners_by_task(view.game().state).items()
        }
        return tuple(sorted(taken, key=lambda verb: -taken[verb]))


class NeverHire(Plan):
    """Never hires, and decides everything else like ``greedy``."""

    avoided = ("hire",)


class OnlyShares(Plan):
    """Puts its markers into the stock exchange and sells when it pays."""

    wanted = ("exchange",)


class OnlyMarketing(Plan):
    """Advertises: at the agency, and at home."""

    wanted = ("agency", "advertising", "marketing_department")


class CopyTheLeader(Plan):
    """Does in the city what the company with the most prestige has done there."""

    def wanted_now(self, view: View) -> tuple[str, ...]:
        """Returns the areas where the leader has most markers first."""
        game = view.game()
        leader = next((score.seat for score in game.scores() if score.seat != view.seat), -1)
        markers = {verb: owners.count(leader) - owners.count(view.seat or 0) for verb, owners in owners_by_task(game.state).items()}
        return tuple(verb for verb in sorted(markers, key=lambda verb: -markers[verb]) if markers[verb] > 0)


PLANS = ("OnlyBuild", "OnlyBlock", "NeverHire", "OnlyShares", "OnlyMarketing", "CopyTheLeader")
"""The names of all plans."""
