"""The entry of each kind of question, and of each answer by its first word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.areas.advertising_agency import MarketingTypeQuestion
from groundfloor.presentation.areas.construction_company import AfterBuyQuestion, BuyQuestion, TenantQuestion
from groundfloor.presentation.areas.factory import PriceQuestion
from groundfloor.presentation.areas.marketing_bonus import BonusesQuestion, BonusQuestion, BonusRoomQuestion
from groundfloor.presentation.areas.retail_outlets import DropQuestion
from groundfloor.presentation.areas.stock_exchange import SellQuestion

from .employees import FireForMoneyQuestion, FireQuestion, HireQuestion
from .question import QuestionPresenter
from .tasks import AfterTaskQuestion, AfterTurnQuestion, ScheduleQuestion

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.kinds import QuestionKind

SCHEDULE = ScheduleQuestion()
ENTRIES: tuple[QuestionPresenter, ...] = (
    FireForMoneyQuestion(),
    HireQuestion(),
    SCHEDULE,
    AfterTaskQuestion(),
    MarketingTypeQuestion(),
    BonusesQuestion(),
    BonusQuestion(),
    BonusRoomQuestion(),
    PriceQuestion(),
    SellQuestion(),
    DropQuestion(),
    BuyQuestion(),
    TenantQuestion(),
    AfterBuyQuestion(),
    AfterTurnQuestion(),
    FireQuestion(),
)
QUESTIONS: dict[str, QuestionPresenter] = {entry.kind: entry for entry in ENTRIES}
"""The entry of each kind of question."""
ANSWERS: dict[str, QuestionPresenter] = {verb: entry for entry in ENTRIES for verb in entry.verbs}
"""The entry that presents an answer, by its first word; answers with other words are tasks."""


class UnknownQuestion(QuestionPresenter):
    """A kind of question without an entry, or none: it is called by the name of the kind."""

    def __init__(self, name: str) -> None:
        self.name = name

    def prompt(self, words: NullTranslations) -> str:
        return self.name


def question(kind: QuestionKind) -> QuestionPresenter:
    """Returns the entry of a kind of question, a plain one for "" and for a kind without an entry."""
    return QUESTIONS.get(kind) or UnknownQuestion(kind)


def presenter_of_answer(verb: str) -> QuestionPresenter:
    return ANSWERS.get(verb, SCHEDULE)
