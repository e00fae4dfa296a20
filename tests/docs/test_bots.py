"""docs/bots.md, docs/arena.md and the bots in examples: what they show works, and is what is really sent."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from groundfloor import Match, ruleset
from groundfloor.agents import AGENTS
from groundfloor.agents.levels import LEVELS
from groundfloor.agents.program_agent import ProgramAgent
from groundfloor.agents.specification import parse_specification
from groundfloor.research.arena.bot_check import check_bot

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/bots.md").read_text("utf-8")
NODE = shutil.which("node")
EXAMPLES = [
    pytest.param(f"{ROOT}/examples/eager_bot.py:EagerBot", id="class"),
    pytest.param(f"program:{shlex.quote(sys.executable)} {ROOT}/examples/program_bot.py", id="program"),
    pytest.param(f"program:{shlex.quote(sys.executable)} {ROOT}/examples/agent_program.py greedy", id="agent as a program"),
    pytest.param(
        f"program:{NODE} {ROOT}/examples/program_bot.mjs",
        id="program in JavaScript",
        marks=pytest.mark.skipif(NODE is None, reason="Node.js is not installed, so the bot in JavaScript is not tried"),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("bot", EXAMPLES)
def test_example_plays_in_time_and_by_the_rules(bot: str) -> None:
    games = list(check_bot(bot, ("second",), seconds=60))
    assert len(games) == 3 and [failure for game in games for failure in game.failures] == []


@pytest.mark.slow
def test_messages_have_the_fields_that_the_document_shows(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    recorder = tmp_path / "recorder.py"
    recorder.write_text(
        "import json, sys\n"
        f"log = open({str(log)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    print(line.strip(), file=log, flush=True)\n"
        "    message = json.loads(line)\n"
        "    kind = {'start': 'ready', 'choose': 'action'}.get(message['type'])\n"
        "    action = message['view']['actions'][0]['action'] if kind == 'action' else None\n"
        "    print(json.dumps({'type': kind, 'protocol': 1, 'id': message.get('id'), 'action': action}), flush=True)\n"
    )
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
    agent = ProgramAgent(Random(1), [sys.executable, str(recorder)])
    agent.time_limit = 60.0
    for _turn in range(2):
        match.apply(agent.choose(match.game.view(match.game.current_player)))
    agent.close()
    sent = [json.loads(line) for line in log.read_text().splitlines()]
    shown = [json.loads(re.sub(r"(, )?…", "", line.replace("{…}", "{}"))) for line in re.findall(r"^> (.*)$", TEXT, re.MULTILINE)]
    assert [list(message) for message in sent] == [list(message) for message in shown]
    assert [message["type"] for message in sent] == ["start", "choose", "choose", "end"]
    assert set(shown[1]["view"]) == set(sent[1]["view"])
    assert all(f"`{field}`" in TEXT for field in sent[1]["view"]["actions"][0] if field not in ("kind", "resolves_in"))


def test_every_bot_and_level_is_listed() -> None:
    assert [name for name in [*LEVELS, *AGENTS] if f"`{name}" not in TEXT] == []


def test_specifications_of_the_arena_document_are_possible() -> None:
    text = (ROOT / "docs/arena.md").read_text("utf-8")
    for seats in re.findall(r"--seats (\S+)", text):
        for seat in seats.split(","):
            assert seat.startswith("automa:") or parse_specification(seat)
