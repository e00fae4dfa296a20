"""Scenes: the answers to a question are computed once for all drafts, a view shows nothing of what its table does meanwhile, and a page shows one of its own seats."""

from __future__ import annotations

import random
import threading
from gettext import NullTranslations

import pytest

from groundfloor.engine.game import Game
from groundfloor.presentation.board.log import MAX_UNDONE, log
from groundfloor.presentation.translations import translations
from groundfloor.presentation.view import Control, TableView
from groundfloor.tables import NewTable, SeatRequest, Table
from groundfloor.tables.creation import create_table
from groundfloor.web import scenes as scenes_module
from groundfloor.web.rendering import RequestLocale
from groundfloor.web.scenes import Scenes, answers
from groundfloor.web.viewer import shown_seat
from tests.support.opened_tables import opened, scheduling, seat_asked

ENGLISH, GERMAN = (RequestLocale(language, translations(language)) for language in ("en", "de"))


def make(seed: int) -> Table:
    return create_table(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))), random.Random(seed).randbytes)[0]


def facts(view: TableView) -> list[tuple[str, str, int, int]]:
    """Returns text, reason and price of the controls."""
    return [(text, control.reason, control.quote.money, control.quote.info) for text, control in view.own.controls.items()]


def test_answers_are_computed_once_for_all_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    table, views = make(1), Scenes()
    computed: list[int] = []

    def noted(game: Game, words: NullTranslations) -> list[Control]:
        computed.append(table.version)
        return answers(game, words)

    monkeypatch.setattr(scenes_module, "answers", noted)
    seat = seat_asked(table)
    for action in table.game.legal_actions[:3]:
        views.now(table, seat, ENGLISH)
        table.pick(seat, action.text, table.version)
        monkeypatch.setattr(table, "drafts", {})
    assert computed == [table.version]


@pytest.mark.parametrize("most", [400_000, 100_000_000])
def test_answers_follow_the_table(most: int) -> None:
    tables, views = [make(1), make(2)], Scenes(most)
    for _ in range(6):
        for table in tables:
            seat = seat_asked(table)
            for locale in (ENGLISH, GERMAN):
                assert facts(views.now(table, seat, locale)) == facts(Scenes().now(table, seat, locale))
            table.pick(seat, table.game.legal_actions[0].text, table.version)
            table.confirm(seat, table.version)
    assert len(views.facts) == 4 or views.facts.bytes <= views.facts.most_bytes == most


def test_scene_stays_as_it_is_when_its_table_goes_on() -> None:
    table = make(1)
    for draft in ("", "hire", "", "warehouse 1"):  # the last one is a choice that is not finished
        seat = seat_asked(table)
        if draft:
            table.pick(seat, draft, table.version)
        view = Scenes().now(table, seat, ENGLISH)
        shown = [view.game, view.moment.game, *([view.own.asking] if view.own.asking is not None else [])]
        before = [game.position() for game in shown]
        table.apply(seat, (table.game.legal_actions[-1].text,), table.version)
        assert [game.position() for game in shown] == before
    assert view.own.partial and view.own.asking is not None


def test_answers_are_not_those_of_an_earlier_table_with_the_same_address() -> None:
    """A rematch that was deleted and is opened again."""
    views, earlier, table = Scenes(), make(1), make(2)
    earlier.game_id = table.game_id
    for each in (earlier, table):
        for _ in range(2):
            each.apply(seat_asked(each), ("done",), each.version)
    other = facts(views.now(earlier, seat_asked(earlier), ENGLISH))
    assert facts(views.now(table, seat_asked(table), ENGLISH)) == facts(Scenes().now(table, seat_asked(table), ENGLISH)) != other


def test_log_keeps_undone_moves_beside_the_undo() -> None:
    table, views = scheduling("Ann", "Ben"), Scenes()
    asked = seat_asked(table)
    table.apply(asked, ("agency 1", "end"), table.version)
    placed = table.version
    for _ in range(MAX_UNDONE):
        table.undo(asked, table.version)
        table.apply(asked, ("agency 1", "end"), table.version)
    table.undo(asked, table.version)
    lines = [line for group in log(views.now(table, None, ENGLISH)).groups for line in group.lines]
    undone = [line for line in lines if line.is_undone]
    assert len(undone) == MAX_UNDONE and all("agency" in line.rest.lower() for line in undone)
    assert lines[-1].rest.startswith(" took back") and not lines[-1].is_undone and lines[-2] is undone[-1]
    before = [line for group in log(views.at(table, None, ENGLISH, placed)).groups for line in group.lines]
    assert not any(line.is_undone for line in before)


WAIT = 20
A_MOMENT = 0.05


@pytest.fixture
def table() -> Table:
    return opened("Ann", "Ben")


def test_page_never_shows_the_seat_that_is_asked_a_moment_later(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's seat, with its draft and its plan."""
    asked = iter([0, 1, 1, 1])
    monkeypatch.setattr(Table, "asked_person", property(lambda table: next(asked)))
    assert shown_seat(table, 0, (0,)) == 0


def test_page_shows_who_is_asked_when_the_move_that_is_made_has_ended(table: Table) -> None:
    seat = seat_asked(table)
    found: list[int | None] = []
    looking = threading.Thread(target=lambda: found.append(shown_seat(table, 1 - seat, (0, 1))))
    with table.lock:
        table.game.asked_seat = -1  # as in the middle of a move
        looking.start()
        looking.join(A_MOMENT)
        table.game.asked_seat = seat
    looking.join(WAIT)
    assert found == [seat]
