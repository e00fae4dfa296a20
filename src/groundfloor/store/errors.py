"""What can be wrong with a data folder."""

from __future__ import annotations

from ..engine.errors import GroundfloorError


class DataInUse(GroundfloorError):
    """Another server works on the same data."""


class NewerData(GroundfloorError):
    """The data was written by a newer version than this one."""
