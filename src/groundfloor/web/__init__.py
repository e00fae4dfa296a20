"""The web game: routes, templates, the board."""
