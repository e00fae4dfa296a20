"""The page of one's own games: numbers, ladder, distinctions, tables and the last games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from gettext import NullTranslations

from groundfloor.results import DISTINCTIONS, GameResult, ResultLine, Rung, by_time, earned, ladder, line_of, lines_by, streaks

from .. import names
from .words import date_of, decimal, long_date, opponent_words, outcome, whole

LAST_GAMES = 50
OPPONENT_COLOURS = ("blue", "green")


@dataclass(frozen=True)
class TableRow:
    """The games of one kind."""

    title: str
    played: int
    won: int
    average: str
    best: str


@dataclass(frozen=True)
class ResultTable:
    """The games by one property."""

    title: str
    kind: str
    rows: tuple[TableRow, ...]


@dataclass(frozen=True)
class LadderRung:
    """A step of a ladder; ``opponents`` are their ids with their colours at the table."""

    title: str
    opponents: tuple[tuple[str, str], ...]
    result: str
    is_won: bool
    is_next: bool


@dataclass(frozen=True)
class Ladder:
    """A ladder of opponents of one kind."""

    title: str
    rungs: tuple[LadderRung, ...]


@dataclass(frozen=True)
class ShownDistinction:
    """A distinction; ``earned`` is the date on which it was earned, "" if it was not yet."""

    id: str
    title: str
    condition: str
    earned: str


@dataclass(frozen=True)
class LastGame:
    """A finished game in the list; ``link`` is "" if its table is not here, ``day`` the address of the page of its day, "" for none."""

    game: str
    date: str
    title: str
    outcome: str
    total: int
    ruleset: str
    link: str
    day: str


@dataclass(frozen=True)
class UncountedGame:
    """A finished game without a result: the ``reason`` says why, the ``link`` leads to it."""

    name: str
    date: str
    reason: str
    link: str


def result_figures(
    results: Sequence[GameResult], language: str, translations: NullTranslations, *, has_days: bool = True
) -> list[tuple[str, str]]:
    """Returns the numbers of all games, each with its title before it; those about cities of the day only if there are such games among them."""
    _ = translations.gettext
    line, rows = line_of("", results), streaks(results)
    return [
        (_("Games"), str(line.played)),
        (_("Won"), str(line.won)),
        (_("Prestige on average"), decimal(line.average, language)),
        (_("Best game"), whole(line.best)),
        (_("Current winning streak"), str(rows.current)),
        (_("Longest winning streak"), str(rows.longest)),
        *([(_("Cities of the day in a row"), str(rows.days))] if has_days else []),
    ]


def tables(results: Sequence[GameResult], language: str, translations: NullTranslations) -> list[ResultTable]:
    _ = translations.gettext

    def rows(key: Callable[[GameResult], str], title: Callable[[str], str]) -> tuple[TableRow, ...]:
        return tuple(
            TableRow(title(line.key), line.played, line.won, decimal(line.average, language), whole(line.best))
            for line in lines_by(results, key)
        )

    return [
        ResultTable(_("By opponent"), _("Opponent"), rows(lambda result: result.opponent, lambda key: opponent_words(key, translations))),
        ResultTable(
            _("By specialty"),
            _("Specialty"),
            rows(lambda result: result.specialty, lambda key: names.full("specialty", key, translations) if key else "–"),
        ),
        ResultTable(
            _("By ruleset"), _("Ruleset"), rows(lambda result: result.ruleset, lambda key: names.full("ruleset", key, translations))
        ),
    ]


def ladders(results: Sequence[GameResult], levels: Sequence[str], translations: NullTranslations) -> list[Ladder]:
    """Returns the ladders: of Automas, and of the ``levels`` of bots, the weakest first."""
    return [
        Ladder(translations.gettext("Automas"), tuple(shown_rung(rung, translations) for rung in ladder(results))),
        Ladder(
            translations.gettext("Bots"), tuple(shown_rung(rung, translations) for rung in ladder(results, [(level,) for level in levels]))
        ),
    ]


def shown_rung(rung: Rung, translations: NullTranslations) -> LadderRung:
    return LadderRung(
        opponent_words("+".join(rung.opponents), translations),
        tuple(zip(rung.opponents, OPPONENT_COLOURS, strict=False)),
        rung_words(rung.line, translations),
        rung.is_won,
        rung.is_next,
    )


def rung_words(line: ResultLine, translations: NullTranslations) -> str:
    if not line.played:
        return translations.gettext("not played yet")
    return translations.gettext("%(won)s of %(played)s won, best %(best)s") % {
        "won": line.won,
        "played": line.played,
        "best": whole(line.best),
    }


def distinctions(results: Sequence[GameResult], language: str, translations: NullTranslations, zone: tzinfo) -> list[ShownDistinction]:
    by_id = earned(results)
    return [
        ShownDistinction(
            distinction.id,
            translations.gettext(distinction.title),
            translations.gettext(distinction.condition),
            date_of(by_id[distinction.id].finished, language, zone) if distinction.id in by_id else "",
        )
        for distinction in DISTINCTIONS
    ]


def distinctions_of_game(
    results: Sequence[GameResult], game: str, language: str, translations: NullTranslations, zone: tzinfo
) -> list[ShownDistinction]:
    """Returns the distinctions that a player has earned by a game, and not before it."""
    new = {each.id for each in earned(results).values() if each.game == game}
    return [each for each in distinctions(results, language, translations, zone) if each.id in new]


def last_games(
    results: Sequence[GameResult], here: Collection[str], language: str, translations: NullTranslations, zone: tzinfo
) -> list[LastGame]:
    """Returns the last games, the newest first; ``here`` are the ids of the tables that can still be looked at, ``zone`` that of the dates."""
    return [
        LastGame(
            game=result.game,
            date=date_of(result.finished, language, zone),
            title=game_title(result, language, translations),
            outcome=outcome(result, translations),
            total=result.total,
            ruleset=names.full("ruleset", result.ruleset, translations),
            link=f"/g/{result.game}" if result.game in here else "",
            day=f"/day/{result.day}" if result.day else "",
        )
        for result in reversed(by_time(results)[-LAST_GAMES:])
    ]


def game_title(result: GameResult, language: str, translations: NullTranslations) -> str:
    facts = {
        "opponent": opponent_words(result.opponent, translations),
        "specialty": names.full("specialty", result.specialty, translations),
    }
    if result.day:
        title = translations.gettext("City of the day, %(day)s, against %(opponent)s, as %(specialty)s") % {
            **facts,
            "day": long_date(date.fromisoformat(result.day), language),
        }
    else:
        title = translations.gettext("Against %(opponent)s, as %(specialty)s") % facts
    if result.attempt > 1:
        title += translations.gettext(" (attempt %(number)s)") % {"number": result.attempt}
    if result.is_ended_early:
        title += translations.gettext(" (ended early)")
    if result.is_cut_short:
        title += translations.gettext(" (decided before its end)")
    return title + (translations.gettext(" (house values)") if result.has_house_values else "")
