"""Plays games on a cluster through Ray (extra ``cluster``). A game whose worker dies is played again, and counted once."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from groundfloor.engine.errors import GroundfloorError
from groundfloor.process_pool import TASKS_AHEAD, WorkerEnded

from .errors import MissingExtra

if TYPE_CHECKING:
    from types import ModuleType

Task = TypeVar("Task")
Result = TypeVar("Result")
AUTO = "auto"
RETRIES = 5
"""How often the same game is played again after its worker has died."""
SECONDS_TO_CONNECT = 10.0
"""How long a cluster may take to accept a connection."""
STARTS = 4
"""How often Ray is started on this machine before that is given up."""
OBJECT_STORE_BYTES = 80 * 1024 * 1024
"""What Ray may keep in shared memory on this machine: results are small, and this is about the least that it takes."""


class NoCluster(GroundfloorError):
    """There is no cluster at an address."""


def results_from_cluster(one: Callable[[Task], Result], tasks: Iterable[Task], address: str, jobs: int) -> Iterator[Result]:
    """Yields what a function returns for each task, as they are finished.

    ``address`` is that of a cluster, or ``auto``: a cluster that this machine belongs to, else this machine with ``jobs`` workers. Raises
    MissingExtra, NoCluster, or WorkerEnded if the same task has ended its worker again and again.
    """
    with connect(address, jobs) as ray:
        remote: Any = ray.remote(one_task).options(max_retries=RETRIES, num_cpus=1)
        function = ray.put(one)
        coming = iter(tasks)
        pending: list[Any] = []
        while True:
            wanted = TASKS_AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
            pending += [remote.remote(function, task) for task in islice(coming, max(wanted - len(pending), 0))]
            if not pending:
                return
            ready, pending = ray.wait(pending, num_returns=1)
            try:
                yield from ray.get(ready)
            except ray.exceptions.RayTaskError as error:
                raise error.as_instanceof_cause() if isinstance(error.cause, GroundfloorError) else error from None
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.RaySystemError) as error:
                raise WorkerEnded(
                    f"A worker of the cluster has ended {RETRIES + 1} times in the same game. Games that were written are kept."
                ) from error


def one_task(one: Callable[[Task], Result], task: Task) -> Result:
    return one(task)


@contextmanager
def connect(address: str, jobs: int) -> Iterator[ModuleType]:
    """Connects to a cluster within the block, and yields Ray's module."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise MissingExtra('--ray needs Ray: pip install "groundfloor[cluster]", or leave it out to play on this machine.') from None
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": True}
    if address == AUTO:
        join_or_start(ray, jobs, quiet)
    else:
        check_reachable(address)
        try:
            ray.init(address, **quiet)
        except (ConnectionError, ValueError) as error:
            raise NoCluster(
                f"The cluster at {address} can't be used: {first_line(error)}. If it asks for a token, as those of ray start do since Ray 2.59, set "
                "RAY_AUTH_MODE=token; or use --ray auto for this machine."
            ) from error
    try:
        yield ray
    finally:
        ray.shutdown()


def check_reachable(address: str) -> None:
    """Raises NoCluster if nobody listens at an address; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise NoCluster(f"The address of a cluster is HOST:PORT, as in 10.0.0.1:6379, not {address!r}. Use --ray auto for this machine.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_CONNECT).close()
    except OSError as error:
        raise NoCluster(f"There is no cluster at {address}: {error.strerror or error}. Use --ray auto for this machine.") from error


def join_or_start(ray: ModuleType, jobs: int, quiet: dict[str, Any]) -> None:
    """Joins the cluster that this machine belongs to, by ``ray start`` or RAY_ADDRESS, or starts one of its own with ``jobs`` workers.

    Ray's own ``auto`` would also join one that another program has for itself, and die with it.
    """
    own: dict[str, Any] = {"num_cpus": jobs, "include_dashboard": False, "object_store_memory": OBJECT_STORE_BYTES, **quiet}
    try:
        start_here(ray, **own)
    except ValueError:  # there is a cluster, which takes no such options
        try:
            ray.init(**quiet)
        except ConnectionError:  # there was one
            start_here(ray, address="local", **own)


def start_here(ray: ModuleType, **options: Any) -> None:
    """Starts Ray on this machine; again if that fails, as it gives up after 30 s, which a very busy machine can need. Raises NoCluster."""
    for attempt in range(1, STARTS + 1):
        try:
            ray.init(**options)
            return
        except ValueError:
            raise
        except Exception as error:  # Ray raises no class of its own here
            ray.shutdown()
            if attempt == STARTS:
                raise NoCluster(f"Ray could not be started on this machine: {first_line(error)}. Play without --ray.") from error


def first_line(error: Exception) -> str:
    """Returns the first line of an error's text, without its full stop."""
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__
