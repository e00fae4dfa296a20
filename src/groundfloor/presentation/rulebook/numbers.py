"""Fills the placeholders of the rule book with a ruleset's numbers.

A placeholder is an expression of values and whole numbers with ``+``, ``-``, ``*`` and parentheses; lists count from 1:
``{ceo.time}``, ``{factory.price[3]}``, ``{warehouse.prices[:, 1]}`` (the first of each), ``{2 * consulting_firm.reward}``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from groundfloor.engine.ruleset import Ruleset

from .. import names
from ..translations import LANGUAGES, translations_of
from .prose import Prose, Run, least_known

Worth = tuple[Any, tuple[str, ...]]
"""A number, text or list, with the keys of the values from which it comes."""
PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
TYPE_NAME = re.compile(r"([Tt])ype([123])\.name")
TYPE = re.compile(r"\btype([123])\b")
FORECASTS = ("depression", "recession", "stable", "boom")
TOKEN = re.compile(r"[A-Za-z_][\w.]*|\d+|\S")
OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul}


class BadPlaceholder(ValueError):
    """A placeholder that is no formula, or names a value that the ruleset does not have."""


class Numbers:
    """The values of a ruleset, and a few facts that follow from them, by name."""

    def __init__(self, rules: Ruleset, language: str) -> None:
        self.rules = rules
        self.language = language
        self.translations = translations_of(language)

    def fill(self, text: str) -> Prose:
        return Prose(self.pieces(text))

    def pieces(self, text: str) -> Iterator[Run]:
        """Yields words and numbers in turn."""
        at = 0
        for match in PLACEHOLDER.finditer(text):
            if match.start() > at:
                yield Run(text[at : match.start()])
            yield self.number(match[1])
            at = match.end()
        if at < len(text):
            yield Run(text[at:])

    def number(self, formula: str) -> Run:
        """Returns a placeholder's number, or the name of a marketing type; BadPlaceholder says what is wrong with it."""
        if named := TYPE_NAME.fullmatch(formula):
            return Run(self.marketing_name(int(named[2]) - 1, named[1] == "T"))
        try:
            content, keys = self.evaluate(formula)
        except BadPlaceholder as error:
            raise BadPlaceholder(f"{{{formula}}} can't be filled in for {self.rules.name!r}: {error}.") from error
        keys = tuple(dict.fromkeys(keys))
        return Run(format_value(content), keys, least_known(self.rules.values[key].status for key in keys))

    def evaluate(self, formula: str) -> Worth:
        """Returns what an expression is worth, with the keys of the values in it.

        Not by Python's own parser: in CPython 3.11 syntax trees can't be made by two threads at once (its issue 106905), and others make some too.
        """
        tokens = TOKEN.findall(formula)[::-1]
        worth = self.total(tokens)
        if tokens:
            raise BadPlaceholder(f"{tokens[-1]!r} is not expected there")
        return worth

    def total(self, tokens: list[str]) -> Worth:
        """Takes a sum from the end of a reversed list of tokens, as the following methods take what they return."""
        worth = self.product(tokens)
        while tokens and tokens[-1] in "+-":
            worth = calculated(worth, tokens.pop(), self.product(tokens))
        return worth

    def product(self, tokens: list[str]) -> Worth:
        found = self.factor(tokens)
        while tokens and tokens[-1] == "*":
            found = calculated(found, tokens.pop(), self.factor(tokens))
        return found

    def factor(self, tokens: list[str]) -> Worth:
        """Returns a whole number, a value or a part of one, or what stands in parentheses."""
        token = tokens.pop() if tokens else ""
        if token == "(":
            worth = self.total(tokens)
            if tokens and tokens.pop() == ")":
                return worth
            raise BadPlaceholder("a parenthesis is not closed")
        if token == "-":
            return calculated((0, ()), token, self.factor(tokens))
        if token.isdecimal():
            return int(token), ()
        if not TOKEN.fullmatch(token) or not token[0].isalpha():
            raise BadPlaceholder(f"{token!r} is no value and no whole number")
        content, keys = self.named(token)
        while tokens and tokens[-1] == "[":
            tokens.pop()
            content = part(content, tokens)
        return content, keys

    def named(self, name: str) -> tuple[Any, tuple[str, ...]]:
        """Returns a fact, or a value, with its keys."""
        if name in self.facts:
            return self.facts[name]
        key = TYPE.sub(lambda match: self.types[int(match[1]) - 1], name)
        if key not in self.rules.values:
            raise BadPlaceholder(f"there is no value {key!r}")
        return self.rules.values[key].value, (key,)

    @cached_property
    def types(self) -> tuple[str, ...]:
        """Returns the marketing types' ids, the cheapest first."""
        return tuple(type.id for type in self.rules.agency.types)

    def marketing_name(self, number: int, is_first_word: bool) -> str:
        """Returns a marketing type's name, in English in small letters inside a sentence."""
        name = names.full("marketing", self.types[number], self.translations)
        return name if is_first_word or not LANGUAGES[self.language].has_small_names else name.lower()

    @cached_property
    def facts(self) -> dict[str, tuple[Any, tuple[str, ...]]]:
        """Returns facts that follow from the values, with the keys of these."""
        rules = self.rules
        low, high = rules.player_range
        outlets = rules.outlets
        open_prices = tuple(
            tuple(price for space, price in enumerate(outlets.prices) if outlets.is_open(space, count)) for count in range(low, high + 1)
        )
        copies = sum(design.copies for design in rules.designs if not design.is_special)
        preset = tuple(names.full("forecast", FORECASTS[type], self.translations) for type in rules.preset_deck)
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
            "doors": (len(self.value("warehouse.prices")), ()),  # printed in both editions, unlike the prices
            "exchange.spaces": (len(self.value("stock_exchange.multiples", ())), ("stock_exchange.multiples",)),
            "retail_outlets.open": (open_prices, ("retail_outlets.prices", "retail_outlets.from_players")),
            "deck.all": (copies, ()),
            "deck.half": (sum(rules.forecast_deck), ()),
            "preset": (preset, ("forecast.preset",)),
            "meeting.short": (self.value("room.meeting_room.1"), ("room.meeting_room.1",)),
            "meeting.long": (self.value("room.meeting_room.2"), ("room.meeting_room.2",)),
        }

    def value(self, key: str, otherwise: Any = None) -> Any:
        found = self.rules.values.get(key)
        return otherwise if found is None else found.value


def calculated(left: Worth, sign: str, right: Worth) -> Worth:
    for content, _keys in (left, right):
        if not isinstance(content, int):
            raise BadPlaceholder(f"{content} is not one number")
    return OPERATORS[sign](left[0], right[0]), left[1] + right[1]


def part(content: Any, tokens: list[str]) -> Any:
    """Returns the item ``3]``, or ``:, 1]``, the first of each, of a list."""
    place = "".join(tokens.pop() for _ in range(tokens[::-1].index("]") + 1)) if "]" in tokens else ""
    if match := re.fullmatch(r"(:,)?(\d+)\]", place):
        number = int(match[2])
        return tuple(item(row, number) for row in content) if match[1] else item(content, number)
    raise BadPlaceholder(f"an item is chosen like [3] or [:, 1], not like [{place or '…'}")


def item(content: Any, place: int) -> Any:
    """Returns an item of a list, counted from 1."""
    if not isinstance(content, tuple) or not 1 <= place <= len(content):
        raise BadPlaceholder(f"{content} has no item {place}")
    return content[place - 1]


def format_value(value: Any) -> str:
    """Returns a number with a typographic minus, a list with commas, and a text as it is.

    >>> format_value((6, -3)), format_value("I.T.-Abteilung")
    ('6, −3', 'I.T.-Abteilung')
    """
    if isinstance(value, tuple):
        return ", ".join(format_value(element) for element in value)
    return value if isinstance(value, str) else str(value).replace("-", "\N{MINUS SIGN}")
