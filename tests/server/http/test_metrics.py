"""Prometheus reads what a server does, at an address of its own; several processes are summed up."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.lobby import storage as lobby_storage
from groundfloor.server.club.moderation import report_storage
from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.game.storage import transactions
from groundfloor.server.http import metrics
from groundfloor.server.http.settings import BadSettings, read_settings
from tests.support import http
from tests.support.ports import free_port
from tests.support.samples import sampled
from tests.support.server_process import NO_FOLDER, Process

pytest.importorskip("prometheus_client", reason="prometheus-client is not installed")


def read(address: str) -> dict[str, float]:
    """Returns the metrics by name with labels."""
    answer = http.get(address)
    assert answer.status_code == 200
    return {name: float(number) for name, number in re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", answer.text, re.MULTILINE)}


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("workers", "database"), sampled(product((1, 2), ("sqlite", "postgresql")), (2, "sqlite").__eq__))
def test_server_tells_what_it_does(tmp_path: Path, request: pytest.FixtureRequest, workers: int, database: str) -> None:
    """The public port has no metrics."""
    place = "" if database == "sqlite" else f"database = '{request.getfixturevalue('postgresql').create()}'\n"
    where = f"127.0.0.1:{free_port()}"
    settings = f"{place}workers = {workers}\nmetrics = '{where}'\n"
    with Process(tmp_path if database == "sqlite" else NO_FOLDER, settings=settings) as server:
        client = server.client()
        for _ in range(5):
            client.play()
        client.http.get(f"{server.address}/g/{client.game}")
        with client.http.stream("GET", f"{server.address}/g/{client.game}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines)
            found = read(f"http://{where}/metrics")
        assert client.http.get(f"{server.address}/metrics").status_code == 404
    assert found["groundfloor_moves_total"] >= 5 and found["groundfloor_rendering_seconds_count"] >= 1
    assert (found["groundfloor_streams"], found["groundfloor_database_up"]) == (1, 1)
    assert {name: number for name, number in found.items() if name.startswith("groundfloor_errors_total")} == {
        f'groundfloor_errors_total{{part="{part}"}}': 0 for part in metrics.PARTS
    }
    assert found['groundfloor_games{ruleset="second",status="running"}'] == 1
    moves = found['groundfloor_request_seconds_count{method="POST",route="/api/seats/{token}",status="200"}']
    assert moves == 5 and not any(client.game in name for name in found)


@pytest.mark.parametrize("wrong", ["9464", "127.0.0.1", "127.0.0.1:0", ":9464", "host:port"])
def test_address_of_metrics_is_checked(wrong: str) -> None:
    """A port alone might be open to everybody."""
    with pytest.raises(BadSettings, match="address with a port"):
        read_settings(f"metrics = '{wrong}'", {})


def test_waiting_jobs_come_from_the_database(where: Path | str) -> None:
    from prometheus_client import CollectorRegistry, generate_latest

    from groundfloor.server.database.rows import NewJob
    from groundfloor.server.database.store import Store

    with Store(where) as store:
        store.jobs.add(NewJob("bot", "abc"))
        registry = CollectorRegistry()
        registry.register(metrics.DatabaseMetrics(store))
        said = generate_latest(registry).decode()
    assert 'groundfloor_jobs_waiting{kind="bot"} 1.0' in said and 'groundfloor_jobs_oldest_seconds{kind="bot"}' in said


def test_people_tables_and_notices_come_from_the_database(where: Path | str) -> None:
    from prometheus_client import CollectorRegistry, generate_latest

    from groundfloor.server.club.lobby.rows import OpenTablePlayer, OpenTableRow
    from groundfloor.server.club.moderation.rows import ReportRow
    from groundfloor.server.club.notifications.rows import NotificationAddress
    from groundfloor.server.database.rows import AccountRow, SessionRow
    from groundfloor.server.database.store import Store
    from groundfloor.server.http.pages import now
    from tests.support.stores import new_game

    with Store(where) as store:
        for name, used in (("ann", now()), ("ben", "2020-01-01T00:00:00+00:00")):
            log_in_storage.add_account(store, AccountRow(name, name, name, "hash", used), ["code"], SessionRow(name, name, "", used, used))
        for number in range(2):
            log_in_storage.add_session(store, AccountRow("ann", "ann", "ann", "hash", ""), SessionRow(f"{number}", "ann", "", now(), now()))
        for game_id in ("abc", "def"):
            transactions.add_game(store, WholeClub(), new_game(game_id))
        player = OpenTablePlayer("browser", "Ann", "red", 0)
        lobby_storage.add(store, OpenTableRow("open", "browser", "", "", "second", 2, "live", False, (), {}, {}, "2030-01-01", (player,)))
        for number, failing in enumerate(("", "2030-01-01")):
            address_storage.add(
                store,
                NotificationAddress(f"{number}", "ann", "mail", f"{number}@mail.example", "", "", "en", "2030", failing_since=failing),
            )
        report_storage.add(store, ReportRow("1", "browser", "mark", "abc", "", 0, "Ann", None, "No.", "2030-01-01"), "2030-01-01", 1)
        registry = CollectorRegistry()
        registry.register(metrics.DatabaseMetrics(store))
        said = generate_latest(registry).decode().splitlines()
    for line in (
        "groundfloor_accounts 2.0",
        "groundfloor_accounts_active 1.0",
        'groundfloor_games{ruleset="second",status="running"} 2.0',
        "groundfloor_open_tables 1.0",
        'groundfloor_notices_waiting{transport="mail"} 0.0',
        'groundfloor_notice_addresses{state="working",transport="mail"} 1.0',
        'groundfloor_notice_addresses{state="failing",transport="mail"} 1.0',
        "groundfloor_reports_open 1.0",
    ):
        assert line in said, line
    assert next(float(line.split()[1]) for line in said if line.startswith("groundfloor_data_bytes ")) > 0


def test_errors_and_notices_are_counted_by_part_and_way() -> None:
    import logging

    counted = metrics.Metrics()
    with counted.counting_errors():
        for logger in (
            "groundfloor.server.club.notifications.mail",
            "groundfloor.server.database.job_runner",
            "groundfloor.server.database.job_runner",
            "elsewhere",
        ):
            logging.getLogger(logger).error("It failed.")
    counted.count_notice("push", "gone")

    def value(name: str, **labels: str) -> float | None:
        return counted.registry.get_sample_value(name, labels)

    assert [value("groundfloor_errors_total", part=part) for part in ("notices", "tables", "other", "web")] == [1, 2, 1, 0]
    assert value("groundfloor_notices_total", transport="push", outcome="gone") == 1
