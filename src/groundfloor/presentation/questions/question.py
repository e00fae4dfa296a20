"""What a person reads of a kind of question and of its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import ClassVar, Literal

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.game import Game
from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.position_projection import lost_supply
from groundfloor.translatable import _

from ..board.amounts import Amount
from ..view import Control, TableView

BoardPart = Literal["", "city", "company", "improvements"]
"""The parts of the board that are shown in turn where there is little room; "" for none of them."""

Tone = Literal["choice", "plain", "danger"]
"""How the button of an answer looks: that of a choice, of an answer that does nothing, of one that loses something."""

CLOSING = ("done", "none", "end")
"""First words of the answers that do nothing."""


@dataclass(frozen=True)
class QueuedProduct:
    """A product in the order of the sales; ``consumer``: a ``sure`` one, a ``possible`` one, or ``none``."""

    colour: str
    consumer: str
    is_new: bool = False


class QuestionPresenter:
    """Presents a kind of question. This base class presents one that has no entry of its own: answers are called by their texts."""

    kind: ClassVar[QuestionKind] = ""
    verbs: ClassVar[tuple[str, ...]] = ()
    """First words of the answers that this entry presents; those of no entry are tasks (``ScheduleQuestion``)."""
    part: ClassVar[BoardPart] = ""
    """Where these answers are given."""
    second_step_part: ClassVar[BoardPart] = ""
    """Where the second step of these answers is given, if that is another part."""
    rule: ClassVar[str] = ""
    answer_rules: ClassVar[Mapping[str, str]] = {}
    """Paragraphs of answers with one of their own, by the first or the last word of their text."""
    remodel_rule: ClassVar[str] = "9.1.1"
    """Paragraph on remodeling as an answer to this question."""
    tone: ClassVar[Tone] = "choice"
    """How the buttons of its answers look: ``choice`` or ``danger``."""
    is_turn_end: ClassVar[bool] = False
    """Asks only whether a room is remodeled before the turn ends."""
    offers_remodels: ClassVar[bool] = True
    """Remodels are shown beside the answers; False where they are the answers."""
    shows_effects: ClassVar[bool] = False
    """Sentences describe what its answers bring: the terminal does not list gains."""
    needs_help: ClassVar[bool] = True
    """The help says more than the answers do; otherwise the terminal leaves it out."""

    question: ClassVar[str] = ""
    """What is asked, translated where it is shown, as the texts below."""
    page_question: ClassVar[str] = ""
    """The same for those who see the page, if it is worded differently there."""
    help_text: ClassVar[str] = ""
    """What helps to answer, where it has no numbers."""
    page_help_text: ClassVar[str] = ""
    """What the help adds for those who see the page."""
    closing_text: ClassVar[str] = ""
    """What the answer that does nothing is called."""
    closing_hint: ClassVar[str] = ""
    """What follows that answer, where it does not say so itself, for the line under its button."""
    closing_sentence: ClassVar[str] = ""
    """The same as a sentence."""
    next_choice: ClassVar[str] = _("Your next choice is added to it.")
    """What becomes of a choice made for this question after a draft."""
    replacement: ClassVar[str] = _("Choose something else to replace it.")
    """What happens to a draft that answers this question if something else is chosen."""
    replacement_or_remodel: ClassVar[str] = _("Choose something else to replace it, or a remodel to add to it.")
    """The same where a remodel can be added to it."""
    title_text: ClassVar[str] = ""
    """What an answer is called where all are called alike."""

    # The question

    def prompt(self, translations: NullTranslations) -> str:
        return translations.gettext(self.question) if self.question else ""

    def page_prompt(self, translations: NullTranslations) -> str:
        return translations.gettext(self.page_question) if self.page_question else self.prompt(translations)

    def help(self, view: TableView, game: Game, seat: int) -> str:
        """Returns the explanation of the question, with its numbers; "" for none."""
        return view._(self.help_text) if self.help_text else ""

    def page_help(self, view: TableView, game: Game) -> str:
        """Returns what the help adds for those who see the page."""
        return view._(self.page_help_text) if self.page_help_text else ""

    def closing_title(self, view: TableView, verb: str) -> str:
        """Returns the name of the answer that does nothing."""
        if self.closing_text:
            return view._(self.closing_text)
        return view._("End the turn") if verb == "end" else view._("Done")

    def closing_warnings(self, view: TableView, before: Game) -> list[str]:
        """Returns what to mind before the closing answer is given."""
        return []

    def buttons(self, view: TableView, controls: list[Control]) -> list[Control]:
        """Returns those of the possible answers that have a button in the panel."""
        return [control for control in controls if control.action.verb != "remodel"]

    def rule_of_answer(self, text: str) -> str:
        said = text.split() or [""]
        return self.answer_rules.get(said[0]) or self.answer_rules.get(said[-1]) or self.rule

    # Its answers

    def answer_name(self, view: TableView, action: Action, quote: Quote) -> str:
        """Returns what an answer is called, as the head of a decision."""
        return view._(self.title_text) if self.title_text else action.text

    def button_text(self, view: TableView, action: Action) -> str:
        """Returns a shorter name for the button, where the question says the rest; "" for the title."""
        return ""

    def shown_gains(self, gains: tuple[Amount, ...], action: Action) -> tuple[Amount, ...]:
        """Returns those of an answer's gains that its button shows beside its text."""
        return gains

    def hint(self, view: TableView, action: Action, quote: Quote) -> str:
        """Returns the line under the button: the effect of the answer in the current position."""
        return ""

    def queue(self, view: TableView, action: Action) -> tuple[QueuedProduct, ...]:
        """Returns the queue of products that a drawing on the button shows; empty where the answer is about none."""
        return ()

    def second_step(self, view: TableView, action: Action, quote: Quote) -> tuple[str, str]:
        """Returns title and question for what an answer that was begun by a click leaves open; ``action`` is one of those it may be."""
        return self.answer_name(view, action, quote), view._("There is more than one way: choose one.")

    def second_button(self, view: TableView, action: Action, quote: Quote) -> tuple[str, str]:
        """Returns text and hint of a button of the second step; "" for the title."""
        return "", ""

    def projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        """Returns the effect of an answer, in one sentence; ``before`` is the position that it is given in."""
        return ""

    def warnings(self, view: TableView, action: Action, quote: Quote, before: Game) -> list[str]:
        """Returns what to consider before an answer is given: what it loses."""
        if not loses_supply(view, action, quote, before):
            return []
        return [view._("Your storage closet has no room for it: the supply is discarded.")]


class TurnEndQuestion(QuestionPresenter):
    """Asks whether a room is remodeled before the turn ends."""

    is_turn_end = True
    rule = "9.1.1"
    question = _("Remodel, or go on")
    page_help_text = _("Rooms with a lit wrench can be remodeled now.")
    closing_text = _("Go on")

    def buttons(self, view: TableView, controls: list[Control]) -> list[Control]:
        return [control for control in controls if control.action.verb == "end"]


def loses_supply(view: TableView, action: Action, quote: Quote, before: Game) -> bool:
    """Returns True if the viewer gains supply at once that the closet has no place for (``RULES III.6``)."""
    return view.own.seat is not None and lost_supply(before, view.own.seat, action, quote) > 0
