"""The command line: ``groundfloor serve | backup | restore | play | simulate | fuzz | replay | verify | rules``."""

from __future__ import annotations

from .main import main

__all__ = ["main"]
