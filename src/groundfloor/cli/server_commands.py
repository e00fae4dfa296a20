"""The commands of the server: serve, backup and restore."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from .usage import BadUsage, Flag, house_text


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    settings: Path | None = None,
    house: Annotated[
        Path | None, Parameter(help="A TOML file of house values that new tables begin with; the start page can change them.")
    ] = None,
) -> None:
    """Serve the web game and print its address.

    Parameters
    ----------
    host
        The address to listen at, 127.0.0.1 if nothing else is set; 0.0.0.0 lets other devices of the network in.
    port
        From 1 to 65535; 8765 if nothing else is set.
    data
        The folder of the games; without it the user's own one.
    settings
        A TOML file of settings, as docs/deployment.md lists them; variables such as GROUNDFLOOR_PUBLIC_URL go before it.
    """
    from groundfloor.web.serve import serve as run

    from .settings import server_settings

    if port is not None and not 1 <= port <= 65535:
        raise BadUsage(f"--port is a number from 1 to 65535, not {port}.")
    run(host, port, data, print, house_text(house), server_settings(settings))


def backup(file: Path, *, data: Path | None = None, settings: Path | None = None, overwrite: Flag = False) -> None:
    """Write all games of the server to one file, also while it runs.

    Parameters
    ----------
    file
        The file to write.
    data
        The folder of the games; without it the one that serve uses.
    settings
        The settings file of the server, if it has one.
    overwrite
        Replaces a file that is there already.
    """
    from . import backups

    backups.backup(file, data, settings, overwrite)


def restore(file: Path, *, data: Path | None = None, settings: Path | None = None) -> None:
    """Put a backup in the place of the games; the old ones are kept beside it. The server must be stopped.

    Parameters
    ----------
    file
        A file that backup has written.
    data
        The folder of the games; without it the one that serve uses.
    settings
        The settings file of the server, if it has one.
    """
    from . import backups

    backups.restore(file, data, settings)
