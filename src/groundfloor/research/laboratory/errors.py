"""Errors of the laboratory."""

from __future__ import annotations

from groundfloor.engine.errors import GroundfloorError


class MissingExtra(GroundfloorError):
    """A package that an extra of the project brings is not installed."""
