"""The first edition and its manual on the board: eight buildings, numbered desks, print, an Emergency Meeting, six companies."""

from __future__ import annotations

from functools import cache

import pytest

from groundfloor.engine.game import Game
from groundfloor.engine.seats import COLOURS, Seat
from groundfloor.presentation.areas.advertising_agency import AgencyView
from groundfloor.presentation.board.buildings import Building
from groundfloor.presentation.board.buildings import buildings as all_buildings
from groundfloor.presentation.board.company import company
from groundfloor.presentation.board.decision import decision
from groundfloor.presentation.board.head import head
from groundfloor.presentation.view import TableView
from tests.support.boards import SIX, asks, page_of, played, view_of
from tests.support.html import has, one, value, values

PEOPLE = tuple(Seat(name, colour=colour) for name, colour in zip(SIX, COLOURS, strict=True))


@cache
def position(rules: str, players: int, kind: str, verb: str, round: int) -> Game:
    """Returns a position in which Ann is asked this, an answer of that verb among the answers."""

    def wanted(game: Game) -> bool:
        return asks(kind, 0, round)(game) and (not verb or any(action.verb == verb for action in game._legal))

    for seed in range(3, 200):
        game, _ = played(seed, wanted, PEOPLE[:players], rules, {"two_player_bonus": "on"} if kind == "bonuses" else None)
        if not game.is_over:
            return game
    raise LookupError(kind)


def view(
    rules: str = "first",
    players: int = 4,
    kind: str = "schedule",
    verb: str = "",
    round: int = 2,
    pencil: tuple[str, ...] = (),
    partial: str = "",
) -> TableView:
    return view_of(position(rules, players, kind, verb, round), [], 0, pencil, partial)


def street(shown: TableView) -> dict[str, Building]:
    return {building.letter: building for building in all_buildings(shown)}


def meeting(pencil: tuple[str, ...] = (), partial: str = "") -> TableView:
    """Returns a game in which Ann has an Emergency Meeting to hold, and row 3 of the right column has a marker."""
    game = position("first", 3, "schedule", "emergency_meeting", 4).copy()
    game._state.consulting_right[:] = [1, 2, 0, -1, -1]
    return view_of(game, [], 0, pencil, partial)


def test_the_street_closes_up_to_eight_buildings() -> None:
    assert [f"{letter} {building.id}" for letter, building in street(view()).items()][5:] == [
        "F economic_forecast",
        "G retail_outlets",
        "H construction_company",
    ]
    page = page_of(view())
    assert has(page, "#area-H") and not has(page, "#area-I") and "stock-exchange" not in page.partition("<body")[2]
    assert value(one(page, ".map-drawing"), "viewBox") == f"0 0 {1240 - 136 - 7 + 3} 352"


def test_desks_are_numbered_and_only_the_lowest_free_one_is_lit() -> None:
    shown = view(verb="agency")
    desks = [space for space in street(shown)["B"].spaces if space.id.startswith("agency")]
    assert [desk.number for desk in desks] == ["1", "2", "3", "4", "5", "6"]
    selectable = [desk for desk in desks if desk.state == "selectable"]
    assert [desk.pick for desk in selectable] == ["agency"]
    assert selectable[0] is desks[shown.game._state.agency_desks.index(-1)]


def test_print_takes_the_place_of_social_media() -> None:
    front = street(view())["B"].view
    assert isinstance(front, AgencyView) and [board.id for board in front.boards] == ["type-networking", "type-print", "type-broadcast"]
    assert "Social" not in page_of(view("first", 4, "marketing_type"))


def test_the_last_desk_of_a_player_is_the_one_that_is_asked_about() -> None:
    game = position("first", 4, "marketing_type", "", 2).copy()
    game._state.agency_desks[:] = [0, 1, 0, 2, -1, -1]
    assert "desk 3" in decision(view_of(game, [], 0)).sentence


def words_of(rules: str, tile: str) -> str:
    game = position(rules, 4, "schedule", "", 2).copy()
    index = game.ruleset.tile(tile)
    game._state.players[0].floors.append(index)
    game._state.players[0].floor_uses.append(0)
    view = view_of(game, [], 0)
    controls = [floor.control for floor in company(view, view.people[0]).floors if floor.id == tile]
    assert controls[0] is not None
    return controls[0].word


@pytest.mark.parametrize(("rules", "letter"), [("second", "I"), ("first", "H")])
def test_task_controls_name_the_letter_of_their_area(rules: str, letter: str) -> None:
    assert words_of(rules, "construction_admin") == letter
    assert words_of(rules, "in_house_factory") == "E"


def test_emergency_meeting_lights_markers_that_can_move() -> None:
    """An emergency meeting has a plate and then lights the markers that can move."""
    assert 'value="emergency_meeting"' in page_of(meeting())
    firm = {space.id: space for space in street(meeting(partial="emergency_meeting"))["A"].spaces}
    assert [id for id, space in firm.items() if space.state == "selectable" and id.startswith("right")] == ["right-2", "right-3"]
    assert firm["right-3"].pick == "emergency_meeting right 3"
    assert firm["right-1"].state == "taken" and firm["right-4"].state == "free"
    assert decision(meeting(partial="emergency_meeting")).sentence == "Which marker goes to the top of its column?"


def test_a_pencilled_meeting_shows_the_marker_at_the_top() -> None:
    view = meeting(("emergency_meeting right 3",))
    firm = {space.id: space for space in street(view)["A"].spaces}
    assert [firm[f"right-{row}"].person for row in (1, 2, 3)] == view.owners[:3]
    assert [firm[f"right-{row}"].state for row in (1, 2, 3)] == ["draft"] * 3


def test_liquidation_by_choice_lights_its_door_in_the_manual_only() -> None:
    doors = {}
    for rules in ("first", "manual"):
        shown = view(rules, 4, "price")
        doors[rules] = next(space for space in street(shown)["G"].spaces if space.id == "liquidation")
    assert doors["first"].state == "free"
    assert doors["manual"].state == "selectable" and doors["manual"].pick == "price liquidation"


def test_two_players_are_asked_whether_they_take_bonuses() -> None:
    shown = decision(view("first", 2, "bonuses"))
    assert [key.text for key in shown.buttons] == ["Both take a bonus", "Nobody takes a bonus"]
    assert shown.title == "Take bonuses this round?"


def test_a_fifth_floor_announces_the_last_round() -> None:
    game = position("first", 4, "schedule", "", 2).copy()
    assert head(view_of(game, [], 0)).last == ""
    game._state.players[1].floors[:] = [
        game.ruleset.tile(id) for id in ("empty_floor", "investor", "it_department", "research_lab", "marketing")
    ]
    game._state.players[1].floor_uses[:] = [0] * 5
    assert head(view_of(game, [], 0)).last == "last round"


def test_six_companies_stand_side_by_side() -> None:
    shown = view("first", 6)
    page = page_of(shown)
    assert has(page, ".company-summaries.of-summaries-5")
    names = values(page, '[id^="company-summary-"][id$="-name"]', "id")
    assert sorted(names) == [f"company-summary-{seat}-name" for seat in range(6)]
