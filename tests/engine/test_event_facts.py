"""The types of the facts of events: they are those of docs/events.md, and mypy finds a misspelt kind or fact."""

from __future__ import annotations

import typing
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from groundfloor.engine import event_facts
from groundfloor.engine.city import event_facts as city_event_facts
from groundfloor.engine.event_facts import FactName
from groundfloor.engine.event_writer import EventWriter
from tests.docs.test_events import ELSEWHERE, documented

ROOT = Path(__file__).parents[2]
WRITES = """
from groundfloor.engine.game import Game
from groundfloor.presentation.log.event_formatter import EventFormatter


def write(game: Game, text: EventFormatter) -> None:
    {line}
"""
RIGHT = 'game.note("TimeTaken", 0, "V.3", {"time": 1, "wanted": 1}); text.number("wanted")'


@cache
def declared() -> dict[str, dict[str, bool]]:
    """Returns for each kind of event its facts, and of each whether it is optional, as the types say."""
    scope = {"Literal": typing.Literal, **vars(event_facts), **vars(city_event_facts)}
    found = {}
    for written in typing.get_overloads(EventWriter.note):
        names = written.__annotations__
        facts = eval(names["facts"], scope)  # noqa: S307
        optional = {fact for fact, hint in get_type_hints(facts, scope, include_extras=True).items() if "NotRequired" in str(hint)}
        for kind in get_args(eval(names["kind"], scope)):  # noqa: S307
            found[kind] = {fact: fact in optional for fact in get_type_hints(facts, scope)}
    return found


@pytest.mark.interpreted("a compiled module keeps no overloads")
def test_types_of_facts_are_those_of_the_document() -> None:
    """Kinds that share a type may have facts in it that only another one of them has."""
    told = {kind: row.facts for kind, row in documented().items() if kind not in ELSEWHERE}
    assert set(declared()) == set(told)
    for kind, facts in declared().items():
        assert set(told[kind]) <= set(facts), kind
        assert {fact for fact in facts if not facts[fact]} <= {fact for fact in told[kind] if not told[kind][fact]}, kind
        shared = {fact for other, also in told.items() if declared()[other] == facts for fact in also}
        assert set(facts) == shared, kind


def test_names_of_facts_are_those_of_the_document() -> None:
    assert set(get_args(FactName)) == {fact for row in documented().values() for fact in row.facts} | {"automatic"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "is_right"),
    [
        (RIGHT, True),
        (RIGHT.replace("TimeTaken", "TimeToken"), False),
        (RIGHT.replace('"wanted": 1', '"wantd": 1'), False),
        (RIGHT.replace('"wanted": 1', '"wanted": "1"'), False),
        (RIGHT.replace(', "wanted": 1', ""), False),
        (RIGHT.replace('number("wanted")', 'number("wantd")'), False),
    ],
)
def test_mypy_finds_a_misspelt_kind_or_fact(line: str, is_right: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("mypy.api")
    written = tmp_path / "written.py"
    written.write_text(WRITES.replace("{line}", line), "utf-8")
    monkeypatch.setenv("MYPYPATH", str(ROOT / "src"))
    options = ["--strict", "--explicit-package-bases", "--follow-imports=silent", f"--cache-dir={ROOT / '.mypy_cache'}", "--config-file="]
    said, problems, status = api.run([*options, str(written)])
    assert (status == 0) == is_right, said + problems
