"""What is kept while a project is read: flows, schemas, and what modules have."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.modulenames import is_postponed, names_of_module
from phaselint.dialects.langgraph.reading.syntax import name_of_call, positional
from phaselint.dialects.langgraph.reading.trees import breadth
from phaselint.dialects.langgraph.reading.walking import flow_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.functionmodel import Schema, ToolList
    from phaselint.dialects.langgraph.reading.flowing import Flow
    from phaselint.dialects.langgraph.reading.resolving import Defined, Module, Resolver, Scope
    from phaselint.dialects.langgraph.reading.walking import Decide, DecideCase, Function

_NEVER = frozenset(
    {"sys.exit", "os._exit", "builtins.exit", "builtins.quit", "os.abort", "pytest.fail"}
    | {f"{module}.assert_never" for module in ("typing", "typing_extensions")}
)


class Shared:
    """What is kept while a project is read: flows of functions by their trees."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self._flows: dict[int, tuple[ast.AST, Flow]] = {}
        self._modules: dict[int, tuple[Module, bool, frozenset[str]]] = {}
        self.models: dict[tuple[int, str], Sequence[ToolList]] = {}
        self._schemas: dict[int, tuple[ast.AST, Schema]] = {}

    def flow(
        self,
        node: Function,
        scope: Scope,
        decide: Decide | None = None,
        decide_case: DecideCase | None = None,
    ) -> Flow:
        """The flow of a function, walked once where nothing is decided for it."""
        if decide is not None and decide_case is not None:
            return flow_of(node, lambda call: self._never(call, scope), decide, decide_case)
        kept = self._flows.get(id(node))
        if kept is None:
            kept = (node, flow_of(node, lambda call: self._never(call, scope)))
            self._flows[id(node)] = kept
        return kept[1]

    def postponed(self, module: Module) -> bool:
        """Whether a module postpones the evaluation of annotations."""
        return self._module(module)[1]

    def module_names(self, module: Module) -> frozenset[str]:
        """The names that a module has when it runs; `*` among them where it imports all of
        another one."""
        return self._module(module)[2]

    def _module(self, module: Module) -> tuple[Module, bool, frozenset[str]]:
        kept = self._modules.get(id(module.tree))
        if kept is None:
            kept = (module, is_postponed(module), names_of_module(module))
            self._modules[id(module.tree)] = kept
        return kept

    def schema_kept(self, node: ast.AST) -> Schema | None:
        """The schema of a class that was read already."""
        kept = self._schemas.get(id(node))
        return kept[1] if kept is not None else None

    def keep_schema(self, node: ast.AST, schema: Schema) -> None:
        """Keep the schema of a class."""
        self._schemas[id(node)] = (node, schema)

    def wrapped(self, defined: Defined) -> bool:
        """Whether a function is decorated by something that may change what it returns."""
        node = defined.node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return False
        return any(
            name_of_decorator(each) not in TRANSPARENT and not self._uses_wraps(each, defined.scope)
            for each in node.decorator_list
        )

    def _uses_wraps(self, decorator: ast.expr, scope: Scope) -> bool:
        """Whether a decorator of the project wraps the function by `functools.wraps`."""
        func = decorator.func if isinstance(decorator, ast.Call) else decorator
        found = self.resolver.defined(func, scope)
        if not found:
            return False
        return all(
            any(isinstance(node, ast.Name) and node.id == "wraps" for node in breadth(each.node))
            or any(
                isinstance(node, ast.Attribute) and node.attr == "wraps"
                for node in breadth(each.node)
            )
            for each in found or ()
        ) or all(_gives_back(each.node, isinstance(decorator, ast.Call)) for each in found or ())

    def _never(self, call: ast.Call, scope: Scope) -> bool:
        """Whether a call never returns."""
        func = call.func
        name = name_of_call(call)
        ending = name in ("exit", "_exit", "quit", "abort", "assert_never", "fail")
        if ending and self.resolver.origin(func, scope) in _NEVER:
            return True
        if not isinstance(func, ast.Name):
            return False
        found = self.resolver.defined(func, scope)
        return bool(found) and all(_returns_never(each.node) for each in found or ())


TRANSPARENT = frozenset(
    {"tool", "traceable", "observe", "staticmethod", "classmethod", "retry", "override", "wraps"}
    | {"cache", "lru_cache", "track", "timer", "typechecked", "validate_call", "deprecated"}
)
"""Decorators that don't change what a function returns."""


def name_of_decorator(decorator: ast.expr) -> str:
    """The last name of a decorator."""
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _gives_back(node: ast.AST, makes: bool) -> bool:
    """Whether a decorator gives back the function that it is given; `makes`: it is called first,
    and what it returns is the decorator."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    own = own_returns(node)
    names = {each.value.id for each in own if isinstance(each.value, ast.Name)}
    if not own or len(names) != 1 or any(not isinstance(each.value, ast.Name) for each in own):
        return False
    name = names.pop()
    if makes:
        inner = [
            each
            for each in node.body
            if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and each.name == name
        ]
        return len(inner) == 1 and _gives_back(inner[0], makes=False)
    return any(each.arg == name for each in positional(node))


def own_returns(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Return]:
    """The `return`s of a function, not those of functions in it."""
    found: list[ast.Return] = []
    todo: list[ast.AST] = [*node.body]
    while todo:
        each = todo.pop()
        if isinstance(each, ast.Return):
            found.append(each)
        elif not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(each))
    return found


def _returns_never(node: ast.AST) -> bool:
    returns = getattr(node, "returns", None)
    name: object = getattr(returns, "attr", None) or getattr(returns, "id", "")
    if isinstance(returns, ast.Constant):
        name = str(returns.value).rpartition(".")[2]
    return name in ("NoReturn", "Never")
