"""The board as plain data: what the page shows and the terminal prints."""
