"""What the guide of a guided game says in the decision panel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from groundfloor.guide import Hint, reply
from groundfloor.guide.lessons import Place as BoardPlace

from ..view import TableView
from .decision import Decision, decision, draft_goes_on, leftover_words

GuideMode = Literal["step", "reply", "advice", "left"]


@dataclass(frozen=True)
class GuidePanel:
    """``mode``: a step or an introduction, an answer to the draft, advice about a question whose kind is known, or a guide that was dismissed.

    ``note`` explains a word or sign of the board, ``move`` is the proposed action, "" if the step is only read; ``place`` the part of the board that the text is about.
    """

    mode: GuideMode
    id: str = ""
    label: str = ""
    title: str = ""
    text: str = ""
    note: str = ""
    move: str = ""
    place: BoardPlace = ""
    has_advice: bool = False
    """The page asks for a hint by itself and shows its best move."""

    @property
    def replaces_help(self) -> bool:
        """Whether the text replaces the question's own help."""
        return self.mode == "step"


def guided_decision(view: TableView) -> Decision:
    """Returns the decision with what the guide says; its answer to a draft replaces what a further choice would do."""
    panel, guide = decision(view), guide_panel(view)
    if guide is None or guide.mode != "reply" or draft_goes_on(view):
        return replace(panel, guide=guide)
    return replace(panel, guide=guide, sentence=leftover_words(view))


def guide_panel(view: TableView) -> GuidePanel | None:
    """Returns what the guide says to the viewer; None without a guide, or if it has nothing to say."""
    if not (view.own.guide.is_guided or view.own.guide.is_advised) or view.moment.game.is_over or view.moment.entry is not None:
        return None
    step = view.own.guide.hint
    if step is None and view.own.guide.is_left:
        return (
            GuidePanel("left", label=view._("Advice") if view.own.guide.is_advised else view._("The guide")) if view.own.is_asked else None
        )
    if step is None:
        return GuidePanel("advice", label=view._("Advice"), has_advice=True) if view.own.guide.is_advised and view.own.is_asked else None
    if view.own.draft.actions and step.moves:
        return reply_panel(view, step)
    return GuidePanel(
        mode="step",
        id=step.id,
        label=label(view, step),
        title=view._(step.title),
        text=step.sentence(view.translations),
        note=step.note_sentence(view.translations),
        move="".join(step.moves[:1]),
        place=step.place,
        has_advice=view.own.guide.is_advised,
    )


def reply_panel(view: TableView, step: Hint) -> GuidePanel:
    if any(action.text in step.moves for action in view.own.draft.actions):
        text = step.reason(view.translations)  # why it was proposed is often read again before confirming
        if not view.own.undoable:
            text += " " + view._("Nothing is done before you confirm. You can undo everything.")
        return GuidePanel("reply", step.id, label(view, step), view._("Well chosen"), text)
    sentence = reply(step, view.own.draft.actions[-1])
    text = view._(sentence) if sentence else view._("Nothing is done before you confirm. You can undo everything.")
    return GuidePanel("reply", step.id, label(view, step), view._("Another way"), text)


def label(view: TableView, step: Hint) -> str:
    if step.number:
        return view._("Step %(number)s of %(count)s", number=step.number, count=step.count)
    return view._("Advice") if step.is_advice else view._("New")
