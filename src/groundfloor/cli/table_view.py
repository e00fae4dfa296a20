"""What a person at the terminal sees of a table: the position with their draft, their plan and their guide."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.round_plan import is_plannable
from groundfloor.guide import GuideState
from groundfloor.presentation.board.round_plan import stop_sentence
from groundfloor.presentation.view import Guidance, Moment, OwnView, Planning, PublicView, TableView

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.tables.table import Table


def table_view(table: Table, seat: int | None, language: str, words: NullTranslations, *, shows_plan: bool = False) -> TableView:
    """Returns a table as a seat sees it (None: somebody who looks on). Trying the plan takes long, so it is left out unless it is shown."""
    record = table.match.record
    public = PublicView(table.game_id, table.name, table.version, record.purpose)
    own = OwnView() if seat is None else own_view(table, seat, words, shows_plan=shows_plan)
    return TableView(public, own, Moment(table.position(), ending=record.ending), language, words)


def own_view(table: Table, seat: int, words: NullTranslations, *, shows_plan: bool) -> OwnView:
    draft, notes = table.draft(seat), table.notes_of(seat)
    is_left = GuideState.parse(table.preferences_of(seat).guide).is_left
    plan = Planning(is_plannable(draft.game, seat))
    if notes.stop is not None:
        stop = notes.stop
        sentence = stop_sentence(draft.game.ruleset, stop.code, stop.text, stop.refusal, words)
        plan = replace(plan, stop_sentence=sentence, stopped_at=stop.version)
    if shows_plan:
        tried = table.plan(seat)
        plan = replace(plan, tried=tried.tried, texts=tried.texts, in_draft=tried.in_draft, next_step=tried.next_step(), acts=notes.acts)
    return OwnView(
        seat,
        (draft.after_closing or draft).game,
        draft.actions,
        draft.positions,
        draft.deferred,
        draft.partial,
        is_asked=table.asked_person == seat,
        undoable=table.undoable(seat),
        guide=Guidance(table.guide(seat), table.is_guided, table.is_advised(seat), is_left),
        plan=plan,
    )
