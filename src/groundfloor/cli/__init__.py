"""The command line: ``groundfloor serve | play | simulate | replay | verify | rules``."""

from __future__ import annotations

from .main import main

__all__ = ["main"]
