"""Attacks on a running server, and what those who play there feel of them (docs/testing.md)."""
