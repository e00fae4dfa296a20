"""A game in the terminal: asks, reads a line, prints what happens, until the game is over or the player leaves."""

from __future__ import annotations

import logging
from random import Random
from typing import TYPE_CHECKING

from groundfloor.agents.supervised_agent import SupervisedAgent, time_limit_of
from groundfloor.engine.actions import Action
from groundfloor.engine.journal import Journal
from groundfloor.engine.view import View
from groundfloor.presentation.log.event_text import format_refusal
from groundfloor.presentation.plain_text import answer_lines, place_lines, question_lines, scene_of
from groundfloor.presentation.translations import translations
from groundfloor.presentation.typed_moves.commands import YES_OR_NO, command_words, find_command
from groundfloor.presentation.typed_moves.move_names import move_name, plain_move_name

from .branches import TerminalGame
from .command_parser import NotUnderstood, parse_line
from .commands import HANDLERS
from .game_text import LogFormatter, score_lines, winner_sentence
from .guide_text import TerminalGuide
from .plan_text import play_planned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from groundfloor.engine.match import Match
    from groundfloor.presentation.board.scene import Scene

    from .record_file import RecordFile

logging.getLogger("groundfloor.agents").addHandler(logging.NullHandler())  # the session says itself that a bot has failed

LINES_WHEN_RESUMED = 5
"""Lines of the log that are shown when a game continues."""


class Session:
    """One match and its branches, played by people at this terminal and by agents.

    ``read_line`` shows a prompt and returns the typed line, None at the end of the input; ``print_line`` prints a line. With a
    record file each entry is on disk before it is printed.
    """

    def __init__(
        self,
        match: Match,
        agents: Sequence[str],
        language: str,
        record_file: RecordFile | None,
        print_line: Callable[[str], None],
        read_line: Callable[[str], str | None],
    ) -> None:
        self.language = language
        self.words = translations(language)
        self.print_line = print_line
        self.read_line = read_line
        self.is_brief = False
        self.places_shown = 0
        self.is_left = False
        self.players: list[SupervisedAgent | None] = []
        guide = TerminalGuide(match, self.words) if match.record.purpose == "guided" else None
        self.games = [TerminalGame(match, list(agents), record_file, guide=guide)]
        self.show_game(self.games[0])

    def show_game(self, game: TerminalGame) -> None:
        self.game_shown = game
        self.match, self.agents, self.plans, self.guide = game.match, game.agents, game.plans, game.guide
        self.close_players()
        self.players = [SupervisedAgent(Random(), agent, time_limit_of(agent)) if agent else None for agent in game.agents]
        self.log = LogFormatter(self.words)
        self.has_asked = False

    def close_players(self) -> None:
        for player in self.players:
            if player is not None:
                player.close()

    @property
    def record_file(self) -> RecordFile | None:
        """The file of the game that is played, if it has one."""
        return self.game_shown.record_file

    @record_file.setter
    def record_file(self, file: RecordFile | None) -> None:
        self.game_shown.record_file = file

    @property
    def scene(self) -> Scene:
        return scene_of(self.match.game, self.match.game.current_player, self.language, self.words)

    def run(self) -> None:
        """Runs until the game is over or the player leaves."""
        try:
            while not self.is_left:
                if self.match.game.is_over:
                    self.finish()
                    if self.game_shown is self.games[0] or not self.games[0].can_go_on:
                        return
                    self.print_line(self.words.gettext("Back to the real game."))
                    self.show_game(self.games[0])
                try:
                    self.step()
                except KeyboardInterrupt:
                    self.leave()
        finally:
            self.close_players()

    def step(self) -> None:
        """Lets an agent answer, or shows the question once and handles one line."""
        seat = self.match.game.asked_seat
        player = self.players[seat]
        if player is not None:
            self.let_agent_play(seat, player)
            return
        if play_planned(self):
            return
        if not self.has_asked:
            self.show_question()
        line = self.read_line(f"{self.name(seat)}> ")
        if line is None:
            self.leave()
        elif line.strip():
            self.handle_line(line)
        elif self.guide is not None and self.guide.answered:
            self.print_lines(HANDLERS["confirm"](self, ""))

    def let_agent_play(self, seat: int, player: SupervisedAgent) -> None:
        """Lets an agent answer, and says so if it failed and another one had to."""
        before = len(player.failures)
        action = player.choose(View(self.match.game, seat))
        for failure in player.failures[before:]:
            if failure.instead:
                sentence = self.words.gettext("%(name)s failed, and %(other)s chooses instead: %(reason)s.")
            else:
                sentence = self.words.gettext("%(name)s failed: %(reason)s.")
            facts = {"name": self.name(seat), "other": failure.instead, "reason": failure.sentence.rstrip(".")}
            self.print_line(sentence % facts)
        self.play_action(action)

    def print_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.print_line(line)

    def name(self, seat: int) -> str:
        return self.match.game.seats[seat].name

    def show_question(self) -> None:
        scene = self.scene
        self.print_line("")
        self.print_lines(question_lines(scene, self.name(self.match.game.asked_seat)))
        self.print_lines(place_lines(scene) if not self.is_brief else answer_lines(scene, is_brief=True))
        self.places_shown = 0
        if self.guide is not None:
            self.print_lines(self.guide.lines(self.scene))
        self.has_asked = True

    def handle_line(self, line: str) -> None:
        """Carries out a typed line: a command, or answers separated by commas. A task without a remodel behind it ends the turn, as it does on the page."""
        command = find_command(line)
        if command is not None and command.word in YES_OR_NO and self.guide is not None and self.guide.answered:
            self.print_lines(HANDLERS[command.word](self, command.rest))
            return
        seat = self.match.game.asked_seat
        is_list = "," in line and isinstance(parse_line(line, self.scene), NotUnderstood)  # a name may have a comma, too
        for part in filter(str.strip, line.split(",")) if is_list else [line]:
            if self.match.game.current_player != seat or not self.handle_part(part):
                return
        if self.guide is None and self.match.game.question_kind == "after_task" and self.match.game.asked_seat == seat:
            self.play_action(self.match.game.ruleset.end_action)

    def handle_part(self, line: str) -> bool:
        """Carries out a command or one of the answers of a line; returns whether an answer was given."""
        parsed = parse_line(line, self.scene)
        if isinstance(parsed, NotUnderstood):
            self.print_line(parsed.sentence)
        elif isinstance(parsed, Action):
            refusal = self.match.game.refusal(parsed)
            answer = self.guide.answer(parsed) if self.guide is not None and refusal is None else ""
            if answer:
                self.print_line(answer)
            elif refusal is None:
                self.play_action(parsed)
                return True
            else:
                self.print_line(f"{self.name_of(parsed)}: {format_refusal(refusal, self.words)}")
        else:
            self.print_lines(HANDLERS[parsed.word](self, parsed.rest))
        return False

    def play_action(self, action: Action) -> None:
        """Applies an action, saves the record, then prints the events."""
        told = self.match.keep_history().events
        first = len(told)
        self.plans.remove_done(self.match.game, self.match.game.asked_seat, action)
        self.match.apply(action)
        self.save()
        self.has_asked = False
        self.print_lines(self.log.lines([noted.event for noted in told[first:]], self.match.game))

    def save(self) -> None:
        if self.record_file is not None:
            self.record_file.save(self.match.record)

    def history(self) -> list[str]:
        """Returns the whole log without what was undone, one line an event."""
        journal = Journal()
        self.match.record.replay(journal=journal)
        return LogFormatter(self.words).lines(journal.events, self.match.game)

    def name_of(self, action: Action) -> str:
        return plain_move_name(self.match.game.ruleset, action, self.words)

    def suggestions(self) -> list[str]:
        """Returns what can be typed now: the names of all answers, and the commands."""
        scene = self.scene
        moves = [move_name(scene, action) for action in scene.game.legal_actions]
        return [*moves, *(words[0] for words in command_words(self.words).values())]

    def finish(self) -> None:
        _ = self.words.gettext
        scene = self.final_scene(self.match)
        self.print_line("")
        self.print_line(_("The game is over. %(winner)s") % {"winner": winner_sentence(scene)})
        self.print_lines(score_lines(scene))
        if self.record_file is not None:
            facts = {"file": self.record_file.path, "word": self.record_file.word}
            self.print_line(_("The whole game is in %(file)s.") % facts)
            self.print_line(_("What each decision was worth: groundfloor analyse %(word)s") % facts)
            self.print_line(_("Try another way from entry 31: groundfloor play --branch %(word)s --at 31") % facts)

    def final_scene(self, match: Match) -> Scene:
        """Returns the scene of a finished match, as everybody sees it."""
        return scene_of(match.game, None, self.language, self.words)

    def leave(self) -> None:
        """Leaves the game and prints how to continue it later."""
        _ = self.words.gettext
        self.is_left = True
        self.print_line("")
        if self.record_file is None:
            self.print_line(_("You left the game. It was not saved; with --record FILE, or the command save FILE, it could be continued."))
        else:
            self.print_line(_("You left the game. Continue with: groundfloor play --record %(word)s") % {"word": self.record_file.word})
