"""The page after a game: its charts, its picture, the analysis, the rematch and the same city again."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from msgspec.structs import replace

from groundfloor import read_record
from groundfloor.presentation.after_game import game_history, turning_points
from groundfloor.presentation.after_game.figures import FigureRow, Figures
from groundfloor.presentation.pictures.animated_png import read_chunks
from groundfloor.presentation.pictures.game_film import MAX_FRAMES
from groundfloor.presentation.pictures.png import pngs
from groundfloor.results import result_of
from groundfloor.server.club.contacts import block_storage
from groundfloor.server.database.rows import HeldSeats
from groundfloor.server.database.shares import Shares
from groundfloor.server.database.store import Store
from groundfloor.server.game.after_game.charts import BOTTOM, TOP, line_chart, stack_chart
from groundfloor.server.game.after_game.page import analysis_key
from groundfloor.server.game.storage import browsers, games
from groundfloor.server.game.streams.presence import Presence
from groundfloor.server.game.tables.advice import analysis_of
from groundfloor.server.http.settings import Settings
from tests.server.conftest import NewGame, Page, with_settings
from tests.support.api_table import ApiTable
from tests.support.brief_advice import wait_for_analysis
from tests.support.html import all_of, foreign_addresses, has, inline_code, one, text, texts, value, values
from tests.support.stores import WAIT

Browse = Callable[[], httpx.Client]
GOLDEN = Path(__file__).parents[3] / "golden"
GAME = (GOLDEN / "second-gropius-random.gfr").read_text("utf-8")
OPTIONS = (GOLDEN / "online-4.gfr").read_text("utf-8")


def shown(client: httpx.Client, record: str) -> str:
    return str(client.post("/api/records", json={"record": record}).json()["link"])


def finished(client: httpx.Client, record: str) -> list[str]:
    """Returns the paths of the seats of a game that was resumed a few moves before its end, and played to it."""
    lines = record.splitlines()
    start = lines.index("") + 1
    kept = [line for line in lines[start:] if not line.startswith("key ")][:-8]
    table = ApiTable.resume(client, "\n".join([*lines[:start], *kept]) + "\n")
    table.play()
    return [table.path(seat) if token else "" for seat, token in enumerate(table.tokens)]


def play_to_the_end(client: httpx.Client, seat: str) -> None:
    """Plays a game alone by the last legal answer of each question."""
    api = f"/api{seat.replace('/s/', '/seats/')}"
    view = client.get(api).json()
    while not view["is_over"]:
        move = {"apply": [view["legal"][-1]["action"]], "version": view["version"]}
        view = client.post(api, json=move).raise_for_status().json()


def form(client: httpx.Client, page: str, name: str) -> dict[str, str]:
    found = next(each for each in all_of(client.get(page).text, "main form") if value(each, "action").endswith(name))
    return {value(field, "name"): value(field, "value") for field in all_of(found, "input")}


def numbers(page: str, chart: str) -> dict[str, list[str]]:
    """Returns the table of a chart: what stands in each of its rows."""
    found = {text(one(row, "th")): texts(row, "td") for row in all_of(page, f"#chart-{chart} tbody tr")}
    assert found
    return found


def test_names_of_guests_are_marked(client: httpx.Client) -> None:
    path = finished(client, GAME)[0]
    assert texts(client.get(f"{path}/after").text, ".after-name .person-mark") == ["Guest", "Guest"]


def test_new_distinctions_of_whoever_played_are_shown(client: httpx.Client, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "groundfloor.server.game.tables.result_keeper.result_of", lambda *given, **facts: replace(result_of(*given, **facts), total=50)
    )
    seat = client.post("/new", data={"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}).headers["location"]
    play_to_the_end(client, seat)
    page = client.get(f"{seat}/after").text
    mine = client.get("/my-games").text
    assert texts(page, ".distinction h3") == texts(mine, ".distinction.is-earned h3") != []
    assert not has(page, "#uncounted") and not has(page, "#to-learned")
    game_id = client.get(f"/api{seat.replace('/s/', '/seats/')}").json()["game"]
    assert not has(browse().get(f"/g/{game_id}/after").text, ".distinction")


def test_guided_game_leads_to_what_was_learned_and_says_that_it_does_not_count(client: httpx.Client) -> None:
    seat = client.post("/learn", data={}).headers["location"]
    play_to_the_end(client, seat)
    page = client.get(f"{seat}/after").text
    assert value(one(page, "#to-learned"), "href") == "/learned"
    assert "Does not count in “My games”" in text(one(page, "#uncounted"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_page_has_charts_tables_and_turning_points_of_the_game(client: httpx.Client, language: str) -> None:
    page = client.get(f"{shown(client, GAME)}/after?lang={language}").text
    history = game_history(read_record(GAME))
    assert inline_code(page) == [] and foreign_addresses(page) == []
    assert texts(page, ".after-total") == ["42", "14", "10"]
    assert len(all_of(page, ".after-points li")) == len(turning_points(history))
    assert list(numbers(page, "money").values()) == [[str(moment.seats[seat].money) for moment in history.moments] for seat in (0, 1)]
    assert list(numbers(page, "time").values()) == [[str(each.time_used[seat]) for each in history.rounds] for seat in range(3)]
    for seat in range(3):
        totals = texts(page, f"#chart-prestige-{seat + 1} tfoot td")
        assert (
            totals
            == [str(moment.seats[seat].total) for moment in history.moments[1:]]
            == texts(page, f"#chart-prestige-{seat + 1} .chart-top")
        )
    assert len(all_of(page, "#chart-popularity polyline.line-fill")) == 3 and len(all_of(page, "#chart-info polyline.line-fill")) == 2
    floors = [each.replace("\N{SOFT HYPHEN}", "") for each in texts(page, ".after-floors li")]
    assert len(all_of(page, ".after-company")) == 3 and {"en": "Corporate Merger 8", "de": "Firmenfusion 8"}[language] in floors


def test_turning_points_lead_to_their_moment(client: httpx.Client) -> None:
    path = shown(client, GAME)
    links = values(client.get(f"{path}/after").text, ".after-points a", "href")
    assert links and all(link.startswith(f"{path}/at/") for link in links)
    assert client.get(links[3]).status_code == 200


def test_unfinished_game_leads_back_to_its_board(client: httpx.Client, solo: Page) -> None:
    answer = client.get(f"{solo.address}/after")
    assert answer.status_code == 303 and answer.headers["location"] == solo.address
    assert client.get(f"/g/{solo.game_id}/picture.svg").status_code == client.get(f"/g/{solo.game_id}/picture.png").status_code == 404


def test_history_of_the_interface_is_that_of_the_record(client: httpx.Client) -> None:
    game_id = shown(client, GAME).rpartition("/")[2]
    found = client.get(f"/api/games/{game_id}/history", headers={"Accept-Language": "de"}).json()
    history = game_history(read_record(GAME))
    assert found["seats"] == ["Ann", "Ben", "Gropius"] and found["is_over"]
    assert [moment["entry"] for moment in found["moments"]] == [moment.entry for moment in history.moments]
    assert found["moments"][-1]["seats"][2]["total"] == 42 and found["rounds"][3]["consumers"] == [1, 0, 2]
    assert found["turning_points"][0]["kind"] == "decisive_source" and "gewann" in found["turning_points"][0]["sentence"]


def test_picture_shows_everybody_with_their_prestige(client: httpx.Client) -> None:
    path = shown(client, GAME)
    answer = client.get(f"{path}/picture.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml") and "style" not in answer.text
    root = ElementTree.fromstring(answer.text)
    said = {"".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"42", "14", "10", "1. Gropius", "2. Ben", "3. Ann", "Gropius wins with 42 prestige"} <= said
    assert "Gropius gewinnt mit 42 Prestige" in client.get(f"{path}/picture.svg", headers={"Accept-Language": "de"}).text


def test_picture_is_there_in_pixels_too(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "resvg_py", raising=False)
    answer = client.get(f"{shown(client, GAME)}/picture.png")
    assert answer.headers["content-type"] == "image/png"
    assert "resvg_py" not in sys.modules, "it holds the interpreter lock, so that moves would wait"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n" and answer.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


def test_picture_that_is_not_made_in_time_is_answered_503(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.presentation.pictures.png.SECONDS", 0.0)
    answer = client.get(f"{shown(client, GAME)}/picture.png")
    assert answer.status_code == 503 and "too much to do" in answer.text


@pytest.mark.thorough
def test_film_is_one_picture_that_ends_with_the_result(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    path = shown(client, GAME)
    drawings: list[str] = []

    def noted(svgs: Sequence[str], scale: int = 1) -> list[bytes]:
        drawings.extend(svgs)
        return pngs(svgs, scale)

    monkeypatch.setattr("groundfloor.server.game.pictures.pngs", noted)
    answer = client.get(f"{path}/film.png")
    assert answer.headers["content-type"] == "image/png" and answer.content[16:24] == (600).to_bytes(4) + (315).to_bytes(4)
    kinds = [kind for kind, _ in read_chunks(answer.content)]
    assert 8 < kinds.count(b"fcTL") <= MAX_FRAMES + 1 and kinds.index(b"IDAT") < kinds.index(b"fcTL")
    assert drawings[0] == drawings[-1] and "Gropius wins with 42 prestige" in drawings[0] and "Round 1 of 7" in drawings[1]
    assert not any(" wins " in each or ">1. " in each for each in drawings[1:-1])
    count = len(drawings)
    assert client.get(f"{path}/film.png").content == answer.content and len(drawings) == count
    assert f"{path}/film.png" in values(client.get(f"{path}/after").text, ".after-keys a", "href")


def test_rematch_rotates_seats_and_everybody_finds_theirs(browse: Callable[[], httpx.Client]) -> None:
    host, guest, spectator = browse(), browse(), browse()
    paths = finished(host, OPTIONS)
    before = read_record(OPTIONS)
    assert has(host.get(paths[0]).text, "#to-after")
    opened = host.post(f"{paths[1]}/rematch", data=form(host, f"{paths[1]}/after", "rematch"))
    assert opened.status_code == 303
    seat = host.get(f"{paths[1]}/after").text
    link = value(one(seat, "#to-rematch"), "href")
    assert opened.headers["location"] == f"{link}/table"
    game_id = value(one(host.get(link).text, "#table"), "data-game")
    after = read_record(host.get(f"/g/{game_id}/record").text)
    assert [each.name for each in after.seats] == [each.name for each in (*before.seats[1:], before.seats[0])]
    assert [each.colour for each in after.seats] == [each.colour for each in (*before.seats[1:], before.seats[0])]
    assert after.options == before.options and after.key_hash != before.key_hash
    theirs = value(one(guest.get(f"{paths[0]}/after").text, "#to-rematch"), "href")
    assert value(one(guest.get(theirs).text, "#table"), "data-game") == game_id
    assert value(one(guest.get(theirs).text, "input[name=seat]"), "value") == "4"
    again = guest.post(f"{paths[0]}/rematch", data=form_of_rematch(guest, paths[0]))
    assert again.headers["location"].startswith(theirs)
    watched = value(one(spectator.get(f"/g/{old_game_id(host, paths[0])}/after").text, "#to-rematch"), "href")
    assert watched == f"/g/{game_id}"


@pytest.mark.parametrize("blocked", [None, (0, 1), (1, 0)])
def test_rematch_of_a_table_of_links_is_offered_and_seats_nobody_unasked(
    browse: Callable[[], httpx.Client], store: Store, blocked: tuple[int, int] | None
) -> None:
    """Whoever is told sits there once they have opened their seat; who has blocked the other is told nothing."""
    host, guest = browse(), browse()
    paths = finished(host, OPTIONS)
    keys = []
    for number, client in ((1, host), (0, guest)):
        client.get("/")
        keys.append(hashlib.sha256(client.cookies["groundfloor"].encode()).hexdigest())
        browsers.remember_seats(store, keys[-1], old_game_id(host, paths[1]), [number])
    if blocked is not None:
        block_storage.add(store, keys[blocked[0]], [keys[blocked[1]]], "Somebody", "id", "2030-01-01")
    opened = host.post(f"{paths[1]}/rematch", data=form_of_rematch(host, paths[1])).headers["location"].removesuffix("/table")
    game_id = old_game_id(host, opened)
    assert browsers.held_seats(store, keys[0], game_id) == HeldSeats(frozenset({0}), is_host=True) and not browsers.held_seats(
        store, keys[1], game_id
    )
    assert not has(guest.get("/").text, f".own-games [href^='/s/'][data-game='{game_id}']")
    told = [each for each in guest.get("/api/notices").json()["notices"] if each["kind"] == "rematch"]
    if blocked is not None:
        assert told == []
        return
    [notice] = told
    seat = guest.get(notice["link"]).headers["location"]
    assert (notice["person"], seat) == (read_record(OPTIONS).seats[1].name, f"{paths[0]}?go=after")
    link = value(one(guest.get(guest.get(seat).headers["location"]).text, "#to-rematch"), "href")
    guest.get(link)
    guest.post(link, data={**form_of_rematch(guest, link), "seen": "1", "seat": "4"})
    assert browsers.held_seats(store, keys[1], game_id).seats == {3}


def old_game_id(client: httpx.Client, path: str) -> str:
    return value(one(client.get(path).text, "#table"), "data-game")


def form_of_rematch(client: httpx.Client, path: str) -> dict[str, str]:
    """Returns the form of a page that was opened before somebody else opened the rematch."""
    return {"csrf": value(one(client.get("/").text, "input[name=csrf]"), "value")}


def test_forged_rematch_and_rematch_of_a_spectator_open_nothing(client: httpx.Client) -> None:
    path = finished(client, OPTIONS)[0]
    game_id = old_game_id(client, path)
    assert client.post(f"{path}/rematch", data={"csrf": "wrong"}, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    assert client.post(f"/g/{game_id}/rematch", data=form_of_rematch(client, path)).headers["location"] == f"/g/{game_id}/after"
    assert not has(client.get(f"{path}/after").text, "#to-rematch") and not has(client.get(f"/g/{game_id}/after").text, "#do-rematch")


def test_same_city_has_the_same_draws_and_says_that_they_are_known(client: httpx.Client, new_game: NewGame) -> None:
    page = new_game("here", "pei")
    page.finish()
    first = read_record(client.get(f"/g/{page.game_id}/record").text)
    after = client.get(f"{page.address}/after").text
    assert "Rematch: the same opponents" in after and "The others are told" not in after, "there are no others"
    opened = client.post(f"{page.address}/same-seed", data=form(client, f"{page.address}/after", "same-seed"))
    assert opened.status_code == 303
    board = client.get(opened.headers["location"]).text
    game_id = value(one(board, "#table"), "data-game")
    again = read_record(client.get(f"/g/{game_id}/record").text)
    assert again.key_hash == first.key_hash and again.purpose == "practice" and "the same city" in text(one(board, ".head h1"))
    drawn = len(again.entries)
    assert drawn and [str(each) for each in again.entries] == [str(each) for each in first.entries[:drawn]]


def test_city_whose_first_draws_are_not_known_cannot_be_played_again(client: httpx.Client) -> None:
    path = finished(client, OPTIONS)[0]
    page = client.get(f"{path}/after").text
    assert not has(page, "#do-again") and has(page, "#do-rematch")
    answer = client.post(f"{path}/same-seed", data=form_of_rematch(client, path))
    assert answer.status_code == 422 and "not known" in text(one(answer.text, ".alert"))


def figures(*rows: tuple[int, ...]) -> Figures:
    columns = tuple(str(number) for number in range(1, len(rows[0]) + 1))
    return Figures("money", "Money", "", columns, tuple(FigureRow(f"Seat {seat}", row, seat) for seat, row in enumerate(rows)))


def test_line_goes_through_its_values() -> None:
    chart = line_chart(figures((0, 10, 20), (20, 20, 20)))
    heights = [y for _, y in chart.lines[0].dots]
    assert heights == [BOTTOM, (BOTTOM + TOP) / 2, TOP]
    assert chart.lines[0].points.count(",") == 3 and [label.text for label in chart.labels] == ["1", "2", "3"]


def test_columns_are_as_high_as_their_points() -> None:
    rows = (FigureRow("Rooms", (2, 4), source="room"), FigureRow("Floors", (0, 6), source="floor"))
    chart = stack_chart(Figures("prestige-1", "Prestige", "", ("1", "2"), rows, 0), 10)
    unit = (BOTTOM - TOP) / 10
    assert [(block.source, round(block.height / unit)) for block in chart.blocks] == [("room", 2), ("room", 4), ("floor", 6)]
    assert chart.blocks[2].y + chart.blocks[2].height == chart.blocks[1].y
    assert [top for top, _, _ in chart.tops] == ["2", "10"]


@pytest.fixture(autouse=True)
def _network_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.server.context.ANALYSIS_SIMULATIONS", 0)
    monkeypatch.setattr("groundfloor.server.game.after_game.page.ANALYSIS_SIMULATIONS", 0)


def csrf(page: str) -> str:
    return str(values(page, "input[name=csrf]", "value")[0])


@pytest.mark.thorough
@pytest.mark.slow
def test_button_leads_to_charts_and_decisions_to_try_again(client: httpx.Client) -> None:
    base = shown(client, GAME)
    game_id = base.rpartition("/")[2]
    page = client.get(f"{base}/after").text
    assert has(page, "#analysis-start")
    answer = client.post(f"{base}/analysis", data={"csrf": csrf(page), "do": "start"})
    assert answer.status_code == 303 and answer.headers["location"] == f"{base}/after#analysis"
    found = wait_for_analysis(client, game_id)
    assert found["state"] == "done"
    page = client.get(f"{base}/after").text
    assert not has(page, "#analysis-start") and not has(page, "#analysis-progress")
    assert "decisions, the best answer or one as good in" in text(one(page, ".analysis-summary"))
    assert has(page, "#chart-winning-chance svg") and has(page, "#chart-expected-prestige table")
    assert 0 < len(texts(page, ".analysis-decisions > li")) <= 8
    entries, seats = (values(page, f".analysis-decisions input[name={name}]", "value") for name in ("entry", "seat"))
    assert set(seats) == {"1", "2"}
    for seat in ("1", "2"):
        form = {"csrf": csrf(page), "do": "branch", "entry": entries[seats.index(seat)], "seat": seat}
        opened = client.post(f"{base}/branches", data=form)
        assert opened.status_code == 303 and opened.headers["location"].startswith("/s/")
        assert client.get(f"/api{opened.headers['location']}".replace("/s/", "/seats/")).json()["asked"] == int(seat)
    assert "Gewinnchance" in client.get(f"{base}/after?lang=de").text


def test_stored_analysis_of_other_code_is_not_shown(client: httpx.Client, store: Store) -> None:
    base = shown(client, GAME)
    games.save_analysis(store, base.rpartition("/")[2], "analysis of old", "[]")
    assert has(client.get(f"{base}/after").text, "#analysis-start")
    assert client.get(f"/api/games/{base.rpartition('/')[2]}/analysis").json()["state"] == "none"


def test_analysis_shows_progress_and_can_be_cancelled(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on only when it has been cancelled, however fast the machine is."""
    is_over = threading.Event()

    def analysis(record: str, start: int, simulations: int, seconds: float, kept: Sequence[str] = ()) -> str:
        assert is_over.wait(WAIT)
        return analysis_of(record, start, simulations, seconds, kept)

    monkeypatch.setattr("groundfloor.server.game.tables.advice.PART_SECONDS", 0)
    monkeypatch.setattr("groundfloor.server.game.tables.advice.analysis_of", analysis)
    base = shown(client, GAME)
    game_id = base.rpartition("/")[2]
    try:
        assert client.post(f"/api/games/{game_id}/analysis", json={"do": "start"}).json()["state"] == "running"
        page = client.get(f"{base}/after").text
        assert has(page, "#analysis-progress") and has(page, "#analysis-cancel")
        assert client.post(f"/api/games/{game_id}/analysis", json={"do": "cancel"}).json()["state"] == "none"
    finally:
        is_over.set()
    assert has(client.get(f"{base}/after").text, "#analysis-start")


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0))
def test_analysis_whose_page_was_closed_makes_room_for_others(browse: Browse, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks at theirs keeps it, though it was begun later."""
    monkeypatch.setattr("groundfloor.server.game.tables.advice.ANALYSES", Shares(2, 2, 1))
    is_over = threading.Event()
    monkeypatch.setattr("groundfloor.server.game.tables.advice.analysis_of", lambda *_: str(is_over.wait(WAIT)))
    games_shown = [shown(browse(), GAME).rpartition("/")[2] for _ in range(3)]

    def begin(number: int) -> int:
        headers = {"X-Forwarded-For": f"203.0.113.{number}"}
        return browse().post(f"/api/games/{games_shown[number]}/analysis", json={"do": "start"}, headers=headers).status_code

    try:
        assert [begin(number) for number in range(3)] == [200, 200, 422]
        is_here, closed = Presence.is_here, analysis_key(games_shown[0])
        monkeypatch.setattr(Presence, "is_here", lambda self, key, seat: key != closed and is_here(self, key, seat))
        assert begin(2) == 200
        waiting = {job.game for job, _worker, _seconds in store.jobs.unfinished(9) if job.kind == "analysis"}
        assert waiting == set(games_shown[1:])
    finally:
        is_over.set()


def test_game_that_goes_on_can_not_be_analysed(client: httpx.Client) -> None:
    refused = client.post(f"/api/games/{ApiTable(client, 'Ann', 'automa:pei').game_id}/analysis", json={"do": "start"})
    assert refused.status_code == 422 and refused.json()["error"] == "A game can be analysed when it is over."
