"""Plays the games of a laboratory in this process, in several, or on a cluster."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from groundfloor.process_pool import map_tasks

from .play import play_lab_game

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from .lab_game import LabGame
    from .settings import LabSettings


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
