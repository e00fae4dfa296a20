"""The seats of a table: who plays, and whether the table is possible (``RULES 8.1.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arguments import Text, read_text
from .display_names import comparison_key, is_printable, is_visible
from .errors import ImpossibleTable
from .freezing import Freezable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .ruleset import Ruleset

COLOURS = ("red", "blue", "green", "amber", "pink", "grey")
"""Seat colours of rulesets whose documents name none, in their order; each has a shape of its own on the board."""
FIRST_EDITION_COLOURS = ("red", "blue", "yellow", "green", "purple", "black")
"""The six colours that the first edition names, in its order."""
KNOWN_COLOURS = tuple(dict.fromkeys((*COLOURS, *FIRST_EDITION_COLOURS)))
"""Every colour that a seat can have."""
TEXTS = "Name, Automa and colour of a seat are texts, such as Seat('Ann', colour='red')"


class Seat(Freezable):
    """A place at the table: a name, the id of an Automa's entrepreneur ("" for a human), a colour of ``KNOWN_COLOURS``. It can't be changed.

    >>> Seat("Ann", colour="green")
    Seat('Ann', '', 'green')
    """

    __slots__ = ("name", "automa", "colour")

    def __init__(self, name: Text, automa: Text = "", colour: Text = "") -> None:
        self.name = read_text(name, TEXTS)
        self.automa = read_text(automa, TEXTS)
        self.colour = read_text(colour, TEXTS)
        self.freeze()

    def __reduce__(self) -> tuple[object, ...]:
        return Seat, (self.name, self.automa, self.colour)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seat) and (self.name, self.automa, self.colour) == (other.name, other.automa, other.colour)

    def __hash__(self) -> int:
        return hash((self.name, self.automa, self.colour))

    def __repr__(self) -> str:
        return f"Seat({self.name!r}, {self.automa!r}, {self.colour!r})"


def normalize_seats(ruleset: Ruleset, seats: Sequence[Seat | str]) -> tuple[Seat, ...]:
    """Returns seats with names and colours; a text is a human's name or ``automa:ID``. Raises ImpossibleTable for impossible ones."""
    if not isinstance(seats, list | tuple) or not all(isinstance(seat, str | Seat) for seat in seats):
        raise TypeError(f"Seats are a list of names and Seats, such as ['Ann', 'automa:pei'], not {seats!r:.80}.")
    named = [read_seat(ruleset, seat) if isinstance(seat, str) else seat for seat in seats]
    check(ruleset, named)
    chosen = [seat.colour for seat in named if seat.colour]
    free = [colour for colour in colour_set(ruleset, chosen) if colour not in chosen]
    return tuple(Seat(seat.name, seat.automa, seat.colour or free.pop(0)) for seat in named)


def colour_set(ruleset: Ruleset, chosen: Sequence[str]) -> tuple[str, ...]:
    """Returns the set of colours that the chosen ones belong to: the ruleset's own, or ``COLOURS``, which every record may use.

    ImpossibleTable if neither holds them all: colours of different sets can be too like each other.
    """
    for colours in (ruleset.colours, COLOURS):
        if set(chosen) <= set(colours):
            return colours
    raise ImpossibleTable(
        "The colours %(given)s don't go together; choose all of them from: %(known)s.",
        given=", ".join(chosen),
        known=", ".join(ruleset.colours),
    )


def read_seat(ruleset: Ruleset, text: str) -> Seat:
    """Returns a seat from ``NAME`` or ``automa:ID``."""
    if not text.startswith("automa:"):
        return Seat(text)
    wanted = text.removeprefix("automa:").strip().lower()
    for entrepreneur in ruleset.entrepreneurs:
        if entrepreneur.id == wanted:
            return Seat(entrepreneur.name, entrepreneur.id)
    raise no_automa(ruleset, wanted)


def no_automa(ruleset: Ruleset, given: str) -> ImpossibleTable:
    known = ", ".join(entrepreneur.id for entrepreneur in ruleset.entrepreneurs)
    if not known:
        return ImpossibleTable("Ruleset %(ruleset)s has no Automas: every seat is a person's or an agent's.", ruleset=ruleset.name)
    return ImpossibleTable(
        "Ruleset %(ruleset)s has no Automa '%(given)s'; it has: %(known)s.",
        given=given,
        ruleset=ruleset.name,
        known=known,
    )


def check(ruleset: Ruleset, seats: list[Seat]) -> None:
    """Raises ImpossibleTable if these seats can't play together."""
    least, most = ruleset.player_range
    if not least <= len(seats) <= most:
        raise ImpossibleTable(
            "A table has %(least)s to %(most)s seats, not %(count)s.",
            least=least,
            most=most,
            count=len(seats),
        )
    for seat in seats:
        check_seat(ruleset, seat)
    colours = [seat.colour for seat in seats if seat.colour]
    colour_set(ruleset, colours)
    if len(set(colours)) < len(colours):
        raise ImpossibleTable("Two seats have the same colour; each needs one of its own.")
    automas = [seat.automa for seat in seats if seat.automa]
    if automas:
        check_automas(ruleset, automas, len(seats) - len(automas))
    names = [comparison_key(seat.name) for seat in seats]
    if len(set(names)) < len(names):
        raise ImpossibleTable("Two seats have the same name; each needs one of its own.")


def check_seat(ruleset: Ruleset, seat: Seat) -> None:
    """Raises ImpossibleTable if a seat's name, colour or Automa is not possible."""
    if seat.name.strip() and not is_visible(seat.name):
        raise invisible(seat.name)
    if not seat.name.strip() or not is_printable(seat.name) or seat.name != seat.name.strip() or len(seat.name) > 40:
        raise ImpossibleTable(
            "A seat's name needs 1 to 40 printable characters and no blanks at its ends; '%(given)s' is not possible.",
            given=ascii(seat.name)[1:-1],
        )
    if seat.colour and seat.colour not in KNOWN_COLOURS:
        raise ImpossibleTable(
            "'%(given)s' is not a seat colour; choose one of: %(known)s.",
            given=seat.colour,
            known=", ".join(ruleset.colours),
        )
    known = [entrepreneur.id for entrepreneur in ruleset.entrepreneurs]
    if seat.automa and seat.automa not in known:
        raise no_automa(ruleset, seat.automa)


def invisible(name: str) -> ImpossibleTable:
    return ImpossibleTable("A name needs a character that can be seen, and '%(given)s' has none.", given=ascii(name[:40])[1:-1])


def check_automas(ruleset: Ruleset, automas: list[str], humans: int) -> None:
    """Raises ImpossibleTable if these Automas and this number of humans can't play together."""
    if len(set(automas)) < len(automas):
        raise ImpossibleTable("The Automas of a table must be different, and one sits here twice.")
    if ruleset.max_automas == 1 < len(automas):
        raise ImpossibleTable("Only one Automa can play, not %(count)s.", count=len(automas))
    if len(automas) > ruleset.max_automas:
        raise ImpossibleTable("At most %(most)s Automas can play, not %(count)s.", most=ruleset.max_automas, count=len(automas))
    if humans != 1 == ruleset.max_humans_with_automas:
        raise ImpossibleTable("Only one person can play with Automas, not %(count)s.", count=humans)
    if not 1 <= humans <= ruleset.max_humans_with_automas:
        raise ImpossibleTable(
            "From 1 to %(most)s people can play with Automas, not %(count)s.",
            most=ruleset.max_humans_with_automas,
            count=humans,
        )
