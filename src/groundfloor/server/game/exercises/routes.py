"""Exercises: ten last rounds, and the costliest decisions of the player's own games. Each is a board that is answered like that of a game (docs/http.md)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.exceptions import HTTPException

from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.guide.puzzles import Puzzle, puzzles
from groundfloor.presentation.areas.retail_outlets import ONLY_LIQUIDATION_PAYS
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.board.decision import Decision
from groundfloor.presentation.board.public_facts import PublicFacts
from groundfloor.presentation.exercise_text import asked_text, judged_mistake, judged_puzzle, puzzle_title
from groundfloor.presentation.names import round_and_phase
from groundfloor.presentation.view import DraftView, PublicView, TableView
from groundfloor.presentation.view.answers import answers, controls
from groundfloor.table import DraftMoves

from ...database.errors import StorageError
from ...http.errors import DataFull, TooMuchStored
from ...http.handlers import form_of, json_view, personal_page
from ...http.json_types import ApiStruct
from ...http.pages import get_locale, render
from ...http.request_context import get_context
from ...http.route import Route
from ...http.security import owner_of
from ...http.threads import yield_to_moves
from ..after_game.page import stored_decisions
from ..after_game.routes import comparison_page_facts
from ..board.board_regions import BoardViewer, SharedRegions
from ..board.boards import view_board
from ..quotas import write_if_room
from ..storage import browsers, results
from ..storage import games as stored_games
from ..tables.advice import ANALYSIS_SIMULATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from gettext import NullTranslations

    from starlette.requests import Request

    from groundfloor.analysis import DecisionAnalysis
    from groundfloor.presentation.exercise_text import Judged

    from ...context import AppContext
    from ...http.handlers import PageHandler
    from ...http.rendering import RequestLocale
    from ...http.request_body import FormFields
    from ...http.route import Handler
    from ..board.regions import Region

SCRIPTS = ("board.js", "street.js", "rules.js")
"""Scripts of the board that need no table."""
LEFT_OUT = ("log_command",)
"""Regions that need one."""
MAX_GAMES, MAX_OF_GAME = 10, 3
"""How many analysed games give exercises, and how many decisions of each."""


@dataclass(frozen=True)
class Exercise:
    """A position in which a seat decides. ``source`` says where it comes from, ``moment`` is the address of its place in a replay; its ``id`` says whether it is solved.

    ``judge`` returns what is known about an answer.
    """

    id: str
    address: str
    title: str
    source: str
    game: Game
    judge: Callable[[TableView, str], Judged]
    moment: str = ""


@dataclass(frozen=True)
class ListedExercise:
    """A line of the list: its title, the name of the ``table`` that it comes from, and whether it is solved."""

    address: str
    title: str
    table: str
    is_solved: bool


@personal_page
def show(request: Request, _error_message: str, _form: Mapping[str, str]) -> str:
    """``/exercises``: the list."""
    context, locale, owner_id = get_context(request), get_locale(request), owner_of(request)
    last_rounds, mistakes = listed_puzzles(context, owner_id, locale), listed_mistakes(context, owner_id, locale)
    following = next((each for each in (*last_rounds, *mistakes) if not each.is_solved), None)
    return render(request, "exercises.html", puzzles=last_rounds, mistakes=mistakes, next=following)


def listed_puzzles(context: AppContext, owner_id: str, locale: RequestLocale) -> list[ListedExercise]:
    """Returns the last rounds in their order."""
    solved = results.solved_exercises(context.store, owner_id)
    listed = []
    for puzzle in puzzles():
        yield_to_moves()
        title = f"{puzzle.id}. {puzzle_title(position_of(puzzle), locale.translations)}"
        listed.append(ListedExercise(f"/exercises/{puzzle.id}", title, "", puzzle.key in solved))
    return listed


def listed_mistakes(context: AppContext, owner_id: str, locale: RequestLocale) -> list[ListedExercise]:
    """Returns the costliest decisions of the browser's own seats in its last analysed games."""
    solved = results.solved_exercises(context.store, owner_id)
    listed: list[ListedExercise] = []
    games = 0
    for known in browsers.games_of(context.store, owner_id, "over") if owner_id else ():
        data = stored_games.analysis(context.store, known.game.game_id) if known.seats and games < MAX_GAMES else None
        if data is None:
            continue
        yield_to_moves()
        games += 1
        own = {seat.seat for seat in known.seats}
        for decision in costliest(decisions_of(data[1]), own):
            id = mistake_id(known.game.game_id, decision.entry)
            listed.append(ListedExercise(f"/exercises/mine/{id}", mistake_title(decision, locale), isolated(known.game.name), id in solved))
    return listed


def mistake_title(decision: DecisionAnalysis, locale: RequestLocale) -> str:
    """Returns what was asked and when: “Choose a retail price · Round 2, Conduct business”."""
    moment = round_and_phase(decision.round, decision.phase, locale.translations)
    return f"{asked_text(decision.kind, locale.translations)} · {moment}"


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


def mistake_id(game_id: str, entry: int) -> str:
    return f"{game_id}/{entry}"


def exercise_pages(find: Callable[[Request], Exercise]) -> tuple[PageHandler, Handler]:
    """Returns the handlers of an exercise: its page, and that of the form of its board, which stores who has found the best answer."""

    @personal_page
    def show(request: Request, error_message: str, _form: Mapping[str, str]) -> str:
        """``/exercises/…``: the board; with ``?pick=…`` the result of an answer, with ``?go=companies`` a table of all companies."""
        return exercise_text(request, find(request), error_message)

    @form_of(show)
    async def answer(request: Request, form: FormFields) -> str:
        """``POST /exercises/…``: leads to the result of an answer (``pick``), or to the target of a link of the board (``go``)."""
        context, owner_id, path = get_context(request), owner_of(request), request.url.path
        if go := form.text("go"):
            return "/rules" if go == "rules" else f"{path}?{urlencode({'go': go})}"
        exercise, picked = await context.work.read(find, request), form.text("pick")
        if await context.work.read(is_solved, exercise, picked, get_locale(request)):
            with suppress(StorageError, DataFull, TooMuchStored):  # what is known about the answer is shown although it can't be stored now
                await write_if_room(context, request, lambda _store: context.table_service.results.keep_solved(owner_id, exercise.id))
        return f"{path}?{urlencode({'pick': picked})}"

    return show, answer


def puzzle_exercise(request: Request) -> Exercise:
    """Returns the last round that a request is about."""
    translations, puzzle = get_locale(request).translations, puzzle_of(request.path_params["number"])
    title = translations.gettext("Last round %(number)s of %(count)s") % {"number": puzzle.id, "count": len(puzzles())}
    source = translations.gettext("A last round of a game between bots.")

    def judge(view: TableView, picked: str) -> Judged:
        return judged_puzzle(view, puzzle, picked)

    return Exercise(puzzle.key, f"/exercises/{puzzle.id}", title, source, position_of(puzzle), judge)


def puzzle_of(id: str) -> Puzzle:
    found = next((puzzle for puzzle in puzzles() if puzzle.id == id), None)
    if found is None:
        raise HTTPException(404)
    return found


def mistake_exercise(request: Request) -> Exercise:
    """Returns the decision of the player's own game that a request is about."""
    context, locale, game_id = get_context(request), get_locale(request), request.path_params["game_id"]
    own = browsers.held_seats(context.store, owner_of(request), game_id).seats
    table = context.table_service.table(game_id) if own else None
    decisions = (stored_decisions(context.store, table) or []) if table is not None and table.game.is_over else []
    decision = next(
        (candidate for candidate in decisions if str(candidate.entry) == request.path_params["number"] and candidate.seat in own), None
    )
    if table is None or decision is None:
        raise HTTPException(404)
    game = table.history.position_after(decision.entry).copy()
    title, id = mistake_title(decision, locale), mistake_id(game_id, decision.entry)

    def judge(view: TableView, picked: str) -> Judged:
        return judged_mistake(view, decision, picked)

    moment = f"/g/{game_id}/at/{decision.entry}"
    return Exercise(id, f"/exercises/mine/{id}", title, f"{isolated(table.value.name)}.", game, judge, moment)


class Exercises(ApiStruct, frozen=True):
    """Last rounds; the numbers of an answer are the final prestige that the seat can expect of it, and its chance of winning."""

    puzzles: list[Puzzle]


@json_view
def as_json(request: Request) -> Exercises:
    """Returns the last rounds with their positions and solutions."""
    return Exercises(puzzles=list(puzzles()))


def exercise_text(request: Request, exercise: Exercise, error_message: str) -> str:
    """Returns the text of the page. After an answer it leads to the next exercise of the same list that is not solved yet."""
    locale, picked = get_locale(request), request.query_params.get("pick", "")
    if request.query_params.get("go") == "companies":
        return render(request, "companies.html", **comparison_page_facts(view_of(exercise, locale), exercise.address))
    draft = draft_of(exercise, picked)
    if draft is None:
        draft = DraftMoves.from_texts(exercise.game, exercise.game.asked_seat, ())
        error_message = error_message or locale.translations.gettext(
            "That does not answer this question. Choose one of the places that are lit, or a button."
        )
    if not draft.actions:
        return board_page(request, exercise, draft, error_message)
    listed = (listed_mistakes if exercise.moment else listed_puzzles)(get_context(request), owner_of(request), locale)
    index = next((index for index, entry in enumerate(listed) if entry.address == exercise.address), -1)
    following = next((entry.address for entry in (*listed[index + 1 :], *listed[: max(index, 0)]) if not entry.is_solved), "")
    judged = exercise.judge(view_of(exercise, locale), draft.actions[0].text)
    return render(request, "exercise.html", exercise=exercise, judged=judged, next=following)


def draft_of(exercise: Exercise, picked: str) -> DraftMoves | None:
    """Returns the draft with what was picked ("": nothing yet), perhaps the first of two steps; None if that is not an answer."""
    draft = DraftMoves.from_texts(exercise.game, exercise.game.asked_seat, ())
    if not picked:
        return draft
    chosen = draft.choose(picked[:200])
    return chosen if chosen is not None and (chosen.actions or chosen.partial) else None


def is_solved(exercise: Exercise, picked: str, locale: RequestLocale) -> bool:
    """Returns whether what was picked is the best answer."""
    draft = draft_of(exercise, picked)
    return draft is not None and bool(draft.actions) and exercise.judge(view_of(exercise, locale), draft.actions[0].text).is_best


def board_page(request: Request, exercise: Exercise, draft: DraftMoves, error_message: str) -> str:
    context, locale = get_context(request), get_locale(request)
    view = view_of(exercise, locale, draft)
    board = view_board(view, SharedRegions(PublicFacts(view)), BoardViewer(exercise.address), shows_plan=False)
    board = replace(
        board,
        regions=tuple(with_exercise(region, exercise, locale.translations) for region in board.regions if region.template not in LEFT_OUT),
    )
    return render(
        request,
        "exercise_board.html",
        exercise=exercise,
        rulebook="/rules",
        shown=board,
        table=Markup(context.boards.whole(board)),  # noqa: S704 - rendered by templates, which escape
        error_message=error_message,
        scripts=SCRIPTS,
    )


def with_exercise(region: Region, exercise: Exercise, translations: NullTranslations) -> Region:
    """Returns a region; that of the question names the exercise, and has no switches."""
    decision = region.data.get("decision")
    if not isinstance(decision, Decision):
        return region
    # It would be the answer.
    sentence = decision.sentence.replace(translations.gettext(ONLY_LIQUIDATION_PAYS), "")
    words = f"{exercise.title} · {exercise.source} {sentence}".strip()
    shown = replace(decision, sentence=words, toggles=[])
    return replace(region, data={**region.data, "decision": shown})


def view_of(exercise: Exercise, locale: RequestLocale, draft: DraftMoves | None = None) -> TableView:
    """Returns what the seat that is asked sees of an exercise, with what can be answered if there is a draft."""
    game, translations = exercise.game, locale.translations
    view = replace(TableView.of_position(game, game.asked_seat, locale.language, translations), public=PublicView(name=exercise.title))
    if draft is None:
        return view
    own = replace(
        view.own,
        draft=DraftView(positions=draft.positions, partial=draft.partial, asking=game if draft.partial else None),
        controls=controls(draft, translations, answers(game, translations)),
    )
    return replace(view, own=own)


show_puzzle, answer_puzzle = exercise_pages(puzzle_exercise)
show_mistake, answer_mistake = exercise_pages(mistake_exercise)

ROUTES = (
    Route("GET /exercises", show, "Last rounds to solve, and decisions from one's own games."),
    Route("GET /exercises/{number}", show_puzzle, "A last round, as a board."),
    Route("POST /exercises/{number}", answer_puzzle, "Answers a last round."),
    Route("GET /exercises/mine/{game_id}/{number}", show_mistake, "A decision from an analysed game, as a board."),
    Route("POST /exercises/mine/{game_id}/{number}", answer_mistake, "Answers a decision from an analysed game."),
    Route("GET /api/exercises", as_json, "Last rounds with their solutions."),
)
