"""Tests of groundfloor.help."""
