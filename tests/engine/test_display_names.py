"""Names of seats and tables: what nobody can see is refused, what people are really called is not."""

from __future__ import annotations

import pytest

from groundfloor import new_game, read_record
from groundfloor.engine.errors import BadRecord, ImpossibleTable
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.creation import create_table

INVISIBLE = (
    "\u3164",
    "\u2800",
    "\uffa0",
    "\u115f\u1160",
    "\u3164\u2800",
    "\U0001d159",
    "\u0301",
    "\ufe0f",
    "\u034f",
    "\U000e0100",
    "\u200d",
    "\u200b",
    "\u00ad",
)
UNPRINTABLE = (
    "A\u202en",
    "A\x07n",
    "\u200fAnn",
    "A\u200bnn",
    "A\u200dnn",
    "Ann\u200d",
    "\u200cAnn",
    "A\ud800",
    "\U0001f469\u200d",
    "A\U000e0067",
)
GOOD = (
    "Ann",
    "\U0001f469\u200d\U0001f467",  # woman and girl
    "\U0001f3f3\ufe0f\u200d\U0001f308",  # rainbow flag
    "\U0001f469\U0001f3fd\u200d\U0001f52c",  # scientist with a skin tone
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # flag of England
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with a zero-width non-joiner
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",  # Sinhala, with a zero-width joiner
    "O\u2019Brien-L\u00f3pez 2.",
    "\u674e\u6635",
    "!",
    "A\u3164n",
)


@pytest.mark.parametrize("name", INVISIBLE)
def test_invisible_names_are_refused_for_seats_and_tables(name: str) -> None:
    with pytest.raises(ImpossibleTable, match="can be seen"):
        new_game("second", [name, "Ben"])
    with pytest.raises(ImpossibleTable, match="can be seen"):
        create_table(NewTable((SeatRequest("Ann"), SeatRequest("Ben")), name=name), bytes)
    with pytest.raises(BadRecord, match="can be seen"):
        read_record(f"groundfloor record 1\nruleset second 1\nseat 1 human red {name}\nseat 2 human blue Ben\n\n")


@pytest.mark.parametrize("name", UNPRINTABLE)
def test_unprintable_names_are_refused(name: str) -> None:
    with pytest.raises(ImpossibleTable, match="printable"):
        new_game("second", [name, "Ben"])


@pytest.mark.parametrize("name", GOOD)
def test_names_of_people_are_kept_as_they_are(name: str) -> None:
    assert new_game("second", [name, "Ben"]).seats[0].name == name
    table, _ = create_table(NewTable((SeatRequest(name), SeatRequest("Ben")), name=name), bytes)
    assert table.value.name == name and table.value.seats[0].name == name


@pytest.mark.parametrize("other", ["ann", "Ann\u3164", "A\u3164nn", "Ann\ufe0f"])
def test_names_that_look_alike_are_refused(other: str) -> None:
    with pytest.raises(ImpossibleTable, match="same name"):
        new_game("second", ["Ann", other])


def test_name_of_a_table_loses_only_what_cannot_be_printed() -> None:
    table, _ = create_table(
        NewTable((SeatRequest("Ann"), SeatRequest("Ben")), name=" Tues\u202eday\x00 \U0001f469\u200d\U0001f467\n"), bytes
    )
    assert table.value.name == "Tuesday \U0001f469\u200d\U0001f467"
