"""Names of nodes that may be written at a cursor in Python: in operations of a builder, in maps, in
`goto` and `Send`.

The text is the one that is being written, in which a string may be open; the names are those of the
contract that was checked last, and those that the text itself adds.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from phaselint.document.python import tree_of
from phaselint.document.reader import read_text
from phaselint.document.repair import repair
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint_lsp.snapshot import Snapshot

_OPENED = re.compile(r"""[rRuU]?("(?:[^"\\]|\\.)*|'(?:[^'\\]|\\.)*)\Z""")
_WORD = re.compile(r"[^\"'\\\r\n]*")

_ENDS = frozenset({"add_edge", "set_entry_point", "set_finish_point"})
_BRANCH = "add_conditional_edges"
_ENTRY = "set_conditional_entry_point"
_MAPS = {_BRANCH: 2, _ENTRY: 1}
"""Operation → the position of its map."""

_NAMING = frozenset({"goto", "interrupt_before", "interrupt_after", "start_key", "end_key", "key"})
_END = ("__end__",)
_CONTAINERS = (ast.List, ast.Tuple, ast.Set, ast.IfExp, ast.Starred)


class Found(NamedTuple):
    """A name that may be between two offsets, and what is written for it."""

    name: str
    start: int
    end: int
    written: str


def names_at_cursor(snapshot: Snapshot, offset: int) -> Iterator[Found]:
    """The names that may be at an offset of the open document."""
    text = snapshot.text
    line = text.rfind("\n", 0, offset) + 1
    opened = _OPENED.search(text, _string_start(text, line, offset), offset)
    if opened is None:
        return
    quote = opened[1][0]
    start = opened.start(1) + 1
    rest = _WORD.match(text, offset)
    end = rest.end() if rest else offset
    closed = text.startswith(quote, end)
    end = end if closed else offset
    mark = "cursorMark"
    tail = "" if closed else quote
    for closing in ("", ")", "})", "])", "}", "]", ")])"):
        changed = text[:start] + mark + tail + ("" if closed else closing) + text[end:]
        document = read_text(snapshot.file, changed)
        tree = tree_of(document)
        if tree is None and (mended := repair(document)) is not None:
            document = mended.document
            tree = tree_of(document)
        if tree is not None and mark in document.text and _is_for_names(tree, mark):
            for name in (*_names(snapshot, tree, mark), *_END):
                if not re.search(r"[\"'\\]", name):
                    yield Found(name, start, end, name if closed else f"{name}{quote}")
            return


def _string_start(text: str, line: int, offset: int) -> int:
    """Where the string begins on a line that is open at an offset; the offset where none is."""
    at, start, quote = line, offset, ""
    while at < offset:
        sign = text[at]
        if quote:
            if sign == "\\":
                at += 1
            elif sign == quote:
                quote, start = "", offset
        elif sign in "\"'":
            quote, start = sign, at
        elif sign == "#":
            return offset
        at += 1
    return start


def _is_for_names(tree: ast.Module, mark: str) -> bool:
    """Whether the string with the mark is where the name of a node is expected."""
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, named = waiting.pop()
        if isinstance(node, ast.Constant):
            if node.value == mark:
                return named
            continue
        if isinstance(node, ast.Call):
            waiting += _of_call(node)
            continue
        inside = named and isinstance(node, _CONTAINERS)
        if named and isinstance(node, ast.Dict):
            waiting += ((key, False) for key in node.keys if key is not None)
            waiting += ((value, True) for value in node.values)
            continue
        waiting += ((each, inside) for each in ast.iter_child_nodes(node))
    return False


def _of_call(call: ast.Call) -> Iterator[tuple[ast.AST, bool]]:
    """The arguments of a call, each with whether it has names of nodes."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    name = call.func.id if isinstance(call.func, ast.Name) else name
    yield call.func, False
    for number, each in enumerate(call.args):
        first = number == 0 and name in (_BRANCH, "Send")
        yield each, first or name in _ENDS or number == _MAPS.get(name)
    for keyword in call.keywords:
        word = keyword.arg or ""
        maps = word == "path_map" or (word == "source" and name == _BRANCH)
        sends = word == "node" and name == "Send"
        yield keyword.value, maps or sends or word in _NAMING or word == "destinations"


def _names(snapshot: Snapshot, tree: ast.Module, mark: str) -> list[str]:
    """The names of nodes: of the graphs that have a part in the document, and those that it adds
    by literals."""
    found: dict[str, None] = {}
    for checked in snapshot.contracts:
        graph = getattr(checked.contract, "graph", None)
        found |= dict.fromkeys(node.name for node in graph.nodes) if graph is not None else {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            first = node.args[0] if node.args and node.func.attr == "add_node" else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found[first.value] = None
    return [name for name in found if name and name != mark]
