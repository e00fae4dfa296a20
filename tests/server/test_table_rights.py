"""Every role tries every operation at every kind of table: nobody can do anything but what ``table/rights.py`` says, of which the page of rights is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest

from groundfloor.presentation.rights_tables import KINDS, ROLES, at_table
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games
from groundfloor.table import rights
from groundfloor.table.player_names import name_key
from groundfloor.table.rights import Right, Situation
from tests.server.conftest import PASSWORD
from tests.support import rights_docs
from tests.support.html import texts, values
from tests.support.samples import sampled

Browse = Callable[[], httpx.Client]
Person = Callable[[str], httpx.Client]
HOST, PLAYER, BOT, ACCOUNT, GUEST, ADMINISTRATOR = ROLES
OPEN = {"player": "Hana", "people": 3, "options": {"deck": "preset"}}
DAYS = {"pace": "days-1"}


class Club:
    """A server with somebody in each role."""

    def __init__(self, person: Person, browse: Browse, store: Store) -> None:
        names = {HOST: "Hana", PLAYER: "Paula", BOT: "Bodo", ACCOUNT: "Anton", ADMINISTRATOR: "Adam"}
        self.names = {**names, GUEST: "Gast"}
        self.clients = {role: person(name) for role, name in names.items()}
        self.clients[GUEST] = browse()
        self.clients[GUEST].get("/")
        account = account_storage.find(store, name_key("Adam"))
        assert account is not None
        moderation_storage.add_administrator(store, account.id, "2030-01-01T00:00:00+00:00")
        self.third = browse()
        self.owner = self.clients[BOT]

    def with_bot(self, browse: Browse) -> Club:
        """Has a bot of that account sit where else its owner would."""
        bot = self.owner.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
        token = self.owner.post("/api/account/tokens", json={"label": "Board", "scope": "play", "bot": bot, "password": PASSWORD})
        robby = self.clients[BOT] = browse()
        robby.headers["Authorization"] = f"Bearer {token.json()['token']}"
        self.names[BOT] = "Robby"
        return self

    def waiting(self, **asked: object) -> str:
        """Opens a table at which the host and the player sit; returns its id."""
        table: str = self.clients[HOST].post("/api/lobby", json={**OPEN, "people": 4, **asked}).json()["table"]
        answer = self.clients[PLAYER].post(f"/api/lobby/{table}", json={"do": "join", "player": "Paula"})
        assert answer.status_code == 200, answer.text
        return table


class Game:
    """A game of three people of a club, at a kind of table."""

    def __init__(self, club: Club, kind: str, store: Store) -> None:
        self.club, self.clients, self.store = club, club.clients, store
        self.table = KINDS[kind]
        self.seated = (HOST, PLAYER, BOT)
        self.losers: tuple[str, ...] = ()
        self.last = ""
        if self.table.is_from_lobby:
            asked = {**OPEN, "rated": self.table.is_rated, **(DAYS if self.table.is_rated else {})}
            waiting = self.clients[HOST].post("/api/lobby", json=asked).json()["table"]
            for role in (PLAYER, BOT):
                joined = self.clients[role].post(f"/api/lobby/{waiting}", json={"do": "join", "player": club.names[role]})
                assert joined.status_code == 200, joined.text
            self.id: str = joined.json()["game"]
        else:
            form = {"kind-0": "here", "kind-1": "link", "kind-2": "link", "name-0": "Hana", "name-1": "Paula", "name-2": "Robby"}
            address = self.clients[HOST].post("/new", data=form).headers["location"].removesuffix("/table")
            self.id = self.clients[HOST].get(f"/api{address.replace('/s/', '/seats/')}").json()["game"]
        found = games.find(store, self.id)
        assert found is not None
        self.tokens = dict(zip(self.seated, (seat.token for seat in found.seats), strict=True))
        for role in self.seated:
            self.clients[role].get(f"/s/{self.tokens[role]}")
            assert self.clients[role].post(self.api(role), json={"seen": 1}).status_code == 200

    def situation(self, role: str, stage: rights.Stage, **facts: Any) -> Situation:
        person = "account" if role == BOT and self.table.is_rated else ROLES[role].person  # no bot plays there
        return replace(at_table(ROLES[role], self.table), person=person, stage=stage, is_kept=True, **facts)

    def api(self, role: str) -> str:
        return f"/api/seats/{self.tokens[role]}" if role in self.tokens else f"/api/games/{self.id}"

    def page(self, role: str) -> str:
        return f"/s/{self.tokens[role]}" if role in self.tokens else f"/g/{self.id}"

    def other(self, role: str) -> str:
        return PLAYER if role != PLAYER else HOST

    def post(self, role: str, path: str, **body: object) -> bool:
        return self.clients[role].post(f"{self.api(role)}{path}", json=body).status_code < 300

    def form(self, role: str, path: str, **fields: str) -> bool:
        return self.clients[role].post(f"{self.page(role)}{path}", data=fields).status_code < 400

    def move_all(self) -> None:
        """Has everybody move once."""
        moved = set[str]()
        while moved != set(self.seated):
            role = self.seated[self.clients[HOST].get(self.api(HOST)).json()["asked"] - 1]
            view = self.clients[role].get(self.api(role)).json()
            assert self.post(role, "", apply=[view["legal"][-1]["action"]], version=view["version"])
            moved.add(role)

    def end(self) -> None:
        """Ends the game: a rated one by resignations."""
        if self.table.is_rated:
            assert self.post(BOT, "", do="resign") and self.post(PLAYER, "", do="resign")
            self.losers = (BOT, PLAYER)
            return
        self.propose(HOST, "score")
        for role in (PLAYER, BOT):
            proposal = self.clients[role].get(self.api(role)).json()["proposal"]["id"]
            assert self.post(role, "", agree=proposal)

    def propose(self, role: str, what: str) -> bool:
        return self.post(role, "", propose=what)

    def try_proposal(self, role: str, what: str) -> bool:
        """Proposes something, and withdraws it; another one does so between two of theirs, which would be too soon after one another."""
        other = self.other(role)
        if self.last == role and self.propose(other, "pause"):
            self.withdraw(other)
        if role not in self.tokens or not self.propose(role, what):
            return False
        self.withdraw(role)
        return True

    def withdraw(self, role: str) -> None:
        self.last = role
        assert self.post(role, "", refuse=self.clients[role].get(self.api(role)).json()["proposal"]["id"])

    def reads(self, role: str) -> list[str]:
        found: list[str] = self.clients[role].get(f"{self.api(role)}/chat").json()["reads"]
        return found

    def sees_link(self, role: str, of: str) -> bool:
        if role == BOT:
            told = self.clients[role].get(f"{self.api(role)}/seats").json()["seats"]
            return any(self.tokens[of] in str(row.get("link")) for row in told)
        page = self.clients[role].get(f"{self.page(role)}/table").text
        return any(self.tokens[of] in link for link in values(page, "input[id^=link-]", "value"))

    def changes_player(self, role: str, of: str) -> bool:
        number = self.seated.index(of) + 1
        if role not in self.tokens:
            return self.form(role, "/table", do="seat", seat=str(number), bot="intern")
        done = self.post(role, "", bot="intern", of=number)
        assert not done or self.post(role, "", bot="", of=number)
        return done

    def renews(self, role: str, of: str) -> bool:
        done = role != BOT and self.form(role, "/table", do="renew", seat=str(self.seated.index(of) + 1))
        found = games.find(self.store, self.id)
        assert found is not None
        self.tokens = dict(zip(self.seated, (seat.token for seat in found.seats), strict=True))
        return done

    def deletes(self, role: str) -> bool:
        self.clients[role].post("/forget", data={"game": self.id, "do": "delete"})
        return games.find(self.store, self.id) is None

    def offers_rematch(self, role: str) -> bool:
        answer = self.clients[role].post(f"{self.page(role)}/rematch")
        return answer.status_code == 303 and not answer.headers["location"].endswith("/after") and "/lobby/" in answer.headers["location"]

    def operations(self, role: str) -> list[tuple[str, Right, dict[str, Any], Callable[[], bool]]]:
        """Returns what somebody tries: its name, the right, facts on which that depends, and how."""
        other = self.other(role)
        foreign = {"is_own": False, "is_of_account": self.table.is_from_lobby, "is_here": True}
        has_lost = role in self.losers
        own = {"is_own": role in self.tokens, "is_bot": has_lost, "has_departed": has_lost}
        number = self.seated.index(other) + 1
        is_timed = {"is_timed": self.table.is_rated}
        found: list[tuple[str, Right, dict[str, Any], Callable[[], bool]]] = [
            ("watch", rights.WATCH, {}, lambda: self.clients[role].get(f"/api/games/{self.id}").status_code == 200),
            ("open", rights.OPEN_SEAT, foreign, lambda: self.clients[role].get(f"/api/seats/{self.tokens[other]}").status_code == 200),
            ("pause", rights.PLAY, own, lambda: self.try_proposal(role, "pause")),
            ("score", rights.SCORE, own, lambda: self.try_proposal(role, "score")),
            ("cancel", rights.CANCEL, own, lambda: self.try_proposal(role, "cancel")),
            ("give away", rights.GIVE_AWAY, foreign, lambda: self.try_proposal(role, f"person {number}")),
            ("link", rights.SEE_LINK, foreign, lambda: self.sees_link(role, other)),
            ("own link", rights.SEE_LINK, own, lambda: role in self.tokens and self.sees_link(role, role)),
            ("bot", rights.CHANGE_PLAYER, foreign | is_timed, lambda: self.changes_player(role, other)),
            ("own bot", rights.CHANGE_PLAYER, own | is_timed, lambda: role in self.tokens and self.changes_player(role, role)),
            ("notes", rights.NOTES, own, lambda: self.post(role, "/note", text="Mine", version="")),
            ("read", rights.READ_PLAYERS, {}, lambda: "players" in self.reads(role)),
            ("read spectators", rights.READ_SPECTATORS, {}, lambda: "spectators" in self.reads(role)),
            ("report", rights.REPORT, {}, lambda: self.reports(role, number)),
            ("administer", rights.ADMINISTER, {}, lambda: self.clients[role].get("/api/admin/reports").status_code == 200),
        ]
        writes = rights.WRITE_TO_PLAYERS if role in self.tokens else rights.WRITE_TO_SPECTATORS
        found.append(("write", writes, own, lambda: self.post(role, "/chat", text="Hello")))
        if role != BOT:  # these are pages, on which no bot is
            address = {"do": "add", "transport": "slack", "address": "https://hooks.example/abc"}
            found += [
                (
                    "addresses",
                    rights.ADDRESSES,
                    {},
                    lambda: self.clients[role].post(f"{self.page(role)}/notices", data=address).status_code != 403,
                ),
                ("renew", rights.RENEW_LINK, foreign, lambda: self.renews(role, other)),
                ("own renewal", rights.RENEW_LINK, own, lambda: role in self.tokens and self.renews(role, role)),
            ]
            if self.table.is_from_lobby:
                found.append(("rematch", rights.REMATCH, {}, lambda: self.offers_rematch(role)))
        if role not in self.tokens or not self.table.is_rated:
            found.append(("resign", rights.RESIGN, own, lambda: self.post(role, "", do="resign")))
        return found

    def reports(self, role: str, number: int) -> bool:
        if role in self.tokens:
            return self.post(role, "/report", seat=number, text=f"{role} says so")
        return self.form(role, "/table", do="report", seat=str(number), text="I say so")


def walk(game: Game, stage: rights.Stage) -> list[str]:
    """Has every role try everything; returns what was not as the rights say."""
    faults = []
    for role in ROLES:
        for name, right, about, attempt in game.operations(role):
            expected = right.allows(game.situation(role, stage, **about))
            if attempt() is not expected:
                faults.append(f"{stage}: {role}: {name} is {'refused' if expected else 'done'}")
    return faults


@pytest.mark.slow
@pytest.mark.parametrize("kind", sampled([kind for kind, table in KINDS.items() if table.stage != "waiting"], "A game of the lobby".__eq__))
def test_every_role_at_a_game_can_do_what_the_table_of_rights_says(kind: str, person: Person, browse: Browse, store: Store) -> None:
    club = Club(person, browse, store)
    game = Game(club if KINDS[kind].is_rated else club.with_bot(browse), kind, store)
    game.move_all()
    faults = walk(game, "running")
    game.end()
    faults += walk(game, "over")
    faults += [f"{role} deletes it" for role in ROLES if game.deletes(role)]
    assert not faults, "\n".join(faults)


def waiting_operations(club: Club, role: str, table: str) -> list[tuple[str, Right, Callable[[], bool]]]:
    """Returns what somebody tries with a table that waits: its name, the right, and how. The host closes it at last."""
    client, path = club.clients[role], f"/api/lobby/{table}"

    def does(**body: object) -> bool:
        return client.post(path, json=body).status_code < 300

    return [
        ("look", rights.LOOK, lambda: client.get(path).status_code == 200),
        ("report", rights.REPORT_WAITING, lambda: does(do="report", text=f"{role} says so")),
        ("invite", rights.INVITE, lambda: does(do="invite", friend="Freya")),
        ("write", rights.WRITE_WAITING, lambda: client.post(f"{path}/chat", json={"text": "Hello"}).status_code < 300),
        ("write in the lobby", rights.WRITE_IN_LOBBY, lambda: client.post("/api/lobby/chat", json={"text": "Hi"}).status_code < 300),
        ("order", rights.HOST, lambda: does(do="order", order="random")),
        ("send away", rights.HOST, lambda: does(do="remove", number=99)),
        ("begin", rights.HOST, lambda: role != HOST and does(do="begin") or role == HOST),
        ("join", rights.JOIN, lambda: does(do="join", player=club.names[role])),
        ("close", rights.HOST, lambda: does(do="close")),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", sampled([kind for kind, table in KINDS.items() if table.stage == "waiting"], "A rated table that waits".__eq__)
)
def test_every_role_at_a_waiting_table_can_do_what_the_table_of_rights_says(
    kind: str, person: Person, browse: Browse, store: Store
) -> None:
    club, freya, faults = Club(person, browse, store).with_bot(browse), person("Freya"), []
    is_rated = KINDS[kind].is_rated
    for role in (HOST, PLAYER, ACCOUNT, ADMINISTRATOR):
        club.clients[role].post("/api/account/friends", json={"do": "ask", "name": "Freya"})
        freya.post("/api/account/friends", json={"do": "accept", "name": club.names[role]})
    for role in reversed(ROLES):
        table = club.waiting(rated=is_rated, **(DAYS if is_rated else {}))
        if role == BOT and not is_rated:
            club.clients[BOT].post(f"/api/lobby/{table}", json={"do": "join", "player": "Robby"})
        situation = at_table(ROLES[role] if not (role == BOT and is_rated) else Situation("bot"), KINDS[kind])
        for name, right, attempt in waiting_operations(club, role, table):
            expected = right.allows(situation)
            if attempt() is not expected:
                faults.append(f"{role}: {name} is {'refused' if expected else 'done'}")
        club.clients[HOST].post(f"/api/lobby/{table}", json={"do": "close"})
    assert not faults, "\n".join(faults)


def test_page_and_document_show_the_rights(client: httpx.Client) -> None:
    page = client.get("/rights").text
    assert texts(page, "h2") == list(KINDS) and "Give it a new link: own seat" in texts(page, "th[scope=row]")
    deleting = texts(page, "tbody tr")[-3]
    assert "Delete the game for everybody" in deleting and deleting.endswith("Host: sometimes")
    assert rights_docs.text() in rights_docs.FILE.read_text("utf-8"), "python -m tests.support rights_docs"
