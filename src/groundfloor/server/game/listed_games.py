"""The games of a browser, as the start page and others list them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.record import purpose_of
from groundfloor.presentation import names
from groundfloor.presentation.names import round_and_phase
from groundfloor.results import UNCOUNTED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.table.value import PersonMark

    from ..database.rows import GameRow, KnownGame

    ListedMarks = Mapping[str, Mapping[int, PersonMark]]


def listed_games(known: list[KnownGame], translations: NullTranslations, marks: ListedMarks) -> dict[str, object]:
    """Returns the games of a browser as they are listed: running games, first those that wait for it, beginning with the longest wait, and the rest."""
    games = [known_game(game, translations, marks) for game in known]
    running = [game for game in games if game["status"] == "running"]
    waiting = sorted((game for game in running if game["is_mine"]), key=lambda game: str(game["moved"]))
    running = waiting + [game for game in running if not game["is_mine"]]
    return {"known": games, "running": running, "finished": [game for game in games if game["status"] != "running"]}


def known_game(known: KnownGame, translations: NullTranslations, marks: ListedMarks) -> dict[str, object]:
    """Returns a game as a list shows it; ``marks`` are those of the people at its seats, by game."""
    game, summary = known.game, known.game.summary
    asked = game.seats[summary.asked] if 0 <= summary.asked < len(game.seats) else None
    mine = {seat.seat for seat in known.seats}
    link = next((f"/s/{seat.token}" for seat in known.seats), f"/g/{game.game_id}")
    return {
        "game_id": game.game_id,
        "name": game.name,
        "seats": game.seats,
        "marks": marks.get(game.game_id, {}),
        "status": summary.status,
        "is_cancelled": summary.is_cancelled,
        "is_mine": asked is not None and asked.seat in mine and asked.is_human,
        "asked": asked,
        "moment": round_and_phase(summary.round, summary.phase, translations),
        "changed": game.changed,
        "moved": game.table.moved,
        "link": link,
        "is_host": known.is_host,
        "is_kept": known.is_kept,
        "is_rated": bool(game.table.rating),
        "purpose": uncounted_mark(game, translations),
    }


def uncounted_mark(game: GameRow, translations: NullTranslations) -> str:
    """Returns why a game does not count in "My games": what it is for, or that it had hints; "" if neither keeps it from counting."""
    purpose = purpose_of(game.header)
    if purpose in UNCOUNTED:
        return names.full("purpose", purpose, translations)
    return translations.gettext("With hints") if game.has_hints else ""
