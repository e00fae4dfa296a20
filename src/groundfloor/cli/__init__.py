"""The command line: ``groundfloor serve | backup | restore | play | simulate | arena | lab | analyse | bot check | fuzz | replay | verify | rules``."""

from __future__ import annotations

from .main import main

__all__ = ["main"]
