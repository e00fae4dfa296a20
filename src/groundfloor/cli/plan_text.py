"""The round ahead in the terminal: the plan of each seat while the program runs, its lines, and the moves that it makes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.presentation.board.round_plan import plan_panel, step_text, stop_sentence
from groundfloor.tables.auto_answers import answer_of_plan
from groundfloor.tables.draft import CLOSING_ANSWERS
from groundfloor.tables.seat_notes import PlanStop, SeatNotes, SeatPlan, changed_plan, check_can_act, plan_change
from groundfloor.translatable import TranslatableError

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.presentation.board.scene import Scene

    from .session import Session


class TerminalPlans:
    def __init__(self) -> None:
        self.notes: dict[int, SeatNotes] = {}
        self.answered: int | None = None
        """The seat for which a plan has made the last move."""

    def notes_of(self, seat: int) -> SeatNotes:
        return self.notes.get(seat, SeatNotes())

    def change(self, scene: Scene, command: str, *, is_guided: bool) -> None:
        """Changes the plan of the seat that is asked; raises an error with a sentence for what is not possible."""
        assert scene.seat is not None
        notes = self.notes_of(scene.seat)
        change = plan_change(command, scene.language)
        if change == ("start", ""):
            check_can_act(notes.plan, is_guided=is_guided)
            notes = notes.with_plan(scene.game, scene.seat, notes.plan, acts=True)
        elif change == ("stop", ""):
            notes = replace(notes, acts=False, stop=None)
        else:
            notes = notes.with_plan(scene.game, scene.seat, changed_plan(scene.game.ruleset, notes.plan, command, scene.language))
        self.notes[scene.seat] = notes

    def answer(self, game: Game, seat: int) -> Action | PlanStop | None:
        """Returns the answer that the plan of the seat gives to its question, or why it has stopped there; None for neither."""
        planned = answer_of_plan(game, self.notes_of(seat), 0)
        if isinstance(planned, PlanStop):
            self.notes[seat] = self.notes_of(seat).stopped(planned)
            return planned
        if not planned and self.answered == seat:
            planned = CLOSING_ANSWERS.get(game.question_kind, "")
        return game.ruleset.action(planned) if planned else None

    def stop(self) -> None:
        """Stops the plans that act, as a decision was taken back."""
        self.answered = None
        self.notes = {seat: notes.stopped(PlanStop("undone", 0)) for seat, notes in self.notes.items()}

    def next_step(self, scene: Scene) -> str:
        return self.tried(scene).next_step()

    def remove_done(self, game: Game, seat: int, action: Action) -> None:
        self.answered = None
        self.notes[seat] = self.notes_of(seat).without_done(game.ruleset, (action.text,))

    def tried(self, scene: Scene) -> SeatPlan:
        assert scene.seat is not None
        return SeatPlan.of(scene.game, scene.seat, self.notes_of(scene.seat).plan, ())

    def lines(self, scene: Scene) -> list[str]:
        """Returns the plan as lines: each step with what it leaves, or why it is not possible."""
        _ = scene.words.gettext
        plan = self.tried(scene)
        assert scene.seat is not None
        notes = self.notes_of(scene.seat)
        panel = plan_panel(replace(scene, plan=plan.tried, planned=plan.texts))
        if panel is None:
            return [_("Nothing is left to plan in this game.")]
        if not panel.lines:
            return [_("%(plan)s: empty. To add a task: plan add factory.") % {"plan": panel.title}]
        acting = [_("Each of these moves is made as soon as you are asked for it.")] if notes.acts else []
        stopped = [stop_line(scene, notes.stop)] if notes.stop is not None else []
        return [f"{panel.title}. {panel.sentence}", *(step_text(scene, line) for line in panel.lines), *acting, *stopped]


def stop_line(scene: Scene, stop: PlanStop) -> str:
    return stop_sentence(scene.game.ruleset, stop.code, stop.text, stop.refusal, scene.words)


def play_planned(session: Session) -> bool:
    """Makes the move that the plan of the seat that is asked makes now, or says why the plan stops; returns whether a move was made."""
    seat = session.match.game.asked_seat
    answer = session.plans.answer(session.match.game, seat)
    if isinstance(answer, PlanStop):
        session.print_line(stop_line(session.scene, answer))
        return False
    if answer is None:
        return False
    session.play_action(answer)
    session.plans.answered = seat
    return True


def plan(session: Session, rest: str) -> list[str]:
    """Shows the plan, changes it, plays its next step, or has its moves made."""
    _ = session.words.gettext
    is_next = plan_change(rest, session.language) == ("next", "")
    step = session.plans.next_step(session.scene) if is_next else ""
    if step:
        session.handle_line(step)
        return []
    if is_next:
        return [_("No step of the plan is possible now.")]
    if rest:
        try:
            session.plans.change(session.scene, rest, is_guided=session.match.record.purpose == "guided")
        except TranslatableError as error:
            return [session.words.gettext(error.msgid) % error.facts]
    return session.plans.lines(session.scene)
