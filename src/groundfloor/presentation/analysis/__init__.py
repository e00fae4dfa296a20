"""Hints and analyses in words: for page, terminal and JSON interface."""
