"""Host names that the server answers to, proxies that it trusts, and links that others can follow."""

from __future__ import annotations

import hmac
import ipaddress
import re
import socket
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from ..database.shares import NETWORK_DIGITS

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Scope

    from .settings import Settings

HASH_LETTERS = 16
"""Letters of the hash of a client."""
LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
ALL_INTERFACES = ("0.0.0.0", "::")
LOCAL_SUFFIXES = ("", ".local", ".lan", ".home.arpa", ".fritz.box")
"""Suffixes of a computer's name in a local network, from routers and mDNS; nobody can register domains in them."""
HOST_HEADER = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([0-9A-Za-z._-]{1,253}))(?::[0-9]{1,5})?")


def host_of(header: str) -> str:
    """Returns the host name of a ``Host`` header in lower case, without port, brackets and final dot; "" if the header is invalid."""
    found = HOST_HEADER.fullmatch(header)
    return (found.group(1) or found.group(2).rstrip(".")).lower() if found is not None else ""


def url_host(host: str) -> str:
    """Returns a host as it is written in a URL: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def network_address() -> str:
    """Returns this machine's address in its network, "" if it has none. No packet is sent: connecting a UDP socket picks the address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


@lru_cache(maxsize=1024)
def parse_ip(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parses an IP address, without an IPv6 zone; an IPv4-mapped IPv6 address becomes IPv4. Returns None for any other text."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped) or parsed


def peer_of(scope: Scope) -> str:
    """Returns the address of the client: that of the connection, or the one that a trusted proxy has forwarded."""
    return (scope.get("client") or ("",))[0]


def client_of(address: str) -> str:
    """Returns what limits count as one client: an IPv4 address, or the /64 network of an IPv6 address."""
    ip = parse_ip(address)
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(ip) >> 64 << 64, 64)))
    return str(ip) if ip is not None else address[:64]


@lru_cache(maxsize=4096)
def network_of(client: str) -> str:
    """Returns the most that an IPv6 client has from its provider: its /48 network, which has 65,536 clients. Any other client is its own network.

    >>> network_of("2001:db8:0:7::/64"), network_of("192.0.2.1")
    ('2001:db8::/48', '192.0.2.1')
    """
    address, _, length = client.partition("/")
    ip = parse_ip(address) if length == "64" else None
    return client if ip is None else str(ipaddress.ip_network((int(ip) >> 80 << 80, 48)))


def client_hash_of(secret: str, client: str) -> str:
    """Returns the hash of a client (``client_of`` its address), a keyed hash of 16 letters that can be stored. That of an IPv6 client begins with the hash of its network (``network_of_hash``)."""
    network, found = network_of(client), hmac.new(secret.encode(), client.encode(), "sha256").hexdigest()[:HASH_LETTERS]
    if network == client:
        return found
    return f"{client_hash_of(secret, network)[:NETWORK_DIGITS]}.{found[NETWORK_DIGITS + 1 :]}"


def is_loopback(address: str) -> bool:
    found = parse_ip(address)
    return found is not None and found.is_loopback


@dataclass(frozen=True)
class Addresses:
    """A server's own addresses. It answers to ``names``, and to the IP address that a request was sent to."""

    host: str = "127.0.0.1"
    port: int = 8765
    public_url: str = ""
    names: frozenset[str] = LOOPBACK
    proxies: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = field(default=())

    @classmethod
    def from_settings(cls, settings: Settings, port: int | None = None) -> Addresses:
        names = LOOPBACK | {host.lower() for host in settings.allowed_hosts}
        if settings.public_url:
            names |= {host_of(settings.public_url.partition("://")[2])}
        if settings.host not in LOOPBACK:
            own = socket.gethostname().lower().rstrip(".")
            names |= {own, *(own.partition(".")[0] + suffix for suffix in LOCAL_SUFFIXES)}
            names |= {settings.host.lower()} - {*ALL_INTERFACES}
        proxies = tuple(ipaddress.ip_network(proxy) for proxy in settings.trusted_proxies)
        return cls(settings.host, settings.port if port is None else port, settings.public_url, frozenset(names - {""}), proxies)

    def is_own(self, header: str, local: str) -> bool:
        """Returns whether a ``Host`` header names this server; ``local`` is the address at which the connection arrived."""
        host = host_of(header)
        if host in self.names:
            return True
        address = parse_ip(host)
        return address is not None and address == parse_ip(local)

    def is_proxy(self, address: str) -> bool:
        found = parse_ip(address)
        return found is not None and any(found in network for network in self.proxies)

    def link_origin(self, request: Request) -> str:
        """Returns the origin (``https://host``) for links that are sent to others: one that they can reach, if the server knows any."""
        if self.public_url:
            return self.public_url
        if self.host in ALL_INTERFACES and host_of(request.headers.get("host", "")) in LOOPBACK:
            address = network_address()
            if address:
                return f"http://{address}:{self.port}"
        return f"{request.url.scheme}://{request.url.netloc}"

    def public_origin(self) -> str:
        """Returns the origin for links in messages, which are sent without a request: the public one, else one by which this machine knows itself."""
        if self.public_url:
            return self.public_url
        host = "localhost" if self.host in LOOPBACK else (network_address() or "localhost") if self.host in ALL_INTERFACES else self.host
        return f"http://{url_host(host)}:{self.port}"
