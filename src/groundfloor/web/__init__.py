"""The web game: routes, templates, the drawn board."""
