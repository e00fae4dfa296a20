"""No command ends because of what a console or pipe can't hold, or of what was typed in another encoding."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from groundfloor.cli.encodings import ERRORS, substitute
from groundfloor.presentation.rulebook import builder

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


def call(words: list[str], encoding: str, folder: Path, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "XDG_DATA_HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", "groundfloor", *words], cwd=folder, env=environment, input=typed, capture_output=True, timeout=300
    )


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_writes_what_the_encoding_can_hold(tmp_path: Path, encoding: str) -> None:
    for words, typed in COMMANDS.items():
        done = call(words.split(), encoding, tmp_path, typed)
        assert b"Traceback" not in done.stderr and done.returncode in (0, 1, 2), (words, done.stderr[-2000:])
        done.stdout.decode(encoding)
        done.stderr.decode(encoding)
        if "--json" in words and done.stdout:
            json.loads(done.stdout.decode(encoding))


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "ascii"])
def test_name_typed_in_another_encoding_is_understood(tmp_path: Path, encoding: str) -> None:
    call(["play", "--seats", "you:Ann,automa:pei"], encoding, tmp_path, "save Jörg.gfr\nquit\n".encode("cp1252"))
    assert (tmp_path / "Jörg.gfr").is_file()


def test_umlauts_and_signs_have_likenesses() -> None:
    assert "„Größe“ – 5 × ½ … → │".encode("ascii", ERRORS) == b'"Groesse" - 5 x 1/2 ... -> |'
    assert "é中\u202e\u2066x".encode("ascii", ERRORS) == b"e?x"


def test_every_sign_of_the_rules_has_a_likeness() -> None:
    texts = "".join(file.read_text("utf-8") for file in Path(builder.__file__).parent.rglob("*.toml"))
    assert texts and {letter for letter in texts if ord(letter) > 127 and substitute(letter) == "?"} == set()
