"""Many requests at once: tables, records, pages, and work that takes the server long."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from .exchange import Request
from .malformed import malformed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .suite import Run

GOLDEN = Path(__file__).parents[2] / "golden"
JSON = ((b"Content-Type", b"application/json"),)
AT_ONCE = 8


def flood(run: Run, requests: Iterable[Request], clients: int = 1) -> list[int]:
    """Sends requests, eight at a time, from so many clients, whose addresses the server believes; returns the statuses."""

    def one(numbered: tuple[int, Request]) -> int:
        number, request = numbered
        client = (b"X-Forwarded-For", f"203.0.113.{number % clients + 1}".encode())
        return run.send(replace(request, headers=(*request.headers, client))).status

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, enumerate(requests)))


def post(label: str, path: str, body: object) -> Request:
    """Sends a JSON request."""
    return Request(label, "POST", path.encode(), JSON, json.dumps(body).encode())


def tables(run: Run) -> None:
    """Opens tables as one visitor, as fast as it can."""
    flood(run, [post("table", "/api/games", {"seats": [{"name": "A"}, {"name": "B"}]})] * run.scaled(600))


def tables_of_many(run: Run) -> None:
    """Opens tables as forty visitors, as fast as they can."""
    flood(run, [post("table", "/api/games", {"seats": [{"name": "A"}, {"name": "B"}]})] * run.scaled(600), 40)


def records(run: Run) -> None:
    """Uploads whole games as one visitor, as fast as it can."""
    text = (GOLDEN / "second-5-random.gfr").read_text()
    flood(run, [post("record", "/api/records", {"record": text})] * run.scaled(100))


def pages(run: Run) -> None:
    """Asks for pages of a game and of the rules as one visitor, as fast as it can."""
    paths = [f"/g/{run.public}", "/rules?length=both", f"/g/{run.public}/at/1", "/rules/differences", "/"]
    flood(run, [Request("page", "GET", path.encode()) for path in paths * run.scaled(80)])


def undos(run: Run) -> None:
    """Uploads and shows records of up to four thousand undos, eight at once."""
    shown: list[str] = []
    for count in (10, 100, run.scaled(1000), run.scaled(4000)):
        answer = run.send(post(f"record of {count} undos", "/api/records", {"record": record_of_undos(count)}))
        if answer.status == 201:
            shown += [f"/g/{json.loads(answer.text)['game']}/at/{entry}" for entry in (0, count // 2, 2 * count)] * 4
    flood(run, [Request("entry of a record of undos", "GET", path.encode()) for path in shown])


def record_of_undos(count: int) -> str:
    """Returns a game in which one late move is made and taken back so many times."""
    lines = (GOLDEN / "second-2-random.gfr").read_text().splitlines()
    late = [number for number, line in enumerate(lines) if line[:2] in ("1 ", "2 ")][-20]
    return "\n".join([*lines[:late], *([lines[late], f"{lines[late][0]} undo 1"] * count)]) + "\n"


def house_values(run: Run) -> None:
    """Sends house values that are deep, long or large, eight at once."""
    seats = {"kind-0": "here", "name-0": "A", "kind-1": "here", "name-1": "B"}
    texts = [
        "a." * 10_000 + "a = 1", "a." * 450_000 + "a = 1", "a = " + "[" * 330 + "]" * 330, "a = " + "9" * 5000, "\n".join(f"k{n} = {n}" for n in range(20_000)),
        "a = {" + "b = {" * 300 + "}" * 301, "a = '''" + "x" * 900_000 + "'''", "[a." + "b." * 5000 + "c]", "a = 1\n" * 5000,
    ]  # fmt: skip
    for text in texts:
        form = "&".join(f"{name}={value}" for name, value in {**seats, "house": text.replace("=", "%3D").replace("\n", "%0A")}.items())
        headers = ((b"Content-Type", b"application/x-www-form-urlencoded"), (b"Sec-Fetch-Site", b"same-origin"))
        flood(
            run, [Request(f"house values {text[:12]!r}, {len(text)} characters", "POST", b"/new", headers, form.encode())] * run.scaled(8)
        )


def malformed_requests(run: Run) -> None:
    """Sends the malformed requests for every route, one after the other; a short run chooses some by lot."""
    requests = list(malformed(run.public, run.token))
    for request in random.Random(1).sample(requests, run.scaled(len(requests))):
        run.send_alone(request)
