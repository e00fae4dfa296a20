"""The report of a laboratory: title, how it was made, sections, and how to read it; written as a page of HTML or as Markdown with pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .charts import chart_of
from .findings import sections
from .findings.sample import name
from .tables import FindingTable, Section, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .charts import Chart
    from .lab_file import LabHeader
    from .lab_game import LabGame

TEMPLATES = Path(__file__).parent / "templates"
READING = (
    "All seats of a game are played by the same bot, so what is left are the effects of what chance gave them and of what they bought. The figures hold for players of this strength and style.",
    "Figures in parentheses are 95 % intervals. Their unit is the game, as the seats of a game are not independent; in a table of twenty rows about one interval misses the true value by chance.",
    "Specialties, the starting order, eras and events are drawn at random, so plain differences show their effect. Improvements are all on sale to everybody, and players who are ahead buy "
    "more of them, so comparing owners with others says little. Instead, the same game is played once more, with the same draws, from a purchase drawn at random, but without that purchase.",
    "All sections except those on eras and events are about games with neither.",
)
MORE = (
    "`--report DIR` writes further tables, as a page and as CSV: where the prestige comes from, specialties by number of players and against each other, "
    "who owns which improvements, openings by specialty, and what is done in the first round."
)
"""What the report as Markdown leaves out."""


@dataclass(frozen=True)
class Report:
    title: str
    introduction: tuple[str, ...]
    command: str
    sections: tuple[Section, ...]
    reading: tuple[str, ...] = READING

    @property
    def tables(self) -> list[FindingTable]:
        return [table for section in self.sections for table in (*section.tables, *section.details) if table.rows]


def report_of(header: LabHeader, games: Sequence[LabGame], command: str) -> Report:
    settings = header.settings
    counts = [(players, sum(game.players == players for game in games)) for players in sorted(set(settings.players))]
    by_players = ", ".join(f"{count:,} with {players}" for players, count in counts if count)
    agent = f"the level {settings.bot} ({header.agent})" if settings.bot != header.agent else header.agent
    trials = sum(game.withheld is not None for game in games)
    failures = sum(game.failures for game in games)
    introduction = [
        f"{len(games):,} games between equal players ({by_players} players), ruleset {name('ruleset', settings.ruleset)}; {trials:,} of them were played a second time, with an "
        f"improvement withheld. All seats were played by {agent}, code {header.revision}.",
    ]
    if settings.options:
        introduction.append("Options: " + ", ".join(f"{key} {value}" for key, value in settings.options.items()) + ".")
    if settings.house:
        introduction.append(f"House values: {', '.join(settings.house)}.")
    if failures:
        introduction.append(f"The bot failed; decisions that lower bots made instead: {failures:,}.")
    return Report(f"What things are worth: {len(games):,} games", tuple(introduction), command, tuple(sections(games, settings.ruleset)))


@cache
def environment() -> Environment:
    jinja = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    jinja.globals["text_of"] = text_of
    return jinja


def render_chart(chart: Chart, style: str = "") -> str:
    """Returns a chart as SVG; with a style it can stand alone."""
    return environment().get_template("chart.svg").render(chart=chart, style=Markup(style))


def as_html(report: Report) -> str:
    """Returns a report as one page that needs nothing else."""
    charts = {table.id: Markup(render_chart(chart)) for table in report.tables if (chart := chart_of(table)) is not None}
    style = Markup((TEMPLATES / "report.css").read_text("utf-8"))
    return environment().get_template("report.html").render(report=report, charts=charts, style=style)


def as_markdown(report: Report, pictures: str) -> str:
    """Returns a report as Markdown, with the main tables of each section; ``pictures`` is what the paths of its pictures begin with, which ``pictures_of`` makes."""
    return "\n".join(markdown_lines(report, pictures)) + "\n"


def pictures_of(report: Report) -> dict[str, str]:
    """Returns the pictures of a report by the ids of their tables, for both themes."""
    style = (TEMPLATES / "chart.css").read_text("utf-8")
    return {table.id: render_chart(chart, style) for table in report.tables if (chart := chart_of(table)) is not None}


def markdown_lines(report: Report, pictures: str) -> Iterator[str]:
    known = pictures_of(report)
    yield f"# {report.title}\n"
    yield "\n\n".join(report.introduction) + "\n"
    yield f"```sh\n{report.command}\n```\n"
    yield "## In short\n"
    yield from (f"- {sentence}" for section in report.sections for sentence in section.sentences)
    for section in report.sections:
        yield f"\n## {section.title}"
        for table in (table for table in section.tables if table.rows):
            yield f"\n### {table.title}\n"
            if table.explanation:
                yield f"{table.explanation}\n"
            if table.id in known:
                yield f"![{table.title}; the table below has its figures]({pictures}{table.id}.svg)\n"
            yield from markdown_table(table)
    yield "\n## How to read it\n"
    yield "\n\n".join((*report.reading, MORE))


def markdown_table(table: FindingTable) -> Iterator[str]:
    yield f"| {' | '.join(column.title for column in table.columns)} |"
    yield f"| {' | '.join('---' if column.is_text else '---:' for column in table.columns)} |"
    for row in table.rows:
        yield f"| {' | '.join(text_of(cell, column) for cell, column in zip(row, table.columns, strict=True))} |"
