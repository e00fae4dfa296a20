"""Moments of a game in words: its rounds and phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import names

if TYPE_CHECKING:
    from gettext import NullTranslations

PHASE_IDS = tuple(names.PHASES)
"""The id of each phase by its number, that of the end of the game last."""


def phase_name(phase: int, words: NullTranslations) -> str:
    return names.full("phase", phase_id(phase), words)


def short_phase_name(phase: int, words: NullTranslations) -> str:
    return names.short("phase", phase_id(phase), words)


def phase_id(phase: int) -> str:
    """Returns the id of the phase with this number; that of the end for any higher one."""
    return PHASE_IDS[min(phase, len(PHASE_IDS) - 1)]


def round_and_phase(round: int, phase: int, words: NullTranslations) -> str:
    """Returns a round and phase: ``Round 2, Hire employees``; the set-up belongs to round 1."""
    return words.gettext("Round %(round)s, %(phase)s") % {"round": max(round, 1), "phase": phase_name(phase, words)}
