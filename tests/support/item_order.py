"""The order in which tests run: for each process the long ones first."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def long_ones_first(
    items: Sequence[Item], is_long: Callable[[Item], bool], group: Callable[[Item], Hashable], parts: int = 2
) -> list[Item]:
    """Returns the items in so many parts of about one length, each with its share of the long ones first, otherwise in their order.

    ``--dist worksteal`` gives each process one part. With the quick tests at the end of all parts, no process is left with a long one when the others are done.
    Long ones of one group (a file) stay together: they share what is costly to make, a traced game or a server, and only one process makes it.
    """
    groups: dict[Hashable, list[Item]] = {}
    for item in filter(is_long, items):
        groups.setdefault(group(item), []).append(item)
    shares: list[list[Item]] = [[] for _ in range(parts)]
    for found in sorted(groups.values(), key=len, reverse=True):
        min(shares, key=len).extend(found)
    short = [item for item in items if not is_long(item)]
    ends = [len(short) * part // parts for part in range(parts + 1)]
    return [item for share, begin, end in zip(shares, ends, ends[1:]) for item in (*share, *short[begin:end])]
