"""The whole book as Markdown, for the documentation site, and the player aid for the command line."""

from __future__ import annotations

from groundfloor.engine.ruleset import Ruleset

from .. import names
from ..translations import translations_of
from .aid import PlayerAid
from .book import Paragraph, RuleBook
from .prose import Prose, with_marks
from .tables import RuleTable, tables


def book_text(book: RuleBook) -> str:
    translations = translations_of(book.language)
    _ = translations.gettext
    game, heading = _("Ground Floor"), _("Tables")
    lines = [f"# {game}: {names.full('ruleset', book.ruleset, translations)}", ""]
    lines += [escape(_("The rules of this ruleset in our own words. Each paragraph is given in short and then in full.")), ""]
    lines += [f"{escape(legend(book.rules, book.language))}", ""]
    lines += [f"## {book.overview.title}", "", *(f"1. {text(sentence)}" for sentence in book.overview.sentences), ""]
    for part in book.parts:
        lines += [f"## {part.id} {book.heading(part)}", ""]
        lines += [text(part.text), ""] if part.text else []
        for paragraph in part.paragraphs:
            lines += paragraph_lines(book, paragraph, _("Example"))
    lines += [f"## {_('Glossary')}", "", *(f"- **{entry.term}** ({entry.rule}): {text(entry.text)}" for entry in book.glossary), ""]
    lines += [f"## {heading}", ""]
    for table in tables(book.rules, book.language):
        lines += table_lines(table)
    return "\n".join(lines).rstrip("\n") + "\n"


def aid_text(aid: PlayerAid) -> str:
    translations = translations_of(aid.language)
    lines = [f"# {translations.gettext('Ground Floor')}: {aid.title}", "", names.full("ruleset", aid.rules.name, translations), ""]
    for section in aid.sections:
        lines += [f"## {section.title}", ""]
        lines += [*(f"- {text(item)}" for item in section.items), ""] if section.items else []
        lines += [*rows_lines(section.table), ""] if section.table else []
    return names.without_soft_hyphens("\n".join([*lines, escape(legend(aid.rules, aid.language))])) + "\n"


def paragraph_lines(book: RuleBook, paragraph: Paragraph, example: str) -> list[str]:
    """Returns a paragraph under its number: the short version as a quotation, then the long one."""
    lines = [f'### <a id="{paragraph.id}"></a>{paragraph.id} {book.heading(paragraph)}', "", f"> {text(paragraph.text)}", ""]
    for block in paragraph.long:
        lines += [text(block), ""]
    if paragraph.long_items:
        lines += [*(f"- {text(item)}" for item in paragraph.long_items), ""]
    return [*lines, f"*{example}:* {text(paragraph.example)}", ""] if paragraph.example else lines


def table_lines(table: RuleTable) -> list[str]:
    lines = [f"### {table.title}", "", *rows_lines(table), ""]
    return [*lines, escape(table.note), ""] if table.note else lines


def rows_lines(table: RuleTable) -> list[str]:
    rows = [[f"`{row[0]}`" if table.codes else text(row[0]), *(text(cell) for cell in row[1:])] for row in table.rows]
    return [line(list(table.head)), line(["---"] * len(table.head)), *(line(row) for row in rows)]


def line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


def text(prose: Prose) -> str:
    return escape(with_marks(prose))


def escape(words: str) -> str:
    return words.replace("*", "\\*").replace("<", "&lt;").replace("|", "\\|")


def legend(rules: Ruleset, language: str) -> str:
    _ = translations_of(language).gettext
    marks = _(
        "* assumed: no known source prints it, or what it counts. ° derived: it follows from what is printed. All other numbers are printed."
    )
    house_mark = _("† a house value, set for this table.")
    return f"{house_mark} {marks}" if rules.overrides else marks
