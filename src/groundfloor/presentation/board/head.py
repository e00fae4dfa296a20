"""The title block: game, rules, round, phases, whose turn it is and who comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from groundfloor.engine.phases.rounds import NUMERALS
from groundfloor.engine.position_projection import seats_to_come
from groundfloor.engine.record import CANCEL
from groundfloor.engine.state import OVER

from .. import names
from ..bidi import isolated
from ..names import short_phase_name
from ..view import TableView
from .clocks import Clock, TurnTime, clock_of, turn_time
from .people import Person

PhaseState = Literal["done", "now", "next"]


@dataclass(frozen=True)
class PhaseCell:
    numeral: str
    name: str
    state: PhaseState


@dataclass(frozen=True)
class Head:
    """What the title block says; ``last`` announces the last round, empty before it; ``since`` is when the turn began, if that is known, ``clock`` that of
    the player on turn.

    ``undoable`` is the number of confirmed moves that the viewer can undo, ``undo_words`` says so; "" for those who can never undo here. ``asks_for_undo``: the
    viewer can only undo together with others, and ``is_undo_asked``: people have to agree to that.
    """

    game: str
    rules: str
    round: int
    rounds: int
    stage: int
    phases: list[PhaseCell]
    phase: PhaseCell | None
    area: str
    turn: Person | None
    is_yours: bool
    is_over: bool
    next_people: list[Person]
    last: str = ""
    undoable: int = 0
    undo_words: str = ""
    asks_for_undo: bool = False
    is_undo_asked: bool = False
    is_paused: bool = False
    is_cancelled: bool = False
    since: TurnTime | None = None
    clock: Clock | None = None


def head(view: TableView) -> Head:
    game = view.moment.game
    state = game._state
    rules = game.ruleset
    # What is told of an entry may have happened in a phase or round before the one that it led to.
    round, phase = (view.moment.step.round, view.moment.step.phase) if view.moment.step is not None else (state.round, state.phase)
    cells = [
        PhaseCell(numeral, short_phase_name(number, view.translations), "now" if number == phase else "done" if number < phase else "next")
        for number, numeral in enumerate(NUMERALS, 1)
    ]
    by_seat = {person.seat: person for person in view.people}
    turn = by_seat.get(game.current_player) if game.current_player is not None else None
    edition = names.short("ruleset", rules.name, view.translations)
    return Head(
        game=view._("Practice: %(name)s", name=isolated(view.public.name))
        if view.public.purpose == "practice"
        else isolated(view.public.name),
        rules=view.plural("%(edition)s, %(n)s player", "%(edition)s, %(n)s players", len(game.seats), edition=edition),
        round=max(round, 1),
        rounds=len(rules.stage_by_round),
        stage=rules.stage(round),
        phases=cells,
        phase=next((cell for cell in cells if cell.state == "now"), None),
        area=names.short("area", rules.areas[state.area].id, view.translations) if state.area >= 0 and state.phase < OVER else "",
        turn=turn,
        is_yours=view.own.is_asked,
        is_over=game.is_over,
        next_people=[by_seat[seat] for seat in seats_to_come(game)],
        last=view._("last round") if rules.ending.is_over(game) and not game.is_over else "",
        undoable=view.own.undoable,
        undo_words=undo_words(view),
        asks_for_undo=bool(view.own.askable_undo),
        is_undo_asked=bool(view.own.asked_about_undo),
        is_paused=view.public.paused_by is not None,
        is_cancelled=view.moment.ending == CANCEL,
        since=turn_time(view),
        clock=clock_of(view, turn.seat) if turn is not None else None,
    )


def undo_words(view: TableView) -> str:
    """Returns how many confirmed moves the viewer can undo, or why none; "" for spectators and in the past."""
    if view.own.seat is None or view.moment.entry is not None:
        return ""
    if view.own.asked_about_undo:
        return view._("ask the others whether the last %(n)s decisions may be taken back", n=view.own.askable_undo)
    if not view.own.undoable and not view.own.askable_undo:
        return view._("no confirmed move can be undone: there is none since the last draw or another player’s decision")
    return view.plural(
        "%(n)s confirmed move can be undone", "%(n)s confirmed moves can be undone", view.own.undoable or view.own.askable_undo
    )


def undo_question(view: TableView) -> str:
    """Returns what the viewer reads before others are asked about an undo; "" if nobody would be."""
    if not view.own.asked_about_undo or view.moment.entry is not None:
        return ""
    others = names.join_list([person.name for person in view.people if person.seat in view.own.asked_about_undo], view.translations)
    return view._(
        "To take back the last %(n)s decisions you need the agreement of %(names)s. The question appears on their board.",
        n=view.own.askable_undo,
        names=others,
    )
