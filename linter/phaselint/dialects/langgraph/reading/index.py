"""The parts of a module that deal with graphs, determined from names alone, so the rest is never
read.

A name is relevant if it can stand for a class of graphs, for a graph, or for a function that makes
or uses one. A name wrongly treated as relevant only costs time.
"""

from __future__ import annotations

import ast
from collections import Counter
from itertools import chain

from phaselint.dialects.langgraph.reading.changes import changed_by
from phaselint.dialects.langgraph.reading.drafts import INVOKING
from phaselint.dialects.langgraph.reading.trees import BINDING, PARTS, children
from phaselint.document.python import tree_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.document import Document

    Imported = tuple[str, str, int, str]

CLASSES = frozenset({"StateGraph", "MessageGraph"})
_ROUNDS = 30
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_WITH_BLOCKS = frozenset(
    {
        *_FUNCTIONS,
        ast.AsyncFor, ast.AsyncWith, ast.ClassDef, ast.ExceptHandler, ast.For, ast.If, ast.Match,
        ast.match_case, ast.Module, ast.Try, ast.TryStar, ast.While, ast.With,
    }
)  # fmt: skip
"""Types of nodes with statements in them."""

_ASSIGNING = frozenset({ast.Assign, ast.AnnAssign})
_DEFINING = frozenset({*_FUNCTIONS, ast.ClassDef})

_RESULTS = INVOKING | {"get_state", "aget_state", "get_graph", "get_state_history"}
"""Methods of compiled graphs that don't return a graph."""


class Candidate(NamedTuple):
    """A call that can make a graph: the definitions around it, outermost first, and the bindings of
    its statement."""

    call: ast.Call
    around: tuple[ast.AST, ...]
    binding: str


class Index(NamedTuple):
    """The names in a module.

    Attributes:
        functions: those in each function and class, by the identity of its node.
        named: the same by its name.
        assigned: what is bound by an assignment, and the names in what it is given.
        uses: how often each is used in all.
        imports: module, attribute, level and the name that is bound.
        modules: the names that imports of modules bind.
        classes: names that may be a class of graphs.
        calls: the calls, by the last name of what they call.
        candidates: those that may make a graph.
        changed: names of values that are changed in place.
        plain: the functions and classes in which no expression binds a name, by the identity of
            their nodes, and the module where none does outside of them.
    """

    functions: Mapping[int, frozenset[str]]
    named: Sequence[tuple[str, frozenset[str]]]
    assigned: Sequence[tuple[tuple[str, ...], frozenset[str]]]
    uses: Mapping[str, int]
    imports: Sequence[Imported]
    modules: frozenset[str]
    classes: frozenset[str]
    calls: Mapping[str, Sequence[ast.Call]]
    candidates: Sequence[Candidate]
    changed: frozenset[str]
    plain: frozenset[int]


def index_of(tree: ast.Module) -> Index:
    """Go once through a module."""
    return _Indexer().run(tree)


def document_index(document: Document) -> Index:
    """The index of a document, which has a tree."""
    tree = tree_of(document)
    return index_of(ast.Module([], []) if tree is None else tree)


class _Place(NamedTuple):
    """Where code stands: the number of what its names are in, the definitions around it, outermost
    first, and what its statement binds."""

    owner: int
    around: tuple[ast.AST, ...]
    binding: str


class _Indexer:
    """Goes once through a module, in the order of a stack.

    The names in the module, and in each function, class and assignment, are listed where they are
    innermost; `owners` says for each of these lists which one is around it.
    """

    def __init__(self) -> None:
        self.names: list[list[str]] = [[]]
        self.owners: list[int] = [0]
        self.functions: dict[int, int] = {}
        self.named: list[tuple[str, int]] = []
        self.assigned: list[tuple[tuple[str, ...], int]] = []
        self.imports: list[Imported] = []
        self.bases: list[tuple[str, list[ast.expr]]] = []
        self.aliases: list[tuple[tuple[str, ...], str]] = []
        self.calls: dict[str, list[tuple[ast.Call, _Place]]] = {}
        self.changed: set[str] = set()
        self.binding: set[int] = set()

    def run(self, tree: ast.Module) -> Index:
        """Go through a module; what is told of classes comes after."""
        waiting: list[tuple[ast.AST, _Place]] = [(tree, _Place(0, (), ""))]
        while waiting:
            node, place = waiting.pop()
            if type(node) in _WITH_BLOCKS:
                place = self.scope(node, place)
                waiting += [(child, place) for child in children(node)]
            elif isinstance(node, ast.stmt):
                place = self.statement(node, place)
                self.expressions(tree, children(node), place, waiting)
            else:
                self.expressions(tree, [node], place, waiting)
        return self.index(tree)

    def scope(self, node: Any, place: _Place) -> _Place:
        """Where the parts of a statement with blocks stand: the names in a function or class are
        its own too."""
        if type(node) not in _DEFINING:
            return place
        inside = self.owner(place.owner)
        self.named.append((node.name, inside))
        self.functions[id(node)] = inside
        if type(node) is ast.ClassDef:
            self.bases.append((node.name, node.bases))
        return _Place(inside, (*place.around, node), "")

    def owner(self, around: int) -> int:
        """The number of what names are in inside of something."""
        self.names.append([])
        self.owners.append(around)
        return len(self.owners) - 1

    def statement(self, node: Any, place: _Place) -> _Place:
        """Where the parts of a statement stand that may be an import or an assignment."""
        kind = type(node)
        if kind is ast.Expr or kind is ast.Return:
            return place
        if kind is ast.ImportFrom:
            for each in node.names:
                bound = each.asname or each.name
                self.imports.append((node.module or "", each.name, node.level, bound))
        elif kind is ast.Import:
            for each in node.names:
                self.imports.append((each.name, "", 0, each.asname or each.name))
        elif kind in _ASSIGNING:
            targets = _targets(node)
            if node.value is not None and targets:
                self.aliases.append((targets, last_name(node.value)))
            owner = place.owner
            if targets and not _gives_result(node.value):
                owner = self.owner(owner)
                self.assigned.append((targets, owner))
            return _Place(owner, place.around, bound_by(node))
        elif kind is ast.AugAssign:
            changed_by(node, self.changed)
        return place

    def expressions(
        self,
        tree: ast.Module,
        inside: list[Any],
        place: _Place,
        waiting: list[tuple[ast.AST, _Place]],
    ) -> None:
        """Go through expressions that stand somewhere; at a lambda, which is around what is in it,
        the rest waits."""
        names = self.names[place.owner]
        while inside:
            node = inside.pop()
            kind = type(node)
            if kind is ast.Name:
                names.append(node.id)
                continue
            if kind is ast.Attribute:
                names.append(node.attr)
                inside.append(node.value)
                continue
            parts = PARTS.get(kind)
            if parts is None:
                continue
            if kind is ast.Call:
                self.call(node, place)
                changed_by(node, self.changed)
            elif kind is ast.Subscript:
                if type(node.ctx) is not ast.Load:
                    changed_by(node, self.changed)
            elif kind in BINDING:
                self.binding.add(id(place.around[-1] if place.around else tree))
            elif kind is ast.Lambda:
                waiting += [(each, place) for each in inside]
                inner = _Place(place.owner, (*place.around, node), "")
                waiting += [(each, inner) for each in parts(node)]
                return
            inside += parts(node)

    def call(self, call: ast.Call, place: _Place) -> None:
        """A call, by the last name of what is called."""
        name = last_name(call.func)
        if name:
            self.calls.setdefault(name, []).append((call, place))

    def index(self, tree: ast.Module) -> Index:
        """All that was noted."""
        classes = self.class_names()
        candidates = [
            Candidate(call, place.around, place.binding)
            for name in classes
            for call, place in self.calls.get(name, ())
        ]
        candidates.sort(key=lambda each: (each.call.lineno, each.call.col_offset))
        inside = self.all_names()
        return Index(
            {key: inside[owner] for key, owner in self.functions.items()},
            [(name, inside[owner]) for name, owner in self.named],
            assigned=[(targets, inside[owner]) for targets, owner in self.assigned],
            uses=Counter(chain.from_iterable(self.names)),
            imports=self.imports,
            modules=frozenset(
                bound.partition(".")[0] for _, part, _, bound in self.imports if not part
            ),
            classes=classes,
            calls={name: [call for call, _ in listed] for name, listed in self.calls.items()},
            candidates=candidates,
            changed=frozenset(self.changed),
            plain=frozenset({*self.functions, id(tree)} - self.binding),
        )

    def all_names(self) -> Sequence[frozenset[str]]:
        """The names in all that names are in, with those of what is inside it."""
        found = [set(names) for names in self.names]
        for number in range(len(found) - 1, 0, -1):  # what is inside has a higher number
            if self.owners[number]:
                found[self.owners[number]] |= found[number]
        return [frozenset(names) for names in found]

    def class_names(self) -> frozenset[str]:
        """The names that may be a class of graphs, by imports, bases and aliases."""
        names = set(CLASSES)
        for _ in range(4):
            before = len(names)
            for _, attribute, _, bound in self.imports:
                if attribute in names:
                    names.add(bound)
            for name, bases in self.bases:
                if any(last_name(base) in names for base in bases):
                    names.add(name)
            for targets, value in self.aliases:
                if value in names:
                    names.update(targets)
            if len(names) == before:
                break
        return frozenset(names)


def last_name(expression: ast.expr) -> str:
    """The last name of a dotted one, also of one that is subscripted; empty for anything else."""
    if type(expression) is ast.Subscript:
        expression = expression.value
    if type(expression) is ast.Name:
        return expression.id
    return expression.attr if type(expression) is ast.Attribute else ""


def bound_by(statement: ast.stmt) -> str:
    """What a statement binds, if it is one name or attribute."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    else:
        return ""
    if isinstance(target, ast.Name):
        return target.id
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        return f"{target.value.id}.{target.attr}"
    return ""


def _targets(statement: ast.Assign | ast.AnnAssign) -> tuple[str, ...]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    found: list[str] = []
    for target in targets:
        for each in target.elts if isinstance(target, (ast.Tuple, ast.List)) else (target,):
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


def grown(index: Index, found: set[str]) -> set[str]:
    """All names of a module that are of interest, where some are."""
    for _ in range(_ROUNDS):
        before = len(found)
        for name, names in index.named:
            if name not in found and not found.isdisjoint(names):
                found.add(name)
        for targets, names in index.assigned:
            if not found.issuperset(targets) and not found.isdisjoint(names):
                found.update(targets)
        if len(found) == before:
            break
    return found
