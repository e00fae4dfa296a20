"""The route handlers of the game."""
