"""Samples of long lists of cases: `scripts/test` tries the sample, CI more, and the nightly tests all."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _pytest.mark import ParameterSet

Case = TypeVar("Case")


def sampled(
    cases: Iterable[Case], is_in_sample: Callable[[Case], bool], is_in_ci: Callable[[Case], bool] = lambda _case: True
) -> list[ParameterSet]:
    """Returns the cases for `parametrize`: those outside the sample with a marker, by whether CI tries them. A case that is a tuple gives its parts."""
    marked = []
    for case in cases:
        marks = () if is_in_sample(case) else pytest.mark.thorough if is_in_ci(case) else pytest.mark.nightly
        marked.append(pytest.param(*case if isinstance(case, tuple) else (case,), marks=marks))
    return marked


def nothing(_case: object) -> bool:
    """Is the sample of a test that only CI tries."""
    return False
