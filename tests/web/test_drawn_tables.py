"""Drawn tables that are shared: each is what its viewer would get alone, drawn once, and nobody's draft is on another one's page."""

from __future__ import annotations

import gzip
import re
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from groundfloor.web.drawn_tables import (
    BASE_MARK,
    CSRF_MARK,
    DRAWINGS_SHARE,
    REMEMBERED_ITEM_BYTES,
    DrawingKey,
    DrawnTable,
    DrawnTables,
    OpenPage,
)
from groundfloor.web.page_parts import DIGEST_CHARACTERS, PagePart
from tests.support.html import all_of, drawing_of, one, value, values

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from groundfloor.store import Store
    from tests.web.conftest import NewGame

WAIT = 60
PAGE = OpenPage("")
EMPTY = DrawnTable(PagePart("", "", ()), "", None, None, False)


def key(seat: int | None = None, version: int = 1) -> DrawingKey:
    return DrawingKey(public="abc", version=version, seat=seat, own=(), language="en", history=None, draft=None, preferences=None)


def drawing(text: str) -> DrawnTable:
    return DrawnTable(PagePart("", "", (text,)), "", None, None, False)


def test_same_key_is_drawn_once() -> None:
    tables = DrawnTables()
    first = tables.get(key(), lambda: (key(), drawing("a")))
    assert tables.get(key(), lambda: pytest.fail("drawn again")) is first
    assert tables.get(key(0), lambda: (key(0), drawing("b"))) is not first


def test_oldest_drawing_is_forgotten() -> None:
    tables = DrawnTables(round(2 * drawing("1").memory_bytes / DRAWINGS_SHARE) + 1)
    for version in (1, 2, 1, 3):
        tables.get(key(version=version), lambda version=version: (key(version=version), drawing(str(version))))  # type: ignore[misc]
    drawn: list[int] = []
    for version in (1, 3, 2):
        tables.get(key(version=version), lambda version=version: (drawn.append(version) or key(version=version), EMPTY))  # type: ignore[func-returns-value, misc]
    assert drawn == [2]


def test_drawing_of_a_table_that_went_on_is_not_kept() -> None:
    tables = DrawnTables()
    tables.get(key(version=1), lambda: (key(version=2), drawing("newer")))
    assert tables.get(key(version=1), lambda: (key(version=1), drawing("own"))).body(PAGE).content == b"own"


def test_second_request_waits_for_the_drawing_in_progress() -> None:
    tables, begun, go_on, found = DrawnTables(), threading.Event(), threading.Event(), []

    def draw() -> tuple[DrawingKey, DrawnTable]:
        begun.set()
        assert go_on.wait(WAIT)
        return key(), drawing("once")

    first = threading.Thread(target=lambda: found.append(tables.get(key(), draw)))
    second = threading.Thread(target=lambda: found.append(tables.get(key(), lambda: pytest.fail("drawn twice"))))
    first.start()
    assert begun.wait(WAIT)
    second.start()
    go_on.set()
    for thread in (first, second):
        thread.join(WAIT)
    assert len(found) == 2 and found[0] is found[1]


def test_request_that_waited_for_a_failed_drawing_draws_it() -> None:
    tables, begun, go_on, found = DrawnTables(), threading.Event(), threading.Event(), []

    def fail() -> tuple[DrawingKey, DrawnTable]:
        begun.set()
        assert go_on.wait(WAIT)
        raise ValueError

    def first() -> None:
        with pytest.raises(ValueError):
            tables.get(key(), fail)

    threads = [
        threading.Thread(target=first),
        threading.Thread(target=lambda: found.append(tables.get(key(), lambda: (key(), drawing("again"))))),
    ]
    threads[0].start()
    assert begun.wait(WAIT)
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join(WAIT)
    assert [each.body(PAGE).content for each in found] == [b"again"]


def test_address_and_token_are_written_in_escaped() -> None:
    page = OpenPage("/s/&", "x")
    assert drawing(f"<a href='{BASE_MARK}/at/1'>{CSRF_MARK}").body(page).content == b"<a href='/s/&amp;/at/1'>x"


def test_body_is_compressed_for_browsers_that_read_it_unless_it_is_short() -> None:
    long, short, page = drawing("x" * 1000), drawing("x"), OpenPage("", takes_gzip=True)
    assert long.body(page).is_gzip and gzip.decompress(long.body(page).content) == b"x" * 1000
    assert not short.body(page).is_gzip and not long.body(PAGE).is_gzip
    assert long.body(page) is long.body(OpenPage("", takes_gzip=True))


class Table:
    """A table of two people in different browsers, and what everybody sees of it."""

    def __init__(self, client: httpx.Client, browse: Callable[[], httpx.Client], new_game: NewGame, store: Store) -> None:
        self.page = new_game("here", "link")
        row = store.game(self.page.public)
        assert row is not None
        self.store, self.browse = store, browse
        self.addresses = [f"/s/{seat.token}" for seat in row.seats]
        self.clients = [browse(), browse()]
        self.visitor = browse()
        for seat in (0, 1):
            self.move(seat, set="skips_hiring:off")  # which gives the browser its cookie

    @property
    def asked(self) -> int:
        row = self.store.game(self.page.public)
        assert row is not None
        return row.summary.asked

    @property
    def version(self) -> str:
        row = self.store.game(self.page.public)
        assert row is not None
        return str(row.summary.entries)

    def board(self, seat: int | None, language: str = "en") -> str:
        client, base = (self.visitor, f"/g/{self.page.public}") if seat is None else (self.clients[seat], self.addresses[seat])
        return client.get(f"{base}/board?lang={language}").text

    def move(self, seat: int, **fields: str) -> str:
        return self.clients[seat].post(self.addresses[seat], data={"version": self.version, **fields}, headers={"HX-Request": "true"}).text

    def choices(self, seat: int) -> list[str]:
        view = self.clients[seat].get(self.addresses[seat].replace("/s/", "/api/seats/")).json()
        return [each["action"] for each in view["legal"]]


@pytest.fixture
def table(client: httpx.Client, browse: Callable[[], httpx.Client], new_game: NewGame, store: Store) -> Table:
    return Table(client, browse, new_game, store)


def test_draft_is_on_the_page_of_its_seat_alone(table: Table) -> None:
    asked = table.asked
    before = {seat: table.board(seat) for seat in (None, 0, 1)}
    table.move(asked, pick=table.choices(asked)[0])
    after = {seat: table.board(seat) for seat in (None, 0, 1)}
    assert [seat for seat in (None, 0, 1) if after[seat] != before[seat]] == [asked]
    table.move(asked, do="back")
    assert table.board(asked) == before[asked]


def test_preference_is_on_the_page_of_its_seat_at_once(table: Table) -> None:
    before = {seat: table.board(seat) for seat in (None, 0, 1)}
    table.move(table.asked, set="confirms_itself:on")
    after = {seat: table.board(seat) for seat in (None, 0, 1)}
    assert [seat for seat in (None, 0, 1) if after[seat] != before[seat]] == [table.asked]


def test_each_language_and_each_entry_has_its_own_drawing(table: Table) -> None:
    assert 'aria-label="Rückgängig' in table.board(table.asked, "de") and 'aria-label="Undo' in table.board(table.asked)
    asked = table.asked
    table.move(asked, pick=table.choices(asked)[0])
    table.move(asked, do="confirm")
    past, present = (table.visitor.get(f"/g/{table.page.public}/board{query}").text for query in ("?at=1", ""))
    assert 'data-history="1"' in past and "data-history" not in present


def test_spectators_share_a_drawing_and_seats_get_their_own_token(table: Table) -> None:
    seen = {table.browse().get(f"/g/{table.page.public}/board").text for _ in range(2)}
    assert len(seen) == 1
    tokens = set()
    for client in (table.clients[0], table.browse()):
        client.post(table.addresses[0], data={"version": table.version, "set": "skips_hiring:off"}, headers={"HX-Request": "true"})
        tokens |= set(re.findall(r'name="csrf" value="(\w+)"', client.get(f"{table.addresses[0]}/board").text))
    assert len(tokens) == 2


@pytest.mark.slow
def test_shared_drawings_are_what_each_viewer_gets_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays moves; each page is compared with one that is drawn for its viewer alone, with nothing kept from before."""

    def drawn_alone(self: DrawnTables, key: DrawingKey, draw: Callable[[], tuple[DrawingKey, DrawnTable]]) -> DrawnTable:
        return draw()[1]

    for number in range(5):
        asked = table.asked
        table.move(asked, pick=table.choices(asked)[number % len(table.choices(asked))])
        compare(table, monkeypatch, drawn_alone)
        table.move(asked, do="confirm")
        compare(table, monkeypatch, drawn_alone)


def compare(table: Table, monkeypatch: pytest.MonkeyPatch, drawn_alone: object) -> None:
    viewers = [(seat, language) for seat in (None, 0, 1) for language in ("en", "de")]
    shared = {viewer: table.board(*viewer) for viewer in (*viewers, *viewers)}
    with monkeypatch.context() as alone:
        alone.setattr(DrawnTables, "get", drawn_alone)
        assert {viewer: table.board(*viewer) for viewer in viewers} == shared


def test_parts_of_the_drawing_that_a_page_shows_are_left_out(table: Table) -> None:
    client, base, asked = table.clients[table.asked], table.addresses[table.asked], table.asked
    before = table.board(asked)
    headers = {"HX-Request": "true", "X-Drawing": drawing_of(before)}
    again = client.get(f"{base}/board", headers=headers).text
    assert value(one(again, "#changes"), "data-since") == drawing_of(again) == drawing_of(before)
    assert values(again, "[data-kept]", "id") == ["board"] and not all_of(again, "#changes > *")
    fields = {"version": table.version, "pick": table.choices(asked)[0]}
    after = client.post(base, data=fields, headers=headers).text
    assert value(one(after, "#changes"), "data-since") == drawing_of(before) != drawing_of(after)
    assert "panel" in values(after, "#changes > *", "id") and "log" not in values(after, "[id]", "id")


def test_plan_of_the_round_is_sent_to_a_page_that_shows_it(table: Table) -> None:
    """Trying it takes long, and most pages never open it; without scripts each page has it."""
    client, base = table.clients[table.asked], table.addresses[table.asked]
    closed, opened = (client.get(f"{base}/board", headers={"HX-Request": "true", "X-Plan": shown}).text for shown in ("", "open"))
    assert "data-left-out" in closed and 'id="plan-add"' not in closed
    for text in (opened, client.get(base).text):
        assert "data-left-out" not in text and 'id="plan-add"' in text
    assert "data-left-out" not in table.board(None)


@pytest.mark.parametrize("drawing", ["", "unknown-", "x" * 500])
def test_page_with_an_unknown_drawing_is_sent_all_parts(table: Table, drawing: str) -> None:
    found = table.visitor.get(f"/g/{table.page.public}/board", headers={"HX-Request": "true", "X-Drawing": drawing}).text
    assert "data-kept" not in found and found == table.board(None)


def test_page_of_an_earlier_server_is_sent_all_parts(table: Table) -> None:
    mine = DrawingKey(public="abc", version=1, seat=None, own=(), language="en", history=None, draft=None, preferences=None, server="now")
    assert mine.id != replace(mine, server="before").id


def test_parts_of_the_oldest_drawings_are_forgotten() -> None:
    tables = DrawnTables(round(2 * (REMEMBERED_ITEM_BYTES + 2 * DIGEST_CHARACTERS) / (1 - DRAWINGS_SHARE)) + 1)
    drawings = [
        DrawnTable(PagePart("", "", (PagePart("a", f"digest-{n}", (str(n),)),)), "", None, None, False, id=str(n)) for n in range(3)
    ]
    for each in drawings:
        tables.body(each, PAGE)
    found = [tables.body(drawings[n], OpenPage("/known", drawing=str(n))).content for n in (2, 1, 0)]
    assert [b"data-kept" in each for each in found] == [True, True, False]
