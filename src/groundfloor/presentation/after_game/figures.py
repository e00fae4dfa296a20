"""The figures of a game by rounds, with their titles: what charts draw and tables list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from groundfloor.engine.kinds import ScoreCode
from groundfloor.engine.phases.scoring import SCORE_CODES

from ..bidi import isolated
from .game_history import GameHistory
from .turning_point_text import source_name


@dataclass(frozen=True)
class FigureRow:
    """The values of a seat or of a source of prestige, one a column."""

    title: str
    values: tuple[int, ...]
    seat: int = -1
    source: ScoreCode | None = None


@dataclass(frozen=True)
class Figures:
    """A table of figures: ``columns`` are the headings of the rounds, ``note`` says what is counted, and when.

    ``seat`` is the seat that the rows are about, -1 if each row is a seat.
    """

    id: str
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[FigureRow, ...]
    seat: int = -1

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(sum(row.values[number] for row in self.rows) for number in range(len(self.columns)))


def prestige_figures(history: GameHistory, translations: NullTranslations) -> list[Figures]:
    _ = translations.gettext
    note = _("Prestige by source after each round, as it would be scored then.")
    moments = history.moments[1:]
    figures = []
    for seat, player in enumerate(history.game.seats):
        rows = tuple(
            FigureRow(source_name(code, translations), tuple(moment.seats[seat].prestige[code] for moment in moments), source=code)
            for code in SCORE_CODES
        )
        columns = tuple(str(number) for number in range(1, len(moments) + 1))
        figures.append(
            Figures(f"prestige-{seat + 1}", _("Prestige of %(name)s") % {"name": isolated(player.name)}, note, columns, rows, seat)
        )
    return figures


def level_figures(history: GameHistory, translations: NullTranslations) -> list[Figures]:
    """Returns money, info, popularity, time used and consumers of all seats over the rounds; money and info only of people."""
    _ = translations.gettext
    everybody = range(len(history.game.seats))
    people = [seat for seat in everybody if history.has_purse(seat)]
    starts = (*(str(moment.round) for moment in history.moments[:-1]), _("End"))
    rounds = tuple(str(played.round) for played in history.rounds)
    moments = history.moments
    in_hand = _("In hand as phase II of each round begins, and at the end.")
    return [
        Figures("money", _("Money"), in_hand, starts, rows(history, people, [[seat.money for seat in m.seats] for m in moments])),
        Figures("info", _("Info"), in_hand, starts, rows(history, people, [[seat.info for seat in m.seats] for m in moments])),
        Figures(
            "popularity",
            _("Popularity"),
            _("Space on the track after each round."),
            tuple(str(number) for number in range(1, len(moments))),
            rows(history, everybody, [[seat.popularity for seat in m.seats] for m in moments[1:]]),
        ),
        Figures(
            "time",
            _("Time used"),
            _("Time markers used for tasks in each round."),
            rounds,
            rows(history, everybody, [played.time_used for played in history.rounds]),
        ),
        Figures(
            "consumers",
            _("Consumers"),
            _("Consumers who bought in each round."),
            rounds,
            rows(history, everybody, [played.consumers for played in history.rounds]),
        ),
    ]


def rows(history: GameHistory, seats: Sequence[int], values: Sequence[Sequence[int]]) -> tuple[FigureRow, ...]:
    """Returns a row for each of these seats; ``values`` has the values of all seats for each column."""
    return tuple(FigureRow(isolated(history.game.seats[seat].name), tuple(column[seat] for column in values), seat) for seat in seats)
