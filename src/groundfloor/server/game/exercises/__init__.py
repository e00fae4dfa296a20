"""Exercises: last rounds and costly decisions, each a board that is answered."""
