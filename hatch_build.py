"""Compiles the rules engine, the features of positions and the core of the environments into a wheel with mypyc: off unless HATCH_BUILD_HOOK_ENABLE_CUSTOM=true, which scripts/build sets.

Everything is made in a folder of its own, so that nothing compiled ever lies beside the sources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "engine",
    "agents/features",
    "agents/evaluation.py",
    "agents/search/endgame.py",
    "agents/search/leaf.py",
    "agents/search/tally.py",
    "agents/search/tree.py",
    "research/environments/action_numbers.py",
    "research/environments/episode.py",
    "research/environments/observation.py",
)
"""The packages and modules of ``groundfloor`` that are compiled, together, so that calls between them are quick too."""
INTERPRETED = ("events.py",)
"""Modules of these packages that are not; their docstrings say why."""
SETUP = r"""
import ast
import re
import sys
from pathlib import Path
from mypyc.build import mypycify
from setuptools import setup

options, *files = sys.argv[1:]
modules = mypycify(["--config-file=", "--strict", "--follow-imports=silent", "--ignore-missing-imports", *files], opt_level="3", debug_level="0", group_name="groundfloor")

# mypyc keeps the signatures of functions and classes but not their docstrings, which help() shows: they are added to what it has written.
docstrings = {}
for file in files:
    for node in ast.parse(Path(file).read_text("utf-8")).body:
        for part, owner in [(node, ()), *((inner, (node.name,)) for inner in (node.body if isinstance(node, ast.ClassDef) else ()))]:
            if isinstance(part, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(part):
                names = (*Path(file).with_suffix("").parts, *owner, part.name)
                text = "".join(chr(code) if 32 <= code < 127 and code not in b'"?\\' else f"\\{code:03o}" for code in ast.get_docstring(part).encode())
                docstrings |= {"___".join(names[place:]): text for place in range(len(names) - len(owner))}


def with_docstring(match):
    return match[0] + docstrings.get(match[1], "")


def with_docstring_of_property(match):
    text = docstrings.get(f"{match[1]}___{match[2]}")
    return f'(getter){match[1]}_get_{match[2]}, NULL, PyDoc_STR("{text}"), NULL}}' if text else match[0]


for file in Path("build").rglob("*.c"):
    code = file.read_text("utf-8")
    code = re.sub(r'\(PyCFunction\)CPyPy_(\w+),\s*[A-Z_ |]+, PyDoc_STR\("[^"]*\\n--\\n\\n', with_docstring, code)
    code = re.sub(r'CPyType_(\w+)_template_ = \{[^}]*?\.tp_doc = PyDoc_STR\("[^"]*\\n--\\n\\n', with_docstring, code)
    code = re.sub(r"\(getter\)(\w+)_get_(\w+),\s*NULL,\s*NULL, NULL\}", with_docstring_of_property, code)
    file.write_text(code, "utf-8")
setup(name="groundfloor", packages=[], ext_modules=modules, script_args=["build_ext", "--inplace", "--build-temp", options])
"""


class CompileEngine(BuildHookInterface):
    """Adds the compiled modules to the wheel, beside their sources."""

    PLUGIN_NAME = "custom"
    folder = ""

    def dependencies(self) -> list[str]:
        """What only a compiled wheel needs to be built."""
        return ["mypy[mypyc]>=1.19", "setuptools>=65"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is packed; an editable installation is never compiled."""
        if version == "editable":
            return
        self.folder = tempfile.mkdtemp(prefix="groundfloor-")
        for built in compile_engine(Path(self.root) / "src", Path(self.folder)):
            build_data["force_include"][str(built)] = str(built.relative_to(self.folder))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """After it is packed."""
        shutil.rmtree(self.folder, ignore_errors=True)


def compile_engine(source: Path, folder: Path) -> list[Path]:
    """The compiled modules, made of a copy of the sources in an empty folder; SystemExit without a compiler."""
    include = Path(sysconfig.get_paths()["include"]) / "Python.h"
    if not (os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")) or not include.is_file():
        raise SystemExit("A compiled wheel takes a C compiler and Python's headers (Debian: gcc, python3-dev); a pure one does not.")
    # All sources are there for the types of what is imported; only the chosen ones are compiled, and only these are checked: the other packages that
    # sources import are not installed where a wheel is built.
    shutil.copytree(source / "groundfloor", folder / "groundfloor", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    chosen = [folder / "groundfloor" / name for name in COMPILED]
    files = sorted(
        file
        for name in chosen
        for file in (name.rglob("*.py") if name.is_dir() else [name])
        if file.name not in ("__init__.py", *INTERPRETED)
    )
    names = [str(file.relative_to(folder)) for file in files]
    subprocess.run([sys.executable, "-c", SETUP, "build", *names], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(folder / "build")
    return sorted(file for ending in ("*.so", "*.pyd") for file in folder.rglob(ending))
