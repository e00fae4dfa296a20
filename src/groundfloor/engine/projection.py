"""What will come of an answer: the base class of all projections, and numbers of which chance decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from fractions import Fraction

    from .kinds import ProjectionKind


class Projection:
    """What will come of one answer in the current position; each kind has fields of its own (docs/projections.md).

    It rests on what everybody knows, and on the assumptions that its class names. Where chance is left, it gives the chance exactly.

    >>> from groundfloor import Match, ruleset
    >>> game = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret").game
    >>> projection = game.projection(game.ruleset.action("hire"))
    >>> projection.kind, projection.as_dict()["income_now"], projection.as_dict()["income_then"]
    ('staff', 9, 6)
    """

    __slots__ = ()
    kind: ClassVar[ProjectionKind]

    def as_dict(self) -> dict[str, object]:
        """Returns the fields as plain data, for JSON."""
        raise NotImplementedError


class Odds:
    """A number that chance decides: ``cases`` are its possible values, each with its weight, the smallest value first."""

    __slots__ = ("cases",)

    def __init__(self, cases: list[tuple[int, int]]) -> None:
        weights: dict[int, int] = {}
        for value, weight in cases:
            weights[value] = weights.get(value, 0) + weight
        self.cases = [(value, weights[value]) for value in sorted(weights)]

    def at_least(self, number: int) -> Fraction:
        """Returns the chance that it is this number or more.

        >>> from groundfloor.engine.projection import Odds
        >>> str(Odds([(1, 2), (3, 4)]).at_least(2))
        '2/3'
        """
        from fractions import Fraction  # here, as it takes long to import

        total = sum(weight for _value, weight in self.cases)
        return Fraction(sum(weight for value, weight in self.cases if value >= number), total) if total else Fraction(0)

    def as_list(self) -> list[list[int]]:
        return [[value, weight] for value, weight in self.cases]


def chance_as_list(chance: Fraction) -> list[int]:
    """Returns a chance as plain data: the favourable and all equal cases."""
    return [chance.numerator, chance.denominator]


def projection_data(projection: Projection | None) -> dict[str, object] | None:
    return projection.as_dict() if projection is not None else None
