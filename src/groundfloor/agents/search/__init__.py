"""Tree search for several players over the value network (docs/agents.md)."""
