"""The addresses of a server: which host names are its own, which proxies it believes, and which links others can follow."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Scope

    from .settings import Settings

LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
EVERYWHERE = ("0.0.0.0", "::")
SUFFIXES = ("", ".local", ".lan", ".home.arpa", ".fritz.box")
"""What routers and mDNS put behind a computer's name in its own network; nobody else can register these names."""
HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([0-9A-Za-z._-]{1,253}))(?::[0-9]{1,5})?")


def host_of(header: str) -> str:
    """The host name in a ``Host`` header, in small letters and without port, brackets and last dot; "" for one that can't be."""
    found = HOST.fullmatch(header)
    return (found.group(1) or found.group(2).rstrip(".")).lower() if found is not None else ""


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def network_address() -> str:
    """This machine's address in its network; "" if it has none. Nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An IP address, without the network card that one of IPv6 may name, an IPv4 one that is written as IPv6 as itself; None if it is none."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped) or found


def peer_of(scope: Scope) -> str:
    """The address of the client: of the connection, or what a trusted proxy has said."""
    return (scope.get("client") or ("",))[0]


def client_of(address: str) -> str:
    """Whom limits count: an IPv4 address, the network of 64 bits of an IPv6 address."""
    found = parsed(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found) if found is not None else address[:64]


def is_loopback(address: str) -> bool:
    """The address is this machine's own."""
    found = parsed(address)
    return found is not None and found.is_loopback


@dataclass(frozen=True)
class Addresses:
    """What a server knows of its own addresses. ``names`` are the names that it answers to, beside the address that a request came to."""

    host: str = "127.0.0.1"
    port: int = 8765
    public_url: str = ""
    names: frozenset[str] = LOOPBACK
    proxies: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = field(default=())

    @classmethod
    def from_settings(cls, settings: Settings, port: int | None = None) -> Addresses:
        """The addresses of a server with these settings, which listens at ``port``."""
        names = LOOPBACK | {host.lower() for host in settings.allowed_hosts}
        if settings.public_url:
            names |= {host_of(settings.public_url.partition("://")[2])}
        if settings.host not in LOOPBACK:
            own = socket.gethostname().lower().rstrip(".")
            names |= {own, *(own.partition(".")[0] + suffix for suffix in SUFFIXES)}
            names |= {settings.host.lower()} - {*EVERYWHERE}
        proxies = tuple(ipaddress.ip_network(proxy) for proxy in settings.trusted_proxies)
        return cls(settings.host, settings.port if port is None else port, settings.public_url, frozenset(names - {""}), proxies)

    def is_own(self, header: str, local: str) -> bool:
        """A ``Host`` header names this server, to whose address ``local`` the connection came."""
        host = host_of(header)
        if host in self.names:
            return True
        address = parsed(host)
        return address is not None and address == parsed(local)

    def is_proxy(self, address: str) -> bool:
        """What this address says about its own clients is believed."""
        found = parsed(address)
        return found is not None and any(found in network for network in self.proxies)

    def link_origin(self, request: Request) -> str:
        """The beginning of links that are passed on to others: an address that they can reach, wherever possible."""
        if self.public_url:
            return self.public_url
        if self.host in EVERYWHERE and host_of(request.headers.get("host", "")) in LOOPBACK:
            address = network_address()
            if address:
                return f"http://{address}:{self.port}"
        return f"{request.url.scheme}://{request.url.netloc}"
