"""Spaces of the street: what lies on each, what a click would pick, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from .. import names
from ..view import Control, TableView
from .amounts import Amount, Offer, amounts_text
from .people import Owner
from .phrases import bare_reason

NOTHING = Offer()
SpaceState = Literal["free", "selectable", "draft", "taken", "blocked", "closed"]
ReasonKind = Literal["turn", "task"]


@dataclass(unsafe_hash=True)
class Tooltip:
    """Three lines at most: ``prices`` are the ways to pay, ``timing`` when it is conducted; ``warning`` is shown in pencil, ``words`` in ink."""

    title: str
    prices: tuple[tuple[Amount, ...], ...] = ()
    gains: tuple[Amount, ...] = ()
    timing: str = ""
    words: str = ""
    warning: str = ""

    more: str = ""
    """What only a screen reader needs to be told: it is drawn in the place itself."""

    @property
    def has_flow(self) -> bool:
        return bool(any(self.prices) or self.gains or self.timing)

    @property
    def says_more(self) -> bool:
        return bool(self.has_flow or self.words or self.warning)


@dataclass(unsafe_hash=True)
class Space:
    """A space of the street as it is drawn.

    Not frozen, because it is completed by its explanation (``tooltips.py``), and there are sixty of them on each board.
    """

    id: str
    """Names it on the page."""
    kind: str
    """The first word of the id, as ``door`` of ``door-3``."""
    at: str
    """Names it in the table of boxes."""
    state: SpaceState
    label: str
    tooltip: Tooltip
    number: str = ""
    pick: str = ""
    """What a click picks, empty if nothing."""
    person: Owner | None = None
    is_changed: bool = False
    rule: str = ""
    """Its paragraph."""
    purpose: str = ""
    """What it is for."""
    task: str = ""
    """The beginning of the texts of the tasks there, no matter who is on turn, empty if there is none."""
    reasons: tuple[ReasonKind, ...] = ()
    """The kinds of reasons, said once a page, why it can't be chosen now (``tooltips.TurnNotes``)."""

    @property
    def described_by(self) -> str:
        """The ids of these reasons, as in ``aria-describedby``."""
        return " ".join(f"reason-{kind}" for kind in self.reasons)

    @property
    def index(self) -> int:
        """The number at the end of its id, from 0."""
        return int(self.id.rpartition("-")[2]) - 1

    @property
    def is_control(self) -> bool:
        """The question has to do with it."""
        return self.state in ("selectable", "draft", "blocked") and bool(self.pick)


class SpaceBuilder:
    """Makes the spaces of a view; ``tooltip_of`` makes the tooltip of one by its name and the answers that it stands for."""

    def __init__(self, view: TableView, tooltip_of: Callable[[TableView, str, list[Control]], Tooltip]) -> None:
        self.view = view
        self.tooltip_of = tooltip_of
        self.draft = {action.text for action in view.own.draft.actions}

    def controls(self, pick: str) -> list[Control]:
        return self.view.own.controls_with_prefix(pick) if self.view.own.is_asked and pick else []

    def is_mine(self, seat: int, before: int) -> bool:
        """Returns True if the draft has put a marker here, or taken one from here."""
        return seat != before and bool(self.draft)

    def space(
        self,
        id: str,
        name: str,
        pick: str = "",
        seat: int = -1,
        before: int = -1,
        number: str = "",
        at: str = "",
        closed: str = "",
        blocked: str = "",
        offer: Offer = NOTHING,
        open_word: str | None = None,
        task: str = "",
    ) -> Space:
        """Returns a space: ``name`` says building and place, ``before`` who was there before the pencil; ``closed`` says why it never opens,
        ``blocked`` why nobody can go there now; ``offer`` is what it costs and brings, ``open_word`` says that it is free ("": nothing)."""
        controls = self.controls(pick)
        state, tooltip = self.state(pick, seat, before, controls), Tooltip(name, warning=closed)
        if closed:
            state = "closed" if state == "free" else state
        elif blocked and state == "free":
            state, tooltip = "blocked", Tooltip(name, warning=blocked)
        elif state != "taken":
            tooltip = self.tooltip_of(self.view, name, controls)
        if state in ("free", "blocked") and not tooltip.has_flow:
            tooltip.prices, tooltip.gains = offer.prices, offer.gains
        tooltip.more = offer.more
        owner = before if state == "draft" and seat < 0 else seat  # whose marker is there, or was before it was pencilled away
        person = self.view.owners[owner] if owner >= 0 else None
        word = open_word if state == "free" and open_word is not None else self.state_words(state, person)
        label = spoken_tooltip(self.view, name, word, tooltip)
        kept = pick if self.keeps_pick(state, pick, controls) else ""
        is_changed = f"space-{id}" in self.view.own.changed_spaces
        return Space(
            id=id,
            kind=id.partition("-")[0],
            at=at or id,
            state=state,
            label=label,
            tooltip=tooltip,
            number=number,
            pick=kept,
            person=person,
            is_changed=is_changed,
            task=task or pick,
        )

    def keeps_pick(self, state: SpaceState, pick: str, controls: list[Control]) -> bool:
        """Returns True if a click picks something, or takes back what is drafted here."""
        if state in ("selectable", "blocked"):
            return bool(controls)
        is_chosen = pick == self.view.own.draft.partial or any(control.action.text in self.draft for control in controls)
        return state == "draft" and is_chosen

    def state(self, pick: str, seat: int, before: int, controls: list[Control]) -> SpaceState:
        if self.is_mine(seat, before):
            return "draft"
        if (
            pick
            and seat < 0
            and self.view.own.is_asked
            and (pick == self.view.own.draft.partial or (pick in names.MARKETING and pick in self.draft))
        ):
            return "draft"
        if any(control.is_legal for control in controls):
            return "selectable"
        if seat >= 0:
            return "taken"
        return "blocked" if controls else "free"

    def state_words(self, state: SpaceState, person: Owner | None) -> str:
        if state == "selectable":
            return (
                f"{self.view._('taken by %(name)s', name=person.name)}, {self.view._('possible')}"
                if person is not None
                else self.view._("possible")
            )
        if state == "blocked":
            return self.view._("not possible")
        if state == "closed":
            return self.view._("closed")
        if state == "draft":
            return self.view._("pencilled in")
        return (
            self.view._("taken by %(name)s", name=person.name) if person is not None else self.view.translations.pgettext("space", "free")
        )

    def row(
        self,
        id: str,
        name: str,
        seats: list[int],
        before: list[int],
        pick: str,
        *,
        is_numbered: bool,
        shows: bool = True,
        offers: Sequence[Offer] = (),
    ) -> tuple[Space, ...]:
        """Spaces in a row: any free one by its number, or only the lowest free one (the pencilled one while it stands); ``shows`` their
        numbers; ``offers`` are theirs by number, or the one of all."""
        drawn = [n for n, seat in enumerate(seats) if self.is_mine(seat, before[n])]
        free = drawn[0] if drawn else seats.index(-1) if -1 in seats else -1
        row_spaces = []
        for n, seat in enumerate(seats):
            wanted = f"{pick} {n + 1}" if is_numbered else pick if n == free else ""
            label = name % {"number": n + 1}
            offer = offers[min(n, len(offers) - 1)] if offers else NOTHING
            number, task = str(n + 1) if shows else "", wanted or pick
            row_spaces.append(self.space(f"{id}-{n + 1}", label, wanted, seat, before[n], number, offer=offer, task=task))
        return tuple(row_spaces)


def spoken_tooltip(view: TableView, name: str, state: str, tooltip: Tooltip) -> str:
    """Returns what a screen reader says of a place: name, state, price, effect, reason."""
    parts = []
    costs = [amounts_text(amounts) for amounts in tooltip.prices if amounts]
    if costs:
        parts.append(view._(" or ").join(costs))
    if tooltip.gains:
        parts.append(view._("gives %(amounts)s", amounts=amounts_text(tooltip.gains)))
    if tooltip.timing:
        parts.append(tooltip.timing)
    spoken = f"{name}, {state}" if state else name
    spoken += f": {', '.join(parts)}." if parts else "."
    reason = bare_reason(view.translations, tooltip.warning) if state == view._("not possible") else tooltip.warning
    return names.without_soft_hyphens(" ".join(part for part in (spoken, tooltip.more, reason or tooltip.words) if part))
