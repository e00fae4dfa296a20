"""The city of the day: one game for everybody who plays that day, with the same specialty and the same draws.

The key of its draws is no secret. It is derived from the date and the revision of the rules by ``key_of_day``, so that every server of
the same version has the same city. Whoever wants to can therefore compute all draws beforehand: it is for fun.

>>> from datetime import date
>>> from groundfloor.daily import city_of_the_day
>>> city = city_of_the_day(date(2026, 11, 22))
>>> match = city.match("Ann", "hadid")
>>> match.record.purpose, match.record.day, city.specialty
('day', '2026-11-22', 'industrial')
"""

from .city import FIRST_DAY, OPPONENTS, RULESET, CityOfTheDay, UnknownDay, city_of_the_day, is_day_of, key_of_day, parse_day, playable_day

__all__ = [
    "FIRST_DAY",
    "OPPONENTS",
    "RULESET",
    "CityOfTheDay",
    "UnknownDay",
    "city_of_the_day",
    "is_day_of",
    "key_of_day",
    "parse_day",
    "playable_day",
]
