"""Extracts, updates and checks the messages that languages translate: ``python -m groundfloor.presentation.messages extract | update | check``."""

from __future__ import annotations

import ast
import sys
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as BabelMessage
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from groundfloor.editions import EDITIONS
from groundfloor.engine.refusals import SENTENCES, SINGULARS

from .names import COUNTED, GROUPS
from .translations import DEFAULT, LANGUAGES, catalogue

ROOT = Path(__file__).parents[1]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "plural": (1, 2), "pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3)}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract"), ("**/templates/**.svg", "jinja2.ext:babel_extract")]
Message = tuple[str | None, str | tuple[str, ...]]
"""The context and the msgid, singular and plural if it has both."""
SHOWN = ("TranslatableError", "StorageError", "ImpossibleTable", "IllegalAction", "BadHouseValues")
"""The classes of errors whose sentences players see in their language, with all that are derived from them."""


def shown_sentences() -> set[str]:
    """Returns the sentences of the errors that players see: the first text of each one, or the ``sentence`` of its class."""
    classes = shown_classes()
    nodes: list[ast.expr] = []
    for node in (node for tree in sources() for node in ast.walk(tree)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in classes:
            nodes += node.args[:1]
        elif isinstance(node, ast.ClassDef) and node.name in classes:
            assigned = [statement for statement in node.body if isinstance(statement, ast.Assign)]
            nodes += [
                statement.value
                for statement in assigned
                for name in statement.targets
                if isinstance(name, ast.Name) and name.id == "sentence"
            ]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value}


def shown_classes() -> set[str]:
    classes = [node for tree in sources() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    bases = [(definition.name, {ast.unparse(base).rpartition(".")[2] for base in definition.bases}) for definition in classes]
    class_names = set(SHOWN)
    while more := {name for name, above in bases if class_names & above} - class_names:
        class_names |= more
    return class_names


@cache
def sources() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(file.read_text("utf-8")) for file in sorted(ROOT.rglob("*.py")))


def shown_messages() -> set[Message]:
    """Returns the messages of calls and templates, names, refusals, errors that players see, and what is known of the values of editions."""
    all_messages = set(called_messages())
    all_messages |= {message for group in GROUPS.values() for name in group.values() for message in name.messages()}
    all_messages |= {(None, forms) for forms in COUNTED.values()}
    all_messages |= {(None, (SINGULARS[code], text) if code in SINGULARS else text) for code, text in SENTENCES.items()}
    all_messages |= {(None, sentence) for sentence in shown_sentences()}
    values = [value for edition in EDITIONS for value in edition.values.values()]
    all_messages |= {(None, text) for value in values for text in (value.status, value.evidence)}
    return {message for message in all_messages if message[1]}


@cache
def called_messages() -> frozenset[Message]:
    calls = extract_from_dir(str(ROOT), METHODS, keywords=KEYWORDS)
    return frozenset((context, text if isinstance(text, str) else tuple(text)) for _file, _line, text, _comments, context in calls)


def translated_messages(language: str) -> set[Message]:
    found = (message for message in catalogue(language) if message.id and is_translated(message))
    return {(message.context, message.id if isinstance(message.id, str) else tuple(message.id)) for message in found}


def is_translated(message: BabelMessage) -> bool:
    """Returns whether a message has a translation, in all its plural forms."""
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return all(strings)


def template() -> Catalog:
    found = Catalog(fuzzy=False)
    for context, text in sorted(shown_messages(), key=str):
        found.add(text, context=context)
    return found


def po_text(messages: Catalog) -> str:
    lines = BytesIO()
    write_po(lines, messages, width=0, omit_header=False)
    return lines.getvalue().decode()


def missing_messages(language: str) -> list[Message]:
    return sorted(shown_messages() - translated_messages(language), key=str)


def unused_messages(language: str) -> list[Message]:
    return sorted(translated_messages(language) - shown_messages(), key=str)


def update(language: str) -> int:
    """Adds what is missing to a language's catalogue, untranslated; returns how many messages that were."""
    file = Path(str(LANGUAGES[language].catalogue))
    added = missing_messages(language)
    messages = catalogue(language)
    for context, text in added:
        messages.add(text, context=context)
    if added:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(po_text(messages), "utf-8")
    return len(added)


def check(language: str) -> list[str]:
    """Returns a line for each message that is missing or unused in a language."""
    return [f"{language}: not translated: {message}" for message in missing_messages(language)] + [
        f"{language}: not used: {message}" for message in unused_messages(language)
    ]


def main(arguments: list[str]) -> int:
    """Runs a command; the exit code is 1 if ``check`` finds something, 2 for an unknown command."""
    others = [language for language in LANGUAGES if language != DEFAULT]
    if arguments == ["extract"]:
        print(po_text(template()), end="")
        return 0
    if arguments == ["update"]:
        for language in others:
            print(f"{language}: {update(language)} messages added")
        return 0
    if arguments == ["check"]:
        faults = [line for language in others for line in check(language)]
        print("\n".join(faults) or "Every message is translated, and every translation is used.")
        return 1 if faults else 0
    print("Usage: python -m groundfloor.presentation.messages extract | update | check", file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
