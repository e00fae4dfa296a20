"""Exercises: last rounds and costly decisions, each a board with a question to answer."""
