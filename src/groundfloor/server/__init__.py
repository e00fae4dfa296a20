"""The server: rooms for requests, the database, the game and the subjects of the club."""
