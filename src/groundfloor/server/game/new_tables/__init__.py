"""New tables: the form and the body that describe one, its bots and paces, and how it is created."""
