"""The pages beside the board, and the panels and dialogs that open over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import Page as Tab

from groundfloor import ruleset
from groundfloor.engine.seats import COLOURS
from groundfloor.results import format_games_file
from tests.support import board_page, http
from tests.support.board_viewer import LONG, open_question, open_record
from tests.support.brief_advice import begin_analysis, wait_for_analysis
from tests.support.page_states import (
    after_a_rated_game,
    blocks_of_a_member,
    finished_games,
    friends_of_a_member,
    guided,
    holidays_of_a_member,
    invited,
    links_of_a_rated_seat,
    links_with_bots,
    log_in,
    message_of_another,
    notices_of_a_member,
    notification_addresses_of_a_member,
    open_table,
    open_table_of_a_member,
    open_table_over_days,
    page_of_a_person,
    people_against_each_other,
    planned,
    practice,
    rated_open_table,
    replay_of_practice,
    report,
    with_bot_for_the_player,
    with_messages,
    with_news,
)
from tests.support.results import result


@dataclass(frozen=True)
class Other:
    """A page: its address ("": a board's, with ``rest`` behind it), and what is clicked or pressed there to see the part ``scope``."""

    name: str
    path: str = ""
    rest: str = ""
    opener: str = ""
    scope: str = ""
    record: str = ""
    """The board is that of the end of a golden record; "": of a seat that is asked for a task."""
    rules: str = "second"
    people: tuple[str, ...] = ()
    """Who plays by these rules; the table is made in the browser that looks at it."""
    kind: str = "here"
    """Whether they play at one screen, or each with a ``link``."""
    made: Callable[[httpx.Client], str] | None = None
    """Makes the game and returns its address, in place of ``path`` and ``record``."""
    has_results: bool = False
    """The browser that looks at it keeps results of games."""
    member: str = ""
    """The name of the account whose browser looks at it."""
    is_administrator: bool = False

    @property
    def is_new(self) -> bool:
        """Says whether a tab that shows its address already must load it anew."""
        return bool(self.opener or self.people or self.has_results or self.scope or self.member)


GOLDEN = Path(__file__).parents[1] / "golden"
OPEN_ALL = "document.querySelectorAll('main details').forEach((each) => { each.open = true; })"
OPEN_SUMS = "document.querySelector('#open-score, #bar-score').click(); document.querySelectorAll('#score .sum').forEach((each) => { each.open = true; })"
OPEN_CODES = "document.querySelectorAll('.qr-details').forEach((each) => { each.open = true; })"
OPEN_NUMBERS = "document.querySelectorAll('.after-numbers').forEach((each) => { each.open = true; })"
OPEN_FORMS = "document.querySelectorAll('.branches details').forEach((each) => { each.open = true; })"
OPEN_SHARED = "document.querySelectorAll('.shared').forEach((each) => { each.open = true; })"
OPEN_CHAT = "[...document.querySelectorAll('#sidebar-chat, #tab-chat, #log-chat')].find((each) => each.getClientRects().length).click()"
CHANGE_VALUE = "const field = document.getElementById('value-market.start'); field.value = '5'; field.dispatchEvent(new Event('input', { bubbles: true }))"
OTHERS = (
    Other("start", "/"),
    Other("start-options", "/", opener=OPEN_ALL),
    Other("day", "/day"),
    Other("my-games", "/my-games"),
    Other("exercises", "/exercises"),
    Other("exercise", "/exercises/1?pick=none"),
    Other("ratings", "/ratings"),
    Other("account", "/account", opener="document.querySelector('main details').open = true"),
    Other("lobby", "/lobby", opener=OPEN_ALL),
    Other("open-table", made=open_table, opener=OPEN_CODES),
    Other("open-table-over-days", made=open_table_over_days),
    Other("rated-open-table", made=rated_open_table),
    Other("links-of-a-rated-seat", made=links_of_a_rated_seat, member=LONG),
    Other("finished-games", made=finished_games, opener=OPEN_ALL),
    Other("person", made=page_of_a_person, opener=OPEN_ALL, member="Cleo"),
    Other("two-people", made=people_against_each_other),
    Other("after-a-rated-game", made=after_a_rated_game),
    Other("own-open-table", made=open_table_of_a_member, opener=OPEN_ALL, member=LONG),
    Other("account-of-a-member", "/account", opener=OPEN_ALL, member=LONG),
    Other("settings", "/settings"),
    Other("settings-of-a-member", "/settings", member=LONG),
    Other("notices", "/notices"),
    Other("notices-of-a-member", made=notices_of_a_member, member=LONG),
    Other("hours", "/hours"),
    Other("hours-with-holidays", made=holidays_of_a_member, member=LONG),
    Other("notice-addresses", "/notices/addresses", opener=OPEN_ALL),
    Other("notice-addresses-of-a-member", made=notification_addresses_of_a_member, member=LONG),
    Other("friends", made=friends_of_a_member, member=LONG),
    Other("message", made=message_of_another, opener=OPEN_ALL, member=LONG),
    Other("blocks", "/blocks"),
    Other("blocks-of-a-member", made=blocks_of_a_member, member=LONG),
    Other("administration", path="/admin", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("people", "/admin/people", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("bans", "/admin/bans", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("unlikely-series", "/admin/ratings", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("sizes", "/admin/sizes", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("games-of-all", "/admin/games", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("open-tables-of-all", "/admin/tables", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("site", "/admin/site", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("log", "/admin/log", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("jobs", "/admin/jobs", opener=OPEN_ALL, member=LONG, is_administrator=True),
    Other("rules", "/rules"),
    Other("rules-first", "/rules/first"),
    Other("player-aid", "/rules/aid"),
    Other("house-values", "/house-values", opener=CHANGE_VALUE),
    Other("differences", "/rules/differences"),
    Other("about", "/about"),
    Other("missing", "/nothing-here"),
    Other("links", rest="/table"),
    Other("offline", "/offline"),
    Other("links-of-host", "/", opener=OPEN_CODES, people=("Ann", "Ben", "Konstantin Alexander", LONG), kind="link"),
    Other("after", rest="/after", record="second-4-random"),
    Other("after-of-six", rest="/after", opener=OPEN_NUMBERS, record="first-6"),
    Other("companies", rest="/companies", record="first-6"),
    Other("branches", rest="/branches", opener=OPEN_FORMS, record="second-4-random"),
    Other("score", opener="document.querySelector('#open-score, #bar-score').click()", scope="#score"),
    Other("score-of-six", opener="document.querySelector('#open-score, #bar-score').click()", scope="#score", record="first-6"),
    Other("score-opened", opener=OPEN_SUMS, scope="#score", record="online-5"),
    Other("keyboard_help", opener="document.querySelector('#keyboard-help').showModal()", scope="#keyboard-help"),
    Other("menu", opener="document.querySelector('#menu').click()", scope="body > .bar"),
    Other("rulebook", opener="document.querySelector('#open-rules').click()", scope="#rulebook"),
    Other("hot-seat", "/", people=("Ann", "Ben", "Cleo", LONG)),
    Other(
        "hot-seat-long-names",
        "/",
        rules="first",
        people=("Maximiliane Sophie", LONG, "Bernhardine", "Konstantin Alexander", "Ann", "Wilhelmina Charlotte"),
    ),
    Other("how-to-play", "/how-to-play"),
    Other("learned", "/learned"),
    Other("guided-game", made=guided),
    Other("replay-of-practice", made=replay_of_practice),
    Other("plan", made=planned, opener="document.querySelector('#open-plan').click()", scope="#round-plan:has(.plan-move)"),
    Other("news", made=with_news, opener="document.querySelector('#open-news').click()", scope="#news"),
    Other("chat", made=with_messages, rest="/chat"),
    Other("chat-on-board", made=with_messages, opener=OPEN_CHAT, scope="#chat:has(.message)"),
    Other("links-with-bots", made=links_with_bots),
    Other("bot-for-the-player", made=with_bot_for_the_player),
    Other("hint", made=practice, scope="#hint"),
    Other("hint-page", made=practice, rest="/hint?strength=3"),
    Other("analysis", rest="/after", record="second-4-random"),
    Other("analysis-under-way", rest="/after", record="first-6"),
    Other("my-games-with-results", "/my-games", has_results=True),
    Other("invited", made=invited, member=LONG),
    Other("day-with-result", "/day/2026-01-03", opener=OPEN_SHARED, has_results=True),
    Other("seat-of-another-account", made=links_of_a_rated_seat),
)
RESULTS = [
    result(1, 41, 27),
    result(2, 18, 30, automas=("gropius", "hadid"), specialty="publishing", totals=(18, 30, 22), rank=3),
    result(3, 33, 21, automas=("hadid",), day="2026-01-03", attempt=1, revision=ruleset("second").revision),
    result(4, 25, 21, people=2, automas=(), ruleset="first", totals=(25, 21, 19), name=LONG),
]
"""A win, a defeat, the city of a day, and a game among people."""


def address(client: httpx.Client, other: Other) -> str:
    """Returns where the page is, on a server that gets the tables that it needs."""
    if other.made is not None:
        return other.made(client) + other.rest
    if not other.record:
        return other.path or open_question(client, "second schedule") + other.rest
    board = open_record(client, (GOLDEN / f"{other.record}.gfr").read_text("utf-8"))
    game_id = board.rpartition("/")[2]
    if other.name.startswith("analysis"):
        begin_analysis(client, game_id)
    if other.name == "analysis":
        wait_for_analysis(client, game_id)
    return board + other.rest


def open_part(tab: Tab, other: Other, appoint: Callable[[str], None]) -> None:
    """Opens what is looked at; the seats belong to the browser that made them. ``appoint`` makes an account with a name an administrator."""
    if other.member:
        home = tab.evaluate("location.origin")
        log_in(lambda do, data: tab.context.request.post(f"{home}/api/account{do}", data=data, headers={"Origin": home}).ok, other.member)
        if other.is_administrator:
            appoint(other.member)
        if other.path == "/admin":
            with http.Client(base_url=home, timeout=60) as client:
                report(client)
                message_of_another(client)
        tab.goto(tab.url)
    if other.people:
        form: dict[str, str | float | bool] = {"ruleset": other.rules}
        for number, name in enumerate(other.people):
            form |= {f"kind-{number}": other.kind, f"name-{number}": name, f"colour-{number}": COLOURS[number]}
        home = tab.url.rstrip("/")
        tab.goto(tab.context.request.post(f"{home}/new", form=form, headers={"Origin": home}).url)
    if other.name == "branches":
        open_branches(tab)
    if other.name == "hint":
        open_hint(tab)
    if other.has_results:
        home = tab.evaluate("location.origin")
        taken = tab.context.request.post(f"{home}/my-games/import", form={"text": format_games_file(RESULTS)}, headers={"Origin": home})
        assert taken.ok, taken.text()
        tab.reload()
    if other.opener:
        tab.evaluate(f"() => {{ {other.opener}; }}")
    if other.scope:
        tab.locator(other.scope).first.wait_for()
    if other.name == "rulebook":
        board_page.rule_book(tab).locator("p").first.wait_for()


def log_out(tab: Tab, other: Other) -> None:
    """Has the browser forget the account with which it has looked at a page."""
    if other.member:
        tab.context.clear_cookies()


def open_hint(tab: Tab) -> None:
    board_page.panel(tab).get_by_role("link", name=board_page.either("Hint", ending="$")).click()
    hint = tab.get_by_role("complementary", name=board_page.either("Hint", ending="$"))
    hint.get_by_role("link", name=board_page.either("The best moves, and why")).click()
    hint.get_by_role("list").first.wait_for()


def open_branches(tab: Tab) -> None:
    """Opens two branches of the game whose page of branches is shown, one with a long name, and comes back to the page."""
    page = tab.url
    for name in ("", f"{LONG} {LONG} {LONG}"):
        tab.goto(page)
        tab.get_by_label("Name", exact=True).fill(name)
        tab.get_by_role("button", name=board_page.either("Try from here")).click()
        tab.wait_for_url("**/s/*")
    tab.goto(page)
