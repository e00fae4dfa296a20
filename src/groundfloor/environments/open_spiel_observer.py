"""What OpenSpiel's observers see of a state: named numbers, and with perfect recall the history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .episode import TableKind


class GroundFloorObserver:
    """An observer in OpenSpiel's form: ``tensor`` is everything in one row, ``dict`` has its parts by name.

    ``observation`` are the entries of an observation divided by their usual high values (``ObservationEncoder``). With ``history`` above 0
    the tensor holds as many moves: 1 + the number of each action and outcome, 0 after the last.
    """

    def __init__(self, kind: TableKind, players: int, history: int, is_public: bool = True) -> None:
        self.kind = kind
        self.is_public = is_public
        self.scale = np.array([1 / entry.usual for entry in kind.encoder.entries], np.float32)
        parts = [("player", players)]
        if is_public:
            parts.append(("observation", len(self.scale)))
        if history:
            parts.append(("history", history))
        self.tensor = np.zeros(sum(size for _name, size in parts), np.float32)
        self.dict: dict[str, Any] = {}
        place = 0
        for name, size in parts:
            self.dict[name] = self.tensor[place : place + size]
            place += size

    def set_from(self, state: Any, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if "observation" in self.dict:
            seen = np.frombuffer(self.kind.encoder.encode(state.table.game, player), np.uint8)
            np.multiply(seen, self.scale, out=self.dict["observation"])
        if "history" in self.dict:
            moves = state.history()
            self.dict["history"][: len(moves)] = np.array(moves, np.float32) + 1

    def string_from(self, state: Any, player: int) -> str:
        """Returns what a player sees of a state as text: the entries that are not 0, or with perfect recall the moves."""
        if "history" in self.dict:
            return f"p{player}: " + " ".join(map(str, state.history()))
        if not self.is_public:
            return f"p{player}"
        seen = self.kind.encoder.encode(state.table.game, player)
        said = [f"{entry.name}={value}" if entry.high > 1 else entry.name for entry, value in zip(self.kind.encoder.entries, seen) if value]
        return f"p{player}: " + " ".join(said)
