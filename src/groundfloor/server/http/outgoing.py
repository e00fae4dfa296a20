"""The only client with which the server sends requests to addresses that people have typed: HTTPS, addresses that are public or allowed by the settings, no redirects, ten seconds.

A name is looked up once, all its addresses are checked, and the connection is made to one of those: a name that leads elsewhere at a second look (DNS
rebinding) gains nothing. Of an answer only the status and ``Retry-After`` are read.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cached_property
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import h11

from groundfloor.engine.errors import GroundfloorError
from groundfloor.translatable import TranslatableError

from ..database.rows import Outcome, TryLater

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Collection, Iterable, Mapping

    Resolve = Callable[[str, int], list[str]]
    Connect = Callable[[str, int, float], socket.socket]

SECONDS = 10.0
"""Seconds for a whole request, from the look-up of the name to the status of the answer."""
CHECK_SECONDS = 3.0
"""For looking up the name of an address that somebody adds."""
CHECKS, LOOK_UPS = 16, 32
"""Names that are looked up at the same time to check an address, and to send something: the resolver of a system may hold up a thread for half a minute, and whoever adds addresses can name such ones."""
MAX_URL = 1_000
"""Characters of an address; those of push services have a few hundred."""
MAX_HEAD = 16_384
"""Bytes of an answer's status and headers."""
MAX_ANSWER = 65_536
"""Bytes that are read of an answer, provisional ones (1xx) included."""
MAX_TRIES = 3
"""Addresses of a name that are tried one after the other."""
HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]", re.ASCII)
SECONDS_TEXT = re.compile(r"\d{1,9}(?:\.\d{1,9})?", re.ASCII)
VISIBLE = re.compile(r"[!-~]+", re.ASCII)
"""What an address may contain: no spaces, no control characters; browsers and other programs encode the rest."""
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that lead to the IPv4 address in their last 32 bits (RFC 6052)."""
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
SPECIAL = tuple(
    ipaddress.ip_network(each) for each in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
"""Special-use networks that some versions of ``ipaddress`` consider global."""
log = logging.getLogger(__name__)


class BadUrl(TranslatableError):
    """An address to which no requests are sent."""


class SendingFailed(GroundfloorError):
    """A request could not be sent, or was not answered in time; ``was_sent``: the other side may have got it."""

    def __init__(self, message: str, *, was_sent: bool = False) -> None:
        super().__init__(message)
        self.was_sent = was_sent


@dataclass(frozen=True)
class OutgoingResponse:
    """The status of an answer, and the seconds for which it asks to be left alone (``Retry-After``; 0: it does not say)."""

    status: int
    retry_after: float = 0.0

    @property
    def is_accepted(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_refused_for_now(self) -> bool:
        """Whether the same request may be accepted later. 504 is not: somebody behind the gateway may have accepted it."""
        return self.status in (408, 425, 429, 500, 502, 503)


@dataclass(frozen=True)
class Destination:
    """The parts of a checked address."""

    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """What stands in the header ``Host``."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == 443 else f"{name}:{self.port}"


def parse_url(url: str) -> Destination:
    """Returns the parts of an address to which requests may be sent, as far as can be said without looking up its name; else BadUrl."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadUrl("This is not an address.") from None
    if not VISIBLE.fullmatch(url) or len(url) > MAX_URL:
        raise BadUrl("This is not an address.")
    if parts.scheme != "https":
        raise BadUrl("The address must begin with https://.")
    if (
        "@" in parts.netloc
        or not parts.hostname
        or not HOST.fullmatch(parts.netloc.rpartition(":")[0] if port is not None else parts.netloc)
    ):
        raise BadUrl("This is not an address.")
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    return Destination(parts.hostname, 443 if port is None else port, target)


def network_of(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """Returns the network or single IP address of a text; None if it is neither.

    >>> network_of("192.168.1.0/24"), network_of("hooks.lan")
    (IPv4Network('192.168.1.0/24'), None)
    """
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        return None


def is_public(address: str) -> bool:
    """Returns whether an IP address is that of a computer on the internet, and of no special use: loopback, private, link-local, multicast and so on."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or (ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in TRANSLATED else None)
        if inner is not None:
            return is_public(str(inner))
        if ip not in GLOBAL_UNICAST:
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved and not any(ip in network for network in SPECIAL)


def resolve(host: str, port: int) -> list[str]:
    """Returns the IP addresses of a host by the system's resolver; OSError if there are none."""
    return list(dict.fromkeys(str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)))


def connect(address: str, port: int, seconds: float) -> socket.socket:
    """Returns a TCP connection to an IP address; OSError if there is none within these seconds."""
    return socket.create_connection((address, port), seconds)


class OutgoingClient:
    """Sends requests. Tests pass in their own resolver, connections and certificates. For any thread.

    Requests go nowhere but to what ``is_public`` takes, and to what is ``allowed`` besides: names of hosts, IP addresses and networks.
    """

    def __init__(
        self, resolve: Resolve = resolve, connect: Connect = connect, tls: ssl.SSLContext | None = None, allowed: Collection[str] = ()
    ) -> None:
        self._resolve = resolve
        self._connect = connect
        self._given_tls = tls
        self._networks = [network for text in allowed if (network := network_of(text)) is not None]
        self._names = {text.lower() for text in allowed if network_of(text) is None}
        self._checks, self._look_ups = BoundedSemaphore(CHECKS), BoundedSemaphore(LOOK_UPS)

    def allowing(self, allowed: Collection[str]) -> OutgoingClient:
        """Returns such a client with other ``allowed`` ones."""
        return OutgoingClient(self._resolve, self._connect, self._given_tls, allowed)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """Reading the certificates of the system takes a while: it is done for the first request."""
        import ssl  # a page without a server has no such module

        return self._given_tls or ssl.create_default_context()

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> OutgoingResponse:
        """Sends a body; returns the answer. BadUrl for an address to which nothing is sent, SendingFailed if there is no answer within ten seconds."""
        destination = parse_url(url)
        end, was_sent = time.monotonic() + SECONDS, False
        try:
            addresses = self._addresses(destination, end, self._look_ups)
            with self._connection(destination, addresses, end) as connection:
                was_sent = True
                return _exchange(connection, destination, headers, body, end)
        except (OSError, h11.ProtocolError) as error:
            raise SendingFailed(f"{destination.host}: {type(error).__name__}: {error}", was_sent=was_sent) from None

    def check(self, url: str) -> None:
        """Raises BadUrl for an address to which nothing would be sent. A name that can't be looked up now may be right: it is no error."""
        try:
            self._addresses(parse_url(url), time.monotonic() + CHECK_SECONDS, self._checks)
        except (OSError, SendingFailed):
            log.info("the host of a new address could not be looked up")

    def _addresses(self, destination: Destination, end: float, limit: BoundedSemaphore) -> list[str]:
        """Returns the addresses of a host; BadUrl if one of them is neither public nor allowed."""
        answers: SimpleQueue[list[str] | Exception] = SimpleQueue()

        def look_up() -> None:
            try:
                answers.put(self._resolve(destination.host, destination.port))
            except Exception as error:
                answers.put(error)
            finally:
                limit.release()

        if not limit.acquire(timeout=_seconds_left(end)):
            raise TimeoutError("too many names are being looked up")
        # The system's resolver takes no time limit; a thread that it holds up ends with it.
        try:
            Thread(target=look_up, daemon=True, name="resolver").start()
        except RuntimeError:  # the system has no more threads
            limit.release()
            raise SendingFailed("no thread can look up the name") from None
        try:
            addresses = answers.get(timeout=_seconds_left(end))
        except Empty:
            raise TimeoutError("the name was not found in time") from None
        if isinstance(addresses, OSError):
            raise addresses
        if isinstance(addresses, Exception) or not addresses:  # UnicodeError: a name that can't be one
            raise SendingFailed(f"{destination.host}: there is no such name.")
        if destination.host.lower() not in self._names and not all(
            is_public(address) or self._is_allowed(address) for address in addresses
        ):
            raise BadUrl(
                "“%(host)s” is inside a private network, to which this server sends no notices. Whoever runs the server can allow it with the setting allowed_webhooks.",
                host=destination.host,
            )
        return addresses

    def _is_allowed(self, address: str) -> bool:
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        return any(ip in network for network in self._networks)

    def _connection(self, destination: Destination, addresses: list[str], end: float) -> ssl.SSLSocket:
        """Returns a connection to the first of the addresses that answers, whose certificate is that of the host."""
        for tried, address in enumerate(addresses[:MAX_TRIES], 1):
            try:
                plain = self._connect(address, destination.port, _seconds_left(end))
                break
            except OSError:
                if tried == min(len(addresses), MAX_TRIES):
                    raise
        try:
            plain.settimeout(_seconds_left(end))
            return self._tls.wrap_socket(plain, server_hostname=destination.host)
        except BaseException:
            plain.close()
            raise


def posted(client: OutgoingClient, url: str, headers: Mapping[str, str], body: bytes, gone: Collection[int] = ()) -> Outcome | TryLater:
    """Sends a message; returns the outcome, "gone" for a status that says that the address no longer exists. Never raises."""
    try:
        answer = client.post(url, headers, body)
    except BadUrl as error:
        log.info("a notice was not sent: %s", error)
        return "failed"
    except SendingFailed as error:
        log.info("a notice could not be sent: %s", error)
        return "unknown" if error.was_sent else TryLater()
    if answer.status in gone:
        return "gone"
    if answer.is_refused_for_now:
        return TryLater(answer.retry_after)
    return "sent" if answer.is_accepted else "unknown" if answer.status == 504 else "failed"


def _exchange(connection: ssl.SSLSocket, destination: Destination, headers: Mapping[str, str], body: bytes, end: float) -> OutgoingResponse:
    """Sends a request and returns the answer, whose body is not read."""
    protocol = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_HEAD)
    fields = {
        "Host": destination.authority,
        "User-Agent": "groundfloor",
        "Connection": "close",
        "Content-Length": str(len(body)),
        **headers,
    }
    request = h11.Request(method="POST", target=destination.target, headers=list(fields.items()))
    connection.settimeout(_seconds_left(end))
    connection.sendall(b"".join(protocol.send(sent) or b"" for sent in (request, h11.Data(data=body), h11.EndOfMessage())))
    received = 0
    while True:
        event = protocol.next_event()
        if isinstance(event, h11.Response):
            return OutgoingResponse(event.status_code, _retry_after(event.headers))
        if event is h11.NEED_DATA:
            if received > MAX_ANSWER:
                raise SendingFailed(f"{destination.host}: the answer is too long.", was_sent=True)
            connection.settimeout(_seconds_left(end))
            data = connection.recv(MAX_HEAD)
            received += len(data)
            protocol.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise SendingFailed(f"{destination.host}: the connection was closed.", was_sent=True)


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> float:
    """Returns the seconds of the header ``Retry-After``, which has them or a date (RFC 9110, 10.2.3); 0 if there is none that can be read."""
    value = next((value.decode("latin-1") for name, value in headers if name == b"retry-after"), "")
    if SECONDS_TEXT.fullmatch(value):
        return float(value)
    try:
        return max(parsedate_to_datetime(value).timestamp() - time.time(), 0.0)
    except (ValueError, OverflowError):
        return 0.0


def _seconds_left(end: float) -> float:
    """Returns the seconds until a time of the monotonic clock; TimeoutError if it has passed."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError("the request took too long")
    return left
