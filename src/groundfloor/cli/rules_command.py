"""The command rules: prints rules, values and differences; help while playing prints rules too."""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

from groundfloor.editions import NAMES, ruleset
from groundfloor.editions.overrides import house_values_template, origin_of
from groundfloor.presentation import names
from groundfloor.presentation.rulebook import LENGTHS, Prose, UnknownParagraph, player_aid, rule_book, rule_book_for
from groundfloor.presentation.rulebook.markdown import aid_text, legend
from groundfloor.presentation.rulebook.prose import with_marks
from groundfloor.presentation.rulebook.tables import DIFFERENCE_PARTS, NONE, differences, tables
from groundfloor.presentation.translations import translations_of

from .arguments import BadUsage, Flag, HouseOption, LanguageOption, default_language, read_house_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundfloor.presentation.rulebook import Paragraph, RuleBook
    from groundfloor.presentation.rulebook.tables import RuleTable

DIFFERENCES = "differences"


def length_of(short: bool, long: bool, both: bool) -> str:
    """Returns the length that the options name; short if they name none."""
    named = [length for length, is_named in zip(LENGTHS, (short, long, both), strict=True) if is_named]
    if len(named) > 1:
        raise BadUsage("Name one of --short, --long and --both.")
    return named[0] if named else LENGTHS[0]


def print_template(name: str, paragraph: str | None, language: str, house: Path | None) -> None:
    """Prints a TOML file with all values, for setting house values."""
    if paragraph is not None or name not in NAMES:
        raise BadUsage(f"--template is of a ruleset, as in: groundfloor rules {NAMES[0]} --template")
    rules = ruleset(name).with_overrides(read_house_values(house))
    translations = translations_of(language)
    head = translations.gettext("House values for the ruleset %(ruleset)s. Take away the # before a value and change its numbers.") % {
        "ruleset": name
    }
    for line in house_values_template(head, rules.values, translations.gettext).splitlines():
        # What is set already stays set.
        key = line.removeprefix('# "').partition('"')[0]
        print(line.removeprefix("# ") if key in rules.overrides else line)


def print_aid(name: str, paragraph: str | None, language: str, house: Path | None) -> None:
    if paragraph is not None or name not in NAMES:
        raise BadUsage(f"--aid is of a ruleset, as in: groundfloor rules {NAMES[0]} --aid")
    print(aid_text(player_aid(language, ruleset(name).with_overrides(read_house_values(house)))), end="")


def rules(
    name: str = "second",
    paragraph: str | None = None,
    *,
    short: Flag = False,
    long: Flag = False,
    both: Flag = False,
    aid: Flag = False,
    values: Flag = False,
    json: Flag = False,
    template: Flag = False,
    house: HouseOption = None,
    lang: LanguageOption = None,
) -> None:
    """Prints the rules of a ruleset, its values, or some paragraphs; a number alone means the second edition.

    Parameters
    ----------
    name
        A ruleset, the number of a paragraph or part of the rules, such as IV.B, or differences: what differs between the rulesets.
    paragraph
        A paragraph of the rules of the ruleset named before.
    short
        Each paragraph in one to three sentences. This is the default.
    long
        Each paragraph in full, with examples.
    both
        Both, the short version first.
    aid
        Print the player aid, the rules on a page, as Markdown.
    values
        Print only the values of a ruleset, by key.
    json
        Print the values as JSON.
    template
        Print the values as a TOML file in which house values can be set.
    """
    language = lang or default_language()
    if template:
        print_template(name, paragraph, language, house)
        return
    if aid:
        print_aid(name, paragraph, language, house)
        return
    length = length_of(short, long, both)
    if values or json:
        if paragraph is not None or name not in NAMES:
            raise BadUsage(f"--values and --json print the values of a ruleset, as in: groundfloor rules {NAMES[0]} --json")
        print_values(name, json, language, house)
        return
    if name == DIFFERENCES and paragraph is None and house is not None:
        raise BadUsage(
            f"What differs between the rulesets has no house values; name a ruleset, as in: groundfloor rules {NAMES[0]} --house FILE"
        )
    if name == DIFFERENCES and paragraph is None:
        lines = list(difference_lines(language))
    elif paragraph is None and name in NAMES:
        lines = list(book_lines(rule_book_for(language, ruleset(name).with_overrides(read_house_values(house))), length))
    else:
        lines = cited_lines(name, paragraph, length, language, house)
    for line in lines:
        print(line)


def cited_lines(name: str, paragraph: str | None, length: str, language: str, house: Path | None) -> list[str]:
    """Returns the lines of a paragraph or a part by its number."""
    edition, number = (name, paragraph) if paragraph is not None else (NAMES[0], name)
    try:
        return citation_lines(rule_book_for(language, ruleset(edition).with_overrides(read_house_values(house))), number, length)
    except UnknownParagraph as error:
        hint = "" if paragraph is not None else f" Rulesets are: {', '.join(NAMES)}."
        raise UnknownParagraph(f"{error}{hint}") from None


def print_values(name: str, as_json: bool, language: str, house: Path | None) -> None:
    """Prints every value and whether it is printed, derived, assumed or a house value."""
    known = ruleset(name).with_overrides(read_house_values(house)).values
    if as_json:
        print(dumps({k: {"value": v.value, "status": v.status, "evidence": v.evidence} for k, v in known.items()}, indent=1))
        return
    translate = translations_of(language).gettext
    for key, value in known.items():
        print(f"{key}: {value.value} ({origin_of(value, '; ', translate)})")


MAX_HITS = 5


def book_lines(book: RuleBook, length: str) -> Iterator[str]:
    """Yields the rule book in a length, then its tables."""
    translations = translations_of(book.language)
    yield f"{translations.gettext('Ground Floor')}: {names.full('ruleset', book.ruleset, translations)}"
    yield legend(book.rules, book.language)
    yield ""
    yield book.overview.title
    yield from (f"  {with_marks(sentence)}" for sentence in book.overview.sentences)
    for part in book.parts:
        yield ""
        yield f"{part.id} {book.heading(part)}"
        if part.text:
            yield with_marks(part.text)
        for paragraph in part.paragraphs:
            yield from paragraph_lines(paragraph, book.heading(paragraph), length, translations.gettext("Example"))
    yield ""
    yield translations.gettext("Glossary")
    yield from (f"  {entry.term} ({entry.rule}): {with_marks(entry.text)}" for entry in book.glossary)
    for table in tables(book.rules, book.language):
        yield ""
        yield from table_lines(table)


def difference_lines(language: str) -> Iterator[str]:
    """Yields the part of the rules on differences, then parts and numbers, each with the rulesets that have it."""
    translations, book = translations_of(language), rule_book(language)
    yield from (f"{name}: {names.full('ruleset', name, translations)}" for name in NAMES)
    for part in map(book.part, DIFFERENCE_PARTS):
        yield ""
        yield f"{part.id} {part.title}"
        for paragraph in part.paragraphs:
            yield from paragraph_lines(paragraph, paragraph.title)
    for table in differences(language):
        yield ""
        yield f"{table.title}."
        for row in table.rows:
            having: dict[str, list[str]] = {}
            for name, cell in zip(NAMES, row[1:], strict=True):
                if cell != NONE:
                    having.setdefault(with_marks(cell), []).append(name)
            told = [", ".join(rulesets) + ("" if table.id == "parts" else f": {cell}") for cell, rulesets in having.items()]
            yield f"  {row[0]} – {'; '.join(told)}"
        if table.note:
            yield f"  {table.note}"
    yield legend(book.rules, language)


def citation_lines(book: RuleBook, number: str, length: str = "short", *, with_part: bool = False) -> list[str]:
    """Returns a paragraph, or a whole part, by its number in upper or lower case; UnknownParagraph suggests similar numbers.

    ``with_part`` puts the heading of its part before a paragraph too.
    """
    wanted = {id.casefold(): id for id in [*(paragraph.id for paragraph in book), *(part.id for part in book.parts)]}
    id = wanted.get(number.casefold(), number)
    lines = []
    part = book.part(book.paragraph(id).part) if with_part and id in book else next((part for part in book.parts if part.id == id), None)
    if part is not None and not with_part and id in book and len(part.paragraphs) == 1:
        part = None  # a part of one paragraph needs no heading of its own
    if part is not None:
        lines.append(f"{part.id} {book.heading(part)}" + (f". {part.text}" if part.text else ""))
    example = translations_of(book.language).gettext("Example")
    for paragraph in book.cited(id):
        is_alone = part is None or paragraph.part != part.id
        lines += paragraph_lines(paragraph, book.heading(paragraph, is_alone=is_alone), length, example)
    return (
        [*lines, legend(book.rules, book.language)]
        if any(with_marks(line) != str(line) for line in texts_of(book.cited(id), length))
        else lines
    )


def texts_of(paragraphs: tuple[Paragraph, ...], length: str) -> Iterator[Prose]:
    """Yields every text of the paragraphs in a length."""
    for paragraph in paragraphs:
        yield from (*paragraph.blocks(length), *paragraph.items_of(length))
        if length != "short":
            yield paragraph.example


def search_lines(book: RuleBook, words: str, length: str = "short", *others: RuleBook) -> list[str]:
    """Returns the paragraphs by number, else the one that the words fit best, with the numbers of others; UnknownParagraph if none does.

    The name of an area gives the whole part on how it is conducted. ``others`` are the books of other languages, whose words are understood too.
    """
    try:
        return citation_lines(book, words, length, with_part=True)
    except UnknownParagraph:
        hits = book.search(words.replace("_", " "), *others)
        if not hits:
            raise
        area = next(filter(None, (searched.area_part(words.replace("_", " ")) for searched in (book, *others))), None)
        is_area = area is not None and area.id == hits[0].part
        more = [hit for hit in hits[1:] if not (is_area and hit.part == hits[0].part)][: MAX_HITS - 1]
        return [
            *citation_lines(book, hits[0].part if is_area else hits[0].id, length, with_part=True),
            *(["→ " + "; ".join(f"{hit.id} {hit.title} ({book.heading(book.part(hit.part))})" for hit in more)] if more else []),
        ]


def paragraph_lines(paragraph: Paragraph, title: str, length: str = "short", example: str = "") -> list[str]:
    """Returns number, title and the first sentences in one line, then the rest of the text, its list and its example."""
    ended = title if title[-1:] in ".?" else title + "."
    first, *rest = paragraph.blocks(length)
    lines = [f"{paragraph.id} {ended} {with_marks(first)}", *(f"  {with_marks(block)}" for block in rest)]
    lines += [f"  - {with_marks(item)}" for item in paragraph.items_of(length)]
    return [*lines, f"  {example}: {with_marks(paragraph.example)}"] if length != "short" and paragraph.example else lines


def table_lines(table: RuleTable) -> Iterator[str]:
    """Returns a table as lines for screen readers: each row's name, then its cells with the names of their columns."""
    yield f"{table.title}."
    for row in table.rows:
        cells = [f"{head}: {with_marks(cell)}" for head, cell in zip(table.head[1:], row[1:], strict=True) if cell]
        yield f"  {with_marks(row[0])} – {'; '.join(cells)}"
    if table.note:
        yield f"  {table.note}"
