"""The order in which tests run: for each of two processes the long ones first."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Item = TypeVar("Item")


def long_ones_first(items: Sequence[Item], is_long: Callable[[Item], bool]) -> list[Item]:
    """Returns the items in two halves, each with every other long one first, otherwise in their order.

    ``--dist worksteal`` gives each of two processes one half. With the quick tests at the end of both, no process is left with a long one when the other is done.
    """
    long = [item for item in items if is_long(item)]
    short = [item for item in items if not is_long(item)]
    middle = len(short) // 2
    return [*long[::2], *short[:middle], *long[1::2], *short[middle:]]
