"""Plays golden records that are missing, with a fixed seed, and writes the positions and scores that all of them end in.

``python -m tests.support.golden``: a record that is there already keeps its entries; remove the file to have it played anew.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from groundfloor import Game, Match, Record, read_record, ruleset
from groundfloor.agents.evaluation import evaluate
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.engine.actions import Action

from .biased_players import BiasedPlayer

FOLDER = Path(__file__).parents[1] / "golden"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
WIDTH = 120
"""The length of a line in the files."""
BUILDERS = {
    "buy": 60,
    "floor": 60,
    "construction": 40,
    "hire": 8,
    "training": 20,
    "remodel": 1,
    "research_testing": 8,
    "meeting_room": 8,
    "end": 5,
}

MEETING = {"emergency_meeting": 30, "buy": 12, "floor": 12, "construction": 9}


@dataclass(frozen=True)
class GoldenGame:
    """A golden game: who plays by which rules, and what the dice like (an answer's verb, or floor, to its weight; others 3).

    ``shows``: what it must come to; ``builds``: all of them build floors as fast as they can.
    """

    name: str
    rules: str
    seats: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)
    house: dict[str, object] = field(default_factory=dict)
    liked: dict[str, int] = field(default_factory=dict)
    shows: Callable[[Game], bool] | None = None
    builds: bool = False


AUTOMAS = {"pei": ("Ann", "automa:pei"), "gropius": ("Ann", "Ben", "automa:gropius"), "hadid": ("Ann", "automa:hadid")}
TWO_AUTOMAS = ("Ann", "Ben", "automa:pei", "automa:hadid")


def golden_games() -> list[GoldenGame]:
    """Returns all golden games, except those whose files are kept as they are."""
    found: list[GoldenGame] = []
    for count in range(2, 6):
        found.append(GoldenGame(f"online-{count}", "online", NAMES[:count], liked=BUILDERS if count == 3 else {}))
    found += [GoldenGame(f"online-{who}", "online", seats) for who, seats in AUTOMAS.items()]
    found.append(GoldenGame("online-two-automas", "online", TWO_AUTOMAS))
    found += [GoldenGame(f"first-{count}", "first", NAMES[:count], liked=MEETING) for count in range(2, 7)]
    found += [GoldenGame(f"manual-{count}", "manual", NAMES[:count], liked=MEETING) for count in range(2, 6)]
    found += [GoldenGame(f"{rules}-preset", rules, NAMES[:3], {"deck": "preset"}) for rules in ("online", "first", "manual")]
    found += [GoldenGame(f"{rules}-two-player-bonus", rules, NAMES[:2], {"two_player_bonus": "on"}) for rules in ("first", "manual")]
    found += [GoldenGame(f"{rules}-fifth-floor", rules, NAMES[:3], shows=ended_early, builds=True) for rules in ("first", "manual")]
    found.append(GoldenGame("online-house", "online", NAMES[:3], house={"stock_exchange.buy_out": 9, "remodel.prestige": 3}))
    found.append(GoldenGame("first-house", "first", NAMES[:6], house={"start.money": 20, "factory.price": [1, 1, 1]}))
    found.append(GoldenGame("manual-house", "manual", NAMES[:2], house={"market": [2, 2, 3, 3, 4, 4, 5, 5, 6], "sets": [4, 4]}))
    found.append(
        GoldenGame("second-house", "second", AUTOMAS["gropius"], house={"income": [12, 8, 4, 1, -1], "retail_outlets.liquidation": 5})
    )
    found += expansions()
    found.append(
        GoldenGame("gropius-untrained", "second", AUTOMAS["gropius"], house={"automa.gropius.trained_at_once": 0}, shows=has_untrained)
    )
    return found


DEAR = 8
"""Money, and info, with which a marker is sent to the construction company: for its space and for a floor."""


def builds(game: Game, dice: random.Random) -> Action:
    """Returns the answer after which the company looks best to a builder; the dice decide between near ones."""
    return max(game.legal_actions, key=lambda action: value(game, action) + dice.random())


def value(game: Game, action: Action) -> float:
    """Returns what the greedy agent thinks the table is worth after the answer, and how much more a builder likes it."""
    seat, tried = game.asked_seat, game.copy()
    tried.apply_action(action)
    return evaluate(tried, seat, load_weights()) + liking(game, action)


def liking(game: Game, action: Action) -> float:
    """Returns floors before all, no tenants, no remodels, and no employees late in the game."""
    player = game._state.players[game.asked_seat]
    if action.verb == "buy":
        return 100 if action.second_operand < 0 else -3
    if action.verb == "construction":
        sent = game._state.construction_queue.count(game.asked_seat)
        return 50 if min(player.money, player.info) >= DEAR * (sent + 1) and sent < 2 else 0
    return -20 if action.verb == "remodel" or (action.verb == "hire" and game._state.round > 3) else 0


def has_untrained(game: Game) -> bool:
    return any(player.deck is not None and player.untrained for player in game._state.players)


def expansions() -> list[GoldenGame]:
    """Returns a game of each era, event and special card, and some of several together."""
    found = [GoldenGame(f"era-{era.id}", "second", NAMES[:3], {"era": era.id}) for era in ruleset().eras]
    found += [GoldenGame(f"event-{card.id}", "second", NAMES[:4], {"event": card.id}) for card in ruleset().events]
    found.append(GoldenGame("great-depression", "second", NAMES[:3], {"deck": "random", "era": "boom_and_bust", "great_depression": "on"}))
    boom_and_bust = {"era": "boom_and_bust", "great_depression": "on"}
    found.append(GoldenGame("great-depression-automa", "second", AUTOMAS["hadid"], boom_and_bust, liked={"factory": 20}, shows=had_special))
    found.append(GoldenGame("windfall", "second", AUTOMAS["hadid"], {"era": "golden_age", "windfall": "on"}))
    everything = {"era": "random", "event": "random", "great_depression": "on", "windfall": "on"}
    found.append(GoldenGame("everything", "online", (*NAMES[:3], "automa:gropius", "automa:hadid"), everything))
    found.append(
        GoldenGame("preset-windfall", "second", NAMES[:3], {"deck": "preset", "windfall": "on", "event": "random"}, shows=had_special)
    )
    return found


def ended_early(game: Game) -> bool:
    """Returns True if the game ended by the fifth floor."""
    return game._state.round < len(game.ruleset.stage_by_round)


def had_special(game: Game) -> bool:
    return any(game.ruleset.designs[design].is_special for design in game._state.revealed_forecasts)


def play(planned: GoldenGame) -> Record:
    """Plays a whole game that shows what it is for, and returns its record."""
    for attempt in range(1000):
        match = attempted(planned, planned.name if attempt == 0 else f"{planned.name} {attempt}")
        if planned.shows is None or planned.shows(match.game):
            return match.record
    raise AssertionError(f"{planned.name}: no game of these dice shows what it is for")


def attempted(planned: GoldenGame, seed: str) -> Match:
    dice = random.Random(seed)
    rules = ruleset(planned.rules).with_overrides(planned.house)
    match = Match.new(rules, planned.seats, planned.options, hashlib.sha256(seed.encode()).digest())
    while not match.game.is_over:
        if planned.builds:
            match.apply(builds(match.game, dice))
            continue
        match.apply(BiasedPlayer(planned.liked, other=3).answer(match.game, dice))
    return match


def write_end(file: Path) -> None:
    """Writes the record in its present form, and the position and scores in which it ends."""
    record = read_record(file.read_text("utf-8"))
    file.write_text(record.format(), "utf-8")
    game = record.replay()
    end = {"position": game.position(), "scores": [score.as_dict() for score in game.scores()]}
    file.with_suffix(".json").write_text(formatted(end) + "\n", "utf-8")


def formatted(value: object, indent: str = "") -> str:
    """Returns JSON in lines of at most 120 characters where possible, so that a diff shows what changed."""
    text = json.dumps(value)
    if len(indent + text) <= WIDTH or not isinstance(value, dict | list):
        return text
    inner = indent + "  "
    if isinstance(value, dict):
        return "{\n" + packed([f"{json.dumps(key)}: {formatted(part, inner)}" for key, part in value.items()], inner) + f"\n{indent}}}"
    return "[\n" + packed([formatted(part, inner) for part in value], inner) + f"\n{indent}]"


def packed(parts: list[str], indent: str) -> str:
    """Returns the parts with commas between them, as many on a line as fit."""
    lines: list[str] = []
    for part in parts:
        if lines and "\n" not in lines[-1] + part and len(lines[-1]) + 2 + len(part) <= WIDTH:
            lines[-1] += f", {part}"
        else:
            lines[-1:] = [*(f"{line}," for line in lines[-1:]), indent + part]
    return "\n".join(lines)


if __name__ == "__main__":
    for planned in golden_games():
        file = FOLDER / f"{planned.name}.gfr"
        if not file.exists():
            file.write_text(play(planned).format(), "utf-8")
    for file in sorted(FOLDER.glob("*.gfr")):
        write_end(file)
