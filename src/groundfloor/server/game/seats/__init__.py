"""The seats of a table: who plays them, their links, and their operations as requests ask for them."""
