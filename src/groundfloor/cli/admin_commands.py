"""The commands that say who may administer a server, and the one that computes its ratings anew."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App

from groundfloor.engine.errors import GroundfloorError

from . import help_examples
from .arguments import BadUsage
from .server_commands import check_place

if TYPE_CHECKING:
    from groundfloor.store import Store

admin_app = App(
    name="admin", help="Say who may administer the server on its page /admin; compute its ratings anew.", help_format="plaintext"
)


@admin_app.command(help_epilogue=help_examples.ADMIN_ADD)
def add(name: str, *, data: Path | None = None, database: str = "", settings: Path | None = None) -> None:
    """Make an account an administrator; if there is none of that name, create it. The server may be running.

    Parameters
    ----------
    name
        The name of the account.
    data
        The folder of the games. Default: the one that serve uses.
    database
        The address of the database of the games.
    settings
        The settings file of the server, if it has one.
    """
    import secrets

    from groundfloor.store import AccountRow
    from groundfloor.web.accounts import hashes, new_codes
    from groundfloor.web.pages import now

    shown, key = name_and_key(name)
    at, code = now(), new_codes()[0]
    with closing(open_store(data, database, settings)) as store:
        account, is_new = store.appoint(AccountRow(secrets.token_hex(16), shown, key, "", at), hashes([code]), at)
    print(f"{account.name} is an administrator.")
    if is_new:
        print(
            f"The account is new and has no password. Set one on the server's page /account, under “Password lost?”, with this code: {code}"
        )


@admin_app.command(help_epilogue=help_examples.ADMIN_REMOVE)
def remove(name: str, *, data: Path | None = None, database: str = "", settings: Path | None = None) -> None:
    """Take the rights of an administrator from an account, which stays. The server may be running.

    Parameters
    ----------
    name
        The name of the account.
    data
        The folder of the games. Default: the one that serve uses.
    database
        The address of the database of the games.
    settings
        The settings file of the server, if it has one.
    """
    shown, key = name_and_key(name)
    with closing(open_store(data, database, settings)) as store:
        account = store.account(key)
        if account is None or not store.dismiss(account.id):
            raise GroundfloorError(f"{shown} is no administrator.")
        are_left = bool(store.administrators())
    print(f"{account.name} is no administrator any more.{'' if are_left else ' Nobody is one now.'}")


@admin_app.command(name="list", help_epilogue=help_examples.ADMIN_LIST)
def list_administrators(*, data: Path | None = None, database: str = "", settings: Path | None = None) -> None:
    """Print the names of the administrators, and since when they are. The server may be running.

    Parameters
    ----------
    data
        The folder of the games. Default: the one that serve uses.
    database
        The address of the database of the games.
    settings
        The settings file of the server, if it has one.
    """
    with closing(open_store(data, database, settings)) as store:
        found = store.administrators()
    for account, since in found:
        print(f"{account.name}, since {since[:10]}")
    if not found:
        print("Nobody is an administrator.")


@admin_app.command(help_epilogue=help_examples.ADMIN_RECOMPUTE_RATINGS)
def recompute_ratings(*, data: Path | None = None, database: str = "", settings: Path | None = None) -> None:
    """Compute all ratings anew from the results of rated games. The server may be running; moves wait meanwhile.

    Parameters
    ----------
    data
        The folder of the games. Default: the one that serve uses.
    database
        The address of the database of the games.
    settings
        The settings file of the server, if it has one.
    """
    with closing(open_store(data, database, settings)) as store:
        found = store.recompute_ratings()
    for pool, games in found.items():
        print(f"{pool}: {games} {'game' if games == 1 else 'games'}")
    if not found:
        print("There are no rated games.")


def name_and_key(name: str) -> tuple[str, str]:
    """Returns a name and the key that names that look alike have in common; BadUsage if nobody can be called so."""
    from groundfloor.web.accounts import account_name
    from groundfloor.web.errors import BadAccount

    try:
        return account_name(name)
    except BadAccount as error:
        raise BadUsage(str(error)) from None


def open_store(data: Path | None, database: str, settings: Path | None) -> Store:
    """Opens the games where ``serve`` finds them, beside the server if it runs; GroundfloorError if there are none."""
    from groundfloor.store import DataInUse, Store
    from groundfloor.store.sqlite import FILE

    from .settings import place_of_games

    check_place(data, database)
    where = place_of_games(data, database, settings)
    if isinstance(where, Path) and not (where / FILE).exists():
        raise GroundfloorError(f"There are no games in {where}. Start the server once, or name its folder with --data.")
    try:
        return Store(where)
    except DataInUse:
        return Store(where, is_one_of_several=True)
