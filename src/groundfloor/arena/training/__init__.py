"""Training of the value network by self-play; scripts/train runs it, docs/agents.md explains it."""
