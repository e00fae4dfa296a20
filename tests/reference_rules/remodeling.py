"""Remodeling for the full price, and decisions that online play offers it with or after (RULES III.3, 9.1.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .components import ROOMS
from .flow import Flow, ask
from .table import Table


def remodels(table: Table, seat: int) -> list[str]:
    company = table.companies[seat]
    return [f"remodel {room}" for room in company.remodelable()] if company.can_pay(*table.edition.row("remodel.price")) else []


def pay_remodel(table: Table, seat: int, answer: str) -> None:
    table.companies[seat].pay(*table.edition.row("remodel.price"))
    table.companies[seat].remodel(answer.split()[1])


def decide(table: Table, kind: str, seat: int, answers: Callable[[], Iterable[str]] | Sequence[str], always: bool = False) -> Flow[str]:
    """A human's decision, among answers that a remodel changes or not.

    Online a remodel can come first where improvements are bought (``always``), even as a reason to ask by itself. The table remembers whether
    the seat was asked.
    """
    while True:
        legal = list(answers() if callable(answers) else answers)
        extra = remodels(table, seat) if table.edition.online and always else []
        table.asked = len({*legal, *extra}) > 1
        answer = yield from ask(kind, seat, [*legal, *extra])
        if answer not in extra:
            return answer
        pay_remodel(table, seat, answer)


def remodel_on(table: Table, kind: str, seat: int) -> Flow[None]:
    while (answer := (yield from ask(kind, seat, ["end", *remodels(table, seat)]))) != "end":
        pay_remodel(table, seat, answer)


def end_turn(table: Table, seat: int) -> Flow[None]:
    """The human's decision has had its effect; online remodels may follow if it was asked for (RULES 9.1.1)."""
    if table.edition.online and table.asked:
        yield from remodel_on(table, "after_turn", seat)


def remodel_at_the_end(table: Table) -> None:
    """Online each human's remodels that can still be paid are done (RULES 9.1.2)."""
    price = table.edition.row("remodel.price")
    for company in table.companies if table.edition.online else []:
        first = "storage_closet" if "production" in company.floors else ""
        for room in sorted(ROOMS, key=lambda room: room != first):
            if company.human and room in company.remodelable() and company.can_pay(*price):
                company.pay(*price)
                company.remodel(room)
