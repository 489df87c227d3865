"""Names of nodes that may be written at a cursor in Python: in operations of a builder, in maps, in
`goto` and `Send`; and labels: in the keys of a map those that its router returns, in a `return` of
a router those of its maps.

The text is the one that is being written, in which a string may be open; the names are those of the
contract that was checked last, and those that the text itself adds.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

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
_CLOSINGS = ("", ")", "})", "])", "}", "]", ")])", ": 0}", ": 0})")
_CONTAINERS = (ast.List, ast.Tuple, ast.Set, ast.IfExp, ast.Starred)


class Found(NamedTuple):
    """A name that may be between two offsets, and what is written for it. `label`: it's that of a
    router's answer."""

    name: str
    start: int
    end: int
    written: str
    label: bool = False


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
    for closing in _CLOSINGS:
        changed = text[:start] + mark + tail + ("" if closed else closing) + text[end:]
        document = read_text(snapshot.file, changed)
        tree = tree_of(document)
        if tree is None and (mended := document.derived(repair)) is not None:
            document = mended.document
            tree = tree_of(document)
        if tree is None or mark not in document.text:
            continue
        nodes = _is_for_names(tree, mark)
        found = [*_names(snapshot, tree, mark), *_END] if nodes else _labels(snapshot, tree, mark)
        for name in found:
            if not re.search(r"[\"'\\]", name):
                yield Found(name, start, end, name if closed else f"{name}{quote}", not nodes)
        if found:
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
    for graph in _graphs(snapshot):
        found |= dict.fromkeys(node.name for node in graph.nodes)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            first = node.args[0] if node.args and node.func.attr == "add_node" else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found[first.value] = None
    return [name for name in found if name and name != mark]


def _graphs(snapshot: Snapshot) -> Iterator[Any]:
    """The graphs that have a part in the document."""
    graphs = (getattr(checked.contract, "graph", None) for checked in snapshot.contracts)
    return (each for each in graphs if each is not None)


# --- labels ---------------------------------------------------------------------------------------


def _labels(snapshot: Snapshot, tree: ast.Module, mark: str) -> list[str]:
    """The labels that may be where the mark is."""
    found: list[Any] = []
    router, function = _mapped_router(tree, mark), _returning(tree, mark)
    for graph in _graphs(snapshot):
        for branch in graph.branches:
            if router and router in (branch.name, branch.key):
                found += (each.value for each in branch.answers.targets)
            elif function and function == branch.name:
                found += _answers(graph, branch)
    plain = (getattr(each, "value", each) for each in found)  # of members of an Enum
    return [each for each in dict.fromkeys(plain) if isinstance(each, str) and each != mark]


def _answers(graph: Any, branch: Any) -> Iterator[Any]:
    """The labels of a map; without one, names of nodes."""
    if branch.path_map is None or branch.path_map.given == "ignored":
        yield from (*(node.name for node in graph.nodes), *_END)
    else:
        yield from (each.label for each in branch.path_map.entries)


def _mapped_router(tree: ast.Module, mark: str) -> str:
    """The router whose map has the mark as a key; empty if there is none."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        at = _MAPS.get(call.func.attr, 0)
        given = {each.arg: each.value for each in call.keywords}
        maps = [*call.args[at : at + 1], given.get("path_map")] if at else []
        keys = (key for each in maps if isinstance(each, ast.Dict) for key in each.keys)
        if any(isinstance(key, ast.Constant) and key.value == mark for key in keys):
            router = call.args[at - 1] if len(call.args) >= at else given.get("path")
            return getattr(router, "id", "") or getattr(router, "attr", "")
    return ""


def _returning(tree: ast.Module, mark: str) -> str:
    """The function that returns the mark, the innermost one; empty if none does."""
    name = ""
    for function in ast.walk(tree):  # those inside of others come later
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            returns = (each for each in ast.walk(function) if isinstance(each, ast.Return))
            inside = (each for back in returns if back.value for each in ast.walk(back.value))
            if any(isinstance(each, ast.Constant) and each.value == mark for each in inside):
                name = function.name
    return name
