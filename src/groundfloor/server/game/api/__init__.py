"""The JSON API of games: what it says about one, and what programs can do there (docs/http.md)."""
