"""What notices say, in the language of their target: of each table what everybody may know, and nothing else.

What people have typed stands in it as ``harmless`` makes it: the server sends it in its own name.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..presentation.bidi import isolated
from ..presentation.translations import translations
from .message import Message, MessageLine
from .user_text import harmless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store import Delivery, NotificationAddress


def message_for(target: NotificationAddress, deliveries: Sequence[Delivery], origin: str, secret: str) -> Message:
    """Returns one message with all of these deliveries to a target; ``origin`` is the public address of the server, ``secret`` its own."""
    words = translations(target.language)
    lines = tuple(dict.fromkeys(MessageLine(sentence(each, target), f"{origin}/g/{each.game}") for each in deliveries))
    tables = len({each.game for each in deliveries})
    title = words.ngettext("News from %(n)s table", "News from %(n)s tables", tables) % {"n": tables} if len(lines) > 1 else lines[0].text
    url = lines[0].url if len(lines) == 1 else f"{origin}/notices"
    id = f"{target.id}-{deliveries[0].id}"
    return Message(server_name(origin), id, target.language, title, lines, url, unsubscribe_url(origin, secret, target.id))


def trial_message(target: NotificationAddress, id: str, origin: str) -> Message:
    """Returns a message that somebody sends to themselves, to see whether it arrives."""
    text = translations(target.language).gettext("This is a test. Notices from Ground Floor will arrive here.")
    return Message(server_name(origin), id, target.language, text, (MessageLine(text, f"{origin}/notices"),), f"{origin}/notices")


def account_message(target: NotificationAddress, id: str, origin: str, secret: str) -> Message:
    """Returns a message that tells the owner of an account of attempts to log in to it."""
    text = translations(target.language).gettext("Several attempts to log in to your account have failed. Your account’s page says when.")
    url = f"{origin}/account"
    return Message(
        server_name(origin), id, target.language, text, (MessageLine(text, url),), url, unsubscribe_url(origin, secret, target.id)
    )


def server_name(origin: str) -> str:
    """Returns what stands first in the subject of an e-mail: the host of the server's public address."""
    return urlsplit(origin).netloc


def sentence(delivery: Delivery, target: NotificationAddress) -> str:
    """Returns what a delivery says: to somebody who plays, or to all who read what is sent for a table."""
    words = translations(target.language)
    texts = {
        "turn": words.gettext("It is your turn at “%(table)s”."),
        "reminder": words.gettext("Your time at “%(table)s” is nearly over."),
        "proposal": words.gettext("The others at “%(table)s” wait for your answer to a proposal."),
        "over": words.gettext("The game at “%(table)s” is over."),
        "mention": words.gettext("You were mentioned in the chat of “%(table)s”."),
    }
    if target.game:
        texts |= {
            "turn": words.gettext("It is the turn of “%(name)s” at “%(table)s”."),
            "reminder": words.gettext("The time of “%(name)s” at “%(table)s” is nearly over."),
        }
    return texts[delivery.kind] % {"table": isolated(harmless(delivery.name)), "name": isolated(harmless(delivery.seat_name))}


def unsubscribe_url(origin: str, secret: str, target: str) -> str:
    """Returns the address that switches a target off, for whoever has got a message by it."""
    return f"{origin}/notices/off/{target}/{unsubscribe_token(secret, target)}"


def unsubscribe_token(secret: str, target: str) -> str:
    """Returns what proves that a message was sent to a target."""
    return hmac.new(secret.encode(), f"unsubscribe {target}".encode(), "sha256").hexdigest()[:32]
