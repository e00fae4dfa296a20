"""Requests to addresses that people have typed: to public addresses alone, to the one that was checked, within ten seconds."""

from __future__ import annotations

import socket
import ssl
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from groundfloor.server.http import outgoing
from groundfloor.server.http.outgoing import BadUrl, OutgoingClient, SendingFailed, is_public, parse_url
from tests.support.other_servers import HOST, PUBLIC, trusting
from tests.support.several_servers import wait_until

if TYPE_CHECKING:
    from tests.support.other_servers import OtherServer

URL = f"https://{HOST}/a/b?c=d"


def test_request_reaches_the_server_under_its_name(other: OtherServer) -> None:
    other.status = 204
    assert other.client().post(URL, {"Content-Type": "text/plain"}, b"Hello").status == 204
    (received,) = other.received
    assert (received.path, received.body) == ("/a/b?c=d", b"Hello")
    assert received.headers["host"] == HOST and received.headers["content-type"] == "text/plain"
    assert other.connected == [(PUBLIC, 443)]


def test_names_that_are_not_found_hold_a_bounded_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The resolver of a system may take half a minute for each; checks leave room to send messages."""
    monkeypatch.setattr(outgoing, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(outgoing, "SECONDS", 0.01)
    may_end = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        may_end.wait(30)
        return [PUBLIC]

    def resolvers() -> int:
        return sum(thread.name == "resolver" for thread in threading.enumerate())

    client = OutgoingClient(resolve).allowing(())
    try:
        for _ in range(40):
            client.check(URL)
        assert resolvers() == outgoing.CHECKS
        for _ in range(60):
            with pytest.raises(SendingFailed):
                client.post(URL, {}, b"")
        assert resolvers() == outgoing.CHECKS + outgoing.LOOK_UPS
    finally:
        may_end.set()
    wait_until(lambda: resolvers() == 0)
    client.check(URL)


def test_name_is_looked_up_once_and_the_checked_address_is_connected_to(other: OtherServer) -> None:
    """A name that leads inside at the second look."""
    answers = [[PUBLIC], ["127.0.0.1"]]
    client = OutgoingClient(lambda host, port: answers.pop(0), other.connect, trusting())
    assert client.post(URL, {}, b"").status == 200
    assert other.connected == [(PUBLIC, 443)] and answers == [["127.0.0.1"]]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
        "192.0.0.8", "192.0.2.1", "198.18.0.1", "203.0.113.5", "192.88.99.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::a00:1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2001::1", "2001:db8::1", "2002:7f00:1::1",
        "100::1", "3fff::1", "localhost", "",
    ],
)  # fmt: skip
def test_special_use_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("addresses", [["127.0.0.1"], [PUBLIC, "10.0.0.1"]])
def test_name_with_a_private_address_is_refused(other: OtherServer, addresses: list[str]) -> None:
    other.addresses = addresses
    with pytest.raises(BadUrl):
        other.client().post(URL, {}, b"")
    assert other.connected == []


@pytest.mark.parametrize(
    ("allowed", "addresses", "is_taken"),
    [
        (("192.168.1.0/24",), ["192.168.1.7"], True),
        (("192.168.1.7", "10.0.0.0/8"), ["192.168.1.7", "10.1.2.3"], True),
        (("192.168.1.0/24",), ["::ffff:192.168.1.7"], True),
        (("fd12::/16",), ["fd12::1"], True),
        ((HOST.upper(),), ["127.0.0.1"], True),
        (("192.168.1.0/24",), ["192.168.2.7"], False),
        (("192.168.1.0/24",), ["192.168.1.7", "127.0.0.1"], False),
        (("other.lan",), ["192.168.1.7"], False),
        (("192.168.1.0/24",), ["localhost"], False),
    ],
)
def test_host_of_the_server_allows_some_private_addresses(
    other: OtherServer, allowed: tuple[str, ...], addresses: list[str], is_taken: bool
) -> None:
    other.addresses = addresses
    client = other.client().allowing(allowed)
    if is_taken:
        client.check(URL)
        assert client.post(URL, {}, b"").status == 200 and len(other.connected) == 1
    else:
        for refused in (client.check, lambda url: client.post(url, {}, b"")):
            with pytest.raises(BadUrl, match="inside a private network"):
                refused(URL)
        assert other.connected == []


def test_name_that_cant_be_looked_up_may_be_right() -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise OSError("the resolver is down")

    OutgoingClient(resolve).check(URL)
    with pytest.raises(BadUrl, match="not an address"):
        OutgoingClient(resolve).check("https://a b.example/")


def test_next_address_is_tried_if_the_first_does_not_answer(other: OtherServer) -> None:
    def connect(address: str, port: int, seconds: float) -> socket.socket:
        if address == PUBLIC:
            raise ConnectionRefusedError
        return other.connect(address, port, seconds)

    other.addresses = [PUBLIC, "8.8.8.8"]
    assert OutgoingClient(other.resolve, connect, trusting()).post(URL, {}, b"").status == 200
    assert other.connected == [("8.8.8.8", 443)]
    other.addresses = [PUBLIC, PUBLIC]
    with pytest.raises(SendingFailed, match="ConnectionRefused"):
        OutgoingClient(other.resolve, connect, trusting()).post(URL, {}, b"")


@pytest.mark.parametrize("url", ["https://other.example/", "https://8.8.8.8/"])
def test_certificate_of_another_name_is_refused(other: OtherServer, url: str) -> None:
    with pytest.raises(SendingFailed, match="CERTIFICATE"):
        other.client().post(url, {}, b"")


def test_unknown_certificate_authority_is_refused(other: OtherServer) -> None:
    with pytest.raises(SendingFailed, match="CERTIFICATE"):
        OutgoingClient(other.resolve, other.connect).post(URL, {}, b"")


def test_address_without_name_is_connected_to_with_its_own_certificate(other: OtherServer) -> None:
    assert other.client().post(f"https://{PUBLIC}:8443/", {}, b"").status == 200
    assert other.received[0].headers["host"] == f"{PUBLIC}:8443" and other.connected == [(PUBLIC, 8443)]


def test_redirect_is_not_followed(other: OtherServer) -> None:
    other.status, other.headers = 302, {"Location": "https://localhost/"}
    assert other.client().post(URL, {}, b"").status == 302
    assert len(other.received) == len(other.connected) == 1


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 102 Processing\r\n\r\n" * 10_000,
        b"HTTP/1.1 200",
        b"SSH-2.0\r\n\r\n",
    ],
)
def test_answer_that_is_too_long_or_none_is_an_error(other: OtherServer, raw: bytes) -> None:
    other.raw = raw
    with pytest.raises(SendingFailed):
        other.client().post(URL, {}, b"")


def test_long_body_is_not_read(other: OtherServer) -> None:
    other.raw = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n" + b"a" * 100_000
    assert other.client().post(URL, {}, b"").status == 200


def test_time_limit_holds_for_the_look_up(other: OtherServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.05)
    asleep = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        asleep.wait(5)
        return [PUBLIC]

    with pytest.raises(SendingFailed, match="not found in time"):
        OutgoingClient(resolve, other.connect, trusting()).post(URL, {}, b"")
    asleep.set()


def test_time_limit_holds_for_an_answer_that_drips(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes within a second, the answer never."""
    seconds = 0
    monkeypatch.setattr(outgoing, "time", SimpleNamespace(monotonic=lambda: seconds))

    class Dripping:
        def settimeout(self, seconds: float) -> None:
            pass

        def sendall(self, data: bytes) -> None:
            pass

        def recv(self, size: int) -> bytes:
            nonlocal seconds
            seconds += 1
            return b"H"

        def close(self) -> None:
            pass

        def __enter__(self) -> Dripping:
            return self

        def __exit__(self, *of: object) -> None:
            pass

    class Unencrypted:
        def wrap_socket(self, plain: Dripping, server_hostname: str) -> Dripping:
            return plain

    client = OutgoingClient(lambda host, port: [PUBLIC], lambda address, port, seconds: Dripping(), Unencrypted())  # type: ignore[arg-type, return-value]
    with pytest.raises(SendingFailed, match="took too long"):
        client.post(URL, {}, b"")
    assert seconds == outgoing.SECONDS


def test_server_that_says_nothing_is_waited_for_only_so_long(other: OtherServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        other.port = silent.getsockname()[1]
        with pytest.raises(SendingFailed, match="imed out|timeout|too long"):
            other.client().post(URL, {}, b"")


@pytest.mark.parametrize("error", [None, socket.gaierror("no such name"), UnicodeError("label too long")])
def test_name_that_does_not_exist_is_an_error(other: OtherServer, error: Exception | None) -> None:
    def resolve(host: str, port: int) -> list[str]:
        if error is None:
            return []
        raise error

    with pytest.raises(SendingFailed):
        OutgoingClient(resolve, other.connect, trusting()).post(URL, {}, b"")


@pytest.mark.parametrize(
    "url",
    [
        "", "hooks.example/a", "http://hooks.example/a", "ftp://hooks.example/", "https://", "https:///a", "https://user:password@hooks.example/",
        "https://hooks.example:0x50/", "https://hooks.example:99999/", "https://hooks.example/a b", "https://hooks.example/a\r\nX: y", "https://hooks.example/ä",
        "https://bücher.example/", "https://hooks.example\\@other.example/", "https://[::1/", "https://hooks.example/" + "a" * 1000, "https://-a/", "https://a_b/",
    ],
)  # fmt: skip
def test_what_is_no_address_for_https_is_refused(url: str) -> None:
    with pytest.raises(BadUrl):
        parse_url(url)


def test_parts_of_addresses() -> None:
    assert parse_url("https://Hooks.example").authority == "hooks.example" and parse_url("https://hooks.example").target == "/"
    found = parse_url("https://[2606:4700::1111]:8443/?a")
    assert (found.host, found.port, found.target, found.authority) == ("2606:4700::1111", 8443, "/?a", "[2606:4700::1111]:8443")


def test_default_client_checks_certificates() -> None:
    assert OutgoingClient()._tls.verify_mode == ssl.CERT_REQUIRED and OutgoingClient()._tls.check_hostname
