"""Writes events into the journal of a game; each kind of event has its own facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast, overload

from .events import Event

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .city.event_facts import (
        BonusMissedFacts,
        BonusTakenFacts,
        BonusUnusedFacts,
        ConsumersLeftFacts,
        FloorAddedFacts,
        ForecastAnnouncedFacts,
        ForecastTurnedFacts,
        MarkerPlacedFacts,
        MarketingTypeChosenFacts,
        MeetingHeldFacts,
        NothingBoughtFacts,
        PopularityGainedFacts,
        ProductDroppedFacts,
        ProductLiquidatedFacts,
        ProductPricedFacts,
        ProductSoldFacts,
        ProductUnsoldFacts,
        SpecialForecastTurnedFacts,
        StockBoughtOutFacts,
        StockEnteredFacts,
        StockKeptFacts,
        StockSoldFacts,
        StocksRoseFacts,
        SupplyFetchedFacts,
        TenantAddedFacts,
        WarehouseRestockedFacts,
    )
    from .event_facts import (
        AreaConductedFacts,
        AutomaStayedHomeFacts,
        CardAddedFacts,
        CardDrawnFacts,
        EmployeeFiredFacts,
        EmployeeHiredFacts,
        EraBeganFacts,
        EventBeganFacts,
        GameScoredFacts,
        HiringDoneFacts,
        IncomeReceivedFacts,
        JobMarketMovedFacts,
        JobMarketSentFacts,
        NoFacts,
        PhaseBeganFacts,
        PopularityDrawnFacts,
        PopularityFadedFacts,
        RoomRemodeledFacts,
        RoundBeganFacts,
        SpaceMissedFacts,
        SpecialtyReceivedFacts,
        StageOpenedFacts,
        TaskUsedFacts,
        TimeSetAsideFacts,
        TimeTakenFacts,
    )
    from .kinds import EventKind


class EventWriter:
    """Base class of a game: has a ``journal`` of events or None; ``is_automatic`` is true while the only answer is taken without asking."""

    __slots__ = ("journal", "is_automatic")

    journal: list[Event] | None
    is_automatic: bool

    @overload
    def note(self, kind: Literal["PopularityDrawn"], seat: int, rule: str, facts: PopularityDrawnFacts) -> None: ...

    @overload
    def note(self, kind: Literal["EraBegan"], seat: int, rule: str, facts: EraBeganFacts) -> None: ...

    @overload
    def note(self, kind: Literal["EventBegan"], seat: int, rule: str, facts: EventBeganFacts) -> None: ...

    @overload
    def note(self, kind: Literal["SpecialtyReceived"], seat: int, rule: str, facts: SpecialtyReceivedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["ForecastAnnounced"], seat: int, rule: str, facts: ForecastAnnouncedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["RoundBegan"], seat: int, rule: str, facts: RoundBeganFacts) -> None: ...

    @overload
    def note(self, kind: Literal["StageOpened"], seat: int, rule: str, facts: StageOpenedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["PhaseBegan"], seat: int, rule: str, facts: PhaseBeganFacts) -> None: ...

    @overload
    def note(self, kind: Literal["IncomeReceived"], seat: int, rule: str, facts: IncomeReceivedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["EmployeeFired"], seat: int, rule: str, facts: EmployeeFiredFacts) -> None: ...

    @overload
    def note(self, kind: Literal["EmployeeHired"], seat: int, rule: str, facts: EmployeeHiredFacts) -> None: ...

    @overload
    def note(self, kind: Literal["HiringDone"], seat: int, rule: str, facts: HiringDoneFacts) -> None: ...

    @overload
    def note(self, kind: Literal["MarkerPlaced"], seat: int, rule: str, facts: MarkerPlacedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["RoomUsed", "FloorUsed", "TenantUsed"], seat: int, rule: str, facts: TaskUsedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["RoomRemodeled"], seat: int, rule: str, facts: RoomRemodeledFacts) -> None: ...

    @overload
    def note(self, kind: Literal["TimeSetAside"], seat: int, rule: str, facts: TimeSetAsideFacts) -> None: ...

    @overload
    def note(self, kind: Literal["CardDrawn"], seat: int, rule: str, facts: CardDrawnFacts) -> None: ...

    @overload
    def note(self, kind: Literal["CardAdded"], seat: int, rule: str, facts: CardAddedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["SpaceMissed"], seat: int, rule: str, facts: SpaceMissedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["AutomaStayedHome"], seat: int, rule: str, facts: AutomaStayedHomeFacts) -> None: ...

    @overload
    def note(self, kind: Literal["AreaConducted"], seat: int, rule: str, facts: AreaConductedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["MeetingHeld", "MeetingCancelled"], seat: int, rule: str, facts: MeetingHeldFacts) -> None: ...

    @overload
    def note(self, kind: Literal["MarketingTypeChosen"], seat: int, rule: str, facts: MarketingTypeChosenFacts) -> None: ...

    @overload
    def note(self, kind: Literal["PopularityGained", "MarketingWaited"], seat: int, rule: str, facts: PopularityGainedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["BonusTaken"], seat: int, rule: str, facts: BonusTakenFacts) -> None: ...

    @overload
    def note(self, kind: Literal["BonusMissed"], seat: int, rule: str, facts: BonusMissedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["BonusUnused"], seat: int, rule: str, facts: BonusUnusedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["SupplyFetched"], seat: int, rule: str, facts: SupplyFetchedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["ProductPriced"], seat: int, rule: str, facts: ProductPricedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["ProductLiquidated"], seat: int, rule: str, facts: ProductLiquidatedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["StockEntered"], seat: int, rule: str, facts: StockEnteredFacts) -> None: ...

    @overload
    def note(self, kind: Literal["StocksRose"], seat: int, rule: str, facts: StocksRoseFacts) -> None: ...

    @overload
    def note(self, kind: Literal["StockBoughtOut"], seat: int, rule: str, facts: StockBoughtOutFacts) -> None: ...

    @overload
    def note(self, kind: Literal["StockSold"], seat: int, rule: str, facts: StockSoldFacts) -> None: ...

    @overload
    def note(self, kind: Literal["StockKept"], seat: int, rule: str, facts: StockKeptFacts) -> None: ...

    @overload
    def note(self, kind: Literal["ForecastTurned"], seat: int, rule: str, facts: ForecastTurnedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["SpecialForecastTurned"], seat: int, rule: str, facts: SpecialForecastTurnedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["ProductSold"], seat: int, rule: str, facts: ProductSoldFacts) -> None: ...

    @overload
    def note(self, kind: Literal["ProductUnsold"], seat: int, rule: str, facts: ProductUnsoldFacts) -> None: ...

    @overload
    def note(self, kind: Literal["ConsumersLeft"], seat: int, rule: str, facts: ConsumersLeftFacts) -> None: ...

    @overload
    def note(self, kind: Literal["ProductDropped", "ProductStayed"], seat: int, rule: str, facts: ProductDroppedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["TenantAdded"], seat: int, rule: str, facts: TenantAddedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["FloorAdded"], seat: int, rule: str, facts: FloorAddedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["NothingBought"], seat: int, rule: str, facts: NothingBoughtFacts) -> None: ...

    @overload
    def note(self, kind: Literal["TimeTaken"], seat: int, rule: str, facts: TimeTakenFacts) -> None: ...

    @overload
    def note(self, kind: Literal["WarehouseRestocked"], seat: int, rule: str, facts: WarehouseRestockedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["PopularityFaded"], seat: int, rule: str, facts: PopularityFadedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["JobMarketMoved"], seat: int, rule: str, facts: JobMarketMovedFacts) -> None: ...

    @overload
    def note(self, kind: Literal["JobMarketSent"], seat: int, rule: str, facts: JobMarketSentFacts) -> None: ...

    @overload
    def note(self, kind: Literal["GameScored"], seat: int, rule: str, facts: GameScoredFacts) -> None: ...

    @overload
    def note(self, kind: Literal["DeckShuffled", "BonusesDecided", "BonusesDeclined"], seat: int, rule: str, facts: NoFacts) -> None: ...

    def note(self, kind: EventKind, seat: int, rule: str, facts: Mapping[str, object]) -> None:
        """Writes an event into the journal, if one is attached."""
        if self.journal is not None:
            written = cast("dict[str, int | str]", facts)
            if self.is_automatic:
                written["automatic"] = 1
            self.journal.append(Event(kind, seat, rule, written))
