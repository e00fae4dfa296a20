"""What one client does in each attack until its time is over. The name of an attack is that of its function."""

from __future__ import annotations

import json
import random
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain, count, cycle, repeat, takewhile
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from msgspec.structs import replace

from groundfloor.results import format_games_file
from groundfloor.results.transfer import FORMAT, KIND
from groundfloor.server.every_route import ROUTES
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.route import Route
from groundfloor.table.creation import PUBLIC_ID_LETTERS
from tests.support.long_records import large_record
from tests.support.other_servers import HOST
from tests.support.question_records import standing_record
from tests.support.results import result

from .client import Client, get, post_file, post_form, post_json, take_seat
from .exchange import JSON, Answer, Connection, Headers, Request, connect
from .malformed import fill_all, filled_routes, malformed
from .tables import KNOWING_BROWSER

GOLDEN = Path(__file__).parents[2] / "golden"
RESULTS = 2_000
TABLES = 60
"""Tables that a client may open in an hour."""
MANY = 150
"""Connections of a client that uses almost all that it may have."""
WATCHERS = 10
"""Browsers with slow webhooks of a client."""
SLOW_PATH, SLOW_SECONDS = "/slow", 9.0
"""Where webhooks answer slowly, and after how long: they are given up after ten seconds."""
MOST_STREAMS = 64
"""Streams that the server allows a client."""
SENDERS = 8
"""Threads of a client that sends malformed requests."""
DIGEST = re.compile(r' data-digest="([\w-]+)"')
PASSWORD = "long enough"
SESSION = re.compile(r"groundfloor_session=[^;]+")
GZIP = ((b"Accept-Encoding", b"gzip"),)


def results_text(count: int = RESULTS) -> str:
    one = result(1)
    return format_games_file(replace(one, game=f"game-{number}") for number in range(count))


def golden_text(name: str) -> str:
    return (GOLDEN / f"{name}.gfr").read_text()


def created_by(client: Client, requests: Iterable[Request], connections: int = 8) -> list[dict[str, Any]]:
    """Sends requests for new tables; returns what was answered for those that were opened."""
    found: list[dict[str, Any]] = []

    def read(answer: Answer) -> None:
        if answer.status == 201:
            found.append(json.loads(answer.text))

    client.flood(iter(requests), connections, read=read)
    return found


def new_table(*automas: str, name: str = "Ann", **changes: object) -> Request:
    """Returns the request for a table of one person with these Automas or bots, or of two people."""
    others = [{"automa": automa} for automa in automas] or [{"name": "Ben"}]
    return post_json("/api/games", {"seats": [{"name": name}, *others], **changes})


# Found in the first review


def cookies(client: Client) -> None:
    """Sends cookies of 31,000 backslashes in quotes, which ``http.cookies`` of old Pythons reads in quadratic time."""
    quoted = b'"' + b"\\" * 31_000 + b'"'
    client.flood(
        cycle(get(path, ((b"Cookie", name + b"=" + quoted),)) for path in ("/", "/my-games") for name in (b"groundfloor", b"lang"))
    )


def results_pages(client: Client) -> None:
    """Imports 2,000 results, then asks for pages of results on 150 connections, for that browser and for one that knows 800 games."""
    client.ask(post_file("/my-games/import", results_text(), client.cookie))
    browsers = (client.cookie, ((b"Cookie", b"groundfloor=" + KNOWING_BROWSER.encode()),))
    client.flood(cycle(get(path, browser) for browser in browsers for path in ("/day", "/my-games", "/my-games/games.json")), MANY)


def uploads(client: Client) -> None:
    """Uploads records of 2,000 entries for two fifths of the time, as the disk would seem to grow on for an hour if it went on in the second half, then looks at boards of the past of them, as if it had other boards already."""
    record, rest = large_record(1_990), client.seconds_left * 0.6
    text = takewhile(lambda _: client.seconds_left > rest, [post_json("/api/records", {"record": record})] * (TABLES - 2))
    game_ids = [each["game"] for each in created_by(client, text)] or [client.target.game_id]
    shown: list[bytes] = []

    def read(answer: Answer) -> None:
        if found := DIGEST.findall(answer.text):
            shown.append("".join(found).encode())

    def boards() -> Iterator[Request]:
        for number in chain.from_iterable(repeat(range(0, 1_990, 7))):
            for game_id in game_ids[number % 3 :: 3]:
                known = ((b"X-Regions", shown[number % len(shown)]),) if shown and number % 4 else ()
                language = ((b"Accept-Language", (b"de", b"en")[number % 2]),)
                yield get(f"/g/{game_id}/board?at={number}", (*known, *language, (b"X-Partial", b"true")))

    client.flood(boards(), read=read)


def imports(client: Client) -> None:
    """Imports 2,000 results without a cookie, again and again: each time for a new player."""
    client.flood(repeat(post_file("/my-games/import", results_text())), 8)


def game_files(client: Client) -> None:
    """Imports files of a thousand games without records, of records that are too long, and of games that come from each other, for whose branches it asks."""
    dice, record = random.Random(client.source), golden_text("second-5-random")
    ids = ["".join(dice.choice(PUBLIC_ID_LETTERS) for _ in range(10)) for _ in range(3)]
    in_circle = [
        {"game": id, "name": id, "record": record.replace("\nhash", f"\nbranch {ids[n - 1]} 3\nhash", 1)} for n, id in enumerate(ids)
    ]
    stubs = [{"game": f"game{number}", "name": "", "record": ""} for number in range(1_000)]
    long = [{"game": f"{ids[0][:8]}{dice.choice(PUBLIC_ID_LETTERS)}2", "name": "", "record": large_record(100_000)}]
    files = [json.dumps({"kind": KIND, "format": FORMAT, "results": [], "games": games}) for games in (in_circle, stubs, long)]

    def requests() -> Iterator[Request]:
        for file in cycle(files):
            yield post_file("/my-games/import", file, client.cookie)
            yield from (get(f"/g/{id}/branches", client.cookie) for id in ids)
            yield from (get(f"/api/games/{id}/branches?g={'&g='.join(ids)}") for id in ids)

    client.flood(requests(), 8)


def toggles(client: Client) -> None:
    """Hands a seat to a bot and takes it back, plans and drops plans, switches preferences, moves and undoes, without end."""
    seats = [seat for each in created_by(client, [new_table()] * 2) for seat in each["seats"]]
    bodies = (
        {"bot": "intern"},
        {"bot": ""},
        {"set": "skips_hiring:on"},
        {"set": "skips_hiring:off"},
        {"plan": "add hire"},
        {"plan": "if 1 at most 3"},
        {"plan": "start"},
        {"plan": "clear"},
        {"seen": 1},
    )
    tokens = [seat["token"] for seat in seats]
    client.flood(cycle(post_json(f"/api/seats/{token}", body) for token in tokens for body in bodies), 8)


def percent_forms(client: Client) -> None:
    """Sends forms of percent signs, as long as any form may be, and as long as one of this type may be."""
    sizes = (("/my-games/import", 970_000), ("/my-games/import", 59_000), ("/new", 59_000), ("/house-values", 59_000))
    client.flood(cycle(post_form(path, b"text=" + b"%" * size) for path, size in sizes), 8)


def tycoons(client: Client) -> None:
    """Opens 60 tables of Tycoons who play all seats, and follows them."""
    opened = created_by(client, [new_table("tycoon", "tycoon", "tycoon")] * TABLES)
    client.flood(post_json(f"/api/seats/{each['seats'][0]['token']}", {"bot": "tycoon"}) for each in opened)
    watched = "&".join(f"g={each['game']}" for each in opened[:30])
    head = f"GET /events?{watched} HTTP/1.1\r\nHost: 127.0.0.1:{client.target.port}\r\n\r\n"
    client.hold([head.encode()] * 2)


def advice(client: Client) -> None:
    """Begins 20 analyses, and asks for hints at 20 tables, at each position anew."""
    shown = created_by(client, [post_json("/api/records", {"record": golden_text("second-5-random")})] * 20)
    client.flood(post_json(f"/api/games/{each['game']}/analysis", {"do": "start"}) for each in shown)
    opened = created_by(client, [new_table("manager", practice=True)] * 20)

    def take_hints(token: str) -> None:
        while client.seconds_left:
            answer = client.ask(get(f"/api/seats/{token}"))
            view = json.loads(answer.text) if answer.status == 200 else {}
            client.ask(get(f"/s/{token}/hint?take=yes&strength=3"))
            if view.get("legal"):
                client.ask(post_json(f"/api/seats/{token}", {"apply": [view["legal"][0]["action"]], "version": view["version"]}))

    with ThreadPoolExecutor(len(opened) or 1) as pool:
        list(pool.map(take_hints, [each["seats"][0]["token"] for each in opened]))


def garbage(client: Client) -> None:
    """Sends junk where a chunk should come after a POST that is refused, and lines that are no requests, each on a new connection."""
    host = f"Host: 127.0.0.1:{client.target.port}\r\n".encode()
    refused = b"POST /api/games HTTP/1.1\r\n" + host + b"Sec-Fetch-Site: cross-site\r\nTransfer-Encoding: chunked\r\n\r\n"
    texts = (
        (refused, b"junk\r\njunk\r\n"),
        (b"\x16\x03\x01\x02\x00\x01\xff\xfe junk\r\n\r\n", b""),
        (b"GET / HTTP/9.9\r\n" + host + b"\r\n", b""),
    )

    def work() -> None:
        for first, second in cycle(texts):
            if not client.seconds_left:
                break
            with suppress(OSError), connect(client.target.port, client.source, 5) as connection:
                client.note(send_junk(connection, first, second))

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(work) for _ in range(8)]:
            done.result()


def send_junk(connection: socket.socket, first: bytes, second: bytes) -> int:
    """Sends the beginning of a request, waits for an answer, and sends the rest; returns the status of the answer, 0 for none."""
    connection.sendall(first)
    answer = connection.recv(4096).split(b" ")
    if second:
        connection.sendall(second)
        connection.recv(4096)
    return int(answer[1]) if len(answer) > 1 and answer[1].isdigit() else 0


def static_files(client: Client) -> None:
    """Loads the largest style sheet on 150 connections, compressed, as fast as it comes."""
    client.flood(repeat(get(client.target.style_sheet, GZIP)), MANY, is_patient=False)


def pictures(client: Client) -> None:
    """Asks for results as pixels: of 2,000 imported results, and of a finished game."""
    client.ask(post_file("/my-games/import", results_text(), client.cookie))
    shown = created_by(client, [post_json("/api/records", {"record": golden_text("second-5-random")})])
    games = cycle([f"/g/{each['game']}/picture.png" for each in shown] or ["/g/none/picture.png"])
    own = cycle(f"/my-games/game-{number}/picture.png" for number in range(RESULTS))
    client.flood(get(path, client.cookie) for pair in zip(own, games, strict=False) for path in pair)


def past(client: Client) -> None:
    """Asks for boards after numbers of entries that are as long as an address can be, and never twice the same."""
    dice, target = random.Random(client.source), client.target

    def requests() -> Iterator[Request]:
        for path in cycle((f"/g/{target.game_id}/board?at=%s", f"/s/{target.token}/board?at=%s", f"/g/{target.game_id}/at/%s")):
            yield get(path % dice.randrange(10 ** dice.choice((1, 2, 3, 10, 300))))

    client.flood(requests())


def names(client: Client) -> None:
    """Opens tables whose names are as long as they can be, of letters with combining marks and of alike letters, and asks for their pages."""
    marks = ("a" + "\u0301" * 39, "\U0001f469\u200d" * 20, "\u0410" * 40, "\ufdfa" * 40)
    opened = created_by(client, [new_table(name=marks[number % len(marks)]) for number in range(TABLES)])
    pages = [f"/s/{seat['token']}{rest}" for each in opened for seat in each["seats"] for rest in ("", "/table", "/board")]
    client.flood(cycle(get(path) for path in pages or ["/"]))


def typed_lines(client: Client) -> None:
    """Types lines of twelve single letters, each a different one, in both languages, where much can be bought."""
    dice, record = random.Random(client.source), standing_record("online buy")
    opened = created_by(client, [post_json("/api/records", {"record": record, "resume": True})] * 4)
    tokens = [seat["token"] for each in opened for seat in each["seats"] if not seat["automa"]] or [client.target.token]
    version = json.loads(client.ask(get(f"/api/seats/{tokens[0]}")).text)["version"]

    def requests() -> Iterator[Request]:
        for token in cycle(tokens):
            letters = "+".join(dice.choice("abcdefghijklmnoprstuvw123") for _ in range(12))
            language = ((b"Accept-Language", dice.choice((b"de", b"en"))), (b"X-Partial", b"true"))
            yield post_form(f"/s/{token}", f"command={letters}&version={version}".encode(), language)

    client.flood(requests(), 8)


# Found in the second review


def small_pieces(client: Client) -> None:
    """Sends requests of 7,000 headers, and bodies in chunks of one byte, as long as a body may be."""
    chunks = b"1\r\n0\r\n" * 200_000 + b"0\r\n\r\n"
    many = get("/about", ((b"a", b""),) * 7_000)
    client.flood(cycle((many, Request("POST", b"/api/games", (*JSON, (b"Transfer-Encoding", b"chunked")), chunks))), 8)


def uncounted(client: Client) -> None:
    """Asks for the health of the server, and for pages under the name of another one, on 150 connections, as fast as it answers."""
    client.flood(cycle((get("/healthz"), get("/", ((b"Host", b"elsewhere.example"),)))), MANY, is_patient=False)


# On accounts and the lobby


def log_ins(client: Client) -> None:
    """Tries passwords and recovery codes under many names, and under one that somebody has, on pages and over the API."""
    client.ask(post_json("/api/account", {"name": "Ann", "password": PASSWORD}))
    numbers = count()

    def requests() -> Iterator[Request]:
        for base in cycle(("/api/account", "/account")):
            for name in ("Ann", f"Person {next(numbers)}", "\u0410" * 40, "x" * 9_000):
                log_in = {"name": name, "password": f"{next(numbers)}" * 40}
                for path, fields in (("log-in", log_in), ("recover", {**log_in, "code": "abcd-abcd-abcd-abcd"})):
                    yield (
                        post_json(f"{base}/{path}", fields)
                        if base.startswith("/api")
                        else post_form(f"{base}/{path}", urlencode(fields).encode())
                    )

    client.flood(requests(), is_patient=False)


def accounts(client: Client) -> None:
    """Creates accounts until it may no more, and under names that are taken; with them asks for all their data, changes settings, and ends sessions."""
    opened: list[Headers] = []

    def read(answer: Answer) -> None:
        if answer.status == 201 and (found := SESSION.search(answer.headers.get("set-cookie", ""))):
            opened.append(((b"Cookie", found[0].encode()),))

    client.flood(
        (post_json("/api/account", {"name": f"Person {number}", "password": PASSWORD}) for number in range(TABLES)),
        is_patient=False,
        read=read,
    )
    bodies = (
        ("settings", {"sound": True}), ("settings", {"language": "de", "sound": False}), ("sessions", {"end": "none"}), ("password", {"old": "x", "password": PASSWORD}),
        ("recovery-codes", {"password": "x"}), ("delete", {"password": "x"}),
    )  # fmt: skip

    def requests() -> Iterator[Request]:
        for session in cycle(opened or [()]):
            for path, body in bodies:
                yield get("/api/account/data", session)
                yield with_headers(post_json(f"/api/account/{path}", body), session)
            yield from (get(path, session) for path in ("/account", "/settings", "/", "/lobby", "/my-games"))
            yield post_json("/api/account", {"name": "Person 1", "password": PASSWORD})

    client.flood(requests(), is_patient=False)


def passkeys(client: Client) -> None:
    """Asks for challenges without end, which are stored, and sends answers of passkeys that are none, short, long and deep."""
    host = ((b"Host", f"localhost:{client.target.port}".encode()),)
    junk: tuple[object, ...] = (
        {},
        {"id": "x" * 9_000},
        {"rawId": "AA", "response": {"clientDataJSON": "A" * 9_000}},
        {"response": {"a": [[[[[]]]]]}},
    )

    def requests() -> Iterator[Request]:
        for number in count():
            yield with_headers(post_json("/api/account/passkeys/options", {"for": "log-in"}), host)
            yield with_headers(post_json("/api/account/passkeys/options", {"for": "create", "name": f"Person {number}"}), host)
            for path in ("", "/log-in"):
                yield with_headers(post_json(f"/api/account{path}", {"passkey": junk[number % len(junk)]}), host)

    client.flood(requests(), is_patient=False)


def lobby(client: Client) -> None:
    """Opens tables as many browsers, joins and leaves them, begins some, and looks at the lobby by all filters."""
    numbers = count()

    def browser() -> Headers:
        return ((b"Cookie", f"groundfloor=attacker-{client.source}-{next(numbers)}".encode()),)

    opened: list[str] = []

    def read(answer: Answer) -> None:
        if answer.status == 201:
            opened.append(json.loads(answer.text)["table"])

    house = {"factory.price": [3, 2, 1]}
    tables = [
        post_json("/api/lobby", {"player": f"A{number}", "people": 5, "house": house, "name": "\u0410" * 60})
        for number in range(TABLES - 5)
    ]
    client.flood((with_headers(table, browser()) for table in tables), 8, read=read)

    def requests() -> Iterator[Request]:
        for table in cycle(opened or ["none"]):
            who = browser()
            for body in (
                {"do": "join", "player": f"B{next(numbers)}"},
                {"do": "begin"},
                {"do": "join", "player": "Else", "colour": "blue"},
                {"do": "leave"},
            ):
                yield with_headers(post_json(f"/api/lobby/{table}", body), who)
            yield from (
                get(path, who)
                for path in (f"/lobby/{table}", f"/api/lobby/{table}", "/lobby?pace=live&players=5", "/api/lobby?ruleset=second", "/next")
            )

    client.flood(requests(), is_patient=False)


def proposals(client: Client) -> None:
    """Proposes a pause at tables of two and withdraws it, agrees and resumes, and follows as many tables as it knows, without end."""
    opened = created_by(client, [new_table() for _ in range(8)])
    seats = [(each["game"], *(seat["token"] for seat in each["seats"])) for each in opened] or [
        (client.target.game_id, client.target.token, client.target.token)
    ]

    def requests() -> Iterator[Request]:
        for game_id, first, second in cycle(seats):
            for token, body in (
                (first, {"propose": "pause"}), (second, {"refuse": "1 0 pause"}), (first, {"propose": "undo"}), (second, {"propose": "resume"}),
                (second, {"agree": "1 0 pause"}), (first, {"agree": "x" * 9_000}),
            ):  # fmt: skip
                yield post_json(f"/api/seats/{token}", {**body, "version": 1})
            yield from (
                with_headers(post_json(f"/api/games/{game_id}/follow", {"follow": follow}), client.cookie) for follow in (True, False)
            )
            yield from (get("/api/followed", client.cookie), get(f"/s/{first}/board"))

    client.flood(requests(), is_patient=False)


def with_headers(request: Request, more: Headers) -> Request:
    """Returns a request with further headers."""
    return Request(request.method, request.target, (*request.headers, *more), request.body, request.label)


# Inputs made by a rule


ALPHABETS = (
    "\u0300\u0323",
    "\u05ae\u0301\u0327",
    "\u0410",
    "\ufdfa",
    "\U0001f469\u200d",
    "%",
    "\\",
    "[",
    "a.",
    "a ",
    "x",
    "0",
    "&",
    "\u202e",
    "\x00",
)
"""What long texts are made of: marks that have to be put in order, letters that become many, what parsers look at."""
JSON_FIELDS = (
    "name", "password", "code", "old", "for", "text", "note", "do", "command", "apply", "pick", "plan", "set", "propose", "agree", "guide", "house", "options", "seats", "record", "player",
    "colour", "friend", "address", "endpoint", "label", "passkey", "day", "opponent", "idempotency_key",
)  # fmt: skip
HEADER_NAMES = (
    b"Accept-Language",
    b"User-Agent",
    b"Origin",
    b"Idempotency-Key",
    b"Authorization",
    b"X-Regions",
    b"Cookie",
    b"If-None-Match",
)


def long_text(dice: random.Random, most: int = 60_000) -> str:
    """Returns a text of a random length, of random pieces of one or two kinds."""
    kinds = [dice.choice(ALPHABETS) for _ in range(dice.choice((1, 1, 2)))]
    count = int(10 ** dice.uniform(2, 5)) // len(kinds[0].encode())
    return "".join(dice.choice(kinds) for _ in range(min(count, most // 4)))


def long_texts(client: Client) -> None:
    """Sends long texts of marks, of alike letters and of what parsers look at: in any field of any route, in paths, queries and headers."""
    dice, target = random.Random(client.source), client.target
    paths = filled_routes(target.game_id, target.token)

    def requests() -> Iterator[Request]:
        while True:
            (path, method), text = dice.choice(paths), long_text(dice)
            where = dice.choice(("field", "field", "field", "path", "query", "header"))
            if where == "path":
                yield Request(method, f"{path.rpartition('/')[0]}/{quote(text[:3_000])}".encode()[:30_000])
            elif where == "query":
                yield Request(
                    method, f"{path}?{dice.choice(('q', 'at', 'of', 'person', 'w', 'x'))}={quote(text[:3_000])}".encode()[:30_000]
                )
            elif where == "header":
                value = text.encode().replace(b"\x00", b"")[:30_000]
                yield Request(method, path.encode(), ((dice.choice(HEADER_NAMES), value),))
            elif method == "POST":
                name = dice.choice(JSON_FIELDS)
                if path.startswith("/api/"):
                    yield post_json(path, {"name": "Ann", "password": PASSWORD, "version": 1, name: text})
                else:
                    fields = {"name": "Ann", "password": PASSWORD} | ({name: text} if name != "text" else {})
                    yield post_file(path, text if name == "text" else "", (), **fields)

    client.flood(requests(), 60, is_patient=False)


def cookie_pairs(client: Client) -> None:
    """Sends as many cookies as headers have room for, of random names and values, to random pages."""
    dice = random.Random(client.source)
    paths = ("/", "/my-games", "/lobby", "/rules", f"/g/{client.target.game_id}", "/api/lobby")
    names = ("a", "", "groundfloor", "groundfloor_session", "language", "rules_length", "x" * 40)

    def requests() -> Iterator[Request]:
        while True:
            pairs = (f"{dice.choice(names)}{dice.choice(('=', '', '=='))}{dice.choice(('', '1', 'x' * 30))}" for _ in range(10_000))
            yield get(dice.choice(paths), ((b"Cookie", dice.choice((";", "; ")).join(pairs)[: dice.choice((9_000, 31_000))].encode()),))

    client.flood(requests(), 60, is_patient=False)


def queries(client: Client) -> None:
    """Asks for pages with queries as long as they can be, of many parameters or of few, compressed."""
    dice = random.Random(client.source)
    paths = ("/rules", "/games", "/lobby", "/", "/events", f"/g/{client.target.game_id}", f"/s/{client.target.token}/chat", "/account")

    def requests() -> Iterator[Request]:
        while True:
            piece = dice.choice(("a&", "&", "q=factory&", "lang=de&", f"x={'%CC%80' * dice.randrange(1, 60)}&", "g=none&", "a=%00&"))
            yield get(f"{dice.choice(paths)}?{(piece * 31_000)[: dice.choice((900, 3_900, 31_000))]}", GZIP)

    client.flood(requests(), 60, is_patient=False)


def long_lines(client: Client) -> None:
    """Types lines of up to 10,000 letters and of many words, in both languages, where much can be bought."""
    dice, record = random.Random(client.source), standing_record("online buy")
    opened = created_by(client, [post_json("/api/records", {"record": record, "resume": True})] * 4)
    tokens = [seat["token"] for each in opened for seat in each["seats"] if not seat["automa"]] or [client.target.token]
    version = json.loads(client.ask(get(f"/api/seats/{tokens[0]}")).text)["version"]
    words = ("buy", "kaufe", "n", "pr", "a", "e", "tenant", "mieter", "1", "\u00e4", "zz")

    def requests() -> Iterator[Request]:
        while True:
            line = dice.choice((" ", "")).join(dice.choice(words) for _ in range(int(10 ** dice.uniform(0.5, 4))))[:10_000]
            language = ((b"Accept-Language", dice.choice((b"de", b"en"))), (b"X-Partial", b"true"))
            body = urlencode({"command": line, "version": version}).encode()
            yield post_form(f"/s/{dice.choice(tokens)}", body, language)
            yield post_json(f"/api/seats/{dice.choice(tokens)}", {"command": line, "version": version})

    client.flood(requests(), is_patient=False)


def rule_searches(client: Client) -> None:
    """Searches the rules of all rulesets and of a game for twenty words or letters, in both languages."""
    dice = random.Random(client.source)
    words = ("factory", "the", "e", "a", "i", "worker", "Gebäude", "preis", "III", "x", "er", "st", "money")
    paths = ("/rules", "/rules/first", "/rules/online", f"/g/{client.target.game_id}/rules", f"/g/{client.target.game_id}/rules/panel")

    def requests() -> Iterator[Request]:
        while True:
            sought = " ".join(dice.choice(words) for _ in range(20))
            yield get(f"{dice.choice(paths)}?{urlencode({'q': sought, 'length': 'both', 'lang': dice.choice(('en', 'de'))})}", GZIP)

    client.flood(requests(), is_patient=False)


def own_games(client: Client) -> None:
    """Imports 2,000 results, then asks for the page of them without end, in both languages."""
    client.ask(post_file("/my-games/import", results_text(), client.cookie))
    client.flood(cycle(get(f"/my-games?lang={language}", (*client.cookie, *GZIP)) for language in ("en", "de")), is_patient=False)


def past_languages(client: Client) -> None:
    """Asks for pages and boards of the past of long games, in two languages by turns, never twice the same."""
    dice = random.Random(client.source)
    shown = created_by(
        client, [post_json("/api/records", {"record": golden_text(name)}) for name in ("second-5-random", "online-5", "first-6")]
    )
    game_ids = [each["game"] for each in shown] or [client.target.game_id]

    def requests() -> Iterator[Request]:
        while True:
            game_id, number, language = dice.choice(game_ids), dice.randrange(500), dice.choice((b"de", b"en"))
            path = dice.choice((f"/g/{game_id}/at/{number}", f"/g/{game_id}/board?at={number}"))
            yield get(path, (*GZIP, (b"Accept-Language", language), (b"X-Partial", b"true")))

    client.flood(requests(), is_patient=False)


def places(client: Client) -> None:
    """Opens tables in the lobby from eighteen addresses, and holds streams of events from seven, as many as it gets; then somebody else wants one of each.

    Each address asks for one at least: on a busy machine that may take as long as the attack.
    """
    port, game_id = client.target.port, client.target.game_id
    number = int(client.source.rpartition(".")[2])
    head = f"GET /g/{game_id}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode()

    def table(name: str) -> Request:
        return post_json("/api/lobby", {"player": name, "people": 5}, ((b"Cookie", f"groundfloor=places-{client.source}-{name}".encode()),))

    def open_tables(address: int) -> None:
        connection = Connection(port, f"127.2.{number}.{address}")
        for opened in range(TABLES):
            if client.seconds_left or not opened:
                client.note(connection.send(table(f"{address}-{opened}")).status)
        connection.close()

    def open_stream(source: str) -> socket.socket:
        stream = connect(port, source)
        stream.sendall(head)
        status = stream.recv(4096)[9:12]
        client.note(int(status) if status.isdigit() else 0)
        return stream

    def hold_streams(address: int) -> list[socket.socket]:
        held = []
        for opened in range(MOST_STREAMS):
            if client.seconds_left or not opened:
                with suppress(OSError):
                    held.append(open_stream(f"127.2.0.{address}"))
        return held

    with ThreadPoolExecutor(25) as pool:
        streams = [pool.submit(hold_streams, address) for address in range(1, 8)]
        list(pool.map(open_tables, range(1, 19)))
    other = Connection(port, f"127.3.0.{number}")
    answer = other.send(table("other"))
    client.note(answer.status)
    if answer.status != 201:
        client.faults.append(f"somebody else can open no table: {answer.status} {answer.text[:100]}")
    other.close()
    before = client.statuses[200]
    with suppress(OSError):
        open_stream(f"127.3.0.{number}").close()
    if client.statuses[200] == before:
        client.faults.append("somebody else gets no stream")
    client.hold([])
    for each in chain.from_iterable(held.result() for held in streams):
        each.close()


def slow_webhooks(client: Client) -> None:
    """Plays at tables of ten browsers, each with an address of its own and ten webhooks that answer slowly, so that each move has ten of them told."""
    number = client.source.rpartition(".")[2]
    opened = created_by(client, [new_table() for _ in range(WATCHERS)])
    for place, table in enumerate(opened):
        connection = Connection(client.target.port, f"127.4.{number}.{place + 1}")
        cookie = ((b"Cookie", f"groundfloor=slow-{client.source}-{place}".encode()),)
        hooks = (f"https://{HOST}{SLOW_PATH}/{client.source}/{place}/{hook}" for hook in range(10))
        adding = (
            post_json("/api/notices/addresses", {"do": "add", "transport": "json", "address": hook, "label": "Slow"}, cookie)
            for hook in hooks
        )
        settings = post_json("/api/notices", {"do": "settings", "delay_minutes": 0}, cookie)
        for request in (take_seat(table["seats"][1]["token"], cookie), settings, *adding):
            client.note(connection.send(request).status, request)
        connection.close()

    def play(table: dict[str, Any]) -> None:
        dice = random.Random(client.source)
        while client.seconds_left:
            asked = json.loads(client.ask(get(f"/api/games/{table['game']}")).text)["asked"]
            if asked is None:
                break
            seat = f"/api/seats/{table['seats'][asked - 1]['token']}"
            view = json.loads(client.ask(get(seat)).text)
            client.ask(post_json(seat, {"apply": [dice.choice(view["legal"])["action"]], "version": view["version"]}))

    with ThreadPoolExecutor(WATCHERS) as pool:
        list(pool.map(play, opened))


# Others


def malformed_requests(client: Client) -> None:
    """Sends malformed requests of every kind to every route in random order, each on a connection and from an address of its own, so that none is refused.

    Each of ``SENDERS`` threads sends one at least: on a busy machine, making them may take as long as the attack.
    """
    requests = list(enumerate(malformed(client.target.game_id, client.target.token)))
    random.Random(client.source).shuffle(requests)

    def send(place: int) -> None:
        number, request = requests[place]
        if client.seconds_left or place < SENDERS:
            connection = Connection(client.target.port, f"127.1.{number // 200}.{number % 200 + 1}")
            client.note(connection.send(request).status, request)
            connection.close()

    with ThreadPoolExecutor(SENDERS) as pool:
        list(pool.map(send, range(len(requests))))


def routes(client: Client) -> None:
    """Asks for every page of a game, of the rules, and what programs ask for."""
    paths = [path for path, method in filled_routes(client.target.game_id, client.target.token) if method == "GET"]
    client.flood(cycle(get(path, (*client.cookie, *GZIP)) for path in paths))


def tables(client: Client) -> None:
    """Opens tables, whole games among them, and their branches, as many as it may."""
    record = golden_text("second-5-random")
    shown = created_by(client, [new_table("gropius", "hadid"), post_json("/api/records", {"record": record}), new_table()] * 15)
    branches = [post_json(f"/api/games/{each['game']}/branches", {"entry": 200, "seat": 1, "name": "b"}) for each in shown]
    client.flood(cycle(branches or [new_table()]), 8)


def house_values(client: Client) -> None:
    """Sends house values that are deep, long or large."""
    texts = [
        "a." * 10_000 + "a = 1", "a." * 90_000 + "a = 1", "a = " + "[" * 330 + "]" * 330, "a = " + "9" * 5000, "\n".join(f"k{n} = {n}" for n in range(15_000)),
        "a = {" + "b = {" * 300 + "}" * 301, "a = '''" + "x" * 180_000 + "'''", "[a." + "b." * 5000 + "c]", "a = 1\n" * 5000,
    ]  # fmt: skip
    client.flood(cycle(post_file(path, text) for text in texts for path in ("/new", "/house-values")), 8)


def silence(client: Client) -> None:
    """Opens 150 connections on which nothing is ever sent."""
    client.hold([b""] * MANY)


def slow_headers(client: Client) -> None:
    """Sends requests whose headers come a byte a second, on 150 connections."""
    client.hold([b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"] * MANY, b"X-Slow: 1\r\n")


def slow_bodies(client: Client) -> None:
    """Sends requests whose bodies come a byte a second, on 150 connections."""
    head = f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{client.target.port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    client.hold([head.encode()] * MANY, b'{"seats": []}')


def unfinished_bodies(client: Client) -> None:
    """Sends, to those addresses that take most, as much as they take but for the last byte, on 150 connections."""
    target = client.target

    def body_bytes(route: Route) -> int:
        return route.body_bytes or Limits.body_bytes

    largest = sorted((route for route in ROUTES if route.method == "POST"), key=body_bytes)[-5:]

    def unfinished(path: str, bytes_taken: int) -> bytes:
        kind = "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{target.port}\r\nContent-Type: {kind}\r\nContent-Length: {bytes_taken}\r\n\r\n"
        body = b'{"file": "' if kind == "application/json" else b"text="
        return head.encode() + body.ljust(bytes_taken - 1, b"x")

    sent = [unfinished(fill_all(route.path, target.game_id, target.token).decode(), body_bytes(route)) for route in largest]
    client.hold(sent * (MANY // len(sent)))


def unread_pages(client: Client) -> None:
    """Asks for twenty pages on each of 60 connections, and reads none."""
    request = f"GET /g/{client.target.game_id} HTTP/1.1\r\nHost: 127.0.0.1:{client.target.port}\r\n\r\n".encode()
    client.hold([request * 20] * 60)


def unread_streams(client: Client) -> None:
    """Opens 150 streams of events, of which the server allows 64, and reads none."""
    head = f"GET /g/{client.target.game_id}/events HTTP/1.1\r\nHost: 127.0.0.1:{client.target.port}\r\nAccept: text/event-stream\r\n\r\n"
    client.hold([head.encode()] * MANY)


def nothing(client: Client) -> None:
    """Does nothing: what the others measure without an attack."""
    client.hold([])


ATTACKS: dict[str, Callable[[Client], None]] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        nothing, cookies, results_pages, uploads, imports, game_files, toggles, percent_forms, tycoons, advice, garbage, static_files, pictures, past, names, typed_lines,
        small_pieces, uncounted,
        log_ins, accounts, passkeys, lobby, proposals,
        long_texts, cookie_pairs, queries, long_lines, rule_searches, own_games, past_languages, places, slow_webhooks,
        malformed_requests, routes, tables, house_values, silence, slow_headers, slow_bodies, unfinished_bodies, unread_pages, unread_streams,
    )
}  # fmt: skip
"""All attacks by name, ``nothing`` first."""
