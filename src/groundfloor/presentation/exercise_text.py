"""Exercises in words: what is asked, and what was found about the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import names
from .analysis.decision_text import cost_text, why_text
from .analysis.hint_text import chance_text, effect_text, title_of
from .questions.registry import question

if TYPE_CHECKING:
    from collections.abc import Sequence
    from gettext import NullTranslations

    from groundfloor.analysis import DecisionAnalysis
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import QuestionKind
    from groundfloor.guide.puzzles import Puzzle

    from .view import TableView


@dataclass(frozen=True)
class JudgedAnswer:
    """An answer with its place from 1, which equally good ones share, and what can be expected of it."""

    place: int
    title: str
    expected: str
    is_chosen: bool


@dataclass(frozen=True)
class Judged:
    """What was found about an answer: a sentence, the answers that were compared, the best one first, and why. Others are not compared."""

    verdict: str
    is_best: bool
    answers: tuple[JudgedAnswer, ...]
    why: str
    is_compared: bool = True


def asked_text(kind: QuestionKind, translations: NullTranslations) -> str:
    """Returns what a question asks, without its question mark."""
    return translations.gettext(question(kind).question).rstrip("?")


def puzzle_title(game: Game, translations: NullTranslations) -> str:
    """Returns what a position asks, and how many companies there are."""
    count = len(game.seats)
    companies = translations.ngettext("%(n)s company", "%(n)s companies", count) % {"n": count}
    return f"{asked_text(game.question_kind, translations)} · {companies}"


def judged_puzzle(view: TableView, puzzle: Puzzle, chosen: str) -> Judged:
    """Returns what the endgame solver has found about an answer, and about all others; one line for an improvement whose places are equally good."""
    translations = view.translations
    groups: dict[tuple[str, float, float], list[str]] = {}
    for answer in puzzle.answers:
        groups.setdefault((improvement_of(answer.text) or answer.text, answer.prestige, answer.win), []).append(answer.text)
    values = [(prestige, win) for _, prestige, win in groups]
    answers = tuple(
        JudgedAnswer(
            1 + sum(value > mine for value in values),
            title_of_group(view, texts),
            expected_text(*mine, translations),
            chosen in texts,
        )
        for texts, mine in zip(groups.values(), values, strict=True)
    )
    effect = effect_text(view, puzzle.answers[0].text)
    reason = f"{answers[0].title}: {effect}" if effect else ""
    basis = translations.gettext("Computed to the end of the game, in which everybody does what brings them most prestige.")
    return Judged(
        verdict(answers, translations),
        any(answer.is_chosen and answer.place == 1 for answer in answers),
        answers,
        f"{reason} {basis}".lstrip(),
    )


def improvement_of(text: str) -> str:
    """Returns the id of the improvement that an answer buys; "" if it buys none."""
    verb, _, rest = text.partition(" ")
    return rest.partition(" ")[0] if verb == "buy" else ""


def title_of_group(view: TableView, texts: Sequence[str]) -> str:
    """Returns the title of answers that differ in the place of an improvement only."""
    if len(texts) == 1:
        return title_of(view, texts[0])
    id = improvement_of(texts[0])
    name, count = names.full(names.tile_group(id), id, view.translations), len(texts)
    return view.translations.ngettext("%(tile)s, at one of %(n)s place", "%(tile)s, at one of %(n)s places", count) % {
        "tile": name,
        "n": count,
    }


def judged_mistake(view: TableView, decision: DecisionAnalysis, chosen: str) -> Judged:
    """Returns what the analysis of a game has found about an answer: it has compared what was played with the best one."""
    translations = view.translations
    moves = [(decision.best, decision.before), (decision.played, decision.after)]
    answers = [
        JudgedAnswer(
            place,
            title_of(view, text),
            expected_text(expected.points, None, translations, chance_text(expected, translations)),
            text == chosen,
        )
        for place, (text, expected) in enumerate(moves, 1)
    ]
    why = f"{cost_text(decision, translations)} {why_text(decision, view)}"
    is_compared = any(text == chosen for text, _ in moves)
    if not is_compared:
        answers.append(JudgedAnswer(0, title_of(view, chosen), translations.gettext("not compared"), is_chosen=True))
        played = translations.gettext("In the game you chose “%(played)s”.") % {"played": title_of(view, decision.played)}
        why = f"{played} {why}"
    return Judged(verdict(answers, translations), chosen == decision.best, tuple(answers), why, is_compared)


def verdict(answers: Sequence[JudgedAnswer], translations: NullTranslations) -> str:
    chosen = next(answer for answer in answers if answer.is_chosen)
    facts = {"chosen": chosen.title, "best": answers[0].title}
    if chosen.place == 1:
        return translations.gettext("“%(chosen)s”: nothing better was found.") % facts
    return (
        translations.gettext("You chose “%(chosen)s”; “%(best)s” is better.") % facts
        if chosen.place
        else translations.gettext("You chose “%(chosen)s”; the search found “%(best)s”.") % facts
    )


def expected_text(prestige: float, win: float | None, translations: NullTranslations, chance: str = "") -> str:
    """Returns the prestige and the winning chance that can be expected, the latter in percent or as it is given."""
    points = round(prestige, 1)
    is_whole = points == round(points)
    amount = (
        names.counted("prestige", round(points), translations)
        if is_whole
        else translations.gettext("%(points)s prestige on average") % {"points": points}
    )
    share = chance or f"{round(100 * (win or 0))}\N{NO-BREAK SPACE}%"
    return translations.gettext("%(prestige)s, winning chance %(chance)s") % {"prestige": amount, "chance": share}
