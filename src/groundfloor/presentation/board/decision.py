"""The decision panel: what is asked, what is pencilled in, what can be answered, or whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from groundfloor.engine.phases.scoring import set_count
from groundfloor.engine.record import CANCEL
from groundfloor.presentation import names
from groundfloor.presentation.names import phase_name
from groundfloor.presentation.questions.question import CLOSING, QueuedProduct, Tone
from groundfloor.presentation.questions.registry import presenter_of_answer, question

from .action_text import action_title, label, projection_text, warnings
from .amounts import Amount, amount, cost_amounts, gain_amounts, price
from .clocks import OverTimePanel, TurnTime, over_time_panel, turn_time
from .people import Person, Place, people_by_popularity, places_at_the_end
from .proposals import ProposalPanel, proposal_panel
from .question_text import QuestionText, deferred_words, more_words, question_text, second_step_text
from .rule_refs import rule_of
from .score import tie_for_first

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import QuestionKind
    from groundfloor.presentation.bots import BotWords

    from .guide import GuidePanel
    from .scene import Control, NewsStep, Scene


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


def button(scene: Scene, control: Control, text: str = "", hint: str = "") -> Button:
    action = control.action
    kind = scene.game.question_kind
    gains = gain_amounts(scene, control.quote)
    shown = text or action_title(scene, action, control.quote, kind)
    spoken = label(scene, control, kind)
    if names.without_soft_hyphens(shown).lower() not in names.without_soft_hyphens(spoken).lower():
        spoken = f"{names.without_soft_hyphens(shown)}: {spoken}"
    entry = None if action.verb in CLOSING else presenter_of_answer(action.verb)
    return Button(
        id=f"answer-{action.text.replace(' ', '-')}",
        value=action.text,
        text=shown,
        price=cost_amounts(scene, control.quote) if action.verb != "remodel" else price(scene, control.quote),
        gains=entry.shown_gains(gains, action) if entry else gains,
        label=f"{spoken} {hint[:1].upper()}{hint[1:]}" if hint and hint != control.reason else spoken,
        tone=entry.tone if entry else "plain",
        hint=hint,
        reason=control.reason,
        is_draft=scene.is_in_draft(action.text),
        queue=entry.queue(scene, action) if entry else (),
    )


def asked_buttons(scene: Scene) -> list[Button]:
    """Returns buttons for the question that stands; those of buying and scheduling stand on the list and the drawing."""
    order = {action.text: number for number, action in enumerate(scene.game.legal)}
    controls = [control for text, control in scene.controls.items() if text in order and (control.is_legal or scene.deferred)]
    controls.sort(key=lambda control: order[control.action.text])
    buttons = [answer_button(scene, control) for control in question(scene.game.question_kind).buttons(scene, controls)]
    return sorted(buttons, key=lambda button: button.tone == "plain")


def answer_button(scene: Scene, control: Control) -> Button:
    """Returns the button of an answer, shortened where the question says the rest, with what will come of it."""
    action = control.action
    if action.verb in CLOSING:
        hint = question(scene.game.question_kind).closing_hint
        return button(scene, control, hint=control.reason or (scene._(hint) if hint else ""))
    entry = presenter_of_answer(action.verb)
    return button(scene, control, entry.button_text(scene, action), control.reason or entry.hint(scene, action, control.quote))


def second_step_buttons(scene: Scene) -> list[Button]:
    return [
        button(scene, control, *presenter_of_answer(control.action.verb).second_button(scene, control.action, control.quote))
        for control in scene.controls_with_prefix(scene.partial)
        if control.is_legal
    ]


def remodel_buttons(scene: Scene) -> list[Button]:
    """Returns the remodels that stand beside the answers to the question."""
    if not question(scene.game.question_kind).offers_remodels:
        return []
    return [
        button(scene, control, presenter_of_answer("remodel").button_text(scene, control.action))
        for control in scene.controls.values()
        if control.action.verb == "remodel" and control.is_legal and not scene.is_in_draft(control.action.text)
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
    """What the panel shows. ``person`` is whose marker the head has; ``own_bot`` is the bot that plays for the viewer, ``since`` when the turn of another seat began,
    ``recap`` what has just happened, ``past_steps`` what the entry brought that is looked at.
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
        """Returns the first switch, and of the others those that are on or belong to the question."""
        return [each for each in self.toggles if each is self.toggles[0] or each.is_on or QUESTION_OF[each.name] == self.kind]


def decision(scene: Scene) -> Decision:
    if scene.recap is not None:
        return Decision("recap", viewer_person(scene), scene._("Round %(n)s", n=scene.recap.round), scene.recap.title, recap=scene.recap)
    if scene.history is not None:
        return past_panel(scene)
    if scene.confirmed.is_over:
        return result_panel(scene)
    return replace(panel_of_present(scene), proposal=proposal_panel(scene), over_time=over_time_panel(scene))


def panel_of_present(scene: Scene) -> Decision:
    if scene.paused_by is not None:
        return paused_panel(scene, scene.paused_by)
    if scene.is_asked and scene.partial:
        return panel_for_question(scene, "second-step", second_step_text(scene), second_step_buttons(scene), scene.partial)
    if scene.is_asked and scene.draft:
        return draft_panel(scene)
    if scene.is_asked and scene.game.question is not None:
        text = replace(question_text(scene), title=question(scene.game.question_kind).page_prompt(scene.words))
        return panel_for_question(scene, "asked", text, asked_buttons(scene))
    return waiting_panel(scene)


def viewer_person(scene: Scene) -> Person | None:
    return next((person for person in scene.people if person.is_you), None)


def toggles(scene: Scene) -> list[Toggle]:
    viewer = viewer_person(scene)
    if viewer is None or viewer.bot is not None:
        return []
    return [
        Toggle("confirms_itself", scene._("Play without confirming"), scene.confirms_itself),
        Toggle("skips_hiring", scene._("Always skip hiring"), scene.skips_hiring),
        Toggle("skips_firing", scene._("Always skip firing"), scene.skips_firing),
    ]


def panel_for_question(scene: Scene, mode: Mode, text: QuestionText, buttons: list[Button], partial: str = "") -> Decision:
    return Decision(
        mode,
        viewer_person(scene),
        scene._("Your turn"),
        text.title,
        f"{deferred_words(scene)} {text.sentence}".strip(),
        buttons=buttons,
        deferred=[draft_line(scene, action, scene.game) for action in scene.deferred],
        remodels=remodel_buttons(scene) if mode == "asked" else [],
        remodels_words=remodel_button_text(scene, mode),
        kind=scene.question_game.question_kind,
        partial=partial,
        toggles=toggles(scene),
        undoable=scene.undoable,
    )


def draft_lines(scene: Scene) -> list[DecisionLine]:
    steps = list(zip(scene.draft, scene.draft_positions[:-1], strict=True))
    return [
        draft_line(scene, action, at)
        for number, (action, at) in enumerate(steps)
        if not (number and at.question_kind == "after_turn" and action.verb == "end")
    ]


def draft_line(scene: Scene, action: Action, at: Game) -> DecisionLine:
    """Returns a move pencilled in a position, or a remodel that waits there for the decision."""
    quote = scene.game.ruleset.remodeling.quote(at, action) if action in scene.deferred else at.quote(action)
    return DecisionLine(
        text=action.text,
        title=action_title(scene, action, quote, at.question_kind),
        price=price(scene, quote),
        time=amount(scene, "time", quote.time) if quote.time else None,
        gains=gain_amounts(scene, quote),
        outlook=projection_text(scene, action, quote, at),
        warnings=warnings(scene, action, quote, at),
        rule=rule_of(at.question_kind, action.text),
    )


def remodel_button_text(scene: Scene, mode: Mode) -> str:
    """Returns the text of the button that opens the rooms to remodel: when they will be remodeled."""
    if any(control.is_later for control in scene.controls.values()):
        return scene._("Remodel after this")
    is_after = mode == "draft" or question(scene.game.question_kind).is_turn_end
    return scene._("Remodel a room too") if is_after else scene._("Remodel first")


def draft_panel(scene: Scene) -> Decision:
    moves = draft_lines(scene)
    kind = question_after_draft(scene)
    goes_on = draft_goes_on(scene)
    return Decision(
        "draft",
        viewer_person(scene),
        scene._("Your turn"),
        moves[-1].title,
        f"{leftover_words(scene)} {more_words(scene, goes_on)}".strip(),
        lines=moves,
        buttons=asked_buttons(scene) if goes_on else [],
        deferred=[draft_line(scene, action, scene.game) for action in scene.deferred],
        remodels=remodel_buttons(scene),
        remodels_words=remodel_button_text(scene, "draft"),
        kind=kind,
        left=remaining_amounts(scene),
        toggles=toggles(scene)[:1],
        undoable=scene.undoable,
    )


def question_after_draft(scene: Scene) -> QuestionKind:
    """Returns the kind of question that the viewer is asked after the draft; "" for none."""
    return scene.game.question_kind if scene.game.current_player == scene.seat else ""


def draft_goes_on(scene: Scene) -> bool:
    """Returns whether the draft is followed by a question that has to be answered."""
    kind = question_after_draft(scene)
    return bool(kind) and not question(kind).is_turn_end


def leftover_words(scene: Scene) -> str:
    """Returns what money and info left at the end are worth, where a draft has fewer of these points; else ""."""
    if scene.seat is None:
        return ""
    rules, seat = scene.game.ruleset, scene.seat
    after, before = (set_count(game, game.state.players[seat]) for game in (scene.game, scene.confirmed))
    if after >= before:
        return ""
    return scene._("%(money)s money + %(info)s info left = 1 prestige at the end.", money=rules.set_money, info=rules.set_info)


def remaining_amounts(scene: Scene) -> tuple[Amount, ...]:
    if scene.seat is None:
        return ()
    player = scene.game.state.players[scene.seat]
    pairs = (("money", player.money), ("info", player.info), ("supply", player.supply), ("time", player.time))
    return tuple(amount(scene, code, number) for code, number in pairs)


def waiting_panel(scene: Scene) -> Decision:
    game = scene.confirmed
    seat = game.current_player
    person = next((each for each in scene.people if each.seat == seat), None)
    viewer = viewer_person(scene)
    has_lost = scene.seat in dict(scene.departures)
    own_bot = viewer.bot if viewer is not None and not has_lost else None
    if person is None:
        head = scene._("One moment")
        return Decision(
            "waiting",
            None,
            head,
            head,
            scene._("Cards are being revealed."),
            toggles=toggles(scene),
            undoable=scene.undoable,
            own_bot=own_bot,
        )
    sentence = "" if scene.seat is not None else scene._("You are watching.")
    if has_lost:
        sentence = scene._("You have lost this rated game before its end. A bot plays on in your place.")
    if own_bot is not None:
        sentence = scene._("A bot plays for you: %(bot)s.", bot=own_bot.name)
    return Decision(
        "waiting",
        person,
        phase_name(game.state.phase, scene.words),
        scene._("%(name)s is deciding", name=person.name),
        sentence,
        kind=game.question_kind,
        toggles=toggles(scene),
        undoable=scene.undoable,
        own_bot=own_bot,
        since=turn_time(scene),
    )


def paused_panel(scene: Scene, seat: int) -> Decision:
    viewer = viewer_person(scene)
    sentence = scene._("%(name)s asked for the pause. Nobody can move until the game is resumed.", name=scene.people[seat].name)
    is_free = scene.seat == seat or scene.proposal is None or not scene.proposal.is_open
    can_resume = viewer is not None and viewer.bot is None and is_free
    return Decision(
        "waiting", None, phase_name(scene.confirmed.state.phase, scene.words), scene._("Paused"), sentence, can_resume=can_resume
    )


def past_panel(scene: Scene) -> Decision:
    rounds = len(scene.game.ruleset.stage_by_round)
    round = scene._("Round %(round)s of %(rounds)s", round=max(scene.game.state.round, 1), rounds=rounds)
    number = scene._("entry %(number)s of %(all)s", number=scene.history, all=scene.entry)
    return Decision("past", None, scene._("Looking back"), f"{round}, {number}", past_steps=scene.entry_steps)


def result_panel(scene: Scene) -> Decision:
    """Returns the panel of a game that is over: who won, and by how much."""
    if scene.ending == CANCEL:
        return Decision("over", None, scene._("The game is over"), scene._("Cancelled by agreement"), scene._("The game has no result."))
    by_seat = {person.seat: person for person in people_by_popularity(scene)}
    places = places_at_the_end(scene)
    scores = {score.seat: score for score in scene.game.scores()}
    winner, second = (scores[place.person.seat] for place in places[:2])
    facts = {"name": by_seat[winner.seat].name, "other": by_seat[second.seat].name}
    if scene.departures:
        sentence = departure_sentences(scene)
    else:
        sentence = tie_for_first(scene.game, scene.words)
        if not sentence:
            facts["points"] = names.counted("prestige", winner.total - second.total, scene.words)
            sentence = scene._("%(points)s ahead of %(other)s.") % facts
        if scene.ending:
            sentence += " " + scene._("The game was ended early, as all had agreed.")
    head = scene._("The game is over")
    won = scene._("You win with %(total)s") if winner.seat == scene.seat else scene._("%(name)s wins with %(total)s")
    title = won % {**facts, "total": names.counted("prestige", winner.total, scene.words)}
    return Decision("over", by_seat[winner.seat], head, title, sentence, places=places, undoable=scene.undoable)


def departure_sentences(scene: Scene) -> str:
    """Returns who has lost a rated game before its end, and how, in the order in which they have."""
    by_seat = {person.seat: person for person in scene.people}
    said = {
        "left": scene._("%(name)s has resigned and is placed behind all who stayed."),
        "time": scene._("%(name)s has lost on time and is placed behind all who stayed."),
    }
    return " ".join(said[how] % {"name": by_seat[seat].name} for seat, how in scene.departures)
