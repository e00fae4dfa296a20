"""Ways to go on from positions of golden games, counted by the engine and by the reference rules, which share no code with it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from groundfloor import Match, read_record, ruleset
from groundfloor.editions import NAMES
from tests.support.biased_players import BiasedPlayer
from tests.support.perft import ways
from tests.support.reference_perft import reference_ways
from tests.support.samples import sampled

pytestmark = pytest.mark.reference

GOLDEN = Path(__file__).parent.parent / "golden"
POSITIONS = [
    ("online-2", 0, "chance specialty", 5, 896),
    ("online-2", 7, "schedule", 2, 377),
    ("online-2", 21, "hire", 3, 1576),
    ("online-2", 56, "sell", 5, 1524),
    ("online-3", 0, "chance specialty", 4, 2016),
    ("online-3", 7, "hire", 3, 1176),
    ("online-3", 14, "schedule", 2, 403),
    ("online-3", 21, "bonus", 5, 2280),
    ("online-4", 0, "chance specialty", 4, 1680),
    ("online-4", 7, "hire", 3, 392),
    ("online-4", 14, "after_task", 3, 2465),
    ("online-4", 28, "schedule", 5, 528),
    ("online-5", 0, "chance specialty", 4, 1680),
    ("online-5", 7, "chance back", 4, 1568),
    ("online-5", 14, "schedule", 2, 545),
    ("online-5", 35, "marketing_type", 5, 300),
    ("online-gropius", 0, "chance specialty", 5, 672),
    ("online-gropius", 7, "chance card", 2, 232),
    ("online-gropius", 21, "price", 5, 540),
    ("online-gropius", 70, "after_task", 3, 300),
    ("online-hadid", 0, "chance specialty", 4, 400),
    ("online-hadid", 7, "after_task", 3, 560),
    ("online-hadid", 14, "chance front", 5, 2232),
    ("online-hadid", 28, "chance card", 5, 528),
    ("online-pei", 0, "chance specialty", 4, 400),
    ("online-pei", 7, "chance card", 3, 1704),
    ("online-pei", 14, "chance front", 4, 360),
    ("online-pei", 21, "schedule", 3, 1321),
    ("online-two-automas", 0, "chance specialty", 3, 210),
    ("online-two-automas", 7, "hire", 3, 858),
    ("online-two-automas", 14, "chance card", 3, 1596),
    ("online-two-automas", 28, "bonus", 5, 144),
    ("online-3-revision-2", 6, "hire", 2, 8),
    ("online-3-revision-2", 7, "after_turn", 2, 27),
    ("online-4-revision-2", 9, "after_turn", 2, 38),
    ("online-4-revision-2", 38, "after_turn", 2, 28),
    ("online-5-revision-2", 40, "bonus", 2, 20),
    ("online-gropius-revision-2", 26, "after_turn", 2, 12),
    ("online-house-revision-2", 65, "marketing_type", 3, 42),
    ("online-house-revision-2", 66, "after_turn", 3, 47),
    ("online-two-automas-revision-2", 36, "fire", 3, 48),
    ("online-two-automas-revision-2", 37, "after_turn", 2, 24),
    ("second-2-preset", 0, "chance specialty", 5, 448),
    ("second-2-preset", 7, "schedule", 2, 457),
    ("second-2-preset", 28, "sell", 5, 1464),
    ("second-2-preset", 63, "chance front", 4, 1092),
    ("second-2-random", 21, "chance back", 3, 1412),
    ("second-2-random", 35, "hire", 4, 2369),
    ("second-2-random", 77, "fire", 5, 1242),
    ("second-3-random", 0, "chance specialty", 4, 2016),
    ("second-3-random", 7, "hire", 4, 1188),
    ("second-3-random", 14, "schedule", 3, 1763),
    ("second-3-random", 28, "fire", 4, 160),
    ("second-4-random", 0, "chance specialty", 4, 1680),
    ("second-4-random", 7, "hire", 5, 392),
    ("second-4-random", 14, "after_task", 3, 1018),
    ("second-4-random", 21, "schedule", 3, 1921),
    ("second-5-random", 0, "chance specialty", 4, 1680),
    ("second-5-random", 7, "chance back", 5, 64),
    ("second-5-random", 14, "after_task", 3, 1590),
    ("second-5-random", 28, "schedule", 3, 612),
    ("second-gropius-random", 0, "chance specialty", 5, 672),
    ("second-gropius-random", 7, "chance card", 2, 352),
    ("second-gropius-random", 28, "chance back", 3, 288),
    ("second-gropius-random", 35, "schedule", 3, 534),
    ("second-hadid-preset", 0, "chance specialty", 3, 168),
    ("second-hadid-preset", 7, "after_task", 3, 674),
    ("second-hadid-preset", 14, "marketing_type", 5, 432),
    ("second-hadid-preset", 21, "chance card", 3, 363),
    ("second-hadid-random", 42, "chance front", 5, 360),
    ("second-hadid-random", 63, "chance back", 3, 544),
    ("second-pei-random", 0, "chance specialty", 5, 1456),
    ("second-pei-random", 7, "chance card", 2, 328),
    ("second-pei-random", 14, "sell", 5, 720),
    ("second-pei-random", 28, "chance improvement", 4, 468),
    ("second-two-automas-random", 0, "chance specialty", 4, 840),
    ("second-two-automas-random", 7, "hire", 5, 2384),
    ("second-two-automas-random", 14, "after_task", 3, 1476),
    ("second-two-automas-random", 21, "schedule", 3, 916),
    ("first-2", 0, "chance specialty", 5, 480),
    ("first-2", 7, "schedule", 2, 146),
    ("first-2", 14, "price", 5, 240),
    ("first-2", 35, "after_task", 3, 332),
    ("first-3", 0, "chance specialty", 4, 720),
    ("first-3", 7, "hire", 4, 796),
    ("first-3", 14, "after_task", 3, 318),
    ("first-3", 21, "bonus", 4, 804),
    ("first-4", 0, "chance specialty", 4, 360),
    ("first-4", 7, "hire", 5, 264),
    ("first-4", 14, "schedule", 2, 209),
    ("first-4", 28, "after_task", 5, 504),
    ("first-5", 0, "chance specialty", 5, 720),
    ("first-5", 7, "chance back", 5, 64),
    ("first-5", 14, "schedule", 2, 191),
    ("first-5", 49, "after_task", 3, 284),
    ("first-6", 0, "chance specialty", 5, 720),
    ("first-6", 7, "chance back", 5, 64),
    ("first-6", 14, "schedule", 2, 199),
    ("first-6", 49, "fire", 4, 760),
    ("first-preset", 42, "chance front", 5, 810),
    ("first-preset", 63, "price", 5, 170),
    ("first-two-player-bonus", 35, "chance back", 4, 804),
    ("first-two-player-bonus", 63, "bonuses", 5, 144),
    ("first-two-player-bonus", 112, "fire", 5, 116),
    ("manual-2", 0, "chance specialty", 5, 480),
    ("manual-2", 7, "schedule", 2, 209),
    ("manual-2", 14, "after_task", 3, 256),
    ("manual-2", 49, "chance front", 4, 126),
    ("manual-3", 0, "chance specialty", 4, 720),
    ("manual-3", 7, "hire", 4, 796),
    ("manual-3", 14, "schedule", 3, 564),
    ("manual-3", 35, "after_task", 4, 600),
    ("manual-4", 0, "chance specialty", 4, 360),
    ("manual-4", 7, "hire", 5, 280),
    ("manual-4", 14, "schedule", 2, 199),
    ("manual-4", 21, "after_task", 3, 282),
    ("manual-5", 0, "chance specialty", 5, 720),
    ("manual-5", 7, "chance back", 5, 64),
    ("manual-5", 14, "schedule", 2, 175),
    ("manual-5", 35, "bonus", 4, 108),
    ("manual-preset", 21, "bonus_room", 5, 288),
    ("manual-two-player-bonus", 21, "bonus", 5, 720),
    ("manual-two-player-bonus", 56, "marketing_type", 5, 224),
    ("manual-two-player-bonus", 105, "hire", 3, 310),
]
"""Golden record, entries before the position, what stands there, entries of a way, and how many ways there are."""


@pytest.mark.parametrize(
    ("name", "at", "what", "depth", "count"),
    sampled(POSITIONS, lambda row: POSITIONS.index(row) % 2 == 0),
    ids=[f"{row[0]}-{row[1]}" for row in POSITIONS],
)
def test_engine_and_reference_count_as_many_ways(name: str, at: int, what: str, depth: int, count: int) -> None:
    record = read_record((GOLDEN / f"{name}.gfr").read_text("utf-8"))
    game = record.replay(at)
    assert what == (game.question_kind if game.chance is None else f"chance {game.chance.kind}")
    assert ways(game, depth) == count
    assert reference_ways(record, [entry.text for entry in record.entries[:at]], depth) == count


TURNS = [("price", 9, 3, 30), ("price", 19, 3, 44), ("drop", 17, 3, 32)]
"""Questions of `online` whose remodels no golden game can pay for, numbers of games, entries of a way, and how many ways there are."""
PRODUCTS = BiasedPlayer({"factory": 30, "exchange": 20, "warehouse": 20, "price": 9, "drop": 5, "hire": 1, "training": 1}, other=3)
"""The players of those games make and sell products."""


def played(kind: str, number: int) -> Match:
    """Returns a game by dice, up to a question of this kind after which the seat may remodel."""
    dice = Random(number)
    match = Match.new(ruleset("online", revision=2), ("Ann", "Ben", "Cleo"), {}, sha256(b"%d" % number).digest())
    while (question := match.game.question) is not None:
        if question.kind == kind and any(match.game.draft(action).question_kind == "after_turn" for action in question.legal):
            return match
        match.apply(PRODUCTS.answer(match.game, dice))
    raise AssertionError(f"no {kind} in game {number}")


@pytest.mark.parametrize(("kind", "number", "depth", "count"), TURNS)
def test_engine_and_reference_count_as_many_ways_at_ends_of_turns(kind: str, number: int, depth: int, count: int) -> None:
    """RULES 9.1.1 in areas IV.E and IV.H."""
    match = played(kind, number)
    assert ways(match.game, depth) == count
    assert reference_ways(match.record, [entry.text for entry in match.record.entries], depth) == count


def test_positions_of_each_ruleset_are_counted() -> None:
    of = {name: [row for row in POSITIONS if row[0].startswith(f"{name}-")] for name in NAMES}
    assert all(len(rows) >= 5 for rows in of.values()) and len(POSITIONS) >= 20
