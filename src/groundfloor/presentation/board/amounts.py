"""Numbers: amounts beside icons, what an action costs and brings, and figures with a note where their value is assumed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations

from groundfloor.engine.actions import Quote
from groundfloor.engine.kinds import GainCode
from groundfloor.engine.ruleset import Value

from .. import names
from ..view import TableView

SAID_IN_WORDS = ("steps", "sole", "income_now", "income_then", "space", "box", "markers", "row")
"""Gains that are said in words, not counted beside an icon."""

ICON_OF = {
    "temp": "time",
    "money_if_sold": "money",
    "info_if_left": "info",
    "employee": "untrained",
    "remodel": "remodel",
    "trained": "trained",
    "tenant": "tile",
}

RESOURCE_OF = {"trained": "employee", "temp": "time", "money_if_sold": "money", "info_if_left": "info"}
"""The resource that a gain counts, where it is another word."""


@dataclass(frozen=True)
class Amount:
    """A number beside its icon; ``word`` is the icon's name for those who can't see it. Number None: the icon alone.

    ``condition`` says when it comes, if that is not certain.
    """

    icon: str
    number: int | None
    word: str
    condition: str = ""

    def signed(self, sign: str) -> str:
        """Returns the number with a sign before it: ``sign`` if it is not negative."""
        number = self.number or 0
        return f"{sign}{number}" if number >= 0 else f"−{-number}"

    @property
    def counted(self) -> str:
        """In words: ``12 money if sold``."""
        said = self.word if self.number is None else f"{self.number} {self.word}"
        return f"{said} {self.condition}".strip()


def amount(view: TableView, code: str, number: int | None) -> Amount:
    return amount_in(view.translations, code, number)


@lru_cache(maxsize=4096)
def amount_in(translations: NullTranslations, code: str, number: int | None) -> Amount:
    _ = translations.gettext
    if number is None and code in ("trained", "remodel"):
        return Amount(ICON_OF[code], None, _("a trained employee") if code == "trained" else _("a remodeled room"))
    condition = {"money_if_sold": _("if sold"), "info_if_left": _("if booked again")}.get(code, "")
    return Amount(ICON_OF.get(code, code), number, unit(translations, code, number), condition)


def unit(translations: NullTranslations, code: str, number: int | None) -> str:
    if code == "remodel":
        return names.full("bonus", "remodel", translations)
    if code == "employee":  # what a hire brings: an object of the sentence, which has a form of its own in German
        return translations.ngettext("more employee", "more employees", number or 0)
    resource = RESOURCE_OF.get(code, code)
    if resource not in names.RESOURCES:
        return names.full("kind", "tenant", translations)
    counted = "point" if resource == "prestige" else resource
    word = names.counted(counted, number, translations) if counted in names.COUNTED and number is not None else ""
    return word.removeprefix(f"{number} ") or names.full("resource", resource, translations)


def price(view: TableView, quote: Quote) -> tuple[Amount, ...]:
    """Returns money, info and supply that a move takes."""
    return price_amounts(view, quote.money, quote.info, quote.supply)


def cost_amounts(view: TableView, quote: Quote) -> tuple[Amount, ...]:
    """Returns all that a move takes, time first, as rooms and tiles show it."""
    time = (amount(view, "time", quote.time),) if quote.time else ()
    return time + price(view, quote)


def gain_amounts(view: TableView, quote: Quote) -> tuple[Amount, ...]:
    """Returns what a move brings that can be counted."""
    return tuple(
        amount(view, code, None if code in ("trained", "remodel") else number) for code, number in quote.gains if code not in SAID_IN_WORDS
    )


def comes_in_phase_iv(view: TableView, quote: Quote, gains: tuple[Amount, ...]) -> bool:
    """Returns True if a task of phase III gains for certain in phase IV of this round. A price is paid at once."""
    return view.moment.game.question_kind == "schedule" and bool(gains and quote.resolves_in) and not any(each.condition for each in gains)


def amounts_text(amounts: tuple[Amount, ...]) -> str:
    """Returns amounts as words: ``2 money, 1 info``."""
    return ", ".join(each.counted for each in amounts)


def gain(quote: Quote, code: GainCode) -> int:
    """Returns one number of a quote's gains, 0 if it is not there."""
    return next((number for known, number in quote.gains if known == code), 0)


def price_amounts(view: TableView, money: int = 0, info: int = 0, supply: int = 0) -> tuple[Amount, ...]:
    pairs = (("money", money), ("info", info), ("supply", supply))
    return tuple(amount(view, code, number) for code, number in pairs if number)


@dataclass(frozen=True)
class Offer:
    """What a place costs and brings: ``prices`` are the ways to pay for it; ``more`` is shown in its label only."""

    prices: tuple[tuple[Amount, ...], ...] = ()
    gains: tuple[Amount, ...] = ()
    more: str = ""


@dataclass(frozen=True)
class Figure:
    """A number as it is written, what it counts (``unit``), and the lines of its note: none unless the number is assumed.

    ``id`` is unique on the page; ``label`` is what a screen reader says of an assumed number.
    """

    id: str
    text: str
    unit: str = ""
    note: tuple[str, ...] = ()
    label: str = ""

    def __str__(self) -> str:
        return self.text


def figure(view: TableView, id: str, text: str, counted: tuple[str, int], what: str, value: Value | None) -> Figure:
    """Returns a number from this value of the ruleset, called ``what`` in its note; ``counted`` is what it counts
    (a key of ``names.COUNTED``) and its highest value, which decides between singular and plural."""
    thing, number = counted
    spoken = names.counted(thing, number, view.translations, text)
    unit = spoken.removeprefix(text).strip()
    if value is None or value.status != "assumed":
        return Figure(id, text, unit)
    status = view._("%(value)s is assumed: no known source prints it.", value=text)
    evidence = view._(value.evidence) if value.evidence else view._("chosen to fit everything that is printed")
    note = (what, status, view._("Evidence: %(evidence)s.", evidence=evidence))
    return Figure(id, text, unit, note, view._("%(number)s, assumed", number=spoken))


def assumed_words(view: TableView, key: str) -> str:
    """Returns what is said about a value that no source prints; empty if it is printed or follows from print."""
    value = view.game.ruleset.values.get(key)
    return view._("Assumed: no rulebook prints this number.") if value is not None and value.status == "assumed" else ""
