"""Actions of players, outcomes of chance, and the questions that they answer."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, overload

from .arguments import require_type
from .errors import UnknownAction, WrongOutcome
from .freezing import Freezable
from .value_objects import ValueObject, repr_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from .kinds import AreaId, ChanceKind, Gains, NoArea, QuestionKind
    from .ruleset import Ruleset


class Action(Freezable):
    """One choice of one player; each ruleset has exactly one object for each action.

    ``verb`` is the first word of the text, ``operand`` and ``second_operand`` are what it is applied to, as prices or as indices into the
    ruleset's tables (-1: none), ``text`` is what records have, ``index`` its number in ``ruleset.actions``.

    >>> from groundfloor import ruleset
    >>> rules = ruleset("second")
    >>> action = rules.action("agency 2")
    >>> action.text, action.verb, action.operand
    ('agency 2', 'agency', 1)
    >>> rules.actions[action.index] is action
    True
    """

    __slots__ = ("table", "index", "verb", "operand", "second_operand", "text")

    def __init__(self, table: ActionTable, verb: str, operand: int, second_operand: int, text: str) -> None:
        self.table = table
        self.index = len(table.actions)
        self.verb = verb
        self.operand = operand
        self.second_operand = second_operand
        self.text = text

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles an action as its number in its ruleset, so that it is unpickled as the ruleset's own object."""
        return action_of, (self.table.ruleset, self.index)

    def __repr__(self) -> str:
        return f"Action({self.text!r})"

    def __str__(self) -> str:
        return self.text


def action_of(ruleset: Ruleset, index: int) -> Action:
    """Returns an action that was pickled."""
    return ruleset.actions[index]


class Outcome(ValueObject):
    """One possible result of chance; ``values`` are its operands as indices.

    >>> from groundfloor import new_game
    >>> game = new_game("second", ["Ann", "Ben"])
    >>> outcome = game.chance.outcome("specialty 1 retail")
    >>> outcome.text, outcome.values
    ('specialty 1 retail', (0, 6))
    >>> game.apply(outcome)
    """

    __slots__ = ("_values", "_text")

    def __init__(self, values: tuple[int, ...], text: str) -> None:
        self._values = values
        self._text = text

    @property
    def values(self) -> tuple[int, ...]:
        """The operands, as indices."""
        return self._values

    @property
    def text(self) -> str:
        """The text that records have."""
        return self._text

    def __reduce__(self) -> tuple[object, ...]:
        return Outcome, (self._values, self._text)

    def __repr__(self) -> str:
        return f"Outcome({self._text!r})"

    def __str__(self) -> str:
        return self._text


class Chance(ValueObject):
    """A pending draw: its kind, its outcomes in their documented order, and their integer weights.

    >>> import random
    >>> from groundfloor import new_game
    >>> game = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
    >>> chance = game.chance
    >>> chance.kind, str(chance.outcomes[0]), chance.weights[0]
    ('specialty', 'specialty 1 e_commerce', 1)
    >>> game.apply(chance.draw(random.Random(1)))
    """

    __slots__ = ("_kind", "_outcomes", "_weights")

    def __init__(self, kind: ChanceKind, outcomes: Sequence[Outcome], weights: Sequence[int]) -> None:
        self._kind = kind
        self._outcomes = tuple(outcomes)
        self._weights = tuple(weights)

    @property
    def kind(self) -> ChanceKind:
        """What is drawn."""
        return self._kind

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The possible outcomes in their documented order."""
        return self._outcomes

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights of the outcomes, in their order: an outcome's share of their sum is its probability."""
        return self._weights

    def __reduce__(self) -> tuple[object, ...]:
        return Chance, (self.kind, self.outcomes, self.weights)

    def __repr__(self) -> str:
        return repr_of(self, kind=self.kind, outcomes=[outcome.text for outcome in self.outcomes], weights=self.weights)

    def draw(self, rng: Random) -> Outcome:
        """Returns an outcome that ``rng`` draws by the weights; the game is not changed."""
        if not hasattr(rng, "choices"):
            raise TypeError(f"A draw takes a random.Random, not {rng!r:.80}.")
        return rng.choices(self.outcomes, self.weights)[0]

    @overload
    def outcome(self, text: str) -> Outcome: ...
    @overload
    def outcome(self, text: Outcome) -> Outcome: ...
    def outcome(self, text: Any) -> Outcome:
        """Returns the outcome with this text; raises WrongOutcome, which names the possible ones."""
        if isinstance(text, Outcome):
            text = text._text
        require_type(text, (str,), "An outcome is an Outcome or its text, such as 'specialty 1 retail'")
        for outcome in self._outcomes:
            if outcome._text == text:
                return outcome
        known = ", ".join(o.text for o in self._outcomes[:12])
        raise WrongOutcome(f"Not possible: {text!r} is not an outcome of this draw ({self._kind}); possible are: {known}.")


class Question(ValueObject):
    """A question to one seat: its kind (``docs/actions.md`` lists them) and all legal answers.

    >>> from groundfloor import Match, ruleset
    >>> game = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret").game
    >>> game.question.kind, game.question.seat, game.question.legal
    ('hire', 0, [Action('hire'), Action('done')])
    """

    __slots__ = ("kind", "seat", "legal")

    def __init__(self, kind: QuestionKind, seat: int, legal: list[Action]) -> None:
        self.kind = kind
        self.seat = seat
        self.legal = legal

    def __reduce__(self) -> tuple[object, ...]:
        return Question, (self.kind, self.seat, self.legal)

    def __repr__(self) -> str:
        return f"Question({self.kind!r}, seat={self.seat}, legal={[action.text for action in self.legal]})"


class Quote(ValueObject):
    """Price and effect of an action in the current position.

    ``time``, ``money``, ``info`` and ``supply`` are its price; ``gains`` is what it brings, as (code, amount) pairs; ``resolves_in``
    is the id of the area whose conduct resolves it, "" if the effect comes at once.

    >>> from groundfloor import Match, ruleset
    >>> game = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret").game
    >>> quote = game.quote(game.ruleset.action("hire"))
    >>> quote.money, quote.info, dict(quote.gains)["employee"], quote.resolves_in
    (5, 5, 1, '')
    """

    __slots__ = ("time", "money", "info", "supply", "gains", "resolves_in")

    def __init__(
        self,
        time: int = 0,
        money: int = 0,
        info: int = 0,
        supply: int = 0,
        gains: Gains = (),
        resolves_in: AreaId | NoArea = "",
    ) -> None:
        self.time = time
        self.money = money
        self.info = info
        self.supply = supply
        self.gains = gains
        self.resolves_in = resolves_in

    def __reduce__(self) -> tuple[object, ...]:
        return Quote, (self.time, self.money, self.info, self.supply, self.gains, self.resolves_in)

    def __repr__(self) -> str:
        price = {"time": self.time, "money": self.money, "info": self.info, "supply": self.supply}
        return repr_of(self, **price, gains=self.gains, resolves_in=self.resolves_in)

    def as_dict(self) -> dict[str, object]:
        """Returns the fields as plain data, for JSON."""
        return {
            "time": self.time,
            "money": self.money,
            "info": self.info,
            "supply": self.supply,
            "gains": dict(self.gains),
            "resolves_in": self.resolves_in,
        }


class ActionTable(Freezable):
    """Every action of a ruleset, by number and by text."""

    __slots__ = ("ruleset", "actions", "by_text", "new")

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.actions: tuple[Action, ...] = ()
        self.new: dict[str, Action] | None = {}
        self.by_text: Mapping[str, Action] = MappingProxyType(self.new)

    def add(self, verb: str, operand: int = -1, second_operand: int = -1, text: str = "") -> Action:
        """Returns the action with this text; adds it to the table if it is new."""
        text = text or verb
        known = self.by_text.get(text)
        if known is not None:
            return known
        action = Action(self, verb, operand, second_operand, text)
        self.actions = (*self.actions, action)
        assert self.new is not None, "a built ruleset takes no more actions"
        self.new[text] = action
        return action

    def freeze(self) -> None:
        self.new = None
        super().freeze()

    def find(self, text: str) -> Action:
        """Returns the action with this text; raises UnknownAction, which names the nearest ones."""
        action = self.by_text.get(text) or self.by_text.get(" ".join(text.split()).lower())
        if action is None:
            from difflib import get_close_matches  # here, as it is seldom needed and takes long to import

            near = get_close_matches(text.lower(), self.by_text, n=3, cutoff=0.5)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise UnknownAction(f"{text!r} is not an action of this ruleset.{hint}")
        return action
