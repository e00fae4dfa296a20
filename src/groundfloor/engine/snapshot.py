"""Snapshots: what lies on a table at one moment, for outside readers. They have the fields of ``state.py`` and can't be changed."""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from .value_objects import repr_of


def refuse_change(thing: object, name: str) -> NoReturn:
    raise AttributeError(
        f"{type(thing).__name__}.{name} can't be changed: apply() changes a game, and read_position() makes another table."
    )


class DeckSnapshot(NamedTuple):
    """An Automa's cards. ``DECK_FIELDS`` says what the fields are."""

    # Written by python -m tests.support position_fields.
    pile: tuple[int, ...]
    discard: tuple[int, ...]
    revealed: tuple[int, ...]
    hired: int

    def __setattr__(self, name: str, value: object) -> NoReturn:
        refuse_change(self, name)

    def __delattr__(self, name: str) -> NoReturn:
        refuse_change(self, name)

    def __repr__(self) -> str:
        return repr_of(self, **self._asdict())


class PlayerSnapshot(NamedTuple):
    """A player: the company, and what belongs to its owner. ``PLAYER_FIELDS`` says what the fields are."""

    # Written by python -m tests.support position_fields.
    money: int
    info: int
    supply: int
    time: int
    reserve_time: int
    spent_time: int
    employee_count: int
    trained: int
    untrained: int
    specialty: int
    remodeled: tuple[int, ...]
    room_markers: tuple[int, ...]
    floors: tuple[int, ...]
    floor_uses: tuple[int, ...]
    tenants: tuple[int, ...]
    tenant_places: tuple[int, ...]
    visible_tenants: tuple[int, ...]
    deck: DeckSnapshot | None
    income_bonus_money: int
    income_bonus_info: int
    income_bonus_time: int
    hire_discount_money: int
    hire_discount_info: int
    sale_premium: int
    keeps_unsold: int
    keeps_popularity: int

    def __setattr__(self, name: str, value: object) -> NoReturn:
        refuse_change(self, name)

    def __delattr__(self, name: str) -> NoReturn:
        refuse_change(self, name)

    def __repr__(self) -> str:
        return repr_of(self, **self._asdict())

    def owns(self, tile: int) -> bool:
        """Returns True if the player owns this improvement, covered or not."""
        return tile in self.floors or tile in self.tenants


class StateSnapshot(NamedTuple):
    """The table. Seats are 0, 1, …; -1 stands for nobody or nothing. ``STATE_FIELDS`` says what the fields are."""

    # Written by python -m tests.support position_fields.
    round: int
    phase: int
    area: int
    players: tuple[PlayerSnapshot, ...]
    popularity_order: tuple[int, ...]
    popularity: tuple[int, ...]
    job_market: int
    consulting_left: tuple[int, ...]
    consulting_right: tuple[int, ...]
    agency_desks: tuple[int, ...]
    marketing_boxes: tuple[tuple[int, ...], ...]
    bonus_takers: tuple[int, ...]
    warehouse_markers: tuple[int, ...]
    warehouse_supply: tuple[int, ...]
    factory_queue: tuple[int, ...]
    exchange_queue: tuple[int, ...]
    exchange_track: tuple[int, ...]
    retail_products: tuple[int, ...]
    construction_queue: tuple[int, ...]
    revealed_forecasts: tuple[int, ...]
    current_forecast: int
    next_forecast: int
    forecast_deck: tuple[int, ...]
    preset_deck: tuple[int, ...]
    copies_left: tuple[int, ...]
    office_cards_left: int
    seen_cards: tuple[int, ...]
    era: int
    event: int

    def __setattr__(self, name: str, value: object) -> NoReturn:
        refuse_change(self, name)

    def __delattr__(self, name: str) -> NoReturn:
        refuse_change(self, name)

    def __repr__(self) -> str:
        return repr_of(self, **self._asdict())

    @property
    def revealed_design(self) -> int:
        """The design of the current card if it is face up, else -1."""
        return self.revealed_forecasts[-1] if len(self.revealed_forecasts) == self.round and self.revealed_forecasts else -1
