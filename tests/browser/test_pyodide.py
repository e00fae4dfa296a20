"""The same rules and the same bots in Pyodide, which runs the game in a web page: golden games end as they did, and the network says what it says with NumPy."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from groundfloor import read_record
from groundfloor.agents.network.position_evaluator import PositionEvaluator

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden"
PLAYED = 60
"""Entries after which the network is asked."""
pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.timeout(600)]

REPLAYS = """
import json
from pathlib import Path
from groundfloor import read_record
for file in sorted(Path("/given").glob("*.gfr")):
    game = read_record(file.read_text("utf-8")).replay()
    stored = json.loads(file.with_suffix(".json").read_text("utf-8"))
    same = game.position() == stored["position"] and [score.as_dict() for score in game.scores()] == stored["scores"]
    print(file.name, "same" if same else "different")
"""
EVALUATES = """
import json
from pathlib import Path
from groundfloor import read_record
from groundfloor.agents.network import network
from groundfloor.agents.network.position_evaluator import PositionEvaluator
assert network.np is None
games = [read_record(text).prefix(PLAYED).replay() for text in json.loads(Path("/given/records.json").read_text("utf-8"))]
print(json.dumps([[found.win, found.prestige, found.margin, found.logits] for found in PositionEvaluator.from_file().evaluate(games)]))
"""
LEVELS = """
import json, logging
from pathlib import Path
from groundfloor.browser.page_worker import compute
complaints = []
logging.getLogger("groundfloor").addHandler(type("Listener", (logging.Handler,), {"emit": lambda self, record: complaints.append(record.getMessage())})())
record = json.loads(Path("/given/records.json").read_text("utf-8"))
for level in ("intern", "associate", "manager", "director", "tycoon", "champion"):
    print(level, compute("groundfloor.table.agent_moves", "action_of_kept_agent", json.dumps([record, level])))
print(complaints)
"""


def run(site: Path, program: str, folder: Path, tmp_path: Path) -> list[str]:
    """Returns the lines that a program prints in Pyodide, where the folder is ``/given``."""
    file = tmp_path / "program.py"
    file.write_text(program, "utf-8")
    command = ["node", str(ROOT / "tests/support/pyodide_run.mjs"), str(site), str(file), str(folder)]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert found.returncode == 0, found.stderr[-3000:]
    return found.stdout.splitlines()


def test_golden_games_end_as_they_did(site: Path, tmp_path: Path) -> None:
    lines = run(site, REPLAYS, GOLDEN, tmp_path)
    assert lines == [f"{file.name} same" for file in sorted(GOLDEN.glob("*.gfr"))]


def test_network_says_the_same_without_numpy(site: Path, tmp_path: Path) -> None:
    texts = [file.read_text("utf-8") for file in sorted(GOLDEN.glob("*.gfr"))[::6]]
    games = [read_record(text).prefix(PLAYED).replay() for text in texts]
    given = tmp_path / "given"
    given.mkdir()
    (given / "records.json").write_text(json.dumps(texts), "utf-8")
    plain = json.loads(run(site, EVALUATES.replace("PLAYED", str(PLAYED)), given, tmp_path)[-1])
    for found, expected in zip(plain, PositionEvaluator.from_file().evaluate(games), strict=True):
        for numbers, same in zip(found, (expected.win, expected.prestige, expected.margin, expected.logits), strict=True):
            assert numbers == pytest.approx(same, rel=1e-4, abs=1e-4)


def test_every_level_answers_without_help(site: Path, tmp_path: Path) -> None:
    record = read_record((GOLDEN / "era-stagnation.gfr").read_text("utf-8")).prefix(PLAYED)
    given = tmp_path / "given"
    given.mkdir()
    (given / "records.json").write_text(json.dumps(record.format()), "utf-8")
    *answers, complaints = run(site, LEVELS, given, tmp_path)
    legal = {action.text for action in record.replay().legal_actions}
    assert [answer.partition(" ")[0] for answer in answers] == ["intern", "associate", "manager", "director", "tycoon", "champion"]
    assert {answer.partition(" ")[2] for answer in answers} <= legal and complaints == "[]"
