"""The numbered rules as text, for ``groundfloor rules`` and for help while playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.editions import NAMES
from groundfloor.presentation import names
from groundfloor.presentation.rulebook import Prose, UnknownParagraph, rule_book
from groundfloor.presentation.rulebook.markdown import legend
from groundfloor.presentation.rulebook.prose import with_marks
from groundfloor.presentation.rulebook.tables import DIFFERENCE_PARTS, NONE, differences, tables
from groundfloor.presentation.translations import translations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundfloor.presentation.rulebook import Paragraph, RuleBook
    from groundfloor.presentation.rulebook.tables import RuleTable

MAX_HITS = 5


def book_lines(book: RuleBook, length: str) -> Iterator[str]:
    """Yields the rule book in a length, then its tables."""
    words = translations(book.language)
    yield f"{words.gettext('Ground Floor')}: {names.full('ruleset', book.ruleset, words)}"
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
            yield from paragraph_lines(paragraph, book.heading(paragraph), length, words.gettext("Example"))
    yield ""
    yield words.gettext("Glossary")
    yield from (f"  {each.term} ({each.rule}): {with_marks(each.text)}" for each in book.glossary)
    for table in tables(book.rules, book.language):
        yield ""
        yield from table_lines(table)


def difference_lines(language: str) -> Iterator[str]:
    """Yields the part of the rules on differences, then parts and numbers, each with the rulesets that have it."""
    words, book = translations(language), rule_book(language)
    yield from (f"{name}: {names.full('ruleset', name, words)}" for name in NAMES)
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
            told = [", ".join(found) + ("" if table.id == "parts" else f": {cell}") for cell, found in having.items()]
            yield f"  {row[0]} – {'; '.join(told)}"
        if table.note:
            yield f"  {table.note}"
    yield legend(book.rules, language)


def citation_lines(book: RuleBook, number: str, length: str = "short") -> list[str]:
    """Returns a paragraph, or a whole part, by its number in upper or lower case; UnknownParagraph suggests similar numbers."""
    wanted = {id.casefold(): id for id in [*(paragraph.id for paragraph in book), *(part.id for part in book.parts)]}
    id = wanted.get(number.casefold(), number)
    lines = []
    part = next((part for part in book.parts if part.id == id), None)
    is_headed = part is not None and not (id in book and len(part.paragraphs) == 1)
    if part is not None and is_headed:
        lines.append(f"{part.id} {book.heading(part)}. {part.text}".rstrip())
    example = translations(book.language).gettext("Example")
    for paragraph in book.cited(id):
        lines += paragraph_lines(paragraph, book.heading(paragraph, is_alone=not (is_headed and paragraph.part == id)), length, example)
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

    ``others`` are the books of other languages, whose words are understood too.
    """
    try:
        return citation_lines(book, words, length)
    except UnknownParagraph:
        hits = book.search(words.replace("_", " "), *others)
        if not hits:
            raise
        more = [f"{paragraph.id} {book.heading(paragraph, is_alone=True)}" for paragraph in hits[1:MAX_HITS]]
        return [*citation_lines(book, hits[0].id, length), *([f"→ {', '.join(more)}"] if more else [])]


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
