"""The order in which tests run: for each of two processes the long ones first."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

Item = TypeVar("Item")


def long_ones_first(items: Sequence[Item], is_long: Callable[[Item], bool], group: Callable[[Item], Hashable]) -> list[Item]:
    """Returns the items in two halves, each with about half of the long ones first, otherwise in their order.

    ``--dist worksteal`` gives each of two processes one half. With the quick tests at the end of both, no process is left with a long one when the other is done.
    Long ones of one group (a file) stay together: they share what is costly to make, a traced game or a server, and only one process makes it.
    """
    groups: dict[Hashable, list[Item]] = {}
    for item in filter(is_long, items):
        groups.setdefault(group(item), []).append(item)
    halves: tuple[list[Item], list[Item]] = ([], [])
    for found in sorted(groups.values(), key=len, reverse=True):
        min(halves, key=len).extend(found)
    short = [item for item in items if not is_long(item)]
    middle = len(short) // 2
    return [*halves[0], *short[:middle], *halves[1], *short[middle:]]
