"""The error for a trace that differs from the rules."""


class Mismatch(AssertionError):
    """The trace and the rules differ; the text says at which entry and how."""
