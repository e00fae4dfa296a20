"""The JSON API of games: what it tells of one, and what programs do there (docs/http.md)."""
