"""Freezes rulesets: once built, a ruleset and everything in it can't be changed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from types import GetSetDescriptorType, MemberDescriptorType


class Freezable:
    """Base class of objects that can be changed until they are frozen."""

    __slots__ = ("is_frozen",)

    is_frozen: bool

    def __setattr__(self, name: str, value: object) -> None:
        if getattr(self, "is_frozen", False):
            raise AttributeError(f"{type(self).__name__}.{name} can't be changed: games share it.")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} can't be deleted: games share it.")

    def __copy__(self) -> Freezable:
        return self

    def __deepcopy__(self, memo: object) -> Freezable:
        """Returns the object itself: a ruleset can't be changed, and its actions are compared by identity."""
        return self

    def freeze(self) -> None:
        """Forbids all further changes. Several threads may do it at the same time, as rulesets share what they hold."""
        super().__setattr__("is_frozen", True)


def field_names(thing: object) -> list[str]:
    """Returns the names of the attributes that an object holds, those of its slots and those of its dictionary."""
    kinds = (MemberDescriptorType, GetSetDescriptorType)
    found = [name for base in type(thing).__mro__ for name, held in vars(base).items() if isinstance(held, kinds)]
    return [name for name in {**dict.fromkeys(found), **getattr(thing, "__dict__", {})} if not name.startswith("__")]


def reduce_by_fields(thing: object) -> tuple[object, ...]:
    """Returns what ``__reduce__`` returns for an object whose constructor needs no arguments: its attributes are pickled."""
    return with_fields, (type(thing), {name: getattr(thing, name) for name in field_names(thing)})


def with_fields(kind: type, fields: Mapping[str, object]) -> object:
    """Returns an object that was pickled."""
    thing = kind()
    for name, value in fields.items():
        with suppress(AttributeError):  # properties of a compiled class look like its attributes, and can't be set
            setattr(thing, name, value)
    return thing


def freeze_deeply(whole: object) -> None:
    """Freezes an object and everything in it, in tuples and mappings too."""
    names: dict[type, list[str]] = {}
    seen: set[int] = set()
    waiting: list[object] = [whole]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, tuple):
            waiting.extend(thing)
        elif isinstance(thing, (str, int)):
            continue  # most are, and to find that something is no mapping takes long
        elif isinstance(thing, Mapping):
            waiting.extend(thing.values())
        elif isinstance(thing, Freezable) and id(thing) not in seen:
            seen.add(id(thing))
            kind = type(thing)
            if kind not in names:
                names[kind] = field_names(thing)
            waiting.extend([getattr(thing, name, None) for name in names[kind]])
            thing.freeze()
