"""Positions in one line, for tests of single rules: a table of seats named by letters, set up, sent into one phase or area."""

from __future__ import annotations

from collections.abc import Mapping

from groundfloor import ruleset
from groundfloor.engine.company.improvements import add_floor, add_tenant, update_bonuses
from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.journal import Journal
from groundfloor.engine.phases.conduct import Conduct
from groundfloor.engine.phases.rounds import Rounds
from groundfloor.engine.ruleset import Ruleset
from groundfloor.engine.seats import Seat
from groundfloor.engine.state import CONDUCT, FORECAST_TYPES, INCOME, SETUP
from groundfloor.engine.step import Step
from tests.support.table_reader import TableReader

PHASES = ("income", "hire", "schedule", "conduct", "reorganize")
AUTOMAS = ("pei", "gropius", "hadid")


class Table(TableReader):
    """A game in progress whose seats are letters: ``Table("A B hadid")`` has the seats A, B and H.

    Everybody is a human's plain company with 20 money, 20 info, 1 supply and 4 available time markers on the first popularity
    space, A first; it is round 2 and the forecast is stable. ``set`` and ``give`` say what is different.
    """

    def __init__(self, seats: str = "A B C", edition: str | Ruleset = "second", **options: str) -> None:
        words = seats.split()
        self.letters = [word[0].upper() for word in words]
        places = [Seat(word.title(), word if word in AUTOMAS else "") for word in words]
        self.game = Game(ruleset(edition) if isinstance(edition, str) else edition, places, options)
        while self.game.chance is not None and self.state.phase == SETUP:
            texts = [outcome.text for outcome in self.game.chance.outcomes]
            self.game.apply("back stable" if "back stable" in texts else texts[0])
        for player in self.state.players:
            player.remodeled = [0] * len(player.remodeled)
            player.specialty = [special.id for special in self.game.ruleset.specialties].index("retail")
            if player.deck is None:
                player.money = player.info = 20
                player.supply = 1
            update_bonuses(self.game.ruleset, player)
        self.state.popularity_order = list(range(len(words)))
        self.set(round=2)

    # What it is made of

    def seats_of(self, text: str, size: int) -> list[int]:
        """Returns the seats of ``"A.B"`` as a list, the rest free."""
        return [self.seat(letter) if letter != "." else -1 for letter in text.ljust(size, ".")]

    def set(
        self,
        round: int = 0,
        popularity: str = "",
        market: int = 0,
        current: str = "",
        next: str = "",
        front: str = "",
        turned: str = "",
        cubes: str = "",
        boxes: tuple[str, ...] = (),
        products: str = "",
        bonuses: str = "",
        sale: str = "",
        **rows: str,
    ) -> Table:
        """Lays things on the table. Markers come out of their owners' stocks.

        ``popularity="B5 A3 C3"``: from the most popular, with the spaces; ``boxes=("AAB", "", "C")``: marketing boxes;
        ``products="A12 B6"``; ``sale="skyline=0"``; other rows of spaces like ``left="A..B"``.
        """
        state, rules = self.state, self.game.ruleset
        if round:
            state.round = round
            state.revealed_forecasts = [rules.designs.index(d) for d in rules.designs for _ in range(d.copies)][: round - 1]
        if popularity:
            state.popularity_order = [self.seat(word[0]) for word in popularity.split()]
            for word in popularity.split():
                state.popularity[self.seat(word[0])] = int(word[1:])
        state.job_market = market or state.job_market
        state.current_forecast = FORECAST_TYPES.index(current) if current else state.current_forecast
        state.next_forecast = FORECAST_TYPES.index(next) if next else state.next_forecast
        designs = [design.id for design in rules.designs]
        if turned:
            state.revealed_forecasts = [designs.index(word) for word in turned.split()]
        if front:
            state.revealed_forecasts = [*state.revealed_forecasts[: state.round - 1], designs.index(front)]
            state.current_forecast = rules.designs[designs.index(front)].type
        if cubes:
            state.warehouse_supply = [int(cube) for cube in cubes]
        for type, text in enumerate(boxes):
            for letter in text:
                state.marketing_boxes[type][self.seat(letter)] += 1
                self[letter].reserve_time -= 1
        for word in products.split():
            prices: tuple[int, ...] = rules.values["retail_outlets.prices"].value  # type: ignore[assignment]
            free = [space for space, price in enumerate(prices) if price == int(word[1:]) and state.retail_products[space] < 0]
            state.retail_products[free[0]] = self.seat(word[0])
            self[word[0]].reserve_time -= 1
        if bonuses:
            state.bonus_takers = self.seats_of(bonuses, len(state.bonus_takers))
        for word in sale.split():
            state.copies_left[rules.tile(word.partition("=")[0])] = int(word.partition("=")[2])
        for name, text in rows.items():
            self.fill(name, text)
        return self

    def fill(self, name: str, text: str) -> Table:
        row = self.rows[name]
        row[:] = self.seats_of(text, len(row))
        for letter in text.replace(".", ""):
            self[letter].reserve_time -= 1
        return self

    def give(
        self,
        letter: str,
        money: int = -1,
        info: int = -1,
        supply: int = -1,
        time: int = -1,
        stock: int = -1,
        trained: int = 0,
        untrained: int = 0,
        remodeled: str = "",
        floors: str = "",
        tenants: str = "",
        specialty: str = "",
    ) -> Table:
        """Gives one company other things. ``tenants="niche_market@training"``; ``stock=0``: the rest is set aside."""
        player, rules = self[letter], self.game.ruleset
        player.money = money if money >= 0 else player.money
        player.info = info if info >= 0 else player.info
        player.supply = supply if supply >= 0 else player.supply
        if time >= 0:
            player.reserve_time += player.time - time
            player.time = time
        if stock >= 0:
            player.spent_time += player.reserve_time - stock
            player.reserve_time = stock
        player.trained += trained
        player.untrained += untrained
        player.employee_count = 1 + player.trained + player.untrained
        for room in remodeled.split():
            player.remodeled[rules.room(room)] = 1
        for floor in floors.split():
            player.floors.append(rules.tile(floor))
            player.floor_uses.append(0)
        for word in tenants.split():
            tile, _, place = word.partition("@")
            player.tenants.append(rules.tile(tile))
            names = [room.id for room in rules.rooms] + ["empty_floor_1", "empty_floor_2"]
            player.tenant_places.append(names.index(place) if place else -1)
            if place:
                player.visible_tenants[names.index(place)] = rules.tile(tile)
        if specialty:
            player.specialty = [special.id for special in rules.specialties].index(specialty)
        update_bonuses(rules, player)
        return self

    def cards(self, letter: str, pile: str, discard: str = "") -> Table:
        """Returns an Automa's deck: ``"factory"`` is a card that nobody has seen, ``"factory_2"`` one with design 2."""
        deck = self[letter].deck
        assert deck is not None
        self.state.seen_cards = [0] * len(self.state.seen_cards)
        deck.pile, deck.discard = (sorted(self.card(word) for word in text.split()) for text in (pile, discard))
        return self

    def card(self, word: str) -> int:
        """Returns the number of a card; one with a design has been seen."""
        kinds = [card.id for card in self.game.ruleset.automa_cards]
        if word in kinds:
            return kinds.index(word) * 4
        card = kinds.index(word[:-2]) * 4 + int(word[-1])
        self.state.seen_cards[card] += 1
        return card

    # What happens

    def go(self, where: str) -> Table:
        """Sends the table into a phase or an area; nothing that comes after it happens (``is_done``)."""
        game, rules = self.game, self.game.ruleset
        clear_question(game)
        game._steps = []
        if where in PHASES:
            game.push(phase_at(game, PHASES.index(where)))
        else:
            self.state.phase = CONDUCT
            self.state.area = rules.area(where)
            rules.areas[self.state.area].conduct(game)
        game.run()
        return self

    def go_on(self, where: str) -> Table:
        """Begins a phase or an area, with all that comes after it."""
        begin(self.game, where)
        return self

    def take(self, *texts: str) -> Table:
        for text in texts:
            self.game.apply(text)
        return self

    def told(self, *texts: str) -> list[Event]:
        self.game.journal = journal = Journal()
        self.take(*texts)
        self.game.journal = None
        return journal.events


def begin(game: Game, where: str) -> Game:
    """Goes on with a phase, or with an area of phase IV, and with all that comes after it."""
    number = PHASES.index(where if where in PHASES else "conduct")
    phase = phase_at(game, number)
    if isinstance(phase, Conduct) and where not in PHASES:
        phase.next_area = game.ruleset.area(where)
    rounds = Rounds()
    rounds.next_phase = (number + 1) % len(PHASES)
    clear_question(game)
    game._steps = [rounds, phase]
    game.run()
    return game


def phase_at(game: Game, number: int) -> Step:
    """Returns the step of a phase at its beginning; the state says that it has begun."""
    game._state.phase = INCOME + number
    phase = game.ruleset.phases[number]()
    phase.order = game._state.popularity_order[:]
    return phase


def clear_question(game: Game) -> None:
    """Removes the question, so that nobody is asked any more."""
    game._asked_seat, game._question_kind, game._legal, game._chance = -1, "", [], None


NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def started(
    rules: str | Ruleset, seats: int | tuple[str, ...] = 3, options: Mapping[str, str] | None = None, round: int = 2, rich: int = 20
) -> Game:
    """Returns a game in some round in which everybody has as much money and info, and 1 supply."""
    names = NAMES[:seats] if isinstance(seats, int) else seats
    game = Table(" ".join(name.removeprefix("automa:") for name in names), rules, **(options or {})).set(round=round).game
    for player in game._state.players:
        player.money = player.info = rich
        player.supply = 1
    return game


def give(game: Game, seat: int, tile: str) -> None:
    """Gives a company an improvement: a floor on top, a tenant improvement over its Training room."""
    index = game.ruleset.tile(tile)
    if game.ruleset.tiles[index].is_tenant:
        add_tenant(game, seat, index, 5)
    else:
        add_floor(game, seat, index)
