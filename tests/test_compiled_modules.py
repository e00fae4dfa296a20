"""The compiled rules of ``scripts/play``: used if they fit the sources, made beside the game, never in its way (scripts/_compiled_modules.py)."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]


@pytest.fixture
def modules() -> Any:
    spec = spec_from_file_location("_compiled_modules", ROOT / "scripts" / "_compiled_modules.py")
    assert spec is not None and spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("hatch_build.py", "pyproject.toml", "src/groundfloor/engine/rule.py", "src/groundfloor/server/page.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("kind = 'source'\n")
    return tmp_path


def wheel_maker(answer: bool) -> Callable[[Path, Path, Path], bool]:
    def make(root: Path, folder: Path, log: Path) -> bool:
        log.write_text("")
        with zipfile.ZipFile(folder / "groundfloor-1.whl", "w") as archive:
            archive.writestr("groundfloor/engine/rule.so", "compiled")
            archive.writestr("groundfloor/server/page.py", "kind = 'wheel'")
        return answer

    return make


def test_build_is_used_until_a_rule_changes(modules: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modules, "make_wheel", wheel_maker(True))
    assert modules.ready_folder(project) is None
    assert "next start" in modules.build(project) and modules.build(project) == ""
    folder = modules.ready_folder(project)
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == ["rule.so", "sitecustomize.py"]
    (project / "src/groundfloor/server/page.py").write_text("changed = True\n")
    assert modules.ready_folder(project) == folder
    (project / "src/groundfloor/engine/rule.py").write_text("changed = True\n")
    assert modules.ready_folder(project) is None


def test_build_that_fails_is_told_once_and_not_tried_again_at_once(modules: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modules, "make_wheel", wheel_maker(False))
    assert "could not be compiled" in modules.build(project)
    monkeypatch.setattr(modules, "make_wheel", wheel_maker(True))
    assert modules.build(project) == "" and modules.ready_folder(project) is None
    (mark,) = (project / ".venv-play").glob("*.failed")
    os.utime(mark, (0, 0))
    assert "next start" in modules.build(project)


def test_only_one_build_at_a_time(modules: Any, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []

    def make(root: Path, folder: Path, log: Path) -> bool:
        found.append(modules.build(project))
        return False

    monkeypatch.setattr(modules, "make_wheel", make)
    modules.build(project)
    assert found == [""]


def test_python_finds_compiled_modules_and_all_else_in_the_sources(modules: Any, project: Path) -> None:
    """A module of text stands for a compiled one here: what counts is where it is found."""
    folder = project / "compiled"
    (folder / "groundfloor/engine").mkdir(parents=True)
    (folder / "groundfloor/engine/rule.py").write_text("kind = 'compiled'\n")
    (folder / "sitecustomize.py").write_text(modules.FINDER.replace(".so", ".py"))
    command = "import groundfloor.engine.rule, groundfloor.server.page; print(groundfloor.engine.rule.kind, groundfloor.server.page.kind)"
    paths = os.pathsep.join([str(folder), str(project / "src")])
    result = subprocess.run(
        [sys.executable, "-S", "-c", f"import sitecustomize; {command}"], env={"PYTHONPATH": paths}, capture_output=True, text=True
    )
    assert result.stdout.split() == ["compiled", "source"], result.stderr
