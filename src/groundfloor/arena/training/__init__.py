"""Training of the network by self-play; ``python -m groundfloor.arena.training`` runs it, docs/agents.md explains it."""
