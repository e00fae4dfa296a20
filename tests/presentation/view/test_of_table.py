"""Views of a table: what is kept between them follows the table, and a view shows nothing of what its table does meanwhile."""

from __future__ import annotations

import random
from gettext import NullTranslations

import pytest

from groundfloor.engine.game import Game
from groundfloor.presentation.board.log import MAX_UNDONE, log
from groundfloor.presentation.view import Control, TableView, table_texts
from groundfloor.presentation.view.answers import answers
from groundfloor.presentation.view.of_table import table_view
from groundfloor.presentation.view.table_texts import TableTexts
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.creation import create_table
from tests.support.opened_tables import scheduling, seat_asked
from tests.support.played_tables import PlayedTable


def make(seed: int) -> PlayedTable:
    return PlayedTable.of(create_table(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))), random.Random(seed).randbytes)[0])


def asked_view(table: PlayedTable, texts: TableTexts) -> TableView:
    """Returns the table as the seat that is asked sees it."""
    return table_view(table, seat_asked(table), texts)


def facts(view: TableView) -> list[tuple[str, str, int, int]]:
    """Returns text, reason and price of the controls."""
    return [(text, control.reason, control.quote.money, control.quote.info) for text, control in view.own.controls.items()]


def test_answers_are_computed_once_for_all_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    table, texts = make(1), TableTexts("en")
    computed: list[int] = []

    def noted(game: Game, translations: NullTranslations) -> list[Control]:
        computed.append(table.version)
        return answers(game, translations)

    monkeypatch.setattr(table_texts, "answers", noted)
    seat = seat_asked(table)
    for action in table.game.legal_actions[:3]:
        table_view(table, seat, texts)
        table.pick(seat, action.text, table.version)
        table_view(table, seat, texts)
        table.take_back(seat, table.version)
    assert computed == [table.version]


def test_what_is_kept_follows_the_table() -> None:
    table = make(1)
    kept = {language: TableTexts(language) for language in ("en", "de")}
    for _ in range(6):
        seat = seat_asked(table)
        for language, texts in kept.items():
            shown, alone = table_view(table, seat, texts), table_view(table, seat, TableTexts(language))
            assert facts(shown) == facts(alone) and shown.moment.log == alone.moment.log
        table.pick(seat, table.game.legal_actions[0].text, table.version)
        table.confirm(seat, table.version)


def test_view_stays_as_it_is_when_its_table_goes_on() -> None:
    table = make(1)
    for draft in ("", "hire", "", "warehouse 1"):  # the last one is a choice that is not finished
        seat = seat_asked(table)
        if draft:
            table.pick(seat, draft, table.version)
        view = table_view(table, seat, TableTexts("en"))
        shown = [view.game, view.moment.game, *([view.own.draft.asking] if view.own.draft.asking is not None else [])]
        before = [game.position() for game in shown]
        table.apply(seat, (table.game.legal_actions[-1].text,), table.version)
        assert [game.position() for game in shown] == before
    assert view.own.draft.partial and view.own.draft.asking is not None


def test_texts_are_not_those_of_an_earlier_table_with_the_same_address() -> None:
    """A rematch that was deleted and is opened again."""
    texts, earlier, table = TableTexts("en"), make(1), make(2)
    for each in (earlier, table):
        for _ in range(2):
            each.apply(seat_asked(each), ("done",), each.version)
    other = facts(asked_view(earlier, texts))
    shown = asked_view(table, texts)
    alone = asked_view(table, TableTexts("en"))
    assert facts(shown) == facts(alone) != other and shown.moment.log == alone.moment.log


def test_log_keeps_undone_moves_beside_the_undo() -> None:
    table, texts = scheduling("Ann", "Ben"), TableTexts("en")
    asked = seat_asked(table)
    table.apply(asked, ("agency 1", "end"), table.version)
    placed = table.version
    for _ in range(MAX_UNDONE):
        table.undo(asked, table.version)
        table.apply(asked, ("agency 1", "end"), table.version)
    table.undo(asked, table.version)
    lines = [line for group in log(table_view(table, None, texts)).groups for line in group.lines]
    undone = [line for line in lines if line.is_undone]
    assert len(undone) == MAX_UNDONE and all("agency" in line.rest.lower() for line in undone)
    assert lines[-1].rest.startswith(" took back") and not lines[-1].is_undone and lines[-2] is undone[-1]
    before = [line for group in log(table_view(table, None, texts, entry=placed)).groups for line in group.lines]
    assert not any(line.is_undone for line in before)


def test_looking_at_any_moment_changes_no_position() -> None:
    table, dice = make(3), random.Random(3)
    while not table.game.is_over:
        table.apply(seat_asked(table), (dice.choice(table.game.legal_actions).text,), table.version)
    positions = [table.history.position_after(number).position() for number in range(table.version + 1)]
    for number in range(table.version + 1):
        view = table_view(table, dice.choice((None, 0, 1)), TableTexts("en"), entry=number)
        assert view.moment.game.position() == positions[number]
