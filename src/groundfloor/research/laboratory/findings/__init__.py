"""What the games of a laboratory say, section by section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chance import eras, events, specialties, starting_order
from .improvements import improvements
from .openings import openings
from .sample import Sample
from .scores import scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..lab_game import LabGame
    from ..tables import Section

__all__ = ["SECTIONS", "sections"]

SECTIONS = (scores, starting_order, specialties, improvements, eras, events, openings)


def sections(games: Sequence[LabGame], ruleset: str) -> list[Section]:
    sample = Sample(tuple(sorted(games, key=lambda game: game.number)), ruleset)
    found = [make(sample) for make in SECTIONS]
    return [section for section in found if any(table.rows for table in (*section.tables, *section.details))]
