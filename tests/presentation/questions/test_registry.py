"""Every kind of question has one entry, every answer one that presents it, and an unknown kind is shown by its name."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, get_args

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.kinds import QuestionKind
from groundfloor.presentation.board.decision import decision
from groundfloor.presentation.plain_text import answer_lines, question_lines
from groundfloor.presentation.questions.question import CLOSING, QuestionPresenter
from groundfloor.presentation.questions.registry import ANSWERS, ENTRIES, QUESTIONS, SCHEDULE, presenter_of_answer, question
from groundfloor.presentation.translations import translations_of
from groundfloor.presentation.view import TableView
from tests.support.boards import asks, page_of, played, view_of


def test_every_kind_of_question_has_exactly_one_entry() -> None:
    assert Counter(entry.kind for entry in ENTRIES) == Counter(kind for kind in get_args(QuestionKind) if kind)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.kind)
def test_every_entry_has_a_prompt_and_a_rule(entry: QuestionPresenter) -> None:
    english, german = (entry.prompt(translations_of(language)) for language in ("en", "de"))
    assert entry.rule and english not in (german, entry.kind)


def test_every_answer_has_one_entry() -> None:
    assert Counter(verb for entry in ENTRIES for verb in entry.verbs) == Counter(ANSWERS.keys())


@pytest.mark.parametrize("name", NAMES)
def test_every_action_is_a_task_a_closing_answer_or_belongs_to_a_question(name: str) -> None:
    rules = ruleset(name)
    for action in rules.actions:
        is_task = rules.task_of[action.index] is not None
        assert is_task == (action.verb not in CLOSING and presenter_of_answer(action.verb) is SCHEDULE), action.text


def asked_artificially() -> TableView:
    game, told = played(7, asks("price", 0, 2))
    game._question_kind = "artificial"  # type: ignore[assignment]
    return view_of(game, told, 0)


def test_kind_without_an_entry_is_shown_by_its_name() -> None:
    view = asked_artificially()
    assert decision(view).title == "artificial" and len(decision(view).buttons) == len(view.game._legal)
    assert "artificial" in page_of(view)
    assert question_lines(view, "Ann")[0] == "Ann: artificial." and len(answer_lines(view, is_brief=False)) == len(view.game._legal)


def test_new_kind_brings_its_own_presentation(monkeypatch: pytest.MonkeyPatch) -> None:
    """One entry is enough for panel, page and terminal."""

    class ArtificialQuestion(QuestionPresenter):
        kind: ClassVar[QuestionKind] = "artificial"  # type: ignore[assignment]
        rule: ClassVar[str] = "IV.E.1"

        def prompt(self, words: object) -> str:
            return "How much is it worth?"

        def help(self, view: object, game: object, seat: int) -> str:
            return "Whatever you like."

    monkeypatch.setitem(QUESTIONS, ArtificialQuestion.kind, ArtificialQuestion())
    view = asked_artificially()
    assert (decision(view).title, decision(view).sentence, decision(view).rule) == (
        "How much is it worth?",
        "Whatever you like.",
        "IV.E.1",
    )
    assert "Whatever you like." in page_of(view)
    assert question_lines(view, "Ann")[:2] == ["Ann: How much is it worth?", "Whatever you like."]


def test_no_question_has_no_prompt_and_no_rule() -> None:
    assert (question("").prompt(translations_of("en")), question("").rule) == ("", "")
