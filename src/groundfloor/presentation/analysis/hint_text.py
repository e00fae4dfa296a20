"""A hint in words, in three strengths: what to look at, the best answers with reasons, the best line to the end of the round."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from groundfloor.presentation import names
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.board.action_text import title
from groundfloor.presentation.board.scene import Scene
from groundfloor.presentation.log.event_text import HEADINGS, format_event
from groundfloor.presentation.questions.question import CLOSING
from groundfloor.presentation.questions.registry import question

from .reason_text import NOUNS, reasons_sentence

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.analysis import Advice, Choice, Expectation, LineStep
    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game

LOOK, MOVES, LINE = 1, 2, 3
"""The strengths of a hint."""


@dataclass(frozen=True)
class ChoiceText:
    """One of the best answers: its place, which equally good ones share, its text, name, expectation and reasons."""

    place: int
    text: str
    title: str
    expected: str
    why: str


@dataclass(frozen=True)
class LineText:
    """A step of the line in words: whose (-1: a draw), what, and for a draw how likely it is."""

    seat: int
    name: str
    text: str
    note: str


@dataclass(frozen=True)
class HintText:
    """A hint of a strength. ``verb`` is the first word of the answers to look at, ``move`` the best answer, "" where the hint keeps it back."""

    strength: int
    look: str
    verb: str
    move: str = ""
    choices: tuple[ChoiceText, ...] = ()
    line: tuple[LineText, ...] = ()


def hint_text(advice: Advice, game: Game, strength: int, language: str, words: NullTranslations) -> HintText:
    scene = Scene(game, game, advice.seat, language, words, is_asked=True)
    look = " ".join(look_sentences(scene, advice))
    if strength <= LOOK:
        return HintText(LOOK, look, advice.focus.verb)
    choices = tuple(choice_text(scene, choice, place) for choice, place in zip(advice.choices, places_of(advice), strict=True))
    line = tuple(line_texts(advice, game, language, words)) if strength >= LINE else ()
    return HintText(min(strength, LINE), look, advice.focus.verb, advice.choices[0].text, choices, line)


def look_sentences(scene: Scene, advice: Advice) -> list[str]:
    """Returns what to look at, what counts most there or that nothing does, and who else can still come."""
    focus = advice.focus
    found = [scene._("Look at: %(place)s.", place=place_name(scene, advice))]
    why = next((reason for reason in advice.choices[0].reasons if reason.is_gain), None)
    if advice.equals > 1:
        found.append(scene._("No clear difference: other moves are equally good."))
    elif why is not None:
        found.append(scene._("What counts most: %(what)s.", what=scene._(NOUNS[why.quantity])))
    if focus.area and focus.rival_time and advice.kind == "schedule":
        rivals = names.counted("time", focus.rival_time, scene.words)
        found.append(scene._("Others have %(time)s left in this round, with which they can come there too.", time=rivals))
    return found


def place_name(scene: Scene, advice: Advice) -> str:
    """Returns the area, room or improvement of the best answer, or the part of the board where the question is answered."""
    if advice.focus.area:
        return names.without_soft_hyphens(names.full("area", advice.focus.area, scene.words))
    if advice.kind == "schedule" and advice.focus.verb not in CLOSING:
        return title_of(scene, advice.choices[0].text)
    parts = {
        "city": scene._("the city"),
        "company": scene._("your company"),
        "improvements": scene._("what is on sale"),
        "": scene._("your company"),
    }
    return parts[question(advice.kind).part]


def title_of(scene: Scene, text: str) -> str:
    game = scene.game
    action = game.ruleset.action(text)
    return names.without_soft_hyphens(title(scene, action, game.quote(action), game.question_kind))


def places_of(advice: Advice) -> list[int]:
    """Returns the places of the choices, counted from 1; those that are as good as the best, or show the same figures, share one."""
    found = [1]
    for number, (before, choice) in enumerate(pairwise(advice.choices), 1):
        is_same = (choice.expectation.percent, choice.expectation.points) == (before.expectation.percent, before.expectation.points)
        found.append(found[-1] if number < advice.equals or is_same else number + 1)
    return found


def choice_text(scene: Scene, choice: Choice, place: int) -> ChoiceText:
    why = (
        reasons_sentence(choice.reasons, title_of(scene, choice.compared_with), scene.words) if choice.compared_with != choice.text else ""
    )
    return ChoiceText(place, choice.text, title_of(scene, choice.text), expectation_text(choice.expectation, scene.words), why)


def expectation_text(expected: Expectation, words: NullTranslations) -> str:
    """Returns what can be expected, such as “38 prestige points, winning chance 62 %”."""
    points = names.counted("point", expected.points, words)
    return keep_percent_together(
        words.gettext("%(points)s, winning chance %(percent)s %%") % {"points": points, "percent": expected.percent}
    )


def keep_percent_together(text: str) -> str:
    """Returns a text in which no line ends between a number and its percent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def line_texts(advice: Advice, game: Game, language: str, words: NullTranslations) -> list[LineText]:
    """Returns the steps of the best line, without answers that do nothing and draws that change nothing."""
    _ = words.gettext
    now, found = game.copy(), []
    for step in advice.line:
        if step.is_chance:
            sentence = draw_sentence(now, step, words)
            note = _("chance, assumed: %(percent)s %%") % {"percent": step.percent} if step.percent < 100 else _("chance")
            if sentence:
                found.append(LineText(step.seat, "", sentence, keep_percent_together(note)))
            continue
        scene = Scene(now, now, step.seat, language, words)
        if step is advice.line[0] or step.text not in CLOSING:
            found.append(LineText(step.seat, isolated(now.seats[step.seat].name), title_of(scene, step.text), ""))
        now.apply(step.text)
    return found


def draw_sentence(now: Game, step: LineStep, words: NullTranslations) -> str:
    """Makes a draw and returns what it brings, in a sentence; "" if nothing is said about it."""
    journal: list[Event] = []
    now.journal = journal
    now.apply(step.text)
    now.journal = None
    sentences = (format_event(event, now, words)[0] for event in journal if not isinstance(event, HEADINGS))
    return names.without_soft_hyphens(next(sentences, ""))
