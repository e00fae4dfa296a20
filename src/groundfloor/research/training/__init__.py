"""Training of the network by self-play; ``python -m groundfloor.research.training`` runs it, docs/agents.md explains it."""
