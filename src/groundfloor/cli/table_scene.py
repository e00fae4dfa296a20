"""What a person at the terminal sees of a table: the position with their draft, their plan and their guide."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.round_plan import is_plannable
from groundfloor.guide import GuideState
from groundfloor.presentation.board.round_plan import stop_sentence
from groundfloor.presentation.board.scene import Scene

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.tables.table import Table


def table_scene(table: Table, seat: int | None, language: str, words: NullTranslations, *, shows_plan: bool = False) -> Scene:
    """Returns the scene of a table for a seat (None: somebody who looks on). Trying the plan takes long, so it is left out unless it is shown."""
    scene = Scene(
        table.position(),
        table.position(),
        seat,
        language,
        words,
        name=table.name,
        version=table.version,
        entry=table.version,
        purpose=table.match.record.purpose,
        ending=table.match.record.ending,
    )
    if seat is None:
        return scene
    draft, preferences, notes = table.draft(seat), table.preferences_of(seat), table.notes_of(seat)
    scene = replace(
        scene,
        game=(draft.after_closing or draft).game,
        draft=draft.actions,
        draft_positions=draft.positions,
        deferred=draft.deferred,
        partial=draft.partial,
        is_asked=table.asked_person == seat,
        guide=table.guide(seat),
        has_guide=table.is_guided,
        has_advice=table.is_advised(seat),
        guide_is_left=GuideState.parse(preferences.guide).is_left,
        undoable=table.undoable(seat),
        can_plan=is_plannable(draft.game, seat),
    )
    if notes.stop is not None:
        stop = notes.stop
        said = stop_sentence(scene.game.ruleset, stop.code, stop.text, stop.refusal, words)
        scene = replace(scene, plan_stopped=said, stopped_at=stop.version)
    if not shows_plan:
        return scene
    plan = table.plan(seat)
    return replace(
        scene,
        plan=plan.tried,
        planned=plan.texts,
        planned_in_draft=plan.in_draft,
        next_planned=plan.next_step(),
        plan_acts=notes.acts,
    )
