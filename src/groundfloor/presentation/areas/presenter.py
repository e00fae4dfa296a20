"""What a person reads and sees of an area of the city."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from itertools import groupby
from typing import ClassVar, Generic, TypeVar

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.area import Area, SpaceTask
from groundfloor.engine.game import Game
from groundfloor.engine.ruleset import Ruleset
from groundfloor.engine.state import CONDUCT, State
from groundfloor.translatable import _, plural

from .. import names
from ..board.amounts import Amount, Offer, assumed_words, gain, price_amounts
from ..board.spaces import Space, SpaceBuilder
from ..view import TableView

AreaT = TypeVar("AreaT", bound=Area)


@dataclass(frozen=True)
class BuildingView:
    """What a façade shows besides its spaces; most areas have a view of their own."""


class AreaPresenter(Generic[AreaT]):
    """Presents one area of a ruleset. This base class presents an area that has no presenter of its own: by its name, without spaces."""

    task_verb: ClassVar[str] = ""
    """First word of the actions that schedule a task here."""
    task_rule: ClassVar[str] = ""
    """Paragraph on the task of this area in phase III."""
    conduct_rule: ClassVar[str] = ""
    """Part of the rules on how this area is conducted in phase IV."""
    task_places: ClassVar[tuple[str, ...]] = ()
    """Kinds of places where tasks are scheduled; all others belong to phase IV."""
    explained_places: ClassVar[tuple[str, ...]] = ()
    """Kinds of places that nobody ever chooses: they only explain what they are for."""
    answer_verbs: ClassVar[tuple[str, ...]] = ()
    """First words of the answers of phase IV that are typed with the name of this area."""
    purpose_text: ClassVar[str] = ""
    """What happens to a marker in any of its places, translated where it is shown, as are the texts below."""
    schedule_text: ClassVar[str] = ""
    """Where a task's marker goes, if not to the lowest free space or to any free one."""
    conduct_text: ClassVar[str] = ""
    """Why a place of phase IV can't be chosen now."""
    placed_message: ClassVar[str] = _("%(name)s took space %(space)s of the %(area)s for %(price)s.")
    """The log's sentence for a marker that was placed here."""
    floor_placed_message: ClassVar[str] = _("%(name)s took space %(space)s of the %(area)s with the %(floor)s for %(price)s.")
    """The log's sentence for a marker that a floor placed here."""
    automa_placed_message: ClassVar[str] = _("%(name)s took space %(space)s of the %(area)s.")
    """The log's sentence for an Automa's marker here."""
    failed_messages: ClassVar[tuple[str, str]] = plural(
        "The Automa’s card named the %(area)s; space %(shut)s was taken.",
        "The Automa’s card named the %(area)s; spaces %(shut)s were taken.",
    )
    """The log's sentence about the spaces that an Automa could not have."""

    def __init__(self, area: AreaT) -> None:
        self.area = area

    # The building

    def name(self, translations: NullTranslations) -> str:
        return names.full("area", self.area.id, translations)

    def price(self, view: TableView) -> tuple[Amount, ...]:
        """Returns the price of every space; empty if its spaces have prices of their own."""
        task = next((task for task in self.area.tasks if isinstance(task, SpaceTask)), None)
        return price_amounts(view, task.money, task.info, task.supply) if task is not None else ()

    def offers(self, view: TableView) -> list[Offer]:
        return [Offer((self.price(view),))]

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        return ()

    def view(self, view: TableView) -> BuildingView:
        return BuildingView()

    def contents(self, view: TableView) -> list[str]:
        """Returns what lies on it, in sentences for the terminal."""
        return []

    # Places

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        """Returns the seats on its numbered places by the kind of place, -1 for a free one."""
        return {}

    @classmethod
    def rule_of_place(cls, kind: str, phase: int) -> str:
        """Returns the paragraph on a kind of place: on the task only where one can be scheduled, and before phase IV."""
        return cls.task_rule if kind in cls.task_places and phase != CONDUCT else cls.conduct_rule

    def purpose_id(self, view: TableView, space: Space) -> str:
        """Returns under which id the guide says what a space is for."""
        return space.kind

    def purpose(self, view: TableView, space: Space) -> str:
        """Returns what happens to a marker in a place, or what the place gives."""
        return view._(self.purpose_text) if self.purpose_text else ""

    def schedule_reason(self, view: TableView, space: Space) -> str:
        """Returns where tasks of phase III go instead of a place that is not selectable, for all viewers."""
        if self.schedule_text:
            return view._(self.schedule_text)
        is_any = takes_any_space(view.game.ruleset, self.task_verb)
        return view._("A marker may go to any free space.") if is_any else view._("A marker goes to the lowest free space.")

    def conduct_reason(self, view: TableView, space: Space) -> str:
        """Returns why a place of phase IV can't be chosen now, for all viewers."""
        return view._(self.conduct_text) if self.conduct_text else ""

    # Tasks

    def task_title(self, view: TableView, action: Action, quote: Quote) -> str:
        """Returns the name of scheduling a task here: ``Factory, space 4``."""
        return view._("%(area)s, space %(number)s", area=self.name(view.translations), number=gain(quote, "space"))

    def second_step(self, view: TableView) -> str:
        """Returns the question for what a click on one of its spaces still leaves open."""
        return view._("There is more than one way: choose one.")

    def second_button(self, view: TableView, action: Action, quote: Quote) -> str:
        """Returns the text of a button of that question, "" for the title."""
        return ""

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        """Returns what will come of a task scheduled here in the position ``before``."""
        return ""

    def task_warnings(self, view: TableView, action: Action, quote: Quote, before: Game) -> list[str]:
        """Returns what a seat should consider before it schedules a task here."""
        return []


@lru_cache(maxsize=256)
def takes_any_space(ruleset: Ruleset, verb: str) -> bool:
    """Returns whether a task's marker may go to any free space: its actions name one."""
    return any(action.verb == verb and action.operand > 0 for action in ruleset.actions)


def occupant_name(view: TableView, seat: int) -> str:
    return view.people[seat].name if seat >= 0 else view.translations.pgettext("space", "free")


def opening_words(view: TableView, players: int, value: str) -> str:
    """Returns from how many players on a space is open, and whether no source prints that (``value`` is its key in the ruleset)."""
    opens = view._("Opens with %(players)s or more players.", players=players)
    return f"{opens} {assumed_words(view, value)}".strip()


def row(view: TableView, spaces: Sequence[int]) -> str:
    """Returns numbered spaces in words, those that are alike together: ``1 Ann, 2 to 5 free``."""
    runs = []
    for seat, run in groupby(enumerate(spaces, 1), key=lambda pair: pair[1]):
        numbers = [number for number, _seat in run]
        first, last = numbers[0], numbers[-1]
        range_words = str(first) if first == last else view._("%(first)s to %(last)s", first=first, last=last)
        runs.append(f"{range_words} {occupant_name(view, seat)}")
    return ", ".join(runs)
