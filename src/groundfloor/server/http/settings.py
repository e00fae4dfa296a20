"""The settings of a server: a TOML file, and environment variables that override it."""

from __future__ import annotations

import ipaddress
import tomllib
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args
from urllib.parse import SplitResult, urlsplit

import msgspec

from groundfloor.engine.errors import GroundfloorError

from .limits import LIMIT_NAMES, Limits
from .mail_server import MailServer, Security, is_sender
from .outgoing import HOST, network_of

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "GROUNDFLOOR_"
MAX_PROCESSES = 64
LogFormat = Literal["text", "json"]
LOG_FORMATS: tuple[LogFormat, ...] = get_args(LogFormat)
SECURITIES: tuple[Security, ...] = get_args(Security)
NOT_SETTINGS = ("GROUNDFLOOR_SETTINGS", "GROUNDFLOOR_COMPILE", "GROUNDFLOOR_COMPILED")
"""Variables with the prefix that are not settings: the path of the settings file, what ``scripts/play`` compiles, and the engine that the tests expect."""


class BadSettings(GroundfloorError):
    """An invalid setting; the message names it and says what is possible."""


def _setting(default: Any, description: str, *, is_shown: bool = True) -> Any:
    return field(default=default, repr=is_shown, metadata={"description": description})


@dataclass(frozen=True)
class Settings:
    """The settings of a server: by these names in the settings file, or as environment variables such as ``GROUNDFLOOR_PUBLIC_URL``."""

    host: str = _setting("127.0.0.1", "the address to listen at; 0.0.0.0 lets other devices in")
    port: int = _setting(8765, "the port to listen at")
    data: str = _setting("", "the folder of the games; empty: the user's own one")
    database: str = _setting("", "the address of a PostgreSQL database, postgresql://user@host/name; empty: SQLite in the folder")
    public_url: str = _setting("", "the address that players use, such as https://games.example")
    imprint_url: str = _setting(
        "", "the address of your page with imprint and privacy policy, linked at the foot of every page; empty: none"
    )
    allowed_hosts: tuple[str, ...] = _setting((), "further host names that the server answers to")
    allowed_webhooks: tuple[str, ...] = _setting(
        (), "host names, addresses or networks inside a private network to which webhooks may lead, such as hooks.lan or 192.168.1.0/24"
    )
    trusted_proxies: tuple[str, ...] = _setting((), "addresses or networks of proxies whose X-Forwarded-For, -Proto and -Host are believed")
    workers: int = _setting(1, "processes that serve the port, each with threads and bot_processes of its own")
    log_format: LogFormat = _setting("text", "text, or json: one object a line")
    log_requests: bool = _setting(False, "log every request and job, and not only failures")
    metrics: str = _setting("", "the address and port at which Prometheus reads metrics, such as 127.0.0.1:9464; empty: nowhere")
    bot_processes: int = _setting(
        1,
        "processes in which bots think, started when the first bot is on turn; so many tables think at the same time, the others "
        "wait in line; 0: one thread of the server",
    )
    smtp_host: str = _setting("", "the mail server that takes notices by e-mail; empty: no e-mail is sent")
    smtp_port: int = _setting(587, "its port")
    smtp_security: Security = _setting("starttls", "starttls, tls from the beginning (port 465), or none: only on the same computer")
    smtp_user: str = _setting("", "the name with which to log in there; empty: without")
    smtp_password: str = _setting("", "the password for it", is_shown=False)
    smtp_sender: str = _setting("", "from whom e-mails come, such as Ground Floor <games@games.example>")
    limits: Limits = field(default_factory=Limits)

    @property
    def mail_server(self) -> MailServer | None:
        """Where e-mail is handed in, None if none is sent."""
        if not self.smtp_host:
            return None
        return MailServer(self.smtp_host, self.smtp_port, self.smtp_security, self.smtp_user, self.smtp_password, self.smtp_sender)


def where_data_is(settings: Settings, data: Path | None, database: str) -> Path | str:
    """Returns the address of the database, or the data folder, that a server uses with these settings; GroundfloorError for an invalid address.

    ``data`` and ``database`` override the settings.
    """
    if database or (settings.database and data is None):
        from ..database.postgresql import checked_address  # takes a quarter of a second, and most servers do without it

        return checked_address(database or settings.database)
    return data or (Path(settings.data) if settings.data else default_data_folder())


def default_data_folder() -> Path:
    """Returns the folder ``groundfloor`` in the user's data folder: ``XDG_DATA_HOME`` or ``~/.local/share`` on Linux."""
    from platformdirs import user_data_path  # a page without a server has no such package

    return user_data_path("groundfloor", appauthor=False)


def read_settings(text: str, environ: Mapping[str, str], source: str = "settings") -> Settings:
    """Reads settings from TOML, overridden by the environment; BadSettings for an unknown name or an invalid value."""
    try:
        given: dict[str, Any] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadSettings(f"{source} is not TOML: {error}.") from None
    values = {name: _converted(name, value, f"{source}: {name}") for name, value in given.items()}
    _refuse_service_variables(environ)
    for variable, value in environ.items():
        if variable.startswith(PREFIX) and variable not in NOT_SETTINGS:
            name = variable.removeprefix(PREFIX).lower()
            values[name] = _converted(name, value, variable)
    limits = {name: value for name, value in values.items() if name in LIMIT_NAMES}
    others = {name: value for name, value in values.items() if name not in limits}
    return check_settings(Settings(**others, limits=replace(Limits(), **limits)))


def _refuse_service_variables(environ: Mapping[str, str]) -> None:
    """Raises BadSettings if a Kubernetes or Docker service called groundfloor has set variables that look like settings."""
    port = environ.get("GROUNDFLOOR_PORT", "")
    if port.startswith(("tcp://", "udp://")):
        raise BadSettings(
            f"GROUNDFLOOR_PORT is {port!r}, which is no port but the address of a service called groundfloor, set by Kubernetes or by a Docker link. "
            "Write enableServiceLinks: false into the specification of the pod, or call the service something else."
        )


def check_settings(settings: Settings) -> Settings:
    """Returns the settings with a normalized ``public_url``; BadSettings if a value is out of range."""
    host, _, metrics_port = settings.metrics.rpartition(":")
    is_metrics_address = bool(host) and metrics_port.isdecimal() and 1 <= int(metrics_port) <= 65535
    imprint = split_url(settings.imprint_url)
    is_imprint = imprint is not None and imprint.scheme in ("http", "https") and bool(imprint.hostname)
    checks = {
        f"port is a number from 1 to 65535, not {settings.port}.": 1 <= settings.port <= 65535,
        f"bot_processes is a number from 0 to {MAX_PROCESSES}, not {settings.bot_processes}.": 0 <= settings.bot_processes <= MAX_PROCESSES,
        f"workers is a number from 1 to {MAX_PROCESSES}, not {settings.workers}.": 1 <= settings.workers <= MAX_PROCESSES,
        f"log_format is text or json, not {settings.log_format!r}.": settings.log_format in LOG_FORMATS,
        f"metrics is an address with a port such as 127.0.0.1:9464, not {settings.metrics!r}.": is_metrics_address or not settings.metrics,
        f"smtp_port is a number from 1 to 65535, not {settings.smtp_port}.": 1 <= settings.smtp_port <= 65535,
        f"smtp_security is starttls, tls or none, not {settings.smtp_security!r}.": settings.smtp_security in SECURITIES,
        f"smtp_sender is an e-mail address such as Ground Floor <games@games.example>, not {settings.smtp_sender!r}; smtp_host needs it.": (
            not settings.smtp_host or is_sender(settings.smtp_sender)
        ),
        f"imprint_url is an address such as https://club.example/imprint, not {settings.imprint_url!r}.": is_imprint
        or not settings.imprint_url,
    }
    for sentence, is_met in checks.items():
        if not is_met:
            raise BadSettings(sentence)
    for proxy in settings.trusted_proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise BadSettings(f"trusted_proxies are addresses or networks such as 10.0.0.0/8, not {proxy!r}.") from None
    for host in settings.allowed_hosts:
        if not host or "/" in host or "*" in host or host != host.strip():
            raise BadSettings(f"allowed_hosts are host names such as games.example, without address or wildcard, not {host!r}.")
    for host in settings.allowed_webhooks:
        if network_of(host) is None and not (HOST.fullmatch(host) and host[0] != "["):
            raise BadSettings(f"allowed_webhooks are host names, addresses or networks such as hooks.lan or 192.168.1.0/24, not {host!r}.")
    for limit in fields(Limits):
        value, least = getattr(settings.limits, limit.name), limit.metadata["minimum"]
        if not least <= value < 1e9:
            raise BadSettings(f"{limit.name} is a number from {least:g} up, not {value:g}.")
    return replace(settings, public_url=_origin(settings.public_url))


def _origin(url: str) -> str:
    """Returns a public URL without its final slash; BadSettings if it has a path or a query."""
    if not url:
        return ""
    parts = split_url(url)
    if (
        parts is None
        or parts.scheme not in ("http", "https")
        or not parts.hostname
        or parts.path not in ("", "/")
        or parts.query
        or "@" in parts.netloc
    ):
        raise BadSettings(f"public_url is an address such as https://games.example, without a path, not {url!r}.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def split_url(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _converted(name: str, value: object, source: str) -> Any:
    """Converts a value to the type of its setting; in the environment the items of a list are separated by commas."""
    known = {setting.name: setting.default for setting in (*fields(Settings), *fields(Limits)) if setting.name != "limits"}
    if name not in known:
        near = get_close_matches(name, known, 1)
        raise BadSettings(f"{source} is not a setting{f'; perhaps {near[0]} is meant' if near else ''}.")
    kind = type(known[name])
    if kind is tuple:
        parts = [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise BadSettings(f"{source} is a list of texts, not {value!r}.")
        return tuple(parts)
    try:
        return msgspec.convert(value, kind, strict=not isinstance(value, str) or kind is str)
    except msgspec.ValidationError:
        names = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
        raise BadSettings(f"{source} is {names[kind]}, not {value!r}.") from None
