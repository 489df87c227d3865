"""What nodes run (reference langgraph §2.6, §2.11)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.guards import text_of
from phaselint.dialects.langgraph.reading.making import underlying
from phaselint.dialects.langgraph.reading.naming import AGENTS
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.functionmodel import Function, ToolList
    from phaselint.dialects.langgraph.model import NodeKind
    from phaselint.dialects.langgraph.reading.drafts import Refs
    from phaselint.dialects.langgraph.reading.making import Making
    from phaselint.dialects.langgraph.reading.resolving import Defined, Scope

_LONGEST = 80


class Action(NamedTuple):
    """What a node runs. `routes`: whether it may be something that answers with a `Command`."""

    kind: NodeKind
    function: Function | None = None
    subgraph: str = ""
    tools: ToolList | None = None
    routes: bool = False
    text: str = ""


def action_of(making: Making, expression: ast.expr, scope: Scope, refs: Refs) -> Action:
    """What an expression that is given as an action runs."""
    said = text_of(expression)
    text = said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"
    return _action(making, expression, scope, refs)._replace(text=text)


def _action(making: Making, expression: ast.expr, scope: Scope, refs: Refs) -> Action:
    if refs:
        compiled = sorted({ref.site for ref in refs if ref.is_compiled})
        if not compiled:
            return Action("uncompiled", subgraph=making.ids[min(ref.site for ref in refs)])
        if len(compiled) == 1:
            return Action("subgraph", subgraph=making.ids[compiled[0]])
        return Action("opaque", routes=True)
    written, where = underlying(making.project, expression, scope)
    if isinstance(written, ast.Call):
        made = _made(making, written, where)
        if made is not None:
            return made
    if isinstance(written, ast.Constant) and written.value is ...:
        return Action("opaque", routes=may_route(making, expression, scope))  # it is not known
    if isinstance(written, (ast.Constant, ast.List, ast.Tuple, ast.JoinedStr)):
        missing = isinstance(written, ast.Constant) and written.value is None
        return Action("missing" if missing else "unsupported")
    only = making.project.targets(expression, scope).only
    if only is not None and only.kind == "function":
        return _function(making, only)
    return Action("opaque", routes=may_route(making, written, where))


def _function(making: Making, defined: Defined) -> Action:
    """A function of the project: opaque where it is not what its decorators make of it."""
    making.acting.add(id(defined.node))
    return Action("function", making.reader.function(defined))


def _made(making: Making, call: ast.Call, scope: Scope) -> Action | None:
    """What a call makes: a node of tools, an agent, an instance that can be called."""
    function: ast.expr = call.func
    if isinstance(function, ast.Attribute) and function.attr in {"compile", "with_config"}:
        inner, where = underlying(making.project, function.value, scope)
        if isinstance(inner, ast.Call):
            return _made(making, inner, where)
    origin = making.project.origin(function, scope)
    last = origin.rpartition(".")[2]
    if last == "ToolNode":
        return Action("tools", tools=making.reader.tools(call, scope))
    if last in AGENTS:
        return Action("agent", tools=making.reader.tools(call, scope), routes=True)
    classes = making.project.targets(function, scope).defined
    if len(classes) == 1 and classes[0].kind == "class":
        called = making.project.of_instance(call, scope, "__call__").defined
        if len(called) == 1 and called[0].kind == "function":
            return _function(making, called[0])
    return None


def may_route(making: Making, expression: ast.expr, scope: Scope) -> bool:
    """Whether an action that cannot be read may answer with a `Command`: the name is in sight in
    its module, or its module is not known. Models and what is put together of them do not."""
    if isinstance(expression, ast.BinOp):
        return False
    called = expression.func if isinstance(expression, ast.Call) else expression
    targets = making.project.targets(called, scope)
    if targets.outside:
        return not targets.outside[0].startswith(("langchain", "builtins."))
    scopes = [each.scope for each in targets.defined] or [scope]
    known = bool(targets.defined) or not isinstance(called, ast.Name)
    return not known or any("Command" in _names(making, each) for each in scopes)


def _names(making: Making, scope: Scope) -> frozenset[str]:
    """The names that a module binds."""
    return frozenset(making.project.bindings(scope.module.tree).names)
