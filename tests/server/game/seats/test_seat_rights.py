"""What a seat of a table is good for, and to whom: of the lobby it belongs to its player; a table of links is one of friends."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from sqlalchemy import event, func, insert, select

from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.database import schema
from groundfloor.server.database.requests import changing
from groundfloor.server.database.rows import HeldSeats
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.table.player_names import name_key
from tests.server.conftest import PASSWORD, NewGame, with_settings
from tests.support.html import has, one, text, value, values
from tests.support.lobby_seats import LobbySeats

Browse = Callable[[], httpx.Client]
Person = Callable[[str], httpx.Client]


class LobbyGame(LobbySeats):
    """A game of the lobby: Ann has opened its table with an account, Ben has one, and Cleo is a guest."""

    def __init__(self, person: Person, browse: Browse, **asked: object) -> None:
        self.clients = [person("Ann"), person("Ben"), browse()]
        body = {"player": "Ann", "people": 3, "options": {"deck": "preset"}, **asked}
        made = self.clients[0].post("/api/lobby", json=body)
        assert made.status_code == 201, made.text
        table = made.json()["table"]
        self.clients[1].post(f"/api/lobby/{table}", json={"do": "join", "player": "Ben"})
        self.clients[2].get("/")
        self.game: str = self.clients[2].post(f"/api/lobby/{table}", json={"do": "join", "player": "Cleo"}).json()["game"]
        self.paths: list[str] = [client.get(f"/api/lobby/{table}").json()["seat"] for client in self.clients]

    def move(self) -> int:
        """Has whoever is asked make their last possible move; returns which seat that was."""
        seat: int = self.view(0)["asked"] - 1
        view = self.view(seat)
        answer = self.act(seat, apply=[view["legal"][-1]["action"]], version=view["version"])
        assert answer.status_code == 200, answer.text
        return seat

    def move_until_all_have(self) -> None:
        moved: set[int] = set()
        while moved != {0, 1, 2}:
            moved.add(self.move())


@pytest.fixture
def lobby_game(person: Person, browse: Browse) -> LobbyGame:
    return LobbyGame(person, browse)


def links_shown(client: httpx.Client, path: str) -> list[str]:
    return [link.rpartition("/")[2] for link in values(client.get(f"{path}/table").text, "input[id^=link-]", "value")]


def test_everybody_sees_the_link_of_the_own_seat_alone(lobby_game: LobbyGame) -> None:
    """At a table of the lobby, its host too, on the page and over the API."""
    for seat, (client, path) in enumerate(zip(lobby_game.clients, lobby_game.paths, strict=True)):
        assert links_shown(client, path) == [path.rpartition("/")[2]]
        told = client.get(f"{lobby_game.api(seat)}/seats").json()["seats"]
        assert [row["seat"] for row in told if "link" in row] == [seat + 1]
    assert links_shown(lobby_game.clients[0], f"/g/{lobby_game.game}") == []
    assert "belongs to it" in text(one(lobby_game.clients[0].get(f"{lobby_game.paths[0]}/table").text, "#ownership"))


def test_table_of_links_shows_them_to_its_host_and_says_so(client: httpx.Client, new_game: NewGame) -> None:
    page = new_game("here", "link")
    assert len(links_shown(client, page.address)) == 2
    assert "table of links" in text(one(client.get(f"{page.address}/table").text, "#ownership"))


def test_page_of_a_seat_opens_for_its_account_alone(lobby_game: LobbyGame, browse: Browse) -> None:
    """Whoever has learnt the address reads no notes, plans and drafts there."""
    ann, ben, cleo = lobby_game.clients
    for path in ["", "/board", "/table", "/plan", "/chat", "/after", "/branches", "/at/0"]:
        own = ann.get(f"{lobby_game.paths[0]}{path}").status_code
        assert own in (200, 303, 404, 405, 409)
        for other in (ben, cleo, browse()):
            assert other.get(f"{lobby_game.paths[0]}{path}").status_code == (own if own in (404, 405) else 403)


def test_page_of_a_foreign_seat_says_whose_it_is_and_leads_on(lobby_game: LobbyGame, browse: Browse) -> None:
    page = browse().get(lobby_game.paths[0]).text
    assert "belongs to the account of Ann" in text(one(page, "[role=alert]"))
    assert values(page, "article .button", "href") == [f"/account?then={lobby_game.paths[0]}", f"/g/{lobby_game.game}", "/"]


def test_program_without_the_account_has_no_power_over_a_seat(lobby_game: LobbyGame, browse: Browse) -> None:
    stranger, path = browse(), lobby_game.api(0)
    answers = [
        stranger.get(path),
        stranger.get(f"{path}/seats"),
        stranger.get(f"{path}/plan"),
        stranger.get(f"{path}/notes"),
        stranger.get(f"{path}/chat"),
        *(stranger.post(path, json=body) for body in ({"bot": "intern"}, {"seen": 1}, {"set": "skips_hiring:on"}, {"propose": "pause"})),
        stranger.post(f"{path}/chat", json={"text": "I am Ann"}),
    ]
    assert {(answer.status_code, answer.json()["kind"]) for answer in answers if answer.status_code != 404} == {(403, "SeatOfAccount")}
    assert answers[0].status_code == 403 and not any(
        row["link"] for row in stranger.get(f"/api/games/{lobby_game.game}/seats").json()["seats"] if "link" in row
    )


def test_stream_tells_a_stranger_nothing_of_a_seat(lobby_game: LobbyGame, browse: Browse) -> None:
    token = lobby_game.paths[0].rpartition("/")[2]
    assert browse().get(f"/events?s={token}").status_code == 404


def test_look_of_a_stranger_gives_them_no_seat(lobby_game: LobbyGame, browse: Browse, store: Store) -> None:
    stranger = browse()
    stranger.get("/")
    assert stranger.post(lobby_game.paths[0], data={"seen": "1", "seat": "1"}).status_code == 403
    assert (
        set(browsers.owners_of(store, lobby_game.game)) == set(browsers.owners_of(store, lobby_game.game))
        and len(browsers.owners_of(store, lobby_game.game)) == 3
    )
    assert not has(stranger.get("/").text, ".own-games .game")


def test_account_plays_without_the_link_wherever_it_is_logged_in(lobby_game: LobbyGame, browse: Browse) -> None:
    elsewhere = browse()
    elsewhere.post("/account/log-in", data={"name": "Ann", "password": "correct horse battery"})
    page = elsewhere.get(f"/g/{lobby_game.game}").text
    assert lobby_game.paths[0] in page and elsewhere.get(lobby_game.paths[0]).status_code == 200


def test_log_in_from_a_notice_leads_on_to_the_seat(lobby_game: LobbyGame, browse: Browse) -> None:
    """A notice leads whoever is not logged in to the public board, and from there by the log-in to the seat."""
    elsewhere = browse()
    board = elsewhere.get(f"/g/{lobby_game.game}/play").headers["location"]
    form = elsewhere.get(values(elsewhere.get(board).text, "#log-in-to-play a", "href")[0]).text
    then = value(one(form, "[action='/account/log-in'] [name=then]"), "value")
    wrong = elsewhere.post("/account/log-in", data={"name": "Ann", "password": "wrong", "then": then})
    assert value(one(wrong.text, "[action='/account/log-in'] [name=then]"), "value") == then
    answer = elsewhere.post("/account/log-in", data={"name": "Ann", "password": "correct horse battery", "then": then})
    assert elsewhere.get(answer.headers["location"]).headers["location"] == lobby_game.paths[0]
    assert not has(browse().get(f"/g/{lobby_game.game}").text, "#log-in-to-play")


@pytest.mark.parametrize("then", ["//elsewhere.example", "https://elsewhere.example/", "\\elsewhere.example"])
def test_log_in_leads_to_no_other_server(person: Person, then: str) -> None:
    ann = person("Ann")
    answer = ann.post("/account/log-in", data={"name": "Ann", "password": "correct horse battery", "then": then})
    assert answer.headers["location"].startswith("/") and not answer.headers["location"].startswith(("//", "/\\"))


def test_account_finds_its_seat_again_that_it_took_off_its_list(lobby_game: LobbyGame) -> None:
    ann = lobby_game.clients[0]
    ann.post("/forget", data={"game": lobby_game.game, "do": "forget"})
    assert lobby_game.paths[0] in ann.get(f"/g/{lobby_game.game}").text


def test_link_of_a_seat_is_renewed_by_its_player_alone(lobby_game: LobbyGame) -> None:
    ann, _, cleo = lobby_game.clients
    for seat in (2, 3):
        refused = ann.post(f"{lobby_game.paths[0]}/table", data={"do": "renew", "seat": str(seat)})
        assert refused.status_code == 403 and "link of your own seat" in text(one(refused.text, "[role=alert]"))
    assert not has(ann.get(f"{lobby_game.paths[0]}/table").text, "[id^=renew-]")
    renewed = cleo.post(f"{lobby_game.paths[2]}/table", data={"do": "renew", "seat": "3"})
    assert renewed.status_code == 303 and cleo.get(lobby_game.paths[2]).status_code == 410
    assert cleo.get(renewed.headers["location"]).status_code == 200


@with_settings(Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0, absence_hours=0)))
def test_nobody_takes_a_second_seat_as_the_guest_of_the_same_browser(lobby_game: LobbyGame, browse: Browse) -> None:
    while (gone := lobby_game.view(0)["asked"] - 1) == 0:
        lobby_game.move()
    other, ann = 3 - gone, lobby_game.clients[0]
    assert lobby_game.act(0, propose=f"person {gone + 1}").status_code == 200
    assert lobby_game.act(other, agree=lobby_game.view(other)["proposal"]["id"]).status_code == 200
    link = ann.get(f"{lobby_game.api(0)}/seats").json()["seats"][gone]["link"]
    offered = f"/s/{link.rpartition('/')[2]}"
    assert ann.post("/account/log-out").status_code == 303 and ann.get(lobby_game.paths[0]).status_code == 403
    page = ann.post(offered, data={"do": "take"})
    assert page.status_code == 409 and "You play at this table already" in text(one(page.text, "[role=alert]"))
    refused = ann.post(f"/api{offered.replace('/s/', '/seats/')}", json={"do": "take"})
    assert refused.status_code == 409 and refused.json()["kind"] == "CannotJoin"
    assert has(ann.get(offered).text, "#take"), "it is still offered"
    assert browse().post(offered, data={"do": "take"}).status_code == 303


def offer_seat(table: LobbySeats) -> str:
    """Has the others give away the seat that is asked, at a table with ``absence_hours=0``; returns the path of its link."""
    gone = table.view(0)["asked"] - 1
    others = [seat for seat in range(len(table.clients)) if seat != gone]
    assert table.act(others[0], propose=f"person {gone + 1}").status_code == 200
    for other in others[1:]:
        assert table.act(other, agree=table.view(other)["proposal"]["id"]).status_code == 200
    link: str = table.clients[others[0]].get(f"{table.api(others[0])}/seats").json()["seats"][gone]["link"]
    return f"/s/{link.rpartition('/')[2]}"


class AdmittedGame(LobbySeats):
    """A game of the lobby of three people with accounts, whose table admits only some."""

    def __init__(self, person: Person, **asked: object) -> None:
        self.clients = [person("Ann"), person("Ben"), person("Dora")]
        table = self.clients[0].post("/api/lobby", json={"player": "Ann", "people": 3, **asked}).json()["table"]
        for client, name in zip(self.clients[1:], ("Ben", "Dora"), strict=True):
            joined = client.post(f"/api/lobby/{table}", json={"do": "join", "player": name})
            assert joined.status_code == 200, joined.text
        self.game: str = joined.json()["game"]
        self.paths = [client.get(f"/api/lobby/{table}").json()["seat"] for client in self.clients]


def bot_of(person: Person, browse: Browse) -> httpx.Client:
    """Returns a program that plays with the account of a bot."""
    owner = person("Olga")
    bot = owner.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
    token = owner.post("/api/account/tokens", json={"label": "Board", "scope": "play", "bot": bot, "password": PASSWORD}).json()["token"]
    robby = browse()
    robby.headers["Authorization"] = f"Bearer {token}"
    return robby


@pytest.mark.slow
@with_settings(Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0, absence_hours=0)))
@pytest.mark.parametrize(
    ("asked", "said_to_guest", "said_to_bot"),
    [
        ({}, "", ""),
        ({"accounts_only": True}, "log in with one of your own", ""),
        ({"no_bots": True}, "", "for people, without bots"),
        ({"accounts_only": True, "no_bots": True}, "log in with one of your own", "for people, without bots"),
        ({"least_rating": 1}, "asks for a rating", "asks for a rating"),
        ({"least_rating": 1, "most_rating": 9000}, "asks for a rating", "asks for a rating"),
    ],
)
def test_table_asks_of_whoever_takes_a_seat_later_what_it_has_asked_of_those_who_joined(
    person: Person, browse: Browse, asked: dict[str, object], said_to_guest: str, said_to_bot: str
) -> None:
    """By the page and over the API; also long after its open table is forgotten."""
    table = AdmittedGame(person, **asked)
    offered = offer_seat(table)
    api = f"/api{offered.replace('/s/', '/seats/')}"
    guest, robby, anton = browse(), bot_of(person, browse), person("Anton")
    if said_to_guest:
        page = guest.post(offered, data={"do": "take"})
        assert page.status_code == 409 and said_to_guest in text(one(page.text, "[role=alert]"))
        assert values(page.text, "article .button.primary", "href") == [f"/account?then={offered}"]
    for client, said in ((guest, said_to_guest), (robby, said_to_bot)):
        if said:
            refused = client.post(api, json={"do": "take"})
            assert refused.status_code == 409 and refused.json()["kind"] == "CannotJoin" and said in refused.json()["error"]
    taker = guest if not said_to_guest else robby if not said_to_bot else anton
    assert taker.post(api, json={"do": "take"}).status_code == 200


@with_settings(Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0, absence_hours=0)))
def test_rating_of_whoever_takes_a_seat_is_in_the_range_of_the_table(person: Person, store: Store) -> None:
    table = AdmittedGame(person, least_rating=1400, most_rating=1600)
    offered, strong, newcomer = offer_seat(table), person("Susi"), person("Anton")
    account = account_storage.find(store, name_key("Susi"))
    assert account is not None
    other = strong.post("/api/lobby", json={"player": "Susi", "people": 2}).json()["table"]
    table.clients[0].post(f"/api/lobby/{other}", json={"do": "join", "player": "Ann"})
    figures = {"rank": 1, "weight": 1.0, "mu": 60.0, "sigma": 2.0, "games": 30, "is_last": True}
    with changing(store.engine) as connection:
        game = connection.execute(select(func.max(schema.games.c.id))).scalar_one()
        connection.execute(insert(schema.ratings).values(pool="second-3", number=1, account=account.id, game=game, **figures))
    refused = strong.post(offered, data={"do": "take"})
    assert refused.status_code == 409 and "This table is for ratings from 1400 to 1600; yours" in text(one(refused.text, "[role=alert]"))
    assert newcomer.post(offered, data={"do": "take"}).status_code == 303


@with_settings(Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0, absence_hours=0)))
def test_rematch_admits_no_guests_and_bots_where_its_game_has_not_but_every_rating(person: Person) -> None:
    table = AdmittedGame(person, accounts_only=True, no_bots=True, most_rating=9000)
    end_with_scores(table)
    rematch = table.clients[1].post(f"{table.paths[1]}/rematch").headers["location"]
    told = table.clients[1].get(f"/api{rematch}").json()
    assert (told["accounts_only"], told["no_bots"], told["least_rating"], told["most_rating"]) == (True, True, None, None)


def test_who_takes_a_game_off_the_list_still_sits_there(lobby_game: LobbyGame, person: Person, browse: Browse, store: Store) -> None:
    """The seat belongs to the account: nobody loses their mark by it, reads what is hidden from players, or takes a second seat."""
    ann, ben, cleo = lobby_game.clients
    account = account_storage.find(store, name_key("Ann"))
    assert account is not None
    assert ann.post("/forget", data={"game": lobby_game.game, "do": "forget"}).status_code == 303
    assert browsers.owners_of(store, lobby_game.game)[account.owner_id] == {0}
    marks = {seat["name"]: seat["mark"] for seat in ben.get(f"{lobby_game.api(1)}/seats").json()["seats"]}
    assert (marks["Ann"], marks["Cleo"]) == ("", "guest")
    assert "spectators" not in ann.get(f"/api/games/{lobby_game.game}/chat").json()["reads"]
    refused = ann.post(f"/api/games/{lobby_game.game}/chat", json={"text": "Somebody help me"})
    assert refused.status_code == 403 and "You hold a seat at this table" in refused.json()["error"]


def test_move_asks_the_store_nothing_about_the_other_seats(lobby_game: LobbyGame, store: Store) -> None:
    """Who has come is asked only where somebody changes a player."""
    lobby_game.move()
    statements: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda _connection, _cursor, statement, *_: statements.append(statement))
    seat = lobby_game.view(0)["asked"] - 1
    view = lobby_game.view(seat)
    statements.clear()
    assert lobby_game.act(seat, apply=[view["legal"][-1]["action"]], version=view["version"]).status_code == 200
    assert not [statement for statement in statements if "FROM arrivals" in statement]


def test_others_wait_for_nobody_who_has_no_account_any_more(lobby_game: LobbyGame) -> None:
    """Without clocks a bot plays on at once, as nobody comes back, or somebody else if all agree."""
    assert lobby_game.act(0, bot="intern", of=2).status_code == 403
    assert lobby_game.clients[1].post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    assert lobby_game.act(0, propose="person 2").status_code == 200
    assert lobby_game.act(0, refuse=lobby_game.view(0)["proposal"]["id"]).status_code == 200
    assert lobby_game.act(2, bot="intern", of=2).status_code == 200
    assert lobby_game.view(0)["bots"] == {"2": "intern"}


@with_settings(Settings(bot_processes=0, limits=Limits(bot_pause_seconds=0, absence_hours=0)))
def test_who_takes_a_game_off_the_list_takes_no_second_seat(person: Person) -> None:
    table = AdmittedGame(person)
    offered, gone = offer_seat(table), table.view(0)["asked"] - 1
    other = table.clients[(gone + 1) % 3]
    other.post("/forget", data={"game": table.game, "do": "forget"})
    refused = other.post(offered, data={"do": "take"})
    assert refused.status_code == 409 and "You play at this table already" in text(one(refused.text, "[role=alert]"))


def told_of(client: httpx.Client, kind: str) -> list[str]:
    return [each["link"] for each in client.get("/api/notices").json()["notices"] if each["kind"] == kind]


@pytest.mark.parametrize("how", ["renew", "bot"])
def test_who_loses_a_seat_to_the_host_of_a_table_of_links_is_told(
    client: httpx.Client, browse: Browse, new_game: NewGame, how: str
) -> None:
    page, guest = new_game("here", "link"), browse()
    guest.get("/")
    path = f"/s/{links_shown(client, page.address)[1]}"
    guest.get(path)
    guest.post(path, data={"seen": "1", "seat": "2"})
    asked = {"renew": {"do": "renew", "seat": "2"}, "bot": {"do": "bot", "seat": "2", "bot": "intern"}}[how]
    assert client.post(f"{page.address}/table", data=asked).status_code == 303
    assert len(told_of(guest, "lost_seat")) == 1 and told_of(client, "lost_seat") == []


def end_with_scores(game: LobbySeats) -> None:
    """Has all agree that the game is scored as it stands."""
    for seat, proposal in ((0, "propose"), (1, "agree"), (2, "agree")):
        what = "score" if proposal == "propose" else game.view(seat)["proposal"]["id"]
        assert game.act(seat, **{proposal: what}).status_code == 200


def test_rematch_is_an_offer_that_the_others_accept_and_keeps_its_rating(lobby_game: LobbyGame, browse: Browse, store: Store) -> None:
    end_with_scores(lobby_game)
    ann, ben, cleo = lobby_game.clients
    offer = ann.post(f"{lobby_game.paths[0]}/rematch").headers["location"]
    assert offer.startswith("/lobby/")
    told = [each for each in ben.get("/api/notices").json()["notices"] if each["kind"] == "rematch"]
    assert [(each["person"], each["link"]) for each in told] == [("Ann", offer)]
    table = ann.get(f"/api{offer}").json()
    assert (table["private"], table["people"], [each["name"] for each in table["players"]]) == (True, 3, ["Ann"]) and not table["has_begun"]
    page = ben.get(f"{lobby_game.paths[1]}/after").text
    assert values(page, "#to-rematch", "href") == [offer] and not has(browse().get(f"/g/{lobby_game.game}/after").text, "#to-rematch")
    assert ben.post(f"{lobby_game.paths[1]}/rematch").headers["location"] == offer, "it is offered once"
    assert not any(each["table"] == table["table"] for each in browse().get("/api/lobby").json()["tables"])
    for client, name in ((ben, "Ben"), (cleo, "Cleo")):
        assert client.post(offer, data={"do": "join", "player": name}).status_code == 303
    seats = [client.get(offer).headers["location"] for client in lobby_game.clients]
    assert len(set(seats)) == 3 and all(seat.startswith("/s/") for seat in seats)
    assert browse().get(seats[0]).status_code == 403


@pytest.mark.parametrize("is_private", [False, True])
def test_rematch_counts_as_private_only_if_its_game_did(person: Person, browse: Browse, store: Store, is_private: bool) -> None:
    """Nobody but its people is led to it, and yet its game is one of the public lobby."""
    game = LobbyGame(person, browse, private=is_private)
    end_with_scores(game)
    offer = game.clients[0].post(f"{game.paths[0]}/rematch").headers["location"]
    for client, name in ((game.clients[1], "Ben"), (game.clients[2], "Cleo")):
        client.post(offer, data={"do": "join", "player": name})
    again = game.clients[0].get(f"/api{offer}").json()["game"]
    running = [each["game"] for each in browse().get("/api/lobby").json()["running"]]
    assert (again in running) is not is_private


def test_rematch_is_offered_to_nobody_who_has_blocked_whoever_offers_it(lobby_game: LobbyGame) -> None:
    """Neither is Ben led to a page that he can't see, nor is he kept from offering one himself."""
    end_with_scores(lobby_game)
    ann, ben, cleo = lobby_game.clients
    assert ben.post("/api/blocks", json={"do": "block", "name": "Ann"}).status_code == 200
    offer = ann.post(f"{lobby_game.paths[0]}/rematch").headers["location"]
    assert not [each for each in ben.get("/api/notices").json()["notices"] if each["kind"] == "rematch"]
    assert ben.get("/api/lobby").json()["invitations"] == []
    page = ben.get(f"{lobby_game.paths[1]}/after").text
    assert not has(page, "#to-rematch") and has(page, "#do-rematch")
    own = ben.post(f"{lobby_game.paths[1]}/rematch").headers["location"]
    assert own != offer and [each["name"] for each in ben.get(f"/api{own}").json()["players"]] == ["Ben"]
    assert {each["link"] for each in cleo.get("/api/lobby").json()["invitations"]} == {offer, own}
    assert values(ann.get(f"{lobby_game.paths[0]}/after").text, "#to-rematch", "href") == [offer]


def test_player_is_led_to_the_rematch_from_the_public_page_too(lobby_game: LobbyGame) -> None:
    end_with_scores(lobby_game)
    ann, ben, _ = lobby_game.clients
    offer = ann.post(f"{lobby_game.paths[0]}/rematch").headers["location"]
    assert values(ben.get(f"/g/{lobby_game.game}/after").text, "#to-rematch", "href") == [offer]


def test_who_looks_on_is_not_led_to_the_rematch_of_others(lobby_game: LobbyGame, person: Person, browse: Browse) -> None:
    """Its table is private, and could be joined by whoever knows the address; who holds a seat is led there from the public board too."""
    end_with_scores(lobby_game)
    ann, ben, _ = lobby_game.clients
    offer = ann.post(f"{lobby_game.paths[0]}/rematch").headers["location"]
    for stranger in (browse(), person("Dana")):
        assert stranger.post(f"/g/{lobby_game.game}/rematch").headers["location"] == f"/g/{lobby_game.game}/after"
    assert ben.post(f"/g/{lobby_game.game}/rematch").headers["location"] == offer


def test_host_deletes_no_game_in_which_somebody_else_has_moved(lobby_game: LobbyGame) -> None:
    ann = lobby_game.clients[0]
    assert has(ann.get("/").text, "button[value=delete]")
    lobby_game.move_until_all_have()
    page = ann.get("/").text
    assert has(page, "button[value=forget]") and not has(page, "button[value=delete]")
    refused = ann.post("/forget", data={"game": lobby_game.game, "do": "delete"})
    assert refused.status_code == 403 and "This game stays for the others" in text(one(refused.text, ".alert"))
    assert lobby_game.view(1)["version"]


def test_host_whom_a_game_is_not_deleted_for_stays_its_host(lobby_game: LobbyGame, store: Store) -> None:
    """A page that is still open from before somebody moved offers it."""
    lobby_game.move_until_all_have()
    ann, account = lobby_game.clients[0], account_storage.find(store, name_key("Ann"))
    assert account is not None
    ann.post("/forget", data={"game": lobby_game.game, "do": "delete"})
    assert browsers.held_seats(store, account.owner_id, lobby_game.game) == HeldSeats(frozenset({0}), is_host=True)
    assert has(ann.get("/").text, ".own-games .game")


def test_who_is_not_its_host_deletes_no_game_and_keeps_it_in_the_list(lobby_game: LobbyGame) -> None:
    ben = lobby_game.clients[1]
    refused = ben.post("/forget", data={"game": lobby_game.game, "do": "delete"})
    assert refused.status_code == 403 and "Only the host" in text(one(refused.text, ".alert"))
    assert has(ben.get("/").text, ".own-games .game")


def test_host_deletes_a_game_in_which_nobody_else_has_moved(lobby_game: LobbyGame) -> None:
    lobby_game.clients[0].post("/forget", data={"game": lobby_game.game, "do": "delete"})
    assert lobby_game.clients[0].get(f"/g/{lobby_game.game}").status_code == 404


def test_host_deletes_a_game_of_friends_before_one_of_them_moves(
    client: httpx.Client, browse: Browse, new_game: NewGame, store: Store
) -> None:
    page = new_game("here", "link")
    friend, tokens = browse(), [row.token for row in games.find(store, page.game_id).seats]  # type: ignore[union-attr]
    while (view := friend.get(f"/api/seats/{tokens[1]}").json())["asked"] != 2:
        own = client.get(f"/api/seats/{tokens[0]}").json()
        client.post(f"/api/seats/{tokens[0]}", json={"apply": [own["legal"][-1]["action"]], "version": own["version"]})
    assert has(client.get("/").text, "button[value=delete]")
    friend.post(f"/api/seats/{tokens[1]}", json={"apply": [view["legal"][-1]["action"]], "version": view["version"]})
    assert not has(client.get("/").text, "button[value=delete]")
    client.post("/forget", data={"game": page.game_id, "do": "delete"})
    assert friend.get(f"/s/{tokens[1]}").status_code == 200


def test_host_of_the_lobby_lets_no_bot_play_for_others(lobby_game: LobbyGame) -> None:
    for seat in (2, 3):
        refused = lobby_game.act(0, bot="intern", of=seat)
        assert refused.status_code == 403 and refused.json()["kind"] == "NotYourSeat"
    assert lobby_game.act(0, bot="intern").status_code == 200 and lobby_game.act(0, bot="").status_code == 200


def test_host_of_a_table_of_links_lets_no_bot_play_for_somebody_whose_time_counts(
    client: httpx.Client, browse: Browse, store: Store
) -> None:
    """From when all have come and the clocks run."""
    made = client.post("/new", data={"kind-0": "here", "name-0": "Ann", "kind-1": "link", "name-1": "Ben", "pace": "days-1"})
    address = made.headers["location"].removesuffix("/table")
    token = address.rpartition("/")[2]
    told = client.get(f"/api/seats/{token}/seats").json()
    other = next(row.token for row in games.find(store, told["game"]).seats if row.token != token)  # type: ignore[union-attr]
    lets_bot_play = {"do": "seat", "seat": "2", "bot": "intern"}
    assert has(client.get(f"{address}/table").text, "#seat-link-1 .seat-player [name=bot]")
    for each in (token, other):
        assert browse().get(f"/api/seats/{each}").status_code == 200
    assert not has(client.get(f"{address}/table").text, "#seat-link-1 .seat-player [name=bot]")
    assert client.post(f"{address}/table", data=lets_bot_play).status_code == 403
