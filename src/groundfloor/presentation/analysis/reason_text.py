"""Reasons in words: what one answer leaves more or less of than another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.translatable import _, plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from gettext import NullTranslations

    from groundfloor.analysis import Reason
    from groundfloor.analysis.reasons import QuantityName

Phrase = tuple[str, str]
"""Singular and plural."""


PHRASES: Mapping[QuantityName, tuple[Phrase, Phrase]] = {
    "money": (plural("%(n)s more money", "%(n)s more money"), plural("%(n)s less money", "%(n)s less money")),
    "info": (plural("%(n)s more info", "%(n)s more info"), plural("%(n)s less info", "%(n)s less info")),
    "supply": (plural("%(n)s more supply", "%(n)s more supply"), plural("%(n)s less supply", "%(n)s less supply")),
    "time": (
        plural("%(n)s more time marker left", "%(n)s more time markers left"),
        plural("%(n)s fewer time marker left", "%(n)s fewer time markers left"),
    ),
    "prestige": (
        plural("%(n)s more prestige point now", "%(n)s more prestige points now"),
        plural("%(n)s fewer prestige point now", "%(n)s fewer prestige points now"),
    ),
    "employees": (
        plural("%(n)s more employee", "%(n)s more employees"),
        plural("%(n)s fewer employee", "%(n)s fewer employees"),
    ),
    "next_time": (
        plural("%(n)s more time marker in the next round", "%(n)s more time markers in the next round"),
        plural("%(n)s fewer time marker in the next round", "%(n)s fewer time markers in the next round"),
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
        plural("%(n)s more marker at the consulting firm", "%(n)s more markers at the consulting firm"),
        plural("%(n)s fewer marker at the consulting firm", "%(n)s fewer markers at the consulting firm"),
    ),
    "warehouse": (
        plural("%(n)s more marker at the warehouse", "%(n)s more markers at the warehouse"),
        plural("%(n)s fewer marker at the warehouse", "%(n)s fewer markers at the warehouse"),
    ),
    "purchase": (
        plural("about %(n)s more prestige point from a purchase", "about %(n)s more prestige points from a purchase"),
        plural("about %(n)s fewer prestige point from a purchase", "about %(n)s fewer prestige points from a purchase"),
    ),
    "rooms": (
        plural("%(n)s more remodeled room", "%(n)s more remodeled rooms"),
        plural("%(n)s fewer remodeled room", "%(n)s fewer remodeled rooms"),
    ),
    "improvements": (
        plural("%(n)s more improvement", "%(n)s more improvements"),
        plural("%(n)s fewer improvement", "%(n)s fewer improvements"),
    ),
    "rival_sale": (
        plural("about %(n)s more money from products for an opponent", "about %(n)s more money from products for an opponent"),
        plural("about %(n)s less money from products for an opponent", "about %(n)s less money from products for an opponent"),
    ),
    "rival_places": (
        plural("%(n)s more place ahead of yours taken by opponents", "%(n)s more places ahead of yours taken by opponents"),
        plural("%(n)s fewer place ahead of yours taken by opponents", "%(n)s fewer places ahead of yours taken by opponents"),
    ),
}
"""What a quantity is called where there is more of it, and where there is less."""
NOUNS: Mapping[QuantityName, str] = {
    "money": _("money"),
    "info": _("info"),
    "supply": _("supply"),
    "time": _("the time left in this round"),
    "prestige": _("prestige now"),
    "employees": _("employees"),
    "next_time": _("the time of the next rounds"),
    "next_income": _("income"),
    "popularity": _("popularity"),
    "turn_order": _("the turn order"),
    "advertising": _("popularity to come"),
    "sale": _("your own sales"),
    "stocks": _("money from shares"),
    "meetings": _("meetings"),
    "warehouse": _("supply to come"),
    "purchase": _("a purchase at the construction company"),
    "rooms": _("remodeled rooms"),
    "improvements": _("tenant improvements and floors"),
    "rival_sale": _("the opponents’ sales"),
    "rival_places": _("who comes first"),
}
"""What a quantity is called as the thing that counts."""


def phrase(reason: Reason, words: NullTranslations) -> str:
    """Returns one reason, such as “3 more money”."""
    more, less = PHRASES[reason.quantity]
    one, many = more if reason.change > 0 else less
    number = abs(reason.change)
    return words.ngettext(one, many, number) % {"n": number}


def reasons_sentence(found: Sequence[Reason], other: str, words: NullTranslations) -> str:
    """Returns in what an answer differs from another one, what speaks for it first."""
    _ = words.gettext
    gains = ", ".join(phrase(reason, words) for reason in found if reason.is_gain)
    losses = ", ".join(phrase(reason, words) for reason in found if not reason.is_gain)
    facts = {"other": other, "gains": gains, "losses": losses}
    if gains and losses:
        return _("Compared with “%(other)s”: %(gains)s, but %(losses)s.") % facts
    if gains:
        return _("Compared with “%(other)s”: %(gains)s.") % facts
    if losses:
        return _("Compared with “%(other)s”: %(losses)s.") % facts
    return _("For now it leaves you the same as “%(other)s”; the difference is in what can follow.") % facts
