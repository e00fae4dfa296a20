"""A stranger at the table: a second reading of the rules, made of the rules' text alone, that checks a trace step by step.

Nothing here imports the engine or an edition, so that a misreading in one of the two shows as a disagreement.
"""
