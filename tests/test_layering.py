"""Imports point one way: engine, editions, then daily, guide, results, agents, analysis, then table, then presentation, then server and research; cli and browser on top.

In the server the database is below what requests go through, that below the game, and the club above the game.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import groundfloor
from groundfloor.engine import notebook
from groundfloor.presentation.pictures import position_picture

ROOT = Path(groundfloor.__file__).parent
TABLE = {"numbers", "translatable", "engine", "editions", "agents", "daily", "guide", "results", "analysis"}
"""What a table may import, and so may everything above it. It knows no language."""
ABOVE_TABLE = TABLE | {"table", "presentation"}
BELOW: dict[str, set[str]] = {
    "engine": set(),
    "editions": {"engine"},
    "files": {"engine"},
    "numbers": set(),
    "process_pool": {"engine"},
    "request_id": set(),
    "translatable": {"engine"},
    "daily": {"translatable", "engine", "editions"},
    "guide": {"translatable", "engine", "editions"},
    "results": {"translatable", "engine", "editions", "daily"},
    "agents": {"engine", "editions", "files"},
    "analysis": {"engine", "editions", "guide", "agents"},
    "table": TABLE,
    "presentation": TABLE | {"table"},
    "research": {"engine", "editions", "guide", "agents", "analysis", "presentation", "files", "process_pool"},
    "server": ABOVE_TABLE | {"files", "process_pool", "request_id"},
    "browser": ABOVE_TABLE | {"server", "process_pool"},
    "cli": ABOVE_TABLE | {"server", "research", "files", "process_pool"},
}
OF_RESEARCH: dict[str, set[str]] = {
    "arena": set(),
    "training": {"arena"},
    "laboratory": {"arena"},
    "environments": {"arena"},
}
ROOMS_OF_CLUB = {path.name for path in (ROOT / "server/club").iterdir() if (path / "__init__.py").exists()}
OF_CLUB: dict[str, set[str]] = {
    "identity": set(),
    "clocks": set(),
    "ratings": set(),
    "notifications": {"identity", "clocks"},
    "contacts": {"identity", "notifications"},
    "moderation": {"identity", "notifications"},
    "chat": {"identity", "notifications", "contacts", "moderation"},
    "lobby": {"identity", "ratings", "notifications", "contacts", "moderation", "chat"},
    "people": {"identity", "ratings", "contacts", "lobby"},
    "accounts": {"identity", "ratings", "notifications", "contacts", "moderation", "chat", "lobby"},
    "administration": {"identity", "ratings", "moderation", "chat", "lobby", "accounts"},
    "housekeeping": ROOMS_OF_CLUB,
    "whole_club": ROOMS_OF_CLUB | {"housekeeping"},
}
"""What each room of the club may import: rooms that stand above it here, so that there is no circle."""
TOGETHER = {path.stem for path in (ROOT / "server").glob("*.py")} - {"__init__"}
"""Modules beside the rooms of the server, which put them together."""
OF_SERVER: dict[str, set[str]] = {
    "database": set(),
    "pages": set(),
    "http": {"database", "pages"},
    "game": {"database", "pages", "http"},
    "club": {"database", "pages", "http", "game"},
    **dict.fromkeys(TOGETHER, TOGETHER | {"database", "pages", "http", "game", "club"}),
}
"""What each room of the server may import when it runs; annotations may name the application's context, which holds all of them, and ``game/club.py`` names the club's ``Transport``."""


OF_GAME: dict[str, set[str]] = {
    "storage": set(),
    "club": set(),
    "listed_games": set(),
    "pictures": set(),
    "person_marks": {"storage"},
    "playing_times": {"storage"},
    "quotas": {"storage"},
    "situations": {"storage"},
    "time_zone": {"storage"},
    "viewer": {"storage"},
    "tables": {"storage", "club"},
    "new_tables": {"storage", "tables", "quotas", "listed_games"},
    "results": {"storage", "tables", "new_tables", "quotas", "listed_games", "time_zone"},
    "seats": {"storage", "tables", "viewer", "situations", "person_marks", "playing_times", "new_tables", "results"},
    "streams": {"storage", "viewer"},
    "board": {"storage", "tables", "viewer", "situations", "new_tables", "seats", "streams"},
    "hints": {"storage", "tables", "viewer"},
    "start": {"storage", "tables", "quotas", "person_marks", "new_tables", "results", "board"},
    "rules": {"new_tables", "start"},
    "day": {"storage", "tables", "person_marks", "new_tables", "results"},
    "after_game": {
        "storage",
        "club",
        "tables",
        "viewer",
        "situations",
        "person_marks",
        "quotas",
        "listed_games",
        "time_zone",
        "new_tables",
        "results",
        "hints",
        "day",
    },
    "exercises": {"storage", "tables", "quotas", "board", "after_game"},
    "api": {"tables", "viewer", "situations", "playing_times", "new_tables", "seats", "streams"},
    "branches": {"storage", "tables", "viewer", "new_tables", "api"},
}
"""What each room of the game, and each module beside them, may import when it runs: those above it here, so that there is no circle."""


def nodes_of(tree: ast.AST, *, with_types: bool) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if with_types or not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from nodes_of(node, with_types=with_types)


def imported(file: Path, *, with_types: bool = True) -> set[tuple[str, ...]]:
    """Returns what a file imports: the parts of the names of modules, and of what is taken from them."""
    found: set[tuple[str, ...]] = set()
    package = file.relative_to(ROOT.parent).parts[:-1]
    for node in nodes_of(ast.parse(file.read_text("utf-8")), with_types=with_types):
        if isinstance(node, ast.Import):
            found |= {tuple(alias.name.split(".")) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            found |= {(*base, *(node.module.split(".") if node.module else ()), alias.name) for alias in node.names}
    return found


def looking_up(folder: Path, below: dict[str, set[str]], *, with_types: bool = True) -> list[str]:
    """Returns which files of the rooms in a folder import a room that is not below theirs."""
    place, wrong = ("groundfloor", *folder.relative_to(ROOT).parts), []
    for file in sorted(folder.rglob("*.py")):
        room = file.relative_to(folder).parts[0].removesuffix(".py")
        for parts in imported(file, with_types=with_types):
            other = parts[len(place)] if parts[: len(place)] == place and len(parts) > len(place) else ""
            if room in below and other in below.keys() - {room} - below[room]:
                wrong.append(f"{file.relative_to(ROOT)} imports {other}")
    return wrong


def test_imports_point_one_way() -> None:
    assert looking_up(ROOT, BELOW) == []
    assert looking_up(ROOT / "research", OF_RESEARCH) == []


def test_rooms_of_the_server_import_what_is_below_them() -> None:
    """So the game knows nothing of the club."""
    assert looking_up(ROOT / "server", OF_SERVER, with_types=False) == []


def test_rooms_of_the_game_and_of_the_club_import_what_is_above_them_in_the_list() -> None:
    assert looking_up(ROOT / "server/game", OF_GAME, with_types=False) == []
    assert looking_up(ROOT / "server/club", OF_CLUB) == []
    for rooms in (OF_GAME, OF_CLUB):
        places = list(rooms)
        assert all(places.index(other) < places.index(room) for room, others in rooms.items() for other in others & rooms.keys())


def test_every_package_has_its_place() -> None:
    for folder, places in (
        (ROOT, BELOW),
        (ROOT / "research", OF_RESEARCH),
        (ROOT / "server/game", OF_GAME),
        (ROOT / "server/club", OF_CLUB),
    ):
        names = {path.name.removesuffix(".py") for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
        assert names - {"__init__", "__main__"} == set(places)
    rooms = {path.name for path in (ROOT / "server").iterdir() if (path / "__init__.py").exists()}
    assert rooms == set(OF_SERVER) - TOGETHER


def test_terminal_imports_the_server_only_to_serve() -> None:
    wrong = {file.name for file in (ROOT / "cli").rglob("*.py") if any(parts[:2] == ("groundfloor", "server") for parts in imported(file))}
    assert wrong == {"server_commands.py"}


def test_environments_import_presentation_only_to_render() -> None:
    folder = ROOT / "research/environments"
    found = {file.name for file in folder.rglob("*.py") if any(parts[:2] == ("groundfloor", "presentation") for parts in imported(file))}
    assert found == {"rendering.py"}


def test_only_the_pictures_of_notebooks_look_up() -> None:
    """What imports a module by a name in a text is not seen by the tests above."""
    named = {str(file.relative_to(ROOT)) for file in (ROOT / "engine").rglob("*.py") if "import_module" in file.read_text("utf-8")}
    assert named == {"engine/notebook.py"} and position_picture.__name__ == notebook.DRAWING_MODULE


def test_the_engine_needs_the_standard_library_only() -> None:
    tops = {parts[0] for file in (ROOT / "engine").rglob("*.py") for parts in imported(file)}
    assert tops - {"groundfloor"} <= set(sys.stdlib_module_names)


def test_parts_of_a_table_import_no_other_part() -> None:
    """Each knows its own slice of the value; ``moves``, ``players`` and ``agreements`` put them together, and ``reduce`` only finds the function."""
    parts = {"drafts", "plans", "proposals", "clocks", "seats"}
    above = {"moves", "players", "agreements", "reduce"}
    for part in parts:
        tree = ast.parse((ROOT / "table" / f"{part}.py").read_text("utf-8"))
        found = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1}
        assert not found & ((parts | above) - {part}), part
