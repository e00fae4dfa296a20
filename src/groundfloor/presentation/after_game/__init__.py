"""What is worth knowing about a game after it: figures by round, turning points, final companies."""

from .game_history import GameHistory, game_history
from .turning_points import TurningPoint, turning_points

__all__ = ["GameHistory", "TurningPoint", "game_history", "turning_points"]
