"""The network of policy and value: how it is evaluated, and the trained weights that are shipped (docs/agents.md)."""
