"""The game on a server: its tables, their storage, and its pages and addresses."""
