"""A table: a match, who sits there, what they have pencilled in and asked for once and for all. No HTTP, no disk, no clock."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from threading import RLock
from typing import TYPE_CHECKING

from .chronicle import Chronicle
from .commands import complete, unknown
from .errors import Conflicting, NothingPencilled, NothingToUndo, NotYourTurn, Refused, Stale, UnknownCommand, UnknownPreference
from .sketch import CLOSING, PASSED, Sketch

if TYPE_CHECKING:
    from ..engine.errors import GroundfloorError
    from ..engine.game import Game
    from ..engine.match import Match

PREFERENCES = ("confirms_itself", "skips_hiring", "skips_firing")
STANDING = {"hire": "skips_hiring", "fire": "skips_firing"}
"""Questions that a seat can answer once and for all, and by which preference; the answer is ``done``."""

LAST_UNDO = 1_000
"""From so many entries on nothing can be undone, so that a record stays one that can be brought back; the longest games have about 600."""


@dataclass(frozen=True)
class Chair:
    """A seat of a table: ``automa`` is an entrepreneur's id, "" for a human; ``token`` is the secret that opens it."""

    seat: int
    name: str
    colour: str
    automa: str
    token: str


@dataclass(frozen=True)
class Wishes:
    """What a seat prefers and what it answers once and for all."""

    confirms_itself: bool = False
    skips_hiring: bool = False
    skips_firing: bool = False

    def is_on(self, preference: str) -> bool:
        """Whether a preference is switched on; one that there isn't never is."""
        return bool(asdict(self).get(preference, False))


class Table:
    """One game in progress and the people round it.

    Every operation either changes what it says or raises one of the project's errors and changes nothing. ``version`` is the
    number of confirmed entries; a move that was made on another version is Stale. ``lock`` keeps operations and looks apart.
    """

    def __init__(self, public: str, name: str, match: Match, chairs: tuple[Chair, ...], status: str = "running") -> None:
        self.public = public
        self.name = name
        self.match = match
        self.chairs = chairs
        self.is_shown = status == "shown"
        self.lines: dict[int, tuple[tuple[str, ...], str]] = {}
        self.wishes: dict[int, Wishes] = {}
        self.chronicle = Chronicle(match.record)
        self.lock = RLock()

    # What stands

    @property
    def game(self) -> Game:
        """The last confirmed position."""
        return self.match.game

    @property
    def version(self) -> int:
        """How many entries the record has."""
        return len(self.match.record.entries)

    @property
    def asked(self) -> int | None:
        """The seat on turn."""
        return None if self.is_shown else self.game.current_player

    def wish(self, seat: int) -> Wishes:
        """The preferences of a seat."""
        return self.wishes.get(seat, Wishes())

    def sketch(self, seat: int) -> Sketch:
        """The tentative line of a seat."""
        actions, picked = self.lines.get(seat, ((), ""))
        return Sketch.along(self.game, seat, actions, picked)

    def undoable(self, seat: int) -> int:
        """How many entries ``undo`` would take back."""
        return 0 if self.is_shown or self.version >= LAST_UNDO else self.match.undoable(seat)

    # Operations

    def pick(self, seat: int, prefix: str, version: int) -> None:
        """Pencils in the only legal answer that begins with the prefix, or remembers the prefix if there are several."""
        self._check(seat, version)
        sketch = self.sketch(seat)
        found = sketch.pick(" ".join(prefix.lower().split()))
        if found is None:
            raise self._refused(sketch, prefix)
        self._keep(found)
        if found.actions and not (found.picked or found.waiting) and self.wish(seat).confirms_itself:
            self._settle(seat, found.texts, closes=self.game.kind not in PASSED)

    def command(self, seat: int, typed: str, version: int) -> None:
        """A typed command: an action with abbreviations, pencilled in like a click, or ``confirm``, ``back``, ``undo``."""
        words = " ".join(typed.lower().split())
        if words in ("confirm", "back", "undo"):
            {"confirm": self.confirm, "back": self.take_back, "undo": self.undo}[words](seat, version)
            return
        self._check(seat, version)
        sketch = self.sketch(seat)
        whole = sketch.beyond or sketch
        texts = [text for depth in range(len(whole.stops)) if whole.is_asked(depth) for text in _texts(whole.stops[depth])]
        texts += [action.text for action in (*sketch.later, *sketch.waiting)]
        try:
            meant = complete(words, list(dict.fromkeys(texts)))
        except UnknownCommand as error:
            raise self._refused(sketch, words, error) from None
        self.pick(seat, meant, version)

    def take_back(self, seat: int, version: int) -> None:
        """One tentative choice less."""
        self._check(seat, version)
        sketch = self.sketch(seat)
        if not (sketch.actions or sketch.picked or sketch.waiting):
            raise NothingPencilled("There is no tentative move to take back.")
        self._keep(sketch.back())

    def confirm(self, seat: int, version: int) -> None:
        """Everything pencilled becomes entries; chance and Automas go on at once."""
        self._check(seat, version)
        sketch = self.sketch(seat)
        if sketch.picked:
            raise NothingPencilled("Your choice is not finished: choose how, or take it back.")
        if sketch.waiting:
            raise NothingPencilled("The remodel comes after your decision: choose that first, or take the remodel back.")
        if not sketch.actions:
            raise NothingPencilled("There is no tentative move to confirm.")
        closing = sketch.closing()
        self._settle(seat, (*sketch.texts, closing) if closing else sketch.texts, closes=True)

    def apply(self, seat: int, texts: tuple[str, ...], version: int) -> None:
        """Actions by their whole texts, confirmed at once."""
        self._check(seat, version)
        game = self.game.copy()
        for text in texts:
            if game.current_player != seat or all(action.text != text for action in game.legal):
                raise self._refused(Sketch(seat, (game,)), text)
            game.apply(text)
        self._settle(seat, texts)

    def undo(self, seat: int, version: int) -> None:
        """Takes back the seat's last confirmed decision, with the end of its turn; an entry of its own."""
        self._fresh(version)
        if self.version >= LAST_UNDO and self.match.undoable(seat):
            raise NothingToUndo("Not possible: so much was undone in this game that its record is full. The game itself goes on.")
        if not self.undoable(seat):
            raise NothingToUndo(
                "Not possible: a confirmed move can be undone only until the next draw or another player’s decision, and never after the end."
            )
        ends_turn = self.match.record.live()[-1].text == "end" and self.undoable(seat) > 1
        self.match.undo(seat, 2 if ends_turn else 1)
        self.lines.clear()

    def prefer(self, seat: int, preference: str, is_on: bool) -> None:
        """Switches a preference; a standing answer is given at once if its question stands."""
        if preference not in PREFERENCES:
            raise UnknownPreference("There is no preference “%(name)s”.", name=preference)
        self.wishes[seat] = replace(self.wish(seat), **{preference: is_on})
        self.go_on()

    def go_on(self) -> None:
        """Gives the standing answers that are due."""
        if self.is_shown:
            return
        while (question := self.game.question) is not None:
            wish = STANDING.get(question.kind)
            if wish is None or not self.wish(question.seat).is_on(wish):
                return
            self.lines.pop(question.seat, None)
            self.match.apply(self.game.ruleset.action("done"))
            self._close(question.seat)

    # Helpers

    def _settle(self, seat: int, texts: tuple[str, ...], *, closes: bool = False) -> None:
        for text in texts:
            self.match.apply(self.game.ruleset.action(text))
        if closes and texts[-1] not in CLOSING.values():
            self._close(seat)
        self.lines.clear()
        self.go_on()

    def _close(self, seat: int) -> None:
        """Ends the seat's turn if only the offer to remodel is left of it."""
        if self.game.current_player == seat and self.game.kind in PASSED:
            self.match.apply(self.game.ruleset.action(CLOSING[self.game.kind]))

    def _keep(self, sketch: Sketch) -> None:
        if sketch.actions or sketch.picked or sketch.waiting:
            self.lines[sketch.seat] = (sketch.kept, sketch.picked)
        else:
            self.lines.pop(sketch.seat, None)

    def _fresh(self, version: int) -> None:
        if self.is_shown:
            raise NotYourTurn("This record is only shown; go on from it to play.")
        if version != self.version:
            raise Stale("The table has changed since you looked. Here is how it stands now; nothing of your move was kept.")

    def _check(self, seat: int, version: int) -> None:
        self._fresh(version)
        if self.game.is_over:
            raise NotYourTurn("The game is over.")
        if self.asked != seat:
            name = self.chairs[self.asked].name if self.asked is not None else "–"
            raise NotYourTurn("Not possible now: it is %(name)s’s turn.", name=name)

    def _refused(self, sketch: Sketch, prefix: str, error: GroundfloorError | None = None) -> GroundfloorError:
        """Why nothing that begins so can be chosen: the rules, or what is pencilled; ``error`` if neither says it."""
        asked = [depth for depth in range(len(sketch.stops)) if sketch.is_asked(depth)]
        if any(sketch.under(depth, prefix) for depth in asked):
            return Conflicting("That is not possible together with what is pencilled in: take that back first.")
        for action in sketch.game.ruleset.actions:
            if action.text == prefix or action.text.startswith(prefix + " "):
                for depth in asked:
                    refusal = sketch.stops[depth].refusal(action)
                    if refusal is not None and refusal.code != "not_asked":
                        return Refused(refusal)
        return error or unknown(prefix, _texts(sketch.stops[asked[-1]] if asked else self.game))


def _texts(game: Game) -> list[str]:
    return [action.text for action in game.legal_actions]
