"""Refusals: why an action is not possible, as a code and an English sentence; other languages translate the sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .actions import Action
    from .game import Game
    from .kinds import RefusalCode

SENTENCES: dict[RefusalCode, str] = {
    "nobody_asked": "nobody is asked anything now",
    "not_asked": "this is no answer to the question that stands",
    "no_time": "it takes {need} time and you have {have}",
    "no_money": "it costs {need} money and you have {have}",
    "no_info": "it costs {need} info and you have {have}",
    "no_supply": "it takes {need} supply and you have {have}",
    "full": "every space there is taken",
    "taken": "that space is taken",
    "no_cube": "there is no supply at that door",
    "closed_space": "that space is closed at this number of players",
    "covered": "a tenant improvement covers that room",
    "not_remodeled": "that takes the remodeled room",
    "already_remodeled": "that room is remodeled already",
    "no_untrained": "there is no untrained employee",
    "no_trained": "there is no trained employee",
    "no_stock": "no time marker is left in your stock",
    "not_owned": "you do not own that floor",
    "nobody_there": "no time marker is in that row",
    "used_up": "it has been used as often as it may be this round",
    "most_employees": "you have as many employees as there can be",
    "task_first": "a task is possible, so one must be taken",
    "task_done": "this turn's task is done",
    "no_room": "there is no room left to remodel",
    "bonus_taken": "somebody has that bonus",
    "no_space_at_price": "no open space at that price is free",
    "not_full": "a retail space is still free",
    "not_yours": "you have no marker there",
    "no_product": "you have no unsold product at that price",
    "not_lower": "a product drops to a lower price bracket only",
    "not_turn_of_bracket": "lower brackets drop first",
    "no_niche": "only an owner of a Niche Market may leave it there",
    "sold_out": "no copy is left on sale",
    "later_stage": "it comes on sale in a later stage",
    "already_yours": "you own one already",
    "no_empty_floor": "you have no Empty Floor",
    "same_place": "both places of the Empty Floor are free and alike; name the first",
}


class Refusal:
    """Why an action is not possible now: ``code``, and in ``facts`` the numbers of the sentence."""

    __slots__ = ("code", "facts")

    def __init__(self, code: RefusalCode, facts: dict[str, int]) -> None:
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return "Not possible: " + SENTENCES[self.code].format(**self.facts) + "."

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.facts!r})"


def refusal_facts(game: Game, code: RefusalCode, action: Action) -> dict[str, int]:
    """Returns the numbers that a sentence needs: what the action takes and what the player has."""
    if "{need}" not in SENTENCES[code]:
        return {}
    quote = game.quote(action)
    player = game.state.players[game.asked_seat]
    if code == "no_time":
        return {"need": quote.time, "have": player.time}
    if code == "no_money":
        return {"need": quote.money, "have": player.money}
    if code == "no_info":
        return {"need": quote.info, "have": player.info}
    return {"need": quote.supply, "have": player.supply}
