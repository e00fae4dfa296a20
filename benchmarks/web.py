"""The web server: from the confirmation to the new board, commit included; and the weight of a board with an empty cache.

Run it with ``python benchmarks/web.py``. Aims: median 50 ms, 99 % 150 ms; 200 kB compressed.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import tempfile
import threading
import time
from urllib.parse import urljoin

import httpx
import uvicorn

from groundfloor.store import Store
from groundfloor.web.app import create_app
from groundfloor.web.serve import Server, listen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=200, help="moves to measure")
    parser.add_argument("--seats", default="Ann,Ben,automa:pei,automa:gropius", help="who plays")
    moves, seats = parser.parse_args().moves, parser.parse_args().seats.split(",")
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        listener = listen("127.0.0.1", 0)
        app = create_app(store)
        server = Server(uvicorn.Config(app, log_level="error", access_log=False))
        server.hub = app.state.house.hub
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            measure(f"http://127.0.0.1:{listener.getsockname()[1]}", seats, moves)
        finally:
            server.should_exit = True
            thread.join()
            listener.close()
            store.close()


def measure(origin: str, seats: list[str], moves: int) -> None:
    """Plays at random and prints what it took."""
    dice = random.Random(7)
    client = httpx.Client(base_url=origin, headers={"Accept-Encoding": "gzip", "Origin": origin, "HX-Request": "true"}, timeout=60)
    asked_for = [{"automa": seat.removeprefix("automa:")} if seat.startswith("automa:") else {"name": seat} for seat in seats]
    times: list[float] = []
    weight = 0
    while len(times) < moves:
        made = client.post("/api/games", json={"seats": asked_for}).json()
        tokens = [seat.get("token") for seat in made["seats"]]
        while len(times) < moves and not (view := client.get(f"/api/games/{made['game']}").json())["is_over"]:
            token = tokens[view["asked"]]
            legal = client.get(f"/api/seats/{token}").json()["legal"]
            fields = {"version": str(view["version"]), "pick": dice.choice(legal)["action"]}
            client.post(f"/s/{token}", data=fields)
            begin = time.perf_counter()
            answer = client.post(f"/s/{token}", data={"version": str(view["version"]), "do": "confirm"})
            times.append(time.perf_counter() - begin)
            assert answer.status_code == 200, answer.text
            if len(times) == moves // 2:
                weight = weigh(client, f"/s/{token}")
    times.sort()
    worst = times[int(len(times) * 0.99)]
    middle = statistics.median(times)
    print(f"confirm to new board, {len(times)} moves: median {middle * 1000:.1f} ms, 99 % {worst * 1000:.1f} ms")
    print(f"board with an empty cache: {weight / 1000:.0f} kB transferred")


def weigh(client: httpx.Client, address: str) -> int:
    """Bytes of a page and of everything it loads, as they go over the wire."""
    seen: dict[str, int] = {}
    todo = [address]
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        with client.stream("GET", here, headers={"HX-Request": "false"}) as answer:
            raw = b"".join(answer.iter_raw())
            seen[here] = len(raw)
        text = client.get(here, headers={"HX-Request": "false"}).text if not here.endswith((".woff2", ".svg")) else ""
        found = re.findall(r'<(?:link|script)[^>]*(?:href|src)="([^"]+)"', text) if here == address else []
        found += re.findall(r'url\("?([^")]+)"?\)', text) if here.endswith(".css") else []
        found += re.findall(r'from "([^"]+)"', text) if here.endswith(".js") else []
        todo += [urljoin(here, name) for name in found if not name.startswith(("data:", "#", "http"))]
    for name, size in sorted(seen.items(), key=lambda entry: -entry[1])[:12]:
        print(f"  {size:7d}  {name.rsplit('/', 1)[-1][:40]}")
    return sum(seen.values())


if __name__ == "__main__":
    main()
