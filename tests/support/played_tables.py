"""Tables at which tests play: each operation has them be what comes of it."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from contextlib import contextmanager
from typing import TYPE_CHECKING

from groundfloor.table import Table
from groundfloor.table.moves import with_auto_answers
from groundfloor.table.operations import (
    AnswerForBot,
    Apply,
    Confirm,
    EndTime,
    GiveTime,
    LetBotPlay,
    MarkSeen,
    Pick,
    Propose,
    RenewLink,
    ReplacePlan,
    Resign,
    SetPreference,
    StartPlan,
    TakeBack,
    TakeOffer,
    Undo,
    Vote,
)
from groundfloor.table.proposals import open_proposal
from groundfloor.table.reduce import reduce

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from groundfloor.engine.match import Match
    from groundfloor.server.game.tables.table_service import TableService
    from groundfloor.table.operations import Operation, ServerOperation
    from groundfloor.table.value import Proposal, Proposed, TableValue


class PlayedTable(Table):
    """A table at which a test plays."""

    @classmethod
    def of(cls, table: Table) -> PlayedTable:
        return cls(table.game_id, table.match, table.value, table.is_record_only, table.lost_seats)

    def become(self, table: Table) -> None:
        vars(self).update(vars(table))

    def keep(self) -> Table:
        """Returns the table as it stands now."""
        return Table(self.game_id, self.match, self.value, self.is_record_only, self.lost_seats)

    def set_value(self, value: TableValue) -> None:
        self.become(self.with_value(value))

    def set_match(self, match: Match) -> None:
        self.become(PlayedTable(self.game_id, match, self.value, self.is_record_only))

    @property
    def open_proposal(self) -> Proposal | None:
        return open_proposal(self)

    def run(
        self, seat: int, operation: Operation | ServerOperation, now: str = "", away: Collection[int] | None = None, token: str = ""
    ) -> None:
        """Runs an operation; ``token`` becomes the secret of a seat that is offered by it."""
        self.become(reduce(self, operation, seat, now, lambda count: urlsafe_b64decode(token or "a-new-secret"), away))

    def give_auto_answers(self) -> None:
        self.become(with_auto_answers(self))

    def pick(self, seat: int, text: str, version: int) -> None:
        self.run(seat, Pick(text, version))

    def take_back(self, seat: int, version: int) -> None:
        self.run(seat, TakeBack(version))

    def confirm(self, seat: int, version: int) -> None:
        self.run(seat, Confirm(version))

    def apply(self, seat: int, texts: Sequence[str], version: int) -> None:
        self.run(seat, Apply(tuple(texts), version))

    def undo(self, seat: int, version: int) -> None:
        self.run(seat, Undo(version))

    def answer_for_bot(self, seat: int, text: str, version: int) -> None:
        self.run(seat, AnswerForBot(text, version))

    def propose(self, seat: int, what: Proposed, version: int, now: str, token: str = "", away: Collection[int] | None = None) -> None:
        self.run(seat, Propose(what, version), now, away, token)

    def agree(self, seat: int, proposal: str, now: str, token: str = "", away: Collection[int] | None = None) -> None:
        self.run(seat, Vote(proposal, agrees=True), now, away, token)

    def refuse(self, seat: int, proposal: str, now: str) -> None:
        self.run(seat, Vote(proposal, agrees=False), now)

    def give_time(self, seat: int, to: int) -> None:
        self.run(seat, GiveTime(to))

    def end_time(self, seat: int, token: str = "") -> None:
        self.run(seat, EndTime(), token=token)

    def seat_bot(self, seat: int, bot: str, token: str = "") -> None:
        self.run(seat, LetBotPlay(bot), token=token)

    def resign(self, seat: int) -> None:
        self.run(seat, Resign())

    def renew_link(self, seat: int, token: str) -> None:
        self.run(seat, RenewLink(token))

    def take_seat(self, seat: int, account: str = "") -> None:
        self.run(seat, TakeOffer(account))

    def set_preference(self, seat: int, name: str, is_on: bool | None = None) -> None:
        self.run(seat, SetPreference(name, is_on))

    def set_plan(self, seat: int, texts: Sequence[str]) -> None:
        self.run(seat, ReplacePlan(tuple(texts)))

    def start_plan(self, seat: int) -> None:
        self.run(seat, StartPlan())

    def mark_seen(self, seat: int, version: int) -> None:
        self.run(seat, MarkSeen(version))


class ServedTable(Table):
    """A table of a service, always as it stands now."""

    def __init__(self, service: TableService, table: Table) -> None:
        vars(self).update(vars(table))
        vars(self)["service"] = service

    @property
    def now(self) -> Table:
        service: TableService = vars(self)["service"]
        return service.table(self.game_id)

    @property
    def open_proposal(self) -> Proposal | None:
        return open_proposal(self.now)

    @property
    def match(self) -> Match:
        return self.now.match

    @property
    def value(self) -> TableValue:
        return self.now.value


@contextmanager
def operation(service: TableService, game_id: str) -> Iterator[PlayedTable]:
    """Runs an operation of a service: what is played in the block is stored at its end."""
    with service.operation(game_id) as locked:
        played = PlayedTable.of(locked.table)
        yield played
        locked.table = played.keep()
    played.become(locked.table)
