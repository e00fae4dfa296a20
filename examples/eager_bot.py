"""A bot as a Python class: groundfloor play --seats you --bot examples/eager_bot.py:EagerBot"""

from groundfloor.agents import Agent


class EagerBot(Agent):
    """Takes the move after which it has most: prestige, employees and improvements, and rather its time at work than its money."""

    def choose(self, view):
        return max(view.legal_actions, key=lambda action: self.value(view, action))

    def value(self, view, action):
        game = view.game()
        game.apply(action)
        me = game.state.players[view.seat]
        (score,) = (each.total for each in game.scores() if each.seat == view.seat)
        return score + 2 * (me.trained + me.untrained) - me.time + 0.1 * (me.money + me.info) + self.rng.random()
