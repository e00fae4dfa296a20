"""What the published board game says of itself beside its rules: players, playing time and age; and its page on the web."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations

from groundfloor.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class PublishedGame:
    """An edition: its playing time in minutes, from and to, the age from which it is for, and its page at BoardGameGeek."""

    minutes: tuple[int, int]
    age: int
    link: str


FIRST = PublishedGame((90, 120), 12, "https://boardgamegeek.com/boardgame/38765/ground-floor")
"""Time and age are printed in the rulebook."""
SECOND = PublishedGame((120, 180), 12, "https://boardgamegeek.com/boardgame/255659/ground-floor-second-edition")
"""Time and age are those of the rules of the online version; the German rulebook names neither."""
PUBLISHED = {"second": SECOND, "online": SECOND, "first": FIRST}
"""By ruleset; the reference manual names neither time nor age."""


def game_facts(rules: Ruleset, words: NullTranslations) -> str:
    """Returns players, playing time and age of the board game with these rules.

    >>> from groundfloor import ruleset
    >>> from groundfloor.presentation.translations import translations
    >>> game_facts(ruleset("second"), translations("en"))
    '1–5 players · 120–180 minutes · ages 12 and up'
    """
    _ = words.gettext
    least, most = rules.player_range
    said = [_("%(least)s–%(most)s players") % {"least": 1 if rules.entrepreneurs else least, "most": most}]
    game = PUBLISHED.get(rules.name)
    if game is not None:
        said.append(_("%(least)s–%(most)s minutes") % {"least": game.minutes[0], "most": game.minutes[1]})
        said.append(_("ages %(age)s and up") % {"age": game.age})
    return " · ".join(said)
