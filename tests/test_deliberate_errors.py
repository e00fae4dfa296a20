"""The list of deliberate errors still fits the code; ``scripts/test --mutants`` makes them and finds the tests that notice them."""

from __future__ import annotations

import pytest

from tests.support.deliberate_errors import ERRORS, ROOT, DeliberateError


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.name)
def test_deliberate_error_can_be_made_in_one_place(error: DeliberateError) -> None:
    assert (ROOT / error.path).read_text("utf-8").count(error.before) == 1
    file, _, name = error.test.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text("utf-8")
