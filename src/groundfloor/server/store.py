"""The store: games in one database, SQLite in a folder or PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, wraps
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, ParamSpec, Self, TypeVar

from sqlalchemy import delete, func, select, update

from ..engine.errors import GroundfloorError
from ..request_id import request_id
from .club.accounts import known_devices
from .club.accounts import passkey_storage as passkeys
from .club.accounts import storage as accounts
from .club.accounts import token_storage as api_tokens
from .club.chat import storage as messages
from .club.clocks import storage as availability
from .club.lobby import invitation_storage as invitations
from .club.lobby import message_storage as lobby_messages
from .club.lobby import storage as lobby
from .club.moderation import report_storage as reports
from .club.moderation import site_storage as site
from .club.moderation import storage as administration
from .club.notifications import address_storage as notification_addresses
from .club.notifications import storage as notices
from .club.people import block_storage as blocks
from .club.people import followed_storage as followed_games
from .club.people import friend_storage as friends
from .club.people import person_kinds
from .club.ratings import storage as ratings
from .database import change_feed, jobs, rate_limits, requests, usage
from .database import schema as s
from .database.database import count_changes, insert_new, reading, upsert, writing
from .database.errors import NewerData
from .database.jobs import Jobs
from .database.migrate import is_compatible
from .database.postgresql import PostgreSQL, checked_address, is_postgresql
from .database.requests import changing
from .database.rows import DeviceChange, TableChange
from .database.sqlite import DataFolder
from .database.watch import Watch
from .game.storage import browsers, downtimes, finished_games, games, presence, results
from .game.storage.held_seats import HeldSeatsCache

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from typing import Concatenate

    from sqlalchemy import Connection

    from ..table.value import SeatAddress, TableValue
    from .database.rows import (
        AccountRow,
        Change,
        GameRow,
        HeldSeats,
        KnownGame,
        MessageRow,
        NewGame,
        NewMessage,
        OpenTableRow,
        PasskeyRow,
        Remover,
        ResultRow,
        SessionRow,
    )


P = ParamSpec("P")
R = TypeVar("R")
NO_DEVICE = DeviceChange()
"""Of a log-in at a browser that no account is to know."""


def reads(function: Callable[Concatenate[Connection, P], R], *, is_single: bool = False) -> Callable[Concatenate[Store, P], R]:
    """Returns a method of the store that has a function read, in a transaction unless it has a ``single`` statement."""

    @wraps(function)
    def method(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with reading(store._engine, is_single=is_single) as connection:
            return function(connection, *args, **kwargs)

    return method


def writes(function: Callable[Concatenate[Connection, P], R]) -> Callable[Concatenate[Store, P], R]:
    """Returns a method of the store that has a function write, in a transaction of its own."""

    @wraps(function)
    def method(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with changing(store._engine) as connection:
            return function(connection, *args, **kwargs)

    return method


def notes(function: Callable[Concatenate[Connection, P], R], *, is_durable: bool = True) -> Callable[Concatenate[Store, P], R]:
    """Returns a method of the store like ``writes``, for what is not what a request asks for: the request is stored with another change.

    Its transaction waits for the disk if it is to be durable.
    """

    @wraps(function)
    def method(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with writing(store._engine, is_durable=is_durable) as connection:
            return function(connection, *args, **kwargs)

    return method


class Store:
    """The stored games. Every method that writes returns after its commit is on disk.

    ``where`` is a data folder for one server, which may be several processes (``is_one_of_several``; the process that has started them holds the folder), or the address of a PostgreSQL database for any number of them (``postgresql://…``). ``is_alone``: no other process can see the folder, as in a browser. Raises
    DataInUse if another server holds the folder, NewerData if a newer version has written the data, GroundfloorError if it can't be opened.
    """

    def __init__(self, where: Path | str, *, is_one_of_several: bool = False, is_alone: bool = False) -> None:
        if isinstance(where, str) and "://" in where:
            checked_address(where)
        self.data: DataFolder | PostgreSQL
        self.data = PostgreSQL(where) if is_postgresql(where) else DataFolder(Path(where), is_held=not is_one_of_several, is_alone=is_alone)
        self.is_shared = is_one_of_several or isinstance(self.data, PostgreSQL)
        self._engine = self.data.engine
        count_changes(self._engine)
        self._held_seats = HeldSeatsCache()
        self.watch = Watch(self._engine, self.data.wake_ups)
        self.process = token_hex(8)
        self.jobs = Jobs(self._engine, self.process)
        if not self.is_shared:
            self.jobs.release_all()

    @property
    def folder(self) -> Path:
        """The data folder; GroundfloorError if the games are in PostgreSQL."""
        if isinstance(self.data, PostgreSQL):
            raise GroundfloorError(f"The games are in {self.data}, and not in a folder.")
        return self.data.folder

    @property
    def backup(self) -> Path | None:
        """The copy that was made before an upgrade."""
        return self.data.backup

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database and releases the folder."""
        self.watch.close()
        self.data.close()

    # Games

    def add(self, new: NewGame) -> None:
        """Stores a new game."""
        with changing(self._engine) as connection:
            game = self._add(connection, new)
            requests.note_game(game, 0)
            if new.browser:
                browsers.remember(connection, new.browser, game, new.own_seats, is_host=True)
            notices.add(connection, game, new.notices, new.created, new.browser)
            if new.browser and new.day:
                player = results.ensure_player(connection, new.browser, new.player, new.created)
                results.start_attempt(connection, player, new.game_id, new.day, new.opponent)
        if new.browser:
            self._held_seats.forget(new.browser, new.game_id)

    def _add(self, connection: Connection, new: NewGame) -> int:
        game = games.add(connection, new)
        for job in (new.job, new.clock_job):
            if job is not None:
                jobs.add(connection, job)
        return game

    game = reads(games.find)

    def rename(self, game_id: str, name: str) -> None:
        with changing(self._engine) as connection:
            connection.execute(update(s.games).where(s.games.c.game_id == game_id).values(name=name, changes=s.games.c.changes + 1))

    seat = reads(games.seat_of_token, is_single=True)

    def save(self, row: GameRow, table: TableValue, change: Change) -> list[TableChange]:
        """Stores what differs between ``row.table`` and ``table``, and what else an operation has changed, with its notices; returns what is to be published.

        ChangedElsewhere if the game has changed since the row was read.
        """
        old = row.table
        is_vote = (table.proposal, table.pause) != (old.proposal, old.pause)
        has_new_time = table.clocks is not None and table.clocks != old.clocks
        try:
            with changing(self._engine) as connection:
                lost = [notice for notice in change.notices if notice.kind == "lost_seat"]
                sequence = games.save(connection, row, table, change, partial(notices.add, connection, row.id, lost, change.at))
                published = [
                    TableChange(sequence, row.game_id, change.summary.entries, row.changes + 1, seat, request_id.get())
                    for seat in self._seats_to_tell(old, table, is_grown=bool(change.entries), is_for_all=is_vote or has_new_time)
                ]
                if self.is_shared:  # else there is nobody to tell
                    change_feed.add(connection, published)
                    self.watch.note(published)
                if change.entries or is_vote:
                    jobs.replace_job(connection, "bot", row.game_id, change.job)
                if has_new_time:
                    jobs.replace_job(connection, "clock", row.game_id, change.clock_job)
                if change.outcome:
                    notices.settle_proposal(connection, row.id, change.outcome)
                notices.add(connection, row.id, [notice for notice in change.notices if notice.kind != "lost_seat"], change.at)
                if change.finished is not None:
                    finished_games.add(connection, row.id, row.game_id, change.finished)
                if change.rated is not None:
                    ratings.add(connection, row.id, change.rated)
                requests.note_game(row.id, row.changes + 1)
        except BaseException:
            self.watch.forget(row.game_id)
            raise
        if any(seat.token != before.token for before, seat in zip(old.seats, table.seats, strict=True)):
            self._held_seats.forget(game_id=row.game_id)
        return published

    @staticmethod
    def _seats_to_tell(old: TableValue, new: TableValue, *, is_grown: bool, is_for_all: bool) -> list[int]:
        """Returns for whom something has changed: RECORD for everybody, else seats whose draft or notes are others."""
        if is_grown:
            return [change_feed.RECORD]
        changed = [seat.seat for before, seat in zip(old.seats, new.seats, strict=True) if seat.draft != before.draft]
        changed += [seat.seat for before, seat in zip(old.seats, new.seats, strict=True) if seat.notes != before.notes]
        every = (change_feed.RECORD, *range(len(new.seats))) if is_for_all or new.rating != old.rating else ()
        return list(dict.fromkeys((*changed, *every)))

    seat_of_offer = reads(games.seat_of_offer, is_single=True)
    former_link = reads(games.former_link, is_single=True)
    change_count = reads(games.change_count, is_single=True)
    count_games_of_client = reads(games.count_of_client, is_single=True)
    game_of_request = reads(requests.game_of, is_single=True)
    answer_of_request = reads(requests.answer_of, is_single=True)
    keep_answer = notes(requests.keep_answer)
    delete_old_requests = notes(requests.delete_old)
    latest_changes = reads(change_feed.latest, is_single=True)
    games_to_resume = reads(games.to_resume)

    # Clocks

    running_clock = reads(games.running_clock, is_single=True)
    downtimes_since = reads(downtimes.between, is_single=True)
    delete_old_downtimes = notes(downtimes.delete_old)
    note_alive = notes(downtimes.note_alive, is_durable=False)

    def current_versions(self, game_ids: Iterable[str]) -> list[TableChange]:
        with reading(self._engine) as connection:
            rows = connection.execute(select(s.games).where(s.games.c.game_id.in_(list(game_ids))))
            return [TableChange(row.sequence, row.game_id, row.entries, row.changes) for row in rows]

    def known_addresses(self, game_ids: Iterable[str], tokens: Collection[str]) -> tuple[list[str], dict[str, SeatAddress]]:
        """Returns those game ids and seat tokens that exist, each token with where it leads."""
        with reading(self._engine) as connection:
            games_there = connection.execute(select(s.games.c.game_id).where(s.games.c.game_id.in_(list(game_ids)))).scalars()
            return list(games_there), games.seats_of_tokens(connection, tokens)

    def delete(self, game_id: str) -> None:
        with changing(self._engine) as connection:
            ratings.remove(connection, connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id)).scalars().all())
            connection.execute(delete(s.games).where(s.games.c.game_id == game_id))
            connection.execute(delete(s.jobs).where(s.jobs.c.game == game_id))
        self._held_seats.forget(game_id=game_id)

    # Browsers

    def remember_seats(self, browser: str, game_id: str, seats: Iterable[int], *, is_host: bool = False) -> None:
        """Stores that the browser holds these seats of the game, and is its host if it ``is_host``."""
        with changing(self._engine) as connection:
            game = connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id)).scalar_one_or_none()
            others_lost = game is not None and browsers.remember(connection, browser, game, seats, is_host=is_host)
        self._held_seats.forget("" if others_lost else browser, game_id)

    def forget_game(self, browser: str, game_id: str) -> None:
        with changing(self._engine) as connection:
            browsers.forget(connection, browser, game_id)
        self._held_seats.forget(browser, game_id)

    def seats_of_browser(self, browser: str, game_id: str) -> HeldSeats:
        """Returns the seats that a browser holds in a game, and whether it is the host."""
        if self.is_shared:
            return browsers.read_seats(self._engine, browser, game_id)
        return self._held_seats.get(browser, game_id, lambda: browsers.read_seats(self._engine, browser, game_id))

    games_of_browser = reads(browsers.games_of)
    is_kept = reads(browsers.is_kept, is_single=True)
    ids_of_browser = reads(browsers.game_ids)
    waiting_tables = reads(browsers.waiting, is_single=True)

    def games_without_result(self, browser: str) -> list[KnownGame]:
        """Returns the finished games in a browser's list of which its player keeps no result."""
        with reading(self._engine) as connection:
            return browsers.games_of(connection, browser, "over", results.player_of(connection, browser))

    count_hosted = reads(browsers.count_hosted)

    follow_game = writes(followed_games.follow)
    unfollow_game = writes(followed_games.unfollow)
    owners_of_game = reads(browsers.owners_of)
    owners_of_games = reads(browsers.owners_of_games)
    is_followed = reads(followed_games.is_followed, is_single=True)
    followed_games_of = reads(followed_games.of_browser)
    running_games = reads(followed_games.running)

    # The lobby

    add_open_table = writes(lobby.add)
    open_table = reads(lobby.find)
    open_tables_among = reads(lobby.ids_among)
    listed_open_tables = reads(lobby.listed)
    open_tables_of = reads(lobby.of_key)
    count_open_tables = reads(lobby.count_by_client)
    open_tables_of_client = reads(lobby.of_client)
    change_open_table = writes(lobby.change)
    carry_blocks = writes(lobby.carry_blocks)
    seat_token_of = reads(lobby.seat_token, is_single=True)
    record_last_seen = notes(lobby.record_last_seen)
    delete_expired_open_tables = notes(lobby.delete_expired)

    friends_of = reads(friends.of_account)
    count_friend_requests = reads(friends.count_received, is_single=True)
    keys_at_seat = reads(friends.keys_at_seat, is_single=True)
    ask_friend = writes(friends.ask)
    accept_friend = writes(friends.accept)
    decline_friend = writes(friends.decline)
    withdraw_friend_request = writes(friends.withdraw)
    remove_friend = writes(friends.remove)
    blocked_by = reads(blocks.of_owner, is_single=True)
    keys_blocked_by = reads(blocks.keys, is_single=True)
    owners_who_blocked = reads(blocks.owners, is_single=True)
    is_blocked_pair = reads(blocks.is_blocked_pair, is_single=True)
    block = writes(blocks.add)
    unblock = writes(blocks.remove)
    delete_unused_blocks = notes(blocks.delete_unused)

    availability_of = reads(availability.of_owner, is_single=True)
    availability_of_owners = reads(availability.of_owners, is_single=True)
    availability_of_game = reads(availability.of_game, is_single=True)
    change_availability = writes(availability.change)
    runs_clock = reads(availability.runs_clock, is_single=True)
    delete_unused_availability = notes(availability.delete_unused)

    invite = writes(invitations.invite)
    invitations_of = reads(invitations.of_key)
    decline_invitation = writes(invitations.decline)
    offer_rematch = writes(invitations.offer_rematch)
    invited_to = reads(invitations.invited)

    def begin_game(self, table: OpenTableRow, new: NewGame, seats: Mapping[str, Iterable[int]]) -> bool:
        """Stores the game of an open table, in which each key of ``seats`` holds these.

        Returns False, and stores nothing, if the open table has changed since it was read, or its game has begun.
        """
        with changing(self._engine) as connection:
            if not lobby.begin(connection, table.game_id, table.changes, new.game_id):
                return False
            game = self._add(connection, replace(new, is_private=lobby.is_game_private(connection, table)))
            for key, held in seats.items():
                browsers.remember(connection, key, game, held, is_host=key == table.host)
            notices.add(connection, game, new.notices, new.created)
            reports.note_game(connection, table.game_id, new.game_id)
        self._held_seats.forget(game_id=new.game_id)
        return True

    # Notices

    add_notification_address = writes(notification_addresses.add)
    notification_address = reads(notification_addresses.find, is_single=True)
    notification_addresses_of = reads(notification_addresses.of_owner, is_single=True)
    notification_addresses_of_game = reads(notification_addresses.of_game, is_single=True)
    confirm_notification_address = writes(notification_addresses.confirm)
    switch_notification_address = writes(notification_addresses.switch)
    remove_notification_address = writes(notification_addresses.remove)
    delete_unused_notification_addresses = notes(notification_addresses.delete_unused)
    notification_settings_of = reads(notification_addresses.settings_of, is_single=True)
    change_notification_settings = writes(notification_addresses.change_settings)
    tell = writes(notices.tell)
    tell_owner = notes(notices.tell_owner)
    take_deliveries = notes(notices.take)
    finish_deliveries = notes(notices.finish)
    note_outcome = notes(notices.note_outcome)
    deliveries_of = reads(notices.deliveries_of, is_single=True)
    delete_old_deliveries = notes(notices.delete_old_deliveries)
    notices_of = reads(notices.of_owner, is_single=True)
    count_unread_notices = reads(notices.count_unread, is_single=True)
    mark_notices_read = writes(notices.mark_read)
    owners_at = reads(notices.owners_at, is_single=True)

    # Messages

    def add_message(self, new: NewMessage) -> tuple[MessageRow, TableChange] | None:
        """Stores a message; returns it with the change for the pages of its table, None if the game is no more. TooManyMessages."""
        with changing(self._engine) as connection:
            message = messages.add(connection, new)
            return None if message is None else (message, self._tell_message(connection, new.game, message))

    def remove_message(self, id: int, by: Remover) -> TableChange | None:
        """Deletes the text of a message; returns the change for the pages of its table, None if there is none, or it was removed before."""
        with changing(self._engine) as connection:
            removed = messages.remove(connection, id, by)
            return None if removed is None else self._tell_message(connection, *removed)

    def remove_messages_of(self, owner_id: str, by: Remover) -> list[TableChange]:
        """Deletes the texts of up to ``messages.REMOVED_AT_ONCE`` messages of somebody; returns the changes for the pages of their tables, none at the end."""
        with changing(self._engine) as connection:
            lobby_messages.remove_all_of(connection, owner_id, by)
            return [self._tell_message(connection, *removed) for removed in messages.remove_some_of(connection, owner_id, by)]

    def _tell_message(self, connection: Connection, game_id: str, message: MessageRow) -> TableChange:
        change = TableChange(0, game_id, 0, message.changed, change_feed.CHATS[message.channel], request_id.get())
        if self.is_shared:
            change_feed.add(connection, [change])
            self.watch.note([change])
        return change

    add_lobby_message = writes(lobby_messages.add)
    messages_of_lobby = reads(lobby_messages.listed, is_single=True)
    lobby_message = reads(lobby_messages.find, is_single=True)
    lobby_messages_around = reads(lobby_messages.around)
    lobby_messages_of_owner = reads(lobby_messages.of_owner, is_single=True)
    remove_lobby_message = writes(lobby_messages.remove)
    message = reads(messages.find, is_single=True)
    numbered_message = reads(messages.numbered, is_single=True)
    messages_of_channel = reads(messages.of_channel, is_single=True)
    messages_before = reads(messages.before, is_single=True)
    messages_around = reads(messages.around)
    messages_of_owner = reads(messages.of_owner, is_single=True)
    last_message_change = reads(messages.last_change, is_single=True)
    messages_read_until = reads(messages.read_until, is_single=True)
    mark_messages_read = writes(messages.mark_read)
    private_notes = reads(messages.notes, is_single=True)
    change_private_notes = writes(messages.change_notes)
    private_notes_of_owner = reads(messages.notes_of_owner, is_single=True)

    # Results

    results_of_browser = reads(results.results_of)
    count_results = reads(results.count_of_browser)
    kept_seats = reads(results.seats_of)

    def add_results(self, browser: str, rows: Collection[ResultRow], new_player: str, at: str, client: str = "") -> int:
        """Adds results for the browser's player, which is made with the id ``new_player`` if need be; returns how many were new.

        ``client`` is the hash of the client that imports them ("": they are of games played here).
        """
        if not rows:
            return 0
        with changing(self._engine) as connection:
            player = results.ensure_player(connection, browser, new_player, at)
            results.touch(connection, player)
            if client:
                results.mark_import(connection, player, client)
            return results.add(connection, player, rows)

    def add_solved(self, browser: str, exercise: str, new_player: str, at: str) -> None:
        """Stores that the browser's player, which is made with the id ``new_player`` if need be, has solved an exercise."""
        with writing(self._engine) as connection:
            player = results.ensure_player(connection, browser, new_player, at)
            results.touch(connection, player)
            results.add_solved(connection, player, exercise)

    solved_exercises = reads(results.solved_exercises, is_single=True)
    count_imported = reads(results.count_imported)
    is_idle = reads(results.is_idle)

    def touch_player(self, browser: str) -> None:
        """Stores that the browser's player is used now, so that its results do not expire."""
        with writing(self._engine) as connection:
            results.touch(connection, results.player_of(connection, browser))

    delete_expired_players = notes(results.delete_expired)
    attempt = reads(results.attempt_of)
    void_attempt = writes(results.void_attempt)
    day_table = reads(results.day_table)
    day_pars = reads(results.day_pars)
    add_pars = notes(results.add_pars)

    def delete_player(self, browser: str) -> None:
        """Deletes the browser's player with all results, and the finished games from the browser's list."""
        with changing(self._engine) as connection:
            results.delete_player(connection, browser)
        self._held_seats.forget(browser)

    # Ratings

    rating_pools = reads(ratings.pools, is_single=True)
    strongest = reads(ratings.strongest, is_single=True)
    ratings_of_account = reads(ratings.of_account, is_single=True)
    rating_history = reads(ratings.history, is_single=True)
    all_ratings_of = reads(ratings.all_of_account, is_single=True)
    ratings_of_game = reads(ratings.of_game, is_single=True)
    rated_games_of = reads(ratings.rated_games)
    one_sided_series = reads(ratings.one_sided_series, is_single=True)
    recompute_ratings = notes(ratings.recompute_all)

    # Finished games

    search_games = reads(finished_games.search)
    finished_games_of = reads(finished_games.of_account)
    finished_seats_of = reads(finished_games.seats_of, is_single=True)
    games_in_common = reads(finished_games.in_common)
    has_page = reads(finished_games.has_page, is_single=True)
    seats_of_accounts = reads(finished_games.seats_of_accounts, is_single=True)
    people_with_page = reads(finished_games.people_with_page, is_single=True)
    people_at_finished_game = reads(finished_games.people_at, is_single=True)
    archived_games = reads(finished_games.archive, is_single=True)

    def count_unlisted(self) -> int:
        """Returns how many games there are without those that stay as public records."""
        with reading(self._engine) as connection:
            return games.count(connection) - finished_games.count(connection)

    # Accounts

    account = reads(accounts.find, is_single=True)
    session = reads(accounts.session, is_single=True)
    sessions_of = reads(accounts.sessions_of)
    count_recovery_codes = reads(accounts.count_codes)
    set_password_hash = notes(accounts.set_password)
    set_recovery_codes = writes(accounts.set_codes)
    touch_session = notes(accounts.touch_session)
    end_session = writes(accounts.end_session)
    holds_anything = reads(accounts.holds_anything)
    has_recovery_code = reads(accounts.has_code, is_single=True)
    is_known_device = reads(known_devices.is_known, is_single=True)
    owners_of_device = reads(known_devices.owners, is_single=True)
    note_failed_log_in = notes(known_devices.note_failure, is_durable=False)
    failed_log_ins = reads(known_devices.failures, is_single=True)
    delete_old_devices = notes(known_devices.delete_old)
    end_unused_sessions = notes(accounts.end_unused_sessions)
    add_challenge = notes(passkeys.add_challenge)
    use_challenge = notes(passkeys.use_challenge)
    delete_challenges = notes(passkeys.delete_challenges)
    add_passkey = writes(passkeys.add)
    passkey = reads(passkeys.find, is_single=True)
    passkeys_of = reads(passkeys.of_account)
    use_passkey = notes(passkeys.use)
    rename_passkey = writes(passkeys.rename)
    remove_passkey = writes(passkeys.remove)
    add_token = writes(api_tokens.add)
    token = reads(api_tokens.find)
    tokens_of = reads(api_tokens.of_account)
    touch_token = notes(api_tokens.touch)
    revoke_token = writes(api_tokens.revoke)
    delete_expired_tokens = notes(api_tokens.delete_expired)
    add_bot = writes(api_tokens.add_bot)
    bots_of = reads(api_tokens.bots_of)
    known_people = reads(person_kinds.known_people, is_single=True)
    is_bot = reads(api_tokens.is_bot, is_single=True)
    bot_seats = reads(api_tokens.bot_seats, is_single=True)

    settings_of_account = reads(accounts.settings_of, is_single=True)
    settings_of_owners = reads(accounts.settings_of_owners, is_single=True)
    change_account_settings = writes(accounts.change_settings)

    def add_account(
        self,
        account: AccountRow,
        codes: Collection[str],
        session: SessionRow,
        browser: str = "",
        passkey: PasskeyRow | None = None,
        device: DeviceChange = NO_DEVICE,
        link: str = "",
    ) -> bool:
        """Stores a new account, logged in, which takes over what the browser ("": none) holds; returns False if another one has the name, or the passkey.

        ``codes`` are hashes of its recovery codes. A ``link`` (a hash) is used up by it; RegistrationRefused if that is not good any more.
        """
        with changing(self._engine) as connection:
            if passkey is not None and passkeys.find(connection, passkey.id) is not None:
                return False
            if not accounts.add(connection, account, codes):
                return False
            if link:
                site.use_link(connection, link, account.created)
            if passkey is not None:
                passkeys.add(connection, passkey)
            self._add_session(connection, account, session, browser, device)
        self._forget_owners(browser, account.owner_id)
        return True

    def add_session(self, account: AccountRow, session: SessionRow, browser: str = "", device: DeviceChange = NO_DEVICE) -> bool:
        """Stores that an account is logged in, which takes over what the browser ("": none) holds; returns False if it was deleted."""
        with changing(self._engine) as connection:
            if not accounts.lock(connection, account.id):
                return False
            self._add_session(connection, account, session, browser, device)
        self._forget_owners(browser, account.owner_id)
        return True

    def recover(
        self, account: AccountRow, code: str, password: str, session: SessionRow, browser: str = "", device: DeviceChange = NO_DEVICE
    ) -> bool:
        """Uses up a recovery code (a hash) for a new password (a hash), ends all sessions and API tokens, and begins this session; returns False if there is no such code."""
        with changing(self._engine) as connection:
            accounts.lock(connection, account.id)
            if not accounts.use_code(
                connection, account.id, code, session.created
            ):  # asked for nobody's too, so that no time tells which names exist
                return False
            accounts.set_password(connection, account.id, password)
            accounts.end_other_sessions(connection, account.id)
            api_tokens.revoke_all(connection, account.id)
            known_devices.forget_failures(connection, known_devices.name_hash(account.key))
            self._add_session(connection, account, session, browser, device)
        self._forget_owners(browser, account.owner_id)
        return True

    def log_out_everywhere(self, account: AccountRow) -> None:
        """Ends all sessions of an account, and the API tokens of it and its bots; no device is known to it any more."""
        with changing(self._engine) as connection:
            accounts.end_other_sessions(connection, account.id)
            api_tokens.revoke_all(connection, account.id)

    def change_password(self, account: AccountRow, password: str, kept: str, device: str = "") -> None:
        """Stores a new password (a hash), and ends all sessions of the account but the ``kept`` one, that of a ``device``."""
        with changing(self._engine) as connection:
            accounts.set_password(connection, account.id, password)
            accounts.end_other_sessions(connection, account.id, kept, device)
            known_devices.forget_failures(connection, known_devices.name_hash(account.key))

    def answer_guest(self, account: AccountRow, token: str, *, is_taken: bool) -> None:
        """Stores that it is answered whether the account takes over what the browser of a session held before; if it ``is_taken``, the account does."""
        with writing(self._engine) as connection:
            guest = accounts.answer_guest(connection, account, token, is_taken=is_taken)
        self._forget_owners(guest, account.owner_id)

    def leave_games(self, account: AccountRow, former: str) -> list[str]:
        """Takes some games off the list of an account or of its bots, whose seats there are called ``former`` from now on; returns their ids, none at the end."""
        with writing(self._engine) as connection:
            owners = [account.owner_id, *(bot.owner_id for bot in api_tokens.bots_of(connection, account.id))]
            left = next((left for owner_id in owners if (left := accounts.leave_games(connection, owner_id, former))), [])
        self._forget_owners(*owners)
        return left

    def delete_account(self, account: AccountRow, former: str) -> list[str]:
        """Deletes an account with its bots, sessions, results and list of games; returns the games at whose seats it may now be called ``former``."""
        with changing(self._engine) as connection:
            bots = api_tokens.bots_of(connection, account.id)
            renamed = [game_id for each in (*bots, account) for game_id in accounts.delete_account(connection, each, former)]
        self._forget_owners(*(each.owner_id for each in (*bots, account)))
        return renamed

    # Administration

    appoint = writes(administration.appoint)
    add_administrator = writes(administration.add_administrator)
    dismiss = writes(administration.dismiss)
    administrators = reads(administration.administrators)
    list_accounts = reads(administration.list_accounts)
    person = reads(administration.person)
    count_people = reads(administration.count_people)
    add_log_in_code = writes(accounts.add_log_in_code)
    site_settings = reads(site.settings, is_single=True)
    change_site_settings = writes(site.change_settings)
    add_registration_link = writes(site.add_link)
    registration_links = reads(site.links, is_single=True)
    is_registration_link = reads(site.is_link, is_single=True)
    remove_registration_link = writes(site.remove_link)
    list_games = reads(administration.list_games)
    list_open_tables = reads(administration.list_open_tables)
    note_administration = notes(administration.note)
    administration_log = reads(administration.log_entries)
    delete_old_administration = notes(administration.delete_old_entries)
    ban = writes(administration.ban)
    lift_ban = writes(administration.lift)
    lift_ban_of_account = writes(administration.lift_of_account)
    bans = reads(administration.bans)
    ban_of_client = reads(administration.ban_of_client, is_single=True)
    ban_of_account = reads(administration.ban_of_account, is_single=True)
    ban_of_device = reads(administration.ban_of_device, is_single=True)
    is_seat_of_banned = reads(administration.is_seat_of_banned, is_single=True)
    note_banned_addresses = writes(administration.note_addresses)
    address_is_banned_until = reads(administration.address_is_banned_until, is_single=True)
    clients_of_owner = reads(administration.clients_of_owner)
    delete_old_bans = notes(administration.delete_old_bans)
    count_rows = reads(administration.count_rows)
    processes = reads(presence.processes)
    limited_clients = reads(rate_limits.clients)
    add_report = writes(reports.add)
    account_at_seat = reads(reports.account_at_seat, is_single=True)
    report = reads(reports.find)
    listed_reports = reads(reports.listed)
    reports_of = reads(reports.of_author)
    census = reads(administration.take_census)
    count_reports_for = reads(reports.count_for)
    owners_told_of_reports = reads(reports.administrators, is_single=True)
    count_open_reports = reads(reports.count_open, is_single=True)
    close_report = writes(reports.close)
    delete_old_reports = notes(reports.delete_old)

    def _add_session(self, connection: Connection, account: AccountRow, session: SessionRow, browser: str, device: DeviceChange) -> None:
        accounts.add_session(connection, session)
        known_devices.remember(connection, account.id, device, session.created)
        if browser:
            accounts.take_over(connection, browser, account.owner_id)

    def _forget_owners(self, *owners: str) -> None:
        for owner_id in owners:
            if owner_id:
                self._held_seats.forget(owner_id)

    # Arrivals

    record_arrivals = notes(browsers.record_arrivals)
    arrived_seats = reads(browsers.arrived_seats)

    def tell_presence(self, here: Mapping[str, tuple[int, ...]]) -> None:
        """Tells other processes who is here, by game; they believe it for ``presence.KEPT_SECONDS``."""
        with writing(self._engine, is_durable=False) as connection:
            presence.tell(connection, self.process, here)

    def present_elsewhere(self) -> dict[str, frozenset[int]]:
        with reading(self._engine, is_single=True) as connection:
            return presence.elsewhere(connection, self.process)

    # Hints and analyses

    mark_hints = writes(games.mark_hints)
    has_hints = reads(games.has_hints)
    save_analysis = notes(games.save_analysis)
    analysis = reads(games.analysis)
    keep_advice = writes(games.keep_advice)
    kept_advice = reads(games.kept_advice)

    # Usage

    record_usage = notes(usage.record_usage)
    expired = reads(usage.expired)

    # Size

    def all_bytes(self) -> int:
        """Returns the bytes of the data folder without free pages of the database, or of the database."""
        return self.data.all_bytes()

    def room_bytes(self) -> int:
        return self.data.room_bytes()

    def check(self) -> None:
        """Reads and writes something small; StorageError if that can't be done."""
        with writing(self._engine) as connection:
            connection.execute(select(func.count()).select_from(s.settings)).scalar_one()
            connection.execute(upsert(connection.dialect.name, s.settings), {"name": "checked", "value": token_hex(8)})

    def check_version(self) -> None:
        """Raises NewerData if a newer version has changed the database so that this one can't work on it."""
        with reading(self._engine, is_single=True) as connection:
            oldest = connection.execute(select(s.compatibility.c.oldest)).scalar_one()
        if not is_compatible(oldest):
            raise NewerData(
                f"A newer version of groundfloor has brought {self.data} up to date, so this one ends. Start the newer one in its place."
            )

    # Limits

    rate_limit_left = notes(rate_limits.left)
    spend_rate_limit = notes(rate_limits.spend)

    # Settings

    def get_or_create_setting(self, name: str, default: str) -> str:
        """Returns a stored value; stores ``default`` first if there is none."""
        with writing(self._engine) as connection:
            connection.execute(insert_new(connection.dialect.name, s.settings), {"name": name, "value": default})
            return str(connection.execute(select(s.settings.c.value).where(s.settings.c.name == name)).scalar_one())

    count = reads(games.count, is_single=True)
