"""Closes agents without waiting for one that never returns."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundfloor.agents.agent import Agent


class Closing(Thread):
    """A thread that closes an agent; ``error`` is what it raised."""

    def __init__(self, agent: Agent) -> None:
        super().__init__(daemon=True, name="closing")
        self.agent = agent
        self.error: BaseException | None = None

    def run(self) -> None:
        """Closes the agent."""
        try:
            self.agent.close()
        except BaseException as error:
            self.error = error


def close_in_time(agent: Agent, seconds: float) -> BaseException | None:
    """Closes an agent and returns what it raised; TimeoutError if it has not returned after so many seconds, while it goes on by itself."""
    closing = Closing(agent)
    closing.start()
    closing.join(seconds)
    return TimeoutError(f"close() has not returned after {seconds:g} s") if closing.is_alive() else closing.error
