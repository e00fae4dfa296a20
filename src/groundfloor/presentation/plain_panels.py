"""Lines of plain text for what a seat has beside the question: its draft, its plan, its guide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import names
from .board.round_plan import plan_panel, step_text
from .plain_text import answer_name
from .typed_moves.move_names import plain_move_name

if TYPE_CHECKING:
    from .board.guide import GuidePanel
    from .view import TableView


def draft_lines(view: TableView) -> list[str]:
    """Returns what is chosen and not confirmed, and how it is; nothing without a draft."""
    rules = view.game.ruleset
    chosen = [plain_move_name(rules, action, view.translations) for action in (*view.own.draft.actions, *view.own.draft.deferred)]
    if not chosen:
        return []
    return [
        view._("Chosen, and not made yet: %(moves)s. Enter makes it, back takes it back.", moves=names.join_list(chosen, view.translations))
    ]


def guide_lines(view: TableView, panel: GuidePanel) -> list[str]:
    """Returns a step of the guide, and what it proposes."""
    lines = [f"{panel.label}, {panel.title}: {panel.text} {panel.note}".strip()]
    if panel.move:
        move = names.without_soft_hyphens(answer_name(view, view.game.ruleset.action(panel.move)))
        lines.append(view._("Proposed: %(move)s. “guide skip” goes on without it, “guide off” sends the guide away.", move=move))
    return lines


def plan_lines(view: TableView) -> list[str]:
    """Returns the plan as lines: each step with what it leaves, or why it is not possible."""
    panel = plan_panel(view)
    if panel is None:
        return [view._("Nothing is left to plan in this game.")]
    if not panel.lines:
        return [view._("%(plan)s: empty. To add a task: plan add factory.", plan=panel.title)]
    acting = [view._("Each of these moves is made as soon as you are asked for it.")] if panel.acts else []
    stopped = [panel.stopped] if panel.stopped else []
    return [f"{panel.title}. {panel.sentence}", *(step_text(view, line) for line in panel.lines), *acting, *stopped]
