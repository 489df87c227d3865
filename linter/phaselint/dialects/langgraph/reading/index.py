"""The parts of a module that deal with graphs, determined from names alone, so the rest is never
read.

A name is relevant if it can stand for a class of graphs, for a graph, or for a function that makes
or uses one. A name wrongly treated as relevant only costs time.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.changes import changed_by
from phaselint.dialects.langgraph.reading.drafts import INVOKING
from phaselint.dialects.langgraph.reading.trees import BINDING, NAMED, children
from phaselint.document.python import tree_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.document import Document

    Imported = tuple[str, str, int, str]

CLASSES = frozenset({"StateGraph", "MessageGraph"})
_ROUNDS = 30
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = frozenset({*_FUNCTIONS, ast.ClassDef, ast.Lambda})
_CHANGING = frozenset({ast.Call, ast.Subscript, ast.AugAssign})
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


class _Indexer:
    def __init__(self) -> None:
        self.functions: dict[int, set[str]] = {}
        self.named: list[tuple[str, set[str]]] = []
        self.assigned: list[tuple[tuple[str, ...], set[str]]] = []
        self.uses: dict[str, int] = {}
        self.imports: list[Imported] = []
        self.bases: list[tuple[str, list[ast.expr]]] = []
        self.aliases: list[tuple[tuple[str, ...], str]] = []
        self.calls: dict[str, list[Candidate]] = {}
        self.changed: set[str] = set()
        self.binding: set[int] = set()

    def run(self, tree: ast.Module) -> Index:
        """Go through a module; what is told of classes comes after."""
        uses = self.uses
        waiting: list[tuple[ast.AST, tuple[set[str], ...], tuple[ast.AST, ...], str]] = [
            (tree, (), (), "")
        ]
        while waiting:
            node, owners, around, binding = waiting.pop()
            kind = node.__class__
            if kind in _SCOPES:
                owners, around, binding = self.scope(node, owners), (*around, node), ""
            elif isinstance(node, ast.Call):
                self.call(Candidate(node, around, binding))
            elif kind in BINDING:
                self.binding.add(id(around[-1] if around else tree))
            elif isinstance(node, ast.stmt):
                binding = bound_by(node)
                owners = self.statement(node, owners)
            if kind in _CHANGING:
                changed_by(node, self.changed)
            for child in children(node):
                kind = child.__class__
                if kind is ast.Constant:
                    continue
                if kind in NAMED:
                    name: str = getattr(child, NAMED[kind])
                    for owner in owners:
                        owner.add(name)
                    uses[name] = uses.get(name, 0) + 1
                    if kind is ast.Name:
                        continue
                waiting.append((child, owners, around, binding))
        return self.index(tree)

    def scope(self, node: ast.AST, owners: tuple[set[str], ...]) -> tuple[set[str], ...]:
        """A function or class: the names in it are its own too."""
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return owners  # a lambda
        inside: set[str] = set()
        self.named.append((node.name, inside))
        self.functions[id(node)] = inside
        if isinstance(node, ast.ClassDef):
            self.bases.append((node.name, node.bases))
        return (*owners, inside)

    def statement(self, node: ast.stmt, owners: tuple[set[str], ...]) -> tuple[set[str], ...]:
        """An import or an assignment."""
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                bound = each.asname or each.name
                self.imports.append((node.module or "", each.name, node.level, bound))
        elif isinstance(node, ast.Import):
            for each in node.names:
                self.imports.append((each.name, "", 0, each.asname or each.name))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = _targets(node)
            if node.value is not None and targets:
                self.aliases.append((targets, last_name(node.value)))
            if targets and not _gives_result(node.value):
                made: set[str] = set()
                self.assigned.append((targets, made))
                return (*owners, made)
        return owners

    def call(self, candidate: Candidate) -> None:
        """A call, by the last name of what is called."""
        name = last_name(candidate.call.func)
        if name:
            self.calls.setdefault(name, []).append(candidate)

    def index(self, tree: ast.Module) -> Index:
        """All that was noted."""
        classes = self.class_names()
        candidates = [each for name in classes for each in self.calls.get(name, ())]
        candidates.sort(key=lambda each: (each.call.lineno, each.call.col_offset))
        return Index(
            {key: frozenset(names) for key, names in self.functions.items()},
            [(name, frozenset(names)) for name, names in self.named],
            assigned=[(targets, frozenset(names)) for targets, names in self.assigned],
            uses=self.uses,
            imports=self.imports,
            modules=frozenset(
                bound.partition(".")[0] for _, part, _, bound in self.imports if not part
            ),
            classes=classes,
            calls={name: [each.call for each in listed] for name, listed in self.calls.items()},
            candidates=candidates,
            changed=frozenset(self.changed),
            plain=frozenset({*self.functions, id(tree)} - self.binding),
        )

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
    if isinstance(expression, ast.Subscript):
        expression = expression.value
    if isinstance(expression, ast.Name):
        return expression.id
    return expression.attr if isinstance(expression, ast.Attribute) else ""


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
