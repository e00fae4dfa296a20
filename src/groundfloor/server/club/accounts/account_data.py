"""Everything that the server keeps about a person with an account, as one file.

An account may keep any amount, so the file is made and sent in pieces, and long lists are read by some rows at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, structs

from groundfloor.results import GameResult
from groundfloor.results.transfer import FORMAT as GAMES_FORMAT
from groundfloor.results.transfer import KIND as GAMES_KIND
from groundfloor.results.transfer import GamesFile, with_seats_moved
from groundfloor.table.hours import Availability
from groundfloor.table.value import ACCOUNT_PREFIX, DepartureKind, ProposalOutcome

from ...database.rows import Channel, NotificationKind, Rights
from ...game.storage import availability as stored_availability
from ...game.storage import browsers
from ...game.storage import finished_games as stored_finished_games
from ...game.storage import results as stored_results
from ...game.storage.rows import FinishedSeatRow
from ...http.json_fields import Seat
from ...http.json_types import ApiStruct, Data, PersonMark, Time
from ...http.security import rights_of, short_id
from ..chat import storage as chat_storage
from ..contacts import block_storage, friend_storage
from ..identity import known_devices, token_storage
from ..identity import storage as account_storage
from ..identity.checks import logged_in
from ..identity.known_devices import name_hash
from ..identity.rows import FailedLogIns
from ..lobby import followed_storage, invitation_storage
from ..lobby import message_storage as lobby_message_storage
from ..lobby import storage as lobby_storage
from ..lobby.open_tables import player_of
from ..moderation import report_storage
from ..moderation import storage as moderation_storage
from ..notifications import address_storage
from ..notifications import storage as notice_storage
from ..notifications.rows import Delivery, NotificationAddress, NotificationSettings
from ..ratings import storage as rating_storage
from ..ratings.rows import RatedGames, RatingRow
from . import belongings, passkey_storage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.requests import Request

    from ...context import AppContext
    from ...database.rows import AccountRow, ApiTokenRow, KnownGame, PrivateNotes
    from ...database.store import Store
    from ..lobby.rows import OpenTableRow
    from ..notifications.rows import NoticeRow

FORMAT = 1
ROWS = 100
"""Rows of a list that are read at once; a tenth of it of notes, which are long."""
PIECE_BYTES = 65_536
"""From which on a piece of the file is sent."""
Part = TypeVar("Part")


class Session(ApiStruct, frozen=True):
    """Where an account is logged in."""

    id: str
    device: str
    created: Time
    used: Time


class Passkey(ApiStruct, frozen=True):
    """A passkey of an account."""

    id: str
    label: str
    created: Time
    used: Time


class ApiToken(ApiStruct, frozen=True):
    """What an API token is for, without the secret."""

    id: str
    account: Annotated[str, Meta(description="The id of a bot, or of the account itself.")]
    label: str
    scope: Literal["read", "play"]
    created: Time
    expires: Time
    used: Annotated[str, Meta(description="When it was used last, about to the hour; empty: never.")]


class CreatedToken(ApiToken, frozen=True):
    """A new API token, with the secret, which is sent only this once."""

    token: str


class BotAccount(ApiStruct, frozen=True):
    """The account of a bot from outside."""

    id: str
    name: str
    created: Time


class Guest(ApiStruct, frozen=True):
    """What a browser holds without an account: the names of tables, of those that it follows, results, and addresses for notices."""

    tables: list[str]
    followed: list[str]
    results: int
    results_left_out: Annotated[
        int, Meta(description="How many of them, imported ones, the account has no room for: they would be deleted.")
    ]
    addresses: list[str]


class KnownAccount(ApiStruct, frozen=True):
    """An account without its bots."""

    name: str
    created: Time
    recovery_codes_left: int
    has_password: bool
    passkeys: list[Passkey]
    tokens: list[ApiToken]
    sessions: list[Session]
    failed_log_ins: FailedLogIns | None


class Account(KnownAccount, frozen=True):
    """The account that is logged in."""

    bots: list[BotAccount]
    guest: Annotated[Guest | None, Meta(description="What the browser held before the log-in, as long as nobody has said whose it is.")]


class CreatedAccount(Account, frozen=True):
    """A new account, with recovery codes that are sent only this once."""

    recovery_codes: list[str]


class FollowedLink(ApiStruct, frozen=True):
    game: str
    name: str
    link: str


class HeldSeat(ApiStruct, frozen=True):
    seat: Seat
    name: str
    link: str


class HeldGame(ApiStruct, frozen=True):
    game: str
    name: str
    status: str
    created: Time
    changed: Time
    is_host: bool
    link: str
    seats: list[HeldSeat]


class JoinedTable(ApiStruct, frozen=True):
    link: str
    name: str
    created: Time
    is_host: bool
    player: str
    colour: str


class OwnBan(ApiStruct, frozen=True):
    reason: str
    since: Time
    until: str


class OwnReport(ApiStruct, frozen=True):
    """What the account has reported; `closed` is empty while nobody has dealt with it."""

    about: str
    text: str
    quote: Annotated[str, Meta(description="The message that it is about, if it is about one.")]
    created: Time
    closed: str


class OwnInvitation(ApiStruct, frozen=True):
    link: str
    name: str
    invited_by: str


class OwnNotice(ApiStruct, frozen=True):
    """The last event of a kind at a table, or by a person; `proposed` is who has proposed what, such as `1 pause`."""

    about: str
    name: str
    person: str
    mark: PersonMark
    kind: NotificationKind
    seat: int
    version: int
    at: Time
    is_read: bool
    proposed: str
    outcome: ProposalOutcome
    people: tuple[str, ...]
    open_table: str | None
    departure: DepartureKind | Literal[""]

    @classmethod
    def of(cls, notice: NoticeRow) -> OwnNotice:
        return cls(**{**vars(notice), "seat": notice.seat + 1, "proposed": str(notice.proposed or "")})


class OwnNotices(ApiStruct, frozen=True):
    """When notices are sent and where to, what was sent last, and the list of notices."""

    settings: NotificationSettings
    addresses: list[NotificationAddress]
    sent: Annotated[list[Delivery], Meta(description="Seats count from 1; 0: all of them.")]
    notices: Annotated[list[OwnNotice], Meta(description="Seats count from 1; 0: all of them.")]


class OwnBlock(ApiStruct, frozen=True):
    """Somebody who was blocked, under the name that they had then."""

    name: str
    since: Time


class OwnMessage(ApiStruct, frozen=True):
    """A message that somebody has written at a table; a removed one no longer has a text."""

    game: str
    channel: Channel
    number: int
    at: Time
    text: str
    removed: Literal["", "author", "administrator"]


class OwnLobbyMessage(ApiStruct, frozen=True):
    """A message that somebody has written in the lobby, or at an open table."""

    table: Annotated[str | None, Meta(description="null: in the lobby.")]
    at: Time
    text: str
    removed: Literal["", "author", "administrator"]


class OwnNotes(ApiStruct, frozen=True):
    """The private notes of a seat."""

    game: str
    seat: Seat
    text: str


class HeldData(ApiStruct, frozen=True):
    """What an account or a bot holds."""

    games: list[HeldGame]
    followed: list[FollowedLink]
    open_tables: list[JoinedTable]
    invitations: list[OwnInvitation]
    notices: OwnNotices
    availability: Availability
    blocks: list[OwnBlock]
    messages: list[OwnMessage]
    lobby_messages: list[OwnLobbyMessage]
    notes: list[OwnNotes]
    reports: list[OwnReport]
    finished_games: Annotated[list[FinishedSeatRow], Meta(description="Seats of finished games that are known as theirs.")]
    results: GamesFile
    solved_exercises: Annotated[list[str], Meta(description="Exercises whose best answer was found.")]


class BotData(HeldData, frozen=True):
    """The account of a bot from outside, with all that it holds."""

    id: str
    name: str
    created: Time


class AccountData(HeldData, frozen=True):
    """Everything that is kept about an account."""

    kind: str
    format: int
    name: str
    created: Time
    recovery_codes_left: int
    has_password: bool
    passkeys: list[Passkey]
    tokens: list[ApiToken]
    bots: list[BotData]
    sessions: list[Session]
    friends: list[str]
    friend_requests: list[str]
    settings: Annotated[Data, Meta(description="What `/api/account/settings` tells; empty if nothing was chosen.")]
    is_administrator: bool
    ban: OwnBan | None
    ratings: Annotated[list[RatingRow], Meta(description="After each game of a pool; seats count from 1.")]
    rated_games: RatedGames
    failed_log_ins: FailedLogIns | None


def account_pieces(context: AppContext, request: Request) -> Iterator[bytes]:
    """Yields the file, as JSON of ``AccountData``: account, sessions, games and open tables with their links, and results in the form in which they can be imported."""
    joined = bytearray()
    for piece in json_pieces(account_data(context, request)):
        joined += piece
        if len(joined) >= PIECE_BYTES:
            yield bytes(joined)
            joined.clear()
    yield bytes(joined) + b"\n"


def json_pieces(value: object, depth: int = 0) -> Iterator[bytes]:
    """Yields a value as JSON in pieces, indented as by ``msgspec.json.format``: a dictionary by its members, an iterator, which is a list, by its parts."""
    begin = b"\n" + b" " * depth
    if not isinstance(value, dict | Iterator):
        yield msgspec.json.format(msgspec.json.encode(value), indent=1).replace(b"\n", begin)
        return
    opening, closing = (b"{", b"}") if isinstance(value, dict) else (b"[", b"]")
    before = opening
    for name, part in value.items() if isinstance(value, dict) else (("", part) for part in value):
        yield before + begin + b" " + (msgspec.json.encode(name) + b": " if name else b"")
        yield from json_pieces(part, depth + 1)
        before = b","
    yield opening + closing if before == opening else begin + closing


def account_data(context: AppContext, request: Request) -> dict[str, Any]:
    """Returns the members of ``AccountData``, in their order, with iterators in place of long lists; NotLoggedIn for a guest."""
    account, store = logged_in(request), context.store
    origin, friends = context.addresses.link_origin(request), friend_storage.of_account(store, account)
    chosen, ban = account_storage.settings_of(store, account.id), moderation_storage.ban_of_account(store, account.id)
    members = {
        **structs.asdict(known_account(store, account)),
        **held_data(context, account.owner_id, origin),
        "kind": "groundfloor account",
        "format": FORMAT,
        "bots": (
            in_order(BotData, {**structs.asdict(bot_account(bot)), **held_data(context, bot.owner_id, origin)})
            for bot in token_storage.bots_of(store, account.id)
        ),
        "friends": [friend.name for friend in friends.friends],
        "friend_requests": list(friends.sent),
        "settings": asdict(chosen) if chosen is not None else {},
        "is_administrator": (rights_of(request) or Rights()).is_administrator,
        "ban": OwnBan(reason=ban.reason, since=ban.since, until=ban.until) if ban is not None else None,
        "ratings": (
            replace(rating, seat=rating.seat + 1)
            for rating in all_rows(lambda last: rating_storage.next_of_account(store, account.id, last, ROWS))
        ),
        "rated_games": rating_storage.rated_games(store, account.id),
    }
    return in_order(AccountData, members)


def in_order(kind: type[HeldData], members: dict[str, Any]) -> dict[str, Any]:
    """Returns the members of a class in the order in which it has them."""
    return {name: members[name] for name in kind.__struct_fields__}


def all_rows(read: Callable[[Part | None], Sequence[Part]]) -> Iterator[Part]:
    """Yields all rows of a list; ``read`` returns the next ones after the last one that is known (None: the first ones)."""
    last = None
    while rows := read(last):
        yield from rows
        last = rows[-1]


def held_data(context: AppContext, owner_id: str, origin: str) -> dict[str, Any]:
    """Returns the members of ``HeldData``: what an account or a bot holds."""
    store = context.store
    return {
        "games": (held_game(known, origin) for known in all_games(store, owner_id)),
        "followed": [
            FollowedLink(game=known.game.game_id, name=known.game.name, link=f"{origin}/g/{known.game.game_id}")
            for known in followed_storage.of_browser(store, owner_id)
        ],
        "open_tables": [joined_table(table, owner_id, origin) for table in lobby_storage.of_owner(store, owner_id)],
        "invitations": [
            OwnInvitation(link=f"{origin}/lobby/{invitation.table.game_id}", name=invitation.table.name, invited_by=invitation.name)
            for invitation in invitation_storage.of_owner(store, owner_id)
        ],
        "notices": OwnNotices(
            settings=address_storage.settings_of(store, owner_id),
            addresses=list(address_storage.of_owner(store, owner_id)),
            sent=[replace(delivery, seat=delivery.seat + 1) for delivery in notice_storage.deliveries_of(store, owner_id)],
            notices=[OwnNotice.of(notice) for notice in notice_storage.of_owner(store, owner_id)],
        ),
        "availability": stored_availability.of_owner(store, owner_id),
        "blocks": [OwnBlock(name=person.name, since=person.at) for person in block_storage.of_owner(store, owner_id)],
        "messages": own_messages(store, owner_id),
        "lobby_messages": [
            OwnLobbyMessage(table=message.open_table, at=message.at, text=message.text, removed=message.removed)
            for message in lobby_message_storage.of_owner(store, owner_id)
        ],
        "notes": own_notes(store, owner_id),
        "reports": [
            OwnReport(about=report.subject, text=report.text, quote=report.quote, created=report.created, closed=report.closed)
            for report in report_storage.of_author(store, owner_id)
        ],
        "finished_games": (
            replace(seat, seat=seat.seat + 1)
            for seat in all_rows(lambda last: stored_finished_games.seats_of(store, owner_id.removeprefix(ACCOUNT_PREFIX), last, ROWS))
        ),
        "results": {"kind": GAMES_KIND, "format": GAMES_FORMAT, "results": own_results(store, owner_id), "games": []},
        "solved_exercises": sorted(stored_results.solved_exercises(store, owner_id)),
    }


def all_games(store: Store, owner_id: str) -> Iterator[KnownGame]:
    numbers = browsers.game_numbers(store, owner_id)
    for first in range(0, len(numbers), ROWS):
        yield from browsers.numbered_games(store, owner_id, numbers[first : first + ROWS])


def own_messages(store: Store, owner_id: str) -> Iterator[OwnMessage]:
    for game_id, message in all_rows(lambda last: chat_storage.of_owner(store, owner_id, last[1].id if last else 0, ROWS)):
        yield OwnMessage(
            game=game_id,
            channel=message.channel,
            number=message.number,
            at=message.at,
            text=message.text,
            removed=message.removed,
        )


def own_notes(store: Store, owner_id: str) -> Iterator[OwnNotes]:
    def read(last: tuple[int, str, int, PrivateNotes] | None) -> list[tuple[int, str, int, PrivateNotes]]:
        return chat_storage.notes_of_owner(store, owner_id, (last[0], last[2]) if last else (0, -1), max(ROWS // 10, 1))

    for _number, game_id, seat, notes in all_rows(read):
        yield OwnNotes(game=game_id, seat=seat + 1, text=notes.text)


def own_results(store: Store, owner_id: str) -> Iterator[GameResult]:
    for row in all_rows(lambda last: stored_results.results_of(store, owner_id, last, ROWS)):
        yield with_seats_moved(msgspec.json.decode(row.data, type=GameResult), 1)


def known_account(store: Store, account: AccountRow) -> KnownAccount:
    """Returns what the API says about an account except its bots; it is in the file of the account as well."""
    return KnownAccount(
        name=account.name,
        created=account.created,
        recovery_codes_left=account_storage.count_codes(store, account.id),
        has_password=bool(account.password),
        passkeys=[
            Passkey(id=key.id, label=key.label, created=key.created, used=key.used) for key in passkey_storage.of_account(store, account.id)
        ],
        tokens=[api_token(token) for token in token_storage.of_account(store, account.id)],
        sessions=[
            Session(id=short_id(session), device=session.device, created=session.created, used=session.used)
            for session in account_storage.sessions_of(store, account.id)
        ],
        failed_log_ins=known_devices.failures(store, name_hash(account.name_key)),
    )


def guest_of(store: Store, guest: str, owner_id: str) -> Guest | None:
    """Returns what a browser held before somebody logged in there to an account; None if nobody is to be asked whose it is (``guest`` is ""), or nothing is left."""
    if not guest or not belongings.holds_anything(store, guest):
        return None
    addresses = address_storage.of_owner(store, guest)
    return Guest(
        tables=[known.game.name for known in browsers.games_of(store, guest)]
        + [table.name for table in lobby_storage.of_owner(store, guest)],
        followed=[known.game.name for known in followed_storage.of_browser(store, guest)],
        results=stored_results.count_of_browser(store, guest),
        results_left_out=stored_results.count_left_out(store, guest, owner_id),
        addresses=[address.label if address.transport == "push" else address.address for address in addresses],
    )


def api_token(token: ApiTokenRow) -> ApiToken:
    """Returns what an API token is for, without the secret; ``account`` is the id of a bot, or of the account itself."""
    return ApiToken(
        id=short_id(token),
        account=token.account,
        label=token.label,
        scope="play" if token.scope == "play" else "read",
        created=token.created,
        expires=token.expires,
        used=token.used,
    )


def bot_account(bot: AccountRow) -> BotAccount:
    return BotAccount(id=bot.id, name=bot.name, created=bot.created)


def joined_table(table: OpenTableRow, owner_id: str, origin: str) -> JoinedTable:
    player = player_of(table, owner_id)
    return JoinedTable(
        link=f"{origin}/lobby/{table.game_id}",
        name=table.name,
        created=table.created,
        is_host=table.host == owner_id,
        player=player.name if player is not None else "",
        colour=player.colour if player is not None else "",
    )


def held_game(known: KnownGame, origin: str) -> HeldGame:
    game = known.game
    return HeldGame(
        game=game.game_id,
        name=game.name,
        status=game.summary.status,
        created=game.created,
        changed=game.changed,
        is_host=known.is_host,
        link=f"{origin}/g/{game.game_id}",
        seats=[HeldSeat(seat=seat.seat + 1, name=seat.name, link=f"{origin}/s/{seat.token}") for seat in known.seats],
    )
