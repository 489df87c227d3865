"""A program as far as it builds graphs: modules, functions and classes are gone through once each,
as far as they have to do with graphs (reference langgraph §2.3, §2.4).
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading import calls, expressions
from phaselint.dialects.langgraph.reading.callers import agreed_arguments
from phaselint.dialects.langgraph.reading.course import FUNCTIONS, Frame
from phaselint.dialects.langgraph.reading.drafts import NONE, Draft, Operation, Ref
from phaselint.dialects.langgraph.reading.guards import Conditions
from phaselint.dialects.langgraph.reading.interest import interests
from phaselint.dialects.langgraph.reading.resolving import Argument, Defined
from phaselint.dialects.langgraph.reading.scopes import inner_scope, module_scope
from phaselint.dialects.langgraph.reading.sites import sites_of
from phaselint.dialects.langgraph.reading.statements import block
from phaselint.dialects.langgraph.reading.trees import names_in, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.langgraph.reading.drafts import Refs
    from phaselint.dialects.langgraph.reading.index import Index
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.resolving import Module, Scope

_DEEPEST = 12
_MOST_STEPS = 30_000
"""The most statements and expressions that are read in all, and more for each module: a larger
program stays unknown."""
_STEPS_OF_MODULE = 8_000

_BLOCKS = frozenset({"body", "handlers", "orelse", "finalbody", "cases"})
"""Fields of statements with others in them."""


class World:
    """All that is known of the graphs of a project while it is gone through."""

    def __init__(self, project: Project, modules: Sequence[Module]) -> None:
        """`modules` are those that may have to do with graphs."""
        self.project = project
        self.modules = {module.path: module for module in modules}
        self._indices: dict[str, Index] = {m.path: project.index(m) for m in modules}
        self._interest = interests(project, modules)
        self._names: dict[int, frozenset[str]] = {}
        self._inside = {
            key: (path, names)
            for path, index in self._indices.items()
            for key, names in index.functions.items()
        }
        self._calls: dict[str, list[tuple[Module, ast.Call]]] = {}
        for module in modules:
            for name, listed in self._indices[module.path].calls.items():
                self._calls.setdefault(name, []).extend((module, call) for call in listed)
        self.drafts: list[Draft] = []
        self.sites: dict[int, Draft] = {}
        for module in modules:
            for site in sites_of(project, module):
                draft = Draft(site, len(self.drafts))
                self.drafts.append(draft)
                self.sites[id(site.call)] = draft
        self.frames: dict[int, Frame] = {}
        self.results: dict[int, Refs] = {}
        self.attributes: dict[int, dict[str, Refs]] = {}
        self.followed: set[int] = set()
        self.configs: list[tuple[ast.Call, Scope]] = []
        self._kept: list[ast.AST] = []
        self._done: set[int] = set()
        self._active: set[int] = set()
        self.order = 0
        self._numbers = 0
        self.steps = 0
        self._most = _MOST_STEPS + _STEPS_OF_MODULE * len(modules)

    def run(self) -> None:
        """Go through all modules."""
        for module in self.modules.values():
            self.run_module(module)

    @property
    def exhausted(self) -> bool:
        """Whether there was too much to go through."""
        return self.steps > self._most

    def step(self) -> bool:
        """Count a step; false where there were too many."""
        self.steps += 1
        return self.steps <= self._most

    def ordered(self) -> int:
        """The number of the next operation."""
        self.order += 1
        return self.order

    def evaluate(self, frame: Frame, expression: ast.expr) -> Refs:
        """The graphs that an expression gives."""
        return expressions.evaluate(self, frame, expression)

    def called(self, frame: Frame, call: ast.Call) -> Refs:
        """The graphs that a call gives."""
        return calls.called(self, frame, call)

    def frame(self, scope: Scope, env: Mapping[str, Refs], around: Frame | None = None) -> Frame:
        """A new run of a body."""
        self._numbers += 1
        outer = self.frames.get(id(scope.outer.body)) if scope.outer is not None else None
        while outer is not None and isinstance(outer.scope.body, ast.ClassDef):
            outer = outer.outer
        conditions = Conditions() if around is None else around.conditions
        made = Frame(scope, self._numbers, outer, conditions, env, around)
        self.frames[id(scope.body)] = made
        return made

    def run_module(self, module: Module) -> Frame | None:
        """Read a module, and then the functions in it that were never called."""
        key = id(module.tree)
        if key in self._done:
            return self.frames.get(key)
        self._done.add(key)
        if module.path not in self.modules:
            return None
        frame = self.frame(module_scope(module), {})
        block(self, frame, module.tree.body)
        self.rest(frame, module.tree.body)
        return frame

    def rest(self, frame: Frame, statements: Sequence[ast.stmt]) -> None:
        """Go through the functions and classes of a block that were not called."""
        waiting = list(reversed(statements))
        while waiting:
            statement = waiting.pop()
            if isinstance(statement, FUNCTIONS):
                if self.concerns(statement):
                    self.result(Defined("function", statement, frame.scope))
            elif isinstance(statement, ast.ClassDef):
                if self.concerns(statement):
                    self.run_class(Defined("class", statement, frame.scope))
            elif isinstance(statement, ast.stmt):
                waiting.extend(reversed(_nested(statement)))

    def concerns(self, node: ast.AST) -> bool:
        """Whether a function or class of one of the modules has names of interest in it."""
        path, names = self._inside.get(id(node), ("", frozenset()))
        return not self._interest.get(path, frozenset()).isdisjoint(names)

    def mentions(self, frame: Frame, node: ast.AST) -> bool:
        """Whether a statement or expression has a name of interest in it."""
        key = id(node)
        if key not in self._names:
            self._kept.append(node)
            self._names[key] = names_in(node)
        names = self._names[key]
        found = self._interest.get(frame.scope.module.path)
        return (found is not None and not found.isdisjoint(names)) or frame.knows(names)

    def interesting(self, frame: Frame, name: str) -> None:
        """A module-level name was bound to a graph."""
        self._interest.setdefault(frame.scope.module.path, set()).add(name)

    def uses(self, name: str) -> int:
        """How often a name is used in all modules."""
        return sum(index.uses.get(name, 0) for index in self._indices.values())

    def calls_of(self, name: str) -> Sequence[tuple[Module, ast.Call]]:
        """The calls of what has a name, each with its module."""
        return self._calls.get(name, ())

    def result(self, defined: Defined) -> Refs:
        """The graphs that a function gives back, when it is gone through by itself, once."""
        key = id(defined.node)
        if key not in self.results:
            self.results[key] = NONE
            arguments = self.agreed(defined)
            self.results[key] = self.run_function(defined, {}, arguments, None)
        return self.results[key]

    def agreed(self, defined: Defined) -> Mapping[str, Argument]:
        """The constants that every call in the project gives to the parameters of a function."""
        return {**defined.arguments, **agreed_arguments(self, defined)}

    def run_function(
        self,
        defined: Defined,
        env: Mapping[str, Refs],
        arguments: Mapping[str, Argument],
        around: Frame | None,
    ) -> Refs:
        """Go through a function with what its parameters stand for; back comes what it returns."""
        node, key = defined.node, id(defined.node)
        if not isinstance(node, FUNCTIONS) or key in self._active or len(self._active) > _DEEPEST:
            return NONE
        self._active.add(key)
        try:
            scope = inner_scope(node, defined.scope, arguments)
            frame = self.frame(scope, env, around)
            block(self, frame, node.body)
            self.rest(frame, node.body)
            return frame.returned
        finally:
            self._active.discard(key)

    def run_class(self, defined: Defined) -> None:
        """Go through the methods of a class: what makes an instance first."""
        node = defined.node
        if not isinstance(node, ast.ClassDef) or id(node) in self._done:
            return
        self._done.add(id(node))
        scope = inner_scope(node, defined.scope, {})
        frame = self.frame(scope, {})
        block(self, frame, node.body)
        methods = [each for each in node.body if isinstance(each, FUNCTIONS)]
        methods.sort(key=lambda each: each.name not in {"__init__", "__post_init__", "setup"})
        for method in methods:
            if self.concerns(method):
                self.result(Defined("function", method, scope, bound=True))

    def may_inline(self, defined: Defined) -> bool:
        """Whether a function may be gone through for one of its calls: it makes no graph of its
        own, or there is but this call."""
        makes = any(draft.site.call in _calls(defined.node) for draft in self.drafts)
        return not makes or self.uses(getattr(defined.node, "name", "")) == 1

    def configured(self, call: ast.Call, scope: Scope) -> int:
        """Note a call of `with_config`; back comes its number."""
        self.configs.append((call, scope))
        return len(self.configs) - 1

    def attribute(self, owner: ast.AST, name: str) -> Refs:
        """The graphs that an attribute of the instances of a class stands for."""
        return self.attributes.get(id(owner), {}).get(name, NONE)

    def keep(self, owner: ast.AST, name: str, refs: Refs) -> None:
        """An attribute of the instances of a class may stand for more."""
        known = self.attributes.setdefault(id(owner), {})
        known[name] = known.get(name, NONE) | refs

    def draft(self, ref: Ref) -> Draft:
        """The graph that something stands for."""
        return self.drafts[ref.site]

    def note(self, draft: Draft, operation: Operation) -> None:
        """Something is done to a graph."""
        draft.operations.append(operation)


def _calls(node: ast.AST) -> frozenset[ast.AST]:
    """The calls in a function."""
    return frozenset(each for each in walk(node) if isinstance(each, ast.Call))


def _nested(statement: ast.stmt) -> list[ast.stmt]:
    """The statements inside another one, in order."""
    found: list[ast.stmt] = []
    for field in statement._fields:
        for each in getattr(statement, field, ()) if field in _BLOCKS else ():
            found.extend([each] if isinstance(each, ast.stmt) else each.body)
    return found
