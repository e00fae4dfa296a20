"""Many games for research: the arena, training, the laboratory, environments."""
