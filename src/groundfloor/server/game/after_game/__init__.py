"""The page after a game: charts, final companies, a picture to share."""
