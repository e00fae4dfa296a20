"""Rate limits: a token bucket for each client."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..database import rate_limits
from ..database.shares import NETWORK
from .addresses import client_hash_of, network_of
from .limits import MEGABYTE

if TYPE_CHECKING:
    from ..database.store import Store
    from .limits import Limits

MAX_CLIENTS = 10_000
"""Clients that are remembered; beyond them, the least recent one is forgotten."""
REFUSAL_PAGES = 10
"""Refused requests of a client in a minute that are answered with a page; others get the sentence alone, which costs less to make."""
ANSWER_BYTES = 10 * MEGABYTE
"""Bytes of answers that are kept for one client, for repetitions of its requests, in a quarter of an hour."""
ALL_ANSWER_BYTES = 20 * ANSWER_BYTES
"""Bytes of them that are kept for all clients together; the last quarter is for clients that have few."""
KEPT_REQUESTS = 10_000
"""Requests of one client that are known for a day, so that none is carried out twice; further ones are known for a quarter of an hour."""
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

    def used(self, client: str) -> float:
        """Returns the share of the burst that the client has used and not got back: 0 to 1, or more."""
        return 1 - self._left(client) / self.burst

    def spend(self, client: str, count: float) -> None:
        """Takes tokens of the client, even those that it does not have yet."""
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
        return 1 - self._left(client) / self._bucket[2]

    def _left(self, client: str) -> float:
        return rate_limits.left(self._store, client_hash_of(self._secret, client), *self._bucket)

    def spend(self, client: str, count: float) -> None:
        self._pending[client] += int(count)
        if self._pending[client] >= self._piece:
            rate_limits.spend(self._store, client_hash_of(self._secret, client), *self._bucket, self._pending.pop(client))
        if len(self._pending) > MAX_CLIENTS:
            del self._pending[next(iter(self._pending))]


class ClientLimit:
    """A limit for each client, and a wide one for the network from which it can take other addresses (``network_of``). The key of a client may have a kind and a space before it."""

    def __init__(self, of_client: RateLimit | StoredRateLimit, of_network: RateLimit | StoredRateLimit) -> None:
        self._of_client = of_client
        self._of_network = of_network

    def take(self, client: str) -> float:
        """Takes a token of the client and of its network and returns 0.0; if one of them has none left, returns the seconds until the next one."""
        network = network_key(client)
        if network and (wait := self._of_network.wait(network)):
            return wait
        return self._of_client.take(client) or (self._of_network.take(network) if network else 0.0)

    def wait(self, client: str) -> float:
        network = network_key(client)
        return max(self._of_client.wait(client), self._of_network.wait(network) if network else 0.0)

    def used(self, client: str) -> float:
        network = network_key(client)
        return max(self._of_client.used(client), self._of_network.used(network) if network else 0.0)

    def spend(self, client: str, count: float) -> None:
        self._of_client.spend(client, count)
        if network := network_key(client):
            self._of_network.spend(network, count)


def network_key(client: str) -> str:
    """Returns the key of a client's network in limits; "" if the network is only that client."""
    kind, space, address = client.rpartition(" ")
    network = network_of(address)
    return "" if network == address else f"{kind}{space}{network}"


@dataclass(frozen=True)
class LimitedUser:
    """Who uses something: their ``client`` ("": a user of this machine, without limits), and what identifies them: their account, or for a guest (``is_guest``) their
    browser, or its client if it has sent no cookie.
    """

    client: str
    person: str
    is_guest: bool


class PersonLimit:
    """A limit for each person, and a wide one for each client: for all its guests together, and for all accounts there together, or with ``of_guests`` for both.

    So nobody uses up what belongs to others: what was refused to a person does not count for the client, and guests, who can take another cookie,
    leave people with accounts what is theirs.
    """

    def __init__(self, of_person: RateLimit | StoredRateLimit, of_client: ClientLimit, of_guests: ClientLimit | None = None) -> None:
        self._of_person = of_person
        self._of_client = of_client
        self._of_guests = of_guests

    def take(self, user: LimitedUser) -> float:
        """Takes a token of the person and of the client and returns 0.0; if one of them has none left, returns the seconds until the next one."""
        if not user.client:
            return 0.0
        wide: list[tuple[ClientLimit, str]] = [(self._of_client, user.client)]
        if self._of_guests is None:
            wide = [(self._of_client, f"{'guests' if user.is_guest else 'accounts'} {user.client}")]
        elif user.is_guest:
            wide.insert(0, (self._of_guests, user.client))
        # First what the client has left: nothing is to be stored of each new cookie of a guest who is refused anyway.
        for limit, key in wide:
            if wait := limit.wait(key):
                return wait
        if wait := self._of_person.take(user.person):
            return wait
        return next((wait for limit, key in wide if (wait := limit.take(key))), 0.0)


class Rates:
    """The rate limits of a server; those by the hour are in its store.

    ``chat``, ``chat_by_hour``, ``tables``, ``joins``, ``invitations``, ``proposals`` and ``messages`` (addresses for notices) count by person.
    ``log_ins`` counts by client, ``names`` by the name under which somebody wants to log in, or by the session or known device of an account,
    ``addresses`` by e-mail address, ``domains`` by the domains of these.
    ``guests_at_table`` counts by table and client. ``told_owners`` counts by account: its owner is told of attempts to log in. ``stored`` and ``stored_by_day`` count the bytes by which clients make the data grow; only the thread that writes uses them.
    """

    def __init__(self, limits: Limits, clock: Clock, store: Store, secret: str) -> None:
        def by_the_hour(kind: str, count: float, burst: float = 0.0) -> StoredRateLimit:
            return StoredRateLimit(store, secret, kind, count, 3600, burst or count)

        def client_by_the_hour(kind: str, count: float, burst: float = 0.0) -> ClientLimit:
            return ClientLimit(by_the_hour(kind, count, burst), by_the_hour(kind, NETWORK * count, NETWORK * burst))

        def client_by_seconds(count: float, seconds: float, burst: float) -> ClientLimit:
            return ClientLimit(RateLimit(count, seconds, burst, clock), RateLimit(NETWORK * count, seconds, NETWORK * burst, clock))

        def client_by_the_minute(count: float) -> ClientLimit:
            return client_by_seconds(count, 60, count / 5)

        def of_people(kind: str, count: float) -> PersonLimit:
            return PersonLimit(by_the_hour(kind, count), client_by_the_hour(f"{kind}@", count * limits.people_per_address))

        def chat(people: float) -> ClientLimit:
            return client_by_seconds(people * limits.chat_messages_per_minute, 60, people * limits.chat_messages_per_minute / 2)

        self.requests = client_by_the_minute(limits.requests_per_minute)
        self.files = client_by_the_minute(limits.files_per_minute)
        self.changes = client_by_the_minute(limits.changes_per_minute)
        self.answers = client_by_seconds(ANSWER_BYTES, 900, ANSWER_BYTES)
        self.all_answers = RateLimit(ALL_ANSWER_BYTES, 900, ALL_ANSWER_BYTES, clock)
        self.kept_requests = client_by_seconds(KEPT_REQUESTS, 24 * 3600, KEPT_REQUESTS)
        self.refusal_pages = client_by_seconds(REFUSAL_PAGES, 60, REFUSAL_PAGES)
        messages = limits.chat_messages_per_minute
        self.chat = PersonLimit(
            RateLimit(messages, 60, messages / 2, clock), chat(limits.people_per_address), chat(limits.people_per_address / 2)
        )
        self.chat_by_hour = of_people("chat", limits.chat_messages_per_hour)
        self.tables = of_people("tables", limits.tables_per_hour)
        self.joins = of_people("joins", limits.joins_per_hour)
        self.guests_at_table = client_by_the_hour("guests", limits.guests_per_table)
        self.invitations = of_people("invitations", limits.invitations_per_hour)
        self.proposals = of_people("proposals", limits.proposals_per_hour)
        self.log_ins = client_by_the_hour("log_ins", limits.log_ins_per_hour, limits.log_ins_per_hour / 2)
        self.names = by_the_hour("names", limits.log_ins_per_hour / 2, limits.log_ins_per_hour / 4)
        self.accounts = client_by_the_hour("accounts", limits.accounts_per_hour)
        self.messages = of_people("messages", limits.messages_per_hour)
        self.told_owners = by_the_hour("told", 1 / 24)
        self.addresses = by_the_hour("addresses", limits.messages_per_hour / 4 / 24, limits.messages_per_hour / 4)
        self.domains = by_the_hour("domains", 10 * limits.messages_per_hour / 4 / 24, 10 * limits.messages_per_hour / 4)
        self.archives = client_by_the_hour("archives", limits.archives_per_hour)
        self.stored = client_by_the_hour("stored", limits.stored_megabytes_per_hour * MEGABYTE, limits.stored_megabytes_at_once * MEGABYTE)
        by_day = limits.stored_megabytes_per_day * MEGABYTE
        self.stored_by_day = client_by_the_hour("stored_day", by_day / 24, by_day)
