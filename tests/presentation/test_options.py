"""Players, playing time and age of the board game."""

from __future__ import annotations

import pytest

from groundfloor.editions import ruleset
from groundfloor.presentation.options import game_facts
from groundfloor.presentation.translations import translations_of

FACTS = {
    "second": "1–5 Spieler · 120–180 Minuten · ab 12 Jahren",
    "online": "1–5 Spieler · 120–180 Minuten · ab 12 Jahren",
    "first": "2–6 Spieler · 90–120 Minuten · ab 12 Jahren",
    "manual": "2–5 Spieler",
}


@pytest.mark.parametrize("name", FACTS)
def test_facts_are_those_that_its_document_prints(name: str) -> None:
    """RULES 8.1.1: alone with Automas. The reference manual names neither time nor age."""
    assert game_facts(ruleset(name), translations_of("de")) == FACTS[name]
