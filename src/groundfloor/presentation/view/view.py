"""What one viewer sees of a table: what everybody sees, what the viewer alone has, and the moment that is shown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from groundfloor.engine.action_projection import projection_key

from ..board.people import Owner, Person, letters, owners, people

if TYPE_CHECKING:
    import gettext

    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game
    from groundfloor.engine.projection import Projection
    from groundfloor.engine.record import Purpose
    from groundfloor.engine.round_plan import RoundPlan
    from groundfloor.guide import Hint
    from groundfloor.table.clocks import ClockFacts
    from groundfloor.table.value import SeatMarks

    from ..board.clocks import OverTimePanel
    from ..board.proposals import ProposalFacts
    from .log_lines import LogLine
    from .steps import NewsStep


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
class PublicView:
    """What everybody at the table sees alike, whatever is looked at."""

    game_id: str = ""
    name: str = ""
    version: int = 0
    """The number of entries of the record."""
    purpose: Purpose = ""
    """What the game is for (``Record.purpose``)."""
    departures: tuple[tuple[int, Literal["left", "time"]], ...] = ()
    """The seats that have lost a rated game before its end, in their order, and how."""
    bots: tuple[tuple[int, str], ...] = ()
    """The seats that bots play now, each with its bot."""
    paused_by: int | None = None
    """The seat that has proposed the pause of the game (None: it goes on)."""
    moved_at: str = ""
    """When the last entry was made, in the format of the store ("": not known)."""
    clocks: tuple[ClockFacts, ...] = ()
    """Those of the people at a table that has some."""
    marks: SeatMarks = ()
    """The marks of guests, bots with accounts and administrators at a table of the lobby, by seat."""


@dataclass(frozen=True)
class Moment:
    """Which position is shown, and what has happened up to it."""

    game: Game
    """The confirmed position."""
    entry: int | None = None
    """The number of entries after which the position stands if the past is looked at (None: the present)."""
    step: NewsStep | None = None
    """The step that the position is shown at, which may be in the middle of an entry."""
    steps: tuple[NewsStep, ...] = ()
    """What a page plays: in the present what is new to the viewer, in the past the steps of that entry, or of the last one before it that has some."""
    log: tuple[LogLine, ...] = ()
    """The lines up to this moment."""
    undone: tuple[LogLine, ...] = ()
    """The lines of entries that were undone."""
    ending: str = ""
    """How the game was ended by agreement: ``score``, ``cancel`` or ""."""


@dataclass(frozen=True)
class Guidance:
    """What the guide says to the viewer (``hint``; None: nothing), whether the game is guided, whether the viewer of a practice table has asked for advice, and whether the guide was sent away."""

    hint: Hint | None = None
    is_guided: bool = False
    is_advised: bool = False
    is_left: bool = False


@dataclass(frozen=True)
class Planning:
    """The viewer's plan of the round."""

    is_possible: bool = False
    """The viewer has something left to plan."""
    tried: RoundPlan | None = None
    """The plan, each step tried (None: it is not shown)."""
    texts: tuple[str, ...] = ()
    """All steps of the plan."""
    in_draft: frozenset[int] = frozenset()
    """The steps (by index) that are in the draft, which ``tried`` leaves out."""
    next_step: str = ""
    """The text of the step that comes next."""
    acts: bool = False
    """The table makes the moves of the plan."""
    stop_sentence: str = ""
    """Why the table makes them no more ("": it has not stopped)."""
    stopped_at: int = -1
    """The version at which it has stopped."""


@dataclass(frozen=True)
class DraftView:
    """What the viewer has chosen and not confirmed."""

    game: Game | None = None
    """The position with the draft (None: there is no draft)."""
    actions: tuple[Action, ...] = ()
    positions: tuple[Game, ...] = ()
    """The positions before and after each action."""
    deferred: tuple[Action, ...] = ()
    """Remodels chosen before the decision that they come after."""
    partial: str = ""
    """The prefix of action texts that was chosen so far (``"warehouse 3"``, ``"buy human_resources"``, ``"drop 12"``; "": none)."""
    asking: Game | None = None
    """The position in which the choice of ``partial`` would be made."""

    @property
    def texts(self) -> str:
        """The answers of the draft and those that wait for its end, separated by commas."""
        return ",".join(action.text for action in (*self.actions, *self.deferred))


@dataclass(frozen=True)
class OwnView:
    """What the viewer alone has or may do; of a spectator (``seat`` is None) next to nothing."""

    seat: int | None = None
    draft: DraftView = DraftView()
    is_asked: bool = False
    """The viewer is on turn."""
    controls: dict[str, Control] = field(default_factory=dict)
    """The answers that the viewer could give, by text."""
    changed_spaces: frozenset[str] = frozenset()
    """Ids of the spaces (``"space-factory-4"``) that others have come to since the viewer last looked or moved."""
    news: tuple[LogLine, ...] = ()
    """The lines of the log that are new to the viewer."""
    undoable: int = 0
    """How many decisions the viewer can take back."""
    askable_undo: int = 0
    """How many entries the viewer can ask others to take back, if ``undoable`` is 0."""
    asked_about_undo: tuple[int, ...] = ()
    """The seats that would be asked about that undo."""
    proposal: ProposalFacts | None = None
    """What is proposed."""
    over_time: OverTimePanel | None = None
    """What is said of a time that is over."""
    confirms_itself: bool = False
    skips_hiring: bool = False
    skips_firing: bool = False
    guide: Guidance = Guidance()
    plan: Planning = Planning()
    can_hint: bool = False
    """The viewer can ask for a hint."""

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


@dataclass(frozen=True)
class TableView:
    """Everything that a board, a picture or lines about a table need: what everybody sees, what the viewer alone has, the moment, and the language."""

    public: PublicView
    own: OwnView
    moment: Moment
    language: str
    translations: gettext.NullTranslations

    @classmethod
    def of_position(cls, game: Game, seat: int | None, language: str, translations: gettext.NullTranslations) -> TableView:
        """Returns what a seat sees of a position alone, without log, draft and controls."""
        is_asked = seat is not None and game.current_player == seat
        return cls(PublicView(), OwnView(seat, is_asked=is_asked), Moment(game), language, translations)

    @property
    def game(self) -> Game:
        """The position with the viewer's draft."""
        return self.own.draft.game or self.moment.game

    def at(self, game: Game) -> TableView:
        """Returns the same of another position, in which nothing of the draft is."""
        return replace(self, own=replace(self.own, draft=replace(self.own.draft, game=None)), moment=replace(self.moment, game=game))

    def _(self, sentence: str, /, **facts: object) -> str:
        """Returns a sentence in the viewer's language, with its facts."""
        said = self.translations.gettext(sentence)
        return said % facts if facts else said

    def plural(self, one: str, many: str, number: int, /, **facts: object) -> str:
        """Returns the singular or plural sentence for a number, which is the fact ``n``."""
        return self.translations.ngettext(one, many, number) % {"n": number, **facts}

    @cached_property
    def letters(self) -> list[str]:
        return letters(self.game)

    @cached_property
    def people(self) -> list[Person]:
        return people(self)

    @cached_property
    def owners(self) -> list[Owner]:
        return owners(self)

    def is_in_draft(self, text: str) -> bool:
        """Returns True for an answer of the draft, unless it could be given once more."""
        drawn = any(action.text == text for action in (*self.own.draft.actions, *self.own.draft.deferred))
        return drawn and all(action.text != text for action in self.game._legal)

    def projection(self, action: Action, before: Game) -> Projection | None:
        """Returns what will come of an action in a position, computed once for all places that show it."""
        key = (id(before), projection_key(before, action))
        if key not in self._projections:
            self._projections[key] = (before, before.projection(action))
        return self._projections[key][1]

    @cached_property
    def _projections(self) -> dict[tuple[int, str | int], tuple[Game, Projection | None]]:
        """Each with its position, which keeps another one from getting its id."""
        return {}
