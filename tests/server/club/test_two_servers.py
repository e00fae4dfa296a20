"""Two servers on one database at which people do the same at the same moment: it happens once, and nobody reads of a failure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from random import Random
from threading import Barrier

import httpx
import pytest
from starlette.applications import Starlette

from groundfloor.server.app import create_app
from groundfloor.server.club.ratings import storage as ratings
from groundfloor.server.database.store import Store
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import PASSWORD
from tests.support import http
from tests.support.quick_server import running

pytestmark = pytest.mark.slow
NAMES = ("Ann", "Ben", "Cleo", "Dora")
TIMES = 3
"""How often each is tried, as two do not meet each time."""


class TwoServers:
    """Two servers on one database, and people who are logged in to accounts, in turns at the one and at the other."""

    def __init__(self, where: Path | str, stack: ExitStack) -> None:
        stores = [stack.enter_context(closing(Store(where, is_one_of_several=number > 0))) for number in range(2)]
        for store in stores:
            store.is_shared = True
        settings = Settings(bot_processes=0, limits=Limits(changes_per_minute=10_000, requests_per_minute=10_000))
        addresses = [
            stack.enter_context(running(partial(self.make_app, store, Random(number), settings))) for number, store in enumerate(stores)
        ]
        self.store = stores[0]
        self.people: list[httpx.Client] = []
        for number, name in enumerate(NAMES):
            address = addresses[number % 2]
            self.people.append(stack.enter_context(http.Client(base_url=address, headers={"Origin": address})))
            self.people[-1].post("/api/account", json={"name": name, "password": PASSWORD}).raise_for_status()

    def make_app(self, store: Store, randomness: Random, settings: Settings, port: int) -> Starlette:
        return create_app(store, randomness=randomness.randbytes, settings=settings, port=port)

    def game_of_two(self, **fields: object) -> tuple[str, list[str]]:
        """Begins a game of Ann and Ben; returns its id and the paths of their seats."""
        ann, ben, *_ = self.people
        table = ann.post("/api/lobby", json={"player": "Ann", "people": 2, **fields}).raise_for_status().json()["table"]
        ben.post(f"/api/lobby/{table}", json={"do": "join", "player": "Ben"}).raise_for_status()
        told = [person.get(f"/api/lobby/{table}").json() for person in (ann, ben)]
        return told[0]["game"], [each["seat"] for each in told]


@pytest.fixture
def two(where: Path | str) -> Iterator[TwoServers]:
    with ExitStack() as stack:
        yield TwoServers(where, stack)


def at_once(*works: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Sends requests at the same moment; returns the answers."""
    start = Barrier(len(works))

    def begin(work: Callable[[], httpx.Response]) -> httpx.Response:
        start.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(begin, works))


def join(client: httpx.Client, table: str, name: str) -> Callable[[], httpx.Response]:
    return lambda: client.post(f"/api/lobby/{table}", json={"do": "join", "player": name})


def test_last_seat_goes_to_one_of_those_who_accept_its_invitation(two: TwoServers) -> None:
    ann, *friends = two.people
    for friend, name in zip(friends, NAMES[1:], strict=True):
        ann.post("/api/account/friends", json={"do": "ask", "name": name}).raise_for_status()
        friend.post("/api/account/friends", json={"do": "accept", "name": "Ann"}).raise_for_status()
    for _ in range(TIMES):
        table = ann.post("/api/lobby", json={"player": "Ann", "people": 2, "private": True}).json()["table"]
        for name in NAMES[1:]:
            ann.post(f"/api/lobby/{table}", json={"do": "invite", "friend": name}).raise_for_status()
        answers = at_once(*(join(friend, table, name) for friend, name in zip(friends, NAMES[1:], strict=True)))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
        (taken,) = [friend for friend, answer in zip(friends, answers, strict=True) if answer.status_code == 200]
        assert taken.get(f"/api/lobby/{table}").json()["seat"] and ann.get(f"/api/lobby/{table}").json()["game"]
        assert all(friend.get("/api/lobby").json()["invitations"] == [] for friend in friends)


def test_rematch_that_both_offer_is_one_table_with_one_host(two: TwoServers) -> None:
    ann, ben, *_ = two.people
    for _ in range(TIMES):
        _game, paths = two.game_of_two()
        ann.post(f"/api/seats/{paths[0][3:]}", json={"propose": "score"}).raise_for_status()
        proposal = ben.get(f"/api/seats/{paths[1][3:]}").json()["proposal"]["id"]
        ben.post(f"/api/seats/{paths[1][3:]}", json={"agree": proposal}).raise_for_status()
        offers = at_once(partial(ann.post, f"{paths[0]}/rematch"), partial(ben.post, f"{paths[1]}/rematch"))
        assert [offer.status_code for offer in offers] == [303, 303]
        assert offers[0].headers["location"] == offers[1].headers["location"]
        link = offers[0].headers["location"]
        (host,) = ann.get(f"/api{link}").json()["players"]
        accepting, name = (ben, "Ben") if host["name"] == "Ann" else (ann, "Ann")
        assert [each["person"] for each in notices(accepting, "rematch", link)] == [host["name"]]
        assert accepting.post(f"/api{link}", json={"do": "join", "player": name}).status_code == 200
        assert len({person.get(f"/api{link}").json()["seat"] for person in (ann, ben)}) == 2


def notices(client: httpx.Client, kind: str, link: str) -> Sequence[dict[str, str]]:
    return [each for each in client.get("/api/notices").json()["notices"] if (each["kind"], each["link"]) == (kind, link)]


def test_account_that_is_deleted_while_its_rated_game_ends_leaves_one_result(two: TwoServers) -> None:
    """One of the two has lost, by resigning or by going: who of them is decided by who came first, and both read the same."""
    ann, ben, *_ = two.people
    game, paths = two.game_of_two(rated=True, pace="days-1")
    resigned, deleted = at_once(
        lambda: ann.post(f"/api/seats/{paths[0][3:]}", json={"do": "resign"}),
        lambda: ben.post("/api/account/delete", json={"password": PASSWORD}),
    )
    assert deleted.status_code == 200 and resigned.status_code in (200, 409)
    told = ann.get(f"/api/games/{game}/history").json()["ratings"]
    rows = ratings.of_game(two.store, game)
    assert sorted(row.rank for row in rows) == [1, 2] and len(told) == 2
    assert {row.rank for row in rows if row.seat == 0} == ({2} if resigned.status_code == 200 else {1})
    before = [(row.account, row.mu, row.sigma) for row in rows]
    ratings.recompute_all(two.store)
    assert [(row.account, row.mu, row.sigma) for row in ratings.of_game(two.store, game)] == before
