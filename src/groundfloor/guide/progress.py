"""Finds what the guide says at a position, with the numbers of its texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations

from groundfloor.editions import ruleset
from groundfloor.engine.actions import Action
from groundfloor.engine.city.area_projections import ConsultingProjection
from groundfloor.engine.company.company_projection import score_of
from groundfloor.engine.game import Game
from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.match import Match
from groundfloor.engine.phases.hire import hiring_price
from groundfloor.engine.position_projection import consumers_to_come, floor_price, has_free_tenant, lost_income, time_of_next_round
from groundfloor.engine.record import Record
from groundfloor.engine.ruleset import Ruleset
from groundfloor.engine.seats import Seat

from .lessons import ANY_OTHER, INTRODUCTIONS, LESSONS, Introduction, Lesson, Place


def facts(game: Game, seat: int, action: Action | None) -> dict[str, int]:
    """Returns every number that a text may name; those that begin with ``pays_`` and ``gets_`` are of the proposed action."""
    rules, player = game.ruleset, game._state.players[seat]
    hire_money, hire_info = hiring_price(game, player)
    floor_money, floor_info = floor_price(game, seat)
    low, high = consumers_to_come(game)
    return {
        "round": game._state.round,
        "rounds": len(rules.stage_by_round),
        "stage_two": rules.first_round(2),
        "stage_three": rules.first_round(3),
        "time": player.time,
        "next_time": time_of_next_round(game, seat),
        "prestige": score_of(game, seat),
        "hire_money": hire_money,
        "hire_info": hire_info,
        "lost_income": lost_income(game, seat),
        "employee_time": rules.employee_time,
        "room_prestige": rules.room_prestige,
        "remodel_money": rules.remodeling.money,
        "remodel_info": rules.remodeling.info,
        "floor_money": floor_money,
        "floor_info": floor_info,
        "free_tenants": int(has_free_tenant(game, seat)),
        "tenant_prestige": max(tile.prestige for tile in rules.tiles if tile.is_tenant),
        "set_money": rules.set_money,
        "set_info": rules.set_info,
        "consumers_low": low,
        "consumers_high": high,
        "closet": rules.closet_capacity[0],
        "closet_remodeled": rules.closet_capacity[1],
        **(action_facts(game, action, seat) if action is not None else {}),
    }


def action_facts(game: Game, action: Action, seat: int) -> dict[str, int]:
    """Returns what an action takes and brings.

    ``meeting_info`` is what a booking lets a marker of the seat itself gain in this round; ``leaves_half_time`` is 1 if at least half of
    the time that the seat has left is left after the action.
    """
    quote, projection = game.quote(action), game.projection(action)
    facts = {
        "pays_money": quote.money,
        "pays_info": quote.info,
        "pays_supply": quote.supply,
        "pays_time": quote.time,
        "operand": action.operand,
        "leaves_half_time": int(2 * quote.time <= game._state.players[seat].time),
        "meeting_info": projection.info if isinstance(projection, ConsultingProjection) and projection.beside == seat else 0,
    }
    return facts | {f"gets_{code}": amount for code, amount in quote.gains}


KEY = b"groundfloor guide 507"
"""The key of the draws of every guided game. It was chosen so that the draws suit the lessons."""
AUTOMA = "pei"
LEFT, ADVICE = "left", "advice"
"""The words for a guide that was sent away, and for advice in a game without lessons, among the ids of steps that were read or skipped."""
STEPS = frozenset([*(lesson.id for lesson in LESSONS), *(str(each.decision) for each in INTRODUCTIONS)])
"""The ids of all steps."""


@dataclass(frozen=True)
class Answered:
    """An answer of the record that counts: in which round, to which question, and what."""

    round: int
    kind: QuestionKind
    text: str


@dataclass(frozen=True)
class GuideState:
    """What the record does not say: whether the guide was sent away, which steps were read or skipped, and whether it advises in a game without lessons."""

    is_left: bool = False
    skipped: tuple[str, ...] = ()
    advises: bool = False

    @classmethod
    def parse(cls, text: str) -> GuideState:
        """Returns the state that ``format`` wrote; words that are not known are left out."""
        words = text.split()
        return cls(LEFT in words, tuple(dict.fromkeys(word for word in words if word in STEPS)), ADVICE in words)

    def format(self) -> str:
        """Returns the state as one line of words."""
        return " ".join([LEFT] * self.is_left + [ADVICE] * self.advises + list(self.skipped))


@dataclass(frozen=True)
class Hint:
    """What the guide says. ``moves`` are the legal actions that it accepts, the proposed one first; none: it is read and gone on from.

    ``number`` counts the lessons of the guided rounds from 1; 0 for advice, which comes after them, and for an introduction.
    """

    id: str
    title: str
    text: str
    numbers: dict[str, int]
    moves: tuple[str, ...]
    place: Place
    number: int = 0
    count: int = 0
    is_advice: bool = False
    note: str = ""
    ask: str = ""

    def sentence(self, translations: NullTranslations) -> str:
        """Returns why the step is proposed, and what to do."""
        return f"{self.reason(translations)} {translations.gettext(self.ask) % self.numbers}" if self.ask else self.reason(translations)

    def reason(self, translations: NullTranslations) -> str:
        """Returns why the step is proposed, without what to do."""
        return translations.gettext(self.text) % self.numbers

    def note_sentence(self, translations: NullTranslations) -> str:
        """Returns what the guide explains beside the step; "" for nothing."""
        return translations.gettext(self.note) % self.numbers if self.note else ""


def guided_match(name: str, rules: Ruleset | None = None) -> Match:
    """Returns a new guided game of somebody with this name; ``rules`` is the newest revision of the second edition if it is left out."""
    found = rules or ruleset("second")
    seats = [Seat(name, "", found.colours[0]), Seat(next(e.name for e in found.entrepreneurs if e.id == AUTOMA), AUTOMA, found.colours[1])]
    return Match.new(found, seats, {}, KEY, "guided")


def hint(record: Record, game: Game, seat: int, skipped: tuple[str, ...] = ()) -> Hint | None:
    """Returns what the guide says to a seat at a position of its record; None if it is not asked, or there is nothing to say."""
    if game.current_player != seat or game.is_over:
        return None
    answers = own_answers(record, seat)
    for lesson in LESSONS:
        if lesson.decision != game.question_kind or game._state.round not in lesson.rounds or is_done(lesson, answers, skipped):
            continue
        moves = legal_moves(lesson, game)
        numbers = facts(game, seat, moves[0] if moves else None)
        if (moves or not lesson.moves) and (not lesson.condition or numbers[lesson.condition]):
            return hint_of_lesson(lesson, moves, numbers)
    return introduction(game, seat, answers, skipped)


def first_meeting(record: Record, game: Game, seat: int, skipped: tuple[str, ...] = ()) -> Hint | None:
    """Returns the introduction to the question at a position of a game without lessons, if the seat meets its kind for the first time."""
    if game.current_player != seat or game.is_over:
        return None
    return introduction(game, seat, own_answers(record, seat), skipped)


def is_proposed(record: Record, game: Game, action: Action) -> bool:
    """Returns whether any lesson, read or skipped, proposes the answer to the question at the end of a record."""
    return any(action.text in moves for moves in moves_of_lessons(record, game))


def proposed_moves(record: Record, game: Game) -> tuple[str, ...]:
    """Returns the moves of the first lesson that proposes any to the seat that is asked in a guided game; none elsewhere."""
    return next(filter(None, moves_of_lessons(record, game)), ()) if record.purpose == "guided" else ()


def moves_of_lessons(record: Record, game: Game) -> Iterator[tuple[str, ...]]:
    """Yields the moves of each lesson, read or skipped, about the question at the end of a record; none for a lesson that proposes nothing."""
    passed: tuple[str, ...] = ()
    while (step := hint(record, game, game.asked_seat, passed)) is not None and (step.number or step.is_advice):
        yield step.moves
        passed = (*passed, step.id)


def hint_of_lesson(lesson: Lesson, moves: list[Action], numbers: dict[str, int]) -> Hint:
    texts = tuple(move.text for move in moves)
    steps = [step for step in LESSONS if not step.is_advice]
    number = 0 if lesson.is_advice else steps.index(lesson) + 1
    return Hint(
        id=lesson.id,
        title=lesson.title,
        text=lesson.text,
        numbers=numbers,
        moves=texts,
        place=lesson.place,
        number=number,
        count=len(steps),
        is_advice=lesson.is_advice,
        note=lesson.note,
        ask=lesson.ask,
    )


def introduction(game: Game, seat: int, answers: tuple[Answered, ...], skipped: tuple[str, ...]) -> Hint | None:
    """Returns the introduction to the kind of the question if the seat meets it for the first time."""
    kind = game.question_kind
    if kind in skipped or any(answer.kind == kind for answer in answers):
        return None
    return purpose(game, seat)


def purpose(game: Game, seat: int, kind: QuestionKind = "") -> Hint | None:
    """Returns what a kind of question (the standing one, if none is named) is for, with a seat's numbers; None if there is none."""
    found = introductions().get(kind or game.question_kind)
    return Hint(found.decision, found.title, found.text, facts(game, seat, None), (), found.place) if found is not None else None


def reply(given: Hint, action: Action) -> str:
    """Returns what the guide says to a move that it has not proposed; "" to one that it accepts."""
    if not given.moves or action.text in given.moves:
        return ""
    lesson = next(each for each in LESSONS if each.id == given.id)
    return lesson.answers.get(action.verb) or ANY_OTHER.get(action.verb) or ANY_OTHER[""]


def legal_moves(lesson: Lesson, game: Game) -> list[Action]:
    """Returns the legal actions that a lesson accepts, in its order."""
    return [action for move in lesson.moves for action in game.legal_actions if is_move(move, action.text)]


def is_move(move: str, text: str) -> bool:
    """Returns whether an action begins with the words of a move."""
    return text == move or text.startswith(f"{move} ")


def is_done(lesson: Lesson, answers: tuple[Answered, ...], skipped: tuple[str, ...]) -> bool:
    """Returns whether a lesson was read, skipped, or done by one of its moves."""
    if lesson.id in skipped:
        return True
    return any(
        answer.kind == lesson.decision and answer.round in lesson.rounds and any(is_move(move, answer.text) for move in lesson.moves)
        for answer in answers
    )


def own_answers(record: Record, seat: int) -> tuple[Answered, ...]:
    return tuple(
        Answered(game._state.round, game.question_kind, entry.text)
        for game, entry, _ in record.positions()
        if entry is not None and entry.seat == seat
    )


@cache
def introductions() -> Mapping[str, Introduction]:
    return {each.decision: each for each in INTRODUCTIONS}
