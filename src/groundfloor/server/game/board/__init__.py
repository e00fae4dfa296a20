"""The board as HTML: what its templates are given, its regions, and how they reach open pages."""
