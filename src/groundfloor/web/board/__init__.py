"""The board as HTML: its geometry, and what its templates are given."""
