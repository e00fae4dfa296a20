"""The Automas: their decks and their turns."""
