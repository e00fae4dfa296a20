"""Servers as processes of their own around one database of PostgreSQL: nothing that one has confirmed is unknown to the other."""

from __future__ import annotations

import json
import os
import random
import secrets
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from queue import Queue
from typing import Any

import httpx
import pytest

from groundfloor.cli.main import main
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.store import Store
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.player_names import name_key
from tests.support import http
from tests.support.acknowledging_client import Client
from tests.support.api_table import ApiTable
from tests.support.played_tables import operation
from tests.support.postgresql import PostgreSQLServer
from tests.support.server_process import NO_FOLDER, PATIENCE, Process
from tests.support.stores import WAIT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="needs signals")]


@pytest.fixture
def processes(postgresql: PostgreSQLServer) -> Iterator[list[Process]]:
    settings = f"database = '{postgresql.create()}'\naway_seconds = 0.1\n"
    with Process(NO_FOLDER, settings=settings) as one, Process(NO_FOLDER, settings=settings) as other:
        yield [one, other]


class Alternating(Client):
    """A client each of whose moves goes to one of several processes, as behind a balancer."""

    processes: Sequence[Process] = ()

    def read(self, path: str) -> dict[str, Any]:
        self.address = self.random.choice(self.processes).address
        return super().read(path)


def alternating(processes: list[Process], seed: int) -> Alternating:
    made = Alternating(processes[0].address, random.Random(seed), http.Client())
    made.processes = processes
    made.open()
    return made


@pytest.mark.nightly
def test_whole_game_is_played_at_both_in_turns(processes: list[Process]) -> None:
    client = alternating(processes, 1)
    game = client.game
    with closing(client.http):
        while client.game == game:
            client.play()
        records = [client.http.get(f"{process.address}/api/games/{game}/record").json()["record"] for process in processes]
    assert records[0] == records[1] and "\nkey " in records[0]


def test_streams_of_one_tell_of_moves_at_the_other(processes: list[Process]) -> None:
    client = processes[0].client(1)
    heard: Queue[int] = Queue()

    def listen() -> None:
        address = f"{processes[1].address}/g/{client.game}/events"
        with suppress(httpx.TransportError), httpx.stream("GET", address, timeout=WAIT) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    heard.put(json.loads(line.removeprefix("data: "))["version"])

    threading.Thread(target=listen, daemon=True).start()
    heard.get(timeout=WAIT)
    for _ in range(5):
        client.play()
        assert heard.get(timeout=WAIT) == client.promised
    assert heard.empty()


@pytest.mark.thorough
def test_streams_of_one_tell_of_messages_at_the_other(processes: list[Process]) -> None:
    one, other = (http.Client(base_url=process.address, timeout=30) for process in processes)
    with closing(one), closing(other):
        table = ApiTable(one)
        ann, ben = table.tokens
        before = other.get(f"/api/seats/{ben}").json()
        with other.stream("GET", f"/events?g={table.game_id}&s={ben}", timeout=WAIT) as stream:
            lines = stream.iter_lines()
            next(line for line in lines if line == "event: version")
            one.post(f"/api/seats/{ann}/chat", json={"text": "Hello @Ben"}).raise_for_status()
            next(line for line in lines if line == "event: chat")
            told = json.loads(next(lines).removeprefix("data: "))
        assert told == {"game": table.game_id, "channel": "players", "changed": 1}
        assert other.get(f"/api/seats/{ben}/chat").json()["messages"][0]["text"] == "Hello @Ben"
        assert other.get(f"/api/seats/{ben}").json()["version"] == before["version"]


@pytest.mark.thorough
def test_processes_tell_each_other_who_is_here(processes: list[Process]) -> None:
    client = processes[0].client(1)
    address = f"{processes[0].address}/events?g={client.game}&s={client.tokens[1]}&h={client.tokens[1]}"

    def wait_for(here: list[int]) -> None:
        ends = time.monotonic() + WAIT
        while (found := client.http.get(f"{processes[1].address}/api/games/{client.game}").json()["here"]) != here:
            assert time.monotonic() < ends, found
            time.sleep(0.05)

    with httpx.stream("GET", address, timeout=WAIT):
        wait_for([2])
    wait_for([])


@pytest.mark.thorough
def test_stopped_process_goes_on_with_what_the_other_has_stored(processes: list[Process]) -> None:
    """A process that was stopped for some time, in the middle of requests too, answers from the database and not from its memory."""
    client = alternating(processes, 1)
    for _ in range(3):
        for stopped, going in (processes, processes[::-1]):
            client.play()
            stopped.process.send_signal(signal.SIGSTOP)
            client.processes = [going]
            for _ in range(3):
                client.play()
            stopped.process.send_signal(signal.SIGCONT)
            client.processes = [stopped]
            client.check()
            client.play()
            client.processes = processes
    client.http.close()


@pytest.mark.thorough
def test_worker_moves_for_bots_of_servers_that_are_gone(postgresql: PostgreSQLServer) -> None:
    """It serves no pages, and ends with exit code 0."""
    where = postgresql.create()
    with Store(where) as store:
        service = TableService(store, lambda: "2030-01-01T00:00:00+00:00", secrets.token_bytes)
        table = service.add(service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben")))))
        with operation(service, table.game_id) as found:
            for seat in (0, 1):
                found.seat_bot(seat, "random")
        before = found.version
        command = [sys.executable, "-m", "groundfloor", "worker", "--database", where]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
            ends = time.monotonic() + PATIENCE
            while service.table(table.game_id).version < before + 5:
                assert time.monotonic() < ends and worker.poll() is None
                time.sleep(0.05)
            worker.send_signal(signal.SIGTERM)
            said = worker.communicate(timeout=PATIENCE)[0]
    assert worker.returncode == 0 and said.startswith("Working for the servers around postgresql://")


def test_worker_without_database_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="1"):
        main(["worker"])
    assert "A worker needs the database" in capsys.readouterr().err


@pytest.mark.thorough
def test_bell_at_one_hears_of_moves_at_the_other(processes: list[Process]) -> None:
    one, other = (process.address for process in processes)
    with http.Client(base_url=one, headers={"Origin": one}) as client:
        answer = client.post("/new", data={"kind-0": "here", "name-0": "Ann", "kind-1": "here", "name-1": "Ben"})
        assert answer.status_code == 303
        cookie = {"Cookie": f"groundfloor={client.cookies.get('groundfloor')}"}
        with httpx.stream("GET", f"{other}/events?p=1", headers=cookie, timeout=WAIT) as stream:
            bells = (json.loads(line[6:])["waiting"] for line in stream.iter_lines() if line.startswith('data: {"waiting"'))
            (waiting,) = next(bells)
            token = waiting["link"].rpartition("/")[2]
            view = client.get(f"/api/seats/{token}").json()
            client.post(f"/api/seats/{token}", json={"apply": ["done"], "version": view["version"]}).raise_for_status()
            (waiting,) = next(bells)
            assert waiting["link"] != f"/s/{token}" and waiting["link"].startswith("/s/")


@pytest.mark.thorough
def test_bell_at_one_hears_of_notices_that_are_written_at_the_other(processes: list[Process]) -> None:
    """Also of those that no change of a table brings along, such as an invitation."""
    one, other = (process.address for process in processes)
    with (
        http.Client(base_url=one, headers={"Origin": one}) as ann,
        http.Client(base_url=one, headers={"Origin": one}) as ben,
    ):
        table = ann.post("/api/lobby", json={"player": "Ann", "people": 2}).json()["link"]
        game = ben.post(f"/api{table}", json={"do": "join", "player": "Ben"}).json()["game"]
        cookie = {"Cookie": f"groundfloor={ben.cookies.get('groundfloor')}"}
        with httpx.stream("GET", f"{other}/events?p=1", headers=cookie, timeout=WAIT) as stream:
            unread = (json.loads(line[6:])["unread"] for line in stream.iter_lines() if line.startswith('data: {"waiting"'))
            assert next(unread) == 0
            ann.post("/api/lobby", json={"player": "Ann", "people": 2, "invite_from": game}).raise_for_status()
            assert next(number for number in unread if number) == 1
            ben.post("/api/notices", json={"do": "read"}).raise_for_status()
            assert next(number for number in unread if not number) == 0


@pytest.mark.thorough
def test_report_at_one_rings_at_administrators_of_the_other(processes: list[Process]) -> None:
    """Of a message in the chat of the lobby, which is read, removed and closed at either, wherever it was written."""
    one, other = (process.address for process in processes)
    clients = [http.Client(base_url=address, headers={"Origin": address}, timeout=WAIT) for address in (one, one, other)]
    with ExitStack() as stack:
        ann, ben, adam = (stack.enter_context(client) for client in clients)
        for client, name in ((ann, "Ann"), (ben, "Ben"), (adam, "Adam")):
            client.post("/api/account", json={"name": name, "password": "correct horse battery"}).raise_for_status()
        with Store(tomllib.loads(processes[0].settings)["database"]) as store:
            account = account_storage.find(store, name_key("Adam"))
            assert account is not None
            moderation_storage.add_administrator(store, account.id, "2030-01-01T00:00:00+00:00")
        ann.post("/api/lobby/chat", json={"text": "Buy my things"}).raise_for_status()
        (message,) = adam.get("/api/lobby/chat").json()["messages"]
        assert message["text"] == "Buy my things" and message["name"] == "Ann" and not message["is_own"]
        reports = stack.enter_context(rings(adam))
        assert next(reports) == 0
        ben.post("/api/lobby/chat", json={"do": "report", "number": message["number"], "text": "Spam"}).raise_for_status()
        assert next(number for number in reports if number) == 1
        (report,) = adam.get("/api/admin/reports").json()["reports"]
        assert report["message"]["quote"] == "Buy my things" and report["accused_name"] == "Ann"
        adam.post("/api/admin/reports", json={"do": "remove-message", "report": report["report"]}).raise_for_status()
        assert ben.get("/api/lobby/chat").json()["messages"][0]["removed"] == "administrator"
        at_one = stack.enter_context(http.Client(base_url=one, headers={"Origin": one}, cookies=adam.cookies))
        at_one.post("/api/admin/reports", json={"do": "close", "report": report["report"]}).raise_for_status()
        assert next(number for number in reports if not number) == 0


@contextmanager
def rings(client: httpx.Client) -> Iterator[Iterator[int]]:
    """Yields how many reports wait for an administrator, as their bell is told."""
    with client.stream("GET", "/events?p=1") as stream:
        yield (json.loads(line[6:])["reports"] for line in stream.iter_lines() if line.startswith('data: {"waiting"'))


@pytest.mark.thorough
def test_chat_of_a_waiting_table_is_the_same_at_both(processes: list[Process]) -> None:
    """With the marks of those who write; whoever was sent away at one reads nothing more at the other."""
    one, other = (process.address for process in processes)
    with (
        http.Client(base_url=one, headers={"Origin": one}, timeout=WAIT) as ann,
        http.Client(base_url=other, headers={"Origin": other}, timeout=WAIT) as ben,
    ):
        ben.get("/")
        table = ann.post("/api/lobby", json={"player": "Ann", "people": 3}).json()["link"]
        ben.post(f"/api{table}", json={"do": "join", "player": "Ben"}).raise_for_status()
        ben.post(f"/api{table}/chat", json={"text": "Hello"}).raise_for_status()
        assert ann.get(f"/api{table}").json()["last_message"] == ben.get(f"/api{table}").json()["last_message"] > 0
        assert [(row["name"], row["mark"]) for row in ann.get(f"/api{table}/chat").json()["messages"]] == [("Ben", "guest")]
        number = next(player["number"] for player in ann.get(f"/api{table}").json()["players"] if player["name"] == "Ben")
        ann.post(f"/api{table}", json={"do": "remove", "number": number}).raise_for_status()
        assert ben.get(f"/api{table}/chat").json() == {"messages": [], "writes": False}
