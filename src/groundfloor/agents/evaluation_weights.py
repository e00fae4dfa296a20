"""The weights of the hand-made evaluation: data in ``evaluation.toml``, with a name and a sentence for each."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from groundfloor.engine.errors import GroundfloorError
from groundfloor.files import read_text

FILE = Path(__file__).with_name("evaluation.toml")
"""The weights of the package."""
LINE = re.compile(r"^(?P<all>(?P<name>\w+) = \S+ *)(?P<rest>#.*)$", re.MULTILINE)


class BadWeights(GroundfloorError):
    """A file of weights that can't be read; the sentence names what is wrong."""


@dataclass(frozen=True, slots=True)
class EvaluationWeights:
    """A number for each feature of a position; the comments of ``evaluation.toml`` say what each means."""

    pair_early: float
    pair_late: float
    early_until: float
    single_share: float
    singles_that_count: float
    time_marker: float
    employee_time: float
    untrained_rounds: float
    training: float
    income_step: float
    bonus_resource: float
    bonus_time: float
    sale_premium: float
    keeps_unsold: float
    keeps_popularity: float
    floor_task: float
    remodeled_room: float
    covered_room: float
    consulting_right: float
    consulting_left: float
    supply: float
    warehouse_marker: float
    unsold_product: float
    product_early_in_line: float
    product_late_in_line: float
    exchange_share: float
    exchange_entry: float
    construction_least: float
    construction_several: float
    rank: float
    space: float
    space_rounds: float
    marketing_box: float
    agency_desk: float
    agency_desk_at_end: float


WEIGHT_NAMES = tuple(field.name for field in fields(EvaluationWeights))


@cache
def load_weights(file: Path = FILE) -> EvaluationWeights:
    """Returns the weights of a file; raises Unreadable or BadWeights.

    >>> load_weights().time_marker
    0.2791
    """
    try:
        groups = tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise BadWeights(f"{file} is no TOML: {error}.") from error
    numbers: dict[str, object] = {}
    for group in groups.values():
        numbers |= group if isinstance(group, dict) else {}
    wrong = sorted(set(WEIGHT_NAMES) ^ set(numbers)) or [name for name in WEIGHT_NAMES if not is_number(numbers[name])]
    if wrong:
        raise BadWeights(f"{file} needs a number for each weight and nothing else; look at {', '.join(wrong)}.")
    return EvaluationWeights(**{name: float(str(numbers[name])) for name in WEIGHT_NAMES})


def is_number(value: object) -> bool:
    """Returns whether a value of TOML is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < float("inf")


def format_weights(weights: EvaluationWeights) -> str:
    """Returns the text of a file of weights, with the groups and comments of the package's."""

    def written(line: re.Match[str]) -> str:
        value = f"{getattr(weights, line['name']):.4g}"
        return f"{line['name']} = {value if '.' in value or 'e' in value else value + '.0'}".ljust(len(line["all"])) + line["rest"]

    return LINE.sub(written, FILE.read_text("utf-8"))
