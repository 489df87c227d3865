"""A `return` for a key of the state that a function changes but doesn't return."""

from __future__ import annotations

import ast

from phaselint.document.python import span_of, tree_of
from phaselint.vocabulary.finding import Edit, Fix, Place
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import Change, Function
    from phaselint.document import Document

    Definition = ast.FunctionDef | ast.AsyncFunctionDef


def return_of(facts: LanggraphFacts, function: Function, change: Change) -> Fix | None:
    """Suggest returning all keys that a function sets, as its last statement; None if it has a
    `return` or doesn't end in a simple line of its own."""
    document = facts.contract.documents.get(change.place.file)
    definition = None if document is None else _definition(document, change)
    if document is None or definition is None or len(function.returns) != 1:
        return None
    last = definition.body[-1]
    if isinstance(last, ast.Return) or last.lineno == definition.lineno:
        return None
    keys = dict.fromkeys(each.key for each in function.changes if each.kind == "set")
    values = [_value(definition, key, change, document) for key in keys]
    if not all(values):
        return None
    pairs = ", ".join(f'"{key}": {value}' for key, value in zip(keys, values, strict=True))
    start, end = span_of(document, last)
    indent = " " * last.col_offset
    text = f"{document.text[start:end]}\n{indent}return {{{pairs}}}"
    title = f"return {quote(change.key)}"
    return Fix("unsafe", title, (Edit(Place(document.path, (start, end)), text),))


def _definition(document: Document, change: Change) -> Definition | None:
    """The innermost function around a change."""
    tree, found = tree_of(document), None
    if tree is None or len(change.place.pointer) != 2:
        return None
    at = int(change.place.pointer[0])
    for each in ast.walk(tree):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            start, end = span_of(document, each)
            if start <= at < end:
                found = each
    return found


def _value(definition: Definition, key: str, change: Change, document: Document) -> str:
    """How a function reads the value of a key, based on how it sets one."""
    parameters = [*definition.args.posonlyargs, *definition.args.args]
    start, end = change.place.pointer
    text = document.text[int(start) : int(end)].partition("=")[0].strip()
    name = next((each.arg for each in parameters if text.startswith(each.arg)), "")
    if not name:
        return ""
    return f'{name}["{key}"]' if text.removeprefix(name).startswith("[") else f"{name}.{key}"
