"""The table of operations in docs/http.md, made of the decoder: ``python -m tests.support operation_docs`` writes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints

from groundfloor.server.game.seats.operation_requests import REQUESTS, OperationRequest
from tests.support.attack.document import markdown, write_table

FILE = Path(__file__).parents[2] / "docs/http.md"
MARK = "operations"
VERSION, SEAT = 31, 2


def example_of(request: OperationRequest) -> dict[str, object]:
    """Returns a body with the fields that such a request must have."""
    body: dict[str, object] = {}
    for name, kind in get_type_hints(request.body, include_extras=True).items():
        if get_origin(kind) is not NotRequired:
            body[name] = example(name, kind)
    return body


def example(name: str, kind: Any) -> object:
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    for note in get_args(kind)[1:] if get_origin(kind) is Annotated else ():
        if note.examples:
            return note.examples[0]
    return SEAT if name == "give_time" else VERSION


def table() -> str:
    rows = [(f"`{json.dumps(example_of(each))}`", " ".join((each.body.__doc__ or "").split())) for each in REQUESTS]
    return markdown(("request", "what it does"), rows)


if __name__ == "__main__":
    write_table(FILE, MARK, table())
