"""A game in the terminal: the questions one after the other, what is typed, what happens, until the game is over or left."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from groundfloor.agents import make_agent
from groundfloor.engine.actions import Action
from groundfloor.engine.view import View
from groundfloor.locales.telling import tell_refusal

from .asking import answer, answers, question, scene_of
from .commands import SPOKEN
from .score_text import scores, winner
from .story import Story
from .typed import Unclear, understand

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.match import Match
    from groundfloor.web.board.scene import Scene

    from .keeping import Keeper

LINES_OF_LOG = 5
"""Lines that remind of what happened when a game goes on."""


class Sitting:
    """People and agents at one terminal around one match.

    ``ask`` puts a prompt and gives the line that was typed, None if nothing more will come; ``say`` prints a line. With a keeper each
    entry is on disk before it is told.
    """

    def __init__(
        self,
        match: Match,
        agents: Sequence[str],
        language: str,
        words: NullTranslations,
        keeper: Keeper | None,
        say: Callable[[str], None],
        ask: Callable[[str], str | None],
    ) -> None:
        self.match = match
        self.agents = list(agents)
        self.players = [make_agent(agent, Random()) if agent else None for agent in agents]
        self.language = language
        self.words = words
        self.story = Story(words)
        self.keeper = keeper
        self.say = say
        self.ask = ask
        self.is_brief = False
        self.is_left = False
        self.has_asked = False

    @property
    def scene(self) -> Scene:
        """The position as the seat that is asked sees it."""
        return scene_of(self.match.game, self.match.game.current_player, self.language, self.words)

    def run(self) -> None:
        """Until the game is over, or nobody types any more."""
        while not self.match.game.is_over and not self.is_left:
            try:
                self.step()
            except KeyboardInterrupt:
                self.leave()
        if self.match.game.is_over:
            self.finish()

    def step(self) -> None:
        """Lets an agent answer, or puts the question once and follows one line."""
        seat = self.match.game.asked_seat
        player = self.players[seat]
        if player is not None:
            self.take(player.choose(View(self.match.game, seat)))
            return
        if not self.has_asked:
            self.put()
        line = self.ask(f"{self.name(seat)}> ")
        if line is None:
            self.leave()
        elif line.strip():
            self.follow(line)

    def name(self, seat: int) -> str:
        """A seat's name."""
        return self.match.game.seats[seat].name

    def put(self) -> None:
        """The question with its legal answers."""
        scene = self.scene
        self.say("")
        for line in question(scene, self.name(self.match.game.asked_seat)) + answers(scene, is_brief=self.is_brief):
            self.say(line)
        self.has_asked = True

    def follow(self, line: str) -> None:
        """Does what a line means."""
        meant = understand(line, self.scene)
        if isinstance(meant, Unclear):
            self.say(meant.sentence)
        elif isinstance(meant, Action):
            refusal = self.match.game.refusal(meant)
            if refusal is None:
                self.take(meant)
            else:
                self.say(f"{meant.text}: {tell_refusal(refusal, self.words)}")
        else:
            SPOKEN[meant.word](self, meant.rest)

    def take(self, action: Action) -> None:
        """An answer: entered, on disk, then told."""
        journal: list[Event] = []
        self.match.apply(action, journal)
        self.keep()
        self.has_asked = False
        for line in self.story.lines(journal, self.match.game):
            self.say(line)

    def keep(self) -> None:
        """The record on disk, if there is one."""
        if self.keeper is not None:
            self.keeper.save(self.match.record)

    def history(self) -> list[str]:
        """Everything that has happened and was not undone, a line an event."""
        journal: list[Event] = []
        self.match.record.replay(journal=journal)
        return Story(self.words).lines(journal, self.match.game)

    def describe(self, action: Action) -> str:
        """An answer with its price and effect."""
        return answer(self.scene, action)

    def finish(self) -> None:
        """The final scoring."""
        _ = self.words.gettext
        scene = scene_of(self.match.game, None, self.language, self.words)
        self.say("")
        self.say(_("The game is over. %(winner)s") % {"winner": winner(scene)})
        for line in scores(scene):
            self.say(line)
        if self.keeper is not None:
            self.say(_("The whole game is in %(file)s.") % {"file": self.keeper.path})

    def leave(self) -> None:
        """Nobody types any more: how to go on later."""
        _ = self.words.gettext
        self.is_left = True
        self.say("")
        if self.keeper is None:
            self.say(_("Left. This game was not kept; with --record FILE, or the command save FILE, it can be gone on with."))
        else:
            self.say(_("Left. Go on with: groundfloor play --record %(file)s") % {"file": self.keeper.path})
