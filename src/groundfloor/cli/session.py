"""A game in the terminal: asks, reads a line, prints what happens, until the game is over or the player leaves."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

from groundfloor.agents.supervised_agent import SupervisedAgent, time_limit_of
from groundfloor.engine.actions import Action
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.events import SeatTaken
from groundfloor.engine.view import View
from groundfloor.presentation.board.guide import guide_panel
from groundfloor.presentation.board.round_plan import stop_words
from groundfloor.presentation.log.event_text import format_refusal
from groundfloor.presentation.plain_panels import draft_lines, guide_lines
from groundfloor.presentation.plain_text import answer_lines, place_lines, question_lines
from groundfloor.presentation.translations import translations_of
from groundfloor.presentation.typed_moves.commands import YES_OR_NO, command_lines, command_words, find_command
from groundfloor.presentation.typed_moves.move_names import move_name, plain_move_name
from groundfloor.presentation.typed_moves.move_reader import with_possible_choices
from groundfloor.presentation.view import DraftView
from groundfloor.presentation.view.of_table import table_view
from groundfloor.presentation.view.table_texts import TableTexts
from groundfloor.table.errors import Refused
from groundfloor.table.operations import AnswerForBot, Confirm, Pick, SetGuide, TakeBack
from groundfloor.table.reduce import reduce
from groundfloor.translatable import TranslatableError

from .command_parser import NotUnderstood, command_after_end, parse_line
from .commands import HANDLERS
from .game_text import LogFormatter, score_lines, winner_sentence
from .past_commands import read_notes
from .seat_commands import take_back_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from gettext import NullTranslations

    from groundfloor.engine.match import Match
    from groundfloor.presentation.view import TableView
    from groundfloor.table.creation import Randomness
    from groundfloor.table.operations import Operation, ServerOperation
    from groundfloor.table.table import Table

    from .terminal_game import TerminalGame

logging.getLogger("groundfloor.agents").addHandler(logging.NullHandler())  # the session says itself that a bot has failed

LINES_WHEN_RESUMED = 5
"""Lines of the log that are shown when a game continues."""


class Session:
    """A table and its branches, played by people at this terminal and by agents.

    ``read_line`` shows a prompt and returns the typed line, None at the end of the input; ``print_line`` prints a line. With a
    record file each entry is on disk before it is printed. Moves are made as soon as they are typed, unless the session ``asks_to_confirm``
    or a guide has answered the move first (``answered`` is its text, "": none).
    """

    def __init__(
        self,
        game: TerminalGame,
        language: str,
        print_line: Callable[[str], None],
        read_line: Callable[[str], str | None],
        clock: Callable[[], str] = lambda: datetime.now(UTC).isoformat(),
        randomness: Randomness = secrets.token_bytes,
    ) -> None:
        self.language = language
        self.translations = translations_of(language)
        self.print_line = print_line
        self.read_line = read_line
        self.clock = clock
        self.randomness = randomness
        self.is_brief = False
        self.asks_to_confirm = False
        self.places_shown = 0
        self.is_left = False
        self.players: dict[int, SupervisedAgent] = {}
        self.games = [game]
        self.show_game(game)

    def show_game(self, game: TerminalGame) -> None:
        self.game_shown = game
        self.close_players()
        self.log = LogFormatter(self.translations)
        self.texts = TableTexts(self.language)
        self.has_asked = False
        self.answered = ""
        self.notes = read_notes(self)

    def close_players(self) -> None:
        for player in self.players.values():
            player.close()
        self.players = {}

    @property
    def table(self) -> Table:
        """The table that is played."""
        return self.game_shown.table

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def view(self) -> TableView:
        """What the player who is asked sees; when nobody is asked, what everybody sees."""
        seat = self.table.asked_human_seat
        return table_view(self.table, seat, self.texts, () if seat is None else (seat,))

    def view_of(self, table: Table) -> TableView:
        """Returns what everybody sees of a table."""
        return table_view(table, None, TableTexts(self.language))

    @property
    def seat(self) -> int:
        """The seat of the person who is asked; of one at this terminal if nobody is."""
        asked = self.table.asked_human_seat
        return asked if asked is not None else next(iter(self.game_shown.people), 0)

    def run(self) -> None:
        """Runs until the player leaves."""
        try:
            while not self.is_left:
                try:
                    if self.table.game.is_over:
                        self.look_back()
                    else:
                        self.step()
                except KeyboardInterrupt:
                    if not take_back_seat(self):
                        self.leave()
        finally:
            self.close_players()

    def step(self) -> None:
        """Lets an agent answer, or shows the question once and handles one line."""
        bot = self.table.bot_on_turn
        if bot is not None:
            self.let_agent_play(*bot)
            return
        if not self.has_asked:
            self.show_question()
        line = self.read_line(f"{self.name(self.table.game.asked_seat)}> ")
        if line is None:
            self.leave()
        elif line.strip():
            self.handle_line(line)
        elif self.table.value.drafts:
            self.print_lines(HANDLERS["confirm"](self, ""))

    def look_back(self) -> None:
        """Tells how the game has ended, then handles one line: the game can be looked at, and left by an empty one."""
        if not self.has_asked:
            self.finish()
            if self.game_shown is not self.games[0] and self.games[0].can_go_on:
                self.print_line(self.translations.gettext("Back to the real game."))
                self.show_game(self.games[0])
                return
            self.has_asked = True
        line = self.read_line("> ")
        if line is None or not line.strip():
            self.is_left = True
            return
        command = command_after_end(line, self.translations)
        if command is None:
            self.print_line(self.translations.gettext("The game is over. Type help for what can be looked at, or Enter to leave."))
        else:
            self.print_lines(HANDLERS[command.word](self, command.rest))

    def let_agent_play(self, seat: int, agent: str) -> None:
        """Lets an agent answer, and says so if it failed and another one had to."""
        player = self.players.get(seat)
        if player is None or player.specification != agent:
            player = self.players[seat] = SupervisedAgent(Random(), agent, time_limit_of(agent))
        before = len(player.failures)
        action = player.choose(View(self.match.game, seat))
        for failure in player.failures[before:]:
            if failure.instead:
                sentence = self.translations.gettext("%(name)s failed, and %(other)s chooses instead: %(reason)s.")
            else:
                sentence = self.translations.gettext("%(name)s failed: %(reason)s.")
            facts = {"name": self.name(seat), "other": failure.instead, "reason": failure.sentence.rstrip(".")}
            self.print_line(sentence % facts)
        self.operate(seat, AnswerForBot(action.text, self.table.version))

    def print_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.print_line(line)

    def name(self, seat: int) -> str:
        return self.match.game.seats[seat].name

    def show_question(self) -> None:
        view = self.view
        self.print_line("")
        self.print_lines(question_lines(view, self.name(self.table.game.asked_seat)))
        self.print_lines(filter(None, [stop_words(view)]))
        self.print_lines(draft_lines(view))
        self.print_lines(place_lines(view) if not self.is_brief else answer_lines(view, is_brief=True))
        self.places_shown = 0
        self.say_guide()
        self.has_asked = True

    def say_guide(self) -> bool:
        """Prints all that the guide wants to be read, and the step that it proposes; where it advises, the best answers. Returns whether it has said anything."""
        has_said = False
        while not self.table.value.drafts and (panel := guide_panel(self.view)) is not None and panel.mode in ("step", "advice"):
            if panel.mode == "advice":
                self.print_lines(HANDLERS["hint"](self, "2"))
                return True
            self.print_lines(guide_lines(self.view, panel))
            has_said = True
            if panel.move:
                break
            self.reduce(self.seat, SetGuide("next"))
        return has_said

    def handle_line(self, line: str) -> None:
        """Carries out a typed line: a command, or answers separated by commas. A task without a remodel behind it ends the turn, as it does on the page."""
        command = find_command(line)
        if command is not None and command.word in YES_OR_NO and self.table.value.drafts:
            self.print_lines(HANDLERS[command.word](self, command.rest))
            return
        seat = self.table.asked_human_seat
        is_list = "," in line and isinstance(parse_line(line, self.parsed_view), NotUnderstood)  # a name may have a comma, too
        for part in filter(str.strip, line.split(",")) if is_list else [line]:
            if is_list and self.is_draft_complete and not self.confirm():
                return
            if self.table.asked_human_seat != seat or not self.handle_part(part):
                return
        if not self.asks_to_confirm and not self.answered:
            self.confirm()

    @property
    def parsed_view(self) -> TableView:
        """What the words of a line are about: while the guide has answered a move, the question that it answers."""
        view = self.view
        return replace(view, own=replace(view.own, draft=DraftView())) if self.answered else view

    @property
    def is_draft_complete(self) -> bool:
        """Whether a draft stands that leads to no further question of its seat."""
        draft = self.table.draft(self.seat)
        return bool(draft.actions) and not draft.is_asked(len(draft.actions))

    def handle_part(self, line: str) -> bool:
        """Carries out a command or one of the answers of a line; returns whether an answer was given."""
        parsed = parse_line(line, self.parsed_view)
        if isinstance(parsed, NotUnderstood):
            self.print_line(parsed.sentence)
        elif isinstance(parsed, Action):
            return self.pick(parsed)
        else:
            self.print_lines(HANDLERS[parsed.word](self, parsed.rest))
        return False

    def pick(self, action: Action) -> bool:
        """Makes an action part of the draft; returns whether it is. A guide may answer it first, so that it waits to be typed again."""
        seat, version = self.seat, self.table.version
        if self.answered:
            is_again = action.text == self.answered
            self.answered = ""
            if is_again:
                return True
            self.reduce(seat, TakeBack(version))
        step = self.table.guide(seat)
        try:
            self.reduce(seat, Pick(action.text, version))
        except GroundfloorError as error:
            self.print_line(f"{self.name_of(action)}: {sentence_of(with_possible_choices(error, self.language), self.translations)}")
            return False
        self.has_asked = False
        if step is not None and step.moves and action.text not in step.moves:
            panel = guide_panel(self.view)
            if panel is not None:
                self.answered, self.has_asked = action.text, True
                again = self.translations.gettext("(Type it again, or yes, to make the move.)")
                self.print_line(f"{panel.text} {again}")
        return True

    def confirm(self) -> bool:
        """Makes the moves of the draft; returns whether there were some."""
        self.answered = ""
        return bool(self.table.value.drafts) and self.operate(self.seat, Confirm(self.table.version))

    def reduce(self, seat: int, operation: Operation | ServerOperation) -> None:
        """Applies an operation of a seat to the table."""
        self.game_shown.table = reduce(self.table, operation, seat, self.clock(), self.randomness)

    def operate(self, seat: int, operation: Operation | ServerOperation, *, tells: bool = True) -> bool:
        """Runs an operation of a seat, saves the record, then prints the events; of one that is refused, why. Returns whether it was carried out."""
        first, version = len(self.table.history.events), self.table.version
        try:
            self.reduce(seat, operation)
        except GroundfloorError as error:
            self.print_line(sentence_of(error, self.translations))
            return False
        self.has_asked = False
        if self.table.version != version:
            self.save()
        if tells:
            told = self.table.history.events[first:]
            self.print_lines(self.log.lines([noted.event for noted in told], self.match.game))
        return True

    def is_yes(self, line: str) -> bool:
        """Returns whether a line says yes in any language."""
        command = find_command(line)
        return command is not None and command.word == "confirm"

    def save(self) -> None:
        if self.game_shown.record_file is not None:
            self.game_shown.record_file.save(self.match.record)

    def history(self) -> list[str]:
        """Returns the whole log without what was undone, one line an event; who plays at the beginning is no news."""
        history = self.table.history
        happened = (history.events[index] for index in history.visible_at(self.table.version))
        told = [noted.event for noted in happened if noted.round or not isinstance(noted.event, SeatTaken)]
        return LogFormatter(self.translations).lines(told, self.match.game)

    def name_of(self, action: Action) -> str:
        return plain_move_name(self.match.game.ruleset, action, self.translations)

    def suggestions(self) -> list[str]:
        """Returns what can be typed now: the names of all answers, the commands, and what may follow them, such as the names of people."""
        view = self.view
        moves = [move_name(view, action) for action in view.game.legal_actions]
        look = command_words(self.translations)["look"][0]
        return [*moves, *command_lines(self.translations), *(f"{look} {person.name}" for person in self.table.game.seats)]

    def finish(self) -> None:
        _ = self.translations.gettext
        view = self.view
        self.print_line("")
        self.print_line(_("The game is over. %(winner)s") % {"winner": winner_sentence(view)})
        self.print_lines(score_lines(view))
        file = self.game_shown.record_file
        if file is not None:
            facts = {"file": file.path, "word": file.word}
            self.print_line(_("The whole game is in %(file)s.") % facts)
            self.print_line(_("What each decision was worth: groundfloor analyse %(word)s") % facts)
            self.print_line(_("Try another way from entry 31: groundfloor play --branch %(word)s --at 31") % facts)
        self.print_line(_("To look back: score, film 1, past 31, analyse, branch from 31. Enter leaves."))

    def leave(self) -> None:
        """Leaves the game and prints how to continue it later."""
        _ = self.translations.gettext
        self.is_left = True
        self.print_line("")
        file = self.game_shown.record_file
        if file is None:
            self.print_line(_("You left the game. It was not saved; with --record FILE, or the command save FILE, it could be continued."))
        else:
            self.print_line(_("You left the game. Continue with: groundfloor play --record %(word)s") % {"word": file.word})


def sentence_of(error: GroundfloorError, translations: NullTranslations) -> str:
    """Returns the sentence of an error in the language of the words."""
    if isinstance(error, Refused):
        return format_refusal(error.refusal, translations)
    return translations.gettext(error.msgid) % error.facts if isinstance(error, TranslatableError) else translations.gettext(str(error))
