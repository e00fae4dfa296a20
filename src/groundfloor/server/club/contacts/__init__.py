"""Friends, and whom people have blocked."""
