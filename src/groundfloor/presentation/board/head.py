"""The title block: game, rules, round, phases, whose turn it is and who comes then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from groundfloor.engine.projections import seats_to_come
from groundfloor.engine.record import CANCEL
from groundfloor.engine.state import OVER
from groundfloor.presentation import names
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.names import short_phase_name

from .clocks import Clock, TurnTime, clock_of, turn_time
from .people import Person
from .scene import Scene

NUMERALS = ("I", "II", "III", "IV", "V")


PhaseState = Literal["done", "now", "next"]


@dataclass(frozen=True)
class PhaseCell:
    numeral: str
    name: str
    state: PhaseState


@dataclass(frozen=True)
class Head:
    """What the title block says; ``last`` announces the last round, empty before it; ``since`` is when the turn began, if that is known, ``clock`` that of
    whoever is on turn.

    ``undoable`` is the number of confirmed moves that the viewer can undo, ``undo_words`` says so; "" for whoever can never undo here. ``asks_for_undo``: the
    viewer can undo only together, and ``is_undo_asked``: people have to agree to that.
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


def head(scene: Scene) -> Head:
    game = scene.confirmed
    state = game.state
    rules = game.ruleset
    # What is told of an entry may have happened in a phase or round before the one that it led to.
    round, phase = (scene.recap.round, scene.recap.phase) if scene.recap is not None else (state.round, state.phase)
    cells = [
        PhaseCell(numeral, short_phase_name(number, scene.words), phase_state(number, phase)) for number, numeral in enumerate(NUMERALS, 1)
    ]
    by_seat = {person.seat: person for person in scene.people}
    turn = by_seat.get(game.current_player) if game.current_player is not None else None
    edition = names.short("ruleset", rules.name, scene.words)
    return Head(
        game=scene._("Practice: %(name)s", name=isolated(scene.name)) if scene.purpose == "practice" else isolated(scene.name),
        rules=scene.plural("%(edition)s, %(n)s player", "%(edition)s, %(n)s players", len(game.seats), edition=edition),
        round=max(round, 1),
        rounds=len(rules.stage_by_round),
        stage=rules.stage(round),
        phases=cells,
        phase=next((cell for cell in cells if cell.state == "now"), None),
        area=names.short("area", rules.areas[state.area].id, scene.words) if state.area >= 0 and state.phase < OVER else "",
        turn=turn,
        is_yours=scene.is_asked,
        is_over=game.is_over,
        next_people=[by_seat[seat] for seat in seats_to_come(game)],
        last=scene._("last round") if rules.ending.is_over(game) and not game.is_over else "",
        undoable=scene.undoable,
        undo_words=undo_words(scene),
        asks_for_undo=bool(scene.askable_undo and not scene.undoable),
        is_undo_asked=bool(scene.asked_about_undo and not scene.undoable),
        is_paused=scene.paused_by is not None,
        is_cancelled=scene.ending == CANCEL,
        since=turn_time(scene),
        clock=clock_of(scene, turn.seat) if turn is not None else None,
    )


def undo_words(scene: Scene) -> str:
    """Returns how many confirmed moves the viewer can undo, or why none; "" for spectators and in the past."""
    if scene.seat is None or scene.history is not None:
        return ""
    if scene.asked_about_undo and not scene.undoable:
        return scene._("ask the others whether the last %(n)s decisions may be taken back", n=scene.askable_undo)
    if not scene.undoable and not scene.askable_undo:
        return scene._("no confirmed move can be undone: there is none since the last draw or another player’s decision")
    return scene.plural("%(n)s confirmed move can be undone", "%(n)s confirmed moves can be undone", scene.undoable or scene.askable_undo)


def undo_question(scene: Scene) -> str:
    """Returns what the viewer reads before others are asked about an undo; "" if nobody would be."""
    if scene.undoable or not scene.asked_about_undo or scene.history is not None:
        return ""
    others = names.join_list([person.name for person in scene.people if person.seat in scene.asked_about_undo], scene.words)
    return scene._(
        "To take back the last %(n)s decisions you need the agreement of %(names)s. The question appears on their board.",
        n=scene.askable_undo,
        names=others,
    )


def phase_state(number: int, phase: int) -> PhaseState:
    if number == phase:
        return "now"
    return "done" if number < phase else "next"
