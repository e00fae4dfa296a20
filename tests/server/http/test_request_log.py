"""The log names routes and never addresses, stays short, and the id of a request leads from an answer to all its lines."""

from __future__ import annotations

import io
import json
import logging
import re
import sys
import time
from collections.abc import Iterator

import httpx
import pytest

from groundfloor.server.game.rules import routes as rules
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.request_log import MAX_REPETITIONS, REPETITION_SECONDS, JsonFormatter, TextFormatter, configure_logging
from groundfloor.server.http.settings import Settings
from tests.server.conftest import Page, given_settings, with_settings
from tests.support.api_table import ApiTable


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    return given_settings(request, Settings(log_requests=True, log_format="json"))


@pytest.fixture
def lines(settings: Settings) -> Iterator[io.StringIO]:
    root, requests = logging.getLogger(), logging.getLogger("groundfloor.requests")
    before = root.handlers[:], root.level, requests.level
    stream = io.StringIO()
    configure_logging(settings, stream)
    yield stream
    root.handlers[:], root.level, requests.level = before


def faults(lines: io.StringIO) -> list[dict[str, object]]:
    """Returns the faults that are logged, which happens after the answer has gone."""
    for _ in range(3000):
        if found := [entry for entry in entries(lines) if entry["level"] == "error"]:
            return found
        time.sleep(0.01)
    return []


def requests(lines: io.StringIO, count: int) -> list[dict[str, object]]:
    """Returns the requests that are logged, once there are so many of them: each is logged after its answer has gone."""
    for _ in range(3000):
        if len(found := entries(lines)) >= count:
            return found
        time.sleep(0.01)
    raise AssertionError(f"fewer than {count} requests are logged: {lines.getvalue()}")


def entries(lines: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def test_requests_are_named_by_their_route(lines: io.StringIO, client: httpx.Client, solo: Page) -> None:
    token = solo.address.removeprefix("/s/")
    solo.send(pick="done")
    client.get(f"/api/seats/{token}")
    client.get("/nowhere/secret")
    found = requests(lines, count=5)
    said = lines.getvalue()
    assert token not in said and solo.game_id not in said and "nowhere" not in said
    assert ("POST", "/s/{token}", 200) in [(entry.get("method"), entry.get("route"), entry.get("status")) for entry in found]
    assert ("GET", "-", 404) in [(entry.get("method"), entry.get("route"), entry.get("status")) for entry in found]
    ids = [entry["request"] for entry in found]
    assert len(set(ids)) == len(ids)
    assert all(isinstance(entry["ms"], float) and re.fullmatch(r"20\d\d-\d\d-\d\dT[\d:.]+Z", str(entry["time"])) for entry in found)


def test_error_page_names_its_id_in_the_log(lines: io.StringIO, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(rules, "render_page")
    text = client.get("/about").text
    (id,) = re.findall(r"this is request (\w+)\.", text)
    (entry,) = faults(lines)
    assert entry["request"] == id and "NameError" in str(entry["traceback"]) and entry["status"] == 500


def test_answer_names_its_request(lines: io.StringIO, client: httpx.Client) -> None:
    """What a client calls its request is not believed."""
    for given in ("", "mine"):
        answer = client.get("/about", headers={"X-Request-ID": given})
        assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["x-request-id"])
        assert requests(lines, count=1)[-1]["request"] == answer.headers["x-request-id"]
        lines.truncate(0)
        lines.seek(0)


@with_settings(Settings(trusted_proxies=("127.0.0.1",), log_requests=True))
def test_trusted_proxy_names_requests(client: httpx.Client) -> None:
    for given in ["3f9a:1-b_c.d", "a b", "<script>", "x" * 65, "\u00e9"]:
        answer = client.get("/about", headers={b"X-Request-ID": given.encode()})
        assert (answer.headers["x-request-id"] == given) == (given == "3f9a:1-b_c.d")


@with_settings(Settings(log_requests=True, log_format="json", bot_processes=0, limits=Limits(bot_pause_seconds=0)))
def test_work_of_bots_is_logged_with_the_request_that_led_to_it(lines: io.StringIO, client: httpx.Client) -> None:
    """Also that of a bot that moves after another one."""
    table = ApiTable(client, "Ann", "Ben", "Cleo")
    asked = table.asked
    for other in {0, 1, 2} - {asked}:
        table.act(other, bot="random")
    view = table.view(asked)
    sent = table.act(asked, apply=[view["legal"][0]["action"]], version=view["version"])
    for _ in range(3000):
        done = [entry for entry in entries(lines) if entry.get("job") == "bot"]
        if len([entry for entry in done if entry["request"] == sent.headers["x-request-id"]]) > 1:
            return
        time.sleep(0.01)
    raise AssertionError(done)


def test_fault_is_logged_once_and_briefly(lines: io.StringIO, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(*_: object, level: int = 300) -> None:
        if not level:
            raise ValueError("x" * 100_000)
        deep(level=level - 1)

    monkeypatch.setattr(rules, "render_page", deep)
    assert client.get("/about").status_code == 500
    assert len(faults(lines)) == 1 and len(lines.getvalue().encode()) < 2000 and lines.getvalue().count("\n") == 1


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
def test_a_message_has_one_line(formatter: logging.Formatter) -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 0, "one\nINFO two %s", ("y" * 10_000,), None)
    said = formatter.format(record)
    assert "\n" not in said and len(said) < 800


@with_settings(Settings())
def test_requests_are_not_logged(lines: io.StringIO, client: httpx.Client, solo: Page) -> None:
    """As it is without settings."""
    client.get("/")
    assert lines.getvalue() == ""


@pytest.mark.parametrize("form", [TextFormatter(), JsonFormatter()])
def test_log_cannot_steer_a_terminal(form: logging.Formatter) -> None:
    """What a client has sent may come into the message of an error."""
    try:
        raise ValueError("a\x1b[2Jb\x9bc\u202ed")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "seen: e\x1b[31mf\ng", (), sys.exc_info())
    text = form.format(record)
    assert "seen: e…[31mf g" in text and "a…[2Jb…c…d" in text
    assert not any(letter in text for letter in "\x1b\x9b\u202e")


@pytest.mark.usefixtures("lines")
def test_repetitions_are_counted_instead_of_logged() -> None:
    stream, now = io.StringIO(), [0.0]
    configure_logging(Settings(), stream, clock=lambda: now[0])
    for _ in range(50):
        logging.getLogger("test").warning("invalid request")
        logging.getLogger("test").warning("another kind")
        now[0] += 0.1
    assert stream.getvalue().count("invalid") == stream.getvalue().count("another kind") == MAX_REPETITIONS
    now[0] += REPETITION_SECONDS
    logging.getLogger("test").warning("invalid request")
    assert stream.getvalue().splitlines()[-1].endswith("invalid request (40 more like this were not logged)")
