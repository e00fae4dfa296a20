"""The guided first game in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor.guide import LESSONS, guided_match
from groundfloor.presentation.translations import translations_of

from .calls import process, run
from .typed_session import TypedSession


class Learner(TypedSession):
    """Types lines, and what the guide proposes after them."""

    def __init__(self, *lines: str, language: str = "en") -> None:
        super().__init__(guided_match("Ann"), lines, language=language)

    def read_line(self, prompt: str) -> str | None:
        line = super().read_line(prompt)
        if line is not None:
            return line
        game = self.session.table.game
        hint = self.session.table.guide(0)
        if hint is not None and hint.moves:
            return hint.moves[0]
        return "done" if game.question_kind in ("hire", "fire") else None if game._state.round > 3 else game.legal_actions[-1].text


@pytest.mark.parametrize("language", ["en", "de"])
def test_following_the_guide_passes_every_lesson(language: str) -> None:
    said = Learner(language=language).run()
    translations = translations_of(language)
    missing = [lesson.id for lesson in LESSONS if f", {translations.gettext(lesson.title)}: " not in said]
    assert missing == []


def test_other_move_is_answered_and_made_when_typed_again() -> None:
    learner = Learner("hire", "hire", "quit")
    said = learner.run()
    assert "Bold: an employee pays off" in said and "Type it again" in said
    assert learner.session.match.game._state.players[0].employee_count == 2


@pytest.mark.parametrize(("language", "proposed"), [("en", "Proposed: Done hiring."), ("de", "Vorschlag: Fertig mit Einstellen.")])
def test_proposal_is_named_as_in_the_list(language: str, proposed: str) -> None:
    assert proposed in Learner("quit", language=language).run()


def test_undo_goes_past_the_draws() -> None:
    learner = Learner("done", "factory", "undo 2", "quit")
    assert "took back: Done, Factory." in learner.run()
    assert learner.session.match.game.question_kind == "hire"


def test_guide_is_skipped_sent_away_and_called_back() -> None:
    said = Learner("guide skip", "guide off", "guide on", "guide", "quit").run()
    assert "The guide is away; “guide on” calls it back." in said and said.count("Step 2 of 18") == 1


@pytest.mark.thorough
@pytest.mark.slow
def test_guided_game_resumes_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "first.gfr"
    process("--learn", "--record", str(file), typed="done\nquit\n")
    again = process("--learn", "--record", str(file), typed="quit\n")
    assert again.returncode == 0 and f"of {sum(not each.is_advice for each in LESSONS)}, Make a product" in again.stdout


def test_learning_refuses_another_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "--learn", "--seats", "you,greedy") == 2
    assert "--learn" in capsys.readouterr().err
