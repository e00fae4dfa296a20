"""Boards: each viewer gets what it may see, nobody's draft is on another one's page, and an update leaves out what the page shows."""

from __future__ import annotations

import gzip
import random
import re
import statistics
from collections.abc import Callable, Mapping
from dataclasses import replace

import httpx
import pytest

from groundfloor.engine.errors import GroundfloorError
from groundfloor.server.app import create_app
from groundfloor.server.context import AppContext
from groundfloor.server.database.store import Store
from groundfloor.server.game.board.board_regions import BoardViewer
from groundfloor.server.game.board.boards import Board, BoardRequest, Boards, compress_for
from groundfloor.server.game.board.regions import split_digests
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.creation import create_table
from tests.server.conftest import NewGame
from tests.support.html import all_of, board_of, digests_of, one, text, value, values
from tests.support.played_tables import PlayedTable, ServedTable, operation
from tests.support.table_of_two import TableOfTwo


def request(seat: int | None = None, history: int | None = None, language: str = "en") -> BoardRequest:
    own = () if seat is None else (seat,)
    return BoardRequest(language, seat, BoardViewer("/s/page", own), history)


@pytest.fixture
def table(browse: Callable[[], httpx.Client], new_game: NewGame, store: Store) -> TableOfTwo:
    return TableOfTwo(browse, new_game("here", "link").game_id, store)


def test_draft_is_on_the_page_of_its_seat_alone(table: TableOfTwo) -> None:
    asked = table.asked
    before = {seat: table.board(seat) for seat in (None, 0, 1)}
    table.send(asked, pick=table.choices(asked)[0])
    after = {seat: table.board(seat) for seat in (None, 0, 1)}
    assert [seat for seat in (None, 0, 1) if after[seat] != before[seat]] == [asked]
    table.send(asked, do="back")
    assert table.board(asked) == before[asked]


def test_preference_is_on_the_page_of_its_seat_at_once(table: TableOfTwo) -> None:
    before = {seat: table.board(seat) for seat in (None, 0, 1)}
    table.send(table.asked, set="confirms_itself:on")
    after = {seat: table.board(seat) for seat in (None, 0, 1)}
    assert [seat for seat in (None, 0, 1) if after[seat] != before[seat]] == [table.asked]


def test_each_language_and_each_entry_has_its_own_board(table: TableOfTwo) -> None:
    assert 'aria-label="Rückgängig' in table.board(table.asked, "de") and 'aria-label="Undo' in table.board(table.asked)
    asked = table.asked
    table.send(asked, pick=table.choices(asked)[0])
    table.send(asked, do="confirm")
    past, present = (table.visitor.get(f"/g/{table.game_id}/board{query}").text for query in ("?at=1", ""))
    assert 'data-history="1"' in past and "data-history" not in present


def test_spectators_see_the_same_and_each_browser_has_its_own_token(table: TableOfTwo) -> None:
    assert len({table.browse().get(f"/g/{table.game_id}/board").text for _ in range(2)}) == 1
    tokens = set()
    for client in (table.clients[0], table.browse()):
        client.post(table.bases[0], data={"version": str(table.version), "set": "skips_hiring:off"}, headers={"X-Partial": "true"})
        page = client.get(table.bases[0]).text
        tokens |= set(values(page, "input[name=csrf]", "value"))
        assert len(all_of(page, "input[name=csrf]")) == 5 and not all_of(page, "[data-digest] [name=csrf]")
    assert len(tokens) == 2


@pytest.mark.thorough
@pytest.mark.slow
def test_shared_regions_are_what_each_viewer_gets_alone(table: TableOfTwo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays moves; each board is compared with one that is made for its viewer alone, with nothing kept from before."""
    viewers = [(seat, language) for seat in (None, 0, 1) for language in ("en", "de")]
    board = Boards.board

    def compare() -> None:
        shared = {viewer: table.board(*viewer) for viewer in (*viewers, *viewers)}
        with monkeypatch.context() as alone:
            alone.setattr(Boards, "board", lambda self, table, asked: board(Boards(), table, asked))
            alone.setattr(Boards, "update", lambda self, found, shown=(), update=Boards.update: update(Boards(), found, shown))
            assert {viewer: table.board(*viewer) for viewer in viewers} == shared

    for number in range(5):
        asked = table.asked
        table.send(asked, pick=table.choices(asked)[number % len(table.choices(asked))])
        compare()
        table.send(asked, do="confirm")
        compare()


def test_spectators_and_players_share_most_regions(table: TableOfTwo) -> None:
    """What is the same for all is rendered once: the log, the score sheet, the companies of others, the small ones, tracks."""
    shown = {seat: {id: digest for _, id, digest in listed(table.board(seat))} for seat in (None, 0, 1)}
    other = 1 - table.asked
    same = {id for id, digest in shown[None].items() if shown[other].get(id) == digest}
    assert {
        "score",
        "goal",
        "track-popularity",
        "track-rounds",
        "area-A",
        "area-I",
        f"section-{table.asked}",
        f"company-summary-{table.asked}",
    } <= same
    assert any(id.startswith("log-group-") for id in same)


def test_regions_that_a_page_shows_are_left_out(table: TableOfTwo) -> None:
    asked = table.asked
    page = table.clients[asked].get(table.bases[asked]).text
    opened = table.board(asked, shown=digests_of(page))
    assert set(regions(opened)) <= {"round-plan"}, "the plan is on the whole page only"
    shown = updated(regions(page), opened)
    digests = digests_of("".join(shown.values()))
    again = table.board(asked, shown=digests)
    assert not regions(again) and board_of(again) == board_of(opened)
    after = table.send(asked, digests, pick=table.choices(asked)[0])
    assert "panel" in regions(after) and not {"score", "log-head", "track-rounds"} & set(regions(after))
    fresh = table.board(asked)
    assert list(updated(shown, after).items()) == list(regions(fresh).items()) and board_of(after) == board_of(fresh)


def test_page_has_the_regions_in_the_order_of_the_list(table: TableOfTwo) -> None:
    for seat in (None, 0, 1):
        client, base = table.client(seat), table.base(seat)
        page = client.get(base).text
        assert list(regions(page)) == [id for _, id, _ in listed(table.board(seat))]
        for container, id, _ in listed(table.board(seat)):
            assert all_of(page, f"#{container} > #{id}[data-digest]"), (container, id)


def test_plan_of_the_round_is_sent_to_a_page_that_shows_it(table: TableOfTwo) -> None:
    """Trying it takes long, and most pages never open it; without scripts each page has it."""
    client, base = table.clients[table.asked], table.bases[table.asked]
    closed, opened = (client.get(f"{base}/board", headers={"X-Partial": "true", "X-Plan": shown}).text for shown in ("", "open"))
    assert "data-left-out" in closed and 'id="plan-add"' not in closed
    for html in (opened, client.get(base).text):
        assert "data-left-out" not in html and 'id="plan-add"' in html
    assert "data-left-out" not in table.board(None)


@pytest.mark.parametrize("shown", ["", "unknown-", "x" * 10_000])
def test_page_with_unknown_regions_is_sent_all(table: TableOfTwo, shown: str) -> None:
    found = table.board(None, shown=shown)
    assert found == table.board(None) and [id for _, id, _ in listed(found)] == list(regions(found))


def test_board_of_the_past_leaves_nothing_in_the_caches() -> None:
    """What was undone is seen in the past alone, so its lines of the log and its regions would be new."""
    table = PlayedTable.of(create_table(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))), random.Random(1).randbytes)[0])
    boards, dice = Boards(), random.Random(3)
    for number in range(12):
        seat = table.asked
        assert seat is not None
        table.apply(seat, (dice.choice([action.text for action in table.game.legal_actions]),), table.version)
        if number % 3 == 0 and table.undoable(seat):
            table.undo(seat, table.version)
    present = boards.update(boards.board(table, request()))
    caches = (boards.shared, boards.rendered.texts)
    kept = [(cache.bytes, len(cache)) for cache in caches]
    for number in range(table.version + 1):
        alone = Boards()
        past = request(history=number)
        assert boards.update(boards.board(table, past)) == alone.update(alone.board(table, past))
        assert len(alone.shared) == len(alone.rendered.texts) == 0 or number == table.version
    assert [(cache.bytes, len(cache)) for cache in caches] == kept
    assert boards.update(boards.board(table, request())) == present


def test_table_that_has_the_address_of_an_earlier_one_is_another_one() -> None:
    """A rematch that was deleted and is opened again."""
    first, other = (
        create_table(NewTable((SeatRequest("Ann"), SeatRequest(name))), random.Random(2).randbytes)[0] for name in ("Ben", "Eve")
    )
    other = replace(other, game_id=first.game_id)
    boards, alone = Boards(), Boards()
    boards.update(boards.board(first, request()))
    assert boards.update(boards.board(other, request())) == alone.update(alone.board(other, request()))


def test_links_of_regions_lead_to_the_pages_of_the_table(table: TableOfTwo) -> None:
    """Also from a page of the past."""
    for link, address in [
        ("?at=1", "{base}/at/1"),
        ("?go=rules", "/g/{game_id}/rules"),
        ("?go=rules&of=area:factory", "/g/{game_id}/rules?of=area%3Afactory"),
        ("?go=table", "{base}/table"),
        ("?go=after", "{base}/after"),
    ]:
        for seat in (None, 0):
            client, base = table.client(seat), table.base(seat)
            for page in (base, f"{base}/at/0"):
                answer = client.get(page + link, follow_redirects=False)
                assert answer.status_code == 303
                assert answer.headers["location"] == address.format(base=base, game_id=table.game_id)


def test_regions_name_no_address_but_those_of_their_viewer(table: TableOfTwo) -> None:
    for seat, base in enumerate(table.bases):
        own = re.findall(r"/s/[\w-]+", table.board(seat))
        assert set(own) <= {base}
    assert not re.findall(r"/s/[\w-]+", table.board(None))


def test_text_is_compressed_for_browsers_that_read_it_unless_it_is_short() -> None:
    content, is_gzip = compress_for("x" * 1000, is_gzip=True)
    assert is_gzip and gzip.decompress(content) == b"x" * 1000
    assert compress_for("x", is_gzip=True) == (b"x", False) and compress_for("x" * 1000, is_gzip=False) == (b"x" * 1000, False)


def test_reason_of_a_refusal_stands_before_the_board_which_is_the_same_as_without(table: TableOfTwo) -> None:
    asked = table.asked
    refused = table.send(asked, pick="nothing like that")
    assert text(one(refused, "[role=alert]"))
    assert refused.partition('<div id="table"')[2] == table.board(asked).partition('<div id="table"')[2]


MOVES = 25
DRAFT_BYTES, CONFIRMED_BYTES = 8_000, 16_000
"""Of a pencilled and of a confirmed move, compressed, in the median."""


class OpenPage:
    """An open page of a table: what it shows, kept up to date by updates only."""

    def __init__(self, context: AppContext, table: ServedTable, seat: int | None, language: str) -> None:
        self.context, self.table, self.seat, self.language = context, table, seat, language
        self.shown = regions(self.context.boards.whole(self.board()))

    def board(self) -> Board:
        own = () if self.seat is None else (self.seat,)
        return self.context.boards.board(self.table, BoardRequest(self.language, self.seat, BoardViewer("/s/page", own)))

    def update(self) -> int:
        """Brings the page up to date; how many bytes that took, compressed."""
        update = self.context.boards.update(self.board(), split_digests(digests_of("".join(self.shown.values()))))
        self.shown = updated(self.shown, update)
        fresh = self.context.boards.whole(self.board())
        assert list(self.shown.items()) == list(regions(fresh).items())
        return len(compress_for(update, is_gzip=True)[0])


@pytest.mark.thorough
@pytest.mark.slow
def test_updated_page_equals_a_fresh_one(store: Store) -> None:
    """Plays with pages of both seats and a spectator, in two languages; a draft is pencilled in before each move."""
    context, dice = create_app(store, randomness=random.Random(1).randbytes).state.context, random.Random(1)
    service = context.table_service
    table = ServedTable(service, service.add(service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))))))
    pages = [OpenPage(context, table, 0, "en"), OpenPage(context, table, 1, "de"), OpenPage(context, table, None, "en")]
    drafts: list[int] = []
    confirmed: list[int] = []
    for _ in range(MOVES):
        seat = table.asked
        if seat is None:
            break
        text = dice.choice([action.text for action in table.game.legal_actions])
        with operation(service, table.game_id) as opened:
            opened.pick(seat, text, opened.version)
        drafts.append(pages[seat].update())
        try:
            with operation(service, table.game_id) as opened:
                opened.confirm(seat, opened.version)
        except GroundfloorError:  # a choice that is not finished
            continue
        confirmed += [page.update() for page in pages]
    assert statistics.median(drafts) <= DRAFT_BYTES and statistics.median(confirmed) <= CONFIRMED_BYTES


def regions(text: str) -> dict[str, str]:
    """Returns the HTML of the regions in a page or an update by their ids, as the parser writes it; fails if one stands within another."""
    found = {value(region, "id"): str(region.html) for region in all_of(text, "[data-digest]")}
    assert not all_of(text, "[data-digest] [data-digest]")
    return found


def listed(update: str) -> list[tuple[str, str, str]]:
    """Returns container, id and digest of each region of the board that an update is about, in the order of the page."""
    found: list[tuple[str, str, str]] = []
    container = ""
    for word in value(one(update, "#table"), "data-regions").split():
        if word.endswith(":"):
            container = word[:-1]
        else:
            id, digest = word.split("=")
            found.append((container, id, digest))
    return found


def updated(shown: Mapping[str, str], update: str) -> dict[str, str]:
    """Returns the regions that a page shows after an update; fails if it lacks one that the update leaves out."""
    sent = regions(update)
    found: dict[str, str] = {}
    for _, id, digest in listed(update):
        found[id] = sent[id] if id in sent else shown[id]
        assert value(one(found[id], f"#{id}"), "data-digest") == digest
    assert not sent.keys() - found.keys()
    return found
