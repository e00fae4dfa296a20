"""Where notices are sent, on pages, by links in e-mails, and over the API: the addresses of somebody, and those of a table, which its host adds.

The browser's cookie, or the account, says who asks.
"""

from __future__ import annotations

import hmac
import math
import secrets
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, Literal, NotRequired, ParamSpec, TypedDict, TypeVar
from urllib.parse import urlsplit

from msgspec import Meta

from groundfloor.engine.errors import GroundfloorError
from groundfloor.presentation.translations import translations_of
from groundfloor.table.rights import ADDRESSES

from ...database.rows import TransportName
from ...game.quotas import is_person_beyond
from ...game.seats import routes as links
from ...game.situations import viewer_situation
from ...game.viewer import viewer_of
from ...http.error_messages import message_for, status_of
from ...http.errors import TooManyAttempts
from ...http.handlers import form_of, json_change, json_view, personal_page
from ...http.json_fields import required_field
from ...http.json_types import ApiStruct, Time
from ...http.limits import FixedLimit
from ...http.mail_server import check_address, mailbox_of, small_domain_of
from ...http.mail_server import shown_address as shown_mail_address
from ...http.pages import get_locale, render, render_page
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, Route, of_table, on_server
from ...http.security import account_of, hash_of, is_administrator, is_by_token, owner_of
from ..identity.checks import count_attempt, too_many_attempts, write_in_session
from ..identity.devices import device_name
from ..identity.errors import MissingScope
from . import address_storage
from . import storage as notice_storage
from .errors import BadAddress, NotSent, UnknownAddress
from .message import Message, MessageLine
from .rows import NotificationAddress
from .sender import NotificationSender
from .wording import server_name, unsubscribe_token

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from gettext import NullTranslations

    from sqlalchemy import Connection
    from starlette.requests import Request
    from starlette.responses import Response

    from ...context import AppContext
    from ...database.store import Store
    from ...game.viewer import Viewer
    from ...http.request_body import FormFields, JsonFields

P = ParamSpec("P")
T = TypeVar("T")
WEBHOOKS: tuple[TransportName, ...] = ("discord", "slack", "json")
"""The transports by which a table has addresses too."""
MAX_LABEL = 60
CHANGES = ("add", "remove", "on", "off", "test")
"""What can be done with an address."""
FIELDS = ("transport", "address", "label")


@personal_page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/notices/addresses``: where the notices of the person who asks are sent."""
    context = get_context(request)
    addresses = [address for address in address_storage.of_owner(context.store, owner_of(request)) if not address.game]
    return render(
        request,
        "notice_addresses.html",
        address_rows=address_facts(addresses, get_locale(request).translations),
        push_key=context.push_key,
        has_mail="mail" in context.transports,
        is_administrator=is_administrator(request),
        form=form,
        done=request.query_params.get("done", ""),
        error_message=error_message,
    )


@form_of(show, needs_cookie=True)
async def change_own(request: Request, form: FormFields) -> str:
    """``POST /notices/addresses``: adds an address, or changes one."""
    return await change_by_form(request, form, "/notices/addresses?done={}")


async def change_by_form(request: Request, form: FormFields, path: str, game: str = "") -> str:
    """Returns the path with what the page then says in place of ``{}``: that a link or a test is under way, or that something has changed."""
    do = form.get("do")
    then = path.format("mail" if do == "add" and form.get("transport") == "mail" else "test" if do == "test" else "saved")
    promise(then)
    if do == "add":
        await add(request, form, game)
    else:
        await change(request, form.text("do"), form.text("id"), game)
    return then


async def confirm(request: Request) -> Response:
    """``/notices/confirm/…``: asks whether an e-mail address is to get notices, and confirms that."""
    return await by_link(request, "confirm", confirmation_token)


async def switch_off(request: Request) -> Response:
    """``/notices/off/…``: asks whether to stop sending notices to an address, and switches it off; e-mail programs do it with one click (RFC 8058)."""
    return await by_link(request, "off", unsubscribe_token)


async def by_link(request: Request, question: str, token_of: Callable[[str, str], str]) -> Response:
    """The page of a link in an e-mail. It only asks, as programs open links too: a click on its button, a POST, does it, for anybody who has the link, from anywhere."""
    context, translations, is_done = get_context(request), get_locale(request).translations, request.method == "POST"
    try:
        address = await proven_address(request, token_of)
        if is_done and question == "off":
            await context.work.write(address_storage.unsubscribe, context.store, address.id)
        elif is_done and not address.confirmed:
            await context.work.write(address_storage.confirm, context.store, address.id, context.table_service.now())
    except GroundfloorError as error:
        return render_page(request, "notice_link.html", status_of(error), question="", error_message=message_for(error, translations))
    return render_page(
        request,
        "notice_link.html",
        question=question,
        name=shown_address(address, translations),
        is_done=is_done or (question == "confirm" and bool(address.confirmed)),
    )


class OwnAddress(ApiStruct, frozen=True):
    """Where notices are sent: those of all tables of the asker, or those of the `game` whose host they are."""

    id: str
    transport: TransportName
    address: str
    label: str
    game: str | None
    secret: Annotated[str | None, Meta(description="What notices as JSON are signed with.")]
    created: Time
    is_confirmed: bool
    is_off: bool
    failing_since: Time | None


class NotificationAddresses(ApiStruct, frozen=True):
    """Where notices are sent, by which transports this server sends them, and its key for web push (`applicationServerKey`)."""

    addresses: list[OwnAddress]
    transports: list[TransportName]
    push_key: str


class AddAddress(TypedDict):
    """Adds an e-mail address or a webhook; one that is there already is switched on."""

    do: Literal["add"]
    transport: Literal["mail", "discord", "slack", "json"]
    address: str
    label: NotRequired[str | None]


class SubscriptionKeys(TypedDict):
    p256dh: str
    auth: str


class PushSubscription(TypedDict):
    """What a browser says of its subscription (`PushSubscription.toJSON()`)."""

    endpoint: str
    keys: SubscriptionKeys


class AddSubscription(TypedDict):
    """Adds the web push of a browser, perhaps in place of another endpoint."""

    do: Literal["add"]
    transport: Literal["push"]
    subscription: PushSubscription
    replaces: NotRequired[str | None]


class ChangeAddress(TypedDict):
    do: Literal["remove", "on", "off", "test"]
    id: str


def own_addresses(request: Request) -> NotificationAddresses:
    """Returns where the notices of the person who asks are sent, and what is needed for further addresses."""
    context = get_context(request)
    addresses = address_storage.of_owner(context.store, owner_of(request))
    return NotificationAddresses(
        addresses=[own_address(address, not is_by_token(request)) for address in addresses],
        transports=list(context.transports),
        push_key=context.push_key,
    )


as_json = json_view(own_addresses)


@json_change(view=own_addresses)
async def change_json(request: Request, body: JsonFields) -> None:
    """Adds an address, or changes one; MissingScope for an API token: nothing that it has added may outlive it."""
    if is_by_token(request):
        raise MissingScope("An API token can’t change where notices are sent. Log in for that.")
    if (do := body.text("do")) == "add":
        await add(request, {**{name: body.optional_text(name) for name in FIELDS}, **subscription_of(body)})
        if replaced := body.optional_text("replaces"):
            await replace_subscription(request, replaced)
    else:
        await change(request, do, body.text("id"))


def subscription_of(body: dict[str, Any]) -> dict[str, str]:
    """Returns the fields of a push subscription, as a browser tells it, if a body has one."""
    if "subscription" not in body:
        return {}
    subscription = required_field(body, "subscription", dict)
    keys = required_field(subscription, "keys", dict)
    return {
        "address": required_field(subscription, "endpoint", str),
        **{name: required_field(keys, name, str) for name in ("p256dh", "auth")},
    }


async def add(request: Request, given: Mapping[str, str], game: str = "") -> None:
    """Adds an address for the person who asks, or as the host of a ``game``; an e-mail address is sent a link that confirms it.

    One that is there already is switched on, and a link that confirms it is sent again. Raises BadAddress, BadUrl (also for one inside a private network), BadMailAddress, BadSubscription,
    TooManyAttempts, or NotSent if the mail server does not take the e-mail.
    """
    context, language = get_context(request), get_locale(request).language
    transport = next((possible for possible in transports_at(context, game) if possible == given.get("transport")), None)
    if transport is None:
        raise BadAddress("transport is one of: %(known)s.", known=", ".join(transports_at(context, game)))
    address, secret, label = given.get("address", "").strip(), "", " ".join(given.get("label", "").split())[:MAX_LABEL]
    if transport == "mail":
        address = check_address(address)
    elif transport == "push":
        from .web_push import check_subscription  # a page without a server has none of these ways

        secret = check_subscription(address, given.get("p256dh", ""), given.get("auth", ""))
        label = device_name(request.headers.get("user-agent", ""))
    else:
        from ...http.outgoing import parse_url
        from .webhooks import new_secret

        parse_url(address)
        secret = new_secret() if transport == "json" else ""
    await check_messages(request)
    await context.work.send(context.transports[transport].check, address)
    at = context.table_service.now()
    new = NotificationAddress(
        secrets.token_hex(16),
        owner_of(request),
        transport,
        address,
        secret,
        label,
        language,
        at,
        "" if transport == "mail" else at,
        game=game,
    )
    added = await write_as_owner(request, address_storage.add, new)
    if added is None:
        raise BadAddress("There are as many addresses as possible. Remove one before you add another.")
    if not added.confirmed:
        await count_attempt(context, f"address {hash_of(mailbox_of(address))[:32]}", context.rates.addresses)
        if domain := small_domain_of(address):
            await count_attempt(context, f"domain {hash_of(domain)[:32]}", context.rates.domains)
        origin = context.addresses.public_origin()
        outcome = await context.work.send(context.transports[transport].send, added, confirmation(added, origin, context.secret))
        if outcome == "unsupported":
            await context.work.write(address_storage.remove, context.store, added.id, added.owner_id)
            raise NotSent(
                "The mail server of this server can’t write to addresses with such letters before the @. Please name another address."
            )
        if outcome != "sent":
            raise NotSent("The e-mail could not be sent. Please try again later.")


async def write_as_owner(request: Request, change: Callable[Concatenate[Store | Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Makes a change for the person who asks; NotLoggedIn for somebody who was logged out meanwhile. A guest has no session."""
    if account_of(request) is not None:
        return await write_in_session(request, change, *args, **kwargs)
    context = get_context(request)
    return await context.work.write(change, context.store, *args, **kwargs)


async def replace_subscription(request: Request, old: str) -> None:
    """Removes the address of a push subscription that the browser has replaced by another one."""
    context, owner_id = get_context(request), owner_of(request)
    for address in await context.work.read(address_storage.of_owner, context.store, owner_id):
        if address.transport == "push" and address.address == old:
            await context.work.write(address_storage.remove, context.store, address.id, owner_id)


async def change(request: Request, do: str, id: str, game: str = "") -> None:
    """Makes one of the ``CHANGES`` except "add" to an address of the person who asks. Raises BadAddress, UnknownAddress, TooManyAttempts or NotSent."""
    context = get_context(request)
    address = await find_own_address(request, id, game)
    if do == "remove":
        await context.work.write(address_storage.remove, context.store, address.id, address.owner_id)
    elif do in ("on", "off"):
        await write_as_owner(request, address_storage.switch, address.id, is_off=do == "off")
    elif do == "test":
        await test(request, address)
    else:
        raise BadAddress("do is one of: %(known)s.", known=", ".join(CHANGES))


async def find_own_address(request: Request, id: str, game: str) -> NotificationAddress:
    context = get_context(request)
    address = await context.work.read(address_storage.find, context.store, id)
    if address is None or address.owner_id != owner_of(request) or address.game != game:
        raise UnknownAddress("This address is not in your list.")
    return address


def own_addresses_at(context: AppContext, request: Request, viewer: Viewer) -> list[NotificationAddress]:
    """Returns the addresses that the host of a table has added to it; none for others."""
    own = owner_of(request)
    return [each for each in address_storage.of_game(context.store, viewer.table.game_id) if viewer.is_host and each.owner_id == own]


async def test(request: Request, address: NotificationAddress) -> None:
    """Sends a notice that says that notices arrive."""
    context = get_context(request)
    if not address.confirmed:
        raise BadAddress("Open the link in the e-mail first: it confirms the address.")
    await check_messages(request)
    most = context.settings.limits.host_messages_per_hour
    if wait := await context.work.write(notice_storage.count_message, context.store, address, most):
        target, minutes = notice_storage.counted_host(address) or address.address, math.ceil(wait / 60)
        raise TooManyAttempts(
            "Many messages were sent to %(target)s lately. Please try again in %(minutes)s min.", target=target, minutes=minutes
        )
    assert isinstance(context.notices, NotificationSender)
    if await context.work.send(context.notices.send_trial, address, secrets.token_hex(16)) != "sent":
        raise NotSent("The test did not arrive: nobody answers there, or the answer is a refusal.")


async def check_messages(request: Request) -> None:
    """Counts a new address, an e-mail that confirms it or a test; TooManyAttempts if the person who asks has had too many."""
    if await is_person_beyond(get_context(request), request, get_context(request).rates.messages):
        raise too_many_attempts()


def transports_at(context: AppContext, game: str) -> tuple[TransportName, ...]:
    """Returns the transports by which addresses of a table ("": of somebody) are sent notices at this server."""
    return tuple(transport for transport in context.transports if not game or transport in WEBHOOKS)


def confirmation(address: NotificationAddress, origin: str, secret: str) -> Message:
    """Returns the only message to an e-mail address that nobody has confirmed."""
    translations = translations_of(address.language)
    lines = (
        MessageLine(
            translations.gettext("Somebody would like to get notices of their games here. If that is you, open this page:"),
            f"{origin}/notices/confirm/{address.id}/{confirmation_token(secret, address.id)}",
        ),
        MessageLine(translations.gettext("If not, do nothing: then no further e-mail is sent."), ""),
    )
    title = translations.gettext("Notices of Ground Floor: is this your address?")
    return Message(server_name(origin), secrets.token_hex(16), address.language, title, lines, lines[0].url)


def confirmation_token(secret: str, address: str) -> str:
    """Returns what proves that somebody reads the e-mails to an address."""
    return hmac.new(secret.encode(), f"confirm {address}".encode(), "sha256").hexdigest()[:32]


async def proven_address(request: Request, token_of: Callable[[str, str], str]) -> NotificationAddress:
    """Returns the address that a link in a message is for; UnknownAddress if it is gone, or the link is none of ours."""
    context, given = get_context(request), request.path_params
    expected = token_of(context.secret, given["address"])
    address = await context.work.read(address_storage.find, context.store, given["address"])
    if address is None or not hmac.compare_digest(expected.encode(), given["proof"].encode()):
        raise UnknownAddress("This link leads nowhere: the address was removed, or the link is incomplete.")
    return address


def shown_address(address: NotificationAddress, translations: NullTranslations) -> str:
    """Returns the name of an address: its label, an e-mail address, or the host of a webhook, whose address is a secret."""
    if address.transport == "mail":
        return shown_mail_address(address.address)
    host = urlsplit(address.address).hostname or ""
    return address.label or (translations.gettext("a browser") if address.transport == "push" else host)


def own_address(address: NotificationAddress, shows_secrets: bool) -> OwnAddress:
    """Returns where notices are sent as the API tells it; of a webhook or subscription, whose address is a secret, perhaps only the host."""
    is_shown = shows_secrets or address.transport == "mail"
    return OwnAddress(
        id=address.id,
        transport=address.transport,
        address=address.address if is_shown else f"https://{urlsplit(address.address).hostname}",
        label=address.label,
        game=address.game or None,
        secret=address.secret if address.transport == "json" and shows_secrets else None,
        created=address.created,
        is_confirmed=bool(address.confirmed),
        is_off=address.is_off,
        failing_since=address.failing_since or None,
    )


def address_facts(addresses: list[NotificationAddress], translations: NullTranslations) -> list[dict[str, Any]]:
    return [{"address": each, "name": shown_address(each, translations), "is_failing": bool(each.failing_since)} for each in addresses]


@form_of(links.show)
async def change_addresses(request: Request, form: FormFields) -> str:
    """``POST …/notices``: adds an address of the table's notices, or changes one, by its host."""
    viewer = await viewer_of(request)
    ADDRESSES.check(viewer_situation(viewer))
    return await change_by_form(request, form, f"{viewer.base}/table?done={{}}#notices", viewer.table.game_id)


PER_ADDRESS = (
    "messages_per_hour",
    *PER_CHANGE,
    FixedLimit(address_storage.MAX_OF_HOLDER, "addresses of a browser"),
    FixedLimit(address_storage.MAX_OF_GAME, "of a table"),
)
OF_TABLES = of_table(
    "POST {base}/notices", change_addresses, "Changes where notices of the table are sent.", rights="host", limits=PER_ADDRESS
)
ROUTES = OF_TABLES + on_server(
    Route("GET /notices/addresses", show, "Where the notices of the person who asks are sent.", query=("done",)),
    Route("POST /notices/addresses", change_own, "Adds, tests, switches or removes an address for notices.", limits=PER_ADDRESS),
    *(Route(f"{method} /notices/confirm/{{address}}/{{proof}}", confirm, "Asks whether an e-mail address shall get notices, and confirms that.") for method in ("GET", "POST")),
    Route("GET /notices/off/{address}/{proof}", switch_off, "Asks whether no more notices shall be sent to an address."),
    Route("POST /notices/off/{address}/{proof}", switch_off, "Switches an address off; programs for e-mail do it with one click (RFC 8058).", for_banned=True),
    Route("GET /api/notices/addresses", as_json, "Where the asker's notices are sent.", rights="browser"),
    Route("POST /api/notices/addresses", change_json, "Adds, tests, switches or removes an address for notices.", rights="browser", body=AddSubscription | AddAddress | ChangeAddress, refusals=(404, 422), limits=PER_ADDRESS),
)  # fmt: skip
