"""The commands of the server: serve it, look after its data, and say who may administer it."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from groundfloor.engine.errors import GroundfloorError
from groundfloor.files import read_text
from groundfloor.server.club.administration import storage as administration_storage
from groundfloor.server.http.settings import MAX_PROCESSES, BadSettings, read_settings, where_data_is

from .arguments import BadUsage, DatabaseOption, DataOption, Flag, SettingsOption, read_house_text

if TYPE_CHECKING:
    from groundfloor.server.database.store import Store
    from groundfloor.server.http.settings import Settings


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    database: str = "",
    workers: int | None = None,
    settings: Path | None = None,
    house: Annotated[Path | None, Parameter(help="A TOML file of house values for new tables; the start page can change them.")] = None,
) -> None:
    """Serves the web game.

    Parameters
    ----------
    host
        The address to listen on. Default: 127.0.0.1; 0.0.0.0 admits other devices of the network.
    port
        From 1 to 65535. Default: 8765.
    data
        The folder of the games. Default: the user's data folder.
    database
        The address of a PostgreSQL database instead, such as postgresql://user@host/name.
    workers
        The processes that serve the port. Default: 1.
    settings
        A TOML file of settings (docs/deployment.md); environment variables such as GROUNDFLOOR_PUBLIC_URL override it.
    """
    from groundfloor.server.serve import serve as run

    if port is not None and not 1 <= port <= 65535:
        raise BadUsage(f"--port is a number from 1 to 65535, not {port}.")
    check_place(data, database)
    if workers is not None and not 1 <= workers <= MAX_PROCESSES:
        raise BadUsage(f"--workers is a number from 1 to {MAX_PROCESSES}, not {workers}.")
    limits = server_settings(settings)
    limits = limits if workers is None else replace(limits, workers=workers)
    run(host, port, data, print, read_house_text(house), limits, database)


def worker(
    *,
    database: Annotated[str, Parameter(help="The address of the database, such as postgresql://user@host/name.")] = "",
    settings: Annotated[Path | None, Parameter(help="The settings file of the servers, if they have one.")] = None,
) -> None:
    """Does the work of servers that share a database."""
    from groundfloor.server.serve import work

    work(print, server_settings(settings), database)


def migrate_data(
    *,
    to: Annotated[str, Parameter(help="A folder, or the address of a database such as postgresql://user@host/name.")],
    data: DataOption = None,
    database: DatabaseOption = "",
    settings: SettingsOption = None,
) -> None:
    """Copies all games to an empty folder or database."""
    from groundfloor.server.transfer import transfer

    count = transfer(place_of_games(data, database, settings), to)
    print(f"{games_counted(count).capitalize()} copied and compared. The old data is as it was.")


def backup(
    file: Annotated[Path, Parameter(help="The file to write.")],
    *,
    data: DataOption = None,
    settings: SettingsOption = None,
    overwrite: Annotated[Flag, Parameter(help="Replace an existing file.")] = False,
) -> None:
    """Writes a backup and prints how many games it has."""
    from groundfloor.server.database.backup import write_backup

    count = write_backup(data_folder_for(data, settings), file, overwrite)
    print(
        f"{file} has {games_counted(count)}. Anyone with this file can foresee all draws and play for every seat, so keep it as safe as the data."
    )


def restore(
    file: Annotated[Path, Parameter(help="A file written by backup.")], *, data: DataOption = None, settings: SettingsOption = None
) -> None:
    """Restores a backup and prints where the old data is."""
    from groundfloor.server.database.backup import restore_backup

    folder = data_folder_for(data, settings)
    count, kept = restore_backup(folder, file)
    print(f"{folder} now has the {games_counted(count)} of {file}.")
    if kept is not None:
        print(f"The previous data is kept in {kept}.")


def games_counted(count: int) -> str:
    return f"{count} game" if count == 1 else f"{count} games"


# Administrators and ratings

Name = Annotated[str, Parameter(help="The name of the account.")]


def add_administrator(name: Name, *, data: DataOption = None, database: DatabaseOption = "", settings: SettingsOption = None) -> None:
    """Makes an account an administrator; a new one has no password, and a code by which one can be set."""
    import secrets

    from groundfloor.server.club.accounts.accounts import hashes, new_codes
    from groundfloor.server.club.moderation import storage as moderation_storage
    from groundfloor.server.database.rows import AccountRow
    from groundfloor.server.http.pages import now

    shown, key = name_and_key(name)
    at, code = now(), new_codes()[0]
    with closing(open_store(data, database, settings)) as store:
        account, is_new = moderation_storage.appoint(store, AccountRow(secrets.token_hex(16), shown, key, "", at), hashes([code]), at)
        log_action(store, "appoint", account.name)
    print(f"{account.name} is an administrator.")
    if is_new:
        print(
            f"The account is new and has no password. Set one on the server's page /account, under “Password lost?”, with this code: {code}"
        )


def remove_administrator(name: Name, *, data: DataOption = None, database: DatabaseOption = "", settings: SettingsOption = None) -> None:
    """Takes the rights of an administrator from an account, which stays."""
    from groundfloor.server.club.identity import storage as account_storage
    from groundfloor.server.club.moderation import storage as moderation_storage

    shown, key = name_and_key(name)
    with closing(open_store(data, database, settings)) as store:
        account = account_storage.find(store, key)
        if account is None or not moderation_storage.dismiss(store, account.id):
            raise GroundfloorError(f"{shown} is no administrator.")
        log_action(store, "dismiss", account.name)
        are_left = bool(moderation_storage.administrators(store))
    print(f"{account.name} is no administrator any more.{'' if are_left else ' Nobody is one now.'}")


def make_code(name: Name, *, data: DataOption = None, database: DatabaseOption = "", settings: SettingsOption = None) -> None:
    """Prints a code by which somebody who has lost the password sets a new one, once."""
    from groundfloor.server.club.accounts.accounts import LOG_IN_CODE_DAYS, code_hash, new_codes
    from groundfloor.server.club.accounts.api_tokens import days_after
    from groundfloor.server.club.identity import storage as account_storage
    from groundfloor.server.club.identity import token_storage
    from groundfloor.server.http.pages import now

    shown, key = name_and_key(name)
    code = new_codes()[0]
    with closing(open_store(data, database, settings)) as store:
        account = account_storage.find(store, key)
        if account is None:
            raise GroundfloorError(f"There is no account called {shown}.")
        if token_storage.is_bot(store, account.id):
            raise GroundfloorError(f"{account.name} is a bot: nobody logs in to its account.")
        account_storage.add_log_in_code(store, account.id, code_hash(code), days_after(now(), LOG_IN_CODE_DAYS))
        log_action(store, "code", account.name)
    print(
        f"{account.name} sets a new password on the server's page /account, under “Password lost?”, with this code, once and within {LOG_IN_CODE_DAYS} days: {code}"
    )


def log_action(store: Store, action: str, subject: str) -> None:
    """Writes in the log of the administration what a command has done with an account."""
    from groundfloor.server.club.administration.rows import AdministrationEntry
    from groundfloor.server.http.pages import now

    administration_storage.add_log_entry(store, AdministrationEntry(now(), None, "people", action, subject, is_command=True))


def list_administrators(*, data: DataOption = None, database: DatabaseOption = "", settings: SettingsOption = None) -> None:
    """Prints the names of the administrators, and since when they are."""
    from groundfloor.server.club.moderation import storage as moderation_storage

    with closing(open_store(data, database, settings)) as store:
        administrators = moderation_storage.administrators(store)
    for account, since in administrators:
        print(f"{account.name}, since {since[:10]}")
    if not administrators:
        print("Nobody is an administrator.")


def recompute_ratings(*, data: DataOption = None, database: DatabaseOption = "", settings: SettingsOption = None) -> None:
    """Computes all ratings anew from the results of rated games."""
    from groundfloor.server.club.ratings import storage as rating_storage

    with closing(open_store(data, database, settings)) as store:
        games_by_pool = rating_storage.recompute_all(store)
    for pool, games in games_by_pool.items():
        print(f"{pool}: {games_counted(games)}")
    if not games_by_pool:
        print("There are no rated games.")


def name_and_key(name: str) -> tuple[str, str]:
    """Returns a name and the key that names that look alike have in common; BadUsage if nobody can be called so."""
    from groundfloor.server.club.identity.checks import account_name
    from groundfloor.server.club.identity.errors import BadAccount

    try:
        return account_name(name)
    except BadAccount as error:
        raise BadUsage(str(error)) from None


# Where the games are


def server_settings(file: Path | None) -> Settings:
    """Returns the settings of ``--settings FILE``, else of ``GROUNDFLOOR_SETTINGS``; environment variables override both. BadUsage if one is wrong."""
    named = os.environ.get("GROUNDFLOOR_SETTINGS", "")
    path = file if file is not None else Path(named) if named else None
    try:
        return read_settings(read_text(path) if path is not None else "", os.environ, str(path) if path is not None else "settings")
    except BadSettings as error:
        raise BadUsage(str(error)) from None


def check_place(data: Path | None, database: str) -> None:
    if data is not None and database:
        raise BadUsage("The games are in a folder (--data) or in a database (--database): name one of them.")


def place_of_games(data: Path | None, database: str, settings: Path | None) -> Path | str:
    """Returns the data folder, or the address of the database, that ``serve`` would use."""
    check_place(data, database)
    return where_data_is(server_settings(settings), data, database)


def data_folder_for(data: Path | None, settings: Path | None) -> Path:
    """Returns the data folder that ``serve`` would use; GroundfloorError if it would use a database."""
    where = place_of_games(data, "", settings)
    if not isinstance(where, Path):
        raise GroundfloorError("The games are in a PostgreSQL database: back it up with pg_dump, and restore it with pg_restore.")
    return where


def open_store(data: Path | None, database: str, settings: Path | None) -> Store:
    """Opens the games where ``serve`` finds them, beside the server if it runs; GroundfloorError if there are none."""
    from groundfloor.server.database.errors import DataInUse
    from groundfloor.server.database.sqlite import FILE
    from groundfloor.server.database.store import Store

    where = place_of_games(data, database, settings)
    if isinstance(where, Path) and not (where / FILE).exists():
        raise GroundfloorError(f"There are no games in {where}. Start the server once, or name its folder with --data.")
    try:
        return Store(where)
    except DataInUse:
        return Store(where, is_one_of_several=True)
