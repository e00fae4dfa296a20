"""What the guide of a guided game says in the decision panel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from groundfloor.guide import Hint, reply
from groundfloor.guide.lessons import Place as BoardPlace

from .decision import Decision, decision, draft_goes_on, leftover_words
from .scene import Scene

GuideMode = Literal["step", "reply", "advice", "left"]


@dataclass(frozen=True)
class GuidePanel:
    """``mode``: a step or an introduction, an answer to what is pencilled in, advice about a question whose kind is known, or a guide who was sent away.

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
        """Whether the text stands in the place of the question's own help."""
        return self.mode == "step"


def guided_decision(scene: Scene) -> Decision:
    """Returns the decision with what the guide says; its answer to a draft stands in the place of what a further choice would do."""
    panel, guide = decision(scene), guide_panel(scene)
    if guide is None or guide.mode != "reply" or draft_goes_on(scene):
        return replace(panel, guide=guide)
    return replace(panel, guide=guide, sentence=leftover_words(scene))


def guide_panel(scene: Scene) -> GuidePanel | None:
    """Returns what the guide says to the viewer; None without a guide, or if it has nothing to say."""
    if not (scene.has_guide or scene.has_advice) or scene.confirmed.is_over or scene.history is not None:
        return None
    step = scene.guide
    if step is None and scene.guide_is_left:
        return GuidePanel("left", label=scene._("Advice") if scene.has_advice else scene._("The guide")) if scene.is_asked else None
    if step is None:
        return GuidePanel("advice", label=scene._("Advice"), has_advice=True) if scene.has_advice and scene.is_asked else None
    if scene.draft and step.moves:
        return reply_panel(scene, step)
    return GuidePanel(
        mode="step",
        id=step.id,
        label=label(scene, step),
        title=scene._(step.title),
        text=step.sentence(scene.words),
        note=step.note_sentence(scene.words),
        move="".join(step.moves[:1]),
        place=step.place,
        has_advice=scene.has_advice,
    )


def reply_panel(scene: Scene, step: Hint) -> GuidePanel:
    if any(action.text in step.moves for action in scene.draft):
        text = step.reason(scene.words)  # why it was proposed is often read again before confirming
        if not scene.undoable:
            text += " " + scene._("Nothing is done before you confirm. You can undo everything.")
        return GuidePanel("reply", step.id, label(scene, step), scene._("Well chosen"), text)
    sentence = reply(step, scene.draft[-1])
    text = scene._(sentence) if sentence else scene._("Nothing is done before you confirm. You can undo everything.")
    return GuidePanel("reply", step.id, label(scene, step), scene._("Another way"), text)


def label(scene: Scene, said: Hint) -> str:
    if said.number:
        return scene._("Step %(number)s of %(count)s", number=said.number, count=said.count)
    return scene._("Advice") if said.is_advice else scene._("New")
