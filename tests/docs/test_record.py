"""docs/record.md against the code: a reader and a verifier written from the document alone, and its example."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from groundfloor import Match, read_record, ruleset
from groundfloor.engine.actions import Chance, Outcome
from groundfloor.engine.match import draw
from groundfloor.engine.trace import trace
from tests.reference_rules.draws import made

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/record.md").read_text("utf-8")
GOLDEN = sorted((ROOT / "tests/golden").glob("*.gfr"))
EXAMPLE = DOCUMENT.partition("```record\n")[2].partition("```")[0]
KEY = bytes(range(32))

WORD, NUMBER = "[a-z0-9_]+", "[1-9][0-9]{0,5}"
TEXT = f"{WORD}(?: {WORD})*"
HEADER = {
    "house": re.compile("house ([a-z0-9_]+(?:\\.[a-z0-9_]+)*) ([-0-9, \\[\\]]+)"),
    "option": re.compile(f"option ({WORD}) ({WORD})"),
    "seat": re.compile(f"seat ({NUMBER}) ({WORD}) ({WORD}) (.{{1,40}})"),
    "hash": re.compile(f"hash ([0-9a-f]{{64}}) ({NUMBER})"),
}
UNDO = re.compile(f"({NUMBER}) undo ({NUMBER})")
ENTRY = re.compile(f"({NUMBER}|\\*) ({TEXT})")


class Read:
    """A record as the grammar says it."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        assert lines.pop(0) == "groundfloor record 1"
        self.ruleset = lines.pop(0)
        assert re.fullmatch(f"ruleset {WORD} {NUMBER}", self.ruleset)
        self.header: list[tuple[str, ...]] = []
        while line := lines.pop(0):
            word = line.partition(" ")[0]
            found = HEADER[word].fullmatch(line)
            assert found, line
            self.header.append((word, *found.groups()))
        self.key = ""
        self.entries: list[tuple[str, str, int]] = []
        for line in filter(None, lines):
            assert not self.key
            if line.startswith("key "):
                assert re.fullmatch("key ([0-9a-f]{2})+", line)
                self.key = line[4:]
            elif undo := UNDO.fullmatch(line):
                self.entries.append((undo[1], f"undo {undo[2]}", int(undo[2])))
            else:
                entry = ENTRY.fullmatch(line)
                assert entry, line
                self.entries.append((entry[1], entry[2], 0))

    def active_entries(self) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for who, text, undone in self.entries:
            if undone:
                assert [other for other, _ in found[-undone:]] == [who] * undone
                del found[-undone:]
            else:
                found.append((who, text))
        return found


def lines_of(text: str) -> list[Any]:
    return [json.loads(json.dumps(line)) for line in trace(read_record(text))]


@cache
def chances_of(file: Path) -> tuple[Any, list[Any], Any]:
    """Returns of the trace of a golden record its header, the lines of its chances and its last line."""
    head, *lines, last = lines_of(file.read_text("utf-8"))
    return head, [line for line in lines if line["seat"] == 0], last


def golden_chances() -> list[tuple[Any, str, list[str]]]:
    """Returns each chance of the golden records: the header of its trace, its kind and its outcomes."""
    found = [(head, chances) for head, chances, _last in map(chances_of, GOLDEN)]
    return [(head, line["kind"], line["outcomes"]) for head, chances in found for line in chances]


@pytest.mark.parametrize("file", GOLDEN, ids=[file.stem for file in GOLDEN])
def test_the_grammar_reads_every_golden_record_as_the_engine_does(file: Path) -> None:
    text = file.read_text("utf-8")
    read, record = Read(text), read_record(text)
    assert read.ruleset == f"ruleset {record.ruleset.name} {record.ruleset.revision}"
    header: list[tuple[str, ...]] = [("house", key, json.dumps(value)) for key, value in record.ruleset.overrides.items()]
    header += [("option", *item) for item in record.options.items() if item[1] != "off"]
    header += [("seat", str(n), s.automa or "human", s.colour, s.name) for n, s in enumerate(record.seats, 1)]
    assert read.header == [*header, ("hash", record.key_hash, str(record.first_committed_draw))]
    assert [f"{who} {said}" for who, said, _ in read.entries] == [str(entry) for entry in record.entries]
    assert [f"{who} {said}" for who, said in read.active_entries()] == [str(entry) for entry in record.active_entries()]
    assert read.key == record.key != ""


def rank(head: Any, kind: str, words: list[str]) -> list[Any]:
    if kind == "popularity":
        return [int(word) for word in words[1:]]
    if kind == "specialty":
        return [head["specialties"].index(words[2])]
    if kind == "card":
        return [head["cards"].index(words[1]), words[2:]]
    if kind == "improvement":
        return [[tile["id"] for tile in head["tiles"]].index(words[1])]
    return [head[{"back": "types", "front": "designs", "era": "eras", "event": "events"}[kind]].index(words[1])]


@pytest.mark.thorough
@pytest.mark.slow
def test_outcomes_stand_in_the_documented_order() -> None:
    for head, kind, outcomes in golden_chances():
        order = [rank(head, kind, text.split()) for text in outcomes]
        assert order == sorted(order)


def test_rejected_values_are_drawn_again_as_documented() -> None:
    # With a weight of two thirds of all values every third first try is rejected.
    weights = [2**255, 2**254]
    chance = Chance("front", [Outcome((), "a"), Outcome((), "b")], weights)
    said = [draw(KEY, number, chance).text for number in range(1, 200)]
    assert said == [made(KEY, number, [("a", weights[0]), ("b", weights[1])]) for number in range(1, 200)]
    first = [int(hmac.new(KEY, f"{number}:0".encode(), hashlib.sha256).hexdigest(), 16) for number in range(1, 200)]
    assert any(value >= 3 * 2**254 for value in first)


def test_the_example_is_a_real_game() -> None:
    record = read_record(EXAMPLE)
    assert record.format() == EXAMPLE
    assert [f"{who} {said}" for who, said in Read(EXAMPLE).active_entries()] == [str(entry) for entry in record.active_entries()]
    match = Match.resume(read_record(EXAMPLE), KEY)
    assert match.record.key_hash == record.key_hash == hashlib.sha256(KEY).hexdigest()
    chances = [line for line in lines_of(EXAMPLE)[1:] if line["seat"] == 0]
    drawn = [made(KEY, n, list(zip(line["outcomes"], line["weights"], strict=True))) for n, line in enumerate(chances, 1)]
    assert drawn == [line["taken"] for line in chances]


def table_below(title: str) -> set[str]:
    """Returns the fields in the first column of the table after a heading."""
    rows = DOCUMENT.partition(f"### {title}\n")[2].partition("\n#")[0].splitlines()
    cells = [row.split("|")[1] for row in rows if row.startswith("| `")]
    return {name for cell in cells for name in re.findall("`([a-z]+)`", cell)}


def test_every_field_of_the_trace_is_documented() -> None:
    head, *lines, last = lines_of(GOLDEN[0].read_text("utf-8"))
    assert set(head) == table_below("The first line")
    assert {field for line in lines for field in line} == table_below("A line for every question and every chance")
    assert set(last) | {"items"} == table_below("The last line")


@pytest.mark.thorough
@pytest.mark.slow
def test_every_kind_of_chance_is_documented() -> None:
    rows = DOCUMENT.partition("## Chance\n")[2].partition("\n## ")[0].splitlines()
    documented = {row.split("`")[1] for row in rows if row.startswith("| `")}
    assert {kind for _, kind, _ in golden_chances()} == documented


def test_the_ruleset_has_the_specialties_in_the_documented_order() -> None:
    named = "E-Commerce, Emerging Technology, Industrial, Inheritance, Non-Profit, Publishing, Retail, Web Based"
    assert named in DOCUMENT
    assert [each.id for each in ruleset().specialties] == [name.lower().replace("-", "_").replace(" ", "_") for name in named.split(", ")]
