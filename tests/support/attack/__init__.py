"""Attacks on a running server, each with a budget of time and memory that the rest of the server must keep (docs/testing.md)."""
