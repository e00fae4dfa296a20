"""Plays many games: simulations of agents, and fuzzing with checks."""
