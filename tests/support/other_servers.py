"""Servers of others on this computer: one for HTTPS that has a certificate of its own, and a network in which public addresses lead to it."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from groundfloor.server.http.outgoing import OutgoingClient

HOST = "hooks.example"
PUBLIC = "93.184.215.14"
"""An address of the internet, which the test's network leads to this computer."""
NAMES = (HOST, "localhost")


@dataclass(frozen=True)
class Received:
    """A request that came: its names of headers are in lower case."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class OtherServer:
    """A server that notes what it receives, and answers after ``delay`` seconds, if the path begins with ``slow``, with ``status`` and ``headers``, or with ``raw`` if that is given."""

    port: int
    status: int = 200
    delay: float = 0.0
    slow: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes = b""
    received: list[Received] = field(default_factory=list)
    addresses: list[str] = field(default_factory=lambda: [PUBLIC])
    connected: list[tuple[str, int]] = field(default_factory=list)

    def resolve(self, host: str, port: int) -> list[str]:
        """Every name has the same addresses."""
        return self.addresses

    def connect(self, address: str, port: int, seconds: float) -> socket.socket:
        """Every address leads here."""
        self.connected.append((address, port))
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def client(self) -> OutgoingClient:
        """Returns a client in this network, which trusts this server's certificate."""
        return OutgoingClient(self.resolve, self.connect, trusting())


@cache
def certificate() -> tuple[bytes, bytes]:
    """Returns a certificate for ``NAMES``, signed by itself, and its key, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    names: list[x509.GeneralName] = [x509.DNSName(each) for each in NAMES]
    names.append(x509.IPAddress(ipaddress.ip_address(PUBLIC)))
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    return made.public_bytes(Encoding.PEM), key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def trusting() -> ssl.SSLContext:
    """Returns the settings of a client that trusts ``certificate`` alone."""
    return ssl.create_default_context(cadata=certificate()[0].decode())


def server_tls() -> ssl.SSLContext:
    """Returns the settings of a server with ``certificate``."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.pem"
        file.write_bytes(b"".join(certificate()))
        context.load_cert_chain(file)
    return context


@contextmanager
def other_server() -> Iterator[OtherServer]:
    """Runs a server for HTTPS."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.received.append(Received(self.path, headers, self.rfile.read(int(headers.get("content-length", "0")))))
            time.sleep(server.delay if self.path.startswith(server.slow) else 0.0)
            if server.raw:
                self.wfile.write(server.raw)
                return
            self.send_response(server.status)
            for name, value in server.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """Says nothing: clients close connections as they like."""

    listening = Quiet(("127.0.0.1", 0), Handler)
    listening.socket = server_tls().wrap_socket(listening.socket, server_side=True)
    server = OtherServer(listening.server_address[1])
    thread = threading.Thread(target=lambda: listening.serve_forever(0.01))
    thread.start()
    try:
        yield server
    finally:
        listening.shutdown()
        thread.join()
        listening.server_close()
