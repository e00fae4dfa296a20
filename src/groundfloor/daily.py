"""The city of the day: one game for everybody who plays that day, with the same specialty and the same draws.

The key of its draws is no secret. It is derived from the date and the revision of the rules by ``key_of_day``, so that every server of
the same version has the same city. Whoever wants to can therefore compute all draws beforehand: it is for fun.

>>> from datetime import date
>>> from groundfloor.daily import city_of_the_day
>>> city = city_of_the_day(date(2026, 11, 22))
>>> match = city.match("Ann", "hadid")
>>> match.record.purpose, match.record.day, city.specialty
('day', '2026-11-22', 'inheritance')
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from groundfloor.engine.arguments import require_type
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.engine.match import Match, hash_of
from groundfloor.engine.record import Record
from groundfloor.engine.seats import Seat

from .editions import ruleset
from .translatable import TranslatableError

RULESET = "second"
"""The ruleset of every city of the day, in its newest revision."""
OPPONENTS = ("pei", "gropius", "hadid")
"""The Automas, one of which the player chooses, the easiest first."""
FIRST_DAY = date(2025, 1, 1)
"""The oldest day that pages and terminal offer."""


class UnknownDay(TranslatableError):
    """A text that is no date, or a day that can't be played: before ``FIRST_DAY``, or not yet begun (in UTC)."""


@dataclass(frozen=True)
class CityOfTheDay:
    """The city of ``day`` in a revision of the rules.

    >>> city = CityOfTheDay(date(2026, 11, 22), 1)
    >>> len(city.match("Ann", OPPONENTS[0]).game.seats)
    2
    """

    day: date
    revision: int

    @property
    def key(self) -> bytes:
        """The key of the draws, which anybody can compute."""
        return key_of_day(self.day, self.revision)

    @property
    def specialty(self) -> str:
        """The id of the specialty that everybody gets, whoever the opponent is."""
        match = self.match("?", OPPONENTS[0])
        return match.game.ruleset.specialties[match.game._state.players[0].specialty].id

    def match(self, name: str, opponent: str) -> Match:
        """Returns a new match of somebody with this name; ``opponent`` is one of ``OPPONENTS``, else ImpossibleTable."""
        rules = ruleset(RULESET, self.revision)
        require_type(name, (str,), "A name is a text, such as 'Ann'")
        require_type(opponent, (str,), "An opponent is the id of an Automa, such as 'pei'")
        if opponent not in OPPONENTS:
            raise ImpossibleTable(
                "The city of the day is played against one of %(known)s, not “%(given)s”.",
                known=", ".join(OPPONENTS),
                given=opponent[:40],
            )
        automa = next(entrepreneur for entrepreneur in rules.entrepreneurs if entrepreneur.id == opponent)
        seats = [Seat(name, "", rules.colours[0]), Seat(automa.name, automa.id, rules.colours[1])]
        return Match.new(rules, seats, {}, self.key, "day", self.day.isoformat())


def city_of_the_day(day: date) -> CityOfTheDay:
    """Returns the city of a day by the newest revision of the rules.

    >>> city_of_the_day(date(2026, 11, 22)).key == city_of_the_day(date(2026, 11, 22)).key
    True
    >>> city_of_the_day(date(2026, 11, 22)).key == city_of_the_day(date(2026, 11, 23)).key
    False
    """
    require_type(day, (date,), "A day is a datetime.date, such as date(2026, 11, 22)")
    return CityOfTheDay(day, ruleset(RULESET).revision)


def key_of_day(day: date, revision: int) -> bytes:
    """Returns the key of a day: the SHA-256 of ``groundfloor city of the day DATE second REVISION``, the date as ``2026-11-22``."""
    import hashlib  # here, as it takes long to import

    return hashlib.sha256(f"groundfloor city of the day {day.isoformat()} {RULESET} {revision}".encode()).digest()


def is_day_of(record: Record) -> bool:
    """Returns whether a record is the city of its day from the start: the right rules and key, and no draw made from another key."""
    if record.purpose != "day" or record.ruleset.name != RULESET or record.ruleset.overrides or record.first_committed_draw != 1:
        return False
    return record.key_hash == hash_of(key_of_day(date.fromisoformat(record.day), record.ruleset.revision))


def parse_day(text: str) -> date:
    """Returns the date of a text such as ``2026-11-22``; UnknownDay for any other text."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise UnknownDay("A day is written like 2026-11-22, not “%(given)s”.", given=text[:40])
    return day


def playable_day(text: str, today: date) -> date:
    """Returns the day that a text names (``today``, or a date); UnknownDay if it is no day up to today."""
    day = today if text == "today" else parse_day(text)
    if day > today:
        raise UnknownDay(
            "%(day)s has not begun yet: days begin at midnight UTC, and today is %(today)s.", day=day.isoformat(), today=today.isoformat()
        )
    if day < FIRST_DAY:
        raise UnknownDay("The first city of the day is that of %(first)s.", first=FIRST_DAY.isoformat())
    return day
