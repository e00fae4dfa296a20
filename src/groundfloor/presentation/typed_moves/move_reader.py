"""Understands typed moves: which answer the words mean, also while a draft stands, or a sentence if they mean none or several."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from typing import TYPE_CHECKING

from groundfloor.table.errors import Ambiguous, Refused, UnknownChoice, UnknownCommand

from ..translations import DEFAULT, translations_of
from ..view import TableView
from .commands import command_words
from .matching import Closeness, closest, fold, rank
from .move_names import OMITTED, move_forms, move_name, parts_of_text, plain_move_name, text_forms, text_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundfloor.engine.actions import Action
    from groundfloor.engine.errors import GroundfloorError
    from groundfloor.engine.game import Game
    from groundfloor.engine.refusals import Refusal
    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.table.drafts import DraftMoves

    from .matching import Rank, Words
    from .move_names import Parts

MAX_LISTED = 12


@dataclass(frozen=True)
class MoveCandidate:
    """An action that can be typed, and the reason against it (None: it is possible).

    ``game`` is the position that it is given in; None in a plan, where actions are called alike in every position.
    """

    action: Action
    game: Game | None = None
    refusal: Refusal | None = None

    @property
    def is_of_question(self) -> bool:
        """Answers the question that is asked, if only it were possible: another task does not answer what comes after the task."""
        return self.refusal is None or self.refusal.code != "task_done"


def choices_at(game: Game) -> list[MoveCandidate]:
    """Returns the answers to a position's question, those that are refused too."""
    found = [MoveCandidate(action, game, game.refusal(action)) for action in game.ruleset.actions]
    return [each for each in found if each.refusal is None or each.refusal.code != "not_asked"]


class MoveReader:
    """Reads typed moves: ``choices`` are the actions that can be meant, named in a language or in English.

    >>> from groundfloor import new_game
    >>> game = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
    >>> game.apply(game.chance.outcomes[0]), game.apply(game.chance.outcomes[0]), game.apply(game.chance.outcomes[0])
    (None, None, None)
    >>> MoveReader(game.ruleset, choices_at(game), 0, "de").read("einstellen")
    'hire'
    """

    def __init__(self, rules: Ruleset, choices: Iterable[MoveCandidate], seat: int, language: str) -> None:
        self.rules = rules
        self.choices = tuple(choices)
        self.seat = seat
        self.language = language
        self._closest = cache(closest)
        self._views: dict[tuple[int, str], TableView] = {}
        self._names: dict[str, str] = {}

    def read(self, typed: str) -> str:
        """Returns the text of the action that is meant, or the words that the texts of all that are meant begin with.

        Raises UnknownCommand if nothing is meant, Ambiguous for several that begin with different words, and Refused.
        """
        _near, candidates = self.matches(typed)
        if not candidates:
            raise self.unknown(typed)
        if candidates[0].refusal is not None:
            if len({candidate.refusal.code for candidate in candidates if candidate.refusal is not None}) == 1:
                raise Refused(candidates[0].refusal)
            raise Ambiguous("None of these is possible now: %(possible)s.", possible=listing(self.names(candidates)))
        texts = [candidate.action.text for candidate in candidates]
        beginning = common_words(texts)
        if beginning in texts:
            return beginning
        legal = [candidate.action.text for candidate in self.choices if candidate.refusal is None]
        if not beginning or sum(text.startswith(f"{beginning} ") for text in legal) > len(texts):
            raise self.ambiguous(typed, self.names(candidates))
        return beginning

    def matches(self, typed: str) -> tuple[Closeness | None, list[MoveCandidate]]:
        """Returns the actions that the words come closest to, and how close.

        One that is refused is meant only by its exact name, or if no other one is. Of answers to several questions those to the first
        in ``choices`` are meant. After the task, an area's letter may still mean the area: ``E`` is not just the end of the turn.
        """
        words = fold(typed)
        ranked = [(place, candidate) for candidate in self.labelled(words) if (place := self.place(words, candidate)) is not None]
        equal = [candidate for ((near, _left_out), _language), candidate in ranked if near is Closeness.EQUAL]
        exact = [candidate for candidate in equal if candidate.is_of_question]
        possible = [(place, candidate) for place, candidate in ranked if candidate.refusal is None]
        if possible and (not exact or any(candidate.refusal is None for candidate in exact)):
            ranked = possible
        best = min((place for place, _each in ranked), default=None)
        if best is None:
            meant = self.with_words(words)
            return (Closeness.INSIDE, meant) if len(meant) == 1 else (None, [])
        candidates = [candidate for place, candidate in ranked if place == best]
        candidates = [candidate for candidate in candidates if candidate.game is candidates[0].game]
        if best[0][0] is not Closeness.EQUAL and len(words[0]) == 1:
            candidates += equal[:1]
        return best[0][0], candidates

    def with_words(self, words: Words) -> list[MoveCandidate]:
        """Returns the possible actions in whose names all of the words stand, wherever."""
        return (
            [
                candidate
                for candidate in self.choices
                if candidate.refusal is None
                and any(
                    all(any(word in name for part in form for name in part) for word in words)
                    for _number, form in self._forms[candidate.action.text]
                )
            ]
            if words
            else []
        )

    def labelled(self, words: Words) -> Iterable[MoveCandidate]:
        """Returns the actions of the area on whose sign the letter stands if the words are such as ``E2``; else all."""
        letter, *number = words or ("",)
        if len(letter) > 1 or len(number) != 1 or not number[0].endswith("."):
            return self.choices
        with_letter = [candidate for candidate in self.choices if (letter,) in text_parts(self.rules, candidate.action, self.language)[0]]
        return with_letter or self.choices

    def place(self, words: Words, choice: MoveCandidate) -> tuple[Rank, int] | None:
        """Returns how well the words name an action, in the reader's language (0) rather than in English (1); None if they don't."""
        may_omit = choice.action.verb in OMITTED
        ranks = [
            (near, number)
            for number, form in self._forms[choice.action.text]
            if (near := rank(words, form, may_omit_first=may_omit, closest=self._closest)) is not None
        ]
        return min(ranks, default=None)

    @cached_property
    def _forms(self) -> dict[str, list[tuple[int, Parts]]]:
        """What each action is called, by its text: with 0 in the reader's language, with 1 in English."""
        languages = list(enumerate(dict.fromkeys((self.language, DEFAULT))))
        return {
            candidate.action.text: [(number, form) for number, language in languages for form in self.forms(candidate, language)]
            for candidate in self.choices
        }

    def forms(self, choice: MoveCandidate, language: str) -> list[Parts]:
        """Returns everything that an action is called in a language; for one that is not possible only the names of its text."""
        if choice.game is None or choice.refusal is not None:
            return text_forms(self.rules, choice.action, language)
        return move_forms(self.view(choice.game, language), choice.action)

    def view(self, game: Game, language: str) -> TableView:
        found = self._views.get((id(game), language))
        if found is None:
            found = self._views[id(game), language] = TableView.of_position(game, self.seat, language, translations_of(language))
        return found

    def name(self, choice: MoveCandidate) -> str:
        text = choice.action.text
        if text not in self._names:
            self._names[text] = self._new_name(choice)
        return self._names[text]

    def _new_name(self, choice: MoveCandidate) -> str:
        if choice.game is None or choice.refusal is not None:
            return plain_move_name(self.rules, choice.action, translations_of(self.language))
        return move_name(self.view(choice.game, self.language), choice.action)

    def names(self, choices: Iterable[MoveCandidate]) -> list[str]:
        return [self.name(each) for each in choices]

    def possible_names(self) -> list[str]:
        return list(dict.fromkeys(self.names(each for each in self.choices if each.refusal is None)))

    def nearest(self, typed: str) -> list[str]:
        """Returns the names of possible actions, and commands, that are like the typed words, or begin like them."""
        known = {"".join(fold(word)): word for words in command_words(translations_of(self.language)).values() for word in words[:1]}
        for choice in self.choices:
            if choice.refusal is None:
                name = self.name(choice)
                known |= {"".join(fold(text)): name for text in (choice.action.text, name)}
        near = list(dict.fromkeys(known[word] for word in get_close_matches("".join(fold(typed)), known, n=4, cutoff=0.6)))
        return near or self.names(self.meant_by_beginning(typed.split()))

    def meant_by_beginning(self, words: Sequence[str]) -> list[MoveCandidate]:
        """Returns the possible actions that the longest beginning of some words comes closest to."""
        meant: list[MoveCandidate] = []
        left = [candidate for candidate in self.choices if candidate.refusal is None]
        for count in range(1, len(words)):
            beginning = fold(" ".join(words[:count]))
            ranked = [(place, candidate) for candidate in left if (place := self.place(beginning, candidate)) is not None]
            best = min((place for place, _each in ranked), default=None)
            if best is None:
                break
            meant, left = [candidate for place, candidate in ranked if place == best], [candidate for _place, candidate in ranked]
        return meant

    def unknown(self, typed: str) -> UnknownCommand:
        """Returns the error for words that mean nothing: it suggests similar names, or lists what is possible."""
        near = self.nearest(typed)
        if near:
            return UnknownCommand("“%(typed)s” is not possible now. Did you mean: %(near)s?", typed=typed, near=listing(near))
        return self.not_possible(typed)

    def not_possible(self, typed: str) -> UnknownCommand:
        """Returns the error for words that mean nothing now, with what is possible; of a long list only first words."""
        possible = self.possible_names()
        if len(possible) > MAX_LISTED:
            actions = [candidate.action for candidate in self.choices if candidate.refusal is None]
            possible = list(dict.fromkeys(parts_of_text(self.rules, action, translations_of(self.language))[0][0] for action in actions))
        return UnknownCommand("“%(typed)s” is not possible now. Possible: %(possible)s.", typed=typed, possible=listing(possible))

    def ambiguous(self, typed: str, possible: Sequence[str]) -> Ambiguous:
        return Ambiguous("“%(typed)s” can mean several things: %(possible)s.", typed=typed, possible=listing(possible))


def common_words(texts: Sequence[str]) -> str:
    common = []
    for words in zip(*(text.split() for text in texts), strict=False):
        if len(set(words)) > 1:
            break
        common.append(words[0])
    return " ".join(common)


def listing(texts: Iterable[str]) -> str:
    """Returns the first dozen texts as a list in a sentence."""
    found = list(texts)
    return ", ".join(found[:MAX_LISTED]) + (" …" if len(found) > MAX_LISTED else "")


def move_reader(draft: DraftMoves, language: str) -> MoveReader:
    """Returns what reads typed moves while a draft stands: all answers that it can take, each once, those to its open question first."""
    whole = draft.after_closing or draft
    choices: dict[str, MoveCandidate] = {}
    for depth in reversed(range(len(whole.positions))):
        for choice in choices_at(whole.positions[depth]) if whole.is_asked(depth) else []:
            text = choice.action.text
            if text not in choices or (choice.refusal is None and choices[text].refusal is not None):
                choices[text] = choice
    for action in (*draft.deferrable, *draft.deferred):
        if action.text not in choices or choices[action.text].refusal is not None:
            choices[action.text] = MoveCandidate(action, draft.game)
    return MoveReader(draft.game.ruleset, choices.values(), draft.seat, language)


def with_possible_choices(error: GroundfloorError, language: str) -> GroundfloorError:
    """Returns an error of a choice that means nothing with what is possible, in a language; any other error as it is."""
    return move_reader(error.draft, language).unknown(error.text) if isinstance(error, UnknownChoice) else error
