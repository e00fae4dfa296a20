"""Samples of long lists of cases: `scripts/test` tries the sample, CI or the nightly tests all."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _pytest.mark import ParameterSet

Case = TypeVar("Case")


def sampled(
    cases: Iterable[Case], is_in_sample: Callable[[Case], bool], others: pytest.MarkDecorator = pytest.mark.thorough
) -> list[ParameterSet]:
    """Returns the cases for `parametrize`, those that are not in the sample with a marker; a case that is a tuple gives its parts."""
    return [pytest.param(*case if isinstance(case, tuple) else (case,), marks=() if is_in_sample(case) else others) for case in cases]
