"""The journal of a game: its events, each with what every company holds after it (docs/events.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .events import Event  # noqa: TC001 - compiled, a named tuple looks the types of its fields up
from .phases.scoring import prestige_of

if TYPE_CHECKING:
    from .game import Game


class Holdings(NamedTuple):
    """What a seat has: money, info, supply and available time markers, the space of its popularity marker, and its prestige if the game ended now."""

    money: int
    info: int
    supply: int
    time: int
    popularity: int
    prestige: int


class JournalEntry(NamedTuple):
    """An event: the number of the record's entry that caused it (0: before the first), round and phase, and the holdings of each seat after it."""

    entry: int
    round: int
    phase: int
    event: Event
    holdings: tuple[Holdings, ...]


class Journal:
    """Keeps the events of a game to which it is attached; ``entry`` is the number of the record's entry that is being applied.

    If ``positions`` is a list, a copy of the game at each event is added to it.

    >>> from groundfloor import new_game
    >>> from groundfloor.engine.journal import Journal
    >>> game = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
    >>> game.journal = Journal()
    >>> game.apply("specialty 1 retail")
    >>> game.journal.events, game.journal.entries[-1].holdings[0].money == game.state.players[0].money
    ([SpecialtyReceived(seat=0, rule='8.4', automatic=False, specialty='retail')], True)
    """

    __slots__ = ("entries", "entry", "positions")

    def __init__(self, entries: list[JournalEntry] | None = None, entry: int = 0) -> None:
        self.entries: list[JournalEntry] = entries or []
        self.entry = entry
        self.positions: list[Game] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return Journal, (self.entries, self.entry)

    def copy(self) -> Journal:
        return Journal(self.entries[:], self.entry)

    @property
    def events(self) -> list[Event]:
        """The events alone, the oldest first."""
        return [noted.event for noted in self.entries]

    def note(self, game: Game, event: Event) -> None:
        """Adds an event of which all effects have happened."""
        known = self.entries[-1].holdings if self.entries else ()
        self.entries.append(JournalEntry(self.entry, game._state.round, game._state.phase, event, holdings_of(game, known)))
        if self.positions is not None:
            self.positions.append(game.copy())


def holdings_of(game: Game, known: tuple[Holdings, ...] = ()) -> tuple[Holdings, ...]:
    """Returns what each seat has; the same objects as in ``known`` where nothing has changed, as a long game has many events."""
    scored = game._ruleset.ending.projected_end(game)
    holdings: list[Holdings] = []
    for seat, player in enumerate(game._state.players):
        prestige = prestige_of(scored, seat)
        held = Holdings(player.money, player.info, player.supply, player.time, game._state.popularity[seat], prestige)
        holdings.append(known[seat] if known and known[seat] == held else held)
    return known if known and all(held is old for held, old in zip(holdings, known, strict=True)) else tuple(holdings)
