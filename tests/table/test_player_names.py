"""Names of people at a new table: real ones of every language are kept, those that look like another or leave their line are refused."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from groundfloor import Match, ruleset
from groundfloor.engine.errors import ImpossibleTable
from groundfloor.presentation.translations import LANGUAGES, translations_of
from groundfloor.server.game.tables.prepared_tables import uploaded_record
from groundfloor.table import NewTable, SeatRequest
from groundfloor.table.creation import create_table
from groundfloor.table.lookalikes import LOOKALIKES
from groundfloor.table.player_names import is_reserved
from tests.support import lookalikes

REAL = (
    "Jörg Müller", "Nguyễn Thị Bích Ngọc", "محمّد", "مُحَمَّد", "लड़कों", "पहाड़ीं", "กิ่งแก้ว", "山田 太郎", "ガブリエル", "မြွေ့", "שָׁלוֹם", "Νίκος",
    "Владимир", "Zoë-Ana̱ís", "Ṩ", "1\ufe0f\u20e3",
)  # fmt: skip
STACKED = ("Z\u0351\u0352\u0353a", "a" + "\u0301" * 39, "a" + "\u0e47" * 5, "A\u20dd\u20dd\u20dd")
ALIKE = (
    ("Ann", "\u0410nn"),  # a Cyrillic letter
    ("Ann", "\uff21nn"),  # a wide one
    ("Ann", "\U0001d400nn"),  # a bold one
    ("Ann", "\u13aann"),  # a Cherokee one
    ("Ian", "lan"),
    ("Otto", "0tto"),
    ("Ann B", "Ann  B"),
    ("Pei", "\u0420\u0435\u0456"),
    ("Zoo", "Z\u0d20\u0d20"),  # Malayalam letters
    ("Cleo", "\U000118f2leo"),  # a letter of Warang Citi
)
DIFFERENT = (("Jörg", "Jorg"), ("Ila", "Lia"), ("Ali", "Eli"), ("Erna", "Emma"), ("Νίκος", "Nikos"), ("Мария", "Maria"), ("李", "季"))


def names_of(*names: str) -> list[str]:
    table, _ = create_table(NewTable(tuple(map(SeatRequest, names))), bytes)
    return [seat_value.name for seat_value in table.value.seats]


@pytest.mark.parametrize("name", REAL)
def test_names_of_every_language_are_kept(name: str) -> None:
    for given in (name, normalize("NFD", name)):
        assert names_of(given, "Ben")[0] == normalize("NFC", name)


@pytest.mark.parametrize("name", STACKED)
def test_stacked_accents_are_refused(name: str) -> None:
    with pytest.raises(ImpossibleTable, match="at most 2 accents"):
        names_of(name, "Ben")
    text = Match.new(ruleset("second"), [name, "Ben"], {}, bytes(32)).record.format()
    with pytest.raises(ImpossibleTable, match="at most 2 accents"):
        uploaded_record(text)


def test_name_of_a_table_loses_stacked_accents() -> None:
    table, _ = create_table(NewTable((SeatRequest("Ann"), SeatRequest("Ben")), name="Tu" + "\u0301" * 9 + "esday"), bytes)
    assert table.value.name == normalize("NFC", "Tu\u0301\u0301\u0301esday")


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_refused(one: str, other: str) -> None:
    with pytest.raises(ImpossibleTable, match="look too much alike"):
        names_of(one, other)


@pytest.mark.parametrize("names", DIFFERENT)
def test_names_that_can_be_told_apart_are_kept(names: tuple[str, str]) -> None:
    assert names_of(*names) == list(names)


@pytest.mark.parametrize(
    "name",
    [
        "Admin",
        "ADMINISTRATOR",
        "\u0410dmin",
        "Hadid",
        "Former  player",
        "Ground Floor",
        "Ben Administrator",
        "Ann (Admin)",
        "[Moderatorin] Eve",
        "Chief-\u0410dministrator",
    ],
)
def test_names_of_roles_and_automas_are_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_name_of_a_deleted_account_is_reserved_in_every_language(language: str) -> None:
    """With a number as well, as the second one at a table has it: a guest under such a name had no mark."""
    former = translations_of(language).gettext("Former player")
    assert is_reserved(former) and is_reserved(f"{former} 2") and is_reserved(f"{former}17")


def test_other_names_are_not_reserved() -> None:
    assert not any(map(is_reserved, (*REAL, "Adam", "Peine", "Administratius", "Robot Bot", "Team Ann")))


def test_table_of_lookalikes_is_as_its_generator_writes_it() -> None:
    """No character stands twice; all follow the rule of ``python -m tests.support lookalikes``, but those that it names."""
    named = {*lookalikes.AT_I, *lookalikes.AT_L, *"".join(lookalikes.ADDED.values())}
    found = [character for characters in LOOKALIKES.values() for character in characters]
    assert len(set(found)) == len(found) and named <= set(found)
    assert all(lookalikes.is_kept(character) for character in set(found) - named)
    assert lookalikes.module_text(lookalikes.PATH.read_text("utf-8"), LOOKALIKES) == lookalikes.PATH.read_text("utf-8")
