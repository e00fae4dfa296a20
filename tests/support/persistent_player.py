"""A person who plays at several processes and repeats each request until it is answered, as a page does."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.table.agent_moves import agent_action

PATIENCE = 200.0
"""Seconds after which one of the processes should have answered, whatever has happened to the others."""
PAUSE = 0.05
"""Seconds between two tries, much less than ``Retry-After`` asks for."""
ANSWERS_TO_REPEAT = (503, 507)


@dataclass
class Player:
    """Ann, at a table with a bot and an Automa. Each request goes to one of the processes at ``addresses()``, and on its own connection.

    ``moves`` are those that were acknowledged, each with its number in the record; ``noted`` is the longest record that was seen.
    """

    addresses: Callable[[], Sequence[str]]
    dice: Random
    http: httpx.Client
    bot: str = "random"
    game: str = ""
    token: str = ""
    bot_token: str = ""
    moves: list[tuple[int, str]] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)
    lost_answers: int = 0
    refusals: dict[str, int] = field(default_factory=dict)

    def request(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Returns the answer to a request, which is repeated, at any of the processes, until there is one that refuses nothing."""
        key = {"Idempotency-Key": self.dice.randbytes(16).hex(), "Connection": "close"}
        ends = time.monotonic() + PATIENCE
        said: object = ""
        while time.monotonic() < ends:
            try:
                answer = self.http.request(method, f"{self.dice.choice(self.addresses())}{path}", json=body, headers=key)
            except httpx.TransportError as error:
                said = error
                self.lost_answers += 1
            else:
                if answer.status_code not in ANSWERS_TO_REPEAT:
                    return answer
                said = answer.text
                self.note_refusal(answer)
            time.sleep(PAUSE)
        raise AssertionError(f"no answer to {method} {path}: {said}")

    def note_refusal(self, answer: httpx.Response) -> None:
        """Counts an answer that asks for patience, which must have a sentence and say for how long."""
        assert answer.status_code == 507 or int(answer.headers["Retry-After"]) > 0, answer.headers
        sentence = answer.json()["error"] if answer.headers["Content-Type"] == "application/json" else answer.text[:80]
        assert sentence, answer.text
        self.refusals[sentence] = self.refusals.get(sentence, 0) + 1

    def json(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        """Returns what an answer says, which must have this status."""
        answer = self.request(method, path, body)
        assert answer.status_code == status, (path, answer.status_code, answer.text[:500])
        return answer.json()

    def open(self) -> None:
        """Opens a table."""
        made = self.json("POST", "/api/games", {"seats": [{"name": "Ann"}, {"name": "Ben"}, {"automa": "pei"}]}, 201)
        self.game, self.token, self.bot_token = made["game"], made["seats"][0]["token"], made["seats"][1]["token"]
        self.moves, self.noted = [], []
        self.json("POST", f"/api/seats/{self.bot_token}", {"bot": self.bot})
        self.read_record()

    def read_record(self) -> list[str]:
        """Reads the record at any of the processes: all that was seen before must be there, unchanged."""
        text = self.json("GET", f"/api/games/{self.game}/record")["record"]
        entries = [line for line in text.partition("\n\n")[2].splitlines() if not line.startswith("key ")]
        assert entries[: len(self.noted)] == self.noted, (self.game, self.noted[-3:], entries[-3:])
        self.noted = entries
        return entries

    def view(self) -> dict[str, Any]:
        """Reads the table at any of the processes, which may not know less than another one has said."""
        found: dict[str, Any] = self.json("GET", f"/api/games/{self.game}")
        assert found["version"] >= len(self.noted), (found["version"], len(self.noted))
        return found

    def ask(self, address: str) -> dict[str, Any]:
        """Reads the table at one of the processes."""
        return self.http.get(f"{address}/api/games/{self.game}").json()  # type: ignore[no-any-return]

    def play(self) -> bool:
        """Makes a move if Ann is asked, and returns whether she was."""
        view = self.view()
        if view["is_over"] or view["asked"] != 1:
            return False
        view = self.json("GET", f"/api/seats/{self.token}")
        version, action = view["version"], self.dice.choice(view["legal"])["action"]
        self.json("POST", f"/api/seats/{self.token}", {"apply": [action], "version": version})
        self.moves.append((version, action))
        assert self.read_record()[version] == f"1 {action}"
        return True

    def settle(self) -> None:
        """Waits until the bot has moved, so that nothing happens at the table until Ann moves."""
        ends = time.monotonic() + PATIENCE
        while (view := self.view())["asked"] == 2 and not view["is_over"]:
            assert time.monotonic() < ends, f"the bot does not move in game {self.game}"
            time.sleep(PAUSE)

    def check(self) -> None:
        """Ann's moves stand in the record, each once and where it was acknowledged, and the bot's are those that it makes at such a point."""
        entries = self.read_record()
        own = [(number, line[2:]) for number, line in enumerate(entries) if line.startswith("1 ")]
        assert own == self.moves, [pair for pair in itertools.zip_longest(own, self.moves) if pair[0] != pair[1]][:3]
        text = self.json("GET", f"/api/games/{self.game}/record")["record"]
        record = Record.parse(text, ruleset)
        for game, entry, number in record.positions():
            if entry is not None and entry.seat == 1:
                assert entry.text == agent_action(Match(record.prefix(number - 1), game, None), self.bot).text, (self.game, number)

    @property
    def paths(self) -> tuple[str, ...]:
        """The pages of the table: a spectator's and both seats'."""
        return f"/g/{self.game}/board", f"/s/{self.token}/board", f"/s/{self.bot_token}/board"
