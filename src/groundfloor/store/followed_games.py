"""The games that browsers and accounts follow as spectators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, select

from . import schema as s
from .browsers import brief
from .database import insert_new
from .rows import KnownGame

if TYPE_CHECKING:
    from sqlalchemy import Connection

MAX_FOLLOWED = 50
"""Games that a browser or an account follows."""
FOLLOWED = s.followed_games.c
IS_FOLLOWED = (
    select(func.count())
    .select_from(s.followed_games.join(s.games, s.games.c.id == FOLLOWED.game))
    .where(FOLLOWED.browser == bindparam("of_browser"), s.games.c.game_id == bindparam("of_game_id"))
)


def follow(connection: Connection, browser: str, game_id: str) -> bool:
    """Stores that a browser follows a game; returns False if it follows ``MAX_FOLLOWED`` others. Nothing is stored of a game that is no more."""
    game = connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id).with_for_update()).scalar_one_or_none()
    if game is None:
        return True
    others = select(func.count()).where(FOLLOWED.browser == browser, FOLLOWED.game != game)
    if connection.execute(others).scalar_one() >= MAX_FOLLOWED:
        return False
    connection.execute(insert_new(connection.dialect.name, s.followed_games), {"browser": browser, "game": game})
    return True


def unfollow(connection: Connection, browser: str, game_id: str) -> None:
    game = select(s.games.c.id).where(s.games.c.game_id == game_id).scalar_subquery()
    connection.execute(delete(s.followed_games).where(FOLLOWED.browser == browser, FOLLOWED.game == game))


def is_followed(connection: Connection, browser: str, game_id: str) -> bool:
    return bool(connection.execute(IS_FOLLOWED, {"of_browser": browser, "of_game_id": game_id}).scalar_one())


def of_browser(connection: Connection, browser: str) -> list[KnownGame]:
    """Returns the games that a browser follows and does not have in its own list, the last changed first, without damaged ones."""
    own = select(s.browsers.c.game).where(s.browsers.c.browser == browser)
    games = connection.execute(select(FOLLOWED.game).where(FOLLOWED.browser == browser, FOLLOWED.game.not_in(own))).scalars().all()
    known = [KnownGame(row) for game in games if (row := brief(connection, game)) is not None]
    return sorted(known, key=lambda followed: (followed.game.sequence, followed.game.id), reverse=True)


def take_over(connection: Connection, browser: str, owner_id: str) -> None:
    """Has an account follow what a browser follows, the newest games first, until it follows ``MAX_FOLLOWED``."""
    known, games = (
        list(connection.execute(select(FOLLOWED.game).where(FOLLOWED.browser == each).order_by(FOLLOWED.game.desc())).scalars())
        for each in (owner_id, browser)
    )
    if new := [game for game in games if game not in known][: max(MAX_FOLLOWED - len(known), 0)]:
        connection.execute(insert_new(connection.dialect.name, s.followed_games), [{"browser": owner_id, "game": game} for game in new])
    connection.execute(delete(s.followed_games).where(FOLLOWED.browser == browser))
