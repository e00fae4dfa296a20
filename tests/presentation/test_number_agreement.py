"""Numbers agree with their nouns: a sentence whose number can be 1 comes in a singular and a plural (``ngettext``)."""

from __future__ import annotations

import re

from groundfloor.presentation.translations import catalogue

COUNTED = (
    "Automas|people|bytes|actions|hours|days|minutes|shares|Menschen|Aktionen|Stunden|Tagen?|Minuten|time markers|markers|consumers|products|employees|spaces|players|seats|steps|rounds|kinds|points|cards|entries|values|moves|rules|answers|stocks|"
    "Waren|Kunden|Produkte|Angestellten?|Felder|Plätzen?|Spieler|Spielern|Schritte|Runden|Arten|Prestigepunkte|Karten|Einträge|Werte|Züge|Regeln|Antworten|Aktien"
)
FIXED = re.compile(rf"(?:%\((\w+)\)s|\{{(\w+)\}}) (?:more |weitere |mehr )?(?:{COUNTED})\b")
NEVER_ONE = {
    "players": "bays, windows and options need at least 2",
    "most": "employees, seats and consumers that there can be at most: more than 1, or the upper end of a range",
    "employees": "the most that a company can have",
    "people": "the people beside Automas on the start page: what the rulesets themselves say, 3",
    "rounds": "the rounds of a finished game",
    "least": "the hours of a player's day, 8",
    "minutes": "how long a message of one's own can be deleted, 5",
    "needed": "options are for tables of 2 or more",
}
"""Placeholders before a plural that are never 1, with the reason."""
PLAYERS = (
    "%(edition)s, %(n)s players",
    "for %(n)s players",
    "%(card)s, consumers with %(n)s players",
    "%(card)s, unemployed with %(n)s players",
)
"""Messages whose number is that of the players of a game, who are at least 2."""


def test_no_number_that_can_be_one_has_a_fixed_plural() -> None:
    messages = [message for message in catalogue("de") if message.id and isinstance(message.id, str)]
    found = []
    for message in messages:
        for text in (str(message.id), str(message.string)):
            for match in FIXED.finditer(text):
                if (match.group(1) or match.group(2)) not in NEVER_ONE and message.id not in PLAYERS:
                    found.append(f"{text!r}: {match.group()}")
    assert found == []


def test_every_plural_shows_its_number_in_each_form() -> None:
    """A form without the number would hide it; ``one answer was possible`` needs none."""
    plurals = [message for message in catalogue("de") if isinstance(message.id, tuple)]
    placeholders = re.compile(r"%\(\w+\)s")
    for message in plurals:
        meant_forms, said_forms = tuple(message.id), tuple(message.string or ())
        assert len(said_forms) == 2, meant_forms
        for said, meant in zip(said_forms, meant_forms, strict=True):
            assert sorted(placeholders.findall(said)) == sorted(placeholders.findall(meant)), said


def test_no_number_follows_a_name() -> None:
    """A name may end in a number: ``Player 1 1 consumer``."""
    after_name = re.compile(r"%\((?:name|other|owner|people)\)s %\((?!value|chosen)")
    texts = [text for message in catalogue("de") for text in (message.id, message.string) if text]
    forms = [form for text in texts for form in ([text] if isinstance(text, str) else text)]
    assert len(forms) > 2000
    assert [form for form in forms if after_name.search(form)] == []
