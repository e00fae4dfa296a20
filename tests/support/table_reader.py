"""What stands on a table of letters, said so shortly that a test can compare it."""

from __future__ import annotations

from groundfloor.engine.game import Game
from groundfloor.engine.state import PLACES, Player, State


class TableReader:
    """Reads a game whose seats are letters."""

    game: Game
    letters: list[str]

    @property
    def state(self) -> State:
        return self.game._state

    def seat(self, letter: str) -> int:
        return self.letters.index(letter)

    def __getitem__(self, letter: str) -> Player:
        return self.state.players[self.seat(letter)]

    @property
    def rows(self) -> dict[str, list[int]]:
        state = self.state
        city = {
            "left": state.consulting_left,
            "right": state.consulting_right,
            "desks": state.agency_desks,
            "doors": state.warehouse_markers,
            "factory": state.factory_queue,
        }
        return city | {
            "listings": state.exchange_queue,
            "track": state.exchange_track,
            "sites": state.construction_queue,
            "bonuses": state.bonus_takers,
        }

    @property
    def is_done(self) -> bool:
        """Returns whether the phase or area is over."""
        return self.game.is_over

    @property
    def asked(self) -> str:
        """Returns the letter of the seat that is asked and what: ``"A hire"``; what chance is asked: ``"* front"``."""
        if self.game.chance is not None:
            return f"* {self.game.chance.kind}"
        return f"{self.letters[self.game.asked_seat]} {self.game.question_kind}" if self.game.asked_seat >= 0 else ""

    @property
    def legal(self) -> list[str]:
        return [action.text for action in self.game.legal_actions]

    @property
    def odds(self) -> dict[str, int]:
        assert self.game.chance is not None
        return {o.text: w for o, w in zip(self.game.chance.outcomes, self.game.chance.weights, strict=True)}

    def refused(self, text: str) -> str:
        """Returns the code of the reason against an answer; empty if it is legal."""
        refusal = self.game.refusal(self.game.ruleset.action(text))
        assert (refusal is None) == (text in self.legal)
        return refusal.code if refusal is not None else ""

    @property
    def order(self) -> str:
        """Returns the popularity order with the spaces: ``"B5 A3 C3"``."""
        return " ".join(f"{self.letters[seat]}{self.state.popularity[seat]}" for seat in self.state.popularity_order)

    def row(self, name: str) -> str:
        """Returns a row of spaces as letters, ``"A..B"``."""
        return "".join(self.letters[seat] if seat >= 0 else "." for seat in self.rows[name])

    def box(self, type: int) -> str:
        return "".join(letter * count for letter, count in zip(self.letters, self.state.marketing_boxes[type], strict=True))

    @property
    def products(self) -> str:
        """Returns what stands on the outlets, from the most expensive: ``"A12 B6"``."""
        prices: tuple[int, ...] = self.game.ruleset.values["retail_outlets.prices"].value  # type: ignore[assignment]
        return " ".join(f"{self.letters[s]}{p}" for s, p in zip(self.state.retail_products, prices, strict=True) if s >= 0)

    def tiles(self, letter: str) -> list[str]:
        """Returns tenants and floors of a company, in the order in which they were got."""
        return [self.game.ruleset.tiles[tile].id for tile in self[letter].tenants + self[letter].floors]

    def rooms(self, letter: str) -> list[str]:
        return [room.id for room, is_remodeled in zip(self.game.ruleset.rooms, self[letter].remodeled, strict=True) if is_remodeled]

    def covers(self, letter: str) -> dict[str, str]:
        names = [room.id for room in self.game.ruleset.rooms] + ["empty_floor_1", "empty_floor_2"]
        places = self[letter].visible_tenants
        return {names[i]: self.game.ruleset.tiles[places[i]].id for i in range(PLACES) if places[i] >= 0}

    def points(self, letter: str) -> dict[str, int]:
        """Returns the lines of a company's score, those of one code and thing added."""
        score = next(score for score in self.game.scores() if score.seat == self.seat(letter))
        found: dict[str, int] = {}
        for item in score.items:
            found[f"{item.code} {item.what}"] = found.get(f"{item.code} {item.what}", 0) + item.points
        return found

    def pile(self, letter: str) -> str:
        """Returns the pile of an Automa's deck, as ``cards`` takes it."""
        deck = self[letter].deck
        assert deck is not None
        return self.words(deck.pile)

    def words(self, cards: list[int]) -> str:
        """Returns cards as ``cards`` takes them."""
        kinds = [card.id for card in self.game.ruleset.automa_cards]
        return " ".join(kinds[card // 4] + (f"_{card % 4}" if card % 4 else "") for card in cards)
