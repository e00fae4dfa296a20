"""What the game, its questions and its places are for: the purpose in a sentence, then what they do, then the paragraph of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import get_args

from groundfloor.engine.game import Game
from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.phases.rounds import FloorEnding
from groundfloor.engine.ruleset import Ruleset
from groundfloor.guide import INTRODUCTIONS, PURPOSES, purpose

from .. import effects, names
from ..areas.registry import presenter
from ..view import TableView
from .rule_refs import RULE_BY_TOPIC, rule_of, rule_of_building, rule_of_tile


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


def goal(view: TableView) -> Goal:
    rules = view.game.ruleset
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
        Source("remodel", view._("Each remodeled room: %(room)s, covered or not.") % facts),
        Source("tile", view._("Tenant improvements up to %(tenant)s each, floors %(low)s to %(high)s: the number on their tab.") % facts),
        Source(
            "prestige", view._("Achievements, which come in the last stage: most of them bring more prestige for what they count.") % facts
        ),
        Source("money", view._("At the end 1 for every %(money)s money together with %(info)s info.") % facts),
    )
    sentence = view._("After round %(rounds)s the most prestige wins; a tie goes to the more popular player.") % facts
    if isinstance(rules.ending, FloorEnding):
        sentence += " " + view._("The game may end earlier: after the round in which somebody has bought a fifth floor improvement.")
    return Goal(sentence, sources, *question_and_purpose(view))


def question_and_purpose(view: TableView) -> tuple[str, str]:
    """Returns the title of the question that the viewer is asked and what it is for; empty texts for everybody else."""
    if not view.own.is_asked or view.own.seat is None:
        return "", ""
    about = purpose(view.moment.game, view.own.seat)
    return (view._(about.title), about.sentence(view.translations)) if about is not None else ("", "")


QUESTION_KINDS: Mapping[str, QuestionKind] = {kind: kind for kind in get_args(QuestionKind)}
"""The kinds of questions, by their texts in keys."""


@dataclass(frozen=True)
class PlacePurpose:
    """What something is for. ``of`` names it, as in ``area:factory``; ``effect`` is what it does, "" where the purpose says it all."""

    of: str
    title: str
    text: str
    effect: str
    rule: str


def purpose_text(kind: str, id: str, translations: NullTranslations) -> str:
    text = PURPOSES.get(kind, {}).get(id, "")
    return translations.gettext(text) if text else ""


def purposes_of(game: Game, key: str, translations: NullTranslations) -> tuple[PlacePurpose, ...]:
    """Returns what a thing of a game is for, by its key (``KIND:ID``); for ``company:SEAT`` everything in it. Empty for unknown keys."""
    kind, _colon, id = key.partition(":")
    if kind == "company":
        seats = [seat for seat in range(len(game.seats)) if id == str(seat)]
        return tuple(purpose for seat in seats for purpose in purposes_of_company(game, seat, translations))
    if kind == "question":
        return question_purpose(game, QUESTION_KINDS.get(id, ""), translations)
    if key not in keys_of(game.ruleset):
        return ()
    return (
        PlacePurpose(
            key,
            place_title(kind, id, translations),
            purpose_text(kind, id, translations),
            effect(game.ruleset, kind, id, translations),
            rule(game, kind, id),
        ),
    )


def every_purpose(game: Game, translations: NullTranslations) -> tuple[PlacePurpose, ...]:
    keys = [f"question:{each.decision}" for each in INTRODUCTIONS] + list(keys_of(game.ruleset))
    return tuple(each for key in keys for each in purposes_of(game, key, translations))


def question_purpose(game: Game, kind: QuestionKind, translations: NullTranslations) -> tuple[PlacePurpose, ...]:
    """Returns what a kind of question is for, with the numbers of the seat that is asked."""
    about = purpose(game, game.current_player or 0, kind) if kind else None
    return (
        (PlacePurpose(f"question:{kind}", translations.gettext(about.title), about.sentence(translations), "", rule_of(kind)),)
        if about is not None
        else ()
    )


def area_purposes(rules: Ruleset, translations: NullTranslations) -> list[tuple[str, str, str]]:
    return [
        (letter, place_title("area", area.id, translations), purpose_text("area", area.id, translations))
        for letter, area in zip(names.LETTERS, rules.areas, strict=False)
    ]


def purposes_of_company(game: Game, seat: int, translations: NullTranslations) -> list[PlacePurpose]:
    rules, player = game.ruleset, game._state.players[seat]
    keys = [f"specialty:{rules.specialties[player.specialty].id}"] if player.specialty >= 0 else []
    keys += [f"tile:{rules.tiles[tile].id}" for tile in (*reversed(player.floors), *player.tenants)]
    keys += [f"room:{room.id}" for room in rules.rooms]
    keys += [f"resource:{id}" for id in PURPOSES["resource"]] + ["track:employees"]
    return [purpose for key in dict.fromkeys(keys) for purpose in purposes_of(game, key, translations)]


def keys_of(rules: Ruleset) -> dict[str, str]:
    """Returns the keys of everything that a game by this ruleset has on its board, each with its id."""
    ids_by_kind: dict[str, list[str]] = {
        "area": [area.id for area in rules.areas],
        "room": [room.id for room in rules.rooms],
        "tile": [tile.id for tile in rules.tiles],
        "specialty": [specialty.id for specialty in rules.specialties],
        "track": list(PURPOSES["track"]),
        "resource": list(PURPOSES["resource"]),
    }
    return {f"{kind}:{id}": id for kind, ids in ids_by_kind.items() for id in ids}


def place_title(kind: str, id: str, translations: NullTranslations) -> str:
    group = {"tile": names.tile_group(id), "track": "place"}.get(kind, kind)
    return names.full(group, id, translations)


def effect(rules: Ruleset, kind: str, id: str, translations: NullTranslations) -> str:
    """Returns what a room, an improvement or a specialty does, with its numbers; "" for everything else."""
    if kind == "room":
        index = next(index for index, room in enumerate(rules.rooms) if room.id == id)
        as_built, remodeled = (effects.of_room(rules, index, translations, remodeled=is_remodeled) for is_remodeled in (False, True))
        return translations.gettext("%(effect)s. Remodeled: %(remodeled)s.") % {"effect": as_built, "remodeled": remodeled}
    if kind == "tile":
        return effects.of_tile(next(tile for tile in rules.tiles if tile.id == id), translations) + "."
    return (
        effects.of_specialty(next(specialty for specialty in rules.specialties if specialty.id == id), translations) + "."
        if kind == "specialty"
        else ""
    )


def rule(game: Game, kind: str, id: str) -> str:
    if kind == "area":
        return rule_of_building(id) if presenter(game.ruleset, id) is not None else ""
    if kind == "tile":
        return rule_of_tile(next(tile for tile in game.ruleset.tiles if tile.id == id))
    return RULE_BY_TOPIC.get(kind) or RULE_BY_TOPIC.get(id, "")
