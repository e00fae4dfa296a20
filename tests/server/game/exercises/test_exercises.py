"""Exercises: the board is answered as in a game, and what was found is said; one's own mistakes are there for nobody else."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from groundfloor import read_record
from groundfloor.analysis import Budget, Evaluator, GameAnalysis, analyse_game
from groundfloor.analysis.game_analysis import fingerprint, to_json
from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.guide.puzzles import Puzzle, puzzles
from groundfloor.server.database.errors import StorageError
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games, results
from groundfloor.server.game.tables.advice import ANALYSIS_SIMULATIONS
from tests.server.conftest import PASSWORD, Page
from tests.support.html import has, one, text, texts, values


def answer_best(client: httpx.Client, puzzle: Puzzle) -> str:
    return answer(client, puzzle, puzzle.answers[0].text)


def answer(client: httpx.Client, puzzle: Puzzle, pick: str) -> str:
    """Returns the page to which an answer leads."""
    leads = client.post(f"/exercises/{puzzle.id}", data={"pick": pick})
    assert leads.status_code == 303, leads.text
    return client.get(leads.headers["location"]).text


def solved(client: httpx.Client) -> list[str]:
    """Returns the lines of the list that are marked as solved."""
    return [line.partition(".")[0] for line in texts(client.get("/exercises").text, "#last-rounds ~ ol li") if line.endswith("(solved)")]


def test_list_leads_to_every_last_round(client: httpx.Client) -> None:
    page = client.get("/exercises").text
    assert values(page, "#last-rounds ~ ol a", "href") == [f"/exercises/{puzzle.id}" for puzzle in puzzles()]
    assert "/exercises" in values(client.get("/").text, "main a", "href")
    assert "/exercises" in values(client.get("/my-games").text, "main a", "href")
    assert client.get("/exercises/0").status_code == 404 == client.get("/exercises/mine/nobody/3").status_code


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.id)
def test_board_of_a_last_round_is_answered_and_judged(client: httpx.Client, puzzle: Puzzle) -> None:
    board = client.get(f"/exercises/{puzzle.id}").text
    picks = set(values(board, "button[name=pick]", "value"))
    assert f"Last round {puzzle.id} of 10" in text(one(board, ".decision-words"))
    words = {answer.text.split()[0] for answer in puzzle.answers}
    assert any(pick.split()[0] in words for pick in picks), picks
    praised = answer_best(client, puzzle)
    lines = texts(praised, ".result-table tbody tr")
    assert "Well chosen!" in praised and 1 < len(lines) == len(set(lines)) <= len(puzzle.answers)
    other = answer(client, puzzle, puzzle.answers[-1].text)
    assert "There is something better." in other and has(other, ".is-own")


def test_places_of_an_improvement_that_are_equally_good_are_one_line(client: httpx.Client) -> None:
    puzzle = next(puzzle for puzzle in puzzles() if any(answer.text.startswith("buy niche_market ") for answer in puzzle.answers))
    chosen = next(answer.text for answer in puzzle.answers if answer.text.startswith("buy niche_market "))
    page = client.get(f"/exercises/{puzzle.id}", params={"pick": chosen}).text
    lines = [line for line in texts(page, ".result-table tbody th") if line.startswith("Niche Market")]
    assert lines == ["Niche Market, at one of 6 places (you)"]


def test_answer_in_two_steps_is_asked_for_its_second_one(client: httpx.Client) -> None:
    """An improvement and its place."""
    for puzzle in puzzles():
        verbs = [answer.text.rpartition(" ")[0] for answer in puzzle.answers if answer.text.startswith("buy ")]
        tile = next((verb for verb in verbs if verb != "buy" and verbs.count(verb) > 1), "")
        if tile:
            board = client.get(f"/exercises/{puzzle.id}", params={"pick": tile}).text
            assert any(pick.startswith(f"{tile} ") for pick in values(board, "button[name=pick]", "value"))
            return
    pytest.fail("no puzzle has an answer in two steps")


def test_what_is_no_answer_gets_a_sentence(client: httpx.Client) -> None:
    for pick in ("nonsense", "x" * 500, "factory 1"):
        page = client.get("/exercises/1", params={"pick": pick}).text
        assert text(one(page, "#alert")).startswith("That does not answer this question.")


def test_board_leads_to_the_rules_and_compares_the_companies(client: httpx.Client) -> None:
    leads = [client.post("/exercises/1", data={"go": to}).headers["location"] for to in ("rules", "companies")]
    assert leads == ["/rules", "/exercises/1?go=companies"]
    compared = client.get(leads[1]).text
    game = Game.from_position(puzzles()[0].position, ruleset)
    assert len(texts(compared, ".compared thead th")) == 1 + len(game.seats)


def analysed(solo: Page, store: Store) -> GameAnalysis:
    """Finishes a game and stores its analysis, which the network has made without search, as one with search."""
    solo.finish()
    record, evaluator = read_record(solo.client.get(f"/g/{solo.game_id}/record").text), Evaluator.from_file()
    decisions = list(analyse_game(record, evaluator, Budget(simulations=0), {0}))
    games.save_analysis(store, solo.game_id, fingerprint(record, evaluator, ANALYSIS_SIMULATIONS), to_json(decisions))
    return GameAnalysis("", 0, decisions)


def test_own_mistakes_are_exercises_for_their_player_alone(
    browse: Callable[[], httpx.Client], client: httpx.Client, solo: Page, store: Store
) -> None:
    mistakes = analysed(solo, store).costliest(0, 3)
    addresses = [f"/exercises/mine/{solo.game_id}/{each.entry}" for each in mistakes]
    assert addresses and values(client.get("/exercises").text, "#mistakes ~ ol a", "href") == addresses
    worst, address = mistakes[0], addresses[0]
    assert values(client.get(address).text, "button[name=pick]", "value")
    better = client.get(address, params={"pick": worst.best}).text
    assert "Well chosen!" in better and f"/g/{solo.game_id}/at/{worst.entry}" in values(better, "main a", "href")
    again = client.get(address, params={"pick": worst.played}).text
    assert "There is something better." in again and len(texts(again, ".result-table tbody tr")) == 2
    pages = [client.get(address, params={"pick": pick}).text for pick in values(client.get(address).text, "button[name=pick]", "value")]
    uncompared = [page for page in pages if "not compared" in page]
    assert uncompared and all("The search has not compared this answer." in page and "In the game you chose" in page for page in uncompared)
    assert not any("There is something better." in page for page in uncompared)
    stranger = browse()
    assert stranger.get(address).status_code == 404 and texts(stranger.get("/exercises").text, "#mistakes ~ ol li") == []
    assert client.get(f"/exercises/mine/{solo.game_id}/99999").status_code == 404


def test_solved_exercises_are_marked_and_the_next_unsolved_one_is_offered(client: httpx.Client, browse: Callable[[], httpx.Client]) -> None:
    first, second, third = puzzles()[:3]
    assert values(client.get("/exercises").text, ".primary", "href") == ["/exercises/1"]
    answer(client, first, first.answers[-1].text)
    client.get("/exercises/1", params={"pick": first.answers[0].text})
    assert solved(client) == [], "looking changes nothing"
    answer_best(client, second)
    assert values(answer_best(client, first), ".primary", "href") == [f"/exercises/{third.id}"]
    assert solved(client) == ["1", "2"] and values(client.get("/exercises").text, ".primary", "href") == [f"/exercises/{third.id}"]
    assert solved(browse()) == []
    for puzzle in puzzles()[2:]:
        last = answer_best(client, puzzle)
    assert not has(last, ".primary") and "You have solved all of them." in client.get("/exercises").text


def test_next_exercise_after_the_last_one_is_the_first_that_is_unsolved(client: httpx.Client) -> None:
    assert values(answer_best(client, puzzles()[-1]), ".primary", "href") == ["/exercises/1"]


def test_solved_exercises_of_two_browsers_are_those_of_their_account_and_in_its_file(browse: Callable[[], httpx.Client]) -> None:
    phone, laptop = browse(), browse()
    answer_best(phone, puzzles()[0])
    for puzzle in puzzles()[:2]:
        answer_best(laptop, puzzle)
    account = {"name": "Ann", "password": PASSWORD, "guest": "take"}
    phone.post("/account/create", data=account)
    laptop.post("/account/log-in", data=account)
    assert solved(phone) == solved(laptop) == ["1", "2"]
    assert len(phone.get("/api/account/data").json()["solved_exercises"]) == 2


def test_answer_is_judged_although_nothing_can_be_stored(client: httpx.Client, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(results, "note_solved", fail)
    assert "Well chosen!" in answer_best(client, puzzles()[0]) and solved(client) == []


def test_programs_get_positions_and_solutions(client: httpx.Client) -> None:
    found = client.get("/api/exercises").json()["puzzles"]
    assert [each["id"] for each in found] == [puzzle.id for puzzle in puzzles()]
    assert all(each["answers"][0]["prestige"] >= each["answers"][-1]["prestige"] for each in found)


def test_page_is_german_too(client: httpx.Client) -> None:
    assert text(one(client.get("/exercises?lang=de").text, "h1")).startswith("Übungen")


def test_last_round_does_not_give_its_answer_away_and_tells_what_the_best_one_does(client: httpx.Client) -> None:
    assert "only liquidation still brings money" not in client.get("/exercises/1").text
    assert "It sells at once, without a consumer." in answer_best(client, puzzles()[0])
