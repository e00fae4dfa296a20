"""The commands of the server: serve, backup and restore."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from .arguments import BadUsage, Flag, read_house_text


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
    """Serve the web game and print its address.

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
    from groundfloor.web.serve import serve as run
    from groundfloor.web.settings import MAX_PROCESSES

    from .settings import server_settings

    if port is not None and not 1 <= port <= 65535:
        raise BadUsage(f"--port is a number from 1 to 65535, not {port}.")
    check_place(data, database)
    if workers is not None and not 1 <= workers <= MAX_PROCESSES:
        raise BadUsage(f"--workers is a number from 1 to {MAX_PROCESSES}, not {workers}.")
    found = server_settings(settings)
    found = found if workers is None else replace(found, workers=workers)
    run(host, port, data, print, read_house_text(house), found, database)


def check_place(data: Path | None, database: str) -> None:
    if data is not None and database:
        raise BadUsage("The games are in a folder (--data) or in a database (--database): name one of them.")


def worker(*, database: str = "", settings: Path | None = None) -> None:
    """Do the work of servers that share a database: bots' moves, hints, analyses. Serve no pages.

    Parameters
    ----------
    database
        The address of the database, such as postgresql://user@host/name.
    settings
        The settings file of the servers, if they have one.
    """
    from groundfloor.web.serve import work

    from .settings import server_settings

    work(print, server_settings(settings), database)


def migrate_data(*, to: str, data: Path | None = None, database: str = "", settings: Path | None = None) -> None:
    """Copy all games to an empty folder or PostgreSQL database, and compare each. The server must be stopped.

    Parameters
    ----------
    to
        A folder, or the address of a database such as postgresql://user@host/name.
    data
        The folder of the games. Default: the one that serve uses.
    database
        The address of the database of the games.
    settings
        The settings file of the server, if it has one.
    """
    from groundfloor.store.transfer import transfer

    from .backup_commands import games_counted
    from .settings import place_of_games

    check_place(data, database)
    count = transfer(place_of_games(data, database, settings), to)
    print(f"{games_counted(count).capitalize()} copied and compared. The old data is as it was.")


def backup(file: Path, *, data: Path | None = None, settings: Path | None = None, overwrite: Flag = False) -> None:
    """Write all games of the server to one file. The server may be running.

    Parameters
    ----------
    file
        The file to write.
    data
        The folder of the games. Default: the one that serve uses.
    settings
        The settings file of the server, if it has one.
    overwrite
        Replace an existing file.
    """
    from . import backup_commands

    backup_commands.backup(file, data, settings, overwrite)


def restore(file: Path, *, data: Path | None = None, settings: Path | None = None) -> None:
    """Replace the games by those of a backup; the old ones are kept in another file. The server must be stopped.

    Parameters
    ----------
    file
        A file written by backup.
    data
        The folder of the games. Default: the one that serve uses.
    settings
        The settings file of the server, if it has one.
    """
    from . import backup_commands

    backup_commands.restore(file, data, settings)
