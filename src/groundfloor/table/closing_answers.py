"""Questions about the end of a turn, and the answer that confirming a draft gives to them."""

CLOSING_ANSWERS = {"after_task": "end", "after_buy": "end", "after_turn": "end"}
"""Questions that confirming the draft answers as well, with this answer: confirming a task ends the turn."""
SKIPPABLE_QUESTIONS = ("after_turn",)
"""Those of them that the seat's next choice in the same turn answers as well."""
