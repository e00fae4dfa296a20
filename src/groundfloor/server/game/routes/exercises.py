"""Exercises: ten last rounds, and the costliest decisions of one's own games. Each is a board that is answered like that of a game (docs/http.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from groundfloor.presentation.board.decision import Decision
from groundfloor.presentation.board.public_facts import PublicFacts

from ....editions import ruleset
from ....engine.game import Game
from ....guide.puzzles import Puzzle, puzzles
from ....presentation.bidi import isolated
from ....presentation.exercise_text import judged_mistake, judged_puzzle, puzzle_title
from ....presentation.names import round_and_phase
from ....presentation.view import DraftView, PublicView, TableView
from ....presentation.view.answers import answers, controls
from ....table import DraftMoves
from ...http.handlers import json_view, page
from ...http.json_types import Answer
from ...http.pages import get_locale, render
from ...http.request_context import get_context
from ...http.route import Route
from ...http.security import browser_id
from ...http.threads import yield_to_moves
from ..after_game.page import stored_decisions
from ..board.boards import view_board
from ..board.page import BoardViewer, SharedRegions
from ..tables.advice import ANALYSIS_SIMULATIONS
from .after_game import comparison_page_facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from ....analysis import DecisionAnalysis
    from ...context import AppContext
    from ...http.handlers import PageText
    from ...http.rendering import RequestLocale
    from ...http.route import Handler
    from ..board.regions import Region

SCRIPTS = ("board.js", "street.js", "rules.js")
"""Scripts of the board that need no table."""
LEFT_OUT = ("log_command",)
"""Regions that need one."""
MAX_GAMES, MAX_OF_GAME = 10, 3
"""Of so many analysed games so many decisions each are exercises."""


@dataclass(frozen=True)
class Exercise:
    """A position in which a seat decides. ``address`` is its page, ``source`` says where it comes from."""

    address: str
    title: str
    source: str
    game: Game


@dataclass(frozen=True)
class Mistake:
    """A decision of one's own game that is an exercise: its address, when it was, and the name of the table."""

    address: str
    moment: str
    table: str


@page
def show(request: Request, _notice: str, _form: Mapping[str, str]) -> str:
    """``/exercises``: the list."""
    context, locale = get_context(request), get_locale(request)
    titles = []
    for puzzle in puzzles():
        yield_to_moves()
        titles.append((puzzle.id, puzzle_title(position_of(puzzle), locale.words)))
    return render(request, "exercises.html", {"puzzles": titles, "mistakes": mistakes(context, browser_id(request), locale)})


def mistakes(context: AppContext, browser: str, locale: RequestLocale) -> list[Mistake]:
    """Returns the costliest decisions of the browser's own seats in its last analysed games."""
    listed: list[Mistake] = []
    games = 0
    for known in context.store.games_of_browser(browser, "over") if browser else ():
        data = context.store.analysis(known.game.game_id) if known.seats and games < MAX_GAMES else None
        if data is None:
            continue
        yield_to_moves()
        games += 1
        own = {seat.seat for seat in known.seats}
        for decision in costliest(decisions_of(data[1]), own):
            address = f"/exercises/mine/{known.game.game_id}/{decision.entry}"
            listed.append(Mistake(address, round_and_phase(decision.round, decision.phase, locale.words), isolated(known.game.name)))
    return listed


def decisions_of(text: str) -> list[DecisionAnalysis]:
    # Imported here, as numpy takes a tenth of a second and most pages do without it.
    from groundfloor.analysis.game_analysis import BadAnalysis, decisions_from_json

    try:
        return decisions_from_json(text)
    except BadAnalysis:
        return []


def costliest(decisions: list[DecisionAnalysis], seats: set[int]) -> list[DecisionAnalysis]:
    from groundfloor.analysis import GameAnalysis

    own = [each for each in decisions if each.seat in seats]
    return GameAnalysis("", ANALYSIS_SIMULATIONS, own).costliest(most=MAX_OF_GAME)


def position_of(puzzle: Puzzle) -> Game:
    return Game.from_position(puzzle.position, ruleset)


def exercise_page(text: PageText) -> Handler:
    """Decorator: the page of an exercise, whose board has links to the rules (``?go=rules``)."""
    show_text = page(text)

    async def respond(request: Request) -> Response:
        is_about_rules = request.query_params.get("go") == "rules"
        return RedirectResponse("/rules", 303) if is_about_rules else await show_text(request)

    return respond


@exercise_page
def show_puzzle(request: Request, _notice: str, _form: Mapping[str, str]) -> str:
    """``/exercises/{number}``: a last round, or with ``?pick=…`` what comes of an answer."""
    words, puzzle = get_locale(request).words, puzzle_of(request.path_params["number"])
    game = position_of(puzzle)
    title = words.gettext("Last round %(number)s of %(count)s") % {"number": puzzle.id, "count": len(puzzles())}
    exercise = Exercise(f"/exercises/{puzzle.id}", title, words.gettext("A last round of a game between bots."), game)
    following = next((other.id for other in puzzles()[puzzles().index(puzzle) + 1 :]), "")

    answer, board = answered(request, exercise)
    if not answer:
        return board
    judged = judged_puzzle(view_of(exercise, get_locale(request)), puzzle, answer)
    facts = {"exercise": exercise, "judged": judged, "next": f"/exercises/{following}" if following else "", "moment": ""}
    return render(request, "exercise.html", facts)


def puzzle_of(id: str) -> Puzzle:
    found = next((puzzle for puzzle in puzzles() if puzzle.id == id), None)
    if found is None:
        raise HTTPException(404)
    return found


@exercise_page
def show_mistake(request: Request, _notice: str, _form: Mapping[str, str]) -> str:
    """``/exercises/mine/{game_id}/{number}``: a decision of one's own game, or with ``?pick=…`` what the analysis has found about an answer."""
    context, locale, game_id = get_context(request), get_locale(request), request.path_params["game_id"]
    own = context.store.seats_of_browser(browser_id(request), game_id).seats
    table = context.table_service.table(game_id) if own else None
    decisions = (stored_decisions(context.store, table) or []) if table is not None and table.game.is_over else []
    decision = next(
        (candidate for candidate in decisions if str(candidate.entry) == request.path_params["number"] and candidate.seat in own), None
    )
    if table is None or decision is None:
        raise HTTPException(404)
    game = table.history.position_after(decision.entry).copy()
    moment = round_and_phase(decision.round, decision.phase, locale.words)
    exercise = Exercise(f"/exercises/mine/{game_id}/{decision.entry}", moment, f"{isolated(table.value.name)}.", game)
    answer, board = answered(request, exercise)
    if not answer:
        return board
    facts = {
        "exercise": exercise,
        "judged": judged_mistake(view_of(exercise, locale), decision, answer),
        "next": "",
        "moment": f"/g/{game_id}/at/{decision.entry}",
    }
    return render(request, "exercise.html", facts)


class Exercises(Answer, frozen=True):
    """Last rounds; the numbers of an answer are the final prestige that the seat can expect of it, and its chance of winning."""

    puzzles: list[Puzzle]


@json_view
def as_json(request: Request) -> Exercises:
    """Returns the last rounds with their positions and solutions."""
    return Exercises(puzzles=list(puzzles()))


def answered(request: Request, exercise: Exercise) -> tuple[str, str]:
    """Returns the answer that was picked, or "" and the board on which it can be picked, perhaps in two steps."""
    words, game, picked = get_locale(request).words, exercise.game, request.query_params.get("pick", "")
    if request.query_params.get("go") == "companies":
        view = view_of(exercise, get_locale(request))
        return "", render(request, "companies.html", comparison_page_facts(view, exercise.address))
    draft = DraftMoves.from_texts(game, game.asked_seat, ())
    notice = ""
    if picked:
        chosen = draft.choose(picked[:200])
        if chosen is not None and chosen.actions:
            return chosen.actions[0].text, ""
        if chosen is not None and chosen.partial:
            draft = chosen
        else:
            notice = words.gettext("That does not answer this question. Choose one of the places that are lit, or a button.")
    return "", board_page(request, exercise, draft, notice)


def board_page(request: Request, exercise: Exercise, draft: DraftMoves, notice: str) -> str:
    context, locale = get_context(request), get_locale(request)
    view = view_of(exercise, locale, draft)
    board = view_board(view, SharedRegions(PublicFacts(view)), BoardViewer(exercise.address), shows_plan=False)
    board = replace(board, regions=tuple(with_exercise(region, exercise) for region in board.regions if region.template not in LEFT_OUT))
    facts = {
        "exercise": exercise,
        "rulebook": "/rules",
        "shown": board,
        "table": Markup(context.boards.whole(board)),  # noqa: S704 - rendered by templates, which escape
        "notice": notice,
        "scripts": SCRIPTS,
    }
    return render(request, "exercise_board.html", facts)


def with_exercise(region: Region, exercise: Exercise) -> Region:
    """Returns a region; that of the question names the exercise, and has no switches."""
    decision = region.data.get("decision")
    if not isinstance(decision, Decision):
        return region
    words = f"{exercise.title} · {exercise.source} {decision.sentence}".strip()
    shown = replace(decision, sentence=words, toggles=[])
    return replace(region, data={**region.data, "decision": shown})


def view_of(exercise: Exercise, locale: RequestLocale, draft: DraftMoves | None = None) -> TableView:
    """Returns what the seat that is asked sees of an exercise, with what can be answered if there is a draft."""
    game, words = exercise.game, locale.words
    view = replace(TableView.of_position(game, game.asked_seat, locale.language, words), public=PublicView(name=exercise.title))
    if draft is None:
        return view
    own = replace(
        view.own,
        draft=DraftView(positions=draft.positions, partial=draft.partial, asking=game if draft.partial else None),
        controls=controls(draft, words, answers(game, words)),
    )
    return replace(view, own=own)


ROUTES = (
    Route("GET /exercises", show, "Last rounds to solve, and decisions from one's own games."),
    Route("GET /exercises/{number}", show_puzzle, "A last round, as a board."),
    Route("GET /exercises/mine/{game_id}/{number}", show_mistake, "A decision from an analysed game, as a board."),
    Route("GET /api/exercises", as_json, "Last rounds with their solutions."),
)
