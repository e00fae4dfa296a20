"""What the API returns for hints and analyses. Handlers import it when they are asked, as it imports numpy, which takes a tenth of a second."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from groundfloor.analysis.advice import AdvisedAnswer
from groundfloor.analysis.game_analysis import DecisionAnalysis
from groundfloor.presentation.analysis.hint_text import ChoiceText, LineText

from ...http.json_types import ApiStruct


class Hint(ApiStruct, frozen=True):
    """A hint; from strength 2 on with `choices` and `texts`, with 3 with a `line`."""

    version: int
    strength: int
    look: Annotated[str, Meta(description="What to do, without what exactly, and why.")]
    verb: Annotated[str, Meta(description="The first word of the answers to look at.")]
    basis: Annotated[str, Meta(description="How long was searched, or that the end was computed.")]
    move: str
    choices: list[AdvisedAnswer]
    line: list[LineText]
    texts: Annotated[list[ChoiceText], Meta(description="The choices in words; equally good ones have the same place.")] | UnsetType = UNSET


class Analysis(ApiStruct, frozen=True):
    """How far the analysis of a game is, or its decisions."""

    game: str
    state: Literal["none", "running", "done"]
    done: Annotated[int, Meta(description="How many decisions are done, while it is running.")] | UnsetType = UNSET
    total: Annotated[int, Meta(description="Of so many.")] | UnsetType = UNSET
    decisions: list[DecisionAnalysis] | UnsetType = UNSET
