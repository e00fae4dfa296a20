"""Branches of a practice table or of a finished game."""
