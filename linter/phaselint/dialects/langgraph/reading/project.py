"""The names and values of a project, as reading asks for them (see `resolving.Resolver`).

Every question is bounded in depth and in the total amount of source. Everything beyond the bounds
is unknown, as is everything without a source.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading import (
    aliases,
    classes,
    containers,
    following,
    listing,
    mappings,
    values,
)
from phaselint.dialects.langgraph.reading.bindings import bindings_of
from phaselint.dialects.langgraph.reading.changes import plain_function, returns_of
from phaselint.dialects.langgraph.reading.index import document_index
from phaselint.dialects.langgraph.reading.modules import Modules
from phaselint.dialects.langgraph.reading.scopes import dynamic, inner_scope, is_plain
from phaselint.dialects.langgraph.reading.targets import NOTHING
from phaselint.document.python import span_of
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.functionmodel import Values
    from phaselint.dialects.langgraph.reading.assignments import Assigned
    from phaselint.dialects.langgraph.reading.bindings import Bindings
    from phaselint.dialects.langgraph.reading.index import Index
    from phaselint.dialects.langgraph.reading.resolving import Argument, Defined, Module, Scope
    from phaselint.dialects.langgraph.reading.targets import Targets
    from phaselint.dialects.reader import Reader

_DEEPEST = 70
"""The limit of nested questions."""

_FUEL = 6_000
"""The limit of all questions that one leads to."""

_COMMON = 100
"""The limit of questions for one in a realistic program."""

_MOST = 30_000
"""The limit of all further questions together; after that, only common ones continue."""


class Project:
    """A project of Python files: it resolves names, and remembers what it found."""

    def __init__(self, reader: Reader, root: str = "", roots: Sequence[str] = ()) -> None:
        """`root` is where modules are looked for (reference §1.2 F6); `roots`, where else."""
        self.modules = Modules(reader, root, roots)
        self.imported = self.modules.imported
        self.located = self.modules.located
        self.submodule = self.modules.submodule
        self._active: set[tuple[str, Any]] = set()
        self._fuel = _FUEL
        self._spent = 0
        self._kept: dict[tuple[str, int], Any] = {}
        self._bindings: dict[int, Bindings] = {}
        self._indexed: set[str] = set()
        self._plain: set[int] = set()
        self._settled: dict[tuple[int, str], Targets | None] = {}
        self._answers: dict[tuple[str, int, int], tuple[Any, Any]] = {}

    # What `Resolver` asks for.

    def values(self, expression: ast.expr, scope: Scope) -> Values:
        """The constants that an expression may be."""
        if type(expression) is ast.Constant and not self._active:  # asks nothing further
            return values.constant(self, expression, scope)
        found: Values = self._ask("values", values.evaluate, expression, scope)
        return found

    def evaluate(self, expression: ast.expr, scope: Scope) -> Values:
        """The constants that an expression may be, as a part of another question."""
        return values.evaluate(self, expression, scope)

    def called_items(self, call: ast.Call, scope: Scope) -> Sequence[tuple[ast.expr, Scope]] | None:
        """The members of what a call gives."""
        return listing.listed(self, call, scope)

    def entries_of(
        self, expression: ast.expr, scope: Scope
    ) -> Sequence[tuple[ast.expr, ast.expr, Scope]] | None:
        """Keys and values of what an expression gives, as a part of another question."""
        return mappings.entries_of(self, expression, scope)

    def defined(self, expression: ast.expr, scope: Scope) -> Sequence[Defined] | None:
        """What an expression may name, if all of it is known and of the project."""
        found = self.targets(expression, scope)
        return found.defined if found.complete and not found.outside and found.defined else None

    def targets(self, expression: ast.expr, scope: Scope) -> Targets:
        """What an expression may name, in the project and outside it."""
        if isinstance(expression, ast.Name):
            settled = self.settled(expression.id, scope)
            if settled is not None:
                return settled
        found: Targets = self._ask("targets", following.follow, expression, scope)
        return found

    def settled(self, name: str, scope: Scope) -> Targets | None:
        """What a name is wherever it is used in a module, where nothing else binds it."""
        around: Scope | None = scope
        while around is not None and around.outer is not None:
            if dynamic(around, name) is not None or name in self.bindings(around.body).names:
                return None
            around = around.outer
        if around is None or around.arguments:  # a body of a loop, which is another each time
            return None
        key = (id(around.module.tree), name)
        if key not in self._settled:
            self._settled[key] = following.settled(self, name, around.module)
        return self._settled[key]

    def everywhere(self, name: str, scope: Scope) -> Defined | None:
        """The one thing of the project that a name is wherever it is used in a module; none where
        it may be another there."""
        settled = self.settled(name, scope)
        return None if settled is None else settled.only

    def aliased(self, expression: ast.expr, scope: Scope) -> tuple[ast.expr, Scope] | None:
        """The expression that a name is bound to, with where that stands."""
        return aliases.aliased(self, expression, scope)

    def origin(self, expression: ast.expr, scope: Scope) -> str:
        """The dotted name of what comes from outside the project; empty for anything else."""
        outside = self.targets(expression, scope).outside
        return outside[0] if outside else ""

    def items(self, expression: ast.expr, scope: Scope) -> Sequence[tuple[ast.expr, Scope]] | None:
        """The members of a list, tuple or set that is known, or the keys of a dict."""
        found: Sequence[tuple[ast.expr, Scope]] | None = self._ask(
            "items", containers.items, expression, scope
        )
        return found

    def entries(
        self, expression: ast.expr, scope: Scope
    ) -> Sequence[tuple[ast.expr, ast.expr, Scope]] | None:
        """Keys and values of a dict that is known."""
        found: Sequence[tuple[ast.expr, ast.expr, Scope]] | None = self._ask(
            "entries", containers.entries, expression, scope
        )
        return found

    def inner(self, function: ast.AST, scope: Scope, arguments: Mapping[str, Argument]) -> Scope:
        """The scope inside what is defined in a scope."""
        return inner_scope(function, scope, arguments)

    def place(self, node: ast.AST, scope: Scope) -> Place:
        """Where a node of a tree is written."""
        document = scope.module.document
        return Place(document.path, span_of(document, node))  # most of all places come from here

    # What the parts of the reading ask each other for, through it.

    def enter(self, question: str, key: Any) -> bool:
        """Whether a question may be gone into: it is not one of those that lead to it, and there
        is not too much already."""
        if (question, key) in self._active or len(self._active) >= _DEEPEST or self._fuel <= 0:
            return False
        self._fuel -= 1
        self._active.add((question, key))
        return True

    def leave(self, question: str, key: Any) -> None:
        """A question that was gone into has its answer."""
        self._active.discard((question, key))

    def _ask(self, question: str, answer: Any, expression: ast.expr, scope: Scope) -> Any:
        """Answer a question from outside, once for what depends on no parameters."""
        if self._active:
            return answer(self, expression, scope)
        if not is_plain(scope):
            return self._answer(answer, expression, scope)
        key = (question, id(expression), id(scope.body))
        if key not in self._answers:
            self._answers[key] = (expression, self._answer(answer, expression, scope))
        return self._answers[key][1]

    def _answer(self, answer: Any, expression: ast.expr, scope: Scope) -> Any:
        """Answer a question with as much as is left for one."""
        given = _FUEL if self._spent < _MOST else _COMMON
        self._fuel = given
        found = answer(self, expression, scope)
        self._spent += max(given - self._fuel - _COMMON, 0)
        return found

    def _keep(self, what: str, node: ast.AST, make: Any) -> Any:
        """What is made of a node of a tree, made once. Trees live as long as this does."""
        key = (what, id(node))
        if key not in self._kept:
            self._kept[key] = make(node)
        return self._kept[key]

    def bindings(self, body: ast.AST) -> Bindings:
        """The bindings of a scope."""
        found = self._bindings.get(id(body))
        if found is None:
            plain = id(body) in self._plain
            found = self._bindings[id(body)] = bindings_of(body, plain)
        return found

    def assigned(self, body: ast.AST) -> Mapping[str, Sequence[Assigned]]:
        """The assignments to attributes of `self` in a class."""
        found: Mapping[str, Sequence[Assigned]] = self._keep("self", body, classes.assigned_in)
        return found

    def returns(self, function: ast.AST) -> Sequence[ast.Return]:
        """The `return`s of a function, not of those nested in it."""
        found: Sequence[ast.Return] = self._keep("returns", function, returns_of)
        return found

    def is_plain_function(self, defined: Defined) -> bool:
        """Whether what a function returns is what a call of it gives."""
        found: bool = self._keep("plain", defined.node, plain_function)
        return found

    def is_changed(self, expression: ast.expr, scope: Scope) -> bool:
        """Whether a list or dict that a name stands for may be changed after it was made."""
        if isinstance(expression, ast.Name):
            if dynamic(scope, expression.id) is not None:
                return False
            return expression.id in self.changed(scope.module)
        if isinstance(expression, ast.Attribute):
            return expression.attr in self.changed(scope.module)
        return False

    def changed(self, module: Module) -> frozenset[str]:
        """Names and attributes of a module whose values are changed in place."""
        return self.index(module).changed

    def index(self, module: Module) -> Index:
        """The names in a module."""
        found: Index = module.document.derived(document_index)
        if module.path not in self._indexed:
            self._indexed.add(module.path)
            self._plain |= found.plain
        return found

    def part(
        self, expression: ast.expr, scope: Scope, path: Sequence[int]
    ) -> tuple[ast.expr, Scope] | None:
        """A member of a member of what an expression gives, by their indices."""
        return containers.part(self, expression, scope, path)

    def parts(
        self, expression: ast.expr, scope: Scope, path: Sequence[int]
    ) -> Sequence[tuple[ast.expr, Scope]] | None:
        """What the variable of a loop stands for, of each round (or a part of it)."""
        listed = containers.items(self, expression, scope)
        if listed is None:
            return None
        found = [self.part(*each, path) for each in listed]
        known = [each for each in found if each is not None]
        return known if len(known) == len(found) and known else None

    def picked(
        self, expression: ast.Subscript, scope: Scope
    ) -> Sequence[tuple[ast.expr, Scope]] | None:
        """What a subscript may pick."""
        return containers.picked(self, expression, scope)

    def truth(self, expression: ast.expr, scope: Scope) -> bool | None:
        """Whether a condition holds, where that is known."""
        only = self.values(expression, scope).only
        return None if only is None else bool(only.value)

    def of_self(self, scope: Scope, name: str) -> Targets:
        """What an attribute of `self` is."""
        return classes.of_self(self, scope, name)

    def of_class(self, defined: Defined, name: str) -> Targets:
        """What an attribute of a class is."""
        return classes.of_class(self, defined, name)

    def of_instance(self, call: ast.Call, scope: Scope, name: str) -> Targets:
        """What an attribute is of what a call makes, if that is an instance of a class."""
        owner = following.follow(self, call.func, scope)
        known = len(owner.defined) == 1 and owner.complete and owner.defined[0].kind == "class"
        return classes.attribute_of(self, owner.defined[0], name) if known else NOTHING
