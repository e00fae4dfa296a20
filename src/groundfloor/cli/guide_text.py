"""The guide of a guided game in the terminal: what it says after a question, and its answers to other moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.guide import GuideState, Hint, hint, reply
from groundfloor.presentation import names
from groundfloor.presentation.plain_text import answer_name

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.actions import Action
    from groundfloor.engine.match import Match
    from groundfloor.presentation.board.scene import Scene


class TerminalGuide:
    """The guide of one match. What is only read counts as read once it was printed."""

    def __init__(self, match: Match, words: NullTranslations) -> None:
        self.match = match
        self.words = words
        self.state = GuideState()
        self.answered = ""

    def hint(self) -> Hint | None:
        """Returns what the guide says now; None if it was sent away or has nothing to say."""
        seat = self.match.game.current_player
        return None if self.state.is_left or seat is None else hint(self.match.record, self.match.game, seat, self.state.skipped)

    def lines(self, scene: Scene) -> list[str]:
        """Returns what the guide says after the question of a scene: all that is only read, and the step to do."""
        _ = self.words.gettext
        self.answered = ""
        lines: list[str] = []
        while (hint := self.hint()) is not None:
            lines.append(f"{self.label(hint)}, {_(hint.title)}: {hint.sentence(self.words)} {hint.note_sentence(self.words)}".strip())
            if hint.moves:
                lines.append(
                    _("Proposed: %(move)s. “guide skip” goes on without it, “guide off” sends the guide away.")
                    % {"move": names.without_soft_hyphens(answer_name(scene, scene.game.ruleset.action(hint.moves[0])))}
                )
                break
            self.skip()
        return lines

    def label(self, said: Hint) -> str:
        _ = self.words.gettext
        if said.number:
            return _("Step %(number)s of %(count)s") % {"number": said.number, "count": said.count}
        return _("Advice") if said.is_advice else _("New")

    def answer(self, action: Action) -> str:
        """Returns the guide's answer to another move than the proposed one; "" if the move is to be made, as it is when typed again."""
        hint = self.hint()
        sentence = reply(hint, action) if hint is not None and self.answered != action.text else ""
        if not sentence:
            return ""
        self.answered = action.text
        return self.words.gettext(sentence) + " " + self.words.gettext("(Type it again, or yes, to make the move.)")

    def skip(self) -> None:
        """Goes on from the step that stands."""
        said = self.hint()
        if said is not None:
            self.state = replace(self.state, skipped=(*self.state.skipped, said.id))

    def set_left(self, is_left: bool) -> None:
        self.state = replace(self.state, is_left=is_left)
