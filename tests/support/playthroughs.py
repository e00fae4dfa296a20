"""Plays one game of each setup case and describes at each entry everything that can be asked of the game.

Questions, answers with their quotes, refusals, chance, what was told, what changed, scores, the hash of the position.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.construction_company import TenantAdded
from groundfloor.engine.city.retail_outlets import ProductUnsold
from groundfloor.engine.company.rooms import FloorUsed, RoomUsed, TenantUsed
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.phases.setup import PopularityDrawn
from groundfloor.engine.position import position_text
from groundfloor.engine.refusals import Refusal

from .biased_players import BUILDING
from .setup_cases import SetupCase

ABSENT = {"MeetingCancelled": {"beside": -1}, "MarketingWaited": {"steps": 0, "moved": 0, "sole": 0}, "ProductStayed": {"target": 0}}
"""Facts that the files have although they follow from the kind."""
PLAYER = replace(BUILDING, verbs={**BUILDING.verbs, "end": 1})
REFUSED = 2
"""Answers that are not legal that are written with quote and reason; of all others the reasons are counted."""


def playthrough(case: SetupCase) -> list[tuple[int, str]]:
    """Returns the readable form of a case's game: rounds and texts of the start, of each entry and of the scores."""
    game, dice = case.game(), Random(f"{case.name} written")
    options = ", ".join(f"{name} {value}" for name, value in game.options.items()) or "no options"
    parts = [(0, lines(f"{case.rules.name}, {', '.join(case.seats)}; {options}", f"at the start {hash_of(game)}"))]
    for number, text in enumerate(play(case), 1):
        round, before = game.state.round, flat(game.position()["state"])
        found = ["", *standing(game, dice)]
        game.journal = journal = list[Event]()
        game.apply(text)
        found.append(f"{number}. {text} {hash_of(game)}")
        found += [f"  {event.rule} {event.kind} seat {event.seat + 1}{facts(event)}" for event in journal]
        parts.append((round, lines(*found, *changes(before, flat(game.position()["state"])))))
    scores = [line for score in game.scores() for line in score_lines(game, score.seat)]
    return [*parts, (game.state.round, lines("", *scores))]


def lines(*found: str) -> str:
    """Returns the lines as one text."""
    return "".join(f"{line}\n" for line in found)


def play(case: SetupCase) -> list[str]:
    """Plays a whole game with a player that likes to build and a fixed seed; returns all its entries."""
    game, dice = case.game(), Random(f"{case.name} playthrough")
    found: list[str] = []
    while not game.is_over:
        answer = PLAYER.choose(game, dice)
        found.append(answer.text)
        game.apply(answer)
    return found


def hash_of(game: Game) -> str:
    """Returns the beginning of the hash of a position's text as revision 1 writes it, so that files change only where games do."""
    return "#" + hashlib.sha256(position_text({**game.position(), "revision": 1}).encode()).hexdigest()[:8]


def standing(game: Game, dice: Random) -> Iterator[str]:
    """Yields whose turn it is, all possible answers or outcomes, and some impossible answers with their reasons."""
    state = game.state
    when = f"round {state.round}, phase {state.phase}, area {state.area}"
    if game.chance is not None:
        chances = zip(game.chance.outcomes, game.chance.weights, strict=True)
        yield f"{when}: chance, {game.chance.kind}: " + ", ".join(f"{outcome.text} x{weight}" for outcome, weight in chances)
        return
    view = game.view(game.asked_seat)
    others = [len(game.view(seat).legal_actions) for seat in (*range(len(game.seats)), None) if seat != game.asked_seat]
    yield f"{when}: {game.seats[game.asked_seat].name}, {game.question_kind}: {len(view.legal_actions)} answers; others see {sum(others)}"
    for action in view.legal_actions:
        yield f"  {action.text}{quoted(view.quote(action))}"
    reasons = {action: reason for action in answers_of(game) if (reason := game.refusal(action)) is not None}
    for action in some(reasons, dice):
        yield f"  ({action.text}{quoted(game.quote(action))}) {reasons[action]}"
    counts = Counter(reason.code for reason in reasons.values())
    yield "  refused: " + ", ".join(f"{code} {count}" for code, count in sorted(counts.items()))
    yield "  scores: " + ", ".join(f"{game.seats[score.seat].name} {score.total}" for score in game.scores())


def answers_of(game: Game) -> list[Action]:
    """Returns all actions but those with a tile that can't come up at this table."""
    known = {
        tile.id
        for tile in game.ruleset.tiles
        if game.state.copies_on_sale[tile.index] or any(player.owns(tile.index) for player in game.state.players)
    }
    absent = {tile.id for tile in game.ruleset.tiles} - known
    return [action for action in game.ruleset.actions if not absent & set(action.text.split())]


def some(reasons: dict[Action, Refusal], dice: Random) -> list[Action]:
    """Returns some answers to the question that are not legal now."""
    answers = [action for action, reason in reasons.items() if reason.code != "not_asked"]
    return sorted(dice.sample(answers, min(REFUSED, len(answers))), key=lambda action: action.index)


def quoted(quote: Quote) -> str:
    """Returns price and effect in a few words."""
    prices = (("time", quote.time), ("money", quote.money), ("info", quote.info), ("supply", quote.supply))
    price = [f"-{amount} {what}" for what, amount in prices if amount != 0]
    gains = [f"{code} {amount:+}" for code, amount in quote.gains]
    waits = [f"at {quote.resolves_in}"] if quote.resolves_in != "" else []
    parts = price + gains + waits
    return ": " + ", ".join(parts) if parts else ""


def facts(event: Event) -> str:
    """Returns the facts of an event, as the files have had them from the start."""
    found = event.facts
    if isinstance(event, RoomUsed | FloorUsed | TenantUsed):
        found = {name: value for name, value in found.items() if name != "supply" or value}
        found |= {"whose": event.result.whose + 1} if event.result.whose is not None else {}
    elif isinstance(event, PopularityDrawn):
        found["order"] = [seat + 1 for seat in event.order]
    elif isinstance(event, ProductUnsold):
        found["sales"] = [f"{price}:{seat}" for price, seat in event.sales]
    elif isinstance(event, TenantAdded) and event.place is not None:
        found |= {"over": event.over or ""}
    found |= ABSENT.get(event.kind, {})
    return "".join(f", {key} {told(value)}" for key, value in sorted(found.items()))


def told(value: object) -> object:
    """Returns a list as its parts, and a flag as a number."""
    return " ".join(map(str, value)) if isinstance(value, list) else int(value) if isinstance(value, bool) else value


def flat(thing: object, path: str = "") -> dict[str, object]:
    """Returns plain data as paths with their values."""
    if isinstance(thing, dict):
        return {key: value for name, inner in thing.items() for key, value in flat(inner, f"{path}.{name}" if path else name).items()}
    if isinstance(thing, list) and any(isinstance(inner, dict | list) for inner in thing):
        return {key: value for at, inner in enumerate(thing) for key, value in flat(inner, f"{path}.{at}").items()}
    return {path: thing}


def changes(before: dict[str, object], after: dict[str, object]) -> Iterator[str]:
    """Yields what is different afterwards."""
    found = [f"{path} {was} > {after.get(path)}" for path, was in before.items() if after.get(path) != was]
    if found:
        yield "  changed: " + "; ".join(found)


def score_lines(game: Game, seat: int) -> Iterator[str]:
    """Yields a seat's prestige with its parts."""
    score = next(score for score in game.scores() if score.seat == seat)
    yield f"{score.rank}. {game.seats[seat].name}: {score.total}"
    for item in score.items:
        yield f"  {item.code} {item.what}: {item.count} for {item.points}"
