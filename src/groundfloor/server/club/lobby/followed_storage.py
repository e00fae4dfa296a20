"""The games that browsers and accounts follow as spectators, and those that they find in the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, false, func, select, true

from ...database import schema as s
from ...database.database import insert_new, reads, reads_once, writes
from ...database.requests import changes
from ...database.rows import KnownGame
from ...game.storage.browsers import briefs
from ..contacts import block_storage as blocks

if TYPE_CHECKING:
    from sqlalchemy import Connection

MAX_FOLLOWED = 50
"""Games that a browser or an account follows."""
MAX_RUNNING = 20
"""Games that the lobby lists."""
FOLLOWED = s.followed_games.c
IS_FOLLOWED = (
    select(func.count())
    .select_from(s.followed_games.join(s.games, s.games.c.id == FOLLOWED.game))
    .where(FOLLOWED.browser == bindparam("of_browser"), s.games.c.game_id == bindparam("of_game_id"))
)


@changes
def follow(connection: Connection, owner_id: str, game_id: str) -> bool:
    """Stores that a browser follows a game; returns False if it follows ``MAX_FOLLOWED`` others. Nothing is stored for a game that no longer exists."""
    game = connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id).with_for_update()).scalar_one_or_none()
    if game is None:
        return True
    others = select(func.count()).where(FOLLOWED.browser == owner_id, FOLLOWED.game != game)
    if connection.execute(others).scalar_one() >= MAX_FOLLOWED:
        return False
    connection.execute(insert_new(connection.dialect.name, s.followed_games), {"browser": owner_id, "game": game})
    return True


@changes
def unfollow(connection: Connection, owner_id: str, game_id: str) -> None:
    game = select(s.games.c.id).where(s.games.c.game_id == game_id).scalar_subquery()
    connection.execute(delete(s.followed_games).where(FOLLOWED.browser == owner_id, FOLLOWED.game == game))


@reads_once
def is_followed(connection: Connection, owner_id: str, game_id: str) -> bool:
    return bool(connection.execute(IS_FOLLOWED, {"of_browser": owner_id, "of_game_id": game_id}).scalar_one())


@reads
def of_browser(connection: Connection, owner_id: str) -> list[KnownGame]:
    """Returns the games that a browser follows and does not have in its own list, the last changed first, without damaged ones."""
    own = select(s.owned_games.c.game).where(s.owned_games.c.browser == owner_id)
    games = connection.execute(select(FOLLOWED.game).where(FOLLOWED.browser == owner_id, FOLLOWED.game.not_in(own))).scalars().all()
    known = [KnownGame(row) for row in briefs(connection, games)]
    return sorted(known, key=lambda followed: (followed.game.sequence, followed.game.id), reverse=True)


@reads
def running(connection: Connection, owner_id: str) -> list[KnownGame]:
    """Returns the running public games of the lobby in which somebody does not play: those of their friends first, then the last changed, at most ``MAX_RUNNING``.

    Without games of private tables, those that are not to be public when they are over, and those of people whom they have blocked or who have blocked them
    (``contacts``).
    """
    game, owned = s.games.c, s.owned_games.c
    friends = select(s.owner_id_of(s.friends.c.friend)).where(s.owner_id_of(s.friends.c.account) == owner_id)
    of_friends = select(s.browsers.c.game).where(s.browsers.c.browser.in_(friends))
    own = select(owned.game).where(owned.browser == owner_id)
    of_blocked_pairs = select(owned.game).where(~blocks.is_no_blocked_pair(owned.browser, owner_id))
    chosen = (
        select(game.id)
        .where(game.status == "running", game.is_from_lobby == true(), game.is_private == false(), game.is_listed == true())
        .where(game.id.not_in(own), game.id.not_in(of_blocked_pairs))
        .order_by(game.id.in_(of_friends).desc(), game.sequence.desc(), game.id.desc())
        .limit(MAX_RUNNING)
    )
    games = connection.execute(chosen).scalars().all()
    return [KnownGame(row) for row in briefs(connection, games)]


@writes
def delete_unused(connection: Connection, before: str) -> int:
    """Deletes what guests who hold no seat and wait at no open table follow, of games whose last move was before a time; returns how many rows."""
    old = FOLLOWED.game.in_(select(s.games.c.id).where(s.games.c.moved < before))
    return connection.execute(delete(s.followed_games).where(old, s.without_seats(FOLLOWED.browser))).rowcount


def merge_guest(connection: Connection, guest_id: str, owner_id: str) -> None:
    """Makes an account follow what a browser follows, the newest games first, until it follows ``MAX_FOLLOWED``."""
    known, games = (
        list(connection.execute(select(FOLLOWED.game).where(FOLLOWED.browser == owner).order_by(FOLLOWED.game.desc())).scalars())
        for owner in (owner_id, guest_id)
    )
    if new := [game for game in games if game not in known][: max(MAX_FOLLOWED - len(known), 0)]:
        connection.execute(insert_new(connection.dialect.name, s.followed_games), [{"browser": owner_id, "game": game} for game in new])
    connection.execute(delete(s.followed_games).where(FOLLOWED.browser == guest_id))
