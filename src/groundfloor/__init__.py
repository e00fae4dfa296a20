"""Ground Floor, the open digital edition: rules engine, records, opponents, terminal and web game. Unofficial.

A game stops whenever a player (``game.question``) or chance (``game.chance``) has to decide.

>>> import random
>>> from groundfloor import new_game
>>> dice = random.Random(1)
>>> game = new_game("second", ["Ann", "automa:pei"])
>>> while not game.is_over:
...     if game.chance is not None:
...         game.apply(game.chance.draw(dice))
...     else:
...         game.apply(dice.choice(game.legal_actions))
>>> [score.rank for score in game.scores()]
[1, 2]

A ``Match`` deals chance by itself and keeps the record. A table has 2 to 5 seats (6 in the first edition) and 7 or 9 rounds. The pages of
docs/library explain games, actions, views, records, state, scores, bots and environments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .daily import city_of_the_day
from .editions import ruleset
from .engine.actions import Action, Chance, Outcome, Question, Quote
from .engine.arguments import require_type
from .engine.errors import BadRecord, GroundfloorError
from .engine.game import Game
from .engine.match import Match, check_draws
from .engine.position import parse_position, position_text
from .engine.position_line import FORMAT_WORD as LINE_START
from .engine.projection import Projection
from .engine.record import Record
from .engine.ruleset import Ruleset
from .engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Chance",
    "Game",
    "GroundfloorError",
    "Match",
    "Outcome",
    "Projection",
    "Question",
    "Quote",
    "Record",
    "Ruleset",
    "Seat",
    "city_of_the_day",
    "new_game",
    "position_text",
    "read_position",
    "read_record",
    "ruleset",
    "verify",
]


def new_game(
    ruleset_or_name: str | Ruleset = "second",
    seats: Sequence[Seat | str] = ("Player 1", "automa:pei"),
    options: Mapping[str, str] | None = None,
) -> Game:
    """Returns a new game at its first chance or question.

    A seat is a ``Seat``, a human's name, or ``automa:pei``, ``automa:gropius``, ``automa:hadid``. Raises ImpossibleTable or
    UnknownRuleset with a sentence.

    >>> game = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
    >>> game.chance.kind, len(game.chance.outcomes)
    ('specialty', 8)
    >>> for came in ("specialty 1 retail", "specialty 2 web_based", "popularity 1 2"):
    ...     game.apply(came)
    >>> game.question.kind, game.current_player, game.legal_actions
    ('hire', 0, [Action('hire'), Action('done')])
    >>> game.quote(game.ruleset.action("hire")).money
    5
    >>> print(game.refusal(game.ruleset.action("factory")))
    Not possible: this is not one of the possible answers.
    >>> new_game("second", ["Ann"])
    Traceback (most recent call last):
    groundfloor.engine.errors.ImpossibleTable: A table has 2 to 5 seats, not 1.
    """
    require_type(ruleset_or_name, (Ruleset, str), "A ruleset is a Ruleset or its name, such as 'second'")
    return Game(ruleset(ruleset_or_name) if isinstance(ruleset_or_name, str) else ruleset_or_name, seats, options)


def read_record(text: str) -> Record:
    """Returns the record that a text holds; raises BadRecord, which names the line that can't be read.

    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"a secret of 32 bytes, or as many")
    >>> match.apply("done")
    >>> record = read_record(match.record.format())
    >>> record.replay().position() == match.game.position()
    True
    >>> record.replay(until=1).state.players[0].specialty >= 0
    True
    >>> read_record("a poem")
    Traceback (most recent call last):
    groundfloor.engine.errors.BadRecord: Line 1: a record begins with 'groundfloor record 1'.
    """
    require_type(text, (str,), "A record is read from a text, such as path.read_text('utf-8')")
    return Record.parse(text, ruleset)


def read_position(text: str) -> Game:
    """Returns the game at a position, given as JSON or in one line; raises BadPosition, ImpossibleTable or UnknownRuleset if there can't be one.

    >>> game = new_game("second", ["Ann", "Ben"])
    >>> game.apply("specialty 1 retail")
    >>> twin = read_position(position_text(game.position()))
    >>> twin == game, read_position(game.position_line()) == game
    (True, True)
    """
    require_type(text, (str,), "A position is read from a text, such as that of position_line() or position_text(data)")
    line = text.strip()
    return Game.from_position_line(line, ruleset) if line.startswith(LINE_START) else Game.from_position(parse_position(text), ruleset)


def verify(record: Record) -> int:
    """Returns how many draws were checked against the key; raises BadRecord if the key or a draw does not match.

    >>> import random
    >>> from groundfloor import Match, ruleset, verify
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> dice = random.Random(1)
    >>> while not match.game.is_over:
    ...     match.apply(dice.choice(match.game.legal_actions))
    >>> verify(match.record) == match.record.draw_count()
    True
    """
    require_type(record, (Record,), "What is verified is a Record, such as read_record(text)")
    if not record.key:
        raise BadRecord("The record has no key yet; the key is added when the game is over.")
    try:
        key = bytes.fromhex(record.key)
    except ValueError as error:
        raise BadRecord("The record's key is not written in hexadecimal digits.") from error
    return check_draws(record, key)
