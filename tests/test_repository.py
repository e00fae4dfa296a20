"""What no file of the repository may have, and what each must."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOPS = ("src", "tests", "docs", "scripts", "benchmarks", "deploy", ".ci")
BINARY = (".woff2", ".npz", ".png", ".jpg", ".ico", ".ttf", ".webm")
FILES = sorted(
    file
    for file in [*ROOT.iterdir(), *(file for top in TOPS for file in (ROOT / top).rglob("*"))]
    if file.is_file()
    and "__pycache__" not in file.parts
    and not file.name.endswith((*BINARY, ".pyc"))
    and file.name not in (".git", ".coverage")
)
PYTHON = [file for file in FILES if file.suffix == ".py"]
SCRIPTS = [file for file in FILES if file.suffix == ".js" and "vendor" not in file.parts]
# Put together here, so that this file has none of them itself.
PATHS = [f"/{top}/" for top in ("work", "root", "home", "Users")]
HOSTS = [
    ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("deb", "debian", "org"))
]
LEFT = re.compile("|".join(rf"\b{word}\b" for word in ("TO" + "DO", "FIX" + "ME", "X" + "XX")))


def named(file: Path) -> str:
    return str(file.relative_to(ROOT))


def found(pattern: re.Pattern[str]) -> list[str]:
    lines = ((file, number, line) for file in FILES for number, line in enumerate(file.read_text("utf-8").splitlines(), 1))
    return [f"{named(file)}:{number}: {line.strip()[:100]}" for file, number, line in lines if pattern.search(line)]


def test_the_files_are_found() -> None:
    names = [named(file) for file in FILES]
    assert len(PYTHON) > 100 and {"README.md", "scripts/test", "src/groundfloor/engine/game.py", "docs/record.md"} <= set(names)


def test_no_file_names_a_path_of_a_machine() -> None:
    assert found(re.compile("|".join(rf"(?<![\w.]){re.escape(path)}" for path in PATHS))) == []


def test_no_file_names_a_package_registry() -> None:
    assert found(re.compile("|".join(map(re.escape, HOSTS)))) == []


def test_nothing_is_left_to_do_in_comments() -> None:
    assert [line for line in found(LEFT) if "/vendor/" not in line] == []


def test_every_link_between_documents_leads_to_a_file() -> None:
    wrong = []
    for file in (file for file in FILES if file.suffix == ".md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", file.read_text("utf-8")):
            if not (file.parent / target).exists():
                wrong.append(f"{named(file)}: {target}")
    assert wrong == []


def test_every_document_is_in_the_index() -> None:
    index = (ROOT / "docs/README.md").read_text("utf-8")
    names = [file.name for file in (ROOT / "docs").iterdir() if file.suffix in (".md", ".json") and file.name != "README.md"]
    assert [name for name in names if f"]({name})" not in index] == []
