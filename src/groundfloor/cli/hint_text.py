"""Hints in the terminal: hint, hint 2, hint 3."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

from groundfloor.presentation.analysis.hint_text import LINE, LOOK, hint_text
from groundfloor.presentation.plain_text import answer_name
from groundfloor.tables.hints import HINT_SECONDS, HINT_SIMULATIONS, hints_refusal

if TYPE_CHECKING:
    from groundfloor.presentation.analysis.hint_text import HintText

    from .session import Session


def hint(session: Session, rest: str) -> None:
    """Prints a hint for the question that stands: what to look at, with 2 the best answers, with 3 the best line too."""
    _ = session.words.gettext
    people = [seat for seat, person in enumerate(session.match.game.seats) if not person.automa and not session.agents[seat]]
    refusal = hints_refusal(session.match.record, len(people))
    strength = rest.strip() or str(LOOK)
    if refusal:
        session.print_line(_(refusal))
    elif strength not in ("1", "2", "3"):
        session.print_line(
            _("There are three hints: hint says what to look at, hint 2 the best answers and why, hint 3 the best line too.")
        )
    else:
        for line in hint_lines(computed_hint(session, int(strength)), session):
            session.print_line(line)


def computed_hint(session: Session, strength: int) -> HintText:
    """Returns the hint in words; thinks for a few seconds at most."""
    # Imported here, as numpy takes a tenth of a second and most games do without it.
    from groundfloor.analysis import Budget, Evaluator, advise

    game, evaluator = session.match.game, Evaluator.from_file()
    ends = time.monotonic() + HINT_SECONDS  # of thinking: loading numpy and the network does not count
    budget = Budget(HINT_SIMULATIONS, lambda: time.monotonic() > ends)
    advice = advise(game.view(game.asked_seat), evaluator, Random(len(session.match.record.entries)), budget)
    assert advice is not None
    return hint_text(advice, game, strength, session.language, session.words)


def hint_lines(hint: HintText, session: Session) -> list[str]:
    _ = session.words.gettext
    lines = [hint.look]
    for choice in hint.choices:
        expected = _("Expected: %(what)s.") % {"what": choice.expected}
        name = answer_name(session.scene, session.match.game.ruleset.action(choice.text))
        lines.append(f"{choice.place}. {name}. {expected} {choice.why}".rstrip())
    if hint.strength >= LINE:
        lines.append(_("The best line to the end of the round, as expected of everybody:"))
        lines += [f"- {step.name}: {step.text}" if step.name else f"- ({step.note}) {step.text}" for step in hint.line]
    if hint.strength < LINE:
        lines.append(_("More: hint %(n)s.") % {"n": hint.strength + 1})
    return lines
