"""The numbers in the rule book: every placeholder is computed a second time, and the worked examples are read in print."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from groundfloor import new_game
from groundfloor.editions import NAMES, ruleset
from groundfloor.presentation.rulebook import GameSettings, player_aid, rule_book, rule_book_for
from groundfloor.presentation.rulebook.book import Paragraph, RuleBook
from groundfloor.presentation.rulebook.numbers import BadPlaceholder, Numbers
from groundfloor.presentation.rulebook.tables import NONE, differences
from groundfloor.presentation.translations import LANGUAGES

PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
FORECASTS = {"en": ("depression", "recession", "stable", "boom"), "de": ("Depression", "Rezession", "Stabil", "Boom")}
TYPES = {
    "en": {"networking": "Networking", "social_media": "Social media", "print": "Print", "broadcast": "Broadcast"},
    "de": {"networking": "Networking", "social_media": "Social Media", "print": "Print", "broadcast": "Rundfunk"},
}


class Node:
    """A value and those under it, for ``eval``: a list that counts from 1, with further values as attributes."""

    def __init__(self, value: Any = None) -> None:
        self.value = value

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, tuple):
            assert place[0] == slice(None)
            return [each[place[1] - 1] for each in self.value]
        assert 1 <= place <= len(self.value)
        found = self.value[place - 1]
        return Node(found) if isinstance(found, tuple) else found


def names_of(name: str, language: str) -> dict[str, Any]:
    """Returns everything that a formula may name, made of the ruleset's values alone."""
    values: dict[str, Any] = {key: value.value for key, value in ruleset(name).values.items()}
    types = [id for id in ("networking", "social_media", "print", "broadcast") if f"advertising_agency.{id}" in values]
    for number, id in enumerate(types, 1):
        values[f"advertising_agency.type{number}"] = values[f"advertising_agency.{id}"]
        values[f"type{number}.name"] = TYPES[language][id].lower() if language == "en" else TYPES[language][id]
        values[f"Type{number}.name"] = TYPES[language][id]
        if number < 3:
            values[f"room.advertising.type{number}"] = values[f"room.advertising.{id}"]
    cards = [value for key, value in values.items() if re.fullmatch(r"forecast\.[a-z]+_\d", key)]
    least, most = values["players"]
    values |= {
        "rounds": len(values["stages"]),
        "stage2": 1 + values["stages"].count(1),
        "stage3": 1 + values["stages"].count(1) + values["stages"].count(2),
        "counts": list(range(least, most + 1)),
        "employees": len(values["income"]),
        "popularity": len(values["levels"]),
        "market.price": values["market"][values["market.start"] - 1],
        "doors": len(values["warehouse.prices"]),
        "exchange.spaces": len(values.get("stock_exchange.multiples", ())),
        "retail_outlets.open": [
            [
                price
                for price, at_least in zip(values["retail_outlets.prices"], values["retail_outlets.from_players"], strict=True)
                if at_least <= count
            ]
            for count in range(least, most + 1)
        ],
        "deck.all": sum(card[3] for card in cards),
        "deck.half": sum(card[3] for card in cards) // 2,
        "preset": [FORECASTS[language][type] for type in values["forecast.preset"]],
        "meeting.short": values["room.meeting_room.1"],
        "meeting.long": values["room.meeting_room.2"],
    }
    top = Node()
    for key, value in values.items():
        *path, last = key.split(".")
        at = top
        for part in path:
            if not isinstance(getattr(at, part, None), Node):
                setattr(at, part, Node(getattr(at, part, None)))
            at = getattr(at, part)
        if isinstance(value, int | str):
            setattr(at, last, value)
        else:
            # What is under the key may have come before it.
            node = getattr(at, last, None) or Node()
            node.value = value
            setattr(at, last, node)
    return vars(top)


def printed(value: Any) -> str:
    value = value.value if isinstance(value, Node) else value
    return ", ".join(map(printed, value)) if isinstance(value, list | tuple) else str(value).replace("-", "−")


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


def filled(texts: Iterator[str], known: dict[str, Any]) -> set[str]:
    """Returns the texts that only have values of the ruleset, with every formula computed by Python."""
    found = set()
    for text in texts:
        try:
            found.add(PLACEHOLDER.sub(lambda formula: printed(eval(formula[1], {}, known)), text))
        except (NameError, AttributeError):
            continue
    return found


def prose(paragraph: Paragraph) -> list[str]:
    return [paragraph.text, *paragraph.items, *paragraph.long, *paragraph.long_items, *([paragraph.example] if paragraph.example else [])]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_formula_is_computed_as_in_arithmetic(language: str, name: str) -> None:
    book, known = rule_book(language, name), names_of(name, language)
    folder = LANGUAGES[language].rule_texts
    short, long = (tomllib.loads((folder / file).read_text(encoding="utf-8")) for file in ("rules.toml", "long.toml"))
    entries = [*(entry for part in short["part"] for entry in part.get("paragraph", ())), *long["rule"]]
    for paragraph in book:
        right = filled(strings([entry for entry in entries if entry["id"] == paragraph.id]), known)
        for text in prose(paragraph):
            assert text in right, paragraph.id
    assert set(book.overview.sentences) <= filled(strings(short["overview"]), known)
    column = [row[1 + NAMES.index(name)] for row in differences(language)[1].rows]
    assert {cell for cell in column if cell != NONE} == filled((row["text"] for row in short["difference"]), known)


def test_special_cards_add_none_to_the_deck() -> None:
    """RULES 8.3: each takes the place of an ordinary card."""
    game = new_game("second", ["A", "B"], options={"great_depression": "on", "windfall": "on"})
    book = rule_book_for("en", game.ruleset, GameSettings(tuple(game.options.items())))
    assert book.paragraph("7.1").text.startswith("There are 20 cards")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_aid_has_the_same_numbers(language: str, name: str) -> None:
    data = tomllib.loads((LANGUAGES[language].rule_texts / "aid.toml").read_text(encoding="utf-8"))
    right = filled(strings(data), names_of(name, language))
    own = {section["id"] for section in data["section"] if "row" in section}
    borrowed = {section["id"] for section in data["section"] if "of" in section}
    for section in player_aid(language, ruleset(name)).sections:
        if section.table is not None and section.id in own:
            assert {cell for row in section.table.rows for cell in row[1:]} <= right, section.id
        if section.id not in borrowed:
            assert set(section.items) <= right, section.id


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_has_the_same_numbers(language: str, name: str) -> None:
    data = tomllib.loads((LANGUAGES[language].rule_texts / "glossary.toml").read_text(encoding="utf-8"))
    right = filled((each["text"] for each in data["term"]), names_of(name, language))
    assert {each.text for each in rule_book(language, name).glossary} <= right


@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_warehouse_spaces_is_printed_whatever_their_prices(name: str) -> None:
    """The first edition and the online rules say "four"; the prices have weaker evidence."""
    assert Numbers(ruleset(name), "en").number("doors").status not in ("assumed", "derived")


@pytest.mark.parametrize(
    "formula",
    [
        "ceo.tim",
        "factory.price[0]",
        "factory.price[4]",
        "ceo.time[1]",
        "income[1:2]",
        "income + 1",
        "2 ** 3",
        "ceo.time +",
        "len(income)",
        "(1 + 2",
        "sets[",
        "sets[1",
        "2 3",
        "",
    ],
)
def test_anything_else_is_an_error_that_shows_the_placeholder(formula: str) -> None:
    with pytest.raises(BadPlaceholder, match=re.escape(f"{{{formula}}}")):
        Numbers(ruleset(), "en").number(formula)


# The worked examples of the settled rules. Every figure is written out here, so that no formula can hide a wrong one.
EXAMPLES: list[tuple[tuple[str, ...], str, tuple[int, ...]]] = [
    (NAMES, "2.1", (7, 0, 1, 4)),  # info, money, supply, time markers
    (NAMES, "2.1", (4, 2)),  # with Retail 2 supply
    (NAMES, "II.2", (5, 5)),
    (("second", "online"), "II.2", (2, 2)),  # Human Resources saves 3 + 3
    (("first", "manual"), "II.2", (3, 3)),  # Human Resources saves 2 + 2
    (NAMES, "I.1", (9, 6, 3, 0, -3)),
    (("second", "online"), "I.1", (9, 10, 6)),  # with E-Commerce 10
    (NAMES, "I.2", (0, 0)),  # an Investor's 3 pays for the fifth employee
    (("second", "online"), "8.4", (12, 8)),  # Inheritance
    (NAMES, "IV.A.1", (1, 2, 20, 3)),  # new markers in rows 1 and 2, none in row 3
    (NAMES, "IV.B.2", (3, 4, 1, 1, 3, 1, 1)),  # markers of M, N and A; what M and N advance
    (NAMES, "IV.B.3", (4, 3)),
    (("second", "online"), "IV.F.1", (2, 5, 1, 2, 3, 5)),  # M and N; N's new marker; after T's
    (("second", "online"), "IV.F.4", (2, 3, 4, 7, 5, 2, 4, 2, 12)),  # up by 2: T, N twice, M; what N sells
    (NAMES, "IV.H.1", (8, 6, 12, 8, 6, 6)),  # on the outlets; sold
    (NAMES, "IV.H.2", (8, 12, 8, 6, 10, 12)),  # N's 8 is liquidated, A's 12 may go to 8 or 6, not to 10
    (NAMES, "IV.I.2", (4, 6, 8)),
    (NAMES, "IV.I.2", (4, 6, 8, 10, 12)),
    (NAMES, "V.3", (10,)),
    (NAMES, "III.3", (3, 3)),
]


def numbers_of(book: RuleBook, id: str) -> str:
    """Returns the numbers of a paragraph in both lengths, in their order, with spaces around each."""
    said = " ".join(prose(book.paragraph(id)))
    return " " + " ".join(re.findall(r"−?\d+", said)).replace("−", "-") + " "


@pytest.mark.parametrize(("holds_for", "id", "figures"), EXAMPLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_worked_examples_are_printed_with_their_figures(
    language: str, holds_for: tuple[str, ...], id: str, figures: tuple[int, ...]
) -> None:
    for name in holds_for:
        assert f" {' '.join(map(str, figures))} " in numbers_of(rule_book(language, name), id), name
