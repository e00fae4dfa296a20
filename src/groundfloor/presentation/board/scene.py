"""What the board shows: one scene for each viewer."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from groundfloor.engine.action_projection import projection_key

from .people import Owner, Person, letters, owners, people

if TYPE_CHECKING:
    import gettext

    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game
    from groundfloor.engine.journal import Holdings
    from groundfloor.engine.projection import Projection
    from groundfloor.engine.record import Purpose
    from groundfloor.engine.round_plan import RoundPlan
    from groundfloor.guide import Hint
    from groundfloor.presentation.bots import BotSeat
    from groundfloor.tables.clocks import ClockFacts

    from .clocks import OverTime
    from .proposals import ProposalFacts


@dataclass(frozen=True)
class Control:
    """One action of the question that stands, or one that a player could think of: legal, or with the reason why not.

    ``reason`` is a sentence in the reader's language, empty if the action is legal. ``is_later`` says that it is a remodel to be done
    after the decision that stands.
    """

    action: Action
    quote: Quote
    reason: str
    is_later: bool = False

    @property
    def is_legal(self) -> bool:
        return not self.reason


@dataclass(frozen=True)
class LogLine:
    """One line of the log: the entry of the record it belongs to, the event, and its sentences in the reader's language.

    ``number`` counts all lines that there ever were, those of undone entries too. ``is_undone``: the entry does not hold any more.
    ``held`` is what each seat has after the event.
    """

    entry: int
    round: int
    phase: int
    event: Event
    sentence: str
    reason: str = ""
    number: int = 0
    is_undone: bool = False
    held: tuple[Holdings, ...] = ()


RECAP_PHASES = (1, 4, 5)
"""Income, conduct and reorganize: what happens in them is played in steps, each for as long as it takes to read."""


@dataclass(frozen=True)
class Change:
    """A number of the viewer before and after a step; ``difference`` is that of the two with its sign: ``+16``."""

    icon: str
    before: int
    after: int
    word: str
    difference: str


@dataclass(frozen=True)
class NewsStep:
    """One effect that an entry brings: a sale, shares that rise, the time markers of the next round.

    ``id`` names what it is about: an area, ``sales``, ``drops``, ``forecast``, ``next_forecast``, ``reorganize``, ``improvements``, ``income`` or another phase; ``index`` counts the steps of
    the entry from 1, ``place`` is the id of the part of the page where it happens, ``last`` the number of its last line of the log, ``shown_at`` that of the event after which
    the board shows it. ``reason`` says why, if it is about one event ("": there is nothing to say); ``summary`` are the sentences for the card "Since your last move". ``consumers_from`` is the id of the building that a consumer comes from who buys ("": none does). ``before`` and ``held`` are what the viewer
    has before and after it, None for a spectator.
    """

    id: str
    title: str
    round: int
    phase: int
    entry: int
    index: int
    place: str
    last: int
    shown_at: int
    sentences: tuple[str, ...]
    reason: str
    summary: tuple[str, ...]
    concerns_viewer: bool
    before: Holdings | None
    held: Holdings | None
    changes: tuple[Change, ...] = ()
    consumers_from: str = ""

    @property
    def is_in_recap(self) -> bool:
        """Returns whether it is something that the rules bring and that is read; moves of others pass quickly."""
        return self.phase in RECAP_PHASES


@dataclass(frozen=True)
class Scene:
    """Everything that a picture of the table needs.

    ``game`` is the position with the viewer's draft, ``confirmed`` the position without it; ``seat`` the viewer's (None: a
    spectator); ``draft`` what the viewer has chosen but not confirmed, ``draft_positions`` the positions before and after each of these; ``deferred`` remodels
    chosen before the decision that they come after; ``partial`` a prefix of action texts that the viewer has chosen so far
    (``"warehouse 3"``, ``"buy human_resources"``, ``"drop 12"``), empty if none, and ``asking`` the position in which that choice would
    be made; ``is_asked`` says that the viewer is on turn;
    ``entry`` is the number of entries of the record, ``history`` the entry that is looked at if it is not the last; ``changed_spaces`` has the
    ids of the spaces (``"space-factory-4"``) that others have come to since the viewer last looked or moved; ``guide`` is what the guide of a
    guided game says to the viewer, if it was not sent away (``has_guide``: the game has one; ``has_advice``: it is a practice table whose viewer has asked for advice); ``purpose`` is what the game is for (``Record.purpose``).
    ``can_plan`` says that the viewer has something left to plan, ``plan`` is the plan of the round (None: it is not shown), ``planned`` the texts of all its steps, ``planned_in_draft`` those (by index)
    that are in the draft, which ``plan`` leaves out, and ``next_planned`` the step that comes next.
    ``plan_acts`` says that the table makes its moves, ``plan_stopped`` why it does so no more, as a sentence ("": it has not stopped), ``stopped_at`` at which version.
    ``undone`` are the lines of entries that were undone, ``news`` the lines of the log that are new to the viewer, ``steps`` the same in steps, and
    ``recap`` the step that the board is shown at, which may be in the middle of the entry that is looked at.
    ``ending`` is how the game was ended by agreement: ``score``, ``cancel`` or "". ``departures`` are the seats that have lost a rated game before its end, in their order, and how. ``askable_undo`` is the number of entries that the viewer can ask others to take back, ``paused_by`` the seat that has proposed the pause of the game
    (None: it goes on), ``proposal`` what is proposed.
    ``moved_at`` is when the last entry was made, in the format of the store; "" if that is not known. ``entry_steps`` are the steps of the entry that is looked at, or of the last one before it that has some. ``bots`` are the seats that bots play now. ``can_hint`` says that the viewer can ask for a hint.
    ``clocks`` are those of the people at a table that has some, ``over_time`` says that whoever is on turn has no time left.
    """

    game: Game
    confirmed: Game
    seat: int | None
    language: str
    words: gettext.NullTranslations
    table: str = ""
    name: str = ""
    version: int = 0
    entry: int = 0
    history: int | None = None
    draft: tuple[Action, ...] = ()
    draft_positions: tuple[Game, ...] = ()
    deferred: tuple[Action, ...] = ()
    partial: str = ""
    is_asked: bool = False
    undoable: int = 0
    confirms_itself: bool = False
    skips_hiring: bool = False
    skips_firing: bool = False
    controls: dict[str, Control] = field(default_factory=dict)
    changed_spaces: frozenset[str] = frozenset()
    asking: Game | None = None
    log: tuple[LogLine, ...] = ()
    undone: tuple[LogLine, ...] = ()
    guide: Hint | None = None
    has_guide: bool = False
    has_advice: bool = False
    guide_is_left: bool = False
    purpose: Purpose = ""
    can_plan: bool = False
    plan: RoundPlan | None = None
    planned: tuple[str, ...] = ()
    planned_in_draft: frozenset[int] = frozenset()
    next_planned: str = ""
    plan_acts: bool = False
    plan_stopped: str = ""
    stopped_at: int = -1
    news: tuple[LogLine, ...] = ()
    steps: tuple[NewsStep, ...] = ()
    recap: NewsStep | None = None
    entry_steps: tuple[NewsStep, ...] = ()
    bots: tuple[BotSeat, ...] = ()
    can_hint: bool = False
    ending: str = ""
    departures: tuple[tuple[int, Literal["left", "time"]], ...] = ()
    askable_undo: int = 0
    asked_about_undo: tuple[int, ...] = ()
    proposal: ProposalFacts | None = None
    paused_by: int | None = None
    moved_at: str = ""
    clocks: tuple[ClockFacts, ...] = ()
    over_time: OverTime | None = None

    def _(self, sentence: str, /, **facts: object) -> str:
        """Returns a sentence in the viewer's language, with its facts."""
        said = self.words.gettext(sentence)
        return said % facts if facts else said

    def plural(self, one: str, many: str, number: int, /, **facts: object) -> str:
        """Returns the singular or plural sentence for a number, which is the fact ``n``."""
        return self.words.ngettext(one, many, number) % {"n": number, **facts}

    @cached_property
    def letters(self) -> list[str]:
        return letters(self.game)

    @cached_property
    def people(self) -> list[Person]:
        return people(self)

    @cached_property
    def owners(self) -> list[Owner]:
        return owners(self)

    @property
    def question_game(self) -> Game:
        """The position whose question the panel puts."""
        return self.asking or self.game

    @property
    def draft_texts(self) -> str:
        """Returns the answers of the draft and those that wait for its end, separated by commas."""
        return ",".join(action.text for action in (*self.draft, *self.deferred))

    def is_in_draft(self, text: str) -> bool:
        """Returns True for an answer of the draft, unless it could be given once more."""
        drawn = any(action.text == text for action in (*self.draft, *self.deferred))
        return drawn and all(action.text != text for action in self.game.legal)

    def projection(self, action: Action, before: Game) -> Projection | None:
        """Returns what will come of an action in a position, computed once for all places that show it."""
        key = (id(before), projection_key(before, action))
        if key not in self._projections:
            self._projections[key] = (before, before.projection(action))
        return self._projections[key][1]

    @cached_property
    def _projections(self) -> dict[tuple[int, str | int], tuple[Game, Projection | None]]:
        """With each its position, so that no other one can have its id meanwhile."""
        return {}

    def control(self, text: str) -> Control | None:
        """Returns the control of an action, by its text; None if this question has nothing to do with it."""
        return self.controls.get(text)

    def controls_with_prefix(self, prefix: str) -> list[Control]:
        """Returns all controls whose text is the prefix (whole words) or goes on from it."""
        return self._controls_by_prefix.get(prefix, [])

    @cached_property
    def _controls_by_prefix(self) -> dict[str, list[Control]]:
        by_prefix: dict[str, list[Control]] = {}
        for text, control in self.controls.items():
            words = text.split(" ")
            for count in range(1, len(words) + 1):
                by_prefix.setdefault(" ".join(words[:count]), []).append(control)
        return by_prefix
