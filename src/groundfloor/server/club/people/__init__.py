"""People: their pages, friends, who is blocked, and the games that somebody follows."""
