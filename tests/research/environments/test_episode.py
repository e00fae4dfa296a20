"""Kinds of table refuse what they can't be made of with a sentence, the same interpreted and compiled."""

from __future__ import annotations

from typing import Any

import pytest

from groundfloor.research.environments import TableKind


@pytest.mark.parametrize("setting", ["name", "seats", "options", "house"])
@pytest.mark.parametrize("given", [2.5, b"hire", ("hire", 1), object()])
def test_setting_of_a_wrong_type_is_refused_with_a_sentence(setting: str, given: object) -> None:
    settings: dict[str, Any] = {setting: given}
    with pytest.raises(TypeError, match=r"^[A-Z][^\n]{10,120}, not [^\n]{1,90}\.$"):
        TableKind.of(**settings)
