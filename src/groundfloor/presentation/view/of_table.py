"""Makes the view of a table: for players and spectators, of the present, the past and a step of it, for pages and for the terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.round_plan import is_plannable
from groundfloor.guide import GuideState
from groundfloor.table.hints import can_have_hints
from groundfloor.table.news import news, state_when_looked
from groundfloor.table.proposals import asked_about_undo, open_proposal

from ..board.buildings import changed_spaces, differing_spaces
from ..board.clocks import over_time_panel
from ..board.news_steps import news_steps
from ..board.proposals import proposal_facts
from ..board.round_plan import stop_sentence
from ..log.event_text import HEADINGS
from ..translations import translations_of
from .answers import controls
from .table_texts import TableTexts
from .view import DraftView, Guidance, Moment, OwnView, Planning, PublicView, TableView

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from gettext import NullTranslations

    from groundfloor.engine.game import Game
    from groundfloor.engine.state import State
    from groundfloor.table.clocks import ClockFacts
    from groundfloor.table.table import Table
    from groundfloor.table.value import SeatMarks

    from .log_lines import LogLine
    from .steps import NewsStep

MAX_PLAYED = 16
"""The most entries that a page has missed and plays, as ``static/page-state.js`` says."""


def table_view(
    table: Table,
    seat: int | None,
    texts: TableTexts,
    own: Collection[int] = (),
    *,
    entry: int | None = None,
    step: int = 0,
    shows_plan: bool = False,
    clocks: tuple[ClockFacts, ...] = (),
    marks: SeatMarks = (),
) -> TableView:
    """Returns a table as a seat sees it (None: a spectator), in the language of ``texts``.

    ``own`` are all seats of the page, each of which may undo. With an ``entry`` it is the table after so many entries, without controls; with a ``step`` of that
    entry, from 1, as it stood right after that step. A table that only shows a record has no present, but its last entry.
    ``clocks`` and ``marks`` are as in ``PublicView``. Trying the plan of the round takes long, so a plan without steps is tried only if the page ``shows_plan``.
    """
    if entry is None and not table.is_record_only:
        return present_view(table, seat, texts, own, shows_plan=shows_plan, public=public_view(table, clocks, marks))
    return past_view(table, seat, texts, table.version if entry is None else entry, step, public_view(table, marks=marks))


def present_view(
    table: Table, seat: int | None, texts: TableTexts, own: Collection[int], *, shows_plan: bool, public: PublicView
) -> TableView:
    game = table.game
    log = texts.log(table, table.version)
    if seat is None:
        mine = OwnView()
        new = frozenset(line.number for line in log if line.entry > table.version - MAX_PLAYED)
    else:
        new = frozenset(news(table, seat))
        mine = replace(seat_view(table, seat, texts, shows_plan=shows_plan), news=tuple(line for line in log if line.number in new))
    undoable = max((table.undoable(own_seat) for own_seat in own), default=0)
    asker = max(own, key=table.askable_undo, default=None) if not undoable and open_proposal(table) is None else None
    mine = replace(
        mine,
        undoable=undoable,
        askable_undo=table.askable_undo(asker) if asker is not None else 0,
        asked_about_undo=asked_about_undo(table, asker) if asker is not None else (),
        proposal=proposal_facts(table, own),
        over_time=over_time_panel(table, own, texts.translations),
    )
    moment = Moment(
        game,
        steps=news_steps(game, seat, texts.translations, log, new),
        log=log,
        undone=texts.undone(table, table.version),
        ending=table.match.record.ending,
    )
    return TableView(public, mine, moment, texts.language, texts.translations)


def past_view(table: Table, seat: int | None, texts: TableTexts, entry: int, step: int, public: PublicView) -> TableView:
    entry = max(0, min(entry, table.version))
    game, log = table.history.position_after(entry), texts.log(table, entry)
    steps = steps_of_last_entry(game, seat, texts.translations, log)
    shown = next((news_step for news_step in steps if news_step.entry == entry and news_step.index == step), None)
    guide, changed = Guidance(), frozenset[str]()
    if shown is not None:
        game = table.history.position_at_event(shown.last)
        changed = differing_spaces(state_before(table, shown, steps), game._state)
        log = tuple(line for line in log if line.number <= shown.last)
        if seat is not None:
            guide = Guidance(is_guided=table.is_guided, is_left=GuideState.parse(table.value.preferences_of(seat).guide).is_left)
    ending = table.match.record.ending if entry == table.version else ""
    moment = Moment(game, entry, shown, steps, log, texts.undone(table, entry), ending)
    return TableView(public, OwnView(seat, guide=guide, changed_spaces=changed), moment, texts.language, texts.translations)


def state_before(table: Table, shown: NewsStep, steps: Iterable[NewsStep]) -> State:
    """Returns the state before a step of an entry."""
    earlier = max((step.last for step in steps if step.entry == shown.entry and step.last < shown.last), default=None)
    return table.history.state_after(shown.entry - 1) if earlier is None else table.history.position_at_event(earlier)._state


def final_view(table: Table, seat: int | None, language: str) -> TableView:
    """Returns the last position of a table as a seat sees it (None: a spectator), without controls and without the log, of which each line takes time."""
    moment = Moment(table.history.position_after(table.version), table.version, ending=table.match.record.ending)
    return TableView(public_view(table), OwnView(seat), moment, language, translations_of(language))


def public_view(table: Table, clocks: tuple[ClockFacts, ...] = (), marks: SeatMarks = ()) -> PublicView:
    return PublicView(
        table.game_id,
        table.value.name,
        table.version,
        table.match.record.purpose,
        tuple(table.value.departures.items()),
        tuple((seat_value.seat, seat_value.agent) for seat_value in table.value.seats if seat_value.agent),
        table.value.pause.seat if table.value.pause is not None else None,
        table.value.moved,
        clocks,
        marks,
    )


def seat_view(table: Table, seat: int, texts: TableTexts, *, shows_plan: bool) -> OwnView:
    """Returns what only a seat has: its draft, its controls, its plan and its guide."""
    draft, preferences = table.draft(seat), table.value.preferences_of(seat)
    is_asked = table.asked_human_seat == seat
    looked_at = state_when_looked(table, seat)
    can_plan = not table.is_record_only and is_plannable(draft.game, seat)
    return OwnView(
        seat,
        DraftView(
            (draft.after_closing or draft).game,
            draft.actions,
            draft.positions,
            draft.deferred,
            draft.partial,
            asking=draft.positions[max(0, draft.choice_depth(draft.partial))] if draft.partial else None,
        ),
        is_asked=is_asked,
        controls=controls(draft, texts.translations, texts.answers(table.game)) if is_asked else {},
        changed_spaces=changed_spaces(looked_at, table.game._state, seat) if looked_at is not None else frozenset(),
        confirms_itself=preferences.confirms_itself,
        skips_hiring=preferences.skips_hiring,
        skips_firing=preferences.skips_firing,
        guide=Guidance(
            table.guide(seat) if is_asked else None,
            table.is_guided,
            table.is_advised(seat),
            GuideState.parse(preferences.guide).is_left,
        ),
        plan=planning(table, seat, texts.translations, shows_plan=shows_plan) if can_plan else Planning(),
        can_hint=is_asked and can_have_hints(table),
    )


def planning(table: Table, seat: int, translations: NullTranslations, *, shows_plan: bool) -> Planning:
    """Returns the plan of a seat that can plan, tried if the page shows it or the seat has made one."""
    notes = table.value.notes_of(seat)
    stop = notes.stop
    stopped = Planning(is_possible=True)
    if stop is not None:
        sentence = stop_sentence(table.game.ruleset, stop.code, stop.text, stop.refusal, translations)
        stopped = replace(stopped, stop_sentence=sentence, stopped_at=stop.version)
    if not (shows_plan or notes.plan):
        return stopped
    plan = table.plan(seat)
    return replace(stopped, tried=plan.tried, texts=plan.texts, in_draft=plan.in_draft, next_step=plan.next_step(), acts=notes.acts)


def steps_of_last_entry(game: Game, seat: int | None, translations: NullTranslations, log: tuple[LogLine, ...]) -> tuple[NewsStep, ...]:
    """Returns the steps of the last entry of a log that has some, as a seat reads them."""
    last = next((line.entry for line in reversed(log) if not isinstance(line.event, HEADINGS)), -1)
    return news_steps(game, seat, translations, log, [line.number for line in log if line.entry == last])
