"""The guided first game: a game of the second edition against Pei with fixed draws, and a guide who knows what to do in it.

The guide is data. ``lessons.py`` has its steps in their order: the decision that a step belongs to, the moves that it accepts, the place
that it is about, a text of at most 40 words whose numbers the engine fills in, a note on a word or sign of the board that is met there, and answers to other moves. It has a
text for each kind of decision too, ``purposes.py`` for each place of the board. ``progress.py`` finds the step for a position from the record alone, so that undo, reload and another
browser lead to the same step: a step is done once one of its moves is in the record, and is passed over while none of them is possible.
So no move leads to a dead end: after another move than the one proposed the guide goes on with the next step that fits.

What a step proposes is as good as what Tycoon would do there (docs/strength.md). Two steps propose less, as they teach something that the
better move does not, and say so: the agency and the Empty Floor.

The plan of the game with the key ``KEY``:

============ =================================================================================================
round 1      the goal; employees wait; one product into the factory; a cube becomes info; a meeting is booked;
             a desk at the agency; in phase IV networking, and the product goes on sale at 16 and sells
round 2      employees still wait; the Meeting Room is remodeled; the meeting is booked again, which makes the
             first one pay; a construction space; a meeting of one's own; a stock that is sold at four times its
             money; the Empty Floor with its tenant improvement
after that   how prestige is counted, and the page that sums up (``/learned``); advice about employees, which is not
             counted as a step; then each new kind of decision is introduced once, when it first comes
============ =================================================================================================

>>> from groundfloor.guide import guided_match, hint
>>> match = guided_match("Ann")
>>> step = hint(match.record, match.game, seat=0)
>>> step.id, step.number, step.moves
('goal', 1, ())
>>> hint(match.record, match.game, 0, skipped=("goal",)).moves
('done',)
"""

from .lessons import INTRODUCTIONS, LESSONS, Introduction, Lesson
from .progress import GuideState, Hint, first_meeting, guided_match, hint, is_proposed, proposed_moves, purpose, reply
from .purposes import PURPOSES

__all__ = [
    "INTRODUCTIONS",
    "LESSONS",
    "PURPOSES",
    "GuideState",
    "Hint",
    "Introduction",
    "Lesson",
    "first_meeting",
    "guided_match",
    "hint",
    "is_proposed",
    "proposed_moves",
    "purpose",
    "reply",
]
