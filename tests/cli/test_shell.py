"""What shells and manuals get from the command line: completion, the man page, the version."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from groundfloor.engine import COMPILED

from .calls import run


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("bash", ".local/share/bash-completion/completions/groundfloor"),
        ("zsh", ".zsh/completions/_cyclopts_groundfloor"),
        ("fish", ".config/fish/completions/groundfloor.fish"),
    ],
)
def test_completion_is_installed(shell: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZSH", "ZSH_CUSTOM", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run("--install-completion", "--shell", shell) == 0
    script = (tmp_path / file).read_text("utf-8")
    assert all(word in script for word in ("analyse", "simulations", "recompute-ratings"))


def test_bash_completes_commands_and_options(tmp_path: Path) -> None:
    script = tmp_path / "groundfloor"
    assert run("--install-completion", "--shell", "bash", "--output", str(script)) == 0
    typed = f'''. {script}; COMP_WORDS=(groundfloor "$@"); COMP_CWORD=$#; _groundfloor; printf "%s\\n" "${{COMPREPLY[@]}}"'''

    def completed(*words: str) -> list[str]:
        return subprocess.run(["bash", "-c", typed, "bash", *words], capture_output=True, text=True, check=True).stdout.split()

    assert completed("ana") == ["analyse"] and completed("analyse", "--sim") == ["--simulations"]


def test_man_page_has_the_help_of_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--man-page") == 0
    page = capsys.readouterr().out
    assert page.startswith(".TH GROUNDFLOOR 1") and "\\-\\-simulations" in page and ".SS groundfloor bot check" in page
    assert [line for line in page.splitlines() if line.startswith("groundfloor --")] == []
    if (groff := shutil.which("groff")) is not None:
        checked = subprocess.run([groff, "-man", "-Kutf8", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True, check=True)
        assert checked.stderr == ""


def test_version_tells_which_engine_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert f"({'compiled' if COMPILED else 'interpreted'} engine, " in capsys.readouterr().out
