"""Connections of clients that are slow, silent or too many: each is ended in time, and the others are answered meanwhile."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from unittest.mock import Mock

import httpx
import pytest

from groundfloor.server.http.addresses import Addresses
from groundfloor.server.http.connections import MAX_HEADERS, MAX_PIECES, Connections
from groundfloor.server.http.limits import EVICTION_FREE_CONNECTIONS, Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import given_settings, with_settings
from tests.support import http
from tests.support.samples import sampled

LIMITS = Limits(header_seconds=0.4, body_seconds=0.6, write_seconds=0.5, idle_seconds=1, connections=12, connections_per_client=12)
PATIENCE = 60.0
"""Seconds after which a client that does not read should have been ended, however busy the machine is."""
WITHOUT_LIMIT = 9
"""Without these limits a silent connection would be ended after 10 seconds; a busy machine may need most of that time."""


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    return given_settings(request, Settings(limits=LIMITS))


@pytest.fixture
def connect(server: str) -> Iterator[Callable[..., socket.socket]]:
    """Opens raw connections to the server, from 127.0.0.1 or another address of this machine."""
    with ExitStack() as stack:
        port = int(server.rpartition(":")[2])

        def opened(source: str = "127.0.0.1") -> socket.socket:
            return stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0)))

        yield opened


def ended(connection: socket.socket, began: float) -> tuple[bytes, float]:
    """Returns all that comes until the server ends the connection, and how many seconds after ``began``, when the server knew nothing of it yet."""
    said = rest(connection)
    return said, time.monotonic() - began


def rest(connection: socket.socket) -> bytes:
    said = b""
    try:
        while part := connection.recv(65536):
            said += part
    except ConnectionResetError:
        pass
    return said


def test_silent_connection_is_ended(connect: Callable[[], socket.socket]) -> None:
    began = time.monotonic()
    said, seconds = ended(connect(), began)
    assert said == b"" and 0.2 < seconds < WITHOUT_LIMIT


@pytest.mark.parametrize(("length", "status"), [(32_000, b"200"), (33_000, b"400"), (100_000, b"400")])
def test_headers_have_limit_also_when_they_come_at_once(connect: Callable[[], socket.socket], length: int, status: bytes) -> None:
    connection = connect()
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: " + b"x" * length + b"\r\n\r\n")
    assert rest(connection).split()[1] == status


def test_long_body_after_headers_is_read(connect: Callable[[], socket.socket]) -> None:
    connection = connect()
    body = b'{"seats": [{"name": "Ann"}, {"name": "Ben"}], "note": "' + b"x" * 9_000 + b'"' + b" " * 90_000 + b"}"
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert rest(connection).split()[1] in (b"201", b"422")


def test_upgrade_that_is_not_offered_is_not_logged(connect: Callable[[], socket.socket], caplog: pytest.LogCaptureFixture) -> None:
    """uvicorn would write two warnings, with the advice to install something."""
    connection = connect()
    caplog.set_level("WARNING", "uvicorn.error")
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n")
    assert rest(connection).split()[1] == b"200"
    assert not caplog.records


def test_trickling_headers_end_at_the_deadline(connect: Callable[[], socket.socket], client: httpx.Client) -> None:
    """A byte now and then does not move the deadline, and others are answered meanwhile."""
    connection = connect()
    began = time.monotonic()
    said = b""
    connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    connection.settimeout(0.05)
    while time.monotonic() - began < 60:
        try:
            connection.sendall(b"X")
            if not (part := connection.recv(65536)):
                break
            said += part
        except TimeoutError:
            continue
        except (ConnectionResetError, BrokenPipeError):
            break
        assert client.get("/about").status_code == 200
    assert b" 408 " in said.partition(b"\r\n")[0] and b"nicht rechtzeitig" in said
    assert time.monotonic() - began < WITHOUT_LIMIT


def test_body_that_does_not_come_is_answered_408(connect: Callable[[], socket.socket], caplog: pytest.LogCaptureFixture) -> None:
    connection, began = connect(), time.monotonic()
    connection.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
    said, seconds = ended(connection, began)
    assert b" 408 " in said.partition(b"\r\n")[0] and 0.3 < seconds < 30
    assert "Traceback" not in caplog.text


def test_second_request_on_a_connection_has_the_deadline_too(connect: Callable[[], socket.socket]) -> None:
    connection = connect()
    connection.sendall(b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\nGET /about HT")
    said = rest(connection)
    assert said.startswith(b"HTTP/1.1 200") and said.count(b" 408 ") == 1


def test_idle_connection_is_ended(connect: Callable[[], socket.socket]) -> None:
    connection, began = connect(), time.monotonic()
    connection.sendall(b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n")
    said, seconds = ended(connection, began)
    assert said.startswith(b"HTTP/1.1 200") and 0.5 < seconds < 15


@pytest.mark.slow
def test_client_that_does_not_read_is_ended(connect: Callable[[], socket.socket], server: str, caplog: pytest.LogCaptureFixture) -> None:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with connection:
        connection.connect(("127.0.0.1", int(server.rpartition(":")[2])))
        ends = time.monotonic() + PATIENCE
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            while time.monotonic() < ends:
                connection.sendall(b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n")
                time.sleep(0.02)
    assert "Traceback" not in caplog.text


@with_settings(Settings(limits=replace(LIMITS, header_seconds=2)))
@pytest.mark.parametrize("many", sampled([16, 100], (100).__eq__))
def test_too_many_connections_are_told_so(connect: Callable[[], socket.socket], server: str, many: int) -> None:
    """The first ones stay long enough for the others to come, also on a busy machine."""
    opened = [connect() for _ in range(many)]
    answers = [rest(connection) for connection in opened[12:]]
    assert sum(answer.startswith(b"HTTP/1.1 503") and b"Retry-After" in answer for answer in answers) >= 4
    assert all(answer.startswith(b"HTTP/1.1 503") or not answer for answer in answers)
    assert [rest(connection) for connection in opened[:12]] == [b""] * 12
    assert http.get(f"{server}/about").status_code == 200


@with_settings(Settings(limits=Limits(connections=10, connections_per_client=100)))
def test_new_connection_ends_the_oldest_idle_one(connect: Callable[[], socket.socket], server: str) -> None:
    began = time.monotonic()
    held = [connect() for _ in range(10)]
    assert http.get(f"{server}/about").status_code == 200
    said, seconds = ended(held[0], began)
    assert said == b"" and seconds < WITHOUT_LIMIT


@with_settings(Settings(limits=Limits(connections=10, connections_per_client=100)))
@pytest.mark.skipif(sys.platform != "linux", reason="needs several loopback addresses")
def test_new_client_ends_a_busy_one_of_the_client_that_has_most(connect: Callable[[str], socket.socket]) -> None:
    held = {address: [busy(connect(address)) for _ in range(number)] for address, number in (("127.0.0.2", 6), ("127.0.0.3", 4))}
    assert b"HTTP/1.1 200" in answer_to(connect("127.0.0.4"))
    assert rest(held["127.0.0.2"][0]) == b""
    held["127.0.0.2"].append(busy(connect("127.0.0.2")))
    assert b"HTTP/1.1 503" in rest(connect("127.0.0.2"))
    assert all(is_open(connection) for connection in [*held["127.0.0.2"][1:], *held["127.0.0.3"]])


@with_settings(Settings(limits=Limits(connections=2 * EVICTION_FREE_CONNECTIONS, connections_per_client=100)))
@pytest.mark.skipif(sys.platform != "linux", reason="needs several loopback addresses")
def test_clients_that_have_many_do_not_end_those_of_each_other(connect: Callable[[str], socket.socket]) -> None:
    """They came back at once, thousands of times a second."""
    held = [connect(address) for address in ("127.0.0.2", "127.0.0.3") for _ in range(EVICTION_FREE_CONNECTIONS)]
    assert b"HTTP/1.1 503" in rest(connect("127.0.0.2"))
    assert all(is_open(connection) for connection in held)
    assert b"HTTP/1.1 200" in answer_to(connect("127.0.0.4"))


@with_settings(Settings(trusted_proxies=("127.0.0.1",), limits=Limits(connections=100, connections_per_client=40)))
def test_clients_behind_a_proxy_leave_requests_to_others(connect: Callable[[str], socket.socket]) -> None:
    """The connections are the proxy's; how many requests one of its clients has under way is counted all the same."""

    def begun(client: str) -> bytes:
        connection = connect("127.0.0.1")
        connection.sendall(
            f"POST /api/games HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {client}\r\nExpect: 100-continue\r\n"
            "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n".encode()
        )
        return connection.recv(65536).partition(b"\r\n")[0]

    answers = {client: [begun(client).split()[1] for _ in range(42)] for client in ("192.0.2.1", "192.0.2.2")}
    assert answers == {"192.0.2.1": [b"100"] * 40 + [b"429"] * 2, "192.0.2.2": [b"100"] * 35 + [b"503"] * 7}
    connection = connect("127.0.0.1")
    connection.sendall(b"GET /about HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.3\r\n\r\n")
    assert connection.recv(65536).startswith(b"HTTP/1.1 200")


def test_network_of_ipv6_leaves_the_last_quarter_to_others() -> None:
    """Whoever rents a server has 65,536 networks of 64 bits, each with one connection here."""
    found, held = Connections(Limits(connections=100, connections_per_client=100), Addresses()), [Mock(is_idle=False) for _ in range(126)]
    came = [found.add(connection, f"2001:db8:7:{number:x}::1") for number, connection in enumerate(held[:100])]
    assert came == [True] * 75 + [False] * 25
    assert all(found.add(connection, f"192.0.2.{number}") for number, connection in enumerate(held[100:]))
    held[0].transport.abort.assert_called_once_with()
    assert len(found.open) == 100 and sorted(map(len, found.networks.values())) == [1] * 26 + [74]
    for connection in held:
        found.remove(connection)
    assert not found.open and not found.by_client and not found.networks


def busy(connection: socket.socket) -> socket.socket:
    """Sends a request that the server waits for the rest of, and returns the connection as soon as it does so."""
    connection.sendall(
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
    )
    assert b"100" in connection.recv(65536)
    return connection


def answer_to(connection: socket.socket) -> bytes:
    """Returns the answer to a request after which the connection is closed."""
    connection.sendall(b"GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    return rest(connection)


def is_open(connection: socket.socket) -> bool:
    """Returns whether the server has neither answered nor ended a connection."""
    connection.setblocking(False)
    try:
        connection.recv(1)
    except BlockingIOError:
        return True
    except ConnectionResetError:
        pass
    return False


def test_a_request_that_is_no_http_is_answered_400(connect: Callable[[], socket.socket]) -> None:
    for garbage in [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"A" * 40_000,
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a:\r\n" * MAX_HEADERS + b"\r\n",
        b"GET / HTTP/1.1\nHost: localhost\n" + b"a:\n" * MAX_HEADERS + b"\n",
        b"POST /new HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * (MAX_PIECES + 1),
    ]:
        connection = connect()
        connection.sendall(garbage)
        assert rest(connection).startswith((b"HTTP/1.1 400", b"HTTP/1.1 431"))


@pytest.mark.parametrize(
    "costly",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a:\r\n" * MAX_HEADERS + b"\r\n",
        b"POST /new HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * (MAX_PIECES + 1),
    ],
    ids=["many-headers", "many-chunks"],
)
def test_answer_to_a_request_that_takes_long_to_read_is_held_back(
    connect: Callable[[], socket.socket], monkeypatch: pytest.MonkeyPatch, costly: bytes
) -> None:
    monkeypatch.setattr("groundfloor.server.http.connections.REFUSAL_SECONDS", 3600.0)
    connection = connect()
    connection.sendall(costly)
    for _ in range(3):  # meanwhile others are answered
        other = connect()
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert rest(other).startswith(b"HTTP/1.1 200")
    assert is_open(connection)


def test_as_many_headers_as_allowed_are_read_with_any_body_and_behind_other_requests(connect: Callable[[], socket.socket]) -> None:
    connection = connect()
    body = b"\n" * 5_000
    ask = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n" + b"a:\r\n" * (MAX_HEADERS - 2) + b"%s\r\n" + body
    connection.sendall(ask.replace(b"%s", b"") + ask.replace(b"%s", b"Connection: close\r\n").replace(b"a:\r\n", b"", 1))
    assert rest(connection).count(b"HTTP/1.1 415 ") == 2


def test_headers_of_a_second_request_have_limit_too(connect: Callable[[], socket.socket]) -> None:
    connection = connect()
    ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
    connection.sendall(ask % b"" + ask % (b"a:\r\n" * MAX_HEADERS))
    said = rest(connection)
    assert said.count(b"HTTP/1.1 200 ") == 1 and said.count(b"HTTP/1.1 400 ") == 1


def test_garbage_after_a_request_only_ends_the_connection(
    connect: Callable[[], socket.socket], server: str, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(5):
        connection = connect()
        connection.sendall(b"POST /new HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        rest(connection)
    assert "Traceback" not in caplog.text
    assert http.get(f"{server}/about").status_code == 200


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_system_is_asked_for_as_many_files_as_connections() -> None:
    """In a process of its own, whose limit is low at first."""
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))\n"
        "from groundfloor.server.http.connections import raise_file_limit; from groundfloor.server.http.limits import Limits\n"
        "raise_file_limit(Limits(connections=300)); print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True).stdout
    assert int(said) >= 400
