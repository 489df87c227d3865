"""Edits of state classes: added fields, and reducers."""

from __future__ import annotations

import ast

from phaselint.document.python import place_of, span_of, tree_of
from phaselint.vocabulary.finding import Edit
from phaselint.vocabulary.message import quote
from phaselint_rules.langgraph.edits import checked, put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.functionmodel import Key
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Fix, Place

LISTS = ("list", "List")
"""Annotations of lists."""

REDUCER = "operator.add"


def with_field(facts: LanggraphFacts, key: str) -> Fix | None:
    """Suggest adding a key to the class of the state; None unless it is a `TypedDict` written out
    in the project."""
    schema = facts.graph.state
    if schema.kind != "typed" or schema.place is None or not key.isidentifier():
        return None
    document = facts.contract.documents.get(schema.place.file)
    found = None if document is None else _class_at(document, schema.place)
    if document is None or found is None or not isinstance(found.body[-1], ast.AnnAssign):
        return None
    last = found.body[-1]
    end = document.text.find("\n", span_of(document, last)[1])
    at = len(document.text) if end < 0 else end
    line = f"\n{' ' * last.col_offset}{key}: object"
    title = f"add {quote(key)} to {quote(schema.name)}"
    return checked(facts, "unsafe", title, (put(schema.place, at, line),))


def with_reducer(facts: LanggraphFacts, key: Key) -> Fix | None:
    """Suggest a reducer that adds to a list; None if the key isn't a list, or if `operator` and
    `Annotated` aren't imported."""
    document = facts.contract.documents.get(key.place.file)
    tree = None if document is None else tree_of(document)
    if document is None or tree is None:
        return None
    given = next((each for each in ast.walk(tree) if _declares(document, each, key)), None)
    if not isinstance(given, ast.AnnAssign):
        return None
    place = place_of(document, given.annotation)
    start, end = span_of(document, given.annotation)
    text = document.text[start:end]
    if text.partition("[")[0] not in LISTS or not _imported(tree):
        return None
    edit = Edit(place, f"Annotated[{text}, {REDUCER}]")
    return checked(facts, "unsafe", f"add a reducer to {quote(key.name)}", (edit,))


def _class_at(document: Document, place: Place) -> ast.ClassDef | None:
    """The class declared at a place."""
    tree = tree_of(document)
    for each in () if tree is None else ast.walk(tree):
        if isinstance(each, ast.ClassDef) and span_of(document, each)[0] == place.pointer[0]:
            return each
    return None


def _declares(document: Document, node: ast.AST, key: Key) -> bool:
    """Whether a statement declares a key."""
    return isinstance(node, ast.AnnAssign) and (
        span_of(document, node.target)[0] == key.place.pointer[0]
    )


def _imported(tree: ast.Module) -> bool:
    """Whether a module imports the names needed for a reducer."""
    names: set[str] = set()
    for each in tree.body:
        if isinstance(each, ast.Import | ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in each.names)
    return {"operator", "Annotated"} <= names
