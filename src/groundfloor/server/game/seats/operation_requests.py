"""Operations of a seat as requests ask for them: one table of what a page's form or the JSON API sends, and which operation is made of it.

A request has exactly one of the fields that name an operation. OpenAPI and the table in docs/http.md are made from ``REQUESTS``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict, get_args, get_origin, get_type_hints

from msgspec import Meta

from groundfloor.numbers import parse_int, parse_seat
from groundfloor.presentation.typed_moves.move_reader import with_possible_choices
from groundfloor.presentation.typed_moves.plan_changes import read_plan
from groundfloor.presentation.typed_moves.typed_lines import read_guide_word, read_line
from groundfloor.table.errors import UnknownChoice
from groundfloor.table.operations import (
    Apply,
    Confirm,
    GiveTime,
    GuideWord,
    MarkSeen,
    Pick,
    Propose,
    ReplacePlan,
    Resign,
    ReturnToSeat,
    SetGuide,
    SetPreference,
    TakeBack,
    Undo,
    Vote,
)
from groundfloor.table.proposals import open_proposal, read_proposed
from groundfloor.table.reduce import reduce
from groundfloor.table.value import UndoProposal

from ...http.errors import BadBody
from ...http.json_fields import Seat, Version, parse_action_texts
from .votes import count_proposal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.requests import Request

    from groundfloor.table import Table
    from groundfloor.table.operations import Operation

    from ...context import AppContext
    from ...http.request_body import Fields


# What is asked for, besides the operations of a table


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line that a person has typed; ``shown`` is as for ``Confirm``."""

    text: str
    version: int
    shown: str | None = None


@dataclass(frozen=True, slots=True)
class TypedPlan:
    """A change of a plan in words."""

    text: str
    version: int


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Lets a bot play a seat (None: that of the player who asks), or a person ("")."""

    of: int | None
    bot: str


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Takes a seat that is offered to anybody with its link."""


Typed = TypedLine | TypedPlan


# Bodies of requests


class ApplyBody(TypedDict):
    """Confirms these actions at once, all or none."""

    apply: Annotated[list[str] | str, Meta(examples=[["done"]])]
    version: Version


class PickBody(TypedDict):
    """Pencils in the only legal action that begins so."""

    pick: Annotated[str, Meta(examples=["done"])]
    version: Version


class CommandBody(TypedDict):
    """Does what a typed line says: a move, in full or in short, or a command such as `undo`."""

    command: Annotated[str, Meta(examples=["hire"])]
    version: Version


class ConfirmBody(TypedDict):
    """Confirms the draft; after a task this ends the turn."""

    do: Literal["confirm"]
    version: Version
    draft: NotRequired[
        Annotated[
            str, Meta(description="The draft that the client has seen, its actions separated by commas; another one is not confirmed.")
        ]
    ]


class TakeBackBody(TypedDict):
    """Takes back the last tentative choice."""

    do: Literal["back"]
    version: Version


class UndoBody(TypedDict):
    """Takes back the last confirmed decision, up to the last chance outcome or decision of another person."""

    do: Literal["undo"]
    version: Version


class ResignBody(TypedDict):
    """Loses a rated game at once, against all who stay."""

    do: Literal["resign"]


class ReturnBody(TypedDict):
    """Takes your seat back from a bot."""

    do: Literal["return"]


class TakeSeatBody(TypedDict):
    """Takes a seat that is offered to anybody with this link."""

    do: Literal["take"]


class ReplacePlanBody(TypedDict):
    """Plans these moves and no others."""

    plan: Annotated[list[str], Meta(examples=[["hire", "factory at most 3", "agency 1 else agency 2"]])]


class ChangePlanBody(TypedDict):
    """Changes the planned moves: `add factory`, `drop 2`, `up 2`, `down 2`, `move 2 1`, `if 2 at most 4`, `if 2 else consulting`, `if 2`, `clear`. Or starts or stops the table making them (`start`, `stop`), or adds the next one to the draft (`next`, which needs `version`)."""

    plan: Annotated[str, Meta(examples=["add factory"])]
    version: NotRequired[Version]


class SeenBody(TypedDict):
    """Remembers that the seat has looked at everything up to this version: `news` becomes shorter."""

    seen: Version


class GuideBody(TypedDict):
    """Goes on from a step of the guide, dismisses it, or brings it back; at a practice table `resume` asks for advice the first time."""

    guide: GuideWord


class SetPreferenceBody(TypedDict):
    """Switches `confirms_itself`, `skips_hiring` or `skips_firing` `:on` or `:off`."""

    set: Annotated[str, Meta(examples=["skips_hiring:on"])]


class ProposeBody(TypedDict):
    """Asks the others to agree to something; `undo` needs `version`."""

    propose: Annotated[str, Meta(examples=["pause", "undo", "resume", "score", "cancel", "bot 2 manager", "person 2"])]
    version: NotRequired[Version]


class AgreeBody(TypedDict):
    """Agrees to the open proposal with this id."""

    agree: Annotated[str, Meta(examples=["31 1 undo 2"])]


class RefuseBody(TypedDict):
    """Refuses the open proposal with this id, or withdraws your own."""

    refuse: Annotated[str, Meta(examples=["31 1 undo 2"])]


class GiveTimeBody(TypedDict):
    """Gives time to a seat whose time is over."""

    give_time: Seat


class SeatBotBody(TypedDict):
    """Lets a bot play your seat, or (empty) you again; or another seat (`of`): a bot's, if you play alone against bots, or that of a player who is on turn and has been away for `absence_hours`."""

    bot: Annotated[str, Meta(examples=["manager", ""])]
    of: NotRequired[Seat]


# The table of them


@dataclass(frozen=True)
class OperationRequest:
    """A kind of request: the type of its ``body``, whose first field names the operation, and what is made of it. Forms have only those that are not ``for_programs``."""

    body: Any
    read: Callable[[Fields], Operation | Typed | SeatBot | TakeSeat]
    for_programs: bool = False

    @cached_property
    def field(self) -> str:
        return str(next(iter(self.body.__annotations__)))

    @cached_property
    def kind(self) -> Any:
        """The type of the first field."""
        return get_type_hints(self.body)[self.field]

    def fits(self, value: object) -> bool:
        """Returns whether the field may have a value: one of its words, or a list where it is one."""
        if get_origin(self.kind) is Literal:
            return value in get_args(self.kind)
        return isinstance(value, list) == (get_origin(self.kind) is list)


def text(body: Fields, name: str) -> str:
    """Returns a field as text; numbers of JSON too."""
    return str(body[name])


def version(body: Fields) -> int:
    """Returns the version of the table that a request is about; -1, which no table has, for anything but a number. BadBody if it names none."""
    if "version" not in body:
        raise BadBody("version is missing: the number of the version of the table that you have seen.")
    number = parse_int(text(body, "version"))
    return -1 if number is None else number


def shown_draft(body: Fields) -> str | None:
    return text(body, "draft") if "draft" in body else None


def plan_change(body: Fields) -> TypedPlan:
    """Returns a change of a plan; where the form names a step in ``instead`` (its number and action), what is added becomes its alternative."""
    change, step = text(body, "plan"), body.optional_text("instead")
    added = change.removeprefix("add ")
    if step and added != change:
        change = f"if {step} else {added}"
    return TypedPlan(change, version(body) if change == "next" else -1)


def preference(body: Fields) -> SetPreference:
    """Returns the operation for ``NAME:on`` or ``NAME:off``; ``NAME`` alone switches the preference over."""
    name, _, value = text(body, "set").partition(":")
    return SetPreference(name, value == "on" if value else None)


def proposal(body: Fields) -> Propose:
    what = read_proposed(text(body, "propose"))
    return Propose(what, version(body) if isinstance(what, UndoProposal) else -1)


def seat_given_time(body: Fields) -> GiveTime:
    seat = parse_seat(text(body, "give_time"))
    return GiveTime(-1 if seat is None else seat)


REQUESTS = (
    OperationRequest(PickBody, lambda body: Pick(text(body, "pick"), version(body))),
    OperationRequest(CommandBody, lambda body: TypedLine(text(body, "command"), version(body), shown_draft(body))),
    OperationRequest(ConfirmBody, lambda body: Confirm(version(body), shown_draft(body))),
    OperationRequest(TakeBackBody, lambda body: TakeBack(version(body))),
    OperationRequest(UndoBody, lambda body: Undo(version(body))),
    OperationRequest(ResignBody, lambda body: Resign()),
    OperationRequest(ReturnBody, lambda body: ReturnToSeat()),
    OperationRequest(TakeSeatBody, lambda body: TakeSeat()),
    OperationRequest(ReplacePlanBody, lambda body: ReplacePlan(tuple(parse_action_texts(body["plan"], "plan")))),
    OperationRequest(ChangePlanBody, plan_change),
    OperationRequest(SeenBody, lambda body: MarkSeen(parse_int(text(body, "seen")) or 0)),
    OperationRequest(GuideBody, lambda body: SetGuide(read_guide_word(text(body, "guide")))),
    OperationRequest(SetPreferenceBody, preference),
    OperationRequest(ProposeBody, proposal),
    OperationRequest(AgreeBody, lambda body: Vote(text(body, "agree"), agrees=True)),
    OperationRequest(RefuseBody, lambda body: Vote(text(body, "refuse"), agrees=False)),
    OperationRequest(GiveTimeBody, seat_given_time),
    OperationRequest(
        ApplyBody, lambda body: Apply(tuple(parse_action_texts(body["apply"])), body.number("version") or 0), for_programs=True
    ),
    OperationRequest(SeatBotBody, lambda body: SeatBot(body.optional_seat("of"), body.optional_text("bot")), for_programs=True),
)


def decode(body: Fields, *, is_form: bool = False) -> Operation | Typed | SeatBot | TakeSeat:
    """Returns what a request asks for. BadBody if it has none of the fields that name an operation, or several, or if the field has no such value."""
    allowed = [request for request in REQUESTS if not (is_form and request.for_programs)]
    fields = list(dict.fromkeys(request.field for request in allowed))
    present = [name for name in fields if name in body]
    if len(present) != 1:
        raise BadBody("A request has exactly one of these fields: %(fields)s.", fields=", ".join(fields))
    field = present[0]
    known = [request for request in allowed if request.field == field]
    request = known[0] if len(known) == 1 else next((request for request in known if request.fits(body[field])), None)
    if request is None:
        words = [word for request in known for word in get_args(request.kind)]
        raise BadBody("%(field)s is one of these: %(words)s.", field=field, words=", ".join(words))
    return request.read(body)


def read_typed(table: Table, seat: int, typed: Typed, language: str) -> Operation:
    """Returns the operation that a seat's words mean, in ``language`` or in English. Changes nothing.

    What a line means can take longer to find than the thread that writes has for a request, so it is done before.
    """
    if isinstance(typed, TypedPlan):
        return read_plan(table.game.ruleset, typed.text, typed.version, language)
    operation = read_line(table, seat, typed.text, typed.version, language)
    return replace(operation, shown=typed.shown) if isinstance(operation, Confirm) else operation


def run_requested(
    context: AppContext, request: Request, table: Table, seat: int, operation: Operation, language: str, away: Collection[int]
) -> Table:
    """Returns the table after the operation of a request for a seat, and counts what that proposes. The names in errors are in ``language``."""
    service = context.table_service
    try:
        new = reduce(table, operation, seat, service.now(), service.new_bytes, away)
    except UnknownChoice as error:
        raise with_possible_choices(error, language) from None
    count_proposal(context, request, new, open_proposal(table))
    return new
