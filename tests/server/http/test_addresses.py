"""Addresses: which host names are the server's own, whom it believes, and what it tells others to open."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from groundfloor.server.database.store import Store
from groundfloor.server.http import addresses
from groundfloor.server.http.addresses import Addresses, client_of, host_of, is_loopback
from groundfloor.server.http.settings import Settings, read_settings
from groundfloor.server.serve import print_addresses
from tests.server.conftest import NewGame, with_settings

OWN = socket.gethostname().lower().partition(".")[0]


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("localhost", "localhost"),
        ("LOCALHOST.:8765", "localhost"),
        ("[::1]:80", "::1"),
        ("192.168.1.5:8765", "192.168.1.5"),
        ("", ""),
        ("a b", ""),
        ("evil.example/x", ""),
        ("user@localhost", ""),
        ("localhost:80:80", ""),
        ("::1", ""),
        ("[", ""),
        ("a" * 254, ""),
    ],
)
def test_host_header_is_read_strictly(header: str, host: str) -> None:
    assert host_of(header) == host


@pytest.mark.parametrize(
    ("listening", "header", "local", "is_own"),
    [
        ("127.0.0.1", "localhost:8765", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "[::1]:8765", "127.0.0.1", True),
        ("127.0.0.1", "evil.example", "127.0.0.1", False),
        ("127.0.0.1", "192.168.1.5", "127.0.0.1", False),
        ("127.0.0.1", OWN, "127.0.0.1", False),
        ("0.0.0.0", "192.168.1.5:8765", "192.168.1.5", True),
        ("0.0.0.0", "192.168.1.6:8765", "192.168.1.5", False),
        ("0.0.0.0", f"{OWN}.local:8765", "192.168.1.5", True),
        ("0.0.0.0", OWN.upper(), "192.168.1.5", True),
        ("0.0.0.0", f"{OWN}.evil.example", "192.168.1.5", False),
        ("::", "[fe80::1]", "fe80::1", True),
        ("::", "[fe80::1]:8765", "fe80::1%eth0", True),
        ("::", "192.168.1.5", "::ffff:192.168.1.5", True),
        ("0.0.0.0", "0.0.0.0", "192.168.1.5", False),
        ("0.0.0.0", "games.example", "192.168.1.5", True),
        ("0.0.0.0", "club.example", "192.168.1.5", True),
    ],
)
def test_own_names(listening: str, header: str, local: str, is_own: bool) -> None:
    extra = ("Games.example",) if header == "games.example" else ()
    url = "https://club.example:8443" if header == "club.example" else ""
    found = Addresses.from_settings(Settings(host=listening, allowed_hosts=extra, public_url=url))
    assert found.is_own(header, local) == is_own


def test_clients_are_addresses_and_networks() -> None:
    assert client_of("192.0.2.1") == client_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert client_of("2001:db8::1") == client_of("2001:db8::ffff") != client_of("2001:db8:0:1::1")
    assert len(client_of("x" * 1000)) == 64
    assert is_loopback("127.0.0.1") and is_loopback("::1") and not is_loopback("192.0.2.1") and not is_loopback("")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "does not answer to the name “evil.example:80”"), ("de", "antwortet nicht unter dem Namen „evil.example:80“")],
)
def test_foreign_host_is_answered_421(client: httpx.Client, language: str, said: str) -> None:
    for method, path in (("GET", "/"), ("POST", "/new"), ("GET", "/api/games/x"), ("GET", "/static/x"), ("GET", "/events")):
        answer = client.request(method, path, headers={"Host": "evil.example:80", "Accept-Language": language})
        assert answer.status_code == 421 and said in answer.text and "set-cookie" not in answer.headers


def test_forwarded_headers_of_untrusted_proxies_are_ignored(client: httpx.Client, new_game: NewGame) -> None:
    """Otherwise a page that leads its name here (DNS rebinding) could name the server as it likes."""
    assert client.get("/", headers={"Host": "evil.example", "X-Forwarded-Host": "localhost"}).status_code == 421
    assert client.get("/", headers={"X-Forwarded-Host": "evil.example"}).status_code == 200
    page = client.get(
        new_game("here", "here").address + "/table", headers={"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    )
    assert "evil.example" not in page.text and "https://127" not in page.text


@with_settings(read_settings("trusted_proxies = ['127.0.0.1']\nallowed_hosts = ['club.example']", {}))
def test_word_of_a_trusted_proxy_counts(client: httpx.Client, new_game: NewGame) -> None:
    headers = {"X-Forwarded-Host": "club.example", "X-Forwarded-Proto": "https"}
    page = client.get(new_game("here", "here").address + "/table", headers=headers)
    assert "https://club.example/s/" in page.text
    assert "Secure" in client.get("/", headers=headers).headers["set-cookie"]


@with_settings(read_settings("trusted_proxies = ['127.0.0.1']\nallowed_hosts = ['club.example']", {}))
def test_trusted_proxy_can_not_give_the_server_another_name(client: httpx.Client) -> None:
    assert client.get("/", headers={"X-Forwarded-Host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"Host": "evil.example", "X-Forwarded-Host": "club.example"}).status_code == 421


@with_settings(read_settings("public_url = 'https://club.example'", {}))
def test_links_begin_with_the_public_address(client: httpx.Client, new_game: NewGame) -> None:
    text = client.get(new_game("here", "here").address + "/table").text
    assert text.count("https://club.example/s/") == 2 and "https://club.example/g/" in text


@with_settings(read_settings("public_url = 'https://club.example'", {}))
def test_forms_from_the_public_address_are_own_ones(client: httpx.Client) -> None:
    """Also if the proxy passes on another Host than the browser has sent."""
    body = {"kind-0": "here", "name-0": "A", "kind-1": "pei"}
    assert client.post("/new", data=body, headers={"Origin": "https://club.example"}).status_code == 303
    assert client.post("/new", data=body, headers={"Origin": "https://evil.example"}).status_code == 403


@with_settings(Settings(host="0.0.0.0"))
def test_links_name_the_address_in_the_network(
    client: httpx.Client, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, server: str
) -> None:
    """A server that listens at all addresses, seen from its own machine."""
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.5")
    page = new_game("here", "here").address + "/table"
    assert f"http://192.168.1.5:{server.rpartition(':')[2]}/s/" in client.get(page).text
    monkeypatch.setattr(addresses, "network_address", lambda: "")
    assert f"{server}/s/" in client.get(page).text


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "localhost"), ("0.0.0.0", "localhost"), ("::1", "localhost"), ("192.0.2.7", "192.0.2.7")]
)
def test_first_address_that_is_printed_can_have_passkeys(tmp_path: Path, host: str, shown: str) -> None:
    lines: list[str] = []
    with Store(tmp_path) as store:
        print_addresses(Settings(host=host), 8765, store, lines.append)
    assert lines[0] == f"Ground Floor is open at http://{shown}:8765/"
