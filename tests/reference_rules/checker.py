"""Checks a trace against the rules: who is asked what, all answers, all odds, every position, the scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .draws import Draws
from .edition import edition_of
from .flow import Chance, Mismatch, Question
from .game import play
from .header import check_header
from .scoring import prestige, ranking
from .setup import lay_out
from .table import Table
from .written import Plain, differences, normal, state

Line = Mapping[str, Plain]


def check(trace: Iterable[Line]) -> int:
    """Follows a whole trace; the number of entries checked. Raises Mismatch at the first difference."""
    lines = iter(trace)
    header = next(lines)
    options = {key: text(value) for key, value in mapping(header["options"]).items()}
    edition = edition_of(text(header["ruleset"]), options, mapping(header["house"]))
    check_header(header, edition)
    seats = listed(header["seats"])
    automas = [text(mapping(seat)["automa"]) for seat in seats]
    table = lay_out(automas, edition)
    flow = play(table)
    standing: Question | Chance | None = next(flow)
    where = "at the start"
    compare(where, table, standing, mapping(header["position"]))
    draws = Draws(text(header["hash"]), number(header["from"]))
    count = 0
    for line in lines:
        if line["kind"] == "scores":
            check_scores(table, standing, line)
            draws.check(text(line["key"]))
            return count
        where = f"entry {line['n']} ({line['taken']})"
        check_line(f"before {where}", table, standing, line)
        if isinstance(standing, Chance):
            draws.note(list(standing.weights.items()), text(line["taken"]))
        try:
            standing = flow.send(text(line["taken"]))
        except StopIteration:
            standing = None
        count += 1
        compare(f"after {where}", table, standing, mapping(line["position"]))
    if standing is None:
        raise Mismatch("the game is over, and the trace has no scores")
    return count


def check_line(where: str, table: Table, standing: Question | Chance | None, line: Line) -> None:
    """Checks that the entry is the question or chance that stands, with all its answers."""
    if (line["round"], line["phase"], line["area"]) != (table.round, table.phase, table.area):
        raise Mismatch(f"{where}: the time is {table.round} {table.phase} {table.area}, not {line['round']} {line['phase']} {line['area']}")
    check_standing(where, standing, line)


def check_standing(where: str, standing: Question | Chance | None, line: Line) -> None:
    """Compares kind, seat, answers or odds with what the rules say."""
    if isinstance(standing, Question):
        same(f"{where}: kind", standing.kind, line["kind"])
        same(f"{where}: seat", standing.seat + 1, line["seat"])
        legal = [text(answer) for answer in listed(line["legal"])]
        check_answers(where, standing.legal, legal)
    elif isinstance(standing, Chance):
        same(f"{where}: kind", standing.kind, line["kind"])
        if "seat" in line:
            same(f"{where}: seat", 0, line["seat"])
        outcomes = [text(outcome) for outcome in listed(line["outcomes"])]
        check_answers(where, frozenset(standing.weights), outcomes)
        weights = [number(weight) for weight in listed(line["weights"])]
        same(f"{where}: weights", list(standing.weights.items()), list(zip(outcomes, weights, strict=True)))
    else:
        raise Mismatch(f"{where}: the game is over")


def check_answers(where: str, mine: frozenset[str], theirs: list[str]) -> None:
    """Checks that the answers are the same, each once."""
    if len(set(theirs)) != len(theirs):
        raise Mismatch(f"{where}: an answer twice in {theirs}")
    if mine != set(theirs):
        raise Mismatch(f"{where}: only the rules allow {sorted(mine - set(theirs))}, only the trace {sorted(set(theirs) - mine)}")


def compare(where: str, table: Table, standing: Question | Chance | None, position: Mapping[str, Plain]) -> None:
    found = differences("state", state(table), normal(mapping(position["state"]), table))
    if found:
        raise Mismatch(f"{where}: " + "; ".join(found))
    asked = position["question"] if isinstance(standing, Question) else position["chance"]
    if (position["question"] is None) == isinstance(standing, Question) or (position["chance"] is None) == isinstance(standing, Chance):
        raise Mismatch(f"{where}: the rules have {standing} stand, not {position['question']} {position['chance']}")
    if standing is not None:
        check_standing(where, standing, mapping(asked))


def check_scores(table: Table, standing: Question | Chance | None, line: Line) -> None:
    """Compares each seat's parts, total and rank."""
    if standing is not None:
        raise Mismatch(f"scores, but there stands {standing}")
    ranked = ranking(table)
    same("ranking", [seat + 1 for seat, _ in ranked], line["ranking"])
    for rank, ((seat, total), score) in enumerate(zip(ranked, map(mapping, listed(line["scores"])), strict=True), 1):
        same("seat, total and rank", (seat + 1, total, rank), (score["seat"], score["total"], score["rank"]))
        items = [mapping(item) for item in listed(score["items"])]
        parts = {(text(item["code"]), text(item["what"])): number(item["points"]) for item in items if item["points"]}
        same(f"prestige of seat {seat + 1}", dict(prestige(table, seat)), parts)


def same(what: str, mine: object, theirs: object) -> None:
    """Raises Mismatch unless both are equal."""
    if mine != theirs:
        raise Mismatch(f"{what}: rules {mine}, trace {theirs}")


def mapping(value: Plain) -> Mapping[str, Plain]:
    assert isinstance(value, Mapping), value
    return value


def listed(value: Plain) -> list[Plain]:
    assert isinstance(value, list), value
    return value


def text(value: Plain) -> str:
    assert isinstance(value, str), value
    return value


def number(value: Plain) -> int:
    assert isinstance(value, int), value
    return value
