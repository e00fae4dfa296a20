"""Small objects that are equal if what they hold is equal."""

from __future__ import annotations


class ValueObject:
    """Base class of objects that are compared by their content, which is what ``__reduce__`` returns: class and arguments."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, ValueObject) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(with_tuples(self.__reduce__()))


def with_tuples(content: object) -> object:
    """Returns a value with its lists and dicts as tuples, which can be hashed."""
    if isinstance(content, dict):
        return tuple([(key, with_tuples(value)) for key, value in content.items()])
    return tuple([with_tuples(part) for part in content]) if isinstance(content, list | tuple) else content


def repr_of(thing: object, **fields: object) -> str:
    """Returns the ``repr`` of an object: its class, and those fields that are not 0 or empty."""
    parts = [f"{name}={value!r}" for name, value in fields.items() if value not in (0, "", ())]
    return f"{type(thing).__name__}({', '.join(parts)})"
