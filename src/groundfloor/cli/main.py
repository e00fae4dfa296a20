"""The commands, and how their errors are said."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from groundfloor import __version__
from groundfloor.engine.errors import GroundfloorError

from . import records, simulation

app = App(name="groundfloor", help="Ground Floor, the open digital edition. Unofficial.", version=__version__)


@app.command
def serve(*, host: str = "127.0.0.1", port: int = 8000, data: Path | None = None) -> None:
    """Serve the web game and print its address, as in: groundfloor serve --port 8080"""
    from groundfloor.web.serve import data_folder
    from groundfloor.web.serve import serve as run

    run(host, port, data or data_folder(), print)


@app.command
def simulate(
    *,
    ruleset: str = "second",
    seats: str = "random,random",
    games: int = 100,
    seed: int = 1,
    jobs: int = 1,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    records: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Play many games, as in: groundfloor simulate --seats random,random,automa:hadid --games 50 --seed 7"""
    simulation.run(ruleset, seats, games, seed, jobs, option or [], records, json)


@app.command
def replay(
    file: Path,
    *,
    at: int | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
    trace: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Tell the story of a record, or its position: groundfloor replay game.gfr --at 40 --json"""
    records.replay(file, at, json, trace)


@app.command
def verify(file: Path) -> None:
    """Check the draws of a finished record against its key: groundfloor verify game.gfr"""
    records.verify_file(file)


@app.command
def rules(
    name: str = "second",
    *,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Every value of a ruleset with its evidence: groundfloor rules second --json"""
    records.rules(name, json)


def main(arguments: list[str] | None = None) -> None:
    """The entry point: errors are one sentence on standard error, exit code 1; bad usage has 2."""
    try:
        app(arguments, exit_on_error=True, print_error=True)
    except GroundfloorError as error:
        print(error, file=sys.stderr)
        raise SystemExit(1) from None
    except OSError as error:
        print(f"{error.filename or 'A file'}: {error.strerror}.", file=sys.stderr)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
