"""Samples of long lists of cases: `scripts/test` tries the sample, `scripts/test --thorough` and CI all."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _pytest.mark import ParameterSet

Case = TypeVar("Case")

THOROUGH = pytest.mark.thorough
"""The marker of cases that are not in the sample."""


def sampled(cases: Iterable[Case], is_in_sample: Callable[[Case], bool]) -> list[ParameterSet]:
    """Returns the cases for `parametrize`, those that are not in the sample with the marker; a case that is a tuple gives its parts."""
    return [pytest.param(*case if isinstance(case, tuple) else (case,), marks=() if is_in_sample(case) else THOROUGH) for case in cases]
