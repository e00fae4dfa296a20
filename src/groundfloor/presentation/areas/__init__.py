"""Presenters of the city's areas: everything that a person reads and sees of an area is in one class, one module for each area."""
