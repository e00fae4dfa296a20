"""What the database keeps of games, of the browsers that play them, and of their results."""
