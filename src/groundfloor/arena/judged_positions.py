"""The positions that are shown to the strongest bot: of games between Directors, and those at which the guide proposes a move."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from groundfloor.agents.search_agent import SearchAgent
from groundfloor.analysis.game_analysis import decisions_of
from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.files import read_text, write_atomically
from groundfloor.guide import LESSONS, Hint, guided_match, hint

if TYPE_CHECKING:
    from pathlib import Path

    from groundfloor.engine.game import Game

DIRECTOR_SIMULATIONS = 80
"""Those of the level of that name; it may take as long as it likes, so that a busy machine plays the same games."""
POSITIONS_OF_A_GAME = 25
SEATS = (2, 3, 2, 4)
"""Seats of the games, in turn."""
CLOSING = {"after_task": "end", "after_turn": "end", "after_buy": "end"}


def director_positions(folder: Path, count: int) -> list[Game]:
    """Returns ``count`` positions with a choice from games between Directors of ``second``, in mixed order; the folder keeps their records."""
    found: list[Game] = []
    for number in range(-(-count // POSITIONS_OF_A_GAME)):
        decisions = [game for _entry, game, _action in decisions_of(director_game(folder, number), None)]
        chosen = sorted(Random(f"positions {number}").sample(range(len(decisions)), POSITIONS_OF_A_GAME))
        found += [decisions[place] for place in chosen]
    Random("order").shuffle(found)
    return found[:count]


def director_game(folder: Path, number: int) -> Record:
    """Returns the record of a game between Directors, which is played unless the folder has it."""
    file = folder / f"directors-{number}.gfr"
    if file.exists():
        return Record.parse(read_text(file), ruleset)
    seats = [f"Director {seat + 1}" for seat in range(SEATS[number % len(SEATS)])]
    match = Match.new(ruleset("second"), seats, {}, f"judged game {number}".encode())
    agents = [SearchAgent(Random(f"director {number} {seat}"), simulations=DIRECTOR_SIMULATIONS) for seat in range(len(seats))]
    for agent in agents:
        agent.time_limit = 1e9
    while not match.game.is_over:
        seat = match.game.asked_seat
        match.apply(agents[seat].choose(match.game.view(seat)))
    write_atomically(file, match.record.format().encode())
    return match.record


@dataclass(frozen=True)
class Proposal:
    """A position at which the guide proposes moves; ``after`` is the other move that led there, "" where its proposals were followed."""

    step: Hint
    game: Game
    after: str = ""


def guided_positions() -> list[Proposal]:
    """Returns every position at which the guide proposes a move, and the next one after each other kind of move."""
    match = guided_match("Player 1")
    found: list[Proposal] = []
    while (proposal := next_proposal(match)) is not None:
        found.append(proposal)
        entries = len(match.record.entries)
        others = {action.verb: action for action in match.game.legal_actions if action.text not in proposal.step.moves}
        for action in others.values():
            other = Match.resume(match.record.prefix(entries), match.key)
            other.apply(action)
            later = next_proposal(other)
            if later is not None:
                found.append(Proposal(later.step, later.game, f"{proposal.step.id}: {action.text}"))
        match.apply(proposal.step.moves[0])
    return found


def next_proposal(match: Match) -> Proposal | None:
    """Goes on to the next position at which the guide proposes a move and returns it; None if there is none in its rounds.

    Questions that it has no lesson about are ended or declined, so that they take nothing from the plan.
    """
    read = tuple(lesson.id for lesson in LESSONS if not lesson.moves)
    last = max(max(lesson.rounds) for lesson in LESSONS)
    while match.game.state.round <= last and not match.game.is_over:
        step = hint(match.record, match.game, match.game.asked_seat, read)
        if step is not None and step.moves:
            return Proposal(step, match.game.copy())
        legal = [action.text for action in match.game.legal_actions]
        match.apply(CLOSING.get(match.game.question_kind) or ("done" if "done" in legal else legal[0]))
    return None
