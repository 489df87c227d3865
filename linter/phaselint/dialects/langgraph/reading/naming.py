"""What LangGraph calls a node that is added without a name (reference langgraph §2.6)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.making import given, underlying

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.reading.making import Making
    from phaselint.dialects.langgraph.reading.resolving import Defined, Scope

AGENTS = frozenset({"create_react_agent", "create_agent", "create_supervisor", "create_swarm"})
"""Functions that create library agents, by their last name."""

_AGENT_NAME = "LangGraph"
_KEEPING = frozenset(
    {
        "langchain_core.tools.tool",
        "langchain.tools.tool",
        "langsmith.traceable",
        "langsmith.run_helpers.traceable",
        "builtins.staticmethod",
        "builtins.classmethod",
        "functools.cache",
        "functools.lru_cache",
        "typing.override",
        "typing.no_type_check",
        "abc.abstractmethod",
        "tenacity.retry",
        "langfuse.observe",
        "langfuse.decorators.observe",
        "opik.track",
        "mlflow.trace",
    }
)
"""Decorators from outside that keep the name of the decorated function."""


def derived_name(making: Making, expression: ast.expr, scope: Scope) -> str | None:
    """The name that a node has by its action; none where that is not known."""
    written, where = underlying(making.project, expression, scope)
    if isinstance(written, ast.Call):
        made = _of_call(making, written, where)
        if made is not None:
            return made
    targets = making.project.targets(expression, scope)
    only = targets.only
    if only is None:
        return targets.outside[0].rpartition(".")[2] if _is_plain(targets.outside) else None
    if only.kind == "class":
        return str(getattr(only.node, "name", "")) or None
    return _of_function(making, only) if only.kind == "function" else None


def _is_plain(outside: tuple[str, ...]) -> bool:
    """Whether something from outside is a function by its name: what a package calls so."""
    return len(outside) == 1 and outside[0].rpartition(".")[2].islower()


def _of_call(making: Making, call: ast.Call, scope: Scope) -> str | None:
    """The name of what a call makes: an instance, an agent, a `partial`."""
    origin = making.project.origin(call.func, scope)
    last = origin.rpartition(".")[2]
    if origin == "functools.partial":
        return "partial"
    if last == "ToolNode":
        return _given_name(making, call, scope, "tools")
    if last in AGENTS:
        return _given_name(making, call, scope, _AGENT_NAME)
    if last == "RunnableLambda":
        return _of_lambda(making, call, scope)
    if isinstance(call.func, ast.Attribute) and call.func.attr == "compile":
        return _given_name(making, call, scope, _AGENT_NAME)
    classes = making.project.targets(call.func, scope).defined
    if len(classes) == 1 and classes[0].kind == "class":
        return str(getattr(classes[0].node, "name", "")) or None
    return None


def _given_name(making: Making, call: ast.Call, scope: Scope, otherwise: str) -> str | None:
    name = given(call).get("name")
    if name is None:
        return otherwise
    only = making.project.values(name, scope).only
    return only.value if only is not None and isinstance(only.value, str) else None


def _of_lambda(making: Making, call: ast.Call, scope: Scope) -> str | None:
    """The name of a `RunnableLambda`: its own, or that of its function."""
    arguments = given(call, "func", "afunc", "name")
    if "name" in arguments:
        return _given_name(making, call, scope, "")
    inner = arguments.get("func")
    if inner is None:
        return None
    if isinstance(underlying(making.project, inner, scope)[0], ast.Lambda):
        return "RunnableLambda"
    return derived_name(making, inner, scope)


def _of_function(making: Making, defined: Defined) -> str | None:
    node = defined.node
    if isinstance(node, ast.Lambda):
        return "<lambda>"
    if not keeps_itself(making, defined):
        return None
    return str(getattr(node, "name", "")) or None


def keeps_itself(making: Making, defined: Defined) -> bool:
    """Whether the decorators of a function leave its name."""
    return all(
        _keeps(making, each, defined.scope) for each in getattr(defined.node, "decorator_list", ())
    )


def _keeps(making: Making, decorator: ast.expr, scope: Scope) -> bool:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    targets = making.project.targets(decorator, scope)
    if targets.outside:
        return targets.outside[0] in _KEEPING
    return len(targets.defined) == 1 and _wraps(making, targets.defined[0])


def _wraps(making: Making, defined: Defined) -> bool:
    """Whether a decorator of the project uses `functools.wraps`, or gives back what it gets."""
    node = defined.node
    if not isinstance(node, ast.FunctionDef):
        return False
    for each in ast.walk(node):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for mark in each.decorator_list:
                called = mark.func if isinstance(mark, ast.Call) else mark
                name = called.attr if isinstance(called, ast.Attribute) else ""
                name = called.id if isinstance(called, ast.Name) else name
                if name == "wraps":
                    return True
    returns = making.project.returns(node)
    parameters = {each.arg for each in node.args.args}
    return bool(returns) and all(
        isinstance(each.value, ast.Name) and each.value.id in parameters for each in returns
    )
