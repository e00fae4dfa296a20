"""The numbers of actions: one fixed list for each ruleset, whatever the options, the seats and the number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundfloor.engine.actions import Action
    from groundfloor.engine.ruleset import Ruleset


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

    def text(self, number: int) -> str:
        """Returns the text of the action with a number; raises IndexError for a number out of range."""
        if not 0 <= number < len(self.texts):
            raise IndexError(f"Actions are numbered from 0 to {len(self.texts) - 1}, not {number}.")
        return self.texts[number]

    def number(self, text: str) -> int:
        """Returns the number of the action with a text; raises KeyError for a text that is no action of the ruleset."""
        return self._by_text[text]

    def numbers(self, actions: Iterable[Action]) -> list[int]:
        of_index = self.of_index
        return [of_index[action.index] for action in actions]
