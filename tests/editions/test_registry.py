"""Revisions: a record says which one it was played by, an old one stays playable, an unknown one is refused with a sentence."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from groundfloor import Match, Record, Ruleset, ruleset
from groundfloor.editions import EDITIONS
from groundfloor.editions import REGISTRY as SHELVED
from groundfloor.editions.build import RulesetRegistry
from groundfloor.editions.edition import printed
from groundfloor.editions.second import SECOND
from groundfloor.engine.errors import BadHouseValues, BadRecord, UnknownRuleset
from tests.support.play import play_match
from tests.support.threads import frequent_switches

LATER = replace(SECOND, revision=2, values={**SECOND.values, "start.info": printed(9)})
REGISTRY = RulesetRegistry((SECOND, LATER))


def record_of(revision: int | None) -> Record:
    return play_match(Match.new(REGISTRY.ruleset("second", revision), ["Ann", "Ben"], {}, b"k" * 32), 1).record


def test_new_games_are_of_the_newest_revision() -> None:
    assert REGISTRY.names == ("second",) and REGISTRY.revisions("second") == [1, 2]
    assert record_of(None).format().splitlines()[1] == "ruleset second 2"


def test_an_old_record_continues_with_the_revision_it_names() -> None:
    old, new = record_of(1), record_of(2)
    for record, info in ((old, 7), (new, 9)):
        again = Record.parse(record.format(), REGISTRY.ruleset)
        assert again.ruleset.start_info == info and again.format() == record.format()
        assert again.replay().is_over
    assert Record.parse(old.format(), ruleset).replay().scores()[0].total == old.replay().scores()[0].total


def test_a_newer_revision_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadRecord, match="Line 2: Revision 2 of second is newer than what is known here; its newest is 1"):
        Record.parse(record_of(2).format(), ruleset)


def test_a_dropped_revision_is_refused_with_a_sentence() -> None:
    with pytest.raises(UnknownRuleset, match="Revision 1 of second is not known here; there are: 2"):
        RulesetRegistry((LATER,)).ruleset("second", 1)


def test_an_unknown_ruleset_is_refused_with_all_names() -> None:
    with pytest.raises(UnknownRuleset, match="There is no ruleset 'third'; there are: second, online, first, manual"):
        ruleset("third")


def test_a_ruleset_is_built_once() -> None:
    assert ruleset("first") is ruleset("first", SHELVED.revisions("first")[-1])


def test_house_values_are_applied_to_every_ruleset_that_accepts_them() -> None:
    found = SHELVED.rulesets_with({"start.info": 9})
    assert [rules.name for rules in found] == list(SHELVED.names) and all(rules.start_info == 9 for rules in found)


def test_house_values_that_no_ruleset_accepts_are_refused() -> None:
    with pytest.raises(BadHouseValues, match="has no value .start.nothing"):
        SHELVED.rulesets_with({"start.nothing": 9})


def test_threads_that_ask_at_the_same_time_get_the_same_ruleset() -> None:
    """As after the start of a server, when requests for several tables come at once."""
    with frequent_switches():
        for _ in range(5):
            registry = RulesetRegistry(EDITIONS)
            begin = threading.Barrier(4)

            def ask(number: int, registry: RulesetRegistry = registry, begin: threading.Barrier = begin) -> tuple[Ruleset, ...]:
                begin.wait()
                rules = registry.ruleset("second")
                special = rules.with_options({option.name: option.values[-1] for option in rules.options})
                return rules, special, rules.with_overrides({"factory.price": [1, 1, 1]}), registry.ruleset(registry.names[number])

            with ThreadPoolExecutor(4) as pool:
                found = list(pool.map(ask, range(4)))
            assert len({tuple(map(id, each[:3])) for each in found}) == 1
