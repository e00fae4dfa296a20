"""Fills the placeholders of the rule book with a ruleset's numbers.

A placeholder is a sum, difference or product of values and whole numbers: ``{ceo.time}``, ``{factory.price[3]}``,
``{warehouse.prices[][1]}`` (the first of each), ``{2*consulting_firm.reward}``.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from groundfloor.presentation import names
from groundfloor.presentation.translations import LANGUAGES, translations

from .prose import Prose, Run, least_known

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundfloor.engine.ruleset import Ruleset

PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
TERM = re.compile(r"(\d+(?![\w.])|[A-Za-z][\w.]*(?:\[\d?\])*)")
STEP = re.compile(r"\[(\d?)\]")
TYPE = re.compile(r"\b([Tt])ype([123])\b")
FORECASTS = ("depression", "recession", "stable", "boom")


class Numbers:
    """The values of a ruleset, and a few facts that follow from them, by name."""

    def __init__(self, rules: Ruleset, language: str) -> None:
        self.rules = rules
        self.language = language
        self.words = translations(language)

    def fill(self, text: str) -> Prose:
        """Returns a sentence with its numbers filled in."""
        return Prose(self.pieces(text))

    def pieces(self, text: str) -> Iterator[Run]:
        """Yields words and numbers in turn."""
        at = 0
        for found in PLACEHOLDER.finditer(text):
            if found.start() > at:
                yield Run(text[at : found.start()])
            yield self.number(found[1])
            at = found.end()
        if at < len(text):
            yield Run(text[at:])

    def number(self, formula: str) -> Run:
        """Returns a placeholder's number, or the name of a marketing type."""
        named = TYPE.fullmatch(formula.removesuffix(".name"))
        if named and formula.endswith(".name"):
            return Run(self.marketing_name(int(named[2]) - 1, named[1] == "T"))
        parts = [part for part in re.split(f"{TERM.pattern}|([-+*])", formula) if part]
        content, keys = self.term(parts[0])
        for sign, word in zip(parts[1::2], parts[2::2], strict=True):
            operand, more = self.term(word)
            content = content + operand if sign == "+" else content - operand if sign == "-" else content * operand
            keys += more
        keys = tuple(dict.fromkeys(keys))
        return Run(shown(content), keys, least_known(self.rules.values[key].status for key in keys))

    def term(self, word: str) -> tuple[Any, tuple[str, ...]]:
        """Returns a whole number, a value or a fact, with its keys; KeyError if the ruleset does not have it."""
        if word.isdigit():
            return int(word), ()
        name, *_ = word.split("[")
        steps = STEP.findall(word)
        if name in self.facts:
            content, keys = self.facts[name]
            return pick(content, steps), keys
        key = TYPE.sub(lambda found: self.types[int(found[2]) - 1], name)
        return pick(self.rules.values[key].value, steps), (key,)

    @cached_property
    def types(self) -> tuple[str, ...]:
        """Returns the marketing types' ids, the cheapest first."""
        agency = next(area for area in self.rules.areas if isinstance(area, AdvertisingAgency))
        return tuple(type.id for type in agency.types)

    def marketing_name(self, number: int, is_first_word: bool) -> str:
        """Returns a marketing type's name, in English in small letters inside a sentence."""
        name = names.full("marketing", self.types[number], self.words)
        return name if is_first_word or not LANGUAGES[self.language].has_small_names else name.lower()

    @cached_property
    def facts(self) -> dict[str, tuple[Any, tuple[str, ...]]]:
        """Returns facts that follow from the values, with the keys of these."""
        rules = self.rules
        low, high = rules.player_range
        copies = sum(design.copies for design in rules.designs)
        preset = tuple(names.full("forecast", FORECASTS[type], self.words) for type in rules.preset_deck)
        if LANGUAGES[self.language].has_small_names:
            preset = tuple(name.lower() for name in preset)
        return {
            "rounds": (len(rules.stage_by_round), ("stages",)),
            "stage2": (rules.stage_by_round.index(2) + 1, ("stages",)),
            "stage3": (rules.stage_by_round.index(3) + 1, ("stages",)),
            "counts": (tuple(range(low, high + 1)), ("players",)),
            "employees": (len(rules.income_track), ("income",)),
            "popularity": (len(rules.popularity_levels), ("levels",)),
            "market.price": (rules.job_market_prices[rules.job_market_start - 1], ("market", "market.start")),
            "rows": (len(self.value("consulting_firm.prices")), ("consulting_firm.prices",)),
            "doors": (len(self.value("warehouse.prices")), ("warehouse.prices",)),
            "exchange.spaces": (len(self.value("stock_exchange.multiples", ())), ("stock_exchange.multiples",)),
            "deck.all": (copies, ()),
            "deck.half": (sum(rules.forecast_deck), ()),
            "preset": (preset, ("forecast.preset",)),
        }

    def value(self, key: str, otherwise: Any = None) -> Any:
        """Returns the content of a value; ``otherwise`` if there is none."""
        found = self.rules.values.get(key)
        return otherwise if found is None else found.value


def pick(value: Any, steps: Sequence[str]) -> Any:
    """Returns a part of a nested list: ``3`` takes the third item, an empty step continues in each item."""
    if not steps:
        return value
    if not steps[0]:
        return tuple(pick(each, steps[1:]) for each in value)
    return pick(value[int(steps[0]) - 1], steps[1:])


def shown(value: Any) -> str:
    """Returns a number with a typographic minus; a list with commas."""
    if isinstance(value, tuple):
        return ", ".join(shown(each) for each in value)
    return str(value).replace("-", "\N{MINUS SIGN}")
