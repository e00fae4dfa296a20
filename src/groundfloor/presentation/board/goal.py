"""The goal of the game and what brings prestige, and what the present question is for, by the numbers of its ruleset (``RULES 5``)."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.phases.rounds import FloorEnding
from groundfloor.guide import purpose

from .scene import Scene


@dataclass(frozen=True)
class Source:
    icon: str
    text: str


@dataclass(frozen=True)
class Goal:
    sentence: str
    sources: tuple[Source, ...]
    question: str = ""
    purpose: str = ""
    """What the question that the viewer is asked is called, and what it is for."""


def goal(scene: Scene) -> Goal:
    rules = scene.game.ruleset
    tenants = [tile.prestige for tile in rules.tiles if tile.is_tenant]
    floors = [tile.prestige for tile in rules.tiles if not tile.is_tenant]
    facts = {
        "rounds": len(rules.stage_by_round),
        "room": rules.room_prestige,
        "tenant": max(tenants),
        "low": min(floors),
        "high": max(floors),
        "money": rules.set_money,
        "info": rules.set_info,
    }
    sources = (
        Source("remodel", scene._("Each remodeled room: %(room)s, covered or not.") % facts),
        Source("tile", scene._("Tenant improvements up to %(tenant)s each, floors %(low)s to %(high)s: the number on their tab.") % facts),
        Source(
            "prestige", scene._("Achievements, which come in the last stage: most of them bring more prestige for what they count.") % facts
        ),
        Source("money", scene._("At the end 1 for every %(money)s money together with %(info)s info.") % facts),
    )
    sentence = scene._("After round %(rounds)s the most prestige wins; a tie goes to the more popular player.") % facts
    if isinstance(rules.ending, FloorEnding):
        sentence += " " + scene._("The game may end earlier: after the round in which somebody has bought a fifth floor improvement.")
    return Goal(sentence, sources, *question_and_purpose(scene))


def question_and_purpose(scene: Scene) -> tuple[str, str]:
    """Returns the title of the question that the viewer is asked and what it is for; empty texts for everybody else."""
    if not scene.is_asked or scene.seat is None:
        return "", ""
    found = purpose(scene.settled, scene.seat)
    return (scene._(found.title), found.sentence(scene.words)) if found is not None else ("", "")
