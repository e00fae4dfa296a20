"""``python -m groundfloor.server.api_reference FILE``: writes the reference of the API as Markdown, made of its description (``openapi.py``)."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import Any

from .every_route import ROUTES
from .openapi import describe

HEAD = """# Reference of the web interface

Made of the server's own description, `/api/openapi.json`. [http.md](http.md) explains how the parts belong together: begin there. Limits that are settings are explained in [deployment.md](deployment.md#limits).
"""
SUBJECTS = {
    "account": "Accounts",
    "admin": "Administration",
    "blocks": "Blocks",
    "day": "The city of the day",
    "exercises": "Exercises",
    "followed": "Followed tables",
    "games": "Games",
    "hours": "Hours and holidays",
    "lobby": "The lobby",
    "my-games": "My games",
    "next": "What waits",
    "notices": "Notices",
    "people": "People",
    "ratings": "Ratings",
    "records": "Records",
    "seats": "Seats",
    "site": "The server",
}
"""Headings, by the part of the address behind ``/api/``."""
OTHERS = "Streams and files"


def reference() -> str:
    """Returns the reference: each operation by subject, then each type with its fields."""
    description = describe(ROUTES)
    operations = [
        (subject_of(path), path, method, facts) for path, methods in description["paths"].items() for method, facts in methods.items()
    ]
    operations.sort(key=lambda operation: operation[0])
    parts = [HEAD]
    for subject, members in groupby(operations, lambda operation: operation[0]):
        parts.append(f"## {subject}\n")
        parts += [operation_text(path, method, facts) for _subject, path, method, facts in members]
    parts.append("## Types\n\n`?` behind a field: it may be missing.\n")
    parts += [schema_text(name, schema) for name, schema in sorted(description["components"]["schemas"].items())]
    return "\n".join(parts)


def subject_of(path: str) -> str:
    first, _, rest = path.lstrip("/").partition("/")
    return SUBJECTS.get(rest.partition("/")[0], OTHERS) if first == "api" else OTHERS


def operation_text(path: str, method: str, facts: dict[str, Any]) -> str:
    """Returns what a request does, its parameters, its body, its answers and its limits."""
    lines = [f"### {method.upper()} {path}", "", facts["summary"], ""]
    parameters = [parameter for parameter in facts["parameters"] if "name" in parameter]
    if parameters:
        lines += ["| parameter | type | is |", "| --- | --- | --- |"]
        lines += [
            f"| `{parameter['name']}` | {type_text(parameter['schema'])} | {cell(parameter['description'])} |" for parameter in parameters
        ]
        lines.append("")
    if "requestBody" in facts:
        lines += [f"Body: {content_text(facts['requestBody'])}", ""]
    refused = []
    for status, answer in facts["responses"].items():
        if status.startswith("2"):
            lines += [f"Answer {status}: {content_text(answer)}", ""]
        else:
            refused.append(status)
    limits = [limit if " " in limit else f"`{limit}`" for limit in facts["x-limits"]]
    return "\n".join([*lines, f"Limits: {', '.join(limits)}", "", f"Refusals: {', '.join(refused)}", ""])


def content_text(part: dict[str, Any]) -> str:
    """Returns the types of a body or an answer, with a kind that is not JSON."""
    types = [
        type_text(content["schema"]) + ("" if kind == "application/json" else f" as `{kind}`") for kind, content in part["content"].items()
    ]
    return " or ".join(types)


def schema_text(name: str, schema: dict[str, Any]) -> str:
    """Returns what a type is, and its fields."""
    lines = [f"### {name}", ""]
    if "description" in schema:
        lines += [schema["description"], ""]
    if "properties" not in schema:
        return "\n".join([*lines, type_text(schema), ""])
    lines += ["| field | type | is |", "| --- | --- | --- |"]
    required = set(schema.get("required", ()))
    for field, facts in schema["properties"].items():
        lines.append(f"| `{field}`{'' if field in required else '?'} | {type_text(facts)} | {cell(meaning(facts))} |")
    return "\n".join([*lines, ""])


def meaning(facts: dict[str, Any]) -> str:
    """Returns what a field is: its description, and an example or what it is without being named."""
    parts = [facts.get("description", "")]
    parts += [described for part in facts.get("anyOf", ()) if (described := part.get("description", ""))]
    parts += [f"Such as `{example}`." for example in facts.get("examples", [])[:1]]
    return " ".join(part for part in parts if part)


def type_text(schema: dict[str, Any]) -> str:
    """Returns a type in a few words, with links to the types that it names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " or ".join(dict.fromkeys(type_text(part) for part in schema[union]))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type", "anything")
    if kind == "array":
        items = schema.get("items") or {}
        return f"list of {type_text(items)}" if items else "list"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
        return f"object of {type_text(schema['additionalProperties'])}"
    return str(kind)


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(reference(), "utf-8")
