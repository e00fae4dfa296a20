"""Features: a position from the perspective of one seat as numbers from 0 to 255 (docs/agents.md). Compiled together with the engine."""
