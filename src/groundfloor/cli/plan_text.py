"""The round ahead in the terminal: the plan of each seat while the program runs, and its lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.presentation.board.round_plan import plan_panel, step_text
from groundfloor.tables.seat_notes import SeatPlan, changed_plan, plan_change, remove_done_steps
from groundfloor.translatable import TranslatableError

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.presentation.board.scene import Scene

    from .session import Session


class TerminalPlans:
    def __init__(self) -> None:
        self.texts: dict[int, tuple[str, ...]] = {}

    def change(self, scene: Scene, command: str) -> None:
        """Changes the plan of the seat that is asked; raises an error with a sentence for what is not possible."""
        assert scene.seat is not None
        self.texts[scene.seat] = changed_plan(scene.game.ruleset, self.texts.get(scene.seat, ()), command, scene.language)

    def next_step(self, scene: Scene) -> str:
        return self.tried(scene).next_step()

    def remove_done(self, seat: int, action: Action) -> None:
        self.texts[seat] = remove_done_steps(self.texts.get(seat, ()), (action.text,))

    def tried(self, scene: Scene) -> SeatPlan:
        assert scene.seat is not None
        return SeatPlan.of(scene.game, scene.seat, self.texts.get(scene.seat, ()), ())

    def lines(self, scene: Scene) -> list[str]:
        """Returns the plan as lines: each step with what it leaves, or why it is not possible."""
        _ = scene.words.gettext
        plan = self.tried(scene)
        panel = plan_panel(replace(scene, plan=plan.tried, planned=plan.texts))
        if panel is None:
            return [_("Nothing is left to plan in this game.")]
        if not panel.lines:
            return [_("%(plan)s: empty. To add a task: plan add factory.") % {"plan": panel.title}]
        return [f"{panel.title}. {panel.sentence}", *(step_text(scene, line) for line in panel.lines)]


def plan(session: Session, rest: str) -> None:
    """Shows the plan, changes it, or plays its next step."""
    _ = session.words.gettext
    is_next = plan_change(rest, session.language) == ("next", "")
    step = session.plans.next_step(session.scene) if is_next else ""
    if step:
        session.handle_line(step)
        return
    if is_next:
        session.print_line(_("No step of the plan is possible now."))
        return
    if rest:
        try:
            session.plans.change(session.scene, rest)
        except TranslatableError as error:
            session.print_line(session.words.gettext(error.msgid) % error.facts)
            return
    for line in session.plans.lines(session.scene):
        session.print_line(line)
