"""A game in the terminal that is typed given lines, in this process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from groundfloor import Match
from groundfloor.cli.session import Session
from groundfloor.cli.terminal_game import TerminalGame, table_of


class TypedSession:
    """A session that reads the given lines and keeps what it prints, prompts included; without ``agents`` people hold all seats."""

    def __init__(self, match: Match, lines: Iterable[str] = (), agents: Sequence[str] = (), language: str = "en") -> None:
        self.lines = iter(lines)
        self.printed: list[str] = []
        game = TerminalGame(table_of(match, agents or [""] * len(match.game.seats)))
        self.session = Session(game, language, self.printed.append, self.read_line)

    def read_line(self, prompt: str) -> str | None:
        """Returns the next line, None after the last one."""
        self.printed.append(prompt)
        return next(self.lines, None)

    def run(self) -> str:
        """Plays until the lines or the game end; returns what was printed."""
        self.session.run()
        return "\n".join(self.printed)

    def entries(self) -> list[str]:
        return [str(entry) for entry in self.session.match.record.entries if entry.seat >= 0]
