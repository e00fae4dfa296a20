"""The drawn board as HTML: its geometry, and what its templates are given."""
