"""Which parts of a project have to do with graphs, told by names alone, so that the rest is never
gone through.

A name is of interest when it may stand for a class of graphs, for a graph, or for a function that
makes one or works on one. To take a name for one that is not costs time and nothing else.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.drafts import INVOKING
from phaselint.dialects.langgraph.reading.sites import class_names
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_ROUNDS = 30
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_RESULTS = INVOKING | {"get_state", "aget_state", "get_graph", "get_state_history"}
"""Methods of compiled graphs that give no graph."""


class Index(NamedTuple):
    """The names in a module: of each function, how often each is used in all, what is made of which
    by assignments, and the calls by the last names of what they call."""

    functions: Mapping[int, frozenset[str]]
    named: Sequence[tuple[str, frozenset[str]]]
    assigned: Sequence[tuple[tuple[str, ...], frozenset[str]]]
    uses: Mapping[str, int]
    aliases: Sequence[tuple[str, str]]
    classes: frozenset[str]
    calls: Mapping[str, Sequence[ast.Call]]


def index_of(tree: ast.Module) -> Index:
    """Go once through a module."""
    functions: dict[int, set[str]] = {}
    named: list[tuple[str, set[str]]] = []
    assigned: list[tuple[tuple[str, ...], set[str]]] = []
    uses: dict[str, int] = {}
    aliases: list[tuple[str, str]] = []
    calls: dict[str, list[ast.Call]] = {}
    waiting: list[tuple[ast.AST, tuple[set[str], ...]]] = [(tree, ())]
    while waiting:
        node, owners = waiting.pop()
        kind = type(node)
        if kind is ast.Name or kind is ast.Attribute:
            name: str = node.id if kind is ast.Name else node.attr  # type: ignore[attr-defined]
            for owner in owners:
                owner.add(name)
            uses[name] = uses.get(name, 0) + 1
            if kind is ast.Name:
                continue
        elif kind in _FUNCTIONS or kind is ast.ClassDef:
            inside: set[str] = set()
            owners = (*owners, inside)
            named.append((node.name, inside))  # type: ignore[attr-defined]
            functions[id(node)] = inside
        elif kind is ast.Assign or kind is ast.AnnAssign:
            targets = _targets(node)
            if targets and not _gives_result(node.value):  # type: ignore[attr-defined]
                made: set[str] = set()
                owners = (*owners, made)
                assigned.append((targets, made))
        elif kind is ast.Call:
            function = node.func  # type: ignore[attr-defined]
            called = getattr(function, "id", None) or getattr(function, "attr", None)
            if called is not None:
                calls.setdefault(called, []).append(node)  # type: ignore[arg-type]
        elif kind is ast.ImportFrom:
            pairs = ((each.name, each.asname) for each in node.names)  # type: ignore[attr-defined]
            aliases.extend((name, alias) for name, alias in pairs if alias)
        waiting.extend((child, owners) for child in ast.iter_child_nodes(node))
    return Index(
        {key: frozenset(names) for key, names in functions.items()},
        [(name, frozenset(names)) for name, names in named],
        [(targets, frozenset(names)) for targets, names in assigned],
        uses,
        aliases,
        class_names(tree),
        calls,
    )


def _targets(statement: ast.AST) -> tuple[str, ...]:
    targets = getattr(statement, "targets", None) or [statement.target]  # type: ignore[attr-defined]
    found: list[str] = []
    for target in targets:
        for each in target.elts if isinstance(target, ast.Tuple | ast.List) else (target,):
            if isinstance(each, ast.Name):
                found.append(each.id)
            elif isinstance(each, ast.Attribute):
                found.append(each.attr)
    return tuple(found)


def _gives_result(value: ast.expr | None) -> bool:
    """Whether a value is what a run of a graph gives."""
    if isinstance(value, ast.Await):
        value = value.value
    function = value.func if isinstance(value, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr in _RESULTS


def interest(indices: Iterable[Index]) -> frozenset[str]:
    """The names in some modules that may have to do with a graph."""
    listed = list(indices)
    found: set[str] = set()
    for index in listed:
        found |= index.classes
    for _ in range(_ROUNDS):
        before = len(found)
        for index in listed:
            for name, names in index.named:
                if name not in found and not found.isdisjoint(names):
                    found.add(name)
            for targets, names in index.assigned:
                if not found.issuperset(targets) and not found.isdisjoint(names):
                    found.update(targets)
            found.update(alias for name, alias in index.aliases if name in found)
        if len(found) == before:
            break
    return frozenset(found)
