"""Pages of rules, and how to play."""
