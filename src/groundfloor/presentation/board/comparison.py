"""The table that compares all companies: what each has, what comes next, and what is built, now or at the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.phases.income import income_of
from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.engine.position_projection import employee_count, floor_price, time_of_next_round, time_of_round

from .. import names
from .phrases import signed_number
from .score import source_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from gettext import NullTranslations

    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import ScoreCode
    from groundfloor.engine.phases.scoring import Score
    from groundfloor.engine.state import Player


@dataclass(frozen=True)
class ComparedRow:
    """A fact of each company, in the order of the seats that are compared; ``best`` are the numbers of the columns with the highest one, none if all are equal."""

    title: str
    values: tuple[str, ...]
    best: frozenset[int] = frozenset()


@dataclass(frozen=True)
class ComparedGroup:
    """Rows that belong together."""

    title: str
    rows: tuple[ComparedRow, ...]


def comparison(game: Game, seats: Sequence[int], translations: NullTranslations) -> list[ComparedGroup]:
    """Returns what the companies of these seats have; what an Automa does not have is "–", and what comes next is missing once the game is over.

    Names have soft hyphens where they may break.
    """
    _ = translations.gettext
    rules, players = game.ruleset, [game._state.players[seat] for seat in seats]
    scores = {score.seat: score for score in game.scores()}

    def numbers(title: str, number: Callable[[Player], int], *, of_automas: bool = False) -> ComparedRow:
        values = [number(player) if of_automas or player.deck is None else None for player in players]
        return compared(title, values)

    def by_seat(title: str, number: Callable[[int], int]) -> ComparedRow:
        return compared(title, [number(seat) for seat in seats])

    def listed(title: str, things: Callable[[Player], list[str]]) -> ComparedRow:
        return ComparedRow(title, tuple(", ".join(things(player)) or "–" for player in players))

    def points(score: Score, code: ScoreCode) -> int:
        return sum(item.points for item in score.row(code))

    sets = _("Money and info")
    prestige = [
        by_seat(_("Prestige"), lambda seat: scores[seat].total),
        *(compared(source_title(code, sets, translations), [points(scores[seat], code) for seat in seats]) for code in SCORE_CODES),
    ]
    purse = [
        numbers(resource("money", translations), lambda player: player.money),
        numbers(resource("info", translations), lambda player: player.info),
        numbers(resource("supply", translations), lambda player: player.supply),
        by_seat(_("Popularity"), lambda seat: game._state.popularity[seat]),
    ]
    work = [
        by_seat(_("Employees, the CEO included"), lambda seat: employee_count(game, seat) + 1),
        numbers(_("Untrained"), lambda player: player.untrained),
        by_seat(_("Products on sale"), lambda seat: game._state.retail_products.count(seat)),
        by_seat(_("Shares"), lambda seat: game._state.exchange_track.count(seat)),
    ]
    if not game.is_over:
        work += [
            by_seat(_("Time this round"), lambda seat: time_of_round(game, seat)),
            by_seat(_("Time next round"), lambda seat: time_of_next_round(game, seat)),
            ComparedRow(
                _("Next income"),
                tuple(signed_number(income_of(game, player)) if player.deck is None else "–" for player in players),
            ),
            ComparedRow(
                _("Price of the next floor"),
                tuple(
                    _("%(money)s money + %(info)s info") % dict(zip(("money", "info"), floor_price(game, seat), strict=True))
                    if player.deck is None
                    else "–"
                    for seat, player in zip(seats, players, strict=True)
                ),
            ),
        ]
    tile = [names.breakable(names.tile_group(info.id), info.id, translations) for info in rules.tiles]
    specialties = [names.breakable("specialty", info.id, translations) for info in rules.specialties]
    built = [
        listed(_("Specialty"), lambda player: [specialties[player.specialty]] if player.specialty >= 0 else []),
        listed(_("Floors"), lambda player: [tile[id] for id in player.floors]),
        listed(_("Tenant improvements"), lambda player: [tile[id] for id in player.tenants]),
        listed(
            _("Remodeled rooms"),
            lambda player: [
                names.breakable("room", room.id, translations)
                for room, is_done in zip(rules.rooms, player.remodeled, strict=False)
                if is_done
            ],
        ),
    ]
    return [
        ComparedGroup(_("Prestige"), tuple(prestige)),
        ComparedGroup(_("What they have"), tuple(purse)),
        ComparedGroup(_("People and business"), tuple(work)),
        ComparedGroup(_("What they have built"), tuple(built)),
    ]


def compared(title: str, numbers: Sequence[int | None]) -> ComparedRow:
    """Returns a row of numbers, with the highest marked; None is what an Automa does not have."""
    known = [number for number in numbers if number is not None]
    most = max(known, default=0)
    best = frozenset(place for place, number in enumerate(numbers) if number == most) if len(set(known)) > 1 else frozenset()
    return ComparedRow(title, tuple("–" if number is None else str(number) for number in numbers), best)


def resource(code: str, translations: NullTranslations) -> str:
    name = names.full("resource", code, translations)
    return name[:1].upper() + name[1:]
