"""The rights at each kind of table as tables that people read: a row for each right, a column for each role."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from groundfloor.table.rights import OF_GAME, OF_WAITING_TABLE, Situation
from groundfloor.translatable import _

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from gettext import NullTranslations

    from groundfloor.table.rights import Right, Stage

Amount = Literal["always", "sometimes", "never"]
NEVER = "–"
"""Stands for a right that a role never has."""
ROLES = {
    _("Host"): Situation("account", is_host=True, is_player=True, has_seat_page=True),
    _("Other player"): Situation("account", is_player=True, has_seat_page=True),
    _("Bot at a seat"): Situation("bot", is_player=True, has_seat_page=True),
    _("Account"): Situation("account"),
    _("Guest"): Situation("guest"),
    _("Administrator"): Situation("administrator"),
}
"""Whose rights are shown; the last three sit nowhere at the table."""
KINDS = {
    _("A table that waits in the lobby"): Situation(stage="waiting", is_from_lobby=True),
    _("A rated table that waits"): Situation(stage="waiting", is_from_lobby=True, is_rated=True, accounts_only=True, no_bots=True),
    _("A game of the lobby"): Situation(is_from_lobby=True),
    _("A rated game"): Situation(is_from_lobby=True, is_rated=True),
    _("A table of links, opened for friends"): Situation(),
}


@dataclass(frozen=True)
class RightsRow:
    """A right with what each role may, in words; ``note`` says when, where that is not said by the words."""

    title: str
    cells: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class RightsTable:
    """The rights at a kind of table, by its title."""

    title: str
    roles: tuple[str, ...]
    rows: tuple[RightsRow, ...]

    def holders(self, row: RightsRow) -> dict[str, list[str]]:
        """Returns the roles that have the right of a row, by what they may, in words."""
        by_words: dict[str, list[str]] = {}
        for role, may in zip(self.roles, row.cells, strict=True):
            if may != NEVER:
                by_words.setdefault(may, []).append(role)
        return by_words


def rights_tables(translations: NullTranslations) -> list[RightsTable]:
    """Returns the rights at all kinds of tables; what stands in none of the rows is for nobody."""
    _ = translations.gettext
    tables = []
    for title, table in KINDS.items():
        roles = {name: role for name, role in ROLES.items() if not (table.is_rated and role.person == "bot" and role.is_player)}
        rights = OF_WAITING_TABLE if table.stage == "waiting" else OF_GAME
        rows = [row for right in rights for row in rights_rows(right, table, roles.values(), translations)]
        tables.append(RightsTable(_(title), tuple(_(name) for name in roles), tuple(rows)))
    return tables


def rights_rows(right: Right, table: Situation, roles: Collection[Situation], translations: NullTranslations) -> list[RightsRow]:
    """Returns the row of a right at a kind of table; two if it is another one for what is one's own, and none for what nobody may."""
    _ = translations.gettext
    titles = {
        "": ("%(right)s", ""),
        "seat": (_("%(right)s: own seat"), _("%(right)s: another’s seat")),
        "message": (_("%(right)s: own message"), _("%(right)s: another’s message")),
    }
    rows = []
    for is_own, title in zip((True, False), titles[right.about], strict=True):
        amounts_by_role = [amounts(right, at_table(role, table), is_own=is_own) for role in roles]
        if title and any(set(by_stage.values()) != {"never"} for by_stage in amounts_by_role):
            is_conditional = any("sometimes" in by_stage.values() for by_stage in amounts_by_role)
            name = title % {"right": _(right.title)}
            rows.append(
                RightsRow(
                    name, tuple(in_words(by_stage, translations) for by_stage in amounts_by_role), _(right.note) if is_conditional else ""
                )
            )
    return rows


def at_table(role: Situation, table: Situation) -> Situation:
    """Returns the situation of a role at a kind of table."""
    return replace(table, **{name: getattr(role, name) for name in ("person", "is_host", "is_player", "has_seat_page")})


def amounts(right: Right, situation: Situation, *, is_own: bool) -> dict[Stage, Amount]:
    """Returns by the stage of a game whether a right is there always, sometimes or never."""
    stages: tuple[Stage, ...] = ("waiting",) if situation.stage == "waiting" else ("running", "over")
    if right.about == "seat" and is_own and not situation.has_seat_page:
        return dict.fromkeys(stages, "never")
    situation = replace(situation, is_own=is_own and bool(right.about))
    changing = [name for name in right.conditions if is_possible(name, situation)]
    by_stage: dict[Stage, Amount] = {}
    for stage in stages:
        cases: list[dict[str, Any]] = [dict(zip(changing, values, strict=True)) for values in product((False, True), repeat=len(changing))]
        allowed = {right.allows(replace(situation, stage=stage, **case)) for case in cases}
        by_stage[stage] = "sometimes" if len(allowed) > 1 else "always" if True in allowed else "never"
    return by_stage


def in_words(by_stage: Mapping[Stage, Amount], translations: NullTranslations) -> str:
    """Returns in words what somebody may at which stage of a game."""
    _ = translations.gettext
    terms = {"always": _("yes"), "sometimes": _("sometimes"), "never": NEVER}
    if len(set(by_stage.values())) == 1 or "never" not in by_stage.values():
        return terms["sometimes" if "sometimes" in by_stage.values() else by_stage["over"] if "over" in by_stage else by_stage["waiting"]]
    running = by_stage["running"] != "never"
    return (_("%(may)s, while it runs") if running else _("%(may)s, when it is over")) % {
        "may": terms[by_stage["running" if running else "over"]]
    }


def is_possible(condition: str, situation: Situation) -> bool:
    """Returns whether a condition can differ for a role at a kind of table."""
    match condition:
        case "has_losers" | "has_departed":
            return situation.is_rated
        case "is_bot":
            return not situation.is_rated
        case "accounts_only" | "no_bots":
            return situation.is_from_lobby and not situation.is_rated
        case "is_in_range" | "asks_rating":
            return situation.is_from_lobby and not situation.is_player
        case "is_blocked_pair" | "is_sent_away":
            return not situation.is_player
        case "is_of_account":
            return situation.is_from_lobby
        case "has_players_chat":
            return not situation.is_from_lobby
        case _:
            return True
