"""The new items of a value that contains the old value of its key."""

from __future__ import annotations

import ast

from phaselint.document.python import place_of, span_of, tree_of
from phaselint.vocabulary.finding import Edit, Fix
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import Written
    from phaselint.document import Document


def new_only(facts: LanggraphFacts, written: Written) -> Fix | None:
    """Suggest returning only the new items, if they follow the old value in a dict that is written
    out: `state["k"] + new`, `[*state["k"], new]`. None if they can't be determined."""
    document = facts.contract.documents.get(written.place.file)
    value = None if document is None else _value(document, written)
    if document is None or value is None:
        return None
    text = _new(document, value, written.key)
    if not text:
        return None
    title = f"return only the new items of {quote(written.key)}"
    return Fix("unsafe", title, (Edit(place_of(document, value), text),))


def _value(document: Document, written: Written) -> ast.expr | None:
    """The value of a key in a dict that is written out."""
    tree = tree_of(document)
    if tree is None:
        return None
    for each in ast.walk(tree):
        if isinstance(each, ast.Dict):
            for key, value in zip(each.keys, each.values, strict=True):
                if key is not None and span_of(document, key) == written.place.pointer:
                    return value
    return None


def _new(document: Document, value: ast.expr, key: str) -> str:
    """The source of a value without the old value of a key."""
    if isinstance(value, ast.List):
        first = value.elts[0] if value.elts else None
        if not isinstance(first, ast.Starred) or not _is_old(first.value, key):
            return ""
        return f"[{_behind(document, first, value, ',')}"
    old = value
    while isinstance(old, ast.BinOp) and isinstance(old.op, ast.Add):
        old = old.left
    return _behind(document, old, value, "+") if _is_old(old, key) and old is not value else ""


def _behind(document: Document, old: ast.expr, value: ast.expr, sign: str) -> str:
    """The source after the old value and a separator."""
    end, last = span_of(document, old)[1], span_of(document, value)[1]
    rest = document.text[end:last].lstrip()
    if sign == "+" and not rest.startswith(sign):
        return ""
    return rest.removeprefix(sign).lstrip()


def _is_old(value: ast.expr, key: str) -> bool:
    """Whether an expression is the value of a key: `state["k"]`, `state.k`, `state.get("k")`."""
    match value:
        case ast.Subscript(slice=ast.Constant(value=name)):
            return bool(name == key)
        case ast.Attribute(attr=name):
            return bool(name == key)
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=name), *_]):
            return bool(name == key)
    return False
