"""The game: ruleset, state, a stack of steps, and the loop."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, overload

from .action_projection import project
from .actions import Action, Chance, Outcome, Question, Quote
from .arguments import Unchecked, checked, require_function, whole_number
from .company.improvements import update_bonuses
from .descriptions import describe
from .drafts import draft_after
from .errors import BadPosition, IllegalAction, ImpossibleTable, WrongOutcome
from .notebook import picture_of
from .phases.rounds import end_game
from .phases.scoring import Score, scores
from .phases.setup import Setup, initial_state
from .position import ask_again, position_context, position_of, read_state, read_steps
from .position_checks import check_steps, check_table
from .position_line import line_of, parse_line
from .position_reading import read_child, read_children, read_int
from .refusals import Refusal, refusal_facts
from .ruleset import Ruleset
from .seats import COLOURS, Seat, normalize_seats
from .view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import SupportsIndex

    from .events import Event
    from .journal import Journal
    from .kinds import ChanceKind, QuestionKind
    from .position_reading import JsonObject
    from .projection import Projection
    from .ruleset import Entrepreneur
    from .snapshot import StateSnapshot
    from .state import State
    from .step import Step

__all__ = ["COLOURS", "Game", "Seat"]

NOTHING: list[Action] = []
RULESET = "A ruleset is a Ruleset, such as ruleset('second')"
FIND = "A ruleset is found by a function of name and revision, such as groundfloor.ruleset"


class Game:
    """A game in progress. It stops at a ``question`` to a seat, at a ``chance``, or when it is over.

    Reading never changes it; only ``apply`` does. A game never decides chance itself: the caller passes the outcome.

    >>> from groundfloor import new_game
    >>> game = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
    >>> for outcome in ("specialty 1 retail", "specialty 2 web_based", "popularity 1 2"):
    ...     game.apply(outcome)
    >>> game.current_player, game.legal_actions
    (0, [Action('hire'), Action('done')])
    >>> other = game.copy()
    >>> other.apply("hire")
    >>> other.state.players[0].money < game.state.players[0].money, game.is_over
    (True, False)
    """

    __slots__ = (
        "journal",
        "_is_automatic",
        "_ruleset",
        "_seats",
        "_options",
        "_automas",
        "_state",
        "_steps",
        "_chance",
        "_asked_seat",
        "_question_kind",
        "_legal",
    )

    def __init__(
        self,
        ruleset: Ruleset | Unchecked,
        seats: Sequence[Seat | str],
        options: Mapping[str, str] | None = None,
        journal: Journal | None = None,
        original: Game | None = None,
    ) -> None:
        self._is_automatic = False
        self.journal = journal
        if original is None:
            ruleset = checked(ruleset, Ruleset, RULESET)
            self._seats = normalize_seats(ruleset, seats)
            self._options: Mapping[str, str] = MappingProxyType(ruleset.normalize_options(options, len(self.seats)))
            ruleset = ruleset.with_options(self.options)
            self._ruleset = ruleset
            known = {entrepreneur.id: entrepreneur for entrepreneur in ruleset.entrepreneurs}
            self._automas: tuple[Entrepreneur | None, ...] = tuple([known[s.automa] if s.automa else None for s in self.seats])
            self._state: State = initial_state(ruleset, self.automas, self.options)
            self._chance: Chance | None = None
            self._asked_seat = -1
            self._question_kind: QuestionKind = ""
            self._legal: list[Action] = NOTHING
            automas = [i for i, automa in enumerate(self.automas) if automa is not None]
            humans = [i for i, automa in enumerate(self.automas) if automa is None]
            self._steps: list[Step] = [Setup(automas + humans)]
            self.run()
            return
        self._ruleset = original._ruleset
        self._seats = original._seats
        self._options = original._options
        self._automas = original._automas
        self._state = original._state.copy()
        self._steps = [step.copy() for step in original._steps]
        self._chance = original._chance
        self._asked_seat = original._asked_seat
        self._question_kind = original._question_kind
        self._legal = original._legal

    # Reading. A property costs a call, and a decision reads some twenty: modules of the engine read the fields themselves.

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset, with the options of this table."""
        return self._ruleset

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in their order: names, colours and Automas."""
        return self._seats

    @property
    def options(self) -> Mapping[str, str]:
        """The options of this table by name, all of them."""
        return self._options

    @property
    def automas(self) -> tuple[Entrepreneur | None, ...]:
        """The Automa of each seat; None where a player sits."""
        return self._automas

    @property
    def chance(self) -> Chance | None:
        """The pending draw; None if nothing is to be drawn."""
        return self._chance

    @property
    def asked_seat(self) -> int:
        """The seat that is asked; -1 if nobody is."""
        return self._asked_seat

    @property
    def question_kind(self) -> QuestionKind:
        """The kind of the pending question, or of the last one if nobody is asked; "" before the first."""
        return self._question_kind

    @property
    def state(self) -> StateSnapshot:
        """What lies on the table now, which can't be changed and stays as it is when the game goes on: read it once for each decision.

        >>> from groundfloor import new_game
        >>> game = new_game("second", ["Ann", "Ben"])
        >>> game.state.players[0].money = 1000
        Traceback (most recent call last):
        AttributeError: PlayerSnapshot.money can't be changed: apply() changes a game, and read_position() makes another table.
        """
        return self._state.snapshot()

    @property
    def question(self) -> Question | None:
        """The pending question with all legal answers; None if nobody is asked."""
        return Question(self.question_kind, self._asked_seat, self._legal[:]) if self._asked_seat >= 0 else None

    @property
    def current_player(self) -> int | None:
        """The seat that is asked; None if nobody is."""
        return self._asked_seat if self._asked_seat >= 0 else None

    @property
    def legal_actions(self) -> list[Action]:
        """All legal answers of the seat that is asked, in the question's order."""
        return self._legal[:]

    @property
    def is_over(self) -> bool:
        """True once no step is left."""
        return not self._steps

    def scores(self) -> list[Score]:
        """Returns the prestige in the current position, the leader first, each score with its break-down (``RULES 5``)."""
        return scores(self)

    def action_of(self, given: object) -> Action:
        """Returns an action that is given as itself or as its text; raises UnknownAction for another text, TypeError for anything else."""
        if isinstance(given, Action):
            return given
        if isinstance(given, str):
            return self._ruleset.action(given)
        raise TypeError(f"An action is an Action or its text, such as 'hire', not {given!r:.80}.")

    @overload
    def refusal(self, action: Action) -> Refusal | None: ...
    @overload
    def refusal(self, action: str) -> Refusal | None: ...
    def refusal(self, action: Any) -> Refusal | None:
        """Returns why the action, or the one with this text, can't be taken now; None if it can. Raises UnknownAction for another text."""
        return self.refusal_of(self.action_of(action))

    def refusal_of(self, action: Action) -> Refusal | None:
        if self._asked_seat < 0:
            return Refusal("nobody_asked", {})
        code = self._steps[-1].refusal(self, self._asked_seat, action)
        if code is None:
            return None
        return Refusal(code, refusal_facts(self, code, action))

    @overload
    def quote(self, action: Action) -> Quote: ...
    @overload
    def quote(self, action: str) -> Quote: ...
    def quote(self, action: Any) -> Quote:
        """Returns price and effect of an answer to the pending question, legal or not; an empty quote for anything else."""
        return self.quote_of(self.action_of(action))

    def quote_of(self, action: Action) -> Quote:
        if self._asked_seat < 0:
            return Quote()
        if action not in self._legal and self._steps[-1].refusal(self, self._asked_seat, action) == "not_asked":
            return Quote()
        return self._steps[-1].quote(self, self._asked_seat, action)

    @overload
    def projection(self, action: Action) -> Projection | None: ...
    @overload
    def projection(self, action: str) -> Projection | None: ...
    def projection(self, action: Any) -> Projection | None:
        """Returns what will come of an answer in the current position; None where its quote says all."""
        return project(self, self.action_of(action))

    # Going on

    @overload
    def apply(self, answer: Action | Outcome) -> None: ...
    @overload
    def apply(self, answer: str) -> None: ...
    def apply(self, answer: Any) -> None:
        """Applies an answer to the pending question, or an outcome of the pending chance: an Action, an Outcome, or the text of one.

        Raises IllegalAction, WrongOutcome or, for an unknown text, UnknownAction; the game is then unchanged.
        """
        if isinstance(answer, Action):
            self.apply_action(answer)
            return
        if isinstance(answer, str) and self._chance is not None:
            answer = self._chance.outcome(answer)
        if isinstance(answer, Outcome):
            self.apply_outcome(answer)
        else:
            self.apply_action(self.action_of(answer))

    def apply_action(self, action: Action) -> None:
        self.apply_own_effects(action)
        self.run()

    @overload
    def draft(self, action: Action) -> Game: ...
    @overload
    def draft(self, action: str) -> Game: ...
    def draft(self, action: Any) -> Game:
        """Returns a copy after the action's own effects: no other seat, no chance, no next turn. Raises IllegalAction like ``apply``."""
        return draft_after(self, self.action_of(action))

    def apply_own_effects(self, action: Action) -> None:
        """Applies the action itself, without running on to what comes next."""
        if action not in self._legal:
            if self._chance is not None:
                raise IllegalAction(f"Not possible: chance must decide first ({self._chance.kind}).")
            if self._asked_seat >= 0 and action is not self._ruleset.action_table.by_text.get(action.text):
                raise IllegalAction(f"Not possible: {action.text!r} belongs to another ruleset.")
            raise IllegalAction(f"{action.text}: {self.refusal(action) or 'not possible now.'}")
        seat = self._asked_seat
        self._asked_seat = -1
        self._legal = NOTHING
        step = self._steps[-1]
        at = step.turn_index()
        step.apply_action(self, seat, action)
        if self._ruleset.remodeling_turn_ends is not None:
            self._ruleset.remodeling_turn_ends.after_answer(self, self.question_kind, seat, at)

    def apply_outcome(self, outcome: Outcome) -> None:
        if self._chance is None:
            raise WrongOutcome(f"Not possible: nothing is to be drawn now, so {outcome.text!r} is no outcome.")
        outcome = self._chance.outcome(outcome)
        self._chance = None
        self._steps[-1].apply_outcome(self, outcome)
        self.run()

    def run(self) -> None:
        """Advances the steps until a seat is asked, chance is asked, or the game is over."""
        while self._asked_seat < 0 and self._chance is None and self._steps:
            self._steps[-1].advance(self)

    def end(self, *, is_scored: bool) -> None:
        """Ends the game as it stands, as people may agree to: nobody is asked any more. Without scores it has no result."""
        self._asked_seat = -1
        self._legal = NOTHING
        self._chance = None
        end_game(self, is_scored=is_scored)

    # Called by steps

    def note(self, event: Event) -> None:
        """Writes an event into the journal, if one is attached; all effects of the event must have happened."""
        if self.journal is not None:
            self.journal.note(self, replace(event, automatic=True) if self._is_automatic else event)

    def push(self, step: Step) -> None:
        """Puts a step on the stack; it runs before those below it."""
        self._steps.append(step)

    def pop(self) -> None:
        """Removes the top step, which is finished."""
        self._steps.pop()

    def ask(self, kind: QuestionKind, seat: int) -> None:
        """Asks a seat; takes the answer at once if only one is legal (``RULES 11.1``)."""
        step = self._steps[-1]
        legal = step.choices(self, seat)
        if len(legal) > 1:
            self._question_kind = kind
            self._asked_seat = seat
            self._legal = legal
            return
        self._is_automatic = True
        at = step.turn_index()
        step.apply_action(self, seat, legal[0])
        self._is_automatic = False
        if self._ruleset.remodeling_turn_ends is not None:
            self._ruleset.remodeling_turn_ends.after_automatic(self, kind, seat, at)

    def roll(self, kind: ChanceKind, outcomes: list[Outcome], weights: list[int]) -> None:
        """Asks chance; takes the outcome at once if there is only one (``RULES 11.1``)."""
        if len(outcomes) > 1:
            self._chance = Chance(kind, outcomes, weights)
        else:
            self._steps[-1].apply_outcome(self, outcomes[0])

    def apply_drawn_options(self) -> None:
        """Replaces the ruleset by the one with the era and the event that were drawn (``RULES 8.2``, ``8.5``)."""
        chosen = dict(self.options)
        if self._state.era >= 0:
            chosen["era"] = self._ruleset.eras[self._state.era].id
        if self._state.event >= 0:
            chosen["event"] = self._ruleset.events[self._state.event].id
        self._ruleset = self._ruleset.with_options(chosen)

    def view(self, seat: SupportsIndex | None) -> View:
        """Returns what a seat, counted from 0, or a spectator (None), may know and do; raises ImpossibleTable if there is no such seat."""
        if seat is None:
            return View(self, None)
        number = whole_number(seat, f"A seat is a number from 0 to {len(self.seats) - 1}, or None for a spectator")
        if not 0 <= number < len(self.seats):
            raise ImpossibleTable("There is no seat %(seat)s; the table has seats 1 to %(most)s.", seat=number + 1, most=len(self.seats))
        return View(self, number)

    def key(self) -> tuple[object, ...]:
        """Returns what tells this position from all others of any game, to be looked up in a dict; names and colours are not in it.

        It is a few kilobytes, and only good for this version of the package: keep ``position_line`` instead.

        >>> from groundfloor import new_game
        >>> game = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
        >>> known = {game.key(): "start"}
        >>> known[game.copy().key()]
        'start'
        """
        steps = tuple([step_key(step) for step in self._steps])
        automas = tuple([seat.automa for seat in self.seats])
        return self._ruleset, automas, self._asked_seat, self._chance is not None, self._state.key(), steps

    def position(self) -> JsonObject:
        """Returns the position as plain data (docs/position.md); ``from_position`` reads it back."""
        return position_of(self)

    def position_line(self) -> str:
        """Returns the position as one line of text (docs/position.md), which ``groundfloor.read_position`` reads back.

        >>> from groundfloor import new_game, read_position
        >>> game = new_game("second", ["Ann", "automa:pei"])
        >>> game.position_line()[:41]
        'gf1 second.1 - - red,Ann/blue,Pei,pei 0,0'
        >>> read_position(game.position_line()) == game
        True
        """
        return line_of(self)

    @staticmethod
    def from_position_line(text: str | Unchecked, find: Callable[[str, int], Ruleset]) -> Game:
        """Returns the game at a position in one line; ``find`` returns a ruleset by name and revision. Raises BadPosition for impossible ones."""
        text = checked(text, str, "A position in one line is a text, such as that of position_line()")
        require_function(find, FIND)
        data = parse_line(text, find)
        game = Game.at_position(data, find)
        ask_again(game, None)
        if line_of(game) != text:
            raise BadPosition("The position is inconsistent: it would be written in another way.")
        return game

    @staticmethod
    def from_position(data: JsonObject | Unchecked, find: Callable[[str, int], Ruleset]) -> Game:
        """Returns the game at a position; ``find`` returns a ruleset by name and revision. Raises BadPosition for impossible data."""
        data = checked(data, dict, "A position is a dict, such as that of position()")
        require_function(find, FIND)
        game = Game.at_position(data, find)
        ask_again(game, data)
        return game

    @staticmethod
    def at_position(data: JsonObject, find: Callable[[str, int], Ruleset]) -> Game:
        """Returns the game with what lies on the table and the steps in progress; nobody is asked yet."""
        ruleset = find(str(data.get("ruleset")), read_int(data, "revision")).with_overrides(read_child(data, "house"))
        seats = [Seat(str(s.get("name")), str(s.get("automa")), str(s.get("colour"))) for s in read_children(data, "seats")]
        game = Game(ruleset, seats, {name: str(value) for name, value in read_child(data, "options").items()})
        fresh = game._state
        context = position_context(game._ruleset, len(game.seats))
        game._state = read_state(data, context, fresh)
        check_table(game, fresh)
        game.apply_drawn_options()
        for player in game._state.players:
            update_bonuses(game._ruleset, player)
        game._steps = read_steps(data, context)
        check_steps(game)
        return game

    def copy(self) -> Game:
        """Returns an independent copy of the game, without journal."""
        return Game(self._ruleset, self.seats, None, None, self)

    def __copy__(self) -> Game:
        """Returns an independent copy with a journal of its own, if there is one."""
        copied = self.copy()
        copied.journal = None if self.journal is None else self.journal.copy()
        return copied

    def __deepcopy__(self, memo: object) -> Game:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        asked = (self._chance, self._asked_seat, self.question_kind, self._legal)
        return restored, (self._ruleset, self.seats, dict(self.options), self._state, self._steps, asked, self.journal)

    def __eq__(self, other: object) -> bool:
        """Returns True for the same position of the same table: ruleset, options, seats with their names and colours."""
        return isinstance(other, Game) and self.seats == other.seats and self.options == other.options and self.key() == other.key()

    def __repr__(self) -> str:
        return f"<Game of {describe(self)}>"

    def _repr_svg_(self) -> str | None:
        """Returns the picture that a notebook shows."""
        return picture_of(self)


def step_key(step: Step) -> tuple[object, ...]:
    order, place, stage, memory = step.saved_fields()
    return step.name, tuple(order), place, stage, tuple(memory)


def restored(
    ruleset: Ruleset,
    seats: tuple[Seat, ...],
    options: dict[str, str],
    state: State,
    steps: list[Step],
    asked: tuple[Chance | None, int, QuestionKind, list[Action]],
    journal: Journal | None,
) -> Game:
    """Returns a game that was pickled."""
    game = Game(ruleset, seats, options, journal=journal)
    game._ruleset = ruleset
    game._state = state
    game._steps = steps
    game._chance, game._asked_seat, game._question_kind, game._legal = asked
    return game
