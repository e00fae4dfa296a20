"""The decision panel: the question, the draft, the possible answers, or whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from groundfloor.engine.phases.scoring import set_count
from groundfloor.engine.record import CANCEL

from .. import names
from ..log.event_text import departure_sentence
from ..names import phase_name
from ..questions.question import CLOSING, QueuedProduct, Tone
from ..questions.registry import presenter_of_answer, question
from .action_text import action_title, label, projection_text, warnings
from .amounts import Amount, amount, cost_amounts, gain_amounts, price
from .clocks import OverTimePanel, TurnTime, clock_of, turn_time
from .people import Person, Place, people_by_popularity, places_at_the_end
from .proposals import ProposalPanel, proposal_panel
from .question_text import QuestionText, deferred_words, more_words, question_text, second_step_text
from .rule_refs import rule_of
from .score import tie_for_first

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import QuestionKind

    from ..bots import BotWords
    from ..view import Control, NewsStep, TableView
    from .guide import GuidePanel


@dataclass(frozen=True)
class Button:
    """``hint`` is a line under it, ``queue`` a drawing of it, ``reason`` why it is not possible."""

    id: str
    value: str
    text: str
    price: tuple[Amount, ...]
    gains: tuple[Amount, ...]
    label: str
    tone: Tone = "choice"
    hint: str = ""
    reason: str = ""
    is_draft: bool = False
    queue: tuple[QueuedProduct, ...] = ()


def button(view: TableView, control: Control, text: str = "", hint: str = "") -> Button:
    action = control.action
    kind = view.game.question_kind
    gains = gain_amounts(view, control.quote)
    shown = text or action_title(view, action, control.quote, kind)
    spoken = label(view, control, kind)
    if names.without_soft_hyphens(shown).lower() not in names.without_soft_hyphens(spoken).lower():
        spoken = f"{names.without_soft_hyphens(shown)}: {spoken}"
    entry = None if action.verb in CLOSING else presenter_of_answer(action.verb)
    return Button(
        id=f"answer-{action.text.replace(' ', '-')}",
        value=action.text,
        text=shown,
        price=cost_amounts(view, control.quote) if action.verb != "remodel" else price(view, control.quote),
        gains=entry.shown_gains(gains, action) if entry else gains,
        label=f"{spoken} {hint[:1].upper()}{hint[1:]}" if hint and hint != control.reason else spoken,
        tone=entry.tone if entry else "plain",
        hint=hint,
        reason=control.reason,
        is_draft=view.is_in_draft(action.text),
        queue=entry.queue(view, action) if entry else (),
    )


def asked_buttons(view: TableView) -> list[Button]:
    """Returns buttons for the open question; those of buying and scheduling are on the list and the drawing."""
    order = {action.text: number for number, action in enumerate(view.game._legal)}
    controls = [control for text, control in view.own.controls.items() if text in order and (control.is_legal or view.own.draft.deferred)]
    controls.sort(key=lambda control: order[control.action.text])
    buttons = [answer_button(view, control) for control in question(view.game.question_kind).buttons(view, controls)]
    return sorted(buttons, key=lambda button: button.tone == "plain")


def answer_button(view: TableView, control: Control) -> Button:
    """Returns the button of an answer, shortened where the question says the rest, with its effect."""
    action = control.action
    if action.verb in CLOSING:
        hint = question(view.game.question_kind).closing_hint
        return button(view, control, hint=control.reason or (view._(hint) if hint else ""))
    entry = presenter_of_answer(action.verb)
    return button(view, control, entry.button_text(view, action), control.reason or entry.hint(view, action, control.quote))


def second_step_buttons(view: TableView) -> list[Button]:
    return [
        button(view, control, *presenter_of_answer(control.action.verb).second_button(view, control.action, control.quote))
        for control in view.own.controls_with_prefix(view.own.draft.partial)
        if control.is_legal
    ]


def remodel_buttons(view: TableView) -> list[Button]:
    """Returns the remodels that are shown beside the answers to the question."""
    if not question(view.game.question_kind).offers_remodels:
        return []
    return [
        button(view, control, presenter_of_answer("remodel").button_text(view, control.action))
        for control in view.own.controls.values()
        if control.action.verb == "remodel" and control.is_legal and not view.is_in_draft(control.action.text)
    ]


Mode = Literal["draft", "second-step", "asked", "waiting", "past", "recap", "over"]
"""What the panel is about."""


@dataclass(frozen=True)
class DecisionLine:
    text: str
    title: str
    price: tuple[Amount, ...]
    time: Amount | None
    gains: tuple[Amount, ...]
    outlook: str
    warnings: list[str]
    rule: str


QUESTION_OF = {"confirms_itself": "", "skips_hiring": "hire", "skips_firing": "fire"}
"""The question that a switch belongs to."""


@dataclass(frozen=True)
class Toggle:
    """An automatic answer that can be switched."""

    name: str
    label: str
    is_on: bool


@dataclass(frozen=True)
class Decision:
    """What the panel shows. ``person`` is whose marker the head has; ``own_bot`` is the bot that plays for the viewer, ``since`` when the turn of another seat began, ``plays`` when it plays,
    ``recap`` what has just happened, ``past_steps`` what the entry that is looked at brought.
    """

    mode: Mode
    person: Person | None
    head: str
    title: str
    sentence: str = ""
    lines: list[DecisionLine] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    deferred: list[DecisionLine] = field(default_factory=list)
    remodels: list[Button] = field(default_factory=list)
    remodels_words: str = ""
    kind: QuestionKind = ""
    partial: str = ""
    left: tuple[Amount, ...] = ()
    toggles: list[Toggle] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    undoable: int = 0
    guide: GuidePanel | None = None
    own_bot: BotWords | None = None
    since: TurnTime | None = None
    plays: str = ""
    recap: NewsStep | None = None
    past_steps: tuple[NewsStep, ...] = ()
    proposal: ProposalPanel | None = None
    can_resume: bool = False
    over_time: OverTimePanel | None = None

    @property
    def rule(self) -> str:
        """The paragraph that the question comes from, or the one on what has been chosen so far."""
        return rule_of(self.kind, self.partial)

    @property
    def is_answered_in_list(self) -> bool:
        """Whether the question is answered on the list of what is on sale."""
        return self.mode == "asked" and question(self.kind).part == "improvements"

    @property
    def shown_toggles(self) -> list[Toggle]:
        """Returns the first switch, and those of the others that are on or belong to the question."""
        return [each for each in self.toggles if each is self.toggles[0] or each.is_on or QUESTION_OF[each.name] == self.kind]


def decision(view: TableView) -> Decision:
    if view.moment.step is not None:
        return Decision(
            "recap",
            viewer_person(view),
            view._("Round %(n)s", n=max(1, view.moment.step.round)),
            view.moment.step.title,
            recap=view.moment.step,
        )
    if view.moment.entry is not None:
        return past_panel(view)
    if view.moment.game.is_over:
        return result_panel(view)
    return replace(panel_of_present(view), proposal=proposal_panel(view), over_time=view.own.over_time)


def panel_of_present(view: TableView) -> Decision:
    if view.public.paused_by is not None:
        return paused_panel(view, view.public.paused_by)
    if view.own.is_asked and view.own.draft.partial:
        return panel_for_question(view, "second-step", second_step_text(view), second_step_buttons(view), view.own.draft.partial)
    if view.own.is_asked and view.own.draft.actions:
        return draft_panel(view)
    if view.own.is_asked and view.game.question is not None:
        text = replace(question_text(view), title=question(view.game.question_kind).page_prompt(view.translations))
        return panel_for_question(view, "asked", text, asked_buttons(view))
    return waiting_panel(view)


def viewer_person(view: TableView) -> Person | None:
    return next((person for person in view.people if person.is_you), None)


def toggles(view: TableView) -> list[Toggle]:
    viewer = viewer_person(view)
    if viewer is None or viewer.bot is not None:
        return []
    return [
        Toggle("confirms_itself", view._("Play without confirming"), view.own.confirms_itself),
        Toggle("skips_hiring", view._("Always skip hiring"), view.own.skips_hiring),
        Toggle("skips_firing", view._("Always skip firing"), view.own.skips_firing),
    ]


def panel_for_question(view: TableView, mode: Mode, text: QuestionText, buttons: list[Button], partial: str = "") -> Decision:
    return Decision(
        mode,
        viewer_person(view),
        view._("Your turn"),
        text.title,
        f"{deferred_words(view)} {text.sentence}".strip(),
        buttons=buttons,
        deferred=[draft_line(view, action, view.game) for action in view.own.draft.deferred],
        remodels=remodel_buttons(view) if mode == "asked" else [],
        remodels_words=remodel_button_text(view, mode),
        kind=(view.own.draft.asking or view.game).question_kind,
        partial=partial,
        toggles=toggles(view),
        undoable=view.own.undoable,
    )


def draft_lines(view: TableView) -> list[DecisionLine]:
    steps = list(zip(view.own.draft.actions, view.own.draft.positions[:-1], strict=True))
    return [
        draft_line(view, action, at)
        for number, (action, at) in enumerate(steps)
        if not (number and at.question_kind == "after_turn" and action.verb == "end")
    ]


def draft_line(view: TableView, action: Action, at: Game) -> DecisionLine:
    """Returns a drafted move in a position, or a remodel that waits there for the decision."""
    quote = view.game.ruleset.remodeling.quote(at, action) if action in view.own.draft.deferred else at.quote(action)
    return DecisionLine(
        text=action.text,
        title=action_title(view, action, quote, at.question_kind),
        price=price(view, quote),
        time=amount(view, "time", quote.time) if quote.time else None,
        gains=gain_amounts(view, quote),
        outlook=projection_text(view, action, quote, at),
        warnings=warnings(view, action, quote, at),
        rule=rule_of(at.question_kind, action.text),
    )


def remodel_button_text(view: TableView, mode: Mode) -> str:
    """Returns the text of the button that opens the rooms to remodel: when they will be remodeled."""
    if any(control.is_later for control in view.own.controls.values()):
        return view._("Remodel after this")
    is_after = mode == "draft" or question(view.game.question_kind).is_turn_end
    return view._("Remodel a room too") if is_after else view._("Remodel first")


def draft_panel(view: TableView) -> Decision:
    moves = draft_lines(view)
    kind = question_after_draft(view)
    goes_on = draft_goes_on(view)
    return Decision(
        "draft",
        viewer_person(view),
        view._("Your turn"),
        moves[-1].title,
        f"{leftover_words(view)} {more_words(view, goes_on)}".strip(),
        lines=moves,
        buttons=asked_buttons(view) if goes_on else [],
        deferred=[draft_line(view, action, view.game) for action in view.own.draft.deferred],
        remodels=remodel_buttons(view),
        remodels_words=remodel_button_text(view, "draft"),
        kind=kind,
        left=remaining_amounts(view),
        toggles=toggles(view)[:1],
        undoable=view.own.undoable,
    )


def question_after_draft(view: TableView) -> QuestionKind:
    """Returns the kind of question that the viewer is asked after the draft; "" for none."""
    return view.game.question_kind if view.game.current_player == view.own.seat else ""


def draft_goes_on(view: TableView) -> bool:
    """Returns whether the draft is followed by a question that has to be answered."""
    kind = question_after_draft(view)
    return bool(kind) and not question(kind).is_turn_end


def leftover_words(view: TableView) -> str:
    """Returns what money and info left at the end are worth, where a draft has fewer of these points; else ""."""
    if view.own.seat is None:
        return ""
    rules, seat = view.game.ruleset, view.own.seat
    after, before = (set_count(game, game._state.players[seat]) for game in (view.game, view.moment.game))
    if after >= before:
        return ""
    return view._("%(money)s money + %(info)s info left = 1 prestige at the end.", money=rules.set_money, info=rules.set_info)


def remaining_amounts(view: TableView) -> tuple[Amount, ...]:
    if view.own.seat is None:
        return ()
    player = view.game._state.players[view.own.seat]
    pairs = (("money", player.money), ("info", player.info), ("supply", player.supply), ("time", player.time))
    return tuple(amount(view, code, number) for code, number in pairs)


def waiting_panel(view: TableView) -> Decision:
    game = view.moment.game
    seat = game.current_player
    person = next((other for other in view.people if other.seat == seat), None)
    viewer = viewer_person(view)
    has_lost = view.own.seat in dict(view.public.departures)
    own_bot = viewer.bot if viewer is not None and not has_lost else None
    if person is None:
        head = view._("One moment")
        return Decision(
            "waiting",
            None,
            head,
            head,
            view._("Cards are being revealed."),
            toggles=toggles(view),
            undoable=view.own.undoable,
            own_bot=own_bot,
        )
    sentence = "" if view.own.seat is not None else view._("You are watching.")
    if has_lost:
        sentence = view._("You have lost this rated game before its end. A bot plays on in your place.")
    if own_bot is not None:
        sentence = view._("A bot plays for you: %(bot)s.", bot=own_bot.name)
    return Decision(
        "waiting",
        person,
        phase_name(game._state.phase, view.translations),
        view._("%(name)s is deciding", name=person.name),
        sentence,
        kind=game.question_kind,
        toggles=toggles(view),
        undoable=view.own.undoable,
        own_bot=own_bot,
        since=turn_time(view),
        plays=clock.plays if (clock := clock_of(view, person.seat)) is not None else "",
    )


def paused_panel(view: TableView, seat: int) -> Decision:
    viewer = viewer_person(view)
    sentence = view._("%(name)s asked for the pause. Nobody can move until the game is resumed.", name=view.people[seat].name)
    is_free = view.own.seat == seat or view.own.proposal is None or not view.own.proposal.is_open
    can_resume = viewer is not None and viewer.bot is None and is_free
    return Decision(
        "waiting", None, phase_name(view.moment.game._state.phase, view.translations), view._("Paused"), sentence, can_resume=can_resume
    )


def past_panel(view: TableView) -> Decision:
    rounds = len(view.game.ruleset.stage_by_round)
    round = view._("Round %(round)s of %(rounds)s", round=max(view.game._state.round, 1), rounds=rounds)
    number = view._("entry %(number)s of %(all)s", number=view.moment.entry, all=view.public.version)
    return Decision("past", None, view._("Looking back"), f"{round}, {number}", past_steps=view.moment.steps)


def result_panel(view: TableView) -> Decision:
    """Returns the panel of a game that is over: who won, and by how much."""
    if view.moment.ending == CANCEL:
        return Decision("over", None, view._("The game is over"), view._("Cancelled by agreement"), view._("The game has no result."))
    by_seat = {person.seat: person for person in people_by_popularity(view)}
    places = places_at_the_end(view)
    scores = {score.seat: score for score in view.game.scores()}
    winner, second = (scores[place.person.seat] for place in places[:2])
    facts = {"name": by_seat[winner.seat].name, "other": by_seat[second.seat].name}
    if view.public.departures:
        sentence = departure_sentences(view)
    else:
        sentence = tie_for_first(view.game, view.translations)
        if not sentence:
            facts["points"] = names.counted("prestige", winner.total - second.total, view.translations)
            sentence = view._("%(points)s ahead of %(other)s.") % facts
        if view.moment.ending:
            sentence += " " + view._("The game was ended early, as all had agreed.")
    head = view._("The game is over")
    won = view._("You win with %(total)s") if winner.seat == view.own.seat else view._("%(name)s wins with %(total)s")
    title = won % {**facts, "total": names.counted("prestige", winner.total, view.translations)}
    return Decision("over", by_seat[winner.seat], head, title, sentence, places=places, undoable=view.own.undoable)


def departure_sentences(view: TableView) -> str:
    """Returns who lost a rated game before its end, and how, in the order in which they did."""
    by_seat = {person.seat: person for person in view.people}
    return " ".join(departure_sentence(by_seat[seat].name, how, view.translations) for seat, how in view.public.departures)
