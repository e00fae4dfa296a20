"""Everything that the server keeps about a person with an account, as one file."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import msgspec

from ..numbers import seat_number_or_none, with_seat_numbers
from ..results import format_games_file
from ..store import Rights
from ..store.known_devices import name_hash
from ..store.rows import ACCOUNT_PREFIX
from .accounts import logged_in
from .json_fields import attributes
from .lobby import player_of
from .security import rights_of, short_id

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..store import AccountRow, ApiTokenRow, KnownGame, OpenTableRow, Store
    from .context import AppContext

FORMAT = 1


def account_file(context: AppContext, request: Request) -> str:
    """Returns the text of the file; NotLoggedIn for a guest."""
    return msgspec.json.format(msgspec.json.encode(account_data(context, request)), indent=1).decode() + "\n"


def account_data(context: AppContext, request: Request) -> dict[str, object]:
    """Returns account, sessions, games and open tables with their links, and results in the form in which they can be imported; NotLoggedIn for a guest."""
    account, store = logged_in(request), context.store
    origin, friends = context.addresses.link_origin(request), store.friends_of(account)
    return {
        "kind": "groundfloor account",
        "format": FORMAT,
        **account_facts(store, account),
        "settings": asdict(chosen) if (chosen := store.settings_of_account(account.id)) is not None else {},
        "bots": [{**bot_facts(bot), **held_data(context, bot.owner_id, origin)} for bot in store.bots_of(account.id)],
        "friends": [friend.name for friend in friends.friends],
        "friend_requests": list(friends.sent),
        "ratings": [
            attributes(rating, "pool", "game", "rank", "weight", "mu", "sigma", "games") for rating in store.all_ratings_of(account.id)
        ],
        "rated_games": asdict(store.rated_games_of(account.id)),
        "is_administrator": (rights_of(request) or Rights()).is_administrator,
        "ban": attributes(ban, "reason", "since", "until") if (ban := store.ban_of_account(account.id)) is not None else None,
        **held_data(context, account.owner_id, origin),
    }


def held_data(context: AppContext, owner_id: str, origin: str) -> dict[str, object]:
    store = context.store
    return {
        "games": [game_facts(known, origin) for known in store.games_of_browser(owner_id, most=None)],
        "followed": [
            {"game": followed.game.game_id, "name": followed.game.name, "link": f"{origin}/g/{followed.game.game_id}"}
            for followed in store.followed_games_of(owner_id)
        ],
        "open_tables": [open_table_facts(table, owner_id, origin) for table in store.open_tables_of(owner_id)],
        "invitations": [
            {"link": f"{origin}/lobby/{invitation.table.game_id}", "name": invitation.table.name, "invited_by": invitation.name}
            for invitation in store.invitations_of(owner_id)
        ],
        "notices": {
            "settings": asdict(store.notification_settings_of(owner_id)),
            "targets": [asdict(address) for address in store.notification_addresses_of(owner_id)],
            "sent": [with_seat_numbers(asdict(delivery)) for delivery in store.deliveries_of(owner_id)],
            "notices": [with_seat_numbers(asdict(notice)) for notice in store.notices_of(owner_id)],
        },
        "availability": asdict(store.availability_of(owner_id)),
        "blocks": [{"name": block.name, "since": block.at} for block in store.blocked_by(owner_id)],
        "messages": [
            {"game": game_id, **attributes(message, "channel", "number", "at", "text", "removed")}
            for game_id, message in store.messages_of_owner(owner_id)
        ],
        "notes": [
            {"game": game_id, "seat": seat_number_or_none(seat), "text": notes.text}
            for game_id, seat, notes in store.private_notes_of_owner(owner_id)
        ],
        "reports": [
            {"about": report.subject, **attributes(report, "text", "quote", "created", "closed")} for report in store.reports_of(owner_id)
        ],
        "finished_games": [with_seat_numbers(asdict(seat)) for seat in store.finished_seats_of(owner_id.removeprefix(ACCOUNT_PREFIX))],
        "results": msgspec.json.decode(format_games_file(context.table_service.results.results(owner_id))),
    }


def account_facts(store: Store, account: AccountRow) -> dict[str, object]:
    """Returns what the API tells of an account but its bots, and what is in its file as well."""
    return {
        "name": account.name,
        "created": account.created,
        "recovery_codes_left": store.count_recovery_codes(account.id),
        "has_password": bool(account.password),
        "passkeys": [attributes(passkey, "id", "label", "created", "used") for passkey in store.passkeys_of(account.id)],
        "failed_log_ins": asdict(failed) if (failed := store.failed_log_ins(name_hash(account.key))) is not None else None,
        "tokens": [token_facts(token) for token in store.tokens_of(account.id)],
        "sessions": [
            {"id": short_id(session), **attributes(session, "device", "created", "used")} for session in store.sessions_of(account.id)
        ],
    }


def guest_facts(store: Store, guest: str) -> dict[str, object] | None:
    """Returns what a browser held before somebody logged in there; None if nobody is to be asked whose that is (``guest`` is ""), or nothing is left."""
    if not guest or not store.holds_anything(guest):
        return None
    tables = [known.game.name for known in store.games_of_browser(guest)] + [table.name for table in store.open_tables_of(guest)]
    followed = [known.game.name for known in store.followed_games_of(guest)]
    addresses = [address.label if address.transport == "push" else address.address for address in store.notification_addresses_of(guest)]
    return {"tables": tables, "followed": followed, "results": store.count_results(guest), "addresses": addresses}


def token_facts(token: ApiTokenRow) -> dict[str, object]:
    """Returns what an API token is for, without the secret; ``account`` is the id of a bot, or of the account itself."""
    return {"id": short_id(token), **attributes(token, "account", "label", "scope", "created", "expires", "used")}


def bot_facts(bot: AccountRow) -> dict[str, object]:
    return attributes(bot, "id", "name", "created")


def open_table_facts(table: OpenTableRow, owner_id: str, origin: str) -> dict[str, object]:
    player = player_of(table, owner_id)
    return {
        "link": f"{origin}/lobby/{table.game_id}",
        "name": table.name,
        "created": table.created,
        "is_host": table.host == owner_id,
        "player": player.name if player is not None else "",
        "colour": player.colour if player is not None else "",
    }


def game_facts(known: KnownGame, origin: str) -> dict[str, object]:
    game = known.game
    return {
        "game": game.game_id,
        "name": game.name,
        "status": game.summary.status,
        "created": game.created,
        "changed": game.changed,
        "is_host": known.is_host,
        "link": f"{origin}/g/{game.game_id}",
        "seats": [{"seat": seat_number_or_none(seat.seat), "name": seat.name, "link": f"{origin}/s/{seat.token}"} for seat in known.seats],
    }
