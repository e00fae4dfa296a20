"""Moves and commands that are typed, on the page and in the terminal: their words in each language, and how close typed words come to them."""
