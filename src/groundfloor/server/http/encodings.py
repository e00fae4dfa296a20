"""Which encodings of an answer a client takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.datastructures import Headers

MAX_WISHES = 400
"""Characters of ``Accept-Encoding`` that are read."""


def takes_gzip(headers: Headers) -> bool:
    """Returns whether a client takes gzip, by its ``Accept-Encoding``: a weight of 0 refuses it, and ``*`` stands for encodings that are not named (RFC 9110, 12.5.3)."""
    weights = {}
    for part in headers.get("accept-encoding", "")[:MAX_WISHES].lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        weights[name] = next((weight_of(parameter) for parameter in parameters if parameter.startswith("q=")), 1.0)
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def weight_of(parameter: str) -> float:
    """Returns the weight that a parameter such as ``q=0.5`` names; 0 if it names none."""
    try:
        return float(parameter.removeprefix("q="))
    except ValueError:
        return 0.0
