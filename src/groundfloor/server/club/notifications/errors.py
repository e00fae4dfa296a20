"""Errors about notices, with the HTTP status of the response; 422 for those that have none."""

from __future__ import annotations

from groundfloor.translatable import TranslatableError


class BadAddress(TranslatableError):
    """Notices can't be sent there."""


class UnknownAddress(TranslatableError):
    """Nobody is sent notices there, or somebody else."""

    status = 404


class NotSent(TranslatableError):
    """A message that somebody asked for was not sent."""


class BadNotices(TranslatableError):
    """Notices can't be sent like that."""
