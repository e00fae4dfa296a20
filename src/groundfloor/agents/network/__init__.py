"""The value network: numpy inference, and the trained weights that are shipped (docs/agents.md)."""
