"""Housekeeping: what nobody opens is deleted after its time, what somebody uses never, and the clock of the day has no say in it."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from groundfloor.server import housekeeping
from groundfloor.server.app import create_app
from groundfloor.server.club.accounts import log_in_storage, passkey_storage
from groundfloor.server.club.accounts.rows import ChallengeRow
from groundfloor.server.club.administration import storage as administration_storage
from groundfloor.server.club.chat import storage as messages
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.identity import token_storage
from groundfloor.server.club.lobby import followed_storage
from groundfloor.server.club.moderation import report_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.moderation.rows import ReportRow
from groundfloor.server.context import AppContext
from groundfloor.server.database import schema, usage
from groundfloor.server.database.database import reading
from groundfloor.server.database.errors import StorageError
from groundfloor.server.database.rows import AccountRow, ApiTokenRow, BanRow, RetentionDays, SessionRow
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games, results
from groundfloor.server.game.tables.prepared_tables import shown_record
from groundfloor.server.game.tables.result_keeper import imported_rows, row_of
from groundfloor.server.housekeeping import clean_up
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.table import NewTable, SeatRequest, Table
from tests.server.game.streams.test_events import apart
from tests.support.played_tables import operation
from tests.support.results import result

DAY = 24 * 60
LIMITS = Limits(unplayed_days=14, shown_days=30, abandoned_days=365)
SEATS = (SeatRequest("Ann"), SeatRequest("Ben"))


class Day:
    """A clock of the day that is set by hand."""

    def __init__(self) -> None:
        self.now = "2030-01-01T00:00:00+00:00"

    def __call__(self) -> str:
        return self.now


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def context(store: Store, day: Day, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppContext]:
    """Returns a context whose runs come as many minutes after each other as they are told, and not at once."""
    monkeypatch.setattr(store.jobs, "is_turn", lambda kind, seconds: True)
    app = create_app(store, clock=day, settings=Settings(limits=LIMITS))
    found = app.state.context
    assert isinstance(found, AppContext)
    yield found


def opened(context: AppContext, client: str = "") -> str:
    return context.table_service.add(context.table_service.prepare(NewTable(SEATS)), client=client).game_id


def played(context: AppContext, day: Day) -> str:
    """Returns a table at which somebody has played, later than it was opened."""
    game_id = opened(context)
    day.now = "2030-01-01T00:10:00+00:00"
    with operation(context.table_service, game_id) as table:
        assert table.asked is not None
        table.apply(table.asked, (table.game.legal_actions[0].text,), table.version)
    return game_id


def shown(context: AppContext, game_id: str, client: str = "") -> str:
    record = context.table_service.table(game_id).match.record.format()
    return context.table_service.add(shown_record(record, context.table_service.new_bytes), client=client).game_id


def test_game_that_did_not_go_on_at_the_start_goes_on_later(context: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked in it: only the server can make it go on."""
    game_id = opened(context)
    resumed: list[str] = []

    def noted(table: Table) -> Table:
        resumed.append(table.game_id)
        return table

    monkeypatch.setattr("groundfloor.server.game.tables.table_service.with_auto_answers", noted)
    monkeypatch.setattr(games, "to_resume", raise_away)
    context.table_service.start()
    assert resumed == []
    monkeypatch.setattr(games, "to_resume", lambda store: [game_id])
    clean_up(context, 1)
    assert resumed == [game_id]


def raise_away(_store: Store) -> list[str]:
    raise StorageError("away")


def test_each_kind_is_deleted_after_its_time(context: AppContext, day: Day) -> None:
    old = played(context, day)
    record = shown(context, old)
    fresh = opened(context)
    assert clean_up(context, 14 * DAY) == []
    assert clean_up(context, 1) == [fresh]
    assert clean_up(context, 16 * DAY) == [record]
    assert clean_up(context, 334 * DAY) == []
    assert clean_up(context, DAY) == [old]
    assert games.count(context.store) == 0 and games.find(context.store, old) is None


def test_what_somebody_opens_is_kept(context: AppContext) -> None:
    game_id, other = opened(context), opened(context)
    clean_up(context, 14 * DAY)
    context.mark_used(game_id)
    assert clean_up(context, 1) == [other]
    assert clean_up(context, 14 * DAY) == []
    assert clean_up(context, 1) == [game_id]


def test_what_somebody_has_open_is_kept(context: AppContext) -> None:
    game_id = opened(context)
    with context.hub.watching([f"g:{game_id}"]):
        assert clean_up(context, 100 * DAY) == []
    assert clean_up(context, 14 * DAY + 1) == [game_id]


def test_what_was_opened_is_kept_although_it_could_not_be_noted(context: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = opened(context)
    clean_up(context, 14 * DAY)
    context.mark_used(game_id)
    with monkeypatch.context() as patch, pytest.raises(StorageError):
        patch.setattr(usage, "record_usage", fail)
        clean_up(context, 1)
    assert clean_up(context, 1) == []
    assert clean_up(context, 14 * DAY) == []


def fail(_store: Store, minutes: int, game_ids: Collection[str]) -> None:
    raise StorageError("busy")


def test_what_somebody_opens_while_others_are_deleted_is_kept(context: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    game_ids = {opened(context) for _ in range(3)}
    delete = context.table_service.delete

    def opened_meanwhile(game_id: str) -> None:
        delete(game_id)
        context.mark_used(next(iter(game_ids - {game_id})))

    monkeypatch.setattr(context.table_service, "delete", opened_meanwhile)
    deleted = clean_up(context, 14 * DAY + 1)
    assert len(deleted) < len(game_ids) and games.count(context.store) == len(game_ids) - len(deleted)


@pytest.mark.parametrize("now", ["1970-01-01T00:00:00+00:00", "2999-01-01T00:00:00+00:00"])
def test_clock_of_the_day_deletes_nothing(context: AppContext, day: Day, now: str) -> None:
    game_id = opened(context)
    day.now = now
    assert clean_up(context, 13 * DAY) == [] and games.find(context.store, game_id) is not None
    other = opened(context)
    assert clean_up(context, DAY + 1) == [game_id] and games.find(context.store, other) is not None


def test_games_are_in_order_whatever_the_clock_says(context: AppContext, day: Day) -> None:
    first = opened(context)
    played_one = played(context, day)
    day.now = "1999-01-01T00:00:00+00:00"
    last = opened(context)
    with operation(context.table_service, first) as table:
        assert table.asked is not None
        table.apply(table.asked, (table.game.legal_actions[0].text,), table.version)
    for game_id in (first, played_one, last):
        browsers.remember_seats(context.store, "browser", game_id, [0])
    assert [known.game.game_id for known in browsers.games_of(context.store, "browser")] == [first, last, played_one]


def test_nothing_is_deleted_where_no_time_is_set(context: AppContext, day: Day) -> None:
    context.settings = replace(context.settings, limits=Limits(unplayed_days=0, shown_days=0, abandoned_days=0))
    played(context, day)
    opened(context)
    assert clean_up(context, 10_000 * DAY) == []


def kept(context: AppContext, browser: str) -> int:
    return len(context.table_service.results.results(browser))


def test_results_of_unused_browser_are_deleted_after_their_time(context: AppContext) -> None:
    for browser in ("gone", "here"):
        context.table_service.results.import_results(browser, imported_rows([result(1), result(2)]))
    clean_up(context, 364 * DAY)
    assert results.is_idle(context.store, "here")
    results.touch_player_of(context.store, "here")
    assert not results.is_idle(context.store, "here")
    clean_up(context, DAY + 1)
    assert (kept(context, "gone"), kept(context, "here")) == (0, 2)


def test_where_places_are_short_only_networks_with_many_tables_lose_some_early(
    context: AppContext, day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens many tables, from ever other addresses of one network, had what others have imported and uploaded deleted after a day."""
    context.settings = replace(context.settings, limits=replace(LIMITS, tables=10, tables_per_browser=6))
    old, owner, many = played(context, day), "77ab0e124f00c93e", ["0c93e1f0.7ab0e12", "0c93e1f0.1234567"]
    monkeypatch.setattr(Store, "all_bytes", lambda _store: 4_100_000_000)
    theirs = [
        opened(context, many[0]),
        opened(context, many[0]),
        opened(context, many[1]),
        opened(context, many[1]),
        shown(context, old, many[1]),
    ]
    others = [opened(context, owner), shown(context, old, owner), opened(context)]
    for client in (owner, *many):
        context.table_service.results.import_results(client, imported_rows([result(1)]), client)
    results.add_of_browser(context.store, many[0], [row_of(result(2))], "player", "2030-01-01")
    assert clean_up(context, DAY + 1) == [] and all(kept(context, browser) for browser in (owner, *many)), "no network has many"
    new = opened(context, many[0])
    assert sorted(clean_up(context, 0)) == sorted(theirs)
    assert [kept(context, browser) for browser in (owner, *many)] == [1, 2, 0]
    assert all(games.find(context.store, game) for game in (old, new, *others))


def test_running_time_outlives_the_server(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    context = create_app(store).state.context
    game_id = opened(context)
    clean_up(context, 10 * DAY)
    store.close()
    store = Store(tmp_path / "data")
    context = create_app(store).state.context
    assert usage.expired(store, RetentionDays(10, 10, 10), 9) == []
    assert clean_up(context, 4 * DAY + 1) == [game_id]
    store.close()


def test_opening_a_page_counts_as_use(store: Store) -> None:
    app = create_app(store)
    context: AppContext = app.state.context
    game_id = opened(context)
    secret = context.table_service.table(game_id).value.seats[0].token

    async def ask(path: str) -> int:
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get(path)).status_code

    for path in (f"/g/{game_id}", f"/s/{secret}", f"/g/{game_id}/board", f"/api/games/{game_id}", f"/api/seats/{secret}"):
        assert apart(ask(path)) == 200 and context.pop_used_games() == {game_id}


@pytest.mark.parametrize(("language", "said"), [("en", "deleted after 14 days"), ("de", "nach 14 Tagen gelöscht")])
def test_about_page_says_how_long_games_are_kept(client: httpx.Client, language: str, said: str) -> None:
    assert said in client.get("/about", headers={"Accept-Language": language}).text


class TestRunning:
    """A server whose rounds come quickly, and of which the first one fails."""

    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        rounds: list[int] = []

        def fail_once(context: AppContext, minutes: int) -> list[str]:
            rounds.append(minutes)
            if len(rounds) == 1:
                raise OSError("no space left")
            return clean_up(context, 0)

        monkeypatch.setattr(housekeeping, "INTERVAL_MINUTES", 0.002)
        monkeypatch.setattr(housekeeping, "clean_up", fail_once)
        return rounds

    def test_server_deletes_what_has_expired_also_after_a_failure(
        self, client: httpx.Client, store: Store, caplog: pytest.LogCaptureFixture, quick: list[int]
    ) -> None:
        made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()["game"]
        deadline = time.monotonic() + 30
        after = len(quick) + 3  # by then a round has noted that the table was used now
        while len(quick) < after and time.monotonic() < deadline:
            time.sleep(0.05)
        usage.record_usage(store, 15 * DAY, [])
        while games.count(store) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert games.count(store) == 0 and client.get(f"/g/{made}").status_code == 404
        told = [record.getMessage() for when in ("setup", "call") for record in caplog.get_records(when)]
        assert any("housekeeping failed: OSError: no space left" in message for message in told)


def test_old_bans_and_closed_reports_are_deleted_after_a_year(context: AppContext, day: Day) -> None:
    store = context.store
    administration_storage.ban(store, BanRow("ended", None, "mark", "Spam", "2029-01-01", "2029-06-01", None))
    administration_storage.ban(store, BanRow("for ever", None, "other mark", "Spam", "2020-01-01", "", None))
    for id, closed in (("closed", "2029-06-01"), ("open", "")):
        report_storage.add(store, ReportRow(id, "browser", "", "game", "", 0, "Ben", None, id, "2029-01-01", closed), "2029", 5)
    for now, kept in (
        ("2030-05-01T00:00:00+00:00", ["ended", "for ever", "closed", "open"]),
        ("2030-07-01T00:00:00+00:00", ["for ever", "open"]),
    ):
        day.now = now
        clean_up(context, 10)
        reports = [*report_storage.listed(store, False, 0, 9), *report_storage.listed(store, True, 0, 9)]
        assert [ban.id for ban in moderation_storage.bans(store, 0, 9)] + [report.id for report in reports] == kept


def test_session_ends_that_nobody_has_used_for_a_year(context: AppContext, day: Day) -> None:
    account = AccountRow("a1", "Ann", "ann", "hash", day.now)
    sessions = [SessionRow(token, account.id, "", used, used) for token, used in (("old", "2029-06-01"), ("new", "2030-01-01"))]
    log_in_storage.add_account(context.store, account, ["code"], sessions[0])
    log_in_storage.add_session(context.store, account, sessions[1])
    for now, kept in (("2030-05-01T00:00:00+00:00", ["new", "old"]), ("2030-07-01T00:00:00+00:00", ["new"]), ("no time", ["new"])):
        day.now = now
        clean_up(context, 10)
        assert [each.token for each in account_storage.sessions_of(context.store, account.id)] == kept


def test_expired_tokens_and_unanswered_challenges_are_deleted(context: AppContext, day: Day) -> None:
    account, store = AccountRow("a1", "Ann", "ann", "hash", "2030-01-01"), context.store
    log_in_storage.add_account(store, account, ["code"], SessionRow("session", "a1", "", "2030-01-01", "2030-01-01"))
    token_storage.add(store, ApiTokenRow("short", "a1", "Board", "read", "2030-01-01", "2030-01-31"))
    token_storage.add(store, ApiTokenRow("long", "a1", "Board", "read", "2030-01-01", "2031-01-01"))
    passkey_storage.add_challenge(store, ChallengeRow("asked", "log-in", "", "", "", "2030-01-01"))
    for now, kept in (("no time", ["long", "short"]), ("2030-02-01T12:00:00+00:00", ["long"])):
        day.now = now
        clean_up(context, 10)
        assert [each.token for each in token_storage.of_account(store, "a1")] == kept
    assert passkey_storage.use_challenge(store, "asked") is None


def test_what_guests_without_seats_follow_and_have_read_is_deleted_a_month_after_the_last_move(context: AppContext, day: Day) -> None:
    """What they have left with a cookie that they no longer have would stay as long as the game."""
    game_id, store = played(context, day), context.store
    browsers.remember_seats(store, "player", game_id, [0])
    account = AccountRow("a1", "Ann", "ann", "hash", day())
    log_in_storage.add_account(store, account, ["code"], SessionRow("1", "a1", "", day(), day()))
    people = ("guest", "player", account.owner_id)
    for owner_id in people:
        followed_storage.follow(store, owner_id, game_id)
        messages.mark_read(store, owner_id, game_id, "spectators", 1)

    def left() -> list[set[str]]:
        with reading(store.engine) as connection:
            columns = (schema.followed_games.c.browser, schema.chat_reads.c.owner_id)
            return [set(connection.execute(select(column)).scalars()) for column in columns]

    day.now = "2030-01-30T00:00:00+00:00"
    clean_up(context, 10)
    assert left() == [set(people)] * 2
    day.now = "2030-02-01T00:00:00+00:00"
    clean_up(context, 10)
    assert left() == [{"player", account.owner_id}] * 2
