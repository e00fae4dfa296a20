"""The tables of a server: stored, cached, and changed by one operation at a time."""
