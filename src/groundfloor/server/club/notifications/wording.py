"""What notices say, in the language of their address: for each table what everybody may know, and nothing else.

What people have typed stands in it as ``harmless`` makes it: the server sends it in its own name.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.marked_names import with_mark
from groundfloor.presentation.translations import translations_of

from .message import Message, MessageLine
from .user_text import harmless

if TYPE_CHECKING:
    from collections.abc import Sequence
    from gettext import NullTranslations

    from groundfloor.table.value import PersonMark

    from ...database.rows import NotificationKind
    from .rows import Delivery, NoticeRow, NotificationAddress


def message_for(address: NotificationAddress, deliveries: Sequence[Delivery], origin: str, secret: str) -> Message:
    """Returns one message with all of these deliveries to an address; ``origin`` is the public address of the server, ``secret`` its own."""
    translations = translations_of(address.language)
    lines = tuple(dict.fromkeys(MessageLine(sentence(delivery, address), f"{origin}{notice_path(delivery)}") for delivery in deliveries))
    count = len(lines)
    title = translations.ngettext("%(n)s notice", "%(n)s notices", count) % {"n": count} if count > 1 else lines[0].text
    url = lines[0].url if count == 1 else f"{origin}/notices"
    id = f"{address.id}-{deliveries[0].id}"
    return Message(server_name(origin), id, address.language, title, lines, url, unsubscribe_url(origin, secret, address.id))


def trial_message(address: NotificationAddress, id: str, origin: str) -> Message:
    """Returns a message that somebody sends to themselves, to see whether it arrives."""
    text = translations_of(address.language).gettext("This is a test. Notices from Ground Floor will arrive here.")
    return Message(server_name(origin), id, address.language, text, (MessageLine(text, f"{origin}/notices"),), f"{origin}/notices")


def account_message(address: NotificationAddress, id: str, origin: str, secret: str) -> Message:
    """Returns a message that tells the owner of an account of attempts to log in to it."""
    text = translations_of(address.language).gettext(
        "Several attempts to log in to your account have failed. Your account’s page says when."
    )
    return person_message(address, id, text, f"{origin}/account", origin, secret)


def report_message(address: NotificationAddress, id: str, origin: str, secret: str) -> Message:
    """Returns a message that tells an administrator of new reports."""
    text = translations_of(address.language).gettext("Somebody has reported something. Administrators of the server can look at it.")
    return person_message(address, id, text, f"{origin}/admin/reports", origin, secret)


def person_message(address: NotificationAddress, id: str, text: str, url: str, origin: str, secret: str) -> Message:
    return Message(
        server_name(origin), id, address.language, text, (MessageLine(text, url),), url, unsubscribe_url(origin, secret, address.id)
    )


def server_name(origin: str) -> str:
    """Returns the beginning of an e-mail's subject: the host of the server's public address."""
    return urlsplit(origin).netloc


def sentence(delivery: Delivery, address: NotificationAddress) -> str:
    """Returns what a delivery says: to somebody who plays, or to all who read what is sent for a table."""
    translations = translations_of(address.language)
    texts = notice_texts(translations, lost_on_time=delivery.departure == "time")
    if address.game:
        texts |= {
            "turn": translations.gettext("It is the turn of %(name)s at “%(table)s”."),
            "reminder": translations.gettext("The time of %(name)s at “%(table)s” is nearly over."),
        }
    name = quoted_name(harmless(delivery.person or delivery.seat_name), delivery.mark, translations)
    return texts[delivery.kind] % {"table": isolated(harmless(delivery.name)), "name": name}


def quoted_name(name: str, mark: PersonMark, translations: NullTranslations) -> str:
    """Returns what a notice calls a person: the name in quotation marks, followed by their mark."""
    return with_mark(translations.gettext("“%(value)s”") % {"value": isolated(name)}, mark, translations)


def notice_texts(translations: NullTranslations, *, lost_on_time: bool = False) -> dict[NotificationKind, str]:
    """Returns what each kind of notice says to the person whom it concerns; ``%(table)s`` and ``%(name)s`` stand for the table and for the person who has caused it (``quoted_name``).

    ``lost_on_time``: the person has lost a rated game on time, and the seat with it.
    """
    lost_seat = translations.gettext("Your seat at “%(table)s” is not yours any more.")
    if lost_on_time:
        lost_seat = translations.gettext("Your time at “%(table)s” was over: you have lost this rated game.")
    return {
        "turn": translations.gettext("It is your turn at “%(table)s”."),
        "reminder": translations.gettext("Your time at “%(table)s” is nearly over."),
        "proposal": translations.gettext("The others at “%(table)s” wait for your answer to a proposal."),
        "resumed": translations.gettext("The pause at “%(table)s” is over."),
        "over": translations.gettext("The game at “%(table)s” is over."),
        "lost_seat": lost_seat,
        "mention": translations.gettext("You were mentioned in the chat of “%(table)s”."),
        "reply": translations.gettext("%(name)s has replied to you in the chat of “%(table)s”."),
        "invitation": translations.gettext("%(name)s invites you to a table."),
        "joined": translations.gettext("%(name)s has joined your table."),
        "rematch": translations.gettext("%(name)s offers you a rematch."),
        "friend": translations.gettext("%(name)s would like to be your friend."),
    }


def notice_path(notice: Delivery | NoticeRow) -> str:
    """Returns where a notice leads: to the reader's seat, to the page after its game, to the open table, or to the friends."""
    if notice.open_table is not None:
        return f"/lobby/{notice.open_table}"
    if notice.kind == "friend":
        return "/friends"
    return f"/g/{notice.about}/play{'?go=after' if notice.kind == 'rematch' else ''}"


def unsubscribe_url(origin: str, secret: str, address: str) -> str:
    """Returns the link that switches an address off, for those who get messages there."""
    return f"{origin}/notices/off/{address}/{unsubscribe_token(secret, address)}"


def unsubscribe_token(secret: str, address: str) -> str:
    """Returns what proves that a message was sent to an address."""
    return hmac.new(secret.encode(), f"unsubscribe {address}".encode(), "sha256").hexdigest()[:32]
