"""``python -m tests.support.attack``: attacks servers that it starts itself; exit code 1 if an aim was missed."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from .attacks import ATTACKS
from .document import write_table
from .suite import attack, table_of
from .tables import store_tables

DOCUMENT = Path(__file__).parents[3] / "docs" / "testing.md"


def main() -> int:
    """Runs the attacks that are named, all without a name; prints the table of what they did."""
    parser = argparse.ArgumentParser(
        prog="scripts/attack",
        description="Starts servers on this machine and attacks them while people play there. Prints a line for each attack; exit code 1 if an aim is missed.",
        epilog="Moves are measured in real time, so run it on a machine that does nothing else.",
    )
    parser.add_argument(
        "--attack", action="append", choices=list(ATTACKS), metavar="NAME", help=f"an attack to run: {', '.join(ATTACKS)}; all by default"
    )
    parser.add_argument("--clients", action="append", type=int, metavar="N", help="attackers, each with its own address; 4 by default")
    parser.add_argument("--seconds", type=float, default=60.0, help="duration of each attack (60)")
    parser.add_argument("--tables", type=int, default=300, help="tables in use (300)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/testing.md")
    chosen = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder, "template")
        store_tables(template, chosen.tables)
        for name in chosen.attack or ATTACKS:
            for clients in chosen.clients or (4,):
                result = attack(template, Path(folder, f"{name}-{clients}"), name, clients, chosen.seconds)
                results.append(result)
                print("  ".join(result.row), dict(sorted(result.statuses.items())), flush=True)
                for fault in result.faults[:20]:
                    print(f"    {fault}", flush=True)
    print(f"\n{table_of(results)}")
    if chosen.write:
        write_table(DOCUMENT, "attacks", table_of(results))
    return 1 if any(result.missed for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
