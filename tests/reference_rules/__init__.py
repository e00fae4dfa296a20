"""A second implementation of the rules, written from the rules' text alone, that checks a trace entry by entry.

Nothing here imports the engine or an edition, so that a misreading in one of the two shows as a mismatch.
"""
