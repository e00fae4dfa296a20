"""Moves from the page: pencilled, confirmed, refused, stale; with JavaScript and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from groundfloor.presentation.typed_moves.move_reader import MoveReader
from groundfloor.server.database.rows import HeldSeats
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games
from groundfloor.server.game.tables.table_service import AskingPage, LockedTable, TableService
from groundfloor.table.value import Draft, Preferences
from tests.server.conftest import NewGame, Page
from tests.support.html import one
from tests.support.stores import game_row


def test_one_click_leads_to_a_board_where_one_is_asked(solo: Page) -> None:
    assert solo.address.startswith("/s/")
    assert 'id="board"' in solo.text and 'id="moves"' in solo.text


def test_a_pencilled_move_is_stored_and_confirmed(solo: Page, store: Store) -> None:
    before = solo.version
    assert solo.send(pick="done").status_code == 200
    row = games.find(store, solo.game_id)
    assert row is not None and [seat.draft for seat in row.seats if seat.draft] == [Draft(("done",))] and solo.version == before
    assert solo.send(do="confirm").status_code == 200
    row = games.find(store, solo.game_id)
    assert row is not None and not any(seat.draft for seat in row.seats) and len(row.entries) == solo.version > before


def test_a_stale_move_gets_the_fresh_table_and_a_sentence(solo: Page) -> None:
    old = solo.version
    solo.send(pick="done")
    solo.send(do="confirm")
    answer = solo.send(version=old, pick="done")
    assert answer.status_code == 409
    assert f'data-version="{solo.version}"' in answer.text and "The game has moved on since you last saw it" in answer.text


def test_a_refused_move_says_why_and_changes_nothing(solo: Page, store: Store) -> None:
    solo.send(pick="done")
    solo.send(do="confirm")
    before = games.find(store, solo.game_id)
    answer = solo.send(pick="assembly_line")
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert games.find(store, solo.game_id) == before


def test_draft_that_the_page_does_not_show_is_not_confirmed(solo: Page, store: Store) -> None:
    """Another device of the seat may have changed it meanwhile; the page then shows it as it is, and confirms that."""
    solo.send(pick="done")
    shown = solo.value("#table input[name=draft]", "value")
    solo.send(pick="hire")
    before = games.find(store, solo.game_id)
    answer = solo.send(do="confirm", draft=shown)
    assert answer.status_code == 409 and "changed in another window" in answer.text
    assert shown == "done" and games.find(store, solo.game_id) == before and solo.value("#table", "data-draft") == "hire"
    assert solo.send(do="confirm", draft="hire").status_code == 200


def test_nonsense_is_refused_with_a_sentence(solo: Page) -> None:
    for fields in ({"pick": "x" * 700}, {"command": "<script>"}, {"set": "everything"}):
        answer = solo.send(None, **fields)
        assert answer.status_code == 422 and "<script>" not in answer.text.partition('id="table"')[2]
    assert solo.send(version=10**9, pick="done").status_code == 409


@pytest.mark.parametrize("fields", [{}, {"sell": "factory"}, {"pick": "done", "set": "skips_hiring"}, {"command": "done", "do": "back"}])
def test_request_names_exactly_one_operation(client: httpx.Client, solo: Page, store: Store, fields: dict[str, str]) -> None:
    before = games.find(store, solo.game_id)
    sentence = "A request has exactly one of these fields: pick, command, do, plan, seen, guide, set, propose, agree, refuse, give_time"
    page, update = client.post(solo.address, data=fields), solo.send(None, **fields)
    api = client.post(f"/api{solo.address.replace('/s/', '/seats/')}", json=fields | {"version": solo.version})
    assert page.status_code == update.status_code == api.status_code == 400
    assert sentence in page.text and sentence in update.text and api.json()["error"] == f"{sentence}, apply, bot."
    assert games.find(store, solo.game_id) == before


def test_unknown_word_in_do_is_refused_with_the_known_ones(solo: Page) -> None:
    answer = solo.send(do="dance")
    assert answer.status_code == 400 and "do is one of these: confirm, back, undo, resign, return, take." in answer.text


def test_without_javascript_a_move_leads_back_to_the_page(client: httpx.Client, solo: Page) -> None:
    body = {"version": str(solo.version), "pick": "done"}
    answer = client.post(solo.address, data=body)
    assert answer.status_code == 303 and answer.headers["location"] == solo.address
    refused = client.post(solo.address, data=body | {"pick": "factory"})
    assert refused.status_code == 422 and "<html" in refused.text and 'role="alert"' in refused.text


def test_a_typed_command_pencils_in(solo: Page, store: Store) -> None:
    assert solo.send(command="d").status_code == 200
    row = games.find(store, solo.game_id)
    assert row is not None and row.seats[0].draft == Draft(("done",))


def test_german_page_understands_german_and_says_in_german_what_it_does_not(client: httpx.Client, solo: Page) -> None:
    """Without scripts the wrong text still stands in the command line."""
    body = {"version": str(solo.version)}
    german = {"accept-language": "de"}
    refused = client.post(solo.address, data=body | {"command": "frtig mit einstellen <&>"}, headers=german)
    assert refused.status_code == 422 and "Meintest du: Fertig mit Einstellen" in refused.text
    assert one(refused.text, "#command").attributes["value"] == "frtig mit einstellen <&>"
    assert client.post(solo.address, data=body | {"command": "nein"}, headers=german).status_code == 303
    assert one(client.get(solo.address).text, "#table").attributes["data-draft"] == "done"


def test_enter_in_the_empty_command_line_confirms_what_the_page_shows(solo: Page) -> None:
    assert solo.send(None, command=" ").status_code == 409
    solo.send(pick="done")
    version = solo.version
    assert solo.send(command="", draft="hire").status_code == 409
    assert solo.send(command="", draft="done").status_code == 200
    assert solo.version > version


def test_typed_command_shows_a_part_of_the_page_and_moves_nothing(client: httpx.Client, solo: Page) -> None:
    """With scripts a header names the part; without them the answer leads there."""
    version = solo.version
    for typed, part in [
        ("wertung", "score"),
        ("score", "score"),
        ("hilfe", "keyboard-help"),
        ("plan", "round-plan"),
        ("protokoll", "log"),
        ("was", "goal"),
        ("zeige angebot", "improvements"),
        ("zeige skalen", "tracks"),
        ("zeige", "city"),
        ("zeige pei", "company-1"),
        ("zeige ich", "company-0"),
        ("möglich", "decision"),
        ("guide", "guide"),
        ("hilfe börse", "rules?q=b%C3%B6rse"),
    ]:
        body = {"version": "0", "command": typed}
        german = {"accept-language": "de"}
        answer = client.post(solo.address, data=body, headers={**german, "x-partial": "true"})
        assert (answer.status_code, answer.headers["x-shown-part"]) == (200, part)
        leads = client.post(solo.address, data=body, headers=german)
        assert leads.status_code == 303 and leads.headers["location"].endswith(part) and solo.version == version


def test_commands_of_the_terminal_are_called_so(solo: Page) -> None:
    answer = solo.send(command="sichern partie.gfr")
    assert answer.status_code == 422 and "is a command of the terminal" in answer.text


def test_an_auto_answer_is_kept(solo: Page, store: Store) -> None:
    before = solo.version
    assert solo.send(set="skips_hiring:on").status_code == 200
    assert solo.version > before
    row = games.find(store, solo.game_id)
    assert row is not None and row.seats[0].preferences == Preferences(skips_hiring=True)
    solo.send(set="skips_hiring:off")
    row = games.find(store, solo.game_id)
    assert row is not None and row.seats[0].preferences == Preferences()


def test_several_people_at_one_screen_see_the_one_who_is_asked(new_game: NewGame) -> None:
    page = new_game("here", "here")
    asked = set()
    for _ in range(2):
        seat = page.text.partition('name="seat" value="')[2][0]
        asked.add(seat)
        assert page.send(pick="done", seat=seat).status_code == 200
        assert page.send(do="confirm", seat=seat).status_code == 200
    assert asked == {"1", "2"}
    assert "Seats at this screen" in page.text


def test_who_looks_is_found_once_a_request(solo: Page, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    solo.send(pick="done")
    asked: list[str] = []
    held_seats = browsers.held_seats

    def counted(store: Store, browser: str, game_id: str) -> HeldSeats:
        asked.append(game_id)
        return held_seats(store, browser, game_id)

    monkeypatch.setattr(browsers, "held_seats", counted)
    assert solo.send(pick="hire").status_code == 200 and len(asked) == 1
    assert solo.send(do="confirm").status_code == 200 and len(asked) == 2


def test_what_is_no_move_keeps_the_seat_that_is_looked_at(new_game: NewGame) -> None:
    """At one screen a plan is made for a seat that waits, and the page goes on showing it until somebody moves."""
    page = new_game("here", "here")
    for _ in range(2):
        page.send(pick="done", seat=page.seat)
        page.send(do="confirm", seat=page.seat)
    asked, other = page.seat, str(3 - int(page.seat))
    assert page.send(plan="add meeting_room 1", seat=other).status_code == 200
    assert page.seat == other
    assert page.send(set="confirms_itself:on", seat=other).status_code == 200
    assert page.seat == other
    assert page.send(seen=str(page.version), seat=other).status_code == 200
    assert page.seat == other
    assert page.send(pick="meeting_room 1", seat=asked).status_code == 200
    assert page.seat == asked


def test_another_device_acts_for_its_own_seat_only(
    client: httpx.Client, open_page: Callable[[httpx.Client, str], Page], new_game: NewGame, store: Store
) -> None:
    page = new_game("here", "link")
    row = game_row(store, page.game_id)
    mine, other = row.seats[0].token, row.seats[1].token
    asked = row.summary.asked
    wrong = open_page(client, f"/s/{(mine, other)[1 - asked]}")
    assert wrong.send(pick="done", seat=str(asked + 1)).status_code == 409
    right = open_page(client, f"/s/{(mine, other)[asked]}")
    assert right.send(pick="done", seat=str(asked + 1)).status_code == 200


def test_an_undone_move_is_an_entry_of_its_own(new_game: NewGame) -> None:
    page = new_game("here", "here")
    page.send(pick="done")
    page.send(do="confirm")
    version = page.version
    asked = page.text.partition('name="seat" value="')[2][0]
    other = str(3 - int(asked))
    answer = page.send(do="undo", seat=other)
    assert answer.status_code == 200 and page.version == version + 1


def test_last_mover_at_shared_screen_may_undo(new_game: NewGame, store: Store) -> None:
    """At one screen the one who moved last may undo though another is asked."""
    page = new_game("here", "here")
    first = page.seat
    page.send(pick="done")
    page.send(do="confirm")
    assert page.seat != first and "1 confirmed move can be undone" in page.text
    assert page.send(do="undo").status_code == 200
    row = games.find(store, page.game_id)
    assert row is not None and row.entries[-1] == f"{first} undo 1" and page.seat == first


def test_with_links_nobody_undoes_another_s_move(
    new_game: NewGame, store: Store, browse: Callable[[], httpx.Client], open_page: Callable[[httpx.Client, str], Page]
) -> None:
    page = new_game("link", "link")
    row = game_row(store, page.game_id)
    seats = {seat.seat: open_page(browse(), f"/s/{seat.token}") for seat in row.seats}
    mover = seats[row.summary.asked]
    mover.send(pick="done")
    mover.send(do="confirm")
    other = open_page(browse(), seats[1 - row.summary.asked].address)
    assert "no confirmed move can be undone" in other.text and other.send(do="undo").status_code == 409


def test_what_is_typed_is_read_before_the_table_is_locked(solo: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where much can be bought, reading a line takes longer than the thread that writes has for a request."""
    steps: list[str] = []
    read, operation = MoveReader.read, TableService.operation

    def noted_read(reader: MoveReader, typed: str) -> str:
        steps.append("read")
        return read(reader, typed)

    @contextmanager
    def noted_operation(service: TableService, game_id: str, page: AskingPage) -> Iterator[LockedTable]:
        with operation(service, game_id, page) as locked:
            steps.append("locked")
            yield locked
            steps.append("stored")

    monkeypatch.setattr(MoveReader, "read", noted_read)
    monkeypatch.setattr(TableService, "operation", noted_operation)
    assert solo.send(command="done").status_code == 200
    assert steps == ["read", "locked", "stored"]
