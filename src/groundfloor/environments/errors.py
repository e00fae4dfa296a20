"""Errors of the environments."""

from __future__ import annotations

from groundfloor.engine.errors import GroundfloorError


class BadEnvironmentSetting(GroundfloorError):
    """A setting that no environment has; the sentence, always in English, says what is possible."""
