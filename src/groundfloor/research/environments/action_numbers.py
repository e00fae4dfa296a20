"""The numbers of actions: one fixed list for each ruleset, whatever the options, the seats and the number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundfloor.engine.arguments import whole_number
from groundfloor.engine.errors import UnknownAction

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex

    from groundfloor.engine.actions import Action
    from groundfloor.engine.ruleset import Ruleset

NUMBER, ACTION = "The number of an action is a whole number", "An action is its number or its text, such as 'hire'"


def action_texts(rules: Ruleset) -> tuple[str, ...]:
    """Returns the text of every action that a ruleset can have, by its number.

    First come the actions of the ruleset without options, in the engine's order, then those that an option adds.

    >>> from groundfloor import ruleset
    >>> texts = action_texts(ruleset("first"))
    >>> len(texts), texts[:3], texts[-1]
    (166, ('hire', 'done', 'fire trained'), 'bonuses')
    """
    texts = dict.fromkeys(action.text for action in rules.actions)
    defaults = {option.name: option.values[0] for option in rules.options}
    for option in rules.options:
        for value in option.values[1:]:
            texts |= dict.fromkeys(action.text for action in rules.with_options({**defaults, option.name: value}).actions)
    return tuple(texts)


class ActionNumbers:
    """Translates between the actions of a table's ruleset and the numbers of the fixed list.

    >>> from groundfloor import ruleset
    >>> numbers = ActionNumbers(ruleset("second"))
    >>> len(numbers), numbers.text(4), numbers.number("consulting")
    (176, 'consulting', 4)
    """

    def __init__(self, rules: Ruleset, played: Ruleset | None = None) -> None:
        """``played`` is the ruleset with the options of the table; without it, there are none."""
        self.rules = rules
        self.played = played
        self.texts = action_texts(rules)
        self._by_text = {text: number for number, text in enumerate(self.texts)}
        self.of_index = [self._by_text[action.text] for action in (played or rules).actions]
        """The number of each of the played ruleset's actions, by its index there."""

    def __reduce__(self) -> tuple[object, ...]:
        return ActionNumbers, (self.rules, self.played)

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, number: SupportsIndex) -> str:
        """Returns the text of the action with a number; raises IndexError for a number out of range."""
        index = whole_number(number, NUMBER)
        if not 0 <= index < len(self.texts):
            raise IndexError(f"Actions are numbered from 0 to {len(self.texts) - 1}, not {index}.")
        return self.texts[index]

    def number(self, action: Any) -> int:
        """Returns the number of an action, which is given as its text or as its number; raises UnknownAction for another text."""
        if not isinstance(action, str):
            return whole_number(action, ACTION)
        number = self._by_text.get(action)
        if number is None:
            raise UnknownAction(f"{action!r} is not an action of this ruleset.")
        return number

    def numbers(self, actions: Iterable[Action]) -> list[int]:
        of_index = self.of_index
        return [of_index[action.index] for action in actions]
