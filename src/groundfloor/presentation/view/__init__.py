"""A table as one viewer sees it, in one language: what pages, pictures and lines of text are made of."""

from .log_lines import LogLine
from .steps import RECAP_PHASES, Change, NewsStep
from .view import Control, DraftView, Guidance, Moment, OwnView, Planning, PublicView, TableView

__all__ = [
    "RECAP_PHASES",
    "Change",
    "Control",
    "Guidance",
    "LogLine",
    "Moment",
    "NewsStep",
    "DraftView",
    "OwnView",
    "Planning",
    "PublicView",
    "TableView",
]
