"""The laboratory: many games between equal players, and what they say about the worth of things (docs/laboratory.md)."""
