"""Tests of groundfloor.locales."""
