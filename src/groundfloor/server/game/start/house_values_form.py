"""The form of house values: reads its fields, and says what each contains and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundfloor.editions import REGISTRY
from groundfloor.editions.overrides import as_tuples, limits_of
from groundfloor.numbers import parse_int
from groundfloor.presentation.house_values import error_sentence, label, number_at, number_rows, shown_value, value_groups
from groundfloor.presentation.rulebook.numbers import format_value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.engine.errors import BadHouseValues
    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.presentation.house_values import NumberField

    Texts = Mapping[str, str]

MAX_FIELDS = 700
"""More than the fields of the largest ruleset, with those of the start page."""
MAX_TEXT = 20
"""The most characters of a number that are read."""
FIELD = "value-"


def field_id(key: str, path: tuple[int, ...]) -> str:
    """Returns id and name of the field of a number."""
    return FIELD + "-".join([key, *map(str, path)])


def is_submitted(form: Texts) -> bool:
    return any(name.startswith(FIELD) for name in form)


def submitted_values(rules: Ruleset, form: Texts) -> dict[str, object]:
    """Returns the submitted values that differ from the ruleset's own; a text that is not a number is kept as a text."""
    found = {key: submitted_part(value.value, form, key, ()) for key, value in rules.values.items()}
    return {key: content for key, content in found.items() if as_tuples(content) != rules.values[key].value}


def submitted_part(own: Any, form: Texts, key: str, path: tuple[int, ...]) -> object:
    """Returns a value or a part of it with the submitted numbers; the ruleset's own where a field is empty or absent."""
    if isinstance(own, tuple):
        return [submitted_part(part, form, key, (*path, place)) for place, part in enumerate(own)]
    text = form.get(field_id(key, path), "").strip()[:MAX_TEXT]
    return typed_number(text) if text else own


def typed_number(text: str) -> int | str:
    """Returns the number of a text, with a hyphen or a minus before it if it is negative; the text if it is none."""
    digits = text.lstrip("-\N{MINUS SIGN}")
    number = parse_int(digits) if len(text) - len(digits) <= 1 else None
    return text if number is None else number if digits == text else -number


class HouseValuesForm:
    """What the page of the form shows: ``values`` are house values, ``form`` the texts that were submitted, if any."""

    def __init__(self, rules: Ruleset, values: Mapping[str, object], form: Texts, translations: NullTranslations) -> None:
        self.rules = rules
        self.values = values
        self.form = form
        self.translations = translations
        self.found = [(error, self.place_of(error)) for error in REGISTRY.house_value_errors(rules.name, values)]

    def place_of(self, error: BadHouseValues) -> str:
        """Returns the value at which an error is shown: one that was changed, if it is about several; "" if it is about none of them."""
        known = [key for key in error.keys if key in self.rules.values]
        return next((key for key in known if key in self.values), known[0] if known else "")

    def groups(self) -> list[dict[str, object]]:
        return [
            {"id": each.id, "title": each.title, "entries": [self.value(key) for key in each.keys]}
            for each in value_groups(self.rules, self.translations)
        ]

    def errors(self) -> list[dict[str, str]]:
        """Returns each error with its sentence and the id of the place where it belongs, "" for none."""
        listed = []
        for error, key in self.found:
            fields = self.fields_of(error, key) if key else []
            place = field_id(key, fields[0].path) if fields else f"house-{key}" if key else ""
            listed.append({"sentence": error_sentence(error, self.translations), "place": place})
        return listed

    def fields_of(self, error: BadHouseValues, key: str) -> list[NumberField]:
        """Returns the fields of a value that an error is about: all, if it is about the whole value or about a part without a field."""
        fields = [field for row in number_rows(self.rules, key, self.translations) for field in row.fields]
        path = error.path if key == error.keys[0] else ()
        return [field for field in fields if field.path[: len(path)] == path] or fields

    def value(self, key: str) -> dict[str, object]:
        """Returns the name of a value, its fields, what is known about it, and the sentences about what is wrong."""
        value = self.rules.values[key]
        here = [error for error, place in self.found if place == key]
        wrong = {field.path for error in here for field in self.fields_of(error, key)}
        rows = number_rows(self.rules, key, self.translations)
        least, most = limits_of(key)
        return {
            "key": key,
            "label": label(key, self.translations),
            "rows": [{"heading": row.heading, "fields": [self.field(key, field, wrong) for field in row.fields]} for row in rows],
            "has_choices": any(field.choices for row in rows for field in row.fields),
            "status": value.status,
            "evidence": value.evidence,
            "least": format_value(least),
            "most": most,
            "is_negative": least < 0,
            "own": shown_value(self.rules, key, value.value, self.translations),
            "is_changed": key in self.values,
            "errors": [error_sentence(error, self.translations) for error in here],
        }

    def field(self, key: str, field: NumberField, wrong: set[tuple[int, ...]]) -> dict[str, object]:
        """Returns a field with its text: ``own`` is the number of the ruleset, ``error`` the id of the sentence that says what is wrong, "" for nothing."""
        text = self.text(key, field.path)
        return {
            "id": field_id(key, field.path),
            "label": field.label,
            "text": text,
            "choices": [(number, label, str(number) == text) for number, label in field.choices],
            "own": number_at(self.rules.values[key].value, field.path),
            "error": f"error-{key}" if field.path in wrong else "",
        }

    def text(self, key: str, path: tuple[int, ...]) -> str:
        """Returns what stands in a field: what was submitted, else the house value, else the ruleset's own number."""
        submitted = self.form.get(field_id(key, path), "")[:MAX_TEXT]
        if submitted.strip():
            return submitted
        try:
            return str(number_at(self.values.get(key, self.rules.values[key].value), path))
        except (AssertionError, IndexError):
            return str(number_at(self.rules.values[key].value, path))
