"""What the JSON API tells: a game as a seat or a spectator sees it, its links, its plan and its news (docs/http.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.projection import projection_data
from ..numbers import seat_number_or_none
from ..presentation.board.news_steps import news_steps
from ..presentation.board.proposals import proposal_facts
from ..presentation.board.round_plan import stop_sentence
from ..presentation.log.event_text import HEADINGS, format_event
from ..presentation.log.log_line import log_line
from ..presentation.view.of_table import line_numbers
from ..tables import last_looked, news
from .pages import get_locale
from .request_context import get_context
from .viewer import get_viewer

if TYPE_CHECKING:
    from collections.abc import Collection
    from gettext import NullTranslations

    from starlette.requests import Request

    from ..engine.actions import Action
    from ..engine.game import Game
    from ..engine.journal import JournalEntry
    from ..presentation.view import LogLine, NewsStep
    from ..table_value import PlanStop
    from ..tables import Table, TableService
    from .table_links import SeatLink
    from .viewer import Viewer


def seat_link_json(row: SeatLink) -> dict[str, object]:
    holder = row.holder
    facts: dict[str, object] = {
        "seat": seat_number_or_none(holder.seat),
        "name": holder.name,
        "colour": holder.colour,
        "automa": holder.automa or None,
    }
    facts |= {"has_come": row.arrival in ("here", "came"), "is_here": row.arrival == "here", "is_bot": row.mark == "bot", "mark": row.mark}
    return facts | ({"link": row.link} if row.link else {})


def current_view(request: Request) -> dict[str, object]:
    """Returns the view of the seat, or of the spectator, of the address."""
    context = get_context(request)
    viewer = get_viewer(context, request, "")
    return view_json(viewer, context.presence.seats(viewer.table.game_id), get_locale(request).words, context.table_service)


def view_json(viewer: Viewer, here: list[int] | None, words: NullTranslations, table_service: TableService) -> dict[str, object]:
    """Returns all that a seat, or a spectator, may know and do; ``here`` are the seats of which a page is open, if that is known."""
    table = viewer.table
    view: dict[str, object] = {
        "game": table.game_id,
        "name": table.value.name,
        "version": table.version,
        "key_hash": table.match.key_hash,
        "asked": seat_number_or_none(table.asked) if table.asked is not None else None,
        "asked_since": (table.value.moved or None) if table.asked is not None else None,
        "here": here if here is None else [seat_number_or_none(seat) for seat in here],
        "bots": {str(seat_number_or_none(holder.seat)): holder.agent for holder in table.value.seats if holder.agent},
        "is_over": table.game.is_over,
        "ended_by_agreement": table.match.record.ending or None,
        "rated": table.value.is_rated,
        "paused": {"seat": seat_number_or_none(table.value.pause.seat), "since": table.value.pause.at}
        if table.value.pause is not None
        else None,
        "proposal": proposal_json(table),
        "clocks": clocks_json(table, table_service),
        "view": table.game.view(viewer.seat).as_dict(),
    }
    if viewer.seat is not None:
        view |= seat_json(table, viewer.seat, words)
    return view


def proposal_json(table: Table) -> dict[str, object] | None:
    """Returns the open proposal: who has agreed, of whom it is asked, and how many are needed."""
    proposal = proposal_facts(table)
    if proposal is None or not proposal.is_open:
        return None
    facts: dict[str, object] = {
        "id": proposal.id,
        "kind": proposal.kind,
        "seat": seat_number_or_none(proposal.seat),
        "needed": proposal.needed,
    }
    facts |= {name: [seat_number_or_none(seat) for seat in getattr(proposal, name)] for name in ("asked", "agreed", "refused")}
    facts |= {"entries": proposal.count} if proposal.count else {}
    facts |= {"of": seat_number_or_none(proposal.of)} if proposal.of is not None else {}
    return facts | ({"bot": proposal.bot} if proposal.bot else {})


def clocks_json(table: Table, table_service: TableService) -> dict[str, object] | None:
    if table.value.clocks is None:
        return None
    left = table_service.times_left(table)
    seats = [
        {
            "seat": seat_number_or_none(seat),
            "left": round(left[seat], 1),
            "runs_since": clock.since or None,
            "is_out": table.value.is_out_of_time(seat),
        }
        for seat, clock in table.value.clocks.seats.items()
    ]
    facts = {
        "pace": table.value.clocks.pace.id,
        "takeover": table.value.clocks.takeover or None,
        "is_waiting": table.value.clocks.is_waiting,
    }
    return {**facts, "seats": seats}


def seat_json(table: Table, seat: int, words: NullTranslations) -> dict[str, object]:
    draft = table.draft(seat)
    game = draft.game
    is_asked = game.current_player == seat
    legal = [answer_json(game, action) for action in game.legal_actions] if is_asked else []
    preferences = table.value.preferences_of(seat)
    return {
        "seat": seat_number_or_none(seat),
        "draft": list(draft.texts),
        "partial": draft.partial,
        "deferred": [action.text for action in draft.deferred],
        "deferrable": [action.text for action in draft.deferrable],
        "question": game.question.kind if is_asked and game.question is not None else None,
        "legal": legal,
        "undoable": table.undoable(seat),
        "askable_undo": table.askable_undo(seat),
        "preferences": vars(preferences),
        "guide": guide_json(table, seat, words),
        "plan": plan_json(table, seat, words),
        "news": news_json(table, seat, words),
    }


def answer_json(game: Game, action: Action) -> dict[str, object]:
    return {"action": action.text, "quote": game.quote(action).as_dict(), "projection": projection_data(game.projection(action))}


def plan_json(table: Table, seat: int, words: NullTranslations) -> dict[str, object] | None:
    plan = table.plan(seat)
    if plan.tried is None:
        return None
    notes = table.value.notes_of(seat)
    facts: dict[str, object] = {"texts": list(plan.texts), "acts": notes.acts, "stopped": stop_json(table, notes.stop, words)}
    return {**facts, "in_draft": sorted(plan.in_draft), "next": plan.next_step() or None, **plan.tried.as_dict()}


def stop_json(table: Table, stop: PlanStop | None, words: NullTranslations) -> dict[str, object] | None:
    if stop is None:
        return None
    sentence = stop_sentence(table.game.ruleset, stop.code, stop.text, stop.refusal, words)
    return {"code": stop.code, "action": stop.text or None, "version": stop.version, "sentence": sentence}


def news_json(table: Table, seat: int, words: NullTranslations) -> dict[str, object]:
    """Returns what is new to a seat: since which version (None: it has not looked yet), a sentence for each event, and the same in steps, in a language."""
    since = last_looked(table, seat)
    new = news(table, seat)
    lines = [
        {
            "entry": entry.entry,
            "round": entry.round,
            "phase": entry.phase,
            "seat": seat_number_or_none(entry.event.seat),
            "kind": entry.event.kind,
            "sentence": format_event(entry.event, table.history.game, words)[0],
        }
        for entry in new
        if not isinstance(entry.event, HEADINGS)
    ]
    log = lines_of_phases(table, new, words)
    steps = news_steps(table.game, seat, words, log, line_numbers(log, new))
    return {"since": since, "lines": lines, "steps": [step_json(step) for step in steps]}


def lines_of_phases(table: Table, events: Collection[JournalEntry], words: NullTranslations) -> list[LogLine]:
    """Returns all lines of the log of the phases in which these events have happened."""
    phases = {(entry.round, entry.phase) for entry in events}
    visible = table.history.visible_at(table.version) if phases else []
    return [
        log_line(table.history, number, words)
        for number, is_visible in enumerate(visible)
        if is_visible and (table.history.events[number].round, table.history.events[number].phase) in phases
    ]


def step_json(step: NewsStep) -> dict[str, object]:
    changes = {change.icon: [change.before, change.after] for change in step.changes}
    facts = {"of": step.id, "title": step.title, "round": step.round, "phase": step.phase, "entry": step.entry, "step": step.index}
    return {**facts, "sentences": list(step.sentences), "changes": changes}


def guide_json(table: Table, seat: int, words: NullTranslations) -> dict[str, object] | None:
    step = table.guide(seat)
    if step is None:
        return None
    facts = {
        "id": step.id,
        "title": words.gettext(step.title),
        "text": f"{step.sentence(words)} {step.note_sentence(words)}".strip(),
        "moves": list(step.moves),
    }
    return {**facts, "place": step.place, "number": step.number, "count": step.count}


def created_json(table: Table) -> dict[str, object]:
    """Returns a new table with its seat tokens, which only its creator is told."""
    seats = [
        {
            "seat": seat_number_or_none(holder.seat),
            "name": holder.name,
            "colour": holder.colour,
            "automa": holder.automa or None,
            "token": holder.token,
        }
        for holder in table.value.seats
    ]
    for seat in seats:
        if seat["automa"]:
            del seat["token"]
    return {"game": table.game_id, "link": f"/g/{table.game_id}", "seats": seats}
