"""The drawn board: scenes, façades, companies, panels."""
