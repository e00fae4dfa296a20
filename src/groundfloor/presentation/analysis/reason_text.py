"""Reasons in words: what one answer leaves more or less of than another."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from groundfloor.translatable import _, plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from gettext import NullTranslations

    from groundfloor.analysis import Expectation, Reason
    from groundfloor.analysis.reasons import QuantityName

Phrase = tuple[str, str]
"""Singular and plural."""


PHRASES: Mapping[QuantityName, tuple[Phrase, Phrase]] = {
    "money": (plural("%(n)s more money", "%(n)s more money"), plural("%(n)s less money", "%(n)s less money")),
    "info": (plural("%(n)s more info", "%(n)s more info"), plural("%(n)s less info", "%(n)s less info")),
    "supply": (plural("%(n)s more supply", "%(n)s more supply"), plural("%(n)s less supply", "%(n)s less supply")),
    "time": (
        plural("%(n)s more time marker", "%(n)s more time markers"),
        plural("%(n)s fewer time marker", "%(n)s fewer time markers"),
    ),
    "prestige": (
        plural("%(n)s more prestige point", "%(n)s more prestige points"),
        plural("%(n)s fewer prestige point", "%(n)s fewer prestige points"),
    ),
    "employees": (
        plural("%(n)s more employee", "%(n)s more employees"),
        plural("%(n)s fewer employee", "%(n)s fewer employees"),
    ),
    "next_income": (
        plural("%(n)s more money in each income", "%(n)s more money in each income"),
        plural("%(n)s less money in each income", "%(n)s less money in each income"),
    ),
    "popularity": (
        plural("%(n)s space more popular", "%(n)s spaces more popular"),
        plural("%(n)s space less popular", "%(n)s spaces less popular"),
    ),
    "turn_order": (
        plural("%(n)s place earlier in the turn order", "%(n)s places earlier in the turn order"),
        plural("%(n)s place later in the turn order", "%(n)s places later in the turn order"),
    ),
    "advertising": (
        plural("%(n)s more marker that raises popularity", "%(n)s more markers that raise popularity"),
        plural("%(n)s fewer marker that raises popularity", "%(n)s fewer markers that raise popularity"),
    ),
    "sale": (
        plural("about %(n)s more money from products", "about %(n)s more money from products"),
        plural("about %(n)s less money from products", "about %(n)s less money from products"),
    ),
    "stocks": (
        plural("about %(n)s more money from shares", "about %(n)s more money from shares"),
        plural("about %(n)s less money from shares", "about %(n)s less money from shares"),
    ),
    "meetings": (
        plural("%(n)s more meeting that can pay", "%(n)s more meetings that can pay"),
        plural("%(n)s fewer meeting that can pay", "%(n)s fewer meetings that can pay"),
    ),
    "rooms": (
        plural("%(n)s more remodeled room", "%(n)s more remodeled rooms"),
        plural("%(n)s fewer remodeled room", "%(n)s fewer remodeled rooms"),
    ),
    "improvements": (
        plural("%(n)s more improvement", "%(n)s more improvements"),
        plural("%(n)s fewer improvement", "%(n)s fewer improvements"),
    ),
}
"""What a quantity is called where there is more of it, and where there is less."""
GAINS: Mapping[QuantityName, str] = {
    "money": _("have more money"),
    "info": _("have more info"),
    "supply": _("have more supply"),
    "time": _("have more time markers"),
    "prestige": _("have more prestige"),
    "employees": _("have more employees"),
    "next_income": _("have a higher income"),
    "popularity": _("be more popular"),
    "turn_order": _("be earlier in the turn order"),
    "advertising": _("have more markers that raise your popularity"),
    "sale": _("have more money to expect from your products"),
    "stocks": _("have more money to expect from your shares"),
    "meetings": _("have more meetings that can pay"),
    "rooms": _("have more remodeled rooms"),
    "improvements": _("have more improvements"),
}
"""What a player with more of a quantity should have or be, in a sentence that goes on with “than after the next best move”."""


def phrase(reason: Reason, translations: NullTranslations) -> str:
    """Returns one reason, such as “3 more money”."""
    more, less = PHRASES[reason.quantity]
    one, many = more if reason.change > 0 else less
    number = abs(reason.change)
    return translations.ngettext(one, many, number) % {"n": number}


def reasons_sentence(named: Sequence[Reason], other: str, is_at_end: bool, translations: NullTranslations) -> str:
    """Returns what the line after an answer brings compared with that after another one, what speaks for it first; "" without reasons."""
    _ = translations.gettext
    gains = ", ".join(phrase(reason, translations) for reason in named if reason.is_gain)
    losses = ", ".join(phrase(reason, translations) for reason in named if not reason.is_gain)
    facts = {"other": other, "gains": gains, "losses": losses}
    if gains and losses:
        both = _("At the end of the game, compared with “%(other)s”: %(gains)s, but %(losses)s.")
        return (both if is_at_end else _("By the next round, compared with “%(other)s”: %(gains)s, but %(losses)s.")) % facts
    if not gains and not losses:
        return ""
    one = _("At the end of the game, compared with “%(other)s”: %(what)s.")
    return (one if is_at_end else _("By the next round, compared with “%(other)s”: %(what)s.")) % {"other": other, "what": gains or losses}


COMPARISONS: Mapping[tuple[str, bool], Phrase] = {
    ("chance", True): plural(
        "Winning chance about %(n)s percentage point higher than with “%(other)s”.",
        "Winning chance about %(n)s percentage points higher than with “%(other)s”.",
    ),
    ("chance", False): plural(
        "Winning chance about %(n)s percentage point lower than with “%(other)s”.",
        "Winning chance about %(n)s percentage points lower than with “%(other)s”.",
    ),
    ("lead", True): plural(
        "%(n)s point more against the others than with “%(other)s”.",
        "%(n)s points more against the others than with “%(other)s”.",
    ),
    ("lead", False): plural(
        "%(n)s point less against the others than with “%(other)s”.",
        "%(n)s points less against the others than with “%(other)s”.",
    ),
}
"""By what differs in two expectations, and whether that of the answer is the higher one."""


def search_sentence(expected: Expectation, other: Expectation, title: str, translations: NullTranslations) -> str:
    """Returns by how much an answer promises more or less than another one, for use when nothing that it leaves explains why."""
    from groundfloor.analysis.evaluated_answers import deciding_figure  # imports numpy

    figure, change = deciding_figure(expected, other)
    if not figure:
        is_better = expected.utility >= other.utility
        sentence = (
            translations.gettext("Slightly better than “%(other)s”.")
            if is_better
            else translations.gettext("Slightly worse than “%(other)s”.")
        )
        return sentence % {"other": title}
    number = ceil(abs(change))
    return translations.ngettext(*COMPARISONS[figure, change > 0], number) % {"n": number, "other": title}
