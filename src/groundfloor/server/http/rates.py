"""Rate limits: a token bucket for each client."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..database import rate_limits
from .addresses import client_hash_of
from .limits import MEGABYTE

if TYPE_CHECKING:
    from ..database.store import Store
    from .limits import Limits

MAX_CLIENTS = 10_000
"""Clients that are remembered; beyond them, the least recent one is forgotten."""
REFUSAL_PAGES = 10
"""Refused requests of a client in a minute that are answered with a page; others get the sentence alone, which costs less to make."""
ANSWER_BYTES = 10 * MEGABYTE
"""Bytes of answers that are kept of one client, for repetitions of its requests, in a quarter of an hour."""
Clock = Callable[[], float]
"""Returns monotonic seconds, such as ``time.monotonic``."""


class RateLimit:
    """Allows ``count`` calls in ``seconds``, up to ``burst`` of them at once."""

    def __init__(self, count: float, seconds: float, burst: float, clock: Clock) -> None:
        self.rate = count / seconds
        self.burst = max(1.0, burst)
        self._clock = clock
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @property
    def clients(self) -> int:
        """How many clients are remembered."""
        return len(self._clients)

    def take(self, client: str) -> float:
        """Takes a token of the client and returns 0.0; if it has none left, returns the seconds until the next one."""
        seconds = self.wait(client)
        self.spend(client, 0 if seconds else 1)
        return seconds

    def wait(self, client: str) -> float:
        """Returns the seconds until the client has a token, 0.0 if it has one."""
        return max(1 - self._left(client), 0.0) / self.rate

    def spend(self, client: str, count: float) -> None:
        """Takes tokens of the client, also those that it does not have yet."""
        self._clients[client] = (self._left(client) - count, self._clock())
        self._clients.move_to_end(client)
        while len(self._clients) > MAX_CLIENTS:
            self._clients.popitem(last=False)

    def _left(self, client: str) -> float:
        left, at = self._clients.get(client, (self.burst, 0.0))
        return min(self.burst, left + (self._clock() - at) * self.rate)


class StoredRateLimit:
    """The same in the database, by its clock: for all processes around it, and after a restart. Blocks.

    Clients are stored by their hashes (``client_hash_of``). What is spent is written down in pieces of a two-hundredth of ``burst``.
    """

    def __init__(self, store: Store, secret: str, kind: str, count: float, seconds: float, burst: float) -> None:
        self._store = store
        self._secret = secret
        self.rate = count / seconds
        self._bucket = kind, self.rate, max(1.0, burst)
        self._piece = max(burst / 200, 1.0)
        self._pending: Counter[str] = Counter()

    def take(self, client: str) -> float:
        return max(1 - rate_limits.spend(self._store, client_hash_of(self._secret, client), *self._bucket, 1, 1), 0.0) / self.rate

    def wait(self, client: str) -> float:
        return max(1 - self._left(client), 0.0) / self.rate

    def used(self, client: str) -> float:
        """Returns the part of what is possible at once that the client has used and not got back: 0 to 1, or more."""
        return 1 - self._left(client) / self._bucket[2]

    def _left(self, client: str) -> float:
        return rate_limits.left(self._store, client_hash_of(self._secret, client), *self._bucket)

    def spend(self, client: str, count: float) -> None:
        self._pending[client] += int(count)
        if self._pending[client] >= self._piece:
            rate_limits.spend(self._store, client_hash_of(self._secret, client), *self._bucket, self._pending.pop(client))
        if len(self._pending) > MAX_CLIENTS:
            del self._pending[next(iter(self._pending))]


@dataclass(frozen=True)
class LimitedUser:
    """Who uses something: their ``client`` ("": a user of this machine, without limits), and what names them: their account, or for a guest (``is_guest``) their
    browser, or its client if it has sent no cookie.
    """

    client: str
    person: str
    is_guest: bool


class PersonLimit:
    """A limit of each person, and a wide one of each client: of all its guests together, and of all accounts there together, or with ``of_guests`` of both.

    So nobody uses up what belongs to others: what was refused to a person does not count for the client, and guests, who can take another cookie,
    leave people with accounts what is theirs.
    """

    def __init__(
        self, of_person: RateLimit | StoredRateLimit, of_client: RateLimit | StoredRateLimit, of_guests: RateLimit | None = None
    ) -> None:
        self._of_person = of_person
        self._of_client = of_client
        self._of_guests = of_guests

    def take(self, user: LimitedUser) -> float:
        """Takes a token of the person and of the client and returns 0.0; if one of them has none left, returns the seconds until the next one."""
        if not user.client:
            return 0.0
        wide: list[tuple[RateLimit | StoredRateLimit, str]] = [(self._of_client, user.client)]
        if self._of_guests is None:
            wide = [(self._of_client, f"{'guests' if user.is_guest else 'accounts'} {user.client}")]
        elif user.is_guest:
            wide.insert(0, (self._of_guests, user.client))
        # First what the client has left: nothing is to be stored of each new cookie of a guest who is refused anyway.
        for limit, key in wide:
            if wait := limit.wait(key):
                return wait
        for limit, key in ((self._of_person, user.person), *wide):
            if wait := limit.take(key):
                return wait
        return 0.0


class Rates:
    """The rate limits of a server; those by the hour are in its store.

    ``chat``, ``chat_by_hour``, ``tables``, ``invitations``, ``proposals`` and ``messages`` (addresses for notices) count by person.
    ``log_ins`` counts by client, ``names`` by the name under which somebody wants to log in, or by the session or known device of an account,
    ``addresses`` by e-mail address.
    ``told_owners`` by account: those who are told of attempts to log in. ``stored`` counts the bytes by which clients make the data grow; only the thread that writes uses it.
    """

    def __init__(self, limits: Limits, clock: Clock, store: Store, secret: str) -> None:
        def by_the_minute(count: float, burst: float) -> RateLimit:
            return RateLimit(count, 60, burst, clock)

        def by_the_hour(kind: str, count: float, burst: float = 0.0) -> StoredRateLimit:
            return StoredRateLimit(store, secret, kind, count, 3600, burst or count)

        def of_people(kind: str, count: float) -> PersonLimit:
            return PersonLimit(by_the_hour(kind, count), by_the_hour(f"{kind}@", count * limits.people_per_address))

        def chat(people: float) -> RateLimit:
            return by_the_minute(people * limits.chat_messages_per_minute, people * limits.chat_messages_per_minute / 2)

        self.requests = by_the_minute(limits.requests_per_minute, limits.requests_per_minute / 5)
        self.files = by_the_minute(limits.files_per_minute, limits.files_per_minute / 5)
        self.changes = by_the_minute(limits.changes_per_minute, limits.changes_per_minute / 5)
        self.answers = RateLimit(ANSWER_BYTES, 900, ANSWER_BYTES, clock)
        self.refusal_pages = by_the_minute(REFUSAL_PAGES, REFUSAL_PAGES)
        self.chat = PersonLimit(chat(1), chat(limits.people_per_address), chat(limits.people_per_address / 2))
        self.chat_by_hour = of_people("chat", limits.chat_messages_per_hour)
        self.tables = of_people("tables", limits.tables_per_hour)
        self.invitations = of_people("invitations", limits.invitations_per_hour)
        self.proposals = of_people("proposals", limits.proposals_per_hour)
        self.log_ins = by_the_hour("log_ins", limits.log_ins_per_hour, limits.log_ins_per_hour / 2)
        self.names = by_the_hour("names", limits.log_ins_per_hour / 2, limits.log_ins_per_hour / 4)
        self.accounts = by_the_hour("accounts", limits.accounts_per_hour)
        self.messages = of_people("messages", limits.messages_per_hour)
        self.told_owners = by_the_hour("told", 1 / 24)
        self.addresses = by_the_hour("addresses", limits.messages_per_hour / 4 / 24, limits.messages_per_hour / 4)
        self.archives = by_the_hour("archives", limits.archives_per_hour)
        self.stored = by_the_hour("stored", limits.stored_megabytes_per_hour * MEGABYTE, limits.stored_megabytes_at_once * MEGABYTE)
