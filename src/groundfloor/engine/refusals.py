"""Refusals: why an action is not possible, as a code and an English sentence; other languages translate the sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .value_objects import ValueObject

if TYPE_CHECKING:
    from .actions import Action
    from .game import Game
    from .kinds import RefusalCode

SENTENCES: dict[RefusalCode, str] = {
    "nobody_asked": "no decision is open now",
    "not_asked": "this is not one of the possible answers",
    "no_time": "it takes {need} time markers, and you have {have}",
    "no_money": "it costs {need} money, and you have {have}",
    "no_info": "it costs {need} info, and you have {have}",
    "no_supply": "it takes {need} supply, and you have {have}",
    "full": "all its spaces are taken",
    "taken": "that space is taken",
    "no_cube": "there is no supply at that door",
    "covered": "a tenant improvement covers that room",
    "not_remodeled": "that room must be remodeled first",
    "already_remodeled": "that room has already been remodeled",
    "no_untrained": "you have no untrained employee",
    "no_trained": "you have no trained employee",
    "no_stock": "there is no time marker left in your stock",
    "not_owned": "you do not own that improvement",
    "nobody_there": "there is no time marker in that row",
    "used_up": "it can’t be used again this round",
    "most_employees": "you already have as many employees as possible",
    "task_first": "you must take a task as long as one is possible",
    "task_done": "you have already taken this turn’s task",
    "bonus_taken": "that bonus has already been taken",
    "no_space_at_price": "no space at that price is free",
    "not_yours": "you have no marker there",
    "no_product": "you have no unsold product at that price",
    "not_turn_of_bracket": "products in lower price brackets drop first",
    "no_niche": "only the owner of a Niche Market may leave it there",
    "sold_out": "all copies are sold",
    "later_stage": "it comes on sale in a later stage",
    "already_yours": "you already own one",
    "no_empty_floor": "you have no Empty Floor",
    "same_place": "both places of the Empty Floor are free; choose the first one",
    "over_limit": "it costs {need} money, and your plan allows {have}",
}
SINGULARS: dict[RefusalCode, str] = {"no_time": "it takes {need} time marker, and you have {have}"}
"""The sentences whose noun has another form where one is needed."""


class Refusal(ValueObject):
    """Why an action is not possible now: ``code``, and in ``facts`` the numbers of the sentence."""

    __slots__ = ("code", "facts")

    def __init__(self, code: RefusalCode, facts: dict[str, int]) -> None:
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        return Refusal, (self.code, self.facts)

    def __str__(self) -> str:
        sentence = SINGULARS.get(self.code) if self.facts.get("need") == 1 else None
        return "Not possible: " + (sentence or SENTENCES[self.code]).format(**self.facts) + "."

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.facts!r})"


def refusal_facts(game: Game, code: RefusalCode, action: Action) -> dict[str, int]:
    """Returns the numbers of a sentence: what the action takes, and what the player has."""
    if "{need}" not in SENTENCES[code]:
        return {}
    quote = game.quote(action)
    player = game._state.players[game._asked_seat]
    if code == "no_time":
        return {"need": quote.time, "have": player.time}
    if code == "no_money":
        return {"need": quote.money, "have": player.money}
    if code == "no_info":
        return {"need": quote.info, "have": player.info}
    return {"need": quote.supply, "have": player.supply}
