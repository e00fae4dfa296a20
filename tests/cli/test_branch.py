"""Branches in the terminal: opened at an entry, listed beside the real game, kept in files, and begun from a record."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from groundfloor import Match, ruleset
from groundfloor.cli import play
from groundfloor.cli.main import main
from groundfloor.cli.record_file import read_record
from groundfloor.cli.session import Session


def practice(file: Path | None = None, language: str = "en") -> Session:
    return play.new_session("second", "you:Ann,greedy", ["deck=preset"], None, file, language, "practice")


def said(session: Session, *lines: str) -> str:
    """Types lines into a game and returns what it says."""
    typed, printed = [*lines, "quit"], list[str]()
    session.is_left, session.read_line, session.print_line = False, lambda _prompt: typed.pop(0), printed.append
    session.run()
    return "\n".join(printed)


def finished(file: Path) -> None:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], None, b"key")
    dice = Random(2)
    while not match.game.is_over:
        match.apply(dice.choice(match.game.legal_actions))
    file.write_text(match.record.format())


def test_branch_is_played_and_the_real_game_stays() -> None:
    session = practice()
    said(session, "done")
    real = session.games[0].table.match
    before = real.record.format()
    text = said(session, "branch from 1 Hire first", "hire", "branch")
    assert "You play: Hire first." in text and "hired" in text
    assert "1. the real game: Round 1" in text and "2. Hire first, branched off after entry 1 (here): Round 1" in text
    assert "The real game at the same point: Round 1" in text
    assert real.record.format() == before
    assert "You play: the real game." in said(session, "branch back") and session.match is real
    assert "You play: Hire first." in said(session, "branch 2") and session.match.record.parent == "real"


def test_branch_without_an_entry_lists_the_moments() -> None:
    text = said(practice(), "done", "branch from", "branch from 999", "branch sing", "branch 7", f"branch from {'9' * 5_000}")
    assert text.count("Name an entry: branch from 31.") == 3 and ": Round 1, " in text
    assert "Type branch for the list" in text and "The list goes from 1 to 1." in text


def test_german_words_open_a_branch() -> None:
    assert "Du spielst: Ab Eintrag 1." in said(practice(language="de"), "done", "abzweig ab 1", "abzweig")


def test_game_that_counts_has_no_branches() -> None:
    session = play.new_session("second", "you:Ann,greedy", [], None, None, "en")
    assert "at a practice table" in said(session, "done", "branch from 1") and len(session.games) == 1


def test_branches_are_kept_beside_the_file_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.gfr"
    said(practice(file), "done", "branch from 1", "hire", "branch back", "branch from 1")
    assert read_record(tmp_path / "game.branch-1.gfr").parent_entry == 1
    for path, here in ((file, "real"), (tmp_path / "game.branch-2.gfr", "branch2")):
        session = play.resume_session(None, None, [], None, path, "en")
        assert [game.table.game_id for game in session.games] == ["real", "branch1", "branch2"] and session.table.game_id == here
    assert "You play: From entry 1." in said(session, "branch 2", "done")
    (tmp_path / "game.branch-1.gfr").write_text("nothing")
    session = play.resume_session(None, None, [], None, file, "en")
    assert [game.table.game_id for game in session.games] == ["real", "branch2"]


def test_finished_record_can_be_tried_from_any_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.gfr"
    finished(file)
    before = file.read_text()
    lines = iter(["branch", "branch back", "quit"])
    monkeypatch.setattr(play, "read_line", lambda _prompt: next(lines))
    main_without_exit("play", "--branch", str(file), "--at", "12", "--seat", "2", "--record", str(tmp_path / "try.gfr"), "--lang", "en")
    text = capsys.readouterr().out
    assert "2. From entry 12, branched off after entry 12 (here)" in text and "This game is over." in text
    made = read_record(tmp_path / "try.gfr")
    assert (made.purpose, made.parent_entry) == ("practice", 12) and file.read_text() == before


def main_without_exit(*arguments: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([*arguments])
    assert not left.value.code


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--branch", "game.gfr"], "Name the entry"),
        (["--branch", "game.gfr", "--at", "9999"], "Rounds and phases began after"),
        (["--branch", "game.gfr", "--at", "12", "--seat", "3"], "1, 2"),
        (["--branch", "game.gfr", "--at", "12", "--record", "game.gfr"], "exists already"),
        (["--branch", "game.gfr", "--at", "12", "--learn"], "--branch can’t be used together"),
        (["--at", "12"], "belong to --branch"),
    ],
)
def test_impossible_branch_is_bad_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    finished(tmp_path / "game.gfr")
    with pytest.raises(SystemExit) as left:
        main(["play", "--lang", "en", *arguments])
    assert left.value.code == 2 and sentence in capsys.readouterr().err
