"""The consulting firm: rows of two windows, and its meetings (``RULES III.A``, ``IV.A``)."""

from __future__ import annotations

from dataclasses import dataclass

from groundfloor.engine.actions import Action, Quote
from groundfloor.engine.city.area_projections import ConsultingProjection, missing_bookings
from groundfloor.engine.city.consulting_firm import ConsultingFirm, MeetingCancelled, MeetingHeld
from groundfloor.engine.game import Game
from groundfloor.engine.state import SCHEDULE, State
from groundfloor.translatable import _, plural

from ..board.amounts import Amount, Offer, amount, gain, price_amounts
from ..board.spaces import Space, SpaceBuilder
from ..log.event_formatter import EventFormatter, Sentences, explains_to_owner, formats, formats_own
from ..view import TableView
from .presenter import AreaPresenter, BuildingView, row

MEETING = "emergency_meeting"


@dataclass(frozen=True)
class ConsultingView(BuildingView):
    """The price of each row, what a meeting brings, and which rows will meet."""

    prices: tuple[tuple[Amount, ...], ...]
    reward: Amount
    will_meet: tuple[bool, ...]


class ConsultingFirmPresenter(AreaPresenter[ConsultingFirm]):
    """The left windows are booked from the top, the right ones wait for a meeting."""

    task_verb = "consulting"
    task_rule = "III.A"
    conduct_rule = "IV.A"
    task_places = ("left",)
    placed_message = _("%(name)s booked a meeting in row %(space)s for %(price)s.")
    automa_placed_message = _("%(name)s booked a meeting in row %(space)s.")
    failed_messages = plural(
        "The Automa’s card named the %(area)s; row %(shut)s was taken.",
        "The Automa’s card named the %(area)s; rows %(shut)s were taken.",
    )
    schedule_text = _("A marker goes to the topmost free row.")
    conduct_text = _("Markers come here from the left column only.")

    def spaces(self, builder: SpaceBuilder) -> tuple[Space, ...]:
        view = builder.view
        left_name = f"{self.name(view.translations)}, " + view._("row %(number)s")
        right_name = left_name + view._(", right space")
        state, before = view.game._state, view.moment.game._state
        if view.own.draft.partial == MEETING:
            rows = range(len(state.consulting_left))
            return tuple(
                space for row in rows for space in (meeting_space(builder, left_name, 0, row), meeting_space(builder, right_name, 1, row))
            )
        reward = () if view.game.ruleset.ending.is_over(view.game) else (amount(view, "info_if_left", self.area.reward),)
        offers = [Offer((price_amounts(view, price),), reward) for price in self.area.prices]
        left = builder.row(
            "left", left_name, state.consulting_left, before.consulting_left, "consulting", is_numbered=False, shows=False, offers=offers
        )
        right = builder.row("right", right_name, state.consulting_right, before.consulting_right, "", is_numbered=False, shows=False)
        return tuple(space for pair in zip(left, right, strict=True) for space in pair)

    def view(self, view: TableView) -> ConsultingView:
        state = view.moment.game._state
        prices = tuple(price_amounts(view, price) for price in self.area.prices)
        met = tuple(self.area.is_met(state, row) for row in range(len(prices)))
        return ConsultingView(prices, amount(view, "info", self.area.reward), met)

    def contents(self, view: TableView) -> list[str]:
        state = view.game._state
        return [
            view._("Left: %(spaces)s.", spaces=row(view, state.consulting_left)),
            view._("Right: %(spaces)s.", spaces=row(view, state.consulting_right)),
        ]

    @classmethod
    def markers(cls, state: State) -> dict[str, list[int]]:
        return {"left": state.consulting_left, "right": state.consulting_right}

    def purpose(self, view: TableView, space: Space) -> str:
        if space.kind == "left" and view.game.ruleset.ending.is_over(view.game):
            return view._("In the last round it no longer brings anything.")
        if space.kind == "left":
            return view._("A meeting booked here pays next round, if its row is booked again then.")
        sentence = view._("In phase IV a meeting here pays %(info)s info if its row was booked again.", info=self.area.reward)
        missing = missing_bookings(view.game._state, space.index)
        if space.person is None or not missing or view.game._state.phase > SCHEDULE:
            return sentence
        more = view.plural("For that %(n)s more meeting must be booked.", "For that %(n)s more meetings must be booked.", missing)
        return f"{sentence} {more}"

    def task_title(self, view: TableView, action: Action, quote: Quote) -> str:
        return view._("%(area)s, row %(number)s", area=self.name(view.translations), number=gain(quote, "space"))

    def task_projection(self, view: TableView, action: Action, quote: Quote, before: Game) -> str:
        """Returns what the right space of the booked row gains now, and what the marker itself may gain a round later (``RULES IV.A``)."""
        projection = view.projection(action, before)
        if not isinstance(projection, ConsultingProjection):
            return ""
        name = view.people[projection.beside].name
        facts = {
            "info": projection.info,
            "row": projection.row,
            "n": projection.bookings,
            "consolation": projection.consolation,
            "name": name,
        }
        return " ".join([*meeting_now(view, before, projection.beside), meeting_next(view, projection)]) % facts


def meeting_next(view: TableView, projection: ConsultingProjection) -> str:
    """Returns what the marker may gain in the next round, with the facts still to be filled in."""
    if projection.is_last:
        return view._("This is the last round: the new meeting itself no longer pays.")
    if projection.consolation:
        return view.translations.ngettext(
            "The new meeting pays %(info)s info next round if its row is booked again, else %(consolation)s.",
            "The new meeting pays %(info)s info next round if its row is booked again, else %(consolation)s. Rows fill from the top: that takes %(n)s bookings, by anybody.",
            projection.bookings,
        )
    return view.translations.ngettext(
        "The new meeting pays %(info)s info next round if its row is booked again.",
        "The new meeting pays %(info)s info next round if its row is booked again. Rows fill from the top: that takes %(n)s bookings, by anybody.",
        projection.bookings,
    )


def meeting_now(view: TableView, before: Game, beside: int) -> list[str]:
    """Returns what the marker in the adjacent right window gains, with the facts still to be filled in; nothing for an Automa's."""
    if beside >= 0 and beside == view.own.seat:
        return [view._("So your meeting in row %(row)s pays %(info)s info in phase IV.")]
    if beside >= 0 and not before.seats[beside].automa:
        return [view._("So the meeting of %(name)s in row %(row)s pays %(info)s info in phase IV.")]
    return []


def meeting_space(builder: SpaceBuilder, name: str, column: int, row: int) -> Space:
    """Returns a window whose marker an Emergency Meeting may move to the top of its column (``RULES 9.2.5``)."""
    state = builder.view.game._state
    word = ("left", "right")[column]
    seat = (state.consulting_left, state.consulting_right)[column][row]
    pick = f"{MEETING} {word} {row + 1}" if seat >= 0 and row else ""
    return builder.space(f"{word}-{row + 1}", name % {"number": row + 1}, pick, seat, seat)


@formats(MeetingHeld)
def meeting_held(formatter: EventFormatter, event: MeetingHeld) -> Sentences:
    why = formatter._("%(other)s had booked the row again.", other=formatter.person(event.beside))
    if formatter.is_automa:
        return formatter._("%(name)s had a meeting in row %(row)s."), why
    return formatter._("%(name)s had a meeting in row %(row)s: %(gained)s.", gained=formatter.amounts(info=event.info)), why


@formats_own(MeetingHeld)
def own_meeting_held(formatter: EventFormatter, event: MeetingHeld) -> str:
    gained = formatter.amounts(info=event.info)
    return formatter._("Your meeting in row %(row)s brought %(gained)s.", gained=gained or formatter.counted("info", 0))


@explains_to_owner(MeetingHeld)
def own_meeting_reason(formatter: EventFormatter, event: MeetingHeld) -> str:
    return formatter._("You had booked the row again.") if event.beside == event.seat else ""


@formats(MeetingCancelled, is_surprising=True)
def meeting_cancelled(formatter: EventFormatter, event: MeetingCancelled) -> Sentences:
    why = formatter._("The row was not booked again.")
    gained = formatter.amounts(info=event.info)
    if gained:
        return formatter._("%(name)s’s meeting in row %(row)s was cancelled, but brought %(gained)s.", gained=gained), why
    return formatter._("%(name)s’s meeting in row %(row)s was cancelled."), why


@formats_own(MeetingCancelled)
def own_meeting_cancelled(formatter: EventFormatter, event: MeetingCancelled) -> str:
    if event.info:
        return formatter._(
            "Your meeting in row %(row)s was cancelled, but you received %(gained)s.", gained=formatter.amounts(info=event.info)
        )
    return formatter._("Your meeting in row %(row)s was cancelled: the row was not booked again.")
