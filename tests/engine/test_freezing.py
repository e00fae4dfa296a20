"""Nothing of a ruleset can be changed once it is built: every field of everything that it holds is tried."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType

import pytest

from groundfloor import Ruleset, ruleset
from groundfloor.editions import NAMES
from groundfloor.engine.freezing import Freezable, field_names
from tests.support.threads import frequent_switches

COPIES = ("overrides",)
"""Properties that make something new at each call; compiled classes list properties among their fields."""
PLAIN = (int, str, float, bool, type(None), type)
"""What can't be changed by itself."""


def variants() -> list[Ruleset]:
    """Returns each ruleset as it is, with its options, and with house values; and the first revision of each."""
    found = [ruleset(name, revision) for name in NAMES for revision in {1, ruleset(name).revision}]
    found += [rules.with_options({option.name: option.values[-1] for option in rules.options}) for rules in found[:]]
    return [*found, ruleset("second").with_overrides({"factory.price": [1, 1, 1]})]


@pytest.fixture(params=variants(), ids=lambda rules: f"{rules.name}-{rules.revision}")
def rules(request: pytest.FixtureRequest) -> Ruleset:
    found: Ruleset = request.param
    return found


def everything(whole: object) -> dict[str, object]:
    """Returns all that a ruleset holds by the path to it; what can't be looked into ends a path."""
    found: dict[str, object] = {}
    seen: set[int] = set()
    waiting = [("ruleset", whole)]
    while waiting:
        path, thing = waiting.pop()
        if isinstance(thing, Freezable):
            if id(thing) in seen:
                continue
            seen.add(id(thing))
            waiting += [(f"{path}.{name}", getattr(thing, name, None)) for name in field_names(thing) if name not in COPIES]
        elif isinstance(thing, tuple):
            waiting += [(f"{path}[{place}]", part) for place, part in enumerate(thing)]
        elif isinstance(thing, Mapping):
            waiting += [(f"{path}[{key!r}]", part) for key, part in thing.items()]
        found[path] = thing
    return found


def test_ruleset_holds_nothing_that_can_be_edited(rules: Ruleset) -> None:
    """Only frozen objects, tuples, read-only mappings, plain values, and the functions that build its variants."""
    kinds = (Freezable, tuple, MappingProxyType, *PLAIN)
    wrong = {path: thing for path, thing in everything(rules).items() if not isinstance(thing, kinds) and not callable(thing)}
    assert wrong == {}


def test_no_field_of_anything_can_be_changed(rules: Ruleset) -> None:
    tried = 0
    for path, thing in everything(rules).items():
        if isinstance(thing, Freezable):
            for name in field_names(thing):
                before = getattr(thing, name, None)
                with pytest.raises(AttributeError):
                    setattr(thing, name, before)
                with pytest.raises(AttributeError):
                    delattr(thing, name)
                assert getattr(thing, name, None) is before or getattr(thing, name) == before, f"{path}.{name}"
                tried += 1
            with pytest.raises(AttributeError):
                thing.something = 1
        elif isinstance(thing, Mapping):
            with pytest.raises(TypeError):
                thing["key"] = 1  # type: ignore[index]
    assert tried > 1000


def test_overrides_are_a_copy() -> None:
    rules = ruleset("second").with_overrides({"factory.price": [1, 1, 1]})
    rules.overrides["factory.price"] = 2
    assert rules.overrides == {"factory.price": [1, 1, 1]}


def test_threads_may_freeze_the_same_at_the_same_time() -> None:
    """As when two rulesets that share numbers are built at once."""
    begin = threading.Barrier(2)
    things = [Freezable() for _ in range(50_000)]

    def freeze() -> int:
        begin.wait()
        for thing in things:
            thing.freeze()
        return len(things)

    with frequent_switches(), ThreadPoolExecutor(2) as pool:
        assert [each.result() for each in [pool.submit(freeze), pool.submit(freeze)]] == [len(things)] * 2
    assert all(thing.is_frozen for thing in things)
