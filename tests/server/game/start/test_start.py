"""The start page offers what tables are possible, and keeps what was chosen when one is not; its picture is a round of a real game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.record import Record
from groundfloor.engine.seats import COLOURS, FIRST_EDITION_COLOURS
from groundfloor.engine.state import CONDUCT, SCHEDULE
from groundfloor.presentation import names
from groundfloor.presentation.board.buildings import occupants
from groundfloor.server.game.start import start_picture
from groundfloor.server.game.start.start_picture import ROUND, recorded_round
from groundfloor.server.pages.style_sheets import MOST_FRAMES
from tests.support.browser_player import open_form
from tests.support.html import all_of, has, one, text, value, values

MAIN = "main .primary:not(.new-table *)"
"""What the page proposes: the one button that stands out, besides the one that sends the form of a new table."""
TWO = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "here", "name-1": "Ben", "colour-1": "blue"}


def chosen(page: str, field: str) -> str:
    return value(one(page, f"select#{field} option[selected]"), "value")


def test_each_ruleset_says_what_tables_are_possible(client: httpx.Client) -> None:
    page = client.get("/").text
    hints = {name: text(one(page, f".hint.of-table.of-{name}")).partition(": ")[2] for name in NAMES}
    assert hints["second"].startswith("2 to 5 seats. With Automas: 1 to 3 people")
    assert hints["first"].startswith("2 to 6 seats. No Automas.") and "only with 2 seats" in hints["first"]
    assert hints["manual"].startswith("2 to 5 seats. No Automas.")
    assert "and Era exclude each other" in hints["online"] and "Era" not in hints["first"]


def test_options_say_which_rulesets_have_them(client: httpx.Client) -> None:
    fields = [each for each in all_of(client.get("/").text, ".field.is-option") if has(each, "label")]
    found = {value(one(each, "label"), "for").removeprefix("option-"): value(each, "class").split()[2:] for each in fields}
    assert found == {
        "deck": ["of-second", "of-online", "of-first", "of-manual"],
        "era": ["of-second", "of-online"],
        "event": ["of-second", "of-online"],
        "great_depression": ["of-second", "of-online"],
        "windfall": ["of-second", "of-online"],
        "two_player_bonus": ["of-first", "of-manual"],
    }


def test_impossible_table_keeps_choices_and_explains_at_fields(client: httpx.Client) -> None:
    """An impossible table keeps what was chosen and says so beside the fields."""
    body = {**TWO, "name": "Mondays", "ruleset": "online", "option-deck": "preset", "option-era": "golden_age", "option-windfall": "on"}
    answer = client.post("/new", data=body)
    assert answer.status_code == 422
    assert chosen(answer.text, "ruleset") == "online" and has(answer.text, "input[value=Mondays]")
    assert [chosen(answer.text, f"option-{name}") for name in ("deck", "era", "windfall")] == ["preset", "golden_age", "on"]
    assert values(answer.text, ".field-error", "id") == ["error-deck", "error-era"]
    said = text(one(answer.text, "#error-deck"))
    assert "Forecast deck “preset, all types open” can't be played together with Era “Golden Age”" in said
    assert has(answer.text, "[aria-describedby^='error-deck ']")


def test_options_of_other_rulesets_are_left_out(client: httpx.Client) -> None:
    body = {**TWO, "ruleset": "first", "option-deck": "preset", "option-era": "golden_age", "option-two_player_bonus": "on"}
    answer = client.post("/new", data=body)
    assert answer.status_code == 303, answer.text


def test_seats_of_a_form_need_not_begin_with_the_first(client: httpx.Client) -> None:
    assert client.post("/new", data={"kind-1": "here", "kind-2": "pei"}, follow_redirects=False).status_code == 303


@pytest.mark.parametrize("fields", [{"kind-1": "pei"}, {f"kind-{number}": "here" for number in range(6)} | {"ruleset": "second"}])
def test_server_refuses_seats_that_ruleset_lacks(client: httpx.Client, fields: dict[str, str]) -> None:
    """Without scripts what a ruleset does not have is refused with a sentence."""
    colours = {f"colour-{number}": colour for number, colour in enumerate(COLOURS)}
    called = {f"name-{number}": f"P{number}" for number in range(6)}
    answer = client.post("/new", data={**TWO, "ruleset": "first", **called, **colours, **fields})
    assert answer.status_code == 422
    said = text(one(answer.text, "[role=alert]"))
    assert has(answer.text, ".own-table[open]")
    assert said.endswith(".") and ("Ruleset First edition has no Automas" in said or "2 to 5" in said)


@pytest.fixture
def tab(browser: Browser, server: str) -> Iterator[Page]:
    found = browser.new_page(locale="en")
    found.goto(server)
    open_form(found)
    found.locator("details.more > summary").click()
    yield found
    found.close()


def seat(tab: Page, number: int) -> Locator:
    return tab.get_by_role("group", name=f"Seat {number}")


def option(tab: Page, name: str) -> Locator:
    return tab.locator(f"select[name='option-{name}']")


def off(tab: Page, field: str) -> list[str]:
    found: list[str] = tab.evaluate(
        f"[...document.getElementById('{field}').options].filter((each) => each.disabled).map((each) => each.value)"
    )
    return found


@pytest.mark.thorough
def test_scripts_offer_only_seats_of_chosen_ruleset(tab: Page) -> None:
    """With scripts only the seats and automas of the chosen rules can be chosen."""
    assert off(tab, "kind-1") == [] and seat(tab, 6).get_by_label("Who").is_disabled()
    assert seat(tab, 6).get_by_role("status").text_content() == "These rules have at most 5 seats."
    tab.get_by_label("Rules", exact=True).select_option("first")
    assert off(tab, "kind-1") == ["pei", "gropius", "hadid"] and seat(tab, 6).get_by_label("Who").is_enabled()
    assert seat(tab, 2).get_by_label("Who").input_value() == "here"
    assert "no Automas" in (seat(tab, 2).get_by_role("status").text_content() or "") and seat(tab, 6).get_by_role("status").is_hidden()
    assert seat(tab, 2).locator("option[value=pei]").text_content() == "Automa Pei, easy (not in these rules)"
    tab.get_by_label("Rules", exact=True).select_option("online")
    assert seat(tab, 2).get_by_label("Who").input_value() == "pei" and seat(tab, 2).get_by_role("status").is_hidden()
    assert seat(tab, 2).locator("option[value=pei]").text_content() == "Automa Pei, easy"


@pytest.mark.thorough
def test_scripts_disable_exclusive_options_and_explain(tab: Page) -> None:
    """With scripts values that exclude each other are greyed and say why."""
    option(tab, "deck").select_option("preset")
    assert set(off(tab, "option-era")) == {value for value in ruleset("second").options[1].values if value != "off"}
    assert option(tab, "era").get_attribute("aria-describedby") == "why-era-deck about-era"
    assert "exclude each other" in tab.get_by_text("exclude each other").first.inner_text()
    tab.get_by_label("Rules", exact=True).select_option("first")
    assert off(tab, "option-deck") == [] and option(tab, "era").is_hidden()
    tab.get_by_label("Rules", exact=True).select_option("second")
    option(tab, "deck").select_option("random")
    assert off(tab, "option-era") == [] and option(tab, "era").get_attribute("aria-describedby") == "about-era"
    option(tab, "era").select_option("golden_age")
    assert off(tab, "option-deck") == ["preset"]


@pytest.mark.thorough
def test_with_scripts_a_bonus_for_two_can_be_chosen_with_two_seats_only(tab: Page) -> None:
    tab.get_by_label("Rules", exact=True).select_option("manual")
    assert off(tab, "option-two_player_bonus") == []
    seat(tab, 3).get_by_label("Who").select_option("here")
    assert (
        off(tab, "option-two_player_bonus") == ["on"]
        and tab.locator("p", has=option(tab, "two_player_bonus")).get_by_text("only with").is_visible()
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_bonus_for_two_needs_two(client: httpx.Client, language: str) -> None:
    body = {**TWO, "kind-2": "here", "name-2": "Cleo", "colour-2": "green", "ruleset": "first", "option-two_player_bonus": "on"}
    answer = client.post("/new", data=body, headers={"Accept-Language": language})
    assert answer.status_code == 422
    wanted = {"en": "Marketing bonus for two", "de": "Marketing-Bonus zu zweit"}[language]
    assert wanted in text(one(answer.text, "#error-two_player_bonus"))


@pytest.mark.parametrize("kinds", [("link", "link"), ("link", "pei"), ("here", "link")])
def test_host_of_link_seats_lands_on_the_links(client: httpx.Client, kinds: tuple[str, str]) -> None:
    """The host sees a link for each seat that is not theirs, and a way to the board."""
    body: dict[str, str] = {}
    for number, kind in enumerate(kinds):
        body |= {
            f"kind-{number}": kind,
            f"name-{number}": f"P{number}" if kind in ("here", "link") else "",
            f"colour-{number}": COLOURS[number],
        }
    landing = client.post("/new", data=body).headers["location"]
    assert landing.endswith("/table")
    page = client.get(landing).text
    links = values(page, "input[id^=link-][readonly]", "value")
    assert len(links) == len([kind for kind in kinds if kind in ("here", "link")])
    assert all(client.get(link).status_code == 200 for link in links)
    assert "Send each player the link of their seat." in page and has(page, f'a[href="{landing.removesuffix("/table")}"]')


def test_host_without_link_seats_lands_on_the_board(client: httpx.Client) -> None:
    body = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "pei", "colour-1": "blue"}
    landing = client.post("/new", data=body).headers["location"]
    assert re.fullmatch(r"/s/[\w-]+", landing)
    assert has(client.get(landing).text, f'a[href="{landing}/table"]')


def test_colours_follow_the_ruleset(browser: Browser, server: str) -> None:
    """RULES 9.2: the first edition names its colours; a seat keeps its shape when the rules change."""
    tab = browser.new_page(locale="en")
    tab.goto(server)
    chosen = "() => [...document.querySelectorAll('form.new-table [name^=colour]')].map((each) => each.value)"
    offered = "() => [...document.querySelector('#colour-0').options].filter((each) => !each.disabled).map((each) => each.value)"
    tab.wait_for_function("() => document.querySelector('#colour-0 option[value=yellow]').disabled")
    tab.locator("#computer").get_by_role("link", name="A table of your own").click()
    assert tab.evaluate(chosen) == list(COLOURS) == tab.evaluate(offered)
    tab.get_by_label("Rules", exact=True).select_option("first")
    assert tab.evaluate(chosen) == ["red", "blue", "green", "yellow", "purple", "black"]
    assert set(tab.evaluate(offered)) == set(FIRST_EDITION_COLOURS)
    tab.get_by_label("Rules", exact=True).select_option("second")
    assert tab.evaluate(chosen) == list(COLOURS)


def test_a_new_browser_is_asked_to_learn(client: httpx.Client) -> None:
    page = client.get("/").text
    assert not has(page, ".own-games")
    (main,) = all_of(page, MAIN)
    assert text(main) == "Learn by playing" and text(one(page, "h1")) == "Ground Floor"
    assert has(page, ".picture[role=img]")


def test_who_comes_back_sees_the_tables_that_wait_first(browse: Callable[[], httpx.Client]) -> None:
    """First the tables whose turn it is here, then those that wait for others; one of them is the main thing."""
    client = browse()
    for name, kinds in (("Mine", ("here", "pei")), ("Of others", ("link", "link"))):
        seats = {f"kind-{n}": kind for n, kind in enumerate(kinds)} | {f"colour-{n}": COLOURS[n] for n in range(2)}
        assert client.post("/new", data={**seats, "name": name}).status_code == 303
    page = client.get("/").text
    assert [text(each) for each in all_of(page, ".game-name")] == ["Mine", "Of others"]
    (main,) = all_of(page, MAIN)
    assert text(main) == "Continue Mine"
    order = [page.index(part) for part in ("own-games", 'action="/learn"', 'id="computer"', 'id="new-table"')]
    assert order == sorted(order)


def test_who_comes_back_with_nothing_waiting_begins_a_game(browse: Callable[[], httpx.Client]) -> None:
    client = browse()
    seats = {"kind-0": "link", "kind-1": "link", "colour-0": "red", "colour-1": "blue"}
    client.post("/new", data=seats)
    (main,) = all_of(client.get("/").text, MAIN)
    assert text(main) == "Begin"


def test_finished_games_and_records_stand_behind_those_that_run(browse: Callable[[], httpx.Client]) -> None:
    client = browse()
    record = (Path(__file__).parents[3] / "golden" / "second-4-random.gfr").read_text("utf-8")
    client.post("/upload", data={"text": record, "do": "show"})
    page = client.get("/").text
    assert len(all_of(page, ".finished-games[open] .game")) == 1
    client.post("/new", data=TWO)
    page = client.get("/").text
    assert len(all_of(page, ".finished-games:not([open]) .game")) == 1 and len(all_of(page, ".own-games .game")) == 2
    assert page.index("Continue") < page.index("finished-games")


def test_of_many_finished_games_the_newest_are_listed_and_a_link_leads_to_all(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("groundfloor.server.game.start.routes.SHOWN_ENDED", 2)
    record = (Path(__file__).parents[3] / "golden" / "second-4-random.gfr").read_text("utf-8")
    for _ in range(3):
        client.post("/upload", data={"text": record, "do": "show"})
    client.post("/new", data=TWO)
    page = client.get("/").text
    assert len(all_of(page, ".finished-games .game")) == 2 and "(3)" in text(one(page, ".finished-games summary"))
    whole = client.get(values(page, ".finished-games p > a", "href")[0]).text
    assert len(all_of(whole, ".finished-games[open] .game")) == 3 and not has(whole, ".finished-games p > a")


def test_newcomer_chooses_between_the_guide_and_a_first_opponent(client: httpx.Client) -> None:
    page = client.get("/").text
    assert [text(each) for each in all_of(page, ".hero button.large")] == ["Learn by playing", "Play against Intern"]
    form = {value(each, "name"): value(each, "value") for each in all_of(page, ".first-opponent input")}
    answer = client.post("/new", data=form)
    assert answer.status_code == 303
    assert "Intern" in client.get(answer.headers["location"]).text


def test_bots_of_experts_stand_apart_and_none_twice(client: httpx.Client) -> None:
    """The network plays as the Manager does."""
    page = client.get("/").text
    kinds = [value(each, "value") for each in all_of(page, "#kind-1 option")]
    assert "manager" in kinds and "net" not in kinds
    assert [value(each, "value") for each in all_of(page, "#kind-1 optgroup option")][:3] == ["random", "greedy", "search"]


def test_records_are_uploaded_where_finished_games_are(client: httpx.Client) -> None:
    assert not has(client.get("/").text, "form.upload") and has(client.get("/games").text, "form.upload")
    refused = client.post("/upload", data={"text": "hello", "do": "show"})
    assert refused.status_code == 422 and has(refused.text, "form.upload") and has(refused.text, "[role=alert]")


def test_form_of_a_new_table_asks_for_rules_and_seats(client: httpx.Client) -> None:
    page = client.get("/").text
    form = one(page, "form.new-table")
    assert not has(form, "details.more[open]")
    more = one(form, "details.more")
    assert all(has(more, f"#option-{name}") for name in names.OPTIONS) and has(more, "#name") and has(more, "[name=practice]")
    assert not any(has(more, part) for part in ("#ruleset", "[name=kind-0]", "[name=colour-0]"))


@pytest.mark.parametrize(
    "fields",
    [
        {"option-deck": "preset", "option-era": "golden_age"},
        {"house": "nonsense = 1"},
        {"name": "Mondays", "ruleset": "first", "kind-1": "pei"},
    ],
)
def test_more_stays_open_after_an_error(client: httpx.Client, fields: dict[str, str]) -> None:
    answer = client.post("/new", data={**TWO, **fields})
    assert answer.status_code == 422 and has(answer.text, "details.more[open]")


@pytest.mark.parametrize("language", ["en", "de"])
def test_options_automas_and_bots_have_a_sentence(client: httpx.Client, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": language}).text
    assert all(text(one(page, f"#about-{name}")).endswith(".") for name in names.OPTIONS)
    chosen = all_of(page, "#kind-0 option")[3:]
    assert len(chosen) >= 8 and all(value(each, "data-sentence").endswith(".") for each in chosen)
    named = [each for each in all_of(page, "#option-era option, #option-event option") if value(each, "value") not in ("off", "random")]
    assert len(named) == 11 and all(value(each, "data-sentence").endswith(".") for each in named)
    listed = [text(each) for each in all_of(page, ".bots dd")]
    assert listed == [value(each, "data-sentence") for each in chosen]


@pytest.mark.thorough
def test_scripts_say_how_the_chosen_one_plays(tab: Page) -> None:
    assert "plays by cards" in seat(tab, 2).inner_text()
    seat(tab, 2).get_by_label("Who").select_option("tycoon")
    assert "Thinks many moves ahead" in seat(tab, 2).inner_text()
    option(tab, "event").select_option("tax_relief")
    assert "construction space costs" in (tab.locator("#about-event").text_content() or "")


def test_seats_without_names_and_colours_get_different_ones(client: httpx.Client) -> None:
    answer = client.post("/new", data={"kind-0": "here", "kind-1": "link", "kind-2": "link"})
    assert answer.status_code == 303, answer.text


def positions(phase: int) -> list[dict[str, int]]:
    """Returns who stands where at each position of a phase of the round."""
    text = Path(start_picture.__file__).with_suffix(".gfr").read_text("utf-8")
    games = (game for game, _, _ in Record.parse(text, ruleset).positions())
    return [
        {space.removeprefix("space-"): seat for space, seat in occupants(game._state).items() if seat >= 0}
        for game in games
        if game._state.round == ROUND and game._state.phase == phase
    ]


def test_picture_without_motion_is_the_position_before_phase_four() -> None:
    shown = {item.place: item.seat for item, span in recorded_round()[1] if item.kind == "marker" and span.is_still}
    assert shown == positions(SCHEDULE)[-1] and len(shown) > 20


def test_every_frame_of_the_picture_is_a_position_of_the_game() -> None:
    spans = [(item, span) for item, span in recorded_round()[1] if item.kind == "marker"]
    frames = max(span.leaves for _, span in recorded_round()[1])
    assert frames <= MOST_FRAMES
    real = [*positions(SCHEDULE), *positions(CONDUCT)]
    for frame in range(frames):
        assert {item.place: item.seat for item, span in spans if span.comes <= frame and not 0 < span.leaves <= frame} in real


@pytest.mark.thorough
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_picture_moves_only_if_motion_is_welcome(browser: Browser, server: str, motion: str) -> None:
    context = browser.new_context(locale="en", reduced_motion=motion)  # type: ignore[arg-type]
    tab = context.new_page()
    tab.goto(server)
    running = "document.querySelector('.picture').getAnimations({ subtree: true }).length"
    switch = tab.get_by_label("Play the round")
    assert switch.is_visible() == (motion != "reduce") and bool(tab.evaluate(running)) == (motion != "reduce")
    if motion != "reduce":
        switch.uncheck()
        assert not tab.evaluate(running)
    context.close()
