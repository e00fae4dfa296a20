"""What the stranger says when a trace is not what the rules have."""


class Disagreement(AssertionError):
    """The trace and the rules differ; the text says at which entry and how."""
