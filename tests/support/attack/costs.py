"""``python -m tests.support.attack.costs``: what the worst request of each route costs in processor time and on the disk, as the table of docs/server.md."""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from anyio import CapacityLimiter, to_thread
from sqlalchemy import insert, select

from groundfloor.guide.puzzles import puzzles
from groundfloor.server.app import create_app
from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.administration import routes as admin
from groundfloor.server.club.moderation import report_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.moderation.rows import ReportRow
from groundfloor.server.club.ratings import storage as ratings
from groundfloor.server.context import AppContext
from groundfloor.server.database import schema
from groundfloor.server.database.database import writing
from groundfloor.server.database.rows import AccountRow, FinishedGame, FinishedSeat, RatedGame, SessionRow
from groundfloor.server.database.sqlite import FILE as DATABASE
from groundfloor.server.database.store import Store
from groundfloor.server.every_route import ROUTES
from groundfloor.server.game.storage import browsers, finished_games, games
from groundfloor.server.http.route import PER_FILE
from groundfloor.server.http.security import hash_of
from groundfloor.table.value import SeatValue, TableValue
from tests.support.long_records import large_record
from tests.support.question_records import standing_record
from tests.support.quick_server import running
from tests.support.stores import new_game

from .attacks import golden_text, results_text
from .client import get, post_file, post_form, post_json
from .document import markdown, write_table
from .exchange import JSON, Answer, Connection, Headers, Request
from .tables import KNOWING_BROWSER, store_tables

DOCUMENT = Path(__file__).parents[3] / "docs" / "server.md"
COLUMNS = ("routes", "worst request", "limits", "event loop", "readers", "heavy", "writer", "others", "disk", "what stays in memory")
LOOP, READERS, HEAVY, WRITER, OTHERS = "event loop", "readers", "heavy", "writer", "others"
THREADS = (LOOP, READERS, HEAVY, WRITER, OTHERS)
RUNS = 5
"""Requests of which the median is given, after a first one that warms up."""
SETTLE = 0.02
"""Seconds that work may go on after an answer."""
KNOWING: Headers = ((b"Cookie", b"groundfloor=" + KNOWING_BROWSER.encode()), (b"Accept-Encoding", b"gzip"))
COLLECTOR: Headers = ((b"Cookie", b"groundfloor=browser-with-2000-results"), (b"Accept-Encoding", b"gzip"))
ADMINISTRATOR: Headers = ((b"Cookie", b"groundfloor_session=administrator"), (b"Accept-Encoding", b"gzip"))
GZIP: Headers = ((b"Accept-Encoding", b"gzip"),)
GERMAN: Headers = ((b"Accept-Language", b"de"),)
TYPED = "kaufe n pr e pr um nischenmarkt"
"""A line that could mean many purchases, and means none."""
HOUSE_VALUES = "factory.price = [3, 2, 1]\n" + "\n".join(f"# {number}" + "-" * 90 for number in range(600))
LONG_MESSAGE = "@Ben ?at=0 " * 44
STYLE_SHEET = re.compile(r"/static/\w+/board\.css")


@dataclass
class World:
    """What requests are about: tables that are as long as they can be. ``ask`` sends a request to the server that is measured."""

    ask: Callable[[Request], Answer]
    game_id: str = ""
    token: str = ""
    shown: str = ""
    over: str = ""
    branch: str = ""
    buyer: str = ""
    talker: str = ""
    table: str = ""
    style_sheet: str = ""
    numbers: Iterator[int] = field(default_factory=count)

    def fill(self, folder: Path) -> None:
        """Opens the tables: one that is played and has 1,990 entries, the same record shown, a finished game, one with many answers, and a browser and an account with 2,000 results."""
        record = large_record(1_990)
        played = self.made(post_json("/api/records", {"record": record, "resume": True}))
        self.game_id, self.token = played["game"], next(seat["token"] for seat in played["seats"])
        self.token = next(seat["token"] for seat in played["seats"] if self.view(seat["token"])["legal"])
        self.shown = self.made(post_json("/api/records", {"record": record}))["game"]
        self.over = self.made(post_json("/api/records", {"record": golden_text("second-two-automas-random")}))["game"]
        buying = self.made(post_json("/api/records", {"record": standing_record("online buy"), "resume": True}))
        self.buyer = next(seat["token"] for seat in buying["seats"] if seat["token"] and self.view(seat["token"])["legal"])
        self.branch = self.made(post_json(f"/api/games/{self.shown}/branches", {"entry": 1, "seat": 1}))["seats"][0]["token"]
        self.talker = self.made(post_json("/api/games", {"seats": [{"name": "Ann"}, {"name": "Ben"}]}))["seats"][0]["token"]
        for number in range(100):
            assert self.ask(post_json(f"/api/seats/{self.talker}/chat", {"text": f"{number} {LONG_MESSAGE}"})).status == 200
        self.style_sheet = str(found[0] if (found := STYLE_SHEET.search(self.ask(get(f"/g/{self.game_id}")).text)) else "")
        for number in range(60):
            self.table = self.made(post_json("/api/lobby", open_table(f"A{number}")))["table"]
            for name in ("Ben", "Cleo", "Dora"):
                assert self.ask(post_json(f"/api/lobby/{self.table}", {"do": "join", "player": name})).status == 200
        for browser in (COLLECTOR, ADMINISTRATOR):
            assert self.ask(post_file("/my-games/import", results_text(), browser)).status == 303

    def made(self, request: Request) -> dict[str, Any]:
        answer = self.ask(request)
        assert answer.status == 201, answer.text
        found: dict[str, Any] = json.loads(answer.text)
        return found

    def view(self, token: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ask(get(f"/api/seats/{token}")).text)
        return found

    def asked_seat(self) -> str:
        """Opens tables against a bot until the person is asked first; returns the token of the seat."""
        new = post_json("/api/games", {"seats": [{"name": "A"}, {"automa": "manager"}], "practice": True})
        while not self.view(token := self.made(new)["seats"][0]["token"])["legal"]:
            pass
        return str(token)

    def hosted(self) -> str:
        """Opens a table for a browser; returns its game id."""
        answer = self.ask(post_form("/new", b"kind-0=here&name-0=A&kind-1=here&name-1=B", COLLECTOR))
        return str(self.view(answer.headers["location"].split("/")[2])["game"])


@dataclass(frozen=True)
class Cost:
    """Routes whose worst requests are alike, as ``METHOD path``; ``make`` returns the request, a different one each time it is called.

    ``memory`` says what the request leaves in memory. Without ``make`` nothing is measured.
    """

    routes: tuple[str, ...]
    worst: str
    memory: str
    make: Callable[[World], Request] | None = None


def path(rest: str, headers: Headers = GZIP) -> Callable[[World], Request]:
    """Returns what makes requests for an address, in which ``{game_id}``, ``{token}``, ``{shown}``, ``{over}``, ``{table}`` and ``{n}``, a new number, are filled in."""
    return lambda world: get(filled(world, rest), headers)


def filled(world: World, rest: str) -> str:
    return rest.format(
        game_id=world.game_id,
        token=world.token,
        shown=world.shown,
        over=world.over,
        talker=world.talker,
        table=world.table,
        style_sheet=world.style_sheet,
        n=next(world.numbers) * 7 % 1_900,
    )


OF_FINISHED_GAMES = ("GET /games", "GET /api/games", "GET /games/archive", "GET /people/{who}", "GET /people/{who}/against/{other}")
"""Routes for which there are many finished games, which take a while to make."""
NOTHING, TABLE = "nothing", "the table: table_megabytes"
BOARDS = "parts of the board, up to a number of bytes; the present of each table"


def hint(world: World) -> Request:
    return get(f"/api/seats/{world.asked_seat()}/hint?strength=3")


def analysis(world: World) -> Request:
    """Begins an analysis, or asks for it."""
    return post_json(f"/api/games/{world.over}/analysis", {"do": "start"})


def open_table(name: str, people: int = 5) -> dict[str, object]:
    return {"player": name, "people": people, "name": f"Table of {name}"}


def last_seat(world: World) -> Request:
    """Joins a table of two."""
    table = world.made(post_json("/api/lobby", open_table(f"A{next(world.numbers)}", 2)))["table"]
    return post_json(f"/api/lobby/{table}", {"do": "join", "player": "Ben"})


def block_host(world: World) -> Request:
    """Blocks the host of a new open table, as a new guest."""
    table = world.made(post_json("/api/lobby", open_table(f"A{next(world.numbers)}")))["table"]
    return post_json("/api/blocks", {"do": "block", "table": table, "number": 0})


COSTS = (
    Cost(("GET /", "GET /new", "GET /learn", "GET /upload", "GET /forget"), "a browser that knows 800 games", NOTHING, path("/", KNOWING)),
    Cost(("POST /new",), "house values of 60 kB", TABLE, lambda world: post_file("/new", HOUSE_VALUES, COLLECTOR, level="manager", opponents="3")),
    Cost(("POST /learn", "POST /learned", "POST /day/{day}"), "a guided game", TABLE, lambda world: post_form("/learn", b"")),
    Cost(("POST /upload", "POST /api/records"), "a record of 2,000 entries", TABLE,
         lambda world: post_json("/api/records", {"record": large_record(1_990)})),
    Cost(("POST /forget",), "deleting a table", NOTHING, lambda world: post_form("/forget", f"do=delete&game={world.hosted()}".encode(), COLLECTOR)),
    Cost(("GET /house-values", "GET /house-values/{name}"), "the form of all values", NOTHING, path("/house-values/second")),
    Cost(("POST /house-values",), "house values of 60 kB", NOTHING,
         lambda world: post_file("/house-values", HOUSE_VALUES)),
    Cost(("GET /day", "GET /day/{day}"), "a browser with 2,000 results", NOTHING, path("/day", COLLECTOR)),
    Cost(("GET /my-games", "GET /my-games/import", "GET /my-games/delete"), "a browser with 2,000 results", NOTHING, path("/my-games", COLLECTOR)),
    Cost(("GET /my-games/games.json",), "2,000 results", NOTHING, path("/my-games/games.json", COLLECTOR)),
    Cost(("GET /my-games/{game}/picture.svg",), "one of 2,000 results", NOTHING, path("/my-games/game-{n}/picture.svg", COLLECTOR)),
    Cost(("GET /my-games/{game}/picture.png",), "one of 2,000 results", NOTHING, path("/my-games/game-{n}/picture.png", COLLECTOR)),
    Cost(("POST /my-games/import", "POST /api/my-games/import"), "2,000 results of a new browser", NOTHING, lambda world: post_file("/my-games/import", results_text())),
    Cost(("POST /my-games/delete",), "a browser without results", NOTHING, lambda world: post_form("/my-games/delete", b"")),
    Cost((*(f"GET /account{path}" for path in ("", "/create", "/log-in", "/log-out", "/recover", "/password", "/recovery-codes", "/sessions", "/guest", "/passkeys", "/tokens", "/bots", "/delete")),
          "GET /api/account", "GET /api/account/settings", "GET /settings", "GET /api/account/friends", "GET /friends"), "a guest", NOTHING, path("/account")),
    Cost(("GET /account/data.json", "GET /api/account/data"), "an account with 2,000 results", "a piece of 64 kB, and 100 rows", path("/account/data.json", ADMINISTRATOR)),
    Cost(("POST /account/create", "POST /api/account"), "a new account", NOTHING,
         lambda world: post_json("/api/account", {"name": f"Person {next(world.numbers)}", "password": "long enough"})),
    Cost((*(f"POST {base}/{path}" for base in ("/account", "/api/account") for path in ("log-in", "recover", "password", "recovery-codes", "delete")),), "a wrong password", NOTHING,
         lambda world: post_json("/api/account/log-in", {"name": f"Nobody {next(world.numbers)}", "password": "not the password"})),
    Cost(("POST /account/passkeys", *(f"POST /api/account/passkeys{path}" for path in ("", "/options", "/rename", "/remove"))), "a challenge for a passkey", NOTHING,
         lambda world: Request("POST", b"/api/account/passkeys/options", (*JSON, (b"Host", b"localhost")), b'{"for": "log-in"}')),
    Cost((*(f"POST {base}/{path}" for base in ("/account", "/api/account") for path in ("tokens", "bots")), "POST /api/account/tokens/revoke", "POST /api/account/bots/delete"), "a guest", NOTHING,
         lambda world: post_json("/api/account/bots", {"name": f"Bot {next(world.numbers)}"})),
    Cost(("POST /account/log-out", "POST /account/sessions", "POST /account/guest", "POST /api/account/log-out", "POST /api/account/sessions", "POST /api/account/sessions/everywhere", "POST /api/account/guest", "POST /api/account/settings", "POST /settings", "POST /api/account/friends", "POST /friends", *(f"POST {base}/{path}" for base in ("/lobby", "/api/lobby") for path in ("chat", "{table}/chat"))), "a guest", NOTHING, lambda world: post_form("/account/log-out", b"")),
    Cost(("GET /admin", *(f"GET {base}{path}" for base in ("", "/api") for path in admin.PATHS)), "50 reports", NOTHING, path("/admin", ADMINISTRATOR)),
    Cost((*(f"POST {base}{path}" for base in ("", "/api") for path in admin.CHANGING),), "a ban", NOTHING,
         lambda world: post_json("/api/admin/bans", {"do": "ban", "address": f"203.0.113.{next(world.numbers)}", "reason": "Spam"}, ADMINISTRATOR)),
    Cost(("GET /lobby", "GET /lobby/chat", "GET /api/lobby", "GET /api/lobby/chat"), "60 tables of five", NOTHING, path("/lobby", COLLECTOR)),
    Cost(("POST /lobby", "POST /api/lobby"), "an open table", NOTHING, lambda world: post_json("/api/lobby", open_table(f"A{next(world.numbers)}"))),
    Cost(("GET /lobby/{table}", "GET /lobby/{table}/chat", "GET /api/lobby/{table}", "GET /api/lobby/{table}/chat"), "a table of five", NOTHING, path("/lobby/{table}")),
    Cost(("POST /lobby/{table}", "POST /api/lobby/{table}"), "the last seat, with which the game begins", TABLE, last_seat),
    Cost(("GET /ratings", "GET /api/ratings"), "49 people of a pool", NOTHING, path("/ratings")),
    Cost(("GET /blocks", "GET /api/blocks"), "a guest", NOTHING, path("/blocks")),
    Cost(("POST /blocks", "POST /api/blocks"), "a host who opened a table of five", NOTHING, block_host),
    Cost(("GET /hours", "GET /api/hours"), "a guest", NOTHING, path("/hours")),
    Cost(("POST /hours", "POST /api/hours"), "a new guest", NOTHING, lambda world: post_json("/api/hours", {"do": "hours", "time_zone": "Europe/Berlin", "from": "09:00", "to": "22:00"})),
    Cost(("GET /notices/addresses", "GET /notices/confirm/{address}/{proof}", "GET /notices/off/{address}/{proof}", "GET /api/notices/addresses"), "a guest", NOTHING, path("/notices/addresses")),
    Cost(("POST /notices/addresses", "POST /api/notices/addresses", "POST /g/{game_id}/notices", "POST /s/{token}/notices"), "a webhook of a new guest", NOTHING,
         lambda world: post_json("/api/notices/addresses", {"do": "add", "transport": "slack", "address": f"https://hooks.example/{next(world.numbers)}"})),
    Cost(("POST /notices/confirm/{address}/{proof}", "POST /notices/off/{address}/{proof}"), "a link that nobody was sent", NOTHING, lambda world: post_form("/notices/off/a/b", b"")),
    Cost(("GET /about", "GET /rights", "GET /how-to-play", "GET /learned", "GET /offline", "GET /manifest.webmanifest", "GET /api/openapi.json", "GET /api/site"), "the longest of these pages", NOTHING, path("/how-to-play")),
    Cost(("GET /service-worker.js",), "the script", NOTHING, path("/service-worker.js")),
    Cost(("GET /api/followed",), "a browser that follows nothing", NOTHING, path("/api/followed", KNOWING)),
    Cost(("POST /g/{game_id}/follow", "POST /api/games/{game_id}/follow"), "a new table", NOTHING, lambda world: post_json(f"/api/games/{world.game_id}/follow", {"follow": True})),
    Cost(("GET /notices", "GET /api/notices"), "a browser that knows 800 games", NOTHING, path("/notices", KNOWING)),
    Cost(("POST /notices", "POST /api/notices"), "settings of a new guest", NOTHING, lambda world: post_json("/api/notices", {"do": "settings", "delay_minutes": 15})),
    Cost(("GET /games", "GET /api/games"), "2,000 of 5,000 games looked at, none of which fits", NOTHING, path("/games?company=bots&seats=6")),
    Cost(("GET /games/archive",), "each 2,000 of up to 100,000 games", "a batch of 100 games", path("/games/archive?after=3000&n={n}")),
    Cost(("GET /people/{who}", "GET /api/people/{who}"), "somebody with 5,000 games", NOTHING, path("/people/Person%200")),
    Cost(("GET /people/{who}/against/{other}", "GET /api/people/{who}/against/{other}"), "two people with 5,000 games together", NOTHING, path("/people/Person%200/against/Person%201")),
    Cost(("GET /next", "GET /api/next", "GET /g/{game_id}/play"), "a browser that knows 800 games", NOTHING, path("/next", KNOWING)),
    Cost(("GET /healthz",), "one every five seconds writes", NOTHING, path("/healthz")),
    Cost(("GET /rules", "GET /rules/{name}"), "both lengths, and a search", "the rules of each ruleset, language and length", path("/rules/second?length=both&q=e{n}")),
    Cost(("GET /rules/differences",), "the page", NOTHING, path("/rules/differences")),
    Cost(("GET /rules/aid", "GET /rules/{name}/aid", "GET /g/{game_id}/rules/aid"), "the page", NOTHING, path("/g/{game_id}/rules/aid")),
    Cost(("GET /g/{game_id}/rules", "GET /g/{game_id}/rules/panel"), "both lengths, and a search", NOTHING, path("/g/{game_id}/rules?length=both&q=e{n}")),
    Cost(("GET /g/{game_id}/rules/purpose",), "a space", NOTHING, path("/g/{game_id}/rules/purpose?of=company:0")),
    Cost(("GET /events", "GET /g/{game_id}/events"), "32 games and subscriptions", "64 messages a stream"),
    Cost(("GET /g/{game_id}/record", "GET /api/games/{game_id}/record"), "2,000 entries", NOTHING, path("/g/{game_id}/record")),
    Cost(("GET /g/{game_id}/picture.svg",), "a finished game", NOTHING, path("/g/{over}/picture.svg")),
    Cost(("GET /g/{game_id}/film.png",), "a finished game, once", NOTHING, path("/g/{over}/film.png")),
    Cost(("GET /g/{game_id}/picture.png",), "a finished game", NOTHING, path("/g/{over}/picture.png")),
    Cost(("GET /exercises",), "a new browser", NOTHING, path("/exercises")),
    Cost(("GET /exercises/{number}", "GET /exercises/mine/{game_id}/{number}"), "the board of a last round", NOTHING, path("/exercises/1")),
    Cost(("POST /exercises/{number}", "POST /exercises/mine/{game_id}/{number}"), "the best answer to a last round", NOTHING,
         lambda world: post_form("/exercises/1", urlencode({"pick": puzzles()[0].answers[0].text}).encode())),
    Cost(("GET /api/exercises",), "all last rounds", NOTHING, path("/api/exercises")),
    Cost(("GET /api/day/{day}",), "a day with results", NOTHING, path("/api/day/today")),
    Cost(("POST /api/games",), "five seats", TABLE, lambda world: post_json("/api/games", {"seats": [{"name": f"A{next(world.numbers)}"}, *({"name": name} for name in "BCDE")]})),
    Cost(("GET /api/games/{game_id}", "GET /api/seats/{token}"), "a seat that is asked, 2,000 entries", NOTHING, path("/api/seats/{token}")),
    Cost(("POST /api/seats/{token}",), "a typed line where much can be bought", "a draft a seat",
         lambda world: post_json(f"/api/seats/{world.buyer}", {"command": TYPED, "version": world.view(world.buyer)["version"]})),
    Cost(("GET /api/games/{game_id}/seats", "GET /api/seats/{token}/seats"), "two seats", NOTHING, path("/api/seats/{token}/seats")),
    Cost(("GET /api/games/{game_id}/history",), "the longest game", NOTHING, path("/api/games/{over}/history")),
    Cost(("GET /api/games/{game_id}/purposes",), "all of them", NOTHING, path("/api/games/{game_id}/purposes")),
    Cost(("GET /api/games/{game_id}/branches", "GET /api/seats/{token}/branches", "GET /g/{game_id}/branches", "GET /s/{token}/branches"),
         "2,000 entries, after a number of entries", NOTHING, path("/g/{shown}/branches?at={n}")),
    Cost(("POST /api/games/{game_id}/branches", "POST /api/seats/{token}/branches", "POST /g/{game_id}/branches", "POST /s/{token}/branches"),
         "a branch after 1,900 entries", TABLE, lambda world: post_json(f"/api/games/{world.shown}/branches", {"entry": next(world.numbers) * 7 % 1_900, "seat": 0})),
    Cost(("POST /api/seats/{token}/branch", "POST /api/seats/{token}/report"), "a new name", NOTHING, lambda world: post_json(f"/api/seats/{world.branch}/branch", {"do": "rename", "name": f"n{next(world.numbers)}"})),
    Cost(("GET /api/seats/{token}/hint", "GET /s/{token}/hint", "POST /s/{token}/hint", "POST /api/seats/{token}/hint"), "a hint for a new position", "500 hints", hint),
    Cost(("GET /api/games/{game_id}/analysis", "POST /api/games/{game_id}/analysis", "POST /g/{game_id}/analysis", "POST /s/{token}/analysis"),
         "a finished game", "the analyses under way", analysis),
    Cost((*(f"GET {base}/chat" for base in ("/g/{game_id}", "/s/{token}", "/api/games/{game_id}", "/api/seats/{token}")), "GET /api/seats/{token}/note"), "100 messages of 500 characters", NOTHING, path("/s/{talker}/chat")),
    Cost(tuple(f"GET {base}/chat/{{channel}}/{{number}}" for base in ("/g/{game_id}", "/s/{token}")), "a message", NOTHING, path("/s/{talker}/chat/players/1")),
    Cost(tuple(f"POST {base}/chat/{{channel}}/{{number}}" for base in ("/g/{game_id}", "/s/{token}", "/api/games/{game_id}", "/api/seats/{token}")), "deleting a message", NOTHING, lambda world: post_json(f"/api/seats/{world.talker}/chat/players/{next(world.numbers) % 100 + 1}", {"do": "delete"})),
    Cost((*(f"POST {base}/chat" for base in ("/g/{game_id}", "/s/{token}", "/api/games/{game_id}", "/api/seats/{token}")), "POST /api/seats/{token}/note"), "a message at a table with 100 of them", NOTHING, lambda world: post_json(f"/api/seats/{world.talker}/chat", {"text": f"{next(world.numbers)} " + LONG_MESSAGE})),
    Cost(("GET /g/{game_id}", "GET /s/{token}"), "a page of 2,000 entries", BOARDS, path("/s/{token}")),
    Cost(("GET /g/{game_id}/board", "GET /s/{token}/board", "GET /g/{game_id}/at/{number}", "GET /s/{token}/at/{number}"), "the past of 2,000 entries", NOTHING,
         path("/g/{shown}/board?at={n}")),
    Cost(("GET /g/{game_id}/table", "GET /s/{token}/table"), "links and their pictures", NOTHING, path("/s/{token}/table")),
    Cost(("POST /g/{game_id}/table", "POST /s/{token}/table"), "handing a seat to a bot and back", NOTHING,
         lambda world: post_form(f"/s/{world.token}/table", b"seat=0&bot=" + (b"intern", b"")[next(world.numbers) % 2])),
    Cost(("GET /g/{game_id}/companies", "GET /s/{token}/companies", "GET /api/games/{game_id}/companies"), "the longest game", NOTHING, path("/g/{over}/companies")),
    Cost(("GET /g/{game_id}/after", "GET /s/{token}/after"), "the longest game", NOTHING, path("/g/{over}/after")),
    Cost(("POST /g/{game_id}/rematch", "POST /s/{token}/rematch", "POST /g/{game_id}/same-seed", "POST /s/{token}/same-seed"), "the same city", TABLE,
         lambda world: post_form(f"/g/{world.over}/same-seed", f"n={next(world.numbers)}".encode())),
    Cost(("POST /s/{token}",), "a typed line where much can be bought", "a draft a seat",
         lambda world: post_form(f"/s/{world.buyer}", urlencode({"command": TYPED, "version": world.view(world.buyer)["version"]}).encode(), ((b"X-Partial", b"true"), *GERMAN, *GZIP))),
    Cost(("GET /static/{path:path}",), "the largest style sheet", "each file, as it is and compressed", path("{style_sheet}")),
)  # fmt: skip
"""Routes of the same kind together; every route with limits of its own is among them."""


def known_routes() -> set[str]:
    """Returns all routes of the application, as ``METHOD path``."""
    return {*(route.address for route in ROUTES), "GET /static/{path:path}"}


class Meter:
    """Adds up the processor time of the threads that work for requests."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._lock = threading.Lock()

    @contextmanager
    def measuring(self, context: AppContext) -> Iterator[None]:
        """Measures what runs in threads within the block."""
        kinds = (
            (context.work.writer.threads, WRITER),
            (context.work.readers.threads, READERS),
            (context.work.move_answers.threads, READERS),
            (context.work.heavy_work.threads, HEAVY),
        )
        names = {id(limiter): kind for limiter, kind in kinds}
        run = to_thread.run_sync

        async def run_measured(work: Callable[..., Any], *given: Any, limiter: CapacityLimiter | None = None, **options: Any) -> Any:
            return await run(self.measured(work, names.get(id(limiter), OTHERS)), *given, limiter=limiter, **options)

        to_thread.run_sync = run_measured  # type: ignore[assignment]
        try:
            yield
        finally:
            to_thread.run_sync = run

    def measured(self, work: Callable[..., Any], kind: str) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            began = time.thread_time()
            try:
                return work(*given)
            finally:
                with self._lock:
                    self.seconds[kind] += time.thread_time() - began

        return run


def add_people(store: Store) -> None:
    """Adds 50 accounts, one of them an administrator, and 50 reports."""
    for number in range(50):
        account = AccountRow(f"id{number}", f"Person {number}", f"person {number}", "", "2030-01-01T00:00:00+00:00")
        token = hash_of("administrator" if number == 0 else f"token {number}")
        log_in_storage.add_account(
            store, account, ["code"], SessionRow(token, account.id, "Firefox, Linux", account.created, account.created)
        )
        report = ReportRow(
            f"r{number}", account.owner_id, f"{number}", "game", "", 0, "Tuesday: Ben", account.id, "Insults. " * 100, account.created
        )
        report_storage.add(store, report, "", 5)
    moderation_storage.add_administrator(store, "id0", "2030-01-01T00:00:00+00:00")
    add_ratings(store)


def add_ratings(store: Store) -> None:
    """Adds 60 rated games of each pool, all of which person 1 has played, the others in turn."""
    pools = [f"{family}-{count}" for family in ("second", "first") for count in range(2, 7)]
    with writing(store.engine) as connection:
        games = list(connection.execute(select(schema.games.c.id).order_by(schema.games.c.id).limit(60 * len(pools))).scalars())
        for number, game in enumerate(games):
            pool = pools[number % len(pools)]
            accounts = ["id1", *(f"id{2 + (number // len(pools) + seat) % 48}" for seat in range(int(pool[-1]) - 1))]
            players = [{"game": game, "seat": seat, "account": account} for seat, account in enumerate(accounts)]
            connection.execute(insert(schema.seat_accounts), players)
            ratings.add(connection, game, RatedGame(pool, {account: rank for rank, account in enumerate(accounts, 1)}))


def add_finished_games(store: Store) -> None:
    """Adds 5,000 finished games of two people with an account and two guests, whose records are as long as those of the longest games."""
    record = golden_text("second-two-automas-random")
    with writing(store.engine) as connection:
        for number in range(5_000):
            sitting = tuple(SeatValue(n, f"Person {n}", "red", "", f"seat-{n}-{number}") for n in range(4))
            row = games.add(
                connection, replace(new_game(f"finished-{number}"), table=TableValue("Tuesday", sitting, is_listed=True), entries=())
            )
            for seat in (0, 1):
                browsers.remember(connection, f"account:id{seat}", row, [seat])
            at = f"2030-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}+00:00"
            seats = tuple(
                FinishedSeat(n, f"Person {n}", f"person {n}", "person", "", "retail", 40 - n, n + 1, is_own=n < 2) for n in range(4)
            )
            finished = FinishedGame(at, "second", 2, False, False, False, seats, record)
            finished_games.add(connection, row, f"finished-{number}", finished)


def measure(folder: Path, chosen: str) -> list[tuple[str, ...]]:
    """Returns the rows of the table, of the routes whose names contain ``chosen``."""
    store_tables(folder, 5)
    store, meter, apps = Store(folder / "data"), Meter(), []
    add_people(store)
    if any(chosen in route for route in OF_FINISHED_GAMES):
        add_finished_games(store)

    def make_app(port: int) -> Any:
        apps.append(create_app(store, port=port))
        return apps[-1]

    rows = []
    with running(make_app) as address, meter.measuring(apps[0].state.context):
        server = next(
            thread for thread in threading.enumerate() if thread.name.startswith("Thread-") and thread is not threading.current_thread()
        )
        clock = time.pthread_getcpuclockid(server.ident or 0)
        connection = Connection(int(address.rpartition(":")[2]), "127.0.0.1")
        world = World(connection.send)
        world.fill(folder)
        size = size_of(folder)
        for cost in COSTS:
            if not any(chosen in route for route in cost.routes):
                continue
            found: list[dict[str, float]] = []
            sizes: list[float] = []
            for _ in range(RUNS + 1 if cost.make is not None else 0):
                assert cost.make is not None
                request, before = cost.make(world), size()
                meter.seconds.clear()
                began = time.clock_gettime(clock)
                answer = connection.send(request)
                time.sleep(SETTLE)
                found.append({**meter.seconds, LOOP: time.clock_gettime(clock) - began})
                sizes.append(size() - before)
            rows.append(row_of(cost, found[1:], sizes[1:]))
            print(" | ".join(rows[-1]), answer.status if found else "", file=sys.stderr, flush=True)
    store.close()
    return rows


def size_of(folder: Path) -> Callable[[], float]:

    def size() -> float:
        with closing(sqlite3.connect(folder / "data" / DATABASE)) as connection:
            return float(connection.execute("PRAGMA page_count").fetchone()[0]) * 4096 / 1000

    return size


def limits_of(cost: Cost) -> str:
    """Returns what limits the requests of routes, as they say."""
    said = {route.address: (*route.limited_by, *(("administrators alone",) if route.rights == "administrator" else ())) for route in ROUTES}
    return "; ".join(", ".join(map(str, limits)) for limits in dict.fromkeys(said.get(route, PER_FILE) for route in cost.routes))


def row_of(cost: Cost, found: list[dict[str, float]], sizes: list[float]) -> tuple[str, ...]:
    """Returns a row of the table: milliseconds of each kind of threads and kB on the disk, "" where there are less than 0.1."""
    milliseconds = [statistics.median([each.get(kind, 0.0) for each in found] or [0.0]) * 1000 for kind in THREADS]
    return (
        ", ".join(f"`{route}`" for route in cost.routes),
        cost.worst,
        limits_of(cost),
        *(f"{each:.1f}" if each >= 0.1 else "" for each in milliseconds),
        f"{statistics.mean(sizes):.0f} kB" if sizes and statistics.mean(sizes) >= 1 else "",
        cost.memory,
    )


def main() -> int:
    """Prints the table, or writes it into docs/server.md."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.attack.costs", description=__doc__)
    parser.add_argument("routes", nargs="?", default="", help="a part of the routes' names; all by default")
    parser.add_argument("--write", action="store_true", help="write the table into docs/server.md")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(Path(folder), chosen.routes)
    if chosen.write:
        write_table(DOCUMENT, "costs", markdown(COLUMNS, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
