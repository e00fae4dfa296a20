"""Every place of the city says what it is for; one that is not selectable says why, to the eye and to a screen reader."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.seats import Seat
from groundfloor.presentation.board.buildings import buildings as all_buildings
from groundfloor.presentation.board.spaces import Space
from groundfloor.presentation.board.tooltips import turn_notes
from groundfloor.presentation.view import TableView
from tests.support.boards import page_of, view_of
from tests.support.html import values
from tests.support.table import Table

PEOPLE = ("Zzann", "Zzben", "Zzcleo")


def places(view: TableView) -> list[Space]:
    return [space for building in all_buildings(view) for space in building.spaces]


def place(table: Table, id: str, seat: int | None = None, partial: str = "") -> Space:
    view = view_of(table.game, [], table.game.asked_seat if seat is None else seat, partial=partial)
    return next(space for space in places(view) if space.id == id)


def words(table: Table, id: str, seat: int | None = None, partial: str = "") -> str:
    """Returns what the tooltip of a place says, with what is said once for all places."""
    view = view_of(table.game, [], table.game.asked_seat if seat is None else seat, partial=partial)
    space = place(table, id, seat, partial)
    notes = turn_notes(view)
    return " ".join(filter(None, [space.tooltip.words, *(notes.turn if kind == "turn" else notes.task for kind in space.reasons)]))


def decisions(edition: str) -> Iterator[Game]:
    """Yields the first decision of each kind in a random game, and its end."""
    dice = random.Random(11)
    game = Game(ruleset(edition), [Seat(name) for name in PEOPLE])
    met: set[str] = set()
    while not game.is_over:
        if game.chance is not None:
            game.apply(game.chance.draw(dice))
            continue
        if game.question_kind not in met:
            met.add(game.question_kind)
            yield game
        game.apply(dice.choice(game._legal))
    yield game


def test_hire_phase_explains_a_consulting_row() -> None:
    """A free row in phase II was only said to be free."""
    table = Table().go("hire")
    standing = "A meeting booked here pays next round, if its row is booked again then. A marker goes to the topmost free row."
    assert words(table, "left-3") == f"{standing} Tasks are scheduled in phase III."
    assert not place(table, "left-3").tooltip.warning
    assert place(table, "left-3").label.endswith(standing)


def test_rows_below_the_topmost_free_one_say_so() -> None:
    """RULES III.5"""
    table = Table().go("schedule")
    assert place(table, "left-3").tooltip.words.endswith(" A marker goes to the topmost free row.")
    assert place(table, "factory-3").tooltip.words.endswith(" A marker goes to the lowest free space.")


@pytest.mark.parametrize(
    ("id", "edition", "said"),
    [
        ("agency-3", "second", "A marker may go to any free space."),
        ("door-3", "second", "A marker may go to any free space."),
        ("listing-3", "second", "A marker may go to any free space."),
        ("agency-3", "first", "A marker goes to the lowest free space."),
        ("site-2", "second", "A marker goes to the lowest free space."),
    ],
)
def test_free_places_say_which_of_them_a_marker_may_take(id: str, edition: str, said: str) -> None:
    """RULES III.5: desks and doors are chosen where the ruleset lets them be; other markers go to the first free space."""
    assert said in place(Table(edition=edition).go("hire"), id).tooltip.words


def test_waiting_names_whose_turn_it_is() -> None:
    table = Table().go("schedule")
    assert words(table, "factory-1", seat=1).endswith(" It is A’s turn.")
    assert words(table, "left-2", seat=1).endswith(" It is A’s turn.")


def test_begun_choice_is_to_be_finished_first() -> None:
    said = words(Table("A B").give("A", money=20).go("schedule"), "left-3", partial="warehouse 1")
    assert said.endswith(" A marker goes to the topmost free row. First finish what you have begun, or go back.")


def test_taken_place_names_its_owner() -> None:
    table = Table().set(left="BA").go("schedule")
    assert place(table, "left-1").tooltip.words.endswith(" Taken by B.")
    assert place(table, "left-2").tooltip.words.endswith(" Taken by A.")
    assert not place(table, "left-1").reasons


def test_done_task_says_so() -> None:
    table = Table().go("schedule").take("factory")
    assert place(table, "door-1").tooltip.warning == "Not possible: you have already taken this turn’s task."
    assert words(table, "factory-3").endswith(" Your task of this turn is done.")


def test_pencilled_task_is_not_called_done() -> None:
    """Another task may still take its place."""
    table = Table().go("schedule")
    view = view_of(table.game, [], table.game.asked_seat, ("factory",))
    space = next(space for space in places(view) if space.id == "factory-3")
    assert space.tooltip.words.endswith(" A marker goes to the lowest free space.")


def test_unpayable_place_keeps_its_own_reason() -> None:
    """RULES III.6: what can't be paid says what is missing."""
    space = place(Table().give("A", money=0, info=0).go("schedule"), "door-4")
    assert "money" in space.tooltip.warning and space.tooltip.words.startswith("In phase IV the owner of a marker here gains the supply")


def test_closed_window_keeps_its_own_reason() -> None:
    closed = [space for space in places(view_of(Table("A B").go("schedule").game, [], 0)) if space.state == "closed"]
    assert closed and all("Opens with" in space.tooltip.warning for space in closed)


def test_outlet_window_tells_its_bracket() -> None:
    """RULES IV.H.1"""
    said = place(Table().go("schedule"), "outlet-2").tooltip.words
    assert said.startswith("In phase IV a consumer pays 12 money for a product here (price bracket 12 or 10, the lowest sells first).")


def test_page_says_whose_turn_it_is_once() -> None:
    """A building is drawn once for all who are not asked, and stays the same when only the turn changes."""
    table = Table("A B C").go("schedule")
    views = [view_of(table.game, [], seat) for seat in (1, 2, None)]
    first, *others = [all_buildings(view) for view in views]
    assert all(other == first for other in others)
    assert not any("turn of" in f"{space.label} {space.tooltip.words}" for space in places(views[0]))
    page = page_of(views[0])
    assert '<p id="reason-turn">It is A’s turn.</p>' in page
    described = values(page, '#street [aria-describedby~="reason-turn"]', "id")
    assert set(described) == {f"space-{space.id}" for space in places(views[0]) if space.reasons} and len(described) > 30


@pytest.mark.parametrize(
    ("phase", "seat", "why"),
    [
        ("hire", 0, "Tasks are scheduled in phase III."),
        ("schedule", 1, "It is A’s turn."),
        ("reorganize", 0, "Tasks are scheduled in phase III."),
    ],
)
def test_own_rooms_say_why_they_are_not_lit(phase: str, seat: int, why: str) -> None:
    """Task controls and remodel buttons of the own company, which no question asks about."""
    page = page_of(view_of(Table("A B").give("A", untrained=1).go(phase).game, [], seat))
    said = values(page, "button:is(.task-control, .remodel-button).is-plain", "aria-label")
    assert len(said) >= 11 and all(each.endswith(why) for each in said)
    assert any(each.startswith("Meeting Room: ") and "1 info" in each for each in said)
