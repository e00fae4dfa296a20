"""The board as plain data: what the page draws and the terminal prints."""
