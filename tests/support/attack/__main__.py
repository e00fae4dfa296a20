"""``python -m tests.support.attack [NAME ...]``: attacks a server that it starts itself; exit code 1 if something was wrong."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from .attacks import ATTACKS
from .server import AttackedServer
from .suite import attack


def main() -> int:
    """Runs the attacks that are named, all without a name; prints a line for each."""
    names = [each.name for each in ATTACKS]
    parser = argparse.ArgumentParser(
        prog="scripts/attack",
        description="Starts a server on this machine and attacks it while somebody plays at another table. Prints a line for each attack: "
        "requests, seconds, growth of the server's memory, median and slowest confirmed move at the other table, answers by status. "
        "Exit code 1 if an attack found a fault.",
        epilog="Confirmed moves are measured in real time, so run it on a machine that does nothing else.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"attacks to run: {', '.join(names)}; all by default")
    chosen = parser.parse_args().names
    unknown = [name for name in chosen if name not in names]
    if unknown:
        parser.error(f"there is no attack {unknown[0]!r}; there are {', '.join(names)}")
    failed = 0
    for planned in ATTACKS:
        if chosen and planned.name not in chosen:
            continue
        with tempfile.TemporaryDirectory() as folder:
            server = AttackedServer(Path(folder), planned.settings)
            try:
                result = attack(server, planned)
            finally:
                server.stop()
        print(result, flush=True)
        failed += bool(result.faults)
    return 1 if failed else 0


sys.exit(main())
