"""The same people again: a rematch finds all of them, and a table with other options invites them."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from tests.server.conftest import NewGame, Page
from tests.support.html import form_data, has, one, text, value, values

Browse = Callable[[], httpx.Client]


def at_one_table(host: httpx.Client, browse: Browse, **fields: str) -> tuple[str, httpx.Client, str, str]:
    """Has Ann and Ben begin a game of an open table; returns its game id, Ben's browser, and the seats of both."""
    table = host.post("/lobby", data={"player": "Ann", "people": "2", "colour": "green", **fields}).headers["location"]
    ben = browse()
    ben.post(table, data={"do": "join", "player": "Ben"})
    of_ann, of_ben = (each.get(table).headers["location"] for each in (host, ben))
    return Page(host, of_ann).game_id, ben, of_ann, of_ben


def invitations(client: httpx.Client, path: str = "/") -> list[str]:
    return values(client.get(path).text, ".invitations .game-buttons a", "href")


def cloned(client: httpx.Client, game_id: str, **fields: str) -> str:
    """Opens a table like that of a game with what the form proposes, and other ``fields``; returns its page."""
    page = client.get(f"/lobby?from={game_id}").text
    names = ("player", "name", "from")
    given = {name: value(one(page, f".new-table [name={name}]"), "value") for name in names}
    chosen = {each: value(one(page, f"#{each} [selected]"), "value") for each in ("people", "ruleset", "colour")}
    answer = client.post("/lobby", data={**given, **chosen, **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_form_is_filled_in_as_the_table_was(client: httpx.Client, browse: Browse) -> None:
    game_id, ben, *_ = at_one_table(
        client, browse, name="Tuesday", **{"option-deck": "preset", "kind-0": "pei", "house": '"factory.price" = [3, 2, 1]'}
    )
    page = ben.get(f"/lobby?from={game_id}").text
    assert [value(one(page, selector), "value") for selector in ("#player", "#name")] == ["Ben", "Tuesday"]
    assert [value(one(page, f"#{name} [selected]"), "value") for name in ("people", "ruleset", "option-deck", "kind-0")] == [
        "2",
        "second",
        "preset",
        "pei",
    ]
    assert '"factory.price" = [3, 2, 1]' in text(one(page, "#house")) and "Invited as well: Ann." in text(one(page, "#new-open-table"))
    assert value(one(client.get(f"/lobby?from={game_id}").text, "#colour [selected]"), "value") == "green"


@pytest.mark.parametrize(("fields", "chosen"), [({}, []), ({"private": "on"}, ["off"])])
def test_private_clone_of_a_listed_game_is_not_listed(
    client: httpx.Client, browse: Browse, fields: dict[str, str], chosen: list[str]
) -> None:
    """What is chosen stays if the table is made private, so nothing is chosen for a listed game."""
    game_id, *_ = at_one_table(client, browse, **fields)
    assert values(client.get(f"/lobby?from={game_id}").text, "#listed [selected]", "value") == chosen


def test_form_has_a_seat_for_each_bot_of_the_largest_table(client: httpx.Client, browse: Browse) -> None:
    bots = {f"kind-{number}": "intern" for number in range(4)}
    game_id, ben, *_ = at_one_table(client, browse, ruleset="first", **bots)
    page = ben.get(f"/lobby?from={game_id}").text
    chosen = [value(one(page, f"#{name} [selected]"), "value") for name in bots]
    assert chosen == ["intern"] * 4 and not has(page, "#kind-4")
    table = cloned(ben, game_id, **bots)
    assert len(client.get(f"/api{table}").json()["others"]) == 4


def test_clone_of_a_game_that_one_person_played_leaves_a_seat_for_another(new_game: NewGame) -> None:
    solo = new_game("here", *["intern"] * 4)
    page = solo.client.get(f"/lobby?from={solo.game_id}").text
    assert value(one(page, "#people [selected]"), "value") == "2"
    assert [has(page, f"#kind-{number} [value=intern][selected]") for number in range(4)] == [True, True, True, False]


def test_who_plays_alone_opens_the_same_table_on_the_start_page(client: httpx.Client, new_game: NewGame) -> None:
    options = {"option-deck": "preset", "house": '"factory.price" = [3, 2, 1]\n', "name": "Tuesday", "practice": "on"}
    seats = {"kind-0": "pei", "kind-1": "here", "name-1": "Ann", "colour-1": "green"}
    solo = Page(client, client.post("/new", data={**seats, **options}).headers["location"])
    solo.finish()
    path = value(one(client.get(f"{solo.address}/after").text, "#to-clone"), "href")
    assert path == f"/?from={solo.game_id}#new-table" == value(one(client.get(f"{solo.address}/table").text, "#to-clone"), "href")
    page = client.get(path).text
    proposed = form_data(page, "#new-table form")
    assert has(page, ".own-table[open]") and not has(client.get("/").text, ".own-table[open]")
    assert "As at the table “Tuesday”" in text(one(page, "#new-table")) and proposed.items() >= {**seats, **options, "listed": "on"}.items()
    again = Page(client, client.post("/new", data=proposed).headers["location"])
    assert again.seat == solo.seat and "Ann" in again.text


def test_several_people_at_one_screen_stay_there(client: httpx.Client, new_game: NewGame) -> None:
    table = new_game("here", "here")
    assert value(one(client.get(f"{table.address}/table").text, "#to-clone"), "href") == f"/?from={table.game_id}#new-table"
    proposed = form_data(client.get(f"/?from={table.game_id}").text, "#new-table form")
    assert [proposed[f"kind-{number}"] for number in (0, 1)] == ["here", "here"]


def test_start_page_of_an_unknown_game_is_as_usual(client: httpx.Client) -> None:
    assert client.get("/?from=unknown").status_code == 200 and "As at the table" not in client.get("/?from=unknown").text


def test_people_of_a_running_game_are_invited_and_answer(client: httpx.Client, browse: Browse) -> None:
    game_id, ben, seat, _ = at_one_table(client, browse)
    assert value(one(client.get(f"{seat}/table").text, "#to-clone"), "href") == f"/lobby?from={game_id}#new-open-table"
    table = cloned(client, game_id, private="on")
    assert invitations(ben) == invitations(ben, "/lobby") == [table] and invitations(client) == []
    assert "Ann invites you." in text(one(ben.get("/").text, ".invitations")) and "1 person is invited" in client.get(table).text
    [told] = ben.get("/api/lobby").json()["invitations"]
    assert (told["link"], told["invited_by"]) == (table, "Ann")
    ben.post(table, data={"do": "join", "player": "Ben"})
    assert ben.get(table).headers["location"].startswith("/s/") and invitations(ben) == []


def test_invitation_is_declined(client: httpx.Client, browse: Browse) -> None:
    game_id, ben, *_ = at_one_table(client, browse)
    table = cloned(client, game_id)
    assert ben.post(table, data={"do": "decline", "then": "/"}).headers["location"] == "/" and invitations(ben) == []
    assert "is invited" not in client.get(table).text


def test_nobody_is_invited_by_a_stranger(client: httpx.Client, browse: Browse) -> None:
    game_id, ben, *_ = at_one_table(client, browse)
    stranger = browse()
    page = stranger.get(f"/lobby?from={game_id}").text
    assert "Invited as well" not in page and value(one(page, "#people [selected]"), "value") == "2"
    stranger.post("/lobby", data={"player": "Eve", "people": "2", "from": game_id})
    stranger.post("/api/lobby", json={"player": "Eve", "people": 2, "invite_from": game_id})
    assert invitations(ben) == [] == invitations(client)


def test_unknown_game_changes_nothing(client: httpx.Client) -> None:
    page = client.get("/lobby?from=unknown").text
    assert has(page, "#new-open-table") and not has(page, "[name=from]")
    assert client.post("/lobby", data={"player": "Ann", "people": "2", "from": "unknown"}).status_code == 303


def test_programs_invite_as_well(client: httpx.Client, browse: Browse) -> None:
    game_id, ben, *_ = at_one_table(client, browse)
    table = client.post("/api/lobby", json={"player": "Ann", "people": 2, "invite_from": game_id}).json()
    assert invitations(ben) == [table["link"]]
    assert ben.post(f"/api{table['link']}", json={"do": "decline"}).json() == {"table": table["table"]} and invitations(ben) == []
