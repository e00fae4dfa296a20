"""The comparison of hints, analysis and guide with Tycoon: judged once, gone on with, and written from what is there."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from groundfloor.analysis import Budget, Evaluator, Expectation, Reason, advise
from groundfloor.analysis.evaluated_answers import position_hash
from groundfloor.research.arena import advice_comparison
from groundfloor.research.arena.advice_comparison import ADVISERS, compare, guided_positions, main, read_reasons
from groundfloor.research.arena.games_file import BadGamesFile
from groundfloor.research.arena.judgements import Judgement, JudgementFile
from groundfloor.research.arena.strength import END, MARK
from groundfloor.server.game.tables.advice import ANALYSIS_SIMULATIONS
from groundfloor.table.hints import HINT_SECONDS, HINT_SIMULATIONS
from tests.support.play import match_at

NO_TIME = 0.0
"""The network alone says which answer is best, and each answer is followed by one batch of simulations."""


@pytest.fixture
def document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a document with the marks of all tables, of few positions of games that are quickly played."""
    proposals = guided_positions()[:3]
    monkeypatch.setattr(advice_comparison, "guided_positions", lambda: proposals)
    monkeypatch.setattr(advice_comparison, "ADVISERS", {"hint": 2})
    monkeypatch.setattr(advice_comparison, "DIRECTOR_SIMULATIONS", 1)
    monkeypatch.setattr(advice_comparison, "HINT_SIMULATIONS", 2)
    file = tmp_path / "strength.md"
    file.write_text(
        "\n".join(
            ["before", MARK.format("hints"), "old", END, MARK.format("guide"), "old", END, MARK.format("reasons"), "old", END, "after"]
        )
    )
    return file


def measure(document: Path, *words: str) -> list[str]:
    folder = str(document.parent / "results")
    assert main([folder, "--document", str(document), "--seconds", str(NO_TIME), "--positions", "2", *words]) == 0
    return document.read_text().splitlines()


def test_reader_takes_the_choice_that_the_reasons_speak_for() -> None:
    """Without being told which one is recommended."""
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(2))
    assert advice is not None
    for best in range(3):
        choices = [
            replace(each, reasons=[Reason("prestige", 2 if place == best else -2, 2.0 if place == best else -2.0)])
            for place, each in enumerate(advice.choices)
        ]
        assert read_reasons(replace(advice, choices=choices)) == best
        told = [
            replace(each, reasons=[], expectation=Expectation(40, 0, 0.6 if place == best else 0.4), other=Expectation(40, 0, 0.5))
            for place, each in enumerate(advice.choices)
        ]
        assert read_reasons(replace(advice, choices=told)) == best


@pytest.mark.slow
def test_tables_are_written_and_judged_once(document: Path) -> None:
    lines = measure(document)
    judgements = (document.parent / "results" / "judgements.jsonl").read_text()
    assert lines[0] == "before" and lines[-1] == "after" and "old" not in lines
    assert any(line.startswith("| hint | ") and line.endswith(" | 2 |") for line in lines)
    assert any(line.startswith("| employees | `done` | ") for line in lines)
    assert measure(document) == lines and (document.parent / "results" / "judgements.jsonl").read_text() == judgements


def test_only_write_judges_nothing(document: Path) -> None:
    measure(document, "--table", "guide")
    before = (document.parent / "results" / "judgements.jsonl").read_text().splitlines()
    (document.parent / "results" / "judgements.jsonl").write_text("\n".join(before[:1]) + "\n")
    lines = measure(document, "--table", "guide", "--only-write")
    assert "old" in lines and not any(line.startswith("| employees") for line in lines)
    assert (document.parent / "results" / "judgements.jsonl").read_text().splitlines() == before[:1]


def test_answer_that_tycoon_would_give_loses_nothing_and_another_one_what_it_promises_less(tmp_path: Path) -> None:
    game = match_at("schedule").game
    with closing(JudgementFile(tmp_path / "judgements.jsonl", NO_TIME)) as judge:
        best = judge.best(game)
        other = next(action.text for action in game.legal_actions if action.text != best)
        same, different = compare(judge, game, best), compare(judge, game, other)
        assert same.is_same and same.utility == 0 and same.is_as_good
        assert not different.is_same and different.win == judge.value(game, best).win - judge.value(game, other).win


def test_answer_is_as_good_unless_every_thinking_finds_it_worse(tmp_path: Path) -> None:
    game = match_at("schedule").game
    with closing(JudgementFile(tmp_path / "judgements.jsonl", NO_TIME)) as judge:
        best = judge.best(game)
        other = next(action.text for action in game.legal_actions if action.text != best)
        for seed, lost in enumerate((0.1, 0.02, 0.06), start=1):
            for text, win in ((best, 0.6), (other, 0.6 - lost)):
                found = Judgement(position_hash(game), seed, text, Expectation(prestige=40, margin=0, win=win))
                judge.known[found.key] = found
        once, thrice = compare(judge, game, other), compare(judge, game, other, thinkings=3)
    assert not once.is_as_good and once.win == pytest.approx(0.1)
    assert thrice.is_as_good and thrice.win == pytest.approx(0.06)


def test_judgements_of_another_time_of_thinking_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "judgements.jsonl"
    JudgementFile(file, NO_TIME).close()
    with pytest.raises(BadGamesFile, match="name another folder"):
        JudgementFile(file, 1.0)


def test_hint_and_analysis_are_compared_with_the_simulations_that_they_have() -> None:
    assert advice_comparison.HINT_SECONDS == HINT_SECONDS
    assert [ADVISERS[name] for name in ADVISERS if name.startswith(("hint", "analysis"))] == [HINT_SIMULATIONS, ANALYSIS_SIMULATIONS]


def test_guide_is_judged_on_its_way_and_after_other_moves() -> None:
    """Every proposal is possible where it is made, up to the last round of a lesson."""
    proposals = guided_positions()
    assert max(each.game._state.round for each in proposals) > 3
    assert {"employees", "factory", "floor", "training"} <= {each.step.id for each in proposals if not each.after}
    assert sum(bool(each.after) for each in proposals) > 20
    assert all(each.step.moves[0] in [action.text for action in each.game.legal_actions] for each in proposals)
