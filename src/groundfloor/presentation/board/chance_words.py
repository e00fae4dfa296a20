"""Chances in words: ``in 2 of 3 cases``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction
    from gettext import NullTranslations

CASES_AT_MOST = 12
"""Of more cases than these the chance is said in percent."""


def chance_words(words: NullTranslations, chance: Fraction) -> str:
    """Returns in how many cases something comes true: ``in every case``, ``in 2 of 3 cases``, ``in 37 % of all cases``."""
    _ = words.gettext
    if chance == 1:
        return _("in every case")
    if chance == 0:
        return _("in no case")
    if chance.denominator <= CASES_AT_MOST:
        return _("in %(some)s of %(all)s cases") % {"some": chance.numerator, "all": chance.denominator}
    return _("in %(percent)s %% of all cases") % {"percent": min(max(round(chance * 100), 1), 99)}
