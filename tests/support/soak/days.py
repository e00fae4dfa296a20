"""The club over days: three accounts and three guests at two tables, under a clock that the trial moves, at two processes of which one is killed again and again.

Some write plans that act, some are on holiday, one at each table comes no more; a move and the end of its time compete. Clocks stand still in holidays and
while no process runs. Every move must be there once: moves, plans and bots are compared with the record, entry by entry. Servers for mail, push and webhooks
must have received every notice once. Only what was being sent by a process that was killed, and is ``sending`` for ever, may be missing.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, Any

import httpx

from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import CHANCE, Record
from groundfloor.engine.round_plan import PlannedMove
from groundfloor.table.agent_moves import agent_action
from groundfloor.table.closing_answers import CLOSING_ANSWERS
from groundfloor.table.value import DAY
from tests.support import http
from tests.support.mail_server import SENDER, ReceivingServer, mail_server
from tests.support.moved_server import MovedClock, MovedProcess
from tests.support.other_servers import HOST, OtherServer, other_server
from tests.support.persistent_player import PATIENCE, Player
from tests.support.push_service import Subscription
from tests.support.several_servers import SETTINGS, FolderServers, wait_until

from .several_kills import KILLS, check_log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

BEGIN = "2030-06-03T08:00:00+00:00"
PASSWORD = "correct horse battery"
ACCOUNTS = ("Ann", "Ben", "Cleo")
TRANSPORTS = {
    "Ann": ("push",),
    "Ben": ("mail",),
    "Cleo": ("json", "push"),
    "Gus": ("slack",),
    "Hal": ("mail", "json"),
    "Ida": ("push", "discord"),
}
"""Where each is told what waits for them; the first three have accounts."""
DELAYS = {"Ann": 0, "Ben": 5, "Cleo": 0, "Gus": 15, "Hal": 0, "Ida": 5}
"""Minutes until they are told."""
LONGEST_DELAY = 15 * 60.0
PLANNED = ("consulting", "factory at most 6", "agency 1 else agency 2", "hire", "hire at most 4", "agency 3 else agency 4", "supplier 1")
TOLD = {"turn": "turn", "time": "reminder", "others": "proposal", "seat": "lost_seat", "game": "over"}
"""Words of the sentences of notices, which stand before the name of the table, and their kinds."""
SENTENCE = re.compile(r"\b(turn|time|others|seat|game)(?: of “\w+”(?: \\?\(\w+\\?\))?)? at “(\w+)”")
SECONDS_TO_ANSWER = 0.1
"""How long the servers of others take, so that some processes are killed meanwhile."""
MOST_INTERRUPTED = 4
"""Notices that are interrupted by a kill on average at most: a process sends two messages at the same time, and a message may tell of both tables."""
MOVES = 3
"""Moves at each table in a round, beside those that what happens there needs."""
BOT = "random"


@dataclass
class Person:
    """Somebody with a browser, and where they are told what waits for them: the targets by their paths at the servers of others, or e-mail addresses."""

    name: str
    player: Player
    subscription: Subscription
    targets: dict[str, str] = field(default_factory=dict)

    def post(self, path: str, **body: object) -> dict[str, Any]:
        found: dict[str, Any] = self.player.json("POST", path, body)
        return found

    def get(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = self.player.json("GET", path)
        return found


@dataclass(frozen=True)
class PlanChange:
    """What somebody has changed in their plan after ``version`` entries: all of it (``texts``), one more move, or whether it acts."""

    version: int
    texts: tuple[str, ...] | None = None
    added: str = ""
    acts: bool | None = None


@dataclass
class Club:
    """A table: who sits there by seat and with which tokens, who comes no more (``ghost``), and what was done there.

    ``moves`` are the acknowledged ones of people by their numbers, ``turns`` the notices of turns that must be there: seat and version. ``last`` is the seat
    that has made the last move, None if that is not sure.
    """

    name: str
    reader: Player
    people: list[Person]
    tokens: list[str]
    ghost: int
    takeover: str
    channel: str = ""
    moves: dict[int, tuple[int, str]] = field(default_factory=dict)
    plans: dict[int, list[PlanChange]] = field(default_factory=dict)
    turns: set[tuple[int, int]] = field(default_factory=set)
    last: int | None = None

    @property
    def game_id(self) -> str:
        return self.reader.game

    def view(self) -> dict[str, Any]:
        """Returns the table as spectators see it."""
        return self.reader.view()

    def of_seat(self, seat: int) -> dict[str, Any]:
        """Returns the table as its player sees it."""
        return self.people[seat].get(f"/api/seats/{self.tokens[seat]}")

    def act(self, seat: int, **body: object) -> httpx.Response:
        return self.people[seat].player.request("POST", f"/api/seats/{self.tokens[seat]}", body)

    def settle(self) -> dict[str, Any]:
        """Waits until no bot is to move; returns the table then."""
        found: list[dict[str, Any]] = []

        def is_still() -> bool:
            found[:] = [self.view()]
            return found[0]["is_over"] or ((seat := asked_seat(found[0])) is not None and not is_bots(found[0], seat))

        wait_until(is_still)
        return found[0]


class Database:
    """What stands in the database of the servers."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def rows(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self._file, timeout=60)) as connection:
            return connection.execute(statement, parameters).fetchall()

    def note_alive(self, at: str) -> None:
        """Notes that the server has run until a time, as its processes do every few seconds."""
        with closing(sqlite3.connect(self._file, timeout=60)) as connection, connection:
            connection.execute("UPDATE settings SET value = max(value, ?) WHERE name = 'alive'", (at,))

    def deliveries(self) -> list[tuple[str, str, int, int, str, str, float]]:
        """Returns all deliveries: target, game, seat, version, kind, state, and when they are due."""
        return self.rows(
            "SELECT address, game_id, seat, version, kind, state, due FROM deliveries JOIN games ON games.id = deliveries.game ORDER BY deliveries.id"
        )


def asked_seat(view: dict[str, Any]) -> Any:
    """Returns the seat that is asked, from 0; None if none is."""
    return None if view["asked"] is None else view["asked"] - 1


def is_bots(view: dict[str, Any], seat: int) -> bool:
    return str(seat + 1) in view["bots"]


class Days:
    """The trial itself, over a server that runs."""

    def __init__(self, servers: FolderServers, clock: MovedClock, seed: int, other: OtherServer, mail: ReceivingServer) -> None:
        self.servers, self.clock, self.other, self.mail = servers, clock, other, mail
        self.dice = Random(seed)
        self.database = Database(servers.data / "groundfloor.db")
        self.opened = ExitStack()
        self.seen: Counter[str] = Counter()
        self.clubs: list[Club] = []
        self.finished: list[Club] = []
        self.numbers = iter(range(1, 10_000))
        self.people: dict[str, Person] = {}
        self.channels: dict[str, str] = {}
        self.stops: set[tuple[str, int, int]] = set()
        self.bells: list[Bell] = []
        self.interrupted: Counter[tuple[str, str, str]] = Counter()
        self.arrived: Counter[tuple[str, str, str]] = Counter()
        self.longest = 1.0
        self.processes = threading.Lock()
        """Held by the thread that kills or starts processes."""

    # Time

    def advance(self, seconds: float) -> None:
        """Lets time pass, in which the server runs: a day at most at once, as notices that no process had the time to send would be given up else."""
        ends = self.clock.seconds() + seconds
        while ends - self.clock.seconds() > DAY:
            self.step(DAY)
            self.advance_until(self.is_all_sent, 2.0)
        self.step(max(ends - self.clock.seconds(), 0.0))

    def step(self, seconds: float) -> None:
        later = datetime.fromtimestamp(self.clock.seconds() + seconds, datetime.fromisoformat(BEGIN).tzinfo)
        self.database.note_alive(later.isoformat(timespec="seconds"))
        self.clock.move(seconds)
        self.database.note_alive(self.clock.text())  # wakes the processes

    def advance_until(self, is_true: Callable[[], object], seconds: float) -> None:
        """Lets time pass in steps until something is so."""
        ends = time.monotonic() + PATIENCE
        while not is_true():
            assert time.monotonic() < ends, self.database.rows("SELECT * FROM jobs WHERE kind IN ('notice', 'clock')")
            self.advance(seconds)
            time.sleep(0.05)

    # People and tables

    def meet(self) -> None:
        """Has all come, create their accounts and say where they are told."""
        address = self.servers.addresses[0]
        for number, name in enumerate(TRANSPORTS):
            client = self.opened.enter_context(http.Client(headers={"Origin": address}))
            player = Player(lambda: self.servers.addresses, Random(self.dice.random()), client)
            person = Person(name, player, Subscription(f"https://{HOST}/{name}/push"))
            self.people[name] = person
            assert player.request("GET", "/").status_code == 200
            if name in ACCOUNTS:
                player.json("POST", "/api/account", {"name": name, "password": PASSWORD}, 201)
            person.post("/api/notices", do="settings", delay_minutes=DELAYS[name])
            if number % 2:
                person.post("/api/hours", do="hours", time_zone="Europe/Berlin", **{"from": "07:00", "to": "23:00"})
            for transport in TRANSPORTS[name]:
                self.add_target(person, transport)
            self.bells.append(Bell(person))

    def add_target(self, person: Person, transport: str) -> None:
        path = f"/{person.name}/{transport}" if transport != "mail" else f"{person.name.lower()}@example.org"
        if transport == "push":
            person.post("/api/notices/addresses", do="add", transport="push", subscription=person.subscription.as_json())
        elif transport == "mail":
            form = {"do": "add", "transport": "mail", "address": path}
            person.player.http.post(f"{self.servers.addresses[0]}/notices/addresses", data=form)
            assert person.player.http.post(self.mail.received.pop().links()[0]).status_code == 200
        else:
            person.post("/api/notices/addresses", do="add", transport=transport, address=f"https://{HOST}{path}")
        (target,) = [each for each in person.get("/api/notices/addresses")["addresses"] if each["address"].endswith(path)]
        assert target["is_confirmed"], target
        person.targets[path] = target["id"]

    def open(self, people: list[str], ghost: str, pace: str, takeover: str, channel: str) -> Club:
        """Opens a table for these people in the lobby, with a channel of the table that its host adds."""
        found = [self.people[name] for name in people]
        host, name = found[0], f"Table{next(self.numbers)}"
        asked = {"player": host.name, "people": len(people), "name": name, "pace": pace, "takeover": takeover or None}
        link = host.player.json("POST", "/api/lobby", asked, 201)["link"]
        for each in found[1:]:
            each.post(f"/api{link}", do="join", player=each.name)
        seats: dict[int, tuple[Person, str]] = {}
        for each in found:
            token = each.get(f"/api{link}")["seat"].removeprefix("/s/")
            view = each.get(f"/api/seats/{token}")
            seats[view["seat"] - 1] = (each, token)
        in_order = [seats[seat] for seat in range(len(seats))]
        reader = Player(lambda: self.servers.addresses, Random(self.dice.random()), host.player.http, game=view["game"])
        club = Club(name, reader, [each for each, _ in in_order], [token for _, token in in_order], 0, takeover)
        club.ghost = [each.name for each in club.people].index(ghost)
        path = f"/{name}/{channel}"
        form = {"do": "add", "transport": channel, "address": f"https://{HOST}{path}"}
        token = club.tokens[club.people.index(host)]
        answer = host.player.http.post(f"{self.servers.addresses[0]}/s/{token}/notices", data=form)
        assert answer.status_code == 303, answer.text[:300]
        (target,) = [each for each in host.get("/api/notices/addresses")["addresses"] if each["address"].endswith(path)]
        club.channel = target["id"]
        self.channels[path] = target["id"]
        self.clubs.append(club)
        return club

    def open_tables(self) -> None:
        """Opens one table, or two, so that there are two."""
        paces = {club.takeover for club in self.clubs}
        if "" not in paces:
            self.open(["Ann", "Ben", "Gus", "Hal"], "Hal", "days-7", "", "discord")
        if BOT not in paces:
            self.open(["Cleo", "Ann", "Gus", "Ida"], "Ida", "days-3", BOT, "json")

    # Moves

    def move(self, club: Club, seat: int, pass_time: Callable[[], None] = lambda: None) -> bool:
        """Has a person who is asked make a move by chance, after some time; returns whether it counted, or came when their time was over."""
        view = club.of_seat(seat)
        if asked_seat(view) != seat or is_bots(view, seat):
            return False
        version, action = view["version"], self.dice.choice(view["legal"])["action"]
        pass_time()
        answer = club.act(seat, apply=[action], version=version)
        if answer.status_code == 409:
            self.seen["moves that came too late"] += 1
            return False
        assert answer.status_code == 200, answer.text[:300]
        club.moves[version], club.last = (seat, action), seat
        assert club.reader.read_record()[version] == f"{seat + 1} {action}"
        self.seen["moves"] += 1
        return True

    def play_until(self, club: Club, wanted: int | None = None, most: int = 80) -> bool:
        """Has the table play until a seat is asked, or so many moves long; returns whether it is. Who comes no more is replaced on the way."""
        for _ in range(most):
            view = club.settle()
            if view["is_over"]:
                return False
            if asked_seat(view) == wanted:
                return True
            if asked_seat(view) == club.ghost:
                self.replace_ghost(club)
            else:
                self.move(club, asked_seat(view))
        return False

    def replace_ghost(self, club: Club) -> None:
        """Lets the time of the seat pass to which nobody comes: a bot takes over, or somebody else gives it time once, then to a bot."""
        ghost, other = club.ghost, (club.ghost + 1) % len(club.people)
        self.run_out(club, ghost)
        if not club.takeover:
            assert club.act(other, give_time=ghost + 1).status_code == 200
            self.seen["times given"] += 1
            self.run_out(club, ghost)
            assert club.act(other, propose=f"bot {ghost + 1} {BOT}").status_code == 200
            proposal = club.view()["proposal"]
            for seat in set(proposal["asked"]) - set(proposal["agreed"]):
                assert club.act(seat - 1, agree=proposal["id"]).status_code == 200
        wait_until(lambda: is_bots(club.view(), ghost))
        club.last = ghost
        self.seen["seats that went to bots"] += 1

    def run_out(self, club: Club, seat: int) -> None:
        """Lets time pass until that of the seat that is asked is over."""

        def left() -> float:
            view = club.view()
            if asked_seat(view) != seat or is_bots(view, seat):
                return -1.0
            clock = view["clocks"]["seats"][seat]
            return -1.0 if clock["is_out"] else clock["left"] + 1

        ends = time.monotonic() + PATIENCE
        while (seconds := left()) > 0:
            assert time.monotonic() < ends
            self.advance(seconds)
            time.sleep(0.1)

    # What happens

    def plan(self) -> None:
        """Has those who wait plan moves that act, change them while they wait, and stop some again."""
        for club in self.clubs:
            view = club.settle()
            for seat in range(len(club.people)):
                if seat not in (asked_seat(view), club.ghost) and not is_bots(view, seat) and not view["is_over"]:
                    self.plan_of(club, seat)

    def plan_of(self, club: Club, seat: int) -> None:
        texts = tuple(self.dice.sample(PLANNED, 3))
        if self.change_plan(club, seat, list(texts), texts=texts) and self.change_plan(club, seat, "start", acts=True):
            self.seen["plans begun"] += 1
            more = self.dice.choice(PLANNED)
            self.change_plan(club, seat, f"add {more}", added=more)
            if not self.dice.randrange(4) and self.change_plan(club, seat, "stop", acts=False):
                self.seen["plans stopped by their players"] += 1

    def change_plan(
        self, club: Club, seat: int, plan: object, texts: tuple[str, ...] | None = None, added: str = "", acts: bool | None = None
    ) -> bool:
        version = len(club.reader.read_record())
        answer = club.act(seat, plan=plan)
        assert answer.status_code in (200, 422), answer.text[:300]
        if answer.status_code == 200:
            club.plans.setdefault(seat, []).append(PlanChange(version, texts, added, acts))
        return answer.status_code == 200

    def note_stops(self) -> None:
        """Counts the plans that have stopped."""
        for club in self.clubs:
            for seat in club.plans:
                plan = club.of_seat(seat)["plan"]
                if plan and plan["stopped"]:
                    self.stops.add((club.name, seat, plan["stopped"]["version"]))

    def holiday(self) -> None:
        """Somebody is on holiday while their table waits for them: their clock stands still."""
        club = self.clubs[0] if self.clubs[0].takeover == "" else self.clubs[1]
        seat = self.dice.choice([seat for seat in range(len(club.people)) if seat != club.ghost])
        person = club.people[seat]
        hours = person.get("/api/hours")
        first = (datetime.fromisoformat(self.clock.text()) + timedelta(hours=26)).date()  # tomorrow at the earliest, in each time zone
        if min(hours["days_left"].values()) < 4 or any(each["last"] >= first.isoformat() for each in hours["holidays"]):
            return
        person.post("/api/hours", do="holiday", first=first.isoformat(), last=(first + timedelta(days=3)).isoformat())
        if not self.play_until(club, seat):
            return
        wait = datetime.fromisoformat(f"{first}T01:00:00+00:00").timestamp() - self.clock.seconds()
        if 0 < wait < club.view()["clocks"]["seats"][seat]["left"] - 600:  # else the table took too long, or the time is over before
            self.advance(wait)
            self.advance_until(self.is_all_sent, 2.0)
            self.check_stands_still(club, lambda: self.advance(2 * DAY))
            self.seen["holidays"] += 1

    def downtime(self) -> None:
        """No process runs for a day: nobody's clock has run."""
        club = self.clubs[0]
        view = club.settle()

        def be_down() -> None:
            with self.processes:
                self.servers.kill_all()
                self.clock.move(DAY)
                self.servers.revive()

        if not view["is_over"] and view["clocks"]["seats"][asked_seat(view)]["left"] > 600:
            self.check_stands_still(club, be_down)
            self.seen["days without a server"] += 1

    def check_stands_still(self, club: Club, pass_time: Callable[[], None]) -> None:
        """Fails if the clock of the seat that is asked has run meanwhile, but for what the trial itself takes."""
        before, began = club.settle(), time.monotonic()
        pass_time()
        after, taken = club.settle(), time.monotonic() - began
        assert after["version"] == before["version"], (before, after)
        one, other = (view["clocks"]["seats"][asked_seat(view)] for view in (before, after))
        assert one["is_out"] == other["is_out"] and abs(one["left"] - other["left"]) < taken + 10, (one, other)

    def compete(self) -> None:
        """Somebody moves just as their time ends, and a bot is to take the seat: one of the two counts."""
        (club,) = [each for each in self.clubs if each.takeover]
        if not self.play_until(club, self.dice.choice([seat for seat in range(len(club.people)) if seat != club.ghost])):
            return
        seat = asked_seat(club.view())
        while (left := club.view()["clocks"]["seats"][seat]["left"]) > 100:
            self.advance(left - 50)

        def pass_time() -> None:
            self.advance(left)
            time.sleep(self.dice.uniform(0.0, 0.1))

        counts = self.move(club, seat, pass_time)
        self.seen["moves at the moment of a timeout" if counts else "timeouts at the moment of a move"] += 1
        if not counts:
            wait_until(lambda: is_bots(club.view(), seat))
            self.come_back(club, seat)

    def come_back(self, club: Club, seat: int) -> None:
        """Somebody takes their seat again from the bot."""
        answer = club.act(seat, do="return")
        assert answer.status_code == 200, answer.text[:300]
        club.last = None

    def come_back_to_all(self) -> None:
        """Those take their seats again whose time was over while the trial waited for something else."""
        for club in self.clubs:
            for seat in range(len(club.people)):
                view = club.view()
                if seat != club.ghost and is_bots(view, seat) and not view["is_over"]:
                    self.come_back(club, seat)

    def ghost(self) -> None:
        """Those who come no more are replaced when they are asked, or are there again."""
        for club in self.clubs:
            view = club.view()
            if is_bots(view, club.ghost) and not view["is_over"]:
                self.come_back(club, club.ghost)
            elif self.play_until(club, club.ghost):
                self.replace_ghost(club)

    # Rounds

    def round(self, happen: Callable[[], None]) -> None:
        """Plays for some hours, in which something happens, and one of the processes is killed at a random moment, or while a notice is sent."""
        self.open_tables()
        began, has_ended = time.monotonic(), threading.Event()
        killer = threading.Thread(target=self.kill, args=[Random(self.dice.random()), has_ended])
        killer.start()
        try:
            self.come_back_to_all()
            happen()
            for club in self.clubs:
                for _ in range(MOVES):
                    view = club.settle()
                    if not view["is_over"] and asked_seat(view) != club.ghost:
                        self.move(club, asked_seat(view))
            self.advance(self.dice.uniform(600, 6 * 3600))
            self.send_notices()
        finally:
            has_ended.set()
            killer.join()
        self.longest = time.monotonic() - began
        self.servers.revive()
        self.send_notices()
        self.check()

    def kill(self, dice: Random, has_ended: threading.Event) -> None:
        has_ended.wait(dice.uniform(0, self.longest))
        if dice.randrange(2):
            interrupted = self.sending()
            while self.sending() <= interrupted and not has_ended.wait(0.002):
                pass
        with self.processes:
            self.seen[f"kills of a {self.servers.kill(dice)}"] += 1
            self.servers.revive(is_awaited=False)

    def sending(self) -> int:
        """Returns how many notices are being sent, or were interrupted."""
        return int(self.database.rows("SELECT count(*) FROM deliveries WHERE state = 'sending'")[0][0])

    def send_notices(self) -> None:
        """Lets time pass until all notices were sent that were due."""
        for club in self.clubs:
            club.settle()
        self.advance(LONGEST_DELAY + 60)
        self.advance_until(self.is_all_sent, 2.0)

    def is_all_sent(self) -> bool:
        now = self.clock.seconds()
        is_waiting = any(state == "waiting" and due <= now for *_, state, due in self.database.deliveries())
        return not is_waiting and not self.database.rows(
            "SELECT 1 FROM jobs WHERE kind = 'notice' AND worker != '' AND claimed_until > ?", now
        )

    # Checks

    def check(self) -> None:
        """Fails if something is missing that should have been told so far, or was told twice."""
        self.note_stops()
        deliveries = self.database.deliveries()
        told = Counter((target, game, seat, version, kind) for target, game, seat, version, kind, _state, _due in deliveries)
        assert not told or max(told.values()) == 1, told.most_common(3)
        for club in self.clubs:
            self.check_turn(club, told)
        for person in self.people.values():
            waiting = {each["game"] for each in person.get("/api/next")["waiting"]}
            assert waiting == self.waits_for(person), (person.name, waiting)
        self.check_received()
        for club in [club for club in self.clubs if club.view()["is_over"]]:
            self.check_table(club)
            self.check_end(club, told)
            self.clubs.remove(club)
            self.finished.append(club)

    def check_end(self, club: Club, told: Counter[tuple[str, str, int, int, str]]) -> None:
        """Fails unless all but who has made the last move were told once that a game is over."""
        ends = Counter({target: count for (target, game, *_, kind), count in told.items() if (game, kind) == (club.game_id, "over")})
        last = int(next(line[0] for line in reversed(club.reader.read_record()) if line[0] != "*")) - 1
        wanted = [
            target
            for seat, person in enumerate(club.people)
            if seat != last or is_bots(club.view(), seat)
            for target in person.targets.values()
        ]
        assert ends == Counter([*wanted, club.channel]), (club.name, last, ends)
        self.seen["games played to their end"] += 1

    def waits_for(self, person: Person) -> set[str]:
        """Returns the games that wait for somebody."""
        views = {club.game_id: (club, club.settle()) for club in self.clubs}
        return {game for game, (club, view) in views.items() if not view["is_over"] and club.people[asked_seat(view)] is person}

    def check_turn(self, club: Club, told: Counter[tuple[str, str, int, int, str]]) -> None:
        """Fails if the seat that is asked was not told so, although somebody else has moved before."""
        view = club.settle()
        seat, version, entries = asked_seat(view), view["version"], club.reader.read_record()
        if view["is_over"] or club.last is None:
            return
        last = max((number for number, (by, _) in club.moves.items() if by == club.last), default=-1)
        by_bots = any(is_bots(view, int(line[0]) - 1) for line in entries[last + 1 :] if line[0] != "*")
        if seat == club.last and not by_bots:
            return
        for target in [*club.people[seat].targets.values(), club.channel]:
            assert told[target, club.game_id, seat, version, "turn"] == 1, (club.name, club.people[seat].name, version, entries[-3:])

    def check_received(self) -> None:
        """Fails unless what has come is what the database says that was sent, and perhaps what was being sent by a process that was killed."""
        sent: Counter[tuple[str, str, str]] = Counter()
        interrupted: Counter[tuple[str, str, str]] = Counter()
        names = {club.game_id: club.name for club in [*self.clubs, *self.finished]}
        for target, game, _seat, _version, kind, state, _due in self.database.deliveries():
            assert state != "failed", (target, game, kind)
            if state != "waiting":
                (sent if state == "sent" else interrupted)[target, names[game], kind] += 1
        received = Counter(self.received())
        missing, surplus = sent - received, received - sent - interrupted
        assert not missing and not surplus, (missing, surplus)
        self.interrupted, self.arrived = interrupted, received

    def received(self) -> Iterator[tuple[str, str, str]]:
        """Yields what has come: the target, the name of the table, and the kind of notice."""
        ids: Counter[str] = Counter()
        targets = {path: id for person in self.people.values() for path, id in person.targets.items()} | self.channels
        for each in list(self.other.received):
            if len(each.body) != int(each.headers["content-length"]):
                continue  # its process was killed
            _, name, transport = each.path.split("/")
            if transport == "push":
                said = json.loads(self.people[name].subscription.decrypt(each.body))
                ids[said["id"]] += 1
                text = said["body"]
            elif transport == "json":
                said = json.loads(each.body)
                ids[said["id"]] += 1
                text = "\n".join(line["text"] for line in said["lines"])
            else:
                text = json.loads(each.body)["text" if transport == "slack" else "content"].partition("\n")[2]  # without the title
            for word, table in SENTENCE.findall(text):
                yield targets[each.path], table, TOLD[word]
        for mail in list(self.mail.received):
            ids[mail.email["Message-ID"]] += 1
            for word, table in SENTENCE.findall(mail.parts()[0]):
                yield targets[mail.recipients[0]], table, TOLD[word]
        assert not ids or max(ids.values()) == 1, ids.most_common(3)

    def check_table(self, club: Club) -> None:
        """Fails unless each move stands once in the record, those of people where they were acknowledged, those of plans in their order, and those of bots as they make them."""
        entries = club.reader.read_record()
        text = club.reader.json("GET", f"/api/games/{club.game_id}/record")["record"]
        record = Record.parse(text, ruleset)
        bots: dict[int, str] = {}
        plans = {seat: PlanTrace(changes) for seat, changes in club.plans.items()}
        found = set()
        checked = 0
        for game, entry, number in record.positions():
            for line in entries[checked : number - 1]:
                note_seat(bots, line)
            checked = number
            if entry is None or entry.seat == CHANCE:
                continue
            if entry.is_seat_change:
                note_seat(bots, str(entry))
            elif entry.seat in bots:
                assert entry.text == agent_action(Match(record.prefix(number - 1), game, None), bots[entry.seat]).text, (club.name, number)
                self.seen["moves of bots"] += 1
            elif number - 1 in club.moves:
                assert club.moves[number - 1] == (entry.seat, entry.text), (club.name, number)
                found.add(number - 1)
                plans.get(entry.seat, PlanTrace([])).made(number - 1, entry.text)
            else:
                assert entry.seat in plans, (club.name, number, str(entry))
                self.seen["planned moves"] += plans[entry.seat].acted(number - 1, entry.text)
        assert found == set(club.moves), (club.name, set(club.moves) - found)

    def end(self) -> str:
        """Checks everything at the end; returns what was seen."""
        self.send_notices()
        self.check()
        for club in self.clubs:
            self.check_table(club)
        for bell in self.bells:
            wait_until(partial(self.is_right, bell))
            bell.close()
        kinds = Counter(kind for _target, _name, kind in self.arrived.elements())
        transports = Counter(self.transport_of(target) for target, _name, _kind in self.arrived.elements())
        lost = sum(person.player.lost_answers for person in self.people.values())
        days = (self.clock.seconds() - datetime.fromisoformat(BEGIN).timestamp()) / DAY
        self.seen["plans that stopped"] = len(self.stops)
        self.seen["requests without an answer, repeated"] = lost
        interrupted = Counter(f"{kind} at {name} by {self.transport_of(target)}" for target, name, kind in self.interrupted.elements())
        kills = sum(count for what, count in self.seen.items() if what.startswith("kills"))
        assert interrupted.total() <= MOST_INTERRUPTED * kills, interrupted
        return (
            f"{days:.0f} days, {dict(self.seen)}; notices that came, each once: {dict(kinds)} by {dict(transports)}; "
            f"{interrupted.total()} were interrupted by kills, of which {self.interrupted_arrived()} came: {dict(interrupted)}"
        )

    def is_right(self, bell: Bell) -> bool:
        """Returns whether somebody's bell shows what waits for them."""
        return bell.waiting == self.waits_for(bell.person)

    def interrupted_arrived(self) -> int:
        """Returns how many of the notices came that were being sent by a process that was killed."""
        return self.arrived.total() - sum(state == "sent" for *_, state, _due in self.database.deliveries())

    def transport_of(self, target: str) -> str:
        return str(self.database.rows("SELECT transport FROM notification_addresses WHERE id = ?", target)[0][0])


class Bell:
    """The bell on an open page of a person, at one process after the other: which games wait, as it was told last."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.waiting: set[str] | None = None
        self._is_closed = False
        threading.Thread(target=self._run, daemon=True).start()

    def close(self) -> None:
        """Ends it."""
        self._is_closed = True

    def _run(self) -> None:
        with http.Client(cookies=self.person.player.http.cookies) as client:
            while not self._is_closed:
                with suppress(httpx.TransportError):
                    self._follow(client, f"{self.person.player.addresses()[0]}/events?p=1")
                time.sleep(0.05)

    def _follow(self, client: httpx.Client, address: str) -> None:
        with client.stream("GET", address, timeout=60) as stream:
            name = ""
            for line in stream.iter_lines() if stream.status_code == 200 else ():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: ") and name == "bell":
                    self.waiting = {each["game"] for each in json.loads(line.removeprefix("data: "))["waiting"]}
                if self._is_closed:
                    return


def note_seat(bots: dict[int, str], line: str) -> None:
    """Notes who plays a seat from an entry on."""
    seat, _, text = line.partition(" ")
    if text.startswith("bot "):
        bots[int(seat) - 1] = text.removeprefix("bot ")
    elif text == "person":
        bots.pop(int(seat) - 1, None)


class PlanTrace:
    """What a plan may do as the entries of a record follow each other."""

    def __init__(self, changes: list[PlanChange]) -> None:
        self._changes = list(changes)
        self._left: list[PlannedMove] = []
        self._acts = False

    def _come_to(self, number: int) -> None:
        rules = ruleset("second")
        while self._changes and self._changes[0].version <= number:
            change = self._changes.pop(0)
            if change.texts is not None:
                self._left = [PlannedMove.parse(rules, text) for text in change.texts]
            if change.added:
                self._left.append(PlannedMove.parse(rules, change.added))
            self._acts = self._acts if change.acts is None else change.acts

    def made(self, number: int, text: str) -> None:
        """The player has made a move, which leaves the plan if it stood there."""
        self._come_to(number)
        step = next((step for step in self._left if step.is_made_by(text)), None)
        if step is not None:
            self._left.remove(step)

    def acted(self, number: int, text: str) -> bool:
        """The table has made a move for the player: the first of the plan, or what ends a turn. Returns whether it was a planned one."""
        self._come_to(number)
        assert self._acts, (number, text)
        if text == "done" or text in CLOSING_ANSWERS.values():
            return False
        assert self._left and self._left[0].is_made_by(text), (number, text, self._left)
        self._left.pop(0)
        return True


def days(folder: Path, seed: int, count: int) -> str:
    """Plays until a process was killed ``count`` times; returns what was seen."""
    with ExitStack() as opened:
        other, mail = opened.enter_context(other_server()), opened.enter_context(mail_server("none"))
        other.delay = mail.delay = SECONDS_TO_ANSWER
        clock = MovedClock(folder)
        clock.begin(BEGIN)
        settings = SETTINGS.replace("bot_processes = 1", "bot_processes = 0") + (
            f'away_seconds = 0\nmessages_per_hour = 1_000\naccounts_per_hour = 1_000\nsmtp_host = "127.0.0.1"\nsmtp_port = {mail.port}\n'
            f'smtp_security = "none"\nsmtp_sender = "{SENDER}"\n'
        )
        servers = FolderServers(folder / "server", 2, settings, partial(MovedProcess, folder, other.port))
        opened.callback(servers.close)
        trial = Days(servers, clock, seed, other, mail)
        opened.enter_context(trial.opened)
        trial.meet()
        happenings = cycle([trial.plan, trial.compete, trial.ghost, trial.plan, trial.holiday, trial.downtime])
        for _ in range(count):
            trial.round(next(happenings))
        said = trial.end()
        check_log(servers, KILLS)
    return f"seed {seed}; {said}"
