"""Parts of sentences that several texts of the board share."""

from __future__ import annotations

from fractions import Fraction
from gettext import NullTranslations

from groundfloor.engine.state import ROOMS

from .. import effects, names
from ..view import TableView

CASES_AT_MOST = 12
"""Of more cases than these the chance is said in percent."""


def signed_number(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def after_others(view: TableView, sentence: str, spaces: list[int], space: int) -> str:
    """Returns a text about a numbered space, followed by whose markers come before."""
    others = list(dict.fromkeys(seat for seat in spaces[: max(space - 1, 0)] if seat >= 0 and seat != view.own.seat))
    if not others:
        return sentence + view._(", before everybody else.")
    return sentence + view._(", after %(names)s.", names=names.join_list([view.people[seat].name for seat in others], view.translations))


def place_words(view: TableView, place: int) -> str:
    if place >= ROOMS:
        return names.full("floor", "empty_floor", view.translations)
    return names.full("room", view.game.ruleset.rooms[place].id, view.translations)


def tile_words(view: TableView, tile: int) -> str:
    id = view.game.ruleset.tiles[tile].id
    return names.full(names.tile_group(id), id, view.translations)


def remodel_words(view: TableView, room: int) -> str:
    does = effects.of_room(view.game.ruleset, room, view.translations, remodeled=True)
    return view._("Remodeled: %(does)s.", does=does)


def bare_reason(translations: NullTranslations, reason: str) -> str:
    """Returns a reason without its "Not possible", for a label that has said so already: ``There is no supply at that door.``"""
    before, _mark, after = translations.gettext("Not possible: %(reason)s.").partition("%(reason)s")
    bare = reason.removeprefix(before)
    return bare if bare == reason or not after else bare[:1].upper() + bare[1:]


def odds_words(translations: NullTranslations, chance: Fraction) -> str:
    """Returns a chance in few words, for a button: ``2 in 3``, ``37 %``."""
    if chance.denominator <= CASES_AT_MOST:
        return translations.gettext("%(some)s in %(all)s") % {"some": chance.numerator, "all": chance.denominator}
    return translations.gettext("%(percent)s %%") % {"percent": min(max(round(chance * 100), 1), 99)}


def chance_words(translations: NullTranslations, chance: Fraction) -> str:
    """Returns in how many cases something comes true: ``in every case``, ``in 2 of 3 cases``, ``in 37 % of all cases``."""
    _ = translations.gettext
    if chance == 1:
        return _("in every case")
    if chance == 0:
        return _("in no case")
    if chance.denominator <= CASES_AT_MOST:
        return _("in %(some)s of %(all)s cases") % {"some": chance.numerator, "all": chance.denominator}
    return _("in %(percent)s %% of all cases") % {"percent": min(max(round(chance * 100), 1), 99)}
