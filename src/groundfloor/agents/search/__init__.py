"""Tree search for several players over the network (docs/agents.md)."""
