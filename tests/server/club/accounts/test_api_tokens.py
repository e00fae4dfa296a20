"""API tokens and bots: what a token lets a program do, and what not."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from groundfloor.server.club.administration import storage as administration_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.identity import token_storage
from groundfloor.server.database.rows import BanRow
from groundfloor.server.database.store import Store
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import PASSWORD, with_settings
from tests.support import http
from tests.support.api_table import ApiTable
from tests.support.html import has, one, text, texts
from tests.support.server_process import PATIENCE

Json = dict[str, Any]
Browse = Callable[[], httpx.Client]
Program = Callable[[str], httpx.Client]


@pytest.fixture
def ann(person: Callable[[str], httpx.Client]) -> httpx.Client:
    return person("Ann")


@pytest.fixture
def program(server: str) -> Iterator[Program]:
    """Makes clients that send a token and no origin, as programs do."""
    opened: list[httpx.Client] = []

    def made(token: str) -> httpx.Client:
        opened.append(http.Client(base_url=server, headers={"Authorization": f"Bearer {token}", "Accept-Language": "en"}))
        return opened[-1]

    yield made
    for client in opened:
        client.close()


def make_token(client: httpx.Client, scope: str = "play", **more: object) -> Json:
    answer = client.post("/api/account/tokens", json={"label": "Board", "scope": scope, "password": PASSWORD, **more})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def refused(answer: httpx.Response, status: int, part: str) -> None:
    assert answer.status_code == status and part in answer.json()["error"], answer.text


def names(client: httpx.Client, game: str) -> set[str]:
    return {each["name"] for each in client.get(f"/api/games/{game}/seats").json()["seats"]}


def open_table(client: httpx.Client, people: int = 2) -> str:
    return str(client.post("/api/lobby", json={"player": "Ann", "people": people}).json()["table"])


def test_token_is_told_once_and_stored_as_a_hash(ann: httpx.Client) -> None:
    made = make_token(ann, "read", days=30)
    assert re.fullmatch(r"gf_read_[\w-]{43}", made["token"])
    (known,) = ann.get("/api/account").json()["tokens"]
    assert known == {name: value for name, value in made.items() if name != "token"} and known["used"] == ""
    assert made["token"] not in ann.get("/api/account/data").text and made["token"] not in ann.get("/account").text


def test_program_with_a_token_is_its_account(ann: httpx.Client, program: Program) -> None:
    table = open_table(ann)
    client = program(make_token(ann)["token"])
    answer = client.get("/api/account")
    assert answer.json()["name"] == "Ann" and "set-cookie" not in answer.headers and answer.json()["tokens"][0]["used"]
    assert [each["table"] for each in client.get("/api/lobby").json()["own"]] == [table]
    assert client.post(f"/api/lobby/{table}", json={"do": "close"}).status_code == 200


def test_reading_token_does_nothing(ann: httpx.Client, program: Program) -> None:
    client = program(make_token(ann, "read")["token"])
    assert client.get("/api/next").status_code == 200
    refused(client.post("/api/lobby", json={"player": "Ann", "people": 2}), 403, "may only read")
    refused(client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}]}), 403, "may only read")


def test_no_token_manages_the_account(ann: httpx.Client, program: Program) -> None:
    client = program(make_token(ann)["token"])
    for path in [
        "",
        "/tokens",
        "/tokens/revoke",
        "/password",
        "/delete",
        "/sessions",
        "/bots",
        "/passkeys/options",
        "/log-out",
        "/settings",
    ]:
        refused(client.post(f"/api/account{path}", json={"password": PASSWORD}), 403, "can’t manage the account")
        refused(client.get("/api/account/data"), 403, "can’t manage the account")


@pytest.mark.parametrize("token", ["gf_play_nonsense", "x" * 5000, "a b"])
def test_unknown_token_is_refused(program: Program, token: str) -> None:
    client = program("gf")
    client.headers["Authorization"] = f"Bearer {token}"
    answer = client.get("/api/lobby")
    refused(answer, 401, "no such API token")
    assert answer.headers["WWW-Authenticate"] == "Bearer" and client.get("/lobby").status_code == 200
    client.headers["Authorization"] = "Basic YTpi"
    assert client.get("/api/lobby").status_code == 200


def test_revoked_and_expired_tokens_are_refused(ann: httpx.Client, program: Program, store: Store) -> None:
    made = make_token(ann)
    client = program(made["token"])
    assert client.get("/api/next").status_code == 200
    assert ann.post("/api/account/tokens/revoke", json={"id": made["id"]}).json()["tokens"] == []
    refused(client.get("/api/next"), 401, "no such API token")
    late = make_token(ann)
    token_storage.delete_expired(store, "9999")
    refused(program(late["token"]).get("/api/next"), 401, "no such API token")


def test_recovery_ends_all_tokens_of_the_person_and_their_bots(browse: Browse, program: Program) -> None:
    ann = browse()
    code = ann.post("/api/account", json={"name": "Ann", "password": PASSWORD}).json()["recovery_codes"][0]
    bot = ann.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
    programs = [program(make_token(ann)["token"]), program(make_token(ann, bot=bot)["token"])]
    assert ann.post("/api/account/password", json={"old": PASSWORD, "password": PASSWORD + "1"}).status_code == 200
    assert [each.get("/api/account").status_code for each in programs] == [200, 200]
    recovered = browse().post("/api/account/recover", json={"name": "Ann", "code": code, "password": PASSWORD})
    assert recovered.status_code == 200 and recovered.json()["tokens"] == [] and len(recovered.json()["bots"]) == 1
    assert [each.get("/api/account").status_code for each in programs] == [401, 401]


def test_token_of_another_site_needs_no_origin(ann: httpx.Client, program: Program) -> None:
    client = program(make_token(ann)["token"])
    client.headers.update({"Origin": "https://other.example", "Sec-Fetch-Site": "cross-site"})
    assert client.post("/api/lobby", json={"player": "Ann", "people": 2}).status_code == 201
    del client.headers["Authorization"]
    assert client.post("/api/lobby", json={"player": "Ann", "people": 2}).status_code == 403


def test_impossible_tokens_get_a_sentence(ann: httpx.Client) -> None:
    cases: list[tuple[Json, str]] = [
        ({"scope": "admin"}, "scope is one of"),
        ({"days": 400}, "numbers of days"),
        ({"label": " "}, "A name has"),
        ({"bot": "x"}, "no such bot"),
        ({"password": "wrong"}, "not your password"),
    ]
    for body, part in cases:
        answer = ann.post("/api/account/tokens", json={"label": "Board", "scope": "play", "password": PASSWORD, **body})
        refused(answer, 403 if "password" in body else 422, part)


def test_token_of_somebody_else_is_not_revoked(ann: httpx.Client, person: Callable[[str], httpx.Client], program: Program) -> None:
    made, other = make_token(ann), person("Ben")
    other.post("/api/account/tokens/revoke", json={"id": made["id"]})
    assert program(made["token"]).get("/api/next").status_code == 200
    refused(
        other.post("/api/account/tokens", json={"label": "x", "scope": "play", "bot": made["account"], "password": PASSWORD}),
        422,
        "no such bot",
    )


def test_bot_joins_and_plays_in_its_own_name(ann: httpx.Client, program: Program) -> None:
    bot = ann.post("/api/account/bots", json={"name": "Robby"}).json()
    client, table = program(make_token(ann, bot=bot["id"])["token"]), open_table(ann)
    found = client.post(f"/api/lobby/{table}", json={"do": "join", "player": "Robby"}).json()
    assert [each["is_bot"] for each in found["players"]] == [False, True]
    assert client.get("/api/seats/" + found["seat"].removeprefix("/s/")).status_code == 200
    assert ann.get(f"/api/lobby/{table}").json()["seat"] != found["seat"]
    seats = ann.get(f"/api/games/{found['game']}/seats").json()["seats"]
    assert {each["name"]: each["is_bot"] for each in seats} == {"Ann": False, "Robby": True}
    assert texts(ann.get(f"/g/{found['game']}/table").text, ".seat-link-head .hint") == ["Bot"]


def test_bot_is_marked_in_the_lobby(ann: httpx.Client, program: Program) -> None:
    bot = ann.post("/api/account/bots", json={"name": "Robby"}).json()
    client, table = program(make_token(ann, bot=bot["id"])["token"]), open_table(ann, 3)
    client.post(f"/api/lobby/{table}", json={"do": "join", "player": "Robby"})
    assert texts(ann.get("/lobby").text, ".person .hint") == ["Bot"]
    assert "Bot" in texts(ann.get(f"/lobby/{table}").text, "#players .hint")


def test_nobody_logs_in_to_a_bot(ann: httpx.Client, browse: Browse) -> None:
    ann.post("/api/account/bots", json={"name": "Robby"})
    for password in ("", PASSWORD):
        refused(browse().post("/api/account/log-in", json={"name": "Robby", "password": password}), 403, "do not belong together")
    refused(browse().post("/api/account/recover", json={"name": "Robby", "code": "", "password": PASSWORD}), 403, "do not belong together")
    refused(browse().post("/api/account", json={"name": "robby", "password": PASSWORD}), 409, "is taken")


def test_bots_are_exported_and_deleted_with_their_owner(ann: httpx.Client, browse: Browse, program: Program) -> None:
    bot = ann.post("/api/account/bots", json={"name": "Robby"}).json()
    client, table = program(make_token(ann, bot=bot["id"])["token"]), open_table(ann)
    found = client.post(f"/api/lobby/{table}", json={"do": "join", "player": "Robby"}).json()
    watched = ApiTable(ann, "Ann", "automa:pei").game_id
    assert client.post(f"/api/games/{watched}/follow", json={"follow": True}).status_code == 200
    (told,) = ann.get("/api/account/data").json()["bots"]
    assert told["name"] == "Robby" and [each["game"] for each in told["games"]] == [found["game"]] and len(told["followed"]) == 1
    assert ann.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    refused(client.get("/api/next"), 401, "no such API token")
    assert names(browse(), found["game"]) == {"Former player", "Former player 2"}


def test_deleted_bot_leaves_its_seats(ann: httpx.Client, program: Program) -> None:
    bot = ann.post("/api/account/bots", json={"name": "Robby"}).json()
    client, table = program(make_token(ann, bot=bot["id"])["token"]), open_table(ann)
    game = client.post(f"/api/lobby/{table}", json={"do": "join", "player": "Robby"}).json()["game"]
    refused(ann.post("/api/account/bots/delete", json={"id": bot["id"], "password": "wrong"}), 403, "not your password")
    assert ann.post("/api/account/bots/delete", json={"id": bot["id"], "password": PASSWORD}).json()["bots"] == []
    assert names(ann, game) == {"Ann", "Former player"}


@pytest.mark.parametrize("is_bots", [False, True], ids=["own", "of a bot"])
def test_tokens_of_a_banned_person_read_but_change_nothing(ann: httpx.Client, program: Program, store: Store, is_bots: bool) -> None:
    bot = ann.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
    client, table = program(make_token(ann, bot=bot if is_bots else "")["token"]), open_table(ann)
    owner = account_storage.find(store, "ann")
    assert owner is not None and client.post("/api/lobby", json={"player": "Red", "people": 2}).status_code == 201
    administration_storage.ban(store, BanRow("ban", owner.id, None, "Spam", "2030-01-01T00:00:00+00:00", "", None))
    sentence = "You are banned from this server: you can look, but not play. Reason: Spam"
    for path, body in (("lobby", {"player": "Red", "people": 2}), (f"lobby/{table}", {"do": "join", "player": "Red"})):
        answer = client.post(f"/api/{path}", json=body)
        assert answer.status_code == 403 and answer.json() == {"error": sentence, "kind": "Banned"}
    assert client.get("/api/lobby").status_code == 200
    assert client.get(f"/api/lobby/{table}").status_code == 404  # the ban has closed it


def test_pages_make_show_and_revoke_tokens(ann: httpx.Client) -> None:
    assert ann.post("/account/bots", data={"do": "create", "name": "Robby"}).status_code == 303
    bot = ann.get("/api/account").json()["bots"][0]["id"]
    form = {"label": "Board", "scope": "play", "days": "90", "bot": bot, "password": PASSWORD}
    page = ann.post("/account/tokens", data=form).text
    assert text(one(page, ".new-token")).startswith("gf_play_")
    page = ann.get("/account").text
    assert not has(page, ".new-token") and "Board (Robby)" in text(one(page, "#programs .sessions"))
    token = ann.get("/api/account").json()["tokens"][0]["id"]
    assert ann.post("/account/tokens", data={"do": "revoke", "id": token}).headers["location"] == "/account?done=token-revoked"
    answer = ann.post("/account/tokens", data={**form, "days": "x"})
    assert answer.status_code == 422 and "numbers of days" in text(one(answer.text, "[role=alert]"))
    assert (
        ann.post("/account/bots", data={"do": "delete", "id": bot, "password": PASSWORD}).headers["location"] == "/account?done=bot-deleted"
    )


EXAMPLE = Path(__file__).parents[4] / "examples/online_bot.py"
MANY = 1_000_000


@pytest.mark.thorough
@pytest.mark.slow
@with_settings(Settings(bot_processes=0, limits=Limits(requests_per_minute=MANY, changes_per_minute=MANY)))
def test_example_joins_a_table_and_plays_to_its_end(client: httpx.Client, server: str) -> None:
    client.post("/api/account", json={"name": "Ann", "password": PASSWORD})
    bot = client.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
    wish = {"label": "Example", "scope": "play", "bot": bot, "password": PASSWORD}
    token = client.post("/api/account/tokens", json=wish).json()["token"]
    table = client.post("/api/lobby", json={"player": "Ann", "people": 3}).json()["table"]
    client.post(
        "/api/lobby", json={"player": "Ann", "people": 3, "rated": True, "pace": "days-1"}
    ).raise_for_status()  # where no bot may play
    quick = f"import runpy, sys, time; time.sleep = lambda _: None; sys.argv[1:] = {[server, token, 'Robby', 'greedy']}; runpy.run_path({str(EXAMPLE)!r}, run_name='__main__')"
    with subprocess.Popen([sys.executable, "-c", quick], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        try:
            play_at_random(client, table)
            said, _ = program.communicate(timeout=PATIENCE)
        finally:
            program.kill()
    assert program.returncode == 0 and re.fullmatch(r"The game is over: -?\d+ -?\d+\n", said), said


def play_at_random(client: httpx.Client, table: str) -> None:
    """Begins the game of a table when somebody has come, and plays the own seat to its end."""
    dice, ends, seat = random.Random(1), time.monotonic() + PATIENCE, ""
    while time.monotonic() < ends:
        if not seat:
            found = client.get(f"/api/lobby/{table}").json()
            if found["can_begin"]:
                found = client.post(f"/api/lobby/{table}", json={"do": "begin"}).json()
            seat = found.get("seat", "").replace("/s/", "/api/seats/")
            continue
        view = client.get(seat).json()
        if view["is_over"]:
            return
        if view["legal"]:
            client.post(seat, json={"apply": [dice.choice(view["legal"])["action"]], "version": view["version"]})
        else:
            time.sleep(0.02)
    raise AssertionError("the bot does not play")
