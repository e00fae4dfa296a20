"""The stored data, in SQLite or PostgreSQL: games with their records, seats, drafts and preferences, the seats of browsers, and accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import DataInUse, NewerData, StorageError, StorageFull
from .rows import (
    CANCELLED,
    EVERYBODY,
    HOST,
    AccountRow,
    AccountSettings,
    ApiTokenRow,
    Availability,
    BanRow,
    ChallengeRow,
    Change,
    ClocksRow,
    DayRow,
    Delivery,
    DraftRow,
    Friends,
    GameRow,
    Holiday,
    Hours,
    Invitation,
    KnownGame,
    NewGame,
    NewJob,
    NewNotice,
    NotesRow,
    Notice,
    NoticeRow,
    NoticeSettings,
    NoticeTarget,
    OpenTablePlayer,
    OpenTableRow,
    Pace,
    PasskeyRow,
    PauseRow,
    PersonRow,
    PreferencesRow,
    ProposalRow,
    ReportRow,
    ResultRow,
    RetentionDays,
    Rights,
    SeatClockRow,
    SeatRow,
    SessionRow,
    Summary,
    TogetherRow,
    WaitingTable,
)

if TYPE_CHECKING:
    from .store import Store

__all__ = [
    "CANCELLED",
    "EVERYBODY",
    "HOST",
    "AccountRow",
    "BanRow",
    "AccountSettings",
    "ApiTokenRow",
    "Availability",
    "ChallengeRow",
    "Change",
    "ClocksRow",
    "DayRow",
    "Delivery",
    "DataInUse",
    "Friends",
    "GameRow",
    "Holiday",
    "Hours",
    "RetentionDays",
    "Invitation",
    "KnownGame",
    "DraftRow",
    "NewGame",
    "NewJob",
    "NewerData",
    "NewNotice",
    "Notice",
    "NoticeRow",
    "NoticeSettings",
    "NoticeTarget",
    "NotesRow",
    "PauseRow",
    "OpenTablePlayer",
    "OpenTableRow",
    "Pace",
    "PersonRow",
    "ReportRow",
    "PasskeyRow",
    "ResultRow",
    "Rights",
    "SeatClockRow",
    "SeatRow",
    "SessionRow",
    "StorageError",
    "StorageFull",
    "PreferencesRow",
    "ProposalRow",
    "Store",
    "Summary",
    "TogetherRow",
    "WaitingTable",
]


def __getattr__(name: str) -> object:
    """Imports ``Store`` when it is first used: processes that open no database do without SQLAlchemy, which takes 24 MB of memory in each."""
    if name != "Store":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .store import Store

    globals()[name] = Store
    return Store
