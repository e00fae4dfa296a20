"""``python -m tests.support COMMAND``: commands for developers, each a module of this package; without a command it lists them."""

from __future__ import annotations

import runpy
import sys
from importlib.util import find_spec

COMMANDS = {
    "event_docs": "writes the table of docs/events.md and its schema",
    "golden": "plays golden records that are missing, and writes the results of all of them",
    "lookalikes": "writes the table of characters that look alike, of Unicode's",
    "operation_docs": "writes the table of operations in docs/http.md",
    "pictures": "takes the README's screenshots of the board",
    "position_fields": "writes what is made of the declared fields: methods of engine/state.py, engine/snapshot.py, docs/position.md and its schema",
    "release_data": "writes what this version leaves on disk, which later ones must open",
    "rights_docs": "writes the tables of docs/rights.md",
    "screenshots": "takes screenshots of the boards and pages that the tests look at",
    "video": "records the README's video of a round of the guided game",
    "words": "counts the words that a board shows in its window",
}


def main() -> int:
    """Runs the command that is named, with the arguments that follow; prints the list and returns 2 if there is none of that name."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    module = f"tests.support.{name}"
    if name not in COMMANDS or find_spec(module) is None:
        print("Usage: python -m tests.support COMMAND [ARGUMENT ...]; the commands:")
        print("".join(f"  {each:<16}{text}\n" for each, text in COMMANDS.items()), end="")
        return 0 if name in ("", "--help") else 2
    del sys.argv[0]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
