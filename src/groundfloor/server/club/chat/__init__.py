"""Messages at tables, and private notes."""
