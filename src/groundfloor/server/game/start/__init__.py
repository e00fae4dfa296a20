"""The start page: a new game, house values, the games of this browser, and what lets it be installed as an app."""
