"""Hints for the seat that is asked."""
