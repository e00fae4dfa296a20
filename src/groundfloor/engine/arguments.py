"""Arguments of a wrong type, refused with a sentence that is the same whether the engine is compiled or not.

A compiled function checks its arguments before its first line, with a sentence of mypyc's own. So what anybody may call takes ``Any``, or a
type that mypyc does not check, such as ``SupportsIndex`` or ``Record | Unchecked``, and calls these functions.
"""

from __future__ import annotations

from operator import index
from typing import Any, Protocol, TypeVar, cast

T = TypeVar("T")


class Text(Protocol):
    """A text, as an argument of a constructor: mypyc does not check protocols, and constructors can't have overloads."""

    def casefold(self) -> str: ...


class Unchecked(Protocol):
    """What no argument is: beside a type, as in ``Record | Unchecked``, it leaves the check of that type to ``checked``."""

    def unchecked(self) -> None: ...


def require_type(given: object, kinds: tuple[type, ...], sentence: str) -> None:
    """Raises TypeError unless an argument has one of these types; ``sentence`` is what it should be, without its end.

    >>> require_type(3, (str,), "A name is a text")
    Traceback (most recent call last):
    TypeError: A name is a text, not 3.
    """
    if not isinstance(given, kinds):
        raise TypeError(f"{sentence}, not {given!r:.80}.")


def checked(given: object, kind: type[T], sentence: str) -> T:
    """Returns an argument; raises TypeError unless it has this type, as ``require_type`` does.

    >>> checked("hire", dict, "Options are a dict")
    Traceback (most recent call last):
    TypeError: Options are a dict, not 'hire'.
    """
    require_type(given, (kind,), sentence)
    return cast("T", given)


def require_function(given: object, sentence: str) -> None:
    """Raises TypeError unless an argument can be called.

    >>> require_function(3, "find is a function")
    Traceback (most recent call last):
    TypeError: find is a function, not 3.
    """
    if not callable(given):
        raise TypeError(f"{sentence}, not {given!r:.80}.")


def read_text(given: Any, sentence: str) -> str:
    """Returns a text; raises TypeError for anything else.

    >>> read_text(3, "A name is a text")
    Traceback (most recent call last):
    TypeError: A name is a text, not 3.
    """
    require_type(given, (str,), sentence)
    return str(given)


def whole_number(given: Any, sentence: str) -> int:
    """Returns a number, also one of NumPy's, as an int; raises TypeError for anything else, True and False included.

    >>> whole_number(2, "A seat is a whole number")
    2
    >>> whole_number(True, "A seat is a whole number")
    Traceback (most recent call last):
    TypeError: A seat is a whole number, not True.
    """
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise TypeError(f"{sentence}, not {given!r:.80}.")
    return index(given)
