"""Results of finished games: the viewer's own, public ones, and their pictures."""
