"""Advice and analyses as JSON, between processes and in the database."""

from __future__ import annotations

import msgspec

from groundfloor.engine.errors import GroundfloorError

from .advice import Advice
from .game_analysis import DecisionAnalysis, GameAnalysis


class BadAnalysis(GroundfloorError):
    """JSON that holds no advice or analysis of this version."""


def to_json(found: Advice | DecisionAnalysis | GameAnalysis | list[DecisionAnalysis] | None) -> str:
    return msgspec.json.encode(found).decode()


def advice_from_json(text: str) -> Advice | None:
    """Returns what ``to_json`` wrote; BadAnalysis for anything else."""
    try:
        return msgspec.json.decode(text, type=Advice | None)
    except msgspec.MsgspecError as error:
        raise BadAnalysis("This is no advice of this version.") from error


def decisions_from_json(text: str) -> list[DecisionAnalysis]:
    """Returns a list of decisions that ``to_json`` wrote; BadAnalysis for anything else."""
    try:
        return msgspec.json.decode(text, type=list[DecisionAnalysis])
    except msgspec.MsgspecError as error:
        raise BadAnalysis("These are no analysed decisions of this version.") from error
