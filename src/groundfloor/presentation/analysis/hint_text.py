"""A hint in words, in three strengths: what to look at, the best answers with reasons, the best line to the end of the round."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from babel.numbers import format_decimal

from groundfloor.engine.journal import Journal
from groundfloor.translatable import _

from .. import names
from ..bidi import isolated
from ..board.action_text import projection_text
from ..log.event_text import HEADINGS, format_event
from ..plain_text import answer_name
from ..questions.question import CLOSING
from ..view import TableView
from .reason_text import GAINS, reasons_sentence, search_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from gettext import NullTranslations

    from groundfloor.analysis import Advice, Expectation, LineStep
    from groundfloor.engine.game import Game

LOOK, MOVES, LINE = 1, 2, 3
"""The strengths of a hint."""


@dataclass(frozen=True)
class ChoiceText:
    """One of the best answers: its rank, which equally good ones share, its text, name, expectation, reasons, and what is expected next."""

    place: int
    text: str
    title: str
    expected: str
    why: str
    then: str = ""


@dataclass(frozen=True)
class LineText:
    """A step of the line in words: whose (-1: a draw), what, and for a draw how likely it is."""

    seat: int
    name: str
    text: str
    note: str


@dataclass(frozen=True)
class HintText:
    """A hint of a strength. ``verb`` is the first word of the answers to look at, ``move`` the best answer, "" where the hint keeps it back.

    ``place`` says what to do where, and why, ``remark`` what else there is to say about it; ``basis`` how the answers were judged.
    """

    strength: int
    place: str
    remark: str
    verb: str
    basis: str
    move: str = ""
    choices: tuple[ChoiceText, ...] = ()
    line: tuple[LineText, ...] = ()

    @property
    def look(self) -> str:
        return f"{self.place} {self.remark}".rstrip()


def hint_text(advice: Advice, game: Game, strength: int, language: str, translations: NullTranslations) -> HintText:
    view = TableView.of_position(game, advice.seat, language, translations)
    place, remark = advised_sentence(view, advice), " ".join(remarks(view, advice))
    if strength <= LOOK:
        move = advice.choices[0].text if is_named(advice) else ""
        return HintText(LOOK, place, remark, advice.focus.verb, basis_text(advice.choices[0].expectation, advice.simulations, view), move)
    places = places_of(advice)
    choices = tuple(choice_text(view, advice, number, places) for number in range(len(places)))
    line = tuple(line_texts(advice, game, language, translations)) if strength >= LINE else ()
    basis = basis_text(advice.choices[0].expectation, advice.simulations, view)
    return HintText(min(strength, LINE), place, remark, advice.focus.verb, basis, advice.choices[0].text, choices, line)


def basis_text(expected: Expectation, simulations: int, view: TableView) -> str:
    """Returns how an answer was judged: computed, or searched with so many continuations."""
    if expected.is_exact:
        return view._("Computed to the end of the game.")
    if not simulations:
        return view._("Judged by the neural network alone, without search.")
    sentence = view.translations.ngettext("%(n)s continuation searched.", "%(n)s continuations searched.", simulations)
    return sentence % {"n": format_decimal(simulations, locale=view.language)}


TASKS: Mapping[str, str] = {
    "consulting_firm": _("Book a meeting at the consulting firm"),
    "advertising_agency": _("Have the advertising agency advertise for you"),
    "warehouse": _("Get supply from the warehouse"),
    "factory": _("Make a product in the factory"),
    "stock_exchange": _("Buy a share at the stock exchange"),
    "construction_company": _("Take a space at the construction company, to buy an improvement"),
}
"""What to do in the areas where tasks are scheduled."""
CHOICES: Mapping[str, str] = {
    "price": _("Choose the price at the retail outlets with care"),
    "drop": _("Choose with care which product drops"),
    "sell": _("Choose with care which shares you sell"),
    "buy": _("Buy an improvement"),
    "tenant": _("Choose the tenant improvement with care"),
    "marketing_type": _("Choose with care how your marker advertises"),
    "bonus": _("Choose the marketing bonus with care"),
    "bonuses": _("Choose with care whether you both take a marketing bonus"),
}
"""What to do if all answers are of one kind and the first hint gives none away."""


def advised_sentence(view: TableView, advice: Advice) -> str:
    """Returns what to do and why: its greatest benefit if it is clearly better than anything else, otherwise that nothing is better."""
    what = advised_action(view, advice)
    gain = next((reason for reason in advice.choices[0].reasons if reason.is_gain), None)
    if advice.equals > 1 or gain is None:
        return view._("%(what)s: the search found no better move.", what=what)
    is_at_end = view.game.ruleset.ending.is_over(view.game)
    when = view._("at the end of the game") if is_at_end else view._("by the next round")
    return view._(
        "%(what)s: %(when)s you should %(gain)s than after the next best move.", what=what, when=when, gain=view._(GAINS[gain.quantity])
    )


def is_named(advice: Advice) -> bool:
    """Returns whether the first hint names the best answer, and not only the place that it takes or the kind of question."""
    is_choice = advice.kind in CHOICES and advice.focus.verb not in CLOSING
    return not is_choice and not (advice.kind == "schedule" and advice.focus.area)


def advised_action(view: TableView, advice: Advice) -> str:
    """Returns what the best answer does, without the space that it takes or what it chooses among answers of one kind."""
    area, best = advice.focus.area, advice.choices[0].text
    if is_named(advice):
        return view._("Choose “%(move)s”", move=title_of(view, best))
    if advice.kind == "schedule":
        unknown = view._("Look at: %(place)s", place=names.without_soft_hyphens(names.full("area", area, view.translations)))
        return view._(TASKS[area]) if area in TASKS else unknown
    return view._(CHOICES[advice.kind])


def remarks(view: TableView, advice: Advice) -> list[str]:
    """Returns that no move is clearly better than the others, and who else can still come to the place."""
    focus = advice.focus
    sentences: list[str] = []
    is_named = advice.focus.verb in CLOSING or (advice.kind not in CHOICES and not (advice.kind == "schedule" and focus.area))
    if is_named and not any(reason.is_gain for reason in advice.choices[0].reasons):
        sentences += filter(None, [effect_text(view, advice.choices[0].text)])
    if advice.equals > 1:
        if advice.choices[0].expectation.is_exact:
            sentences.append(view._("It makes no difference any more: other moves end the same."))
        else:
            sentences.append(view._("Other moves are about as good."))
    if focus.area and focus.rival_time and advice.kind == "schedule":
        rivals = names.counted("time", focus.rival_time, view.translations)
        sentences.append(view._("Others have %(time)s left in this round, with which they can come there too.", time=rivals))
    return sentences


PLACES: Mapping[str, str] = {
    "buy": "construction_company",
    "tenant": "construction_company",
    "marketing_type": "advertising_agency",
    "bonus": "marketing_bonus",
    "bonuses": "marketing_bonus",
}
"""The areas of the questions whose answers say too little without their area, as “Info” does, or have the name of a task, as an improvement does."""


def step_title(view: TableView, text: str) -> str:
    """Returns the name of a decision of a line where its question is not visible: “Marketing bonus, Info”."""
    title, kind = title_of(view, text), view.game.question_kind
    if kind not in PLACES or text in CLOSING:
        return title
    return f"{names.without_soft_hyphens(names.full('area', PLACES[kind], view.translations))}, {title}"


def title_of(view: TableView, text: str) -> str:
    return answer_name(view, view.game.ruleset.action(text))


def effect_text(view: TableView, text: str) -> str:
    """Returns what an answer itself does, as the sentence below a pencilled one says it."""
    action = view.game.ruleset.action(text)
    return names.without_soft_hyphens(projection_text(view, action, view.game.quote(action), view.game))


def places_of(advice: Advice) -> list[int]:
    """Returns the ranks of the choices, from 1; those that are as good as the best, or show the same figures, share one."""
    places = [1]
    for number, (before, choice) in enumerate(pairwise(advice.choices), 1):
        is_same = figures_of(choice.expectation) == figures_of(before.expectation)
        places.append(places[-1] if number < advice.equals or is_same else number + 1)
    return places


def figures_of(expected: Expectation) -> tuple[object, ...]:
    """Returns what is shown of an expectation."""
    return expected.band, expected.points, expected.lead


def choice_text(view: TableView, advice: Advice, number: int, places: Sequence[int]) -> ChoiceText:
    choice, place = advice.choices[number], places[number]
    other = title_of(view, choice.compared_with)
    why = ""
    if choice.compared_with != choice.text:
        if number and place == 1:
            why = view._("About as good as “%(other)s”.", other=other)
        elif number or places[min(advice.equals, len(places) - 1)] > 1:
            is_at_end = view.game.ruleset.ending.is_over(view.game)
            why = reasons_sentence(choice.reasons, other, is_at_end, view.translations)
            why = why or search_sentence(choice.expectation, choice.other, other, view.translations)
    if not choice.reasons:
        why = f"{why} {effect_text(view, choice.text)}".strip()
    if choice.is_guided:
        proposal = view._("The guide proposes it.") if not number else view._("The guide proposes it, as it teaches something new.")
        why = f"{proposal} {why}".rstrip()
    expected = expectation_text(choice.expectation, view.translations)
    if choice.share:
        percent = max(round(100 * choice.share), 1)
        expected = keep_percent_together(view._("%(expected)s; %(percent)s %% of the search", expected=expected, percent=percent))
    return ChoiceText(place, choice.text, title_of(view, choice.text), expected, why, then_text(view, choice.line))


MAX_NEXT = 3
"""The most decisions expected after an answer that are told."""


def then_text(view: TableView, line: Sequence[LineStep]) -> str:
    """Returns the decisions that the search expects after an answer, by the names on the board; "" if it says nothing about that."""
    # Imported here, as it takes numpy, and most pages do without it.
    from groundfloor.analysis import likeliest

    now = view.game.copy()
    steps = [step for step in line if not step.is_chance][: MAX_NEXT + 1]
    moves: list[str] = []
    for step in steps:
        while now.chance is not None:
            now.apply(likeliest(now)[0])
        if step is not steps[0] and step.text not in CLOSING:
            there = TableView.of_position(now, step.seat, view.language, view.translations)
            moves.append(view._("%(name)s: %(move)s", name=isolated(now.seats[step.seat].name), move=step_title(there, step.text)))
        now.apply(step.text)
    return view._("Expected next: %(steps)s.", steps="; ".join(moves)) if moves else ""


def expectation_text(expected: Expectation, translations: NullTranslations) -> str:
    """Returns the expected result, such as “38 prestige points, 5 ahead, winning chance about 60 %”."""
    points = names.counted("point", expected.points, translations)
    lead = translations.gettext("level")
    if expected.lead:
        lead = translations.gettext("%(n)s ahead") if expected.lead > 0 else translations.gettext("%(n)s behind")
    return keep_percent_together(
        translations.gettext("%(points)s, %(lead)s, winning chance %(chance)s")
        % {"points": points, "lead": lead % {"n": abs(expected.lead)}, "chance": chance_text(expected, translations)}
    )


def chance_text(expected: Expectation, translations: NullTranslations) -> str:
    """Returns a winning chance as exactly as it is known: “62 %” if it was computed, else “about 60 %” or “45–55 %”."""
    from groundfloor.analysis.evaluated_answers import STEP

    _ = translations.gettext
    low, high = expected.band
    if expected.is_exact:
        return _("%(percent)s %%") % {"percent": low}
    if low != high:
        return _("%(low)s–%(high)s %%") % {"low": low, "high": high}
    if not low:
        return _("below %(percent)s %%") % {"percent": STEP}
    return (_("about %(percent)s %%") if low < 100 else _("above %(percent)s %%")) % {"percent": min(low, 100 - STEP)}


def keep_percent_together(text: str) -> str:
    """Returns a text in which no line ends between a number and its percent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def line_texts(advice: Advice, game: Game, language: str, translations: NullTranslations) -> list[LineText]:
    """Returns the steps of the best line, without answers that do nothing and draws that change nothing."""
    _ = translations.gettext
    now, texts = game.copy(), []
    for step in advice.line:
        if step.is_chance:
            sentence = draw_sentence(now, step, translations)
            note = _("chance, assumed: %(percent)s %%") % {"percent": step.percent} if step.percent < 100 else _("chance")
            if sentence:
                texts.append(LineText(step.seat, "", sentence, keep_percent_together(note)))
            continue
        view = TableView.of_position(now, step.seat, language, translations)
        if step is advice.line[0] or step.text not in CLOSING:
            texts.append(LineText(step.seat, isolated(now.seats[step.seat].name), step_title(view, step.text), ""))
        now.apply(step.text)
    return texts


def draw_sentence(now: Game, step: LineStep, translations: NullTranslations) -> str:
    """Makes a draw and returns what it brings, in a sentence; "" if nothing is said about it."""
    now.journal = journal = Journal()
    now.apply(step.text)
    now.journal = None
    sentences = (format_event(event, now, translations)[0] for event in journal.events if not isinstance(event, HEADINGS))
    return names.without_soft_hyphens(next(sentences, ""))
