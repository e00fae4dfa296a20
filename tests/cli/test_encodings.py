"""No command ends because of what a console or pipe can't hold, or of what was typed in another encoding."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from groundfloor.cli.encodings import ERRORS, substitute
from groundfloor.presentation.rulebook import builder
from tests.cli.calls import run
from tests.support.samples import sampled

ENCODINGS = ("cp1252", "cp850", "ascii", "iso-8859-1", "cp437", "utf-8")
PLAY = "play --seats you:Jörg,automa:pei --record game.gfr"
COMMANDS = {
    "rules": b"",
    "rules differences": b"",
    "rules second --both": b"",
    "rules second --values": b"",
    "rules second --template": b"",
    "rules second --aid": b"",
    "rules IV.B --long --lang de": b"",
    "rules nothing": b"",
    PLAY: b"help\nstate\nwhy factory\nrules\nlog\nquit\n",
    "replay game.gfr --lang de": b"",
    "replay game.gfr --json": b"",
    "replay game.gfr --trace": b"",
    "verify game.gfr": b"",
    "analyse game.gfr --lang de --analyst greedy": b"",
    "arena --seats greedy,random --games 2": b"",
    "simulate --games 1 --json": b"",
    "fuzz --games 1": b"",
    "--help": b"",
    "play --help": b"",
}


def call(words: list[str], encoding: str, typed: bytes, patched: pytest.MonkeyPatch) -> tuple[bytes, bytes]:
    """Runs a command in this process with streams of an encoding; returns what it wrote to both."""
    written = [BytesIO(), BytesIO()]
    patched.setattr("sys.stdin", TextIOWrapper(BytesIO(typed), encoding=encoding))
    for name, stream in zip(("stdout", "stderr"), written):
        patched.setattr(f"sys.{name}", TextIOWrapper(stream, encoding=encoding, write_through=True))
    assert run(*words) in (0, 1, 2), written[1].getvalue()
    return written[0].getvalue(), written[1].getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", sampled(ENCODINGS, ("ascii", "cp1252").__contains__))
def test_every_command_writes_what_the_encoding_can_hold(tmp_path: Path, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words, typed in COMMANDS.items():
        output, errors = call(words.split(), encoding, typed, monkeypatch)
        assert b"Traceback" not in errors, words
        errors.decode(encoding)
        if "--json" in words and output:
            json.loads(output.decode(encoding))
        else:
            assert output.decode(encoding) or errors, words


@pytest.mark.slow
def test_process_writes_what_its_encoding_can_hold(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "XDG_DATA_HOME": str(tmp_path)}
    rules = [sys.executable, "-m", "groundfloor", "rules", "differences"]
    done = subprocess.run(rules, cwd=tmp_path, env=environment, capture_output=True, timeout=300, check=True)
    assert done.stdout.decode("ascii") and not done.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "ascii"])
def test_name_typed_in_another_encoding_is_understood(tmp_path: Path, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call(["play", "--seats", "you:Ann,automa:pei"], encoding, "save Jörg.gfr\nquit\n".encode("cp1252"), monkeypatch)
    assert (tmp_path / "Jörg.gfr").is_file()


def test_umlauts_and_signs_have_likenesses() -> None:
    assert "„Größe“ – 5 × ½ … → │".encode("ascii", ERRORS) == b'"Groesse" - 5 x 1/2 ... -> |'
    assert "é中\u202e\u2066x".encode("ascii", ERRORS) == b"e?x"


def test_every_sign_of_the_rules_has_a_likeness() -> None:
    texts = "".join(file.read_text("utf-8") for file in Path(builder.__file__).parent.rglob("*.toml"))
    assert texts and {letter for letter in texts if ord(letter) > 127 and substitute(letter) == "?"} == set()
