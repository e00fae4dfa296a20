"""Results of finished games: one's own, those that are public, and their pictures."""
