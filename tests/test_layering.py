"""Imports point one way: engine, editions, then daily, guide, results, agents, analysis, arena and store, then tables, then presentation, then notices, then web; cli, browser and environments on top."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import groundfloor
from groundfloor.engine import notebook
from groundfloor.presentation.pictures import position_picture

ROOT = Path(groundfloor.__file__).parent
TABLES = {
    "numbers",
    "process_pool",
    "request_id",
    "table_value",
    "translatable",
    "engine",
    "editions",
    "agents",
    "arena",
    "store",
    "daily",
    "guide",
    "results",
    "analysis",
}
"""What tables may import, and so may everything above them. They know no language."""
ABOVE_TABLES = TABLES | {"tables", "presentation"}
BELOW: dict[str, set[str]] = {
    "engine": set(),
    "editions": {"engine"},
    "files": {"engine"},
    "numbers": set(),
    "process_pool": {"engine"},
    "request_id": set(),
    "table_value": {"engine", "editions", "numbers"},
    "translatable": {"engine"},
    "daily": {"translatable", "engine", "editions"},
    "guide": {"translatable", "engine", "editions"},
    "results": {"translatable", "engine", "editions", "daily"},
    "presentation": {
        "numbers",
        "table_value",
        "translatable",
        "engine",
        "editions",
        "agents",
        "daily",
        "guide",
        "results",
        "analysis",
        "tables",
    },
    "agents": {"engine", "editions", "files"},
    "analysis": {"engine", "editions", "guide", "agents"},
    "arena": {"engine", "editions", "guide", "agents", "analysis", "files", "process_pool"},
    "laboratory": {"engine", "editions", "agents", "arena", "presentation", "files", "process_pool"},
    "store": {"engine", "editions", "results", "files", "request_id", "table_value"},
    "tables": TABLES,
    "notices": ABOVE_TABLES,
    "web": ABOVE_TABLES | {"notices", "files"},
    "browser": ABOVE_TABLES | {"web"},
    "cli": ABOVE_TABLES | {"notices", "web", "files", "laboratory"},
    "environments": {"engine", "editions", "agents", "arena", "presentation"},
}


def imported(file: Path) -> set[tuple[str, str]]:
    """Returns what a file imports, as (top package, room of this project or "")."""
    found: set[tuple[str, str]] = set()
    package = file.relative_to(ROOT.parent).parts[:-1]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            names = [".".join(part for part in (base, node.module or "") if part)]
        for name in names:
            parts = name.split(".")
            found.add((parts[0], parts[1] if parts[0] == "groundfloor" and len(parts) > 1 else ""))
    return found


def test_imports_point_one_way() -> None:
    wrong = []
    for file in sorted(ROOT.rglob("*.py")):
        room = file.relative_to(ROOT).parts[0].removesuffix(".py")
        for top, other in imported(file):
            if room in BELOW and top == "groundfloor" and other and other != room and other not in BELOW[room]:
                wrong.append(f"{file.relative_to(ROOT)} imports {other}")
    assert wrong == []


def test_every_package_has_its_place() -> None:
    names = {path.name.removesuffix(".py") for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert names - {"__init__", "__main__"} == set(BELOW)


def test_terminal_imports_the_web_only_to_serve() -> None:
    wrong = {file.name for file in (ROOT / "cli").rglob("*.py") if ("groundfloor", "web") in imported(file)}
    assert wrong == {"server_commands.py"}


def test_environments_import_presentation_only_to_render() -> None:
    found = {file.name for file in (ROOT / "environments").rglob("*.py") if ("groundfloor", "presentation") in imported(file)}
    assert found == {"rendering.py"}


def test_only_the_pictures_of_notebooks_look_up() -> None:
    """What imports a module by a name in a text is not seen by the test above."""
    named = {str(file.relative_to(ROOT)) for file in (ROOT / "engine").rglob("*.py") if "import_module" in file.read_text("utf-8")}
    assert named == {"engine/notebook.py"} and position_picture.__name__ == notebook.DRAWING_MODULE


def test_the_engine_needs_the_standard_library_only() -> None:
    tops = {top for file in (ROOT / "engine").rglob("*.py") for top, _ in imported(file)}
    assert tops - {"groundfloor"} <= set(sys.stdlib_module_names)


def test_parts_of_a_table_import_no_other_part() -> None:
    """Each knows its own slice of the value; ``moves``, ``players`` and ``agreements`` put them together, and ``reduce`` only finds the function."""
    parts = {"drafts", "plans", "proposals", "clocks", "seats"}
    above = {"moves", "players", "agreements", "reduce", "table_service"}
    for part in parts:
        tree = ast.parse((ROOT / "tables" / f"{part}.py").read_text("utf-8"))
        found = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1}
        assert not found & ((parts | above) - {part}), part
