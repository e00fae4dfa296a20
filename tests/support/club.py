"""Six people in six browsers, at one or two server processes: they meet in the lobby and play one table to its end."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as Tab

from tests.support import board_page, http
from tests.support.browser_player import Player, fill_in_account

LATE = 60_000
"""Milliseconds within which a page shows what others have done, however busy the machine is."""
STEPS = 6000
PEOPLE: dict[str, dict[str, Any]] = {
    "Ann": {"viewport": {"width": 1366, "height": 768}},
    "Ben": {"viewport": {"width": 1600, "height": 1000}},
    "Cleo": {"viewport": {"width": 360, "height": 760}, "has_touch": True},
    "Dan": {"viewport": {"width": 900, "height": 1200}},
    "Eva": {"viewport": {"width": 760, "height": 360}, "has_touch": True},
    "Finn": {"viewport": {"width": 1366, "height": 768}, "color_scheme": "dark"},
}
"""Their browsers; those at phones move by keys, as ``test_phone.py`` taps."""
ACCOUNTS = ("Ann", "Ben", "Cleo")
"""Who has an account where not all have one."""


@dataclass
class Member:
    """Somebody with a browser, at the server process of ``address``."""

    name: str
    address: str
    player: Player

    @property
    def tab(self) -> Tab:
        return self.player.tab


class Club:
    """``addresses`` are those of the processes, between which people are split; ``accounts`` names those who have one, ``departed`` those who have lost the game before its end."""

    def __init__(self, browser: Browser, addresses: tuple[str, ...], seed: int, accounts: Collection[str] = ACCOUNTS) -> None:
        self.browser = browser
        self.dice = Random(seed)
        self.accounts = accounts
        self.departed: list[str] = []
        self.game_id = ""
        self.members = {name: self.open(name, addresses[number % len(addresses)]) for number, name in enumerate(PEOPLE)}

    def open(self, name: str, address: str) -> Member:
        """Returns somebody with a browser that has never been at the server."""
        context = self.browser.new_context(locale="en", reduced_motion="reduce", **PEOPLE[name])
        tab = context.new_page()
        tab.set_default_timeout(LATE)
        return Member(name, address, Player(tab, Random(self.dice.randrange(2**32))))

    @property
    def view(self) -> dict[str, Any]:
        """The table, as a spectator sees it."""
        return dict(http.get(f"{self.members['Ann'].address}/api/games/{self.game_id}").json())

    @property
    def record(self) -> str:
        return http.get(f"{self.members['Ben'].address}/g/{self.game_id}/record").text

    def meet(self, rated_pace: str = "") -> None:
        """Ann opens a table for all in the lobby, a rated one with a ``rated_pace``; the others find it there, and all are led to the board."""
        ann = self.members["Ann"]
        for name in self.accounts:
            log_in(self.members[name], "Create an account")
        ann.tab.goto(f"{ann.address}/lobby")
        form = ann.tab.locator("#new-open-table")
        form.get_by_label("Rules").select_option("first")
        form.get_by_label("People, you included").select_option(str(len(PEOPLE)))
        if rated_pace:
            form.get_by_label("Pace", exact=True).select_option(rated_pace)
            form.get_by_label("Rated", exact=True).check()
        ann.tab.get_by_role("button", name="Open the table").click()
        ann.tab.get_by_role("heading", name="Table of Ann").wait_for()
        for member in self.members.values():
            if member is ann:
                continue
            member.tab.goto(f"{member.address}/lobby")
            member.tab.get_by_role("link", name="To the table Table of Ann").click()
            if member.name not in self.accounts:
                member.tab.get_by_label("Your name").fill(member.name)
            member.tab.get_by_role("button", name="Join", exact=True).click()
            if member.name != [*PEOPLE][-1]:
                ann.tab.get_by_role("list", name="Seats").locator("b", has_text=member.name).wait_for()
        for member in self.members.values():
            member.tab.wait_for_url(re.compile("/s/"))
            board_page.panel(member.tab).wait_for()
        self.game_id = board_page.game_id_of(ann.tab)
        seats = http.get(f"{ann.address}/api/games/{self.game_id}/seats").json()["seats"]
        self.names = [seat["name"] for seat in seats]

    def asked(self) -> Member | None:
        """Waits until all pages show the table as it is; returns who is asked, None after the end."""
        view = self.view
        while not view["is_over"] and self.names[view["asked"] - 1] in self.departed:  # whose bot is about to move
            self.members["Ann"].tab.wait_for_timeout(50)
            view = self.view
        for member in self.members.values():
            board_page.table(member.tab, version=view["version"]).wait_for(state="attached", timeout=LATE)
        if view["is_over"]:
            return None
        asked = self.members[self.names[view["asked"] - 1]]
        board_page.panel(asked.tab, "asked", "second-step", "draft").wait_for(timeout=LATE)
        return asked

    def play(self, entries: int = STEPS) -> int:
        """Has people click until the record has so many entries more, or the game is over; returns the number of clicks."""
        last = self.view["version"] + entries
        for clicks in range(STEPS):
            asked = self.asked()
            if asked is None or self.view["version"] >= last:
                return clicks
            move = asked.player.type if "has_touch" in PEOPLE[asked.name] else asked.player.click
            move()
        raise AssertionError("the game does not end")

    def lose_phone(self) -> None:
        """Cleo's phone is gone; on another one she logs in and is led to her seat."""
        old = self.members["Cleo"]
        old.tab.context.close()
        new = self.members["Cleo"] = self.open("Cleo", old.address)
        log_in(new, "Log in")
        new.tab.goto(f"{new.address}/")
        new.tab.get_by_role("link", name=", ".join(self.names)).first.click()
        board_page.panel(new.tab).wait_for()
        assert board_page.game_id_of(new.tab) == self.game_id

    def renew_link(self) -> None:
        """Dan's link was seen by others. Ann renews it: the old one leads nowhere, and Dan, who gets the new one, is back at his seat."""
        ann, old = self.members["Ann"], self.members["Dan"]
        seat, link = self.names.index("Dan"), old.tab.url
        ann.tab.goto(f"{ann.tab.url.partition('?')[0]}/table")
        row = ann.tab.locator(f"#seat-link-{seat}")
        row.get_by_text("Renew the link").click()
        row.get_by_role("button", name="Make a new link").click()
        token = ann.tab.locator(f"#link-{seat}").input_value().rpartition("/s/")[2]
        assert token not in link
        ann.tab.get_by_role("link", name="To the board").click()
        board_page.panel(ann.tab).wait_for()
        for member in self.members.values():
            assert http.get(f"{member.address}/s/{link.rpartition('/s/')[2]}").status_code == 404
        old.tab.context.close()
        new = self.members["Dan"] = self.open("Dan", old.address)
        new.tab.goto(f"{new.address}/s/{token}")
        board_page.panel(new.tab).wait_for()

    def undo_by_consent(self) -> None:
        """Plays until somebody whom others have followed can ask to take back a decision; all who have to agree do."""
        for _ in range(STEPS):
            for member in self.members.values():
                button = member.tab.locator("#undo[data-opens=ask-undo]")
                if button.count():
                    version = self.view["version"]
                    button.press("Enter")
                    member.tab.locator("#propose-undo").press("Enter")
                    member.tab.get_by_role("button", name="Withdraw").wait_for()
                    self.agree()
                    assert self.view["version"] == version + 1 and re.search(r"^\d undo \d+ with [\d ]+$", self.record, re.MULTILINE)
                    return
            self.play(1)
        raise AssertionError("nobody could ask")

    def pause_and_resume(self) -> None:
        """Eva proposes a pause, and Cleo its end; more than half agree to each."""
        self.vote("Eva", "Pause the game")
        assert self.view["paused"] is not None
        self.vote("Cleo", "Resume the game")
        assert self.view["paused"] is None

    def resign(self, name: str) -> None:
        """Somebody loses a rated game at once, on the page of the table."""
        tab = self.members[name].tab
        tab.goto(f"{tab.url.partition('?')[0]}/table")
        tab.locator("summary", has_text="Resign").click()
        tab.get_by_role("button", name="Resign the game").click()
        board_page.panel(tab).wait_for()
        self.departed.append(name)

    def vote(self, proposer: str, label: str) -> None:
        """Has somebody propose something at the page of the table, and the others agree on the board, until it is decided."""
        member = self.members[proposer]
        member.tab.goto(f"{member.tab.url.partition('?')[0]}/table")
        member.tab.get_by_role("button", name=label).click()
        board_page.panel(member.tab).wait_for()
        self.agree()

    def agree(self) -> None:
        """Has those who are asked agree to the proposal, until it is decided."""
        proposal = self.view["proposal"]
        while proposal is not None:
            waiting = next(seat for seat in proposal["asked"] if seat not in proposal["agreed"])
            member = self.members[self.names[waiting - 1]]
            button = member.tab.get_by_role("button", name="Agree", exact=True)
            button.press("Enter")
            button.wait_for(state="detached")
            proposal = self.view["proposal"]

    def see_end(self) -> None:
        """All pages show the end, with the same points."""
        ends = []
        for member in self.members.values():
            panel = board_page.panel(member.tab, "over")
            panel.wait_for()
            expect(panel.locator("li > b:last-child")).to_have_count(len(PEOPLE))
            ends.append(panel.locator("li > b:last-child").all_inner_texts())
        assert all(end == ends[0] for end in ends)


def log_in(member: Member, form: str) -> None:
    """Creates the account of a member, or logs in to it."""
    member.tab.goto(f"{member.address}/account")
    fill_in_account(member.tab, form, member.name)
    member.tab.get_by_role("link", name=f"Account: {member.name}", exact=True).wait_for()
