"""Environments for research: PettingZoo, Gymnasium and OpenSpiel (docs/environments.md). They need the extra ``groundfloor[research]``.

>>> from groundfloor.research.environments import ActionNumbers, TableKind
>>> kind = TableKind.of("second", 4)
>>> kind.numbers.text(0), kind.encoder.entries[0].name
('hire', 'round')
"""

from __future__ import annotations

from .action_numbers import ActionNumbers, action_texts
from .episode import Episode, TableKind
from .observation import OBSERVATION_VERSION, ObservationEncoder, ObservationEntry

__all__ = ["OBSERVATION_VERSION", "ActionNumbers", "ObservationEntry", "Episode", "ObservationEncoder", "TableKind", "action_texts"]
