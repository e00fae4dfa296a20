"""What is kept of a finished game, found by replaying its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.engine.state import FORECAST_TYPES

from .lab_game import LabGame, LabSeat

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.engine.match import Match

    from .lab_game import WithheldPurchase


class SeatFacts:
    """What a seat does, noted while its game is replayed."""

    def __init__(self) -> None:
        self.start = 0
        self.tiles: dict[str, int] = {}
        self.opening: list[str] = []
        self.remodels: list[str] = []
        self.hired = False

    def answer(self, text: str, is_task: bool) -> None:
        """Notes an answer of the first round."""
        verb, _, rest = text.partition(" ")
        if verb == "hire":
            self.hired = True
        elif verb == "remodel":
            self.remodels.append(rest)
        elif is_task and verb != "end":
            self.opening.append(text)


def facts_of(number: int, match: Match, withheld: WithheldPurchase | None, failures: int) -> LabGame:
    record = match.record
    notes = [SeatFacts() for _ in record.seats]
    for game, entry, _ in record.positions():
        note_changes(game, notes)
        if entry is not None and game.asked_seat >= 0 and game.state.round == 1:
            notes[entry.seat].answer(entry.text, game.question_kind == "schedule")
    state, rules = game.state, game.ruleset
    scores = sorted(game.scores(), key=lambda score: score.seat)
    kept = tuple(
        LabSeat(
            specialty=rules.specialties[player.specialty].id,
            start=noted.start,
            prestige=score.total,
            rank=score.rank,
            tiles=noted.tiles,
            opening=tuple(noted.opening),
            remodels=tuple(noted.remodels),
            hired=noted.hired,
            sources={code: points for code in SCORE_CODES if (points := sum(item.points for item in score.row(code)))},
        )
        for player, noted, score in zip(state.players, notes, scores, strict=True)
    )
    era = rules.eras[state.era].id if state.era >= 0 else ""
    event = rules.events[state.event].id if state.event >= 0 else ""
    forecasts = tuple(FORECAST_TYPES[rules.designs[design].type] for design in state.revealed_forecasts)
    return LabGame(number=number, era=era, event=event, forecasts=forecasts, seats=kept, withheld=withheld, failures=failures)


def note_changes(game: Game, notes: list[SeatFacts]) -> None:
    """Notes the popularity order once it is drawn, and new improvements with their round."""
    state = game.state
    if state.round == 1 and not notes[0].start and game.asked_seat >= 0:
        for place, seat in enumerate(state.popularity_order, 1):
            notes[seat].start = place
    for player, noted in zip(state.players, notes, strict=True):
        if len(player.floors) + len(player.tenants) != len(noted.tiles):
            for tile in (*player.floors, *player.tenants):
                noted.tiles.setdefault(game.ruleset.tiles[tile].id, state.round)
