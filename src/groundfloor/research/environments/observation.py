"""Observations: what a seat sees, as numbers from 0 to 255 in a fixed order (docs/environments.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.state import FORECAST_TYPES, PHASE_NAMES, PLACES, ROOMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.engine.state import Player
    from groundfloor.engine.step import Step

OBSERVATION_VERSION = 1
"""Rises whenever a name, the order or the meaning of an entry changes."""
HIGHEST = 255
"""The highest value of any entry; a larger number is shown as this one."""

QUESTIONS = tuple(kind for kind in get_args(QuestionKind) if kind)
STEP_LEVELS = 3
"""How many of the steps in progress are shown: a phase, an area in it, the end of a turn in that."""
PRESET_CARDS = 10
"""How many cards of a preset forecast deck are shown."""


@dataclass(frozen=True)
class ObservationEntry:
    """One entry of an observation: its name, its highest value, and a usual high value, for scaling.

    >>> from groundfloor.research.environments import TableKind
    >>> TableKind.of("second", 2).encoder.entries[0]
    ObservationEntry(name='round', high=7, usual=7)
    """

    name: str
    high: int = 1
    usual: int = 1


def count(name: str, high: int = HIGHEST, usual: int = 0) -> ObservationEntry:
    return ObservationEntry(name, high, usual or min(high, 10))


def flags(prefix: str, names: Iterable[str]) -> list[ObservationEntry]:
    """Returns an entry for each name, 1 if it applies and 0 if not."""
    return [ObservationEntry(f"{prefix}.{name}") for name in names]


def seat_names(players: int) -> tuple[str, ...]:
    """Returns the names of seats as an observation has them: the observer, then the others clockwise.

    >>> seat_names(3)
    ('own', 'next_1', 'next_2')
    """
    return ("own", *(f"next_{number}" for number in range(1, players)))


def spaces(prefix: str, length: int, seats: Sequence[str]) -> list[ObservationEntry]:
    """Returns the entries of a row of spaces: for each space a flag for each seat that may have it."""
    return [ObservationEntry(f"{prefix}.{number}.{seat}") for number in range(1, length + 1) for seat in seats]


def layout(game: Game) -> tuple[ObservationEntry, ...]:
    """Returns the entries of an observation of a table, in their order; ``game`` is the table at its start."""
    rules, state = game.ruleset, game._state
    seats = seat_names(len(state.players))
    entries = general_entries(rules, seats)
    entries += [entry for name in ("left", "right") for entry in spaces(f"consulting.{name}", len(state.consulting_left), seats)]
    entries += spaces("agency.desk", len(state.agency_desks), seats)
    entries += [count(f"agency.box_{box}.{seat}", HIGHEST, 4) for box in range(1, len(state.marketing_boxes) + 1) for seat in seats]
    entries += spaces("bonus", len(state.bonus_takers), seats)
    entries += spaces("warehouse", len(state.warehouse_markers), seats)
    entries += flags("warehouse.supply", map(str, range(1, len(state.warehouse_supply) + 1)))
    entries += spaces("factory", len(state.factory_queue), seats)
    entries += spaces("exchange.queue", len(state.exchange_queue), seats)
    entries += spaces("exchange.track", len(state.exchange_track), seats)
    entries += spaces("retail", len(state.retail_products), seats)
    entries += spaces("construction", len(state.construction_queue), seats)
    entries += forecast_entries(rules)
    entries += [count(f"on_sale.{tile.id}", HIGHEST, 2) for tile in rules.tiles]
    for level in range(STEP_LEVELS):
        entries += step_entries(f"step_{level + 1}", seats, marks_shown(game))
    for seat in seats:
        entries += player_entries(rules, seat)
    return tuple(entries + automa_entries(game, seats))


def general_entries(rules: Ruleset, seats: Sequence[str]) -> list[ObservationEntry]:
    entries = [count("round", len(rules.stage_by_round), len(rules.stage_by_round))]
    entries += flags("phase", PHASE_NAMES)
    entries += flags("area", [area.id for area in rules.areas])
    entries += flags("question", QUESTIONS)
    entries += flags("asked", seats)
    entries += spaces("popularity_order", len(seats), seats)
    entries += [count("job_market", HIGHEST, len(rules.job_market_prices))]
    entries += flags("era", [era.id for era in rules.eras])
    return entries + flags("event", [event.id for event in rules.events])


def forecast_entries(rules: Ruleset) -> list[ObservationEntry]:
    entries = flags("forecast.current", FORECAST_TYPES) + flags("forecast.next", FORECAST_TYPES)
    entries += [count(f"forecast.deck.{name}", HIGHEST, 4) for name in FORECAST_TYPES]
    entries += flags("forecast.revealed", [design.id for design in rules.designs])
    entries += [count(f"forecast.seen.{design.id}", HIGHEST, 2) for design in rules.designs]
    return entries + [ObservationEntry(f"forecast.preset.{card}.{name}") for card in range(1, PRESET_CARDS + 1) for name in FORECAST_TYPES]


def marks_shown(game: Game) -> int:
    """Returns how many marks of a step are shown: a step has one for each seat or for each space of the retail outlets."""
    return max(len(game._state.retail_products), len(game._state.players))


def step_entries(prefix: str, seats: Sequence[str], marks: int) -> list[ObservationEntry]:
    """Returns the entries for a step in progress: the values of ``Step.saved_fields``."""
    found = spaces(f"{prefix}.order", len(seats), seats)
    found += [count(f"{prefix}.at"), count(f"{prefix}.stage", HIGHEST, 2)]
    return found + [count(f"{prefix}.mark.{number}", HIGHEST, 1) for number in range(1, marks + 1)]


def player_entries(rules: Ruleset, seat: str) -> list[ObservationEntry]:
    entries = [count(f"{seat}.{name}", HIGHEST, usual) for name, usual in NUMBERS]
    entries += flags(f"{seat}.specialty", [specialty.id for specialty in rules.specialties])
    entries += flags(f"{seat}.remodeled", [room.id for room in rules.rooms])
    entries += [count(f"{seat}.markers.{room.id}", HIGHEST, 2) for room in rules.rooms]
    entries += flags(f"{seat}.covered", [*(room.id for room in rules.rooms), *(f"empty_floor_{n}" for n in range(1, PLACES - ROOMS + 1))])
    entries += [count(f"{seat}.owns.{tile.id}", HIGHEST, 1) for tile in rules.tiles]
    entries += [count(f"{seat}.place.{tile.id}", HIGHEST, 8) for tile in rules.tiles]
    return entries + [count(f"{seat}.uses.{tile.id}", HIGHEST, 2) for tile in rules.tiles if not tile.is_tenant]


NUMBERS = (
    ("money", 30),
    ("info", 30),
    ("supply", 3),
    ("time", 15),
    ("reserve_time", 25),
    ("spent_time", 15),
    ("employee_count", 5),
    ("trained", 4),
    ("untrained", 4),
    ("popularity", 9),
)
"""The numbers of a company, with a usual high value."""


def automa_entries(game: Game, seats: Sequence[str]) -> list[ObservationEntry]:
    """Returns the entries for the Automas, clockwise from the observer; none at a table without Automas."""
    rules = game.ruleset
    entries: list[ObservationEntry] = []
    cards = [rules.automa_deck[code].name for code in shown_cards(rules)]
    for number in range(1, sum(automa is not None for automa in game.automas) + 1):
        entries += flags(f"automa_{number}.is", [entrepreneur.id for entrepreneur in rules.entrepreneurs])
        entries += flags(f"automa_{number}.seat", seats)
        entries.append(ObservationEntry(f"automa_{number}.hired"))
        entries += [count(f"automa_{number}.{pile}.{card}", HIGHEST, 2) for pile in ("pile", "discard", "revealed") for card in cards]
    if entries:
        entries += [count(f"automa_cards.seen.{card}", HIGHEST, 2) for card in cards]
        entries.append(count("automa_cards.offices_left", HIGHEST, 4))
    return entries


def shown_cards(rules: Ruleset) -> list[int]:
    """Returns the codes of the Automa cards that there can be: unseen ones, and each design of a kind with several."""
    codes = []
    for card in rules.automa_deck:
        designs = len(card.kind.corners)
        if card.design == 0 or (designs > 1 and card.design <= designs):
            codes.append(card.code)
    return codes


def one_hot(length: int) -> list[bytes]:
    """Returns the flags for each value from 0 on; the last item, which index -1 finds too, has none set."""
    rows = [bytes(1 if place == value else 0 for place in range(length)) for value in range(length)]
    return [*rows, bytes(length)]


def clip_to_bytes(numbers: list[int]) -> bytes:
    """Returns numbers as bytes; those below 0 or above 255 become these."""
    try:
        return bytes(numbers)
    except ValueError:
        return bytes([min(max(number, 0), HIGHEST) for number in numbers])


class ObservationEncoder:
    """Makes observations of the tables of one ruleset, number of players and number of Automas.

    A table holds no secrets (docs/position.md): what nobody knows has not been drawn yet. So a position is all that a view shows, and an
    observation reads it from one seat's perspective: the seat itself comes first, then the others clockwise.

    >>> from groundfloor import Match, ruleset
    >>> game = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret").game
    >>> encoder = ObservationEncoder(game)
    >>> seen = encoder.encode(game, 0)
    >>> len(seen) == len(encoder.entries), seen[encoder.index("own.info")]
    (True, 7)
    """

    def __init__(self, game: Game) -> None:
        """``game`` is any table of this kind at its start; ObservationEncoder keeps nothing of it but its measures."""
        rules = game.ruleset
        players = len(game._state.players)
        self.entries = layout(game)
        self._index = {entry.name: place for place, entry in enumerate(self.entries)}
        self.players = players
        self.phases = one_hot(len(PHASE_NAMES))
        self.areas = one_hot(len(rules.areas))
        self.questions = {kind: bytes(1 if kind == other else 0 for other in QUESTIONS) for kind in ("", *QUESTIONS)}
        self.seats = [[*(one_hot(players)[(seat - own) % players] for seat in range(players)), bytes(players)] for own in range(players)]
        self.turned_seats = [[(own + place) % players for place in range(players)] for own in range(players)]
        self.eras = one_hot(len(rules.eras))
        self.events = one_hot(len(rules.events))
        self.types = one_hot(len(FORECAST_TYPES))
        self.designs = one_hot(len(rules.designs))
        self.specialties = one_hot(len(rules.specialties))
        self.marks = marks_shown(game)
        self.no_step = bytes(players * players + 2 + self.marks)
        self.floors = [tile.index for tile in rules.tiles if not tile.is_tenant]
        self.tiles = len(rules.tiles)
        self.no_improvements = bytes(PLACES + 2 * self.tiles + len(self.floors))
        self.no_preset = bytes(PRESET_CARDS * len(FORECAST_TYPES))
        self.cards = shown_cards(rules)
        self.card_places = [self.cards.index(code) if code in self.cards else 0 for code in range(len(rules.automa_deck))]
        self.entrepreneurs = {entrepreneur.id: flag for entrepreneur, flag in zip(rules.entrepreneurs, one_hot(len(rules.entrepreneurs)))}
        self.automas = sum(automa is not None for automa in game.automas)

    def __len__(self) -> int:
        return len(self.entries)

    def index(self, name: str) -> int:
        """Returns the place of the entry with a name; raises KeyError if there is none."""
        return self._index[name]

    def encode(self, game: Game, seat: int) -> bytes:
        state = game._state
        owners = self.seats[seat]
        flag = owners.__getitem__
        around = self.turned_seats[seat]
        steps = game._steps[1 : STEP_LEVELS + 1]
        pieces = [
            bytes((state.round,)),
            self.phases[state.phase],
            self.areas[state.area],
            self.questions[game.question_kind if game.asked_seat >= 0 else ""],
            owners[game.asked_seat],
            *map(flag, state.popularity_order),
            clip_to_bytes([state.job_market]),
            self.eras[state.era],
            self.events[state.event],
            *map(flag, state.consulting_left + state.consulting_right + state.agency_desks),
            clip_to_bytes([box[other] for box in state.marketing_boxes for other in around]),
            *map(flag, state.bonus_takers + state.warehouse_markers),
            bytes(state.warehouse_supply),
            *map(flag, state.factory_queue + state.exchange_queue + state.exchange_track),
            *map(flag, state.retail_products + state.construction_queue),
            self.types[state.current_forecast],
            self.types[state.next_forecast],
            clip_to_bytes(state.forecast_deck),
            self.revealed(game),
            self.preset(state.preset_deck),
            clip_to_bytes(state.copies_left),
            *[self.step(step, owners) for step in steps],
            self.no_step * (STEP_LEVELS - len(steps)),
        ]
        for other in around:
            self.company(pieces, state.players[other], state.popularity[other])
        if self.automas:
            self.automa_cards(pieces, game, owners, around)
        return b"".join(pieces)

    def revealed(self, game: Game) -> bytes:
        """Returns the card that is face up in this round, and how often each has been."""
        seen = bytearray(len(self.designs) - 1)
        for design in game._state.revealed_forecasts:
            seen[design] += 1
        return self.designs[game._state.revealed_design] + bytes(seen)

    def preset(self, deck: list[int]) -> bytes:
        """Returns the types of a preset deck's cards from the top, as far as there are entries for them."""
        if not deck:
            return self.no_preset
        types = self.types
        return b"".join([types[kind] for kind in deck[:PRESET_CARDS]]).ljust(PRESET_CARDS * len(FORECAST_TYPES), b"\0")

    def step(self, step: Step, owners: list[bytes]) -> bytes:
        """Returns a step in progress: its order of seats, where and at what it is, and its marks."""
        order, at, stage, marks = step.saved_fields()
        seats = b"".join(map(owners.__getitem__, order)).ljust(self.players * self.players, b"\0")
        return seats + clip_to_bytes([at, stage]) + clip_to_bytes(marks[: self.marks]).ljust(self.marks, b"\0")

    def company(self, pieces: list[bytes], player: Player, popularity: int) -> None:
        pieces.append(
            clip_to_bytes(
                [
                    player.money,
                    player.info,
                    player.supply,
                    player.time,
                    player.reserve_time,
                    player.spent_time,
                    player.employee_count,
                    player.trained,
                    player.untrained,
                    popularity,
                ]
            )
        )
        pieces.append(self.specialties[player.specialty])
        pieces.append(clip_to_bytes(player.remodeled + player.room_markers))
        if player.floors or player.tenants:
            self.improvements(pieces, player)
        else:
            pieces.append(self.no_improvements)

    def improvements(self, pieces: list[bytes], player: Player) -> None:
        """Adds the places under tenants, the tiles that a company owns, where they are, and how often its floors were used."""
        owns = bytearray(self.tiles)
        places = bytearray(self.tiles)
        uses = bytearray(self.tiles)
        for storey, tile in enumerate(player.floors, 1):
            owns[tile] += 1
            places[tile] = storey
        for tile, used in zip(player.floors, player.floor_uses):
            uses[tile] = used
        for tile, place in zip(player.tenants, player.tenant_places):
            owns[tile] += 1
            places[tile] = place + 1
        pieces.append(bytes([1 if tile >= 0 else 0 for tile in player.visible_tenants]))
        pieces.append(bytes(owns))
        pieces.append(bytes(places))
        pieces.append(bytes([uses[tile] for tile in self.floors]))

    def automa_cards(self, pieces: list[bytes], game: Game, owners: list[bytes], around: list[int]) -> None:
        """Adds the Automas, clockwise, with their cards."""
        for seat in around:
            automa, deck = game.automas[seat], game._state.players[seat].deck
            if automa is None or deck is None:
                continue
            pieces += [self.entrepreneurs[automa.id], owners[seat], bytes((1 if deck.hired else 0,))]
            pieces += [self.count_cards(deck.pile), self.count_cards(deck.discard), self.count_cards(deck.revealed)]
        seen = game._state.seen_cards
        pieces.append(clip_to_bytes([*[seen[card] for card in self.cards], game._state.office_cards_left]))

    def count_cards(self, cards: list[int]) -> bytes:
        counts = bytearray(len(self.cards))
        places = self.card_places
        for card in cards:
            counts[places[card]] += 1
        return bytes(counts)
