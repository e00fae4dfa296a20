"""The transports by which a server sends notices, by its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...database.rows import TransportName
    from ...http.outgoing import OutgoingClient
    from ...http.settings import Settings
    from .message import Transport


def transports_of(settings: Settings, push_key: str, client: OutgoingClient, clock: Callable[[], float]) -> dict[TransportName, Transport]:
    """Returns the transports of a server: e-mail only if it has a mail server. ``push_key`` is its private key for web push, ``clock`` the time in seconds since 1970."""
    # Imported here, as a page without a server has neither these transports nor their packages.
    from .web_push import WebPush
    from .webhooks import Webhooks

    webhooks = Webhooks(client.allowing(settings.allowed_webhooks), clock)
    transports: dict[TransportName, Transport] = {"push": WebPush(client, push_key, subject(settings), clock)}
    if settings.mail_server is not None:
        from .mail import Mail

        transports["mail"] = Mail(settings.mail_server, clock)
    return {**transports, "discord": webhooks, "slack": webhooks, "json": webhooks}


def subject(settings: Settings) -> str:
    """Returns where operators of push services find who runs the server: on the web, by e-mail, or nowhere."""
    public = urlsplit(settings.public_url)
    if public.scheme == "https" and "." in (public.hostname or ""):  # others are refused by py-vapid
        return f"https://{public.hostname}"
    server = settings.mail_server
    return f"mailto:{server.address if server is not None else 'groundfloor@localhost'}"
