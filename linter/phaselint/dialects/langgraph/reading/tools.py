"""Lists of tools: of a `ToolNode`, of `bind_tools`, of an agent (reference §2.12)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import ToolList
from phaselint.dialects.langgraph.reading.syntax import name_of_call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame
    from phaselint.dialects.langgraph.reading.resolving import Defined, Resolver, Scope

_DEEPEST = 6
_FIRST = frozenset({"ToolNode", "bind_tools", "bind_functions", "ToolExecutor"})
"""Functions with the tools as their first argument; agents have a model before them."""

_TOOL = frozenset({"tool"})
_INVOKES = frozenset({"invoke", "ainvoke", "stream", "astream", "batch", "abatch"})
_MAKERS = frozenset({"Tool", "StructuredTool", "from_function", "create_retriever_tool"})

Tool = tuple[str, str]
"""A name and its identity: file and offset."""


def tools_of(resolver: Resolver, call: ast.Call, scope: Scope) -> ToolList:
    """The tools that a call of `ToolNode`, `bind_tools`, `create_react_agent` or `create_agent`
    lists."""
    place = resolver.place(call, scope)
    listed = _listed(call)
    choice = [each for each in call.keywords if each.arg == "tool_choice"]
    structured = any(
        not (isinstance(each.value, ast.Constant) and each.value.value in (None, "auto"))
        for each in choice
    )
    if listed is None:
        none = not call.args and not any(each.arg in ("tools", None) for each in call.keywords)
        return ToolList(place, (), none, structured)
    items = _items(resolver, listed, scope, 0)
    if items is None:
        return ToolList(place, (), False, structured)
    found = []
    complete = True
    for node, inside in items:
        tool = _tool(resolver, node, inside, 0)
        if tool is None:
            complete = False
        else:
            found.append((tool[0], resolver.place(node, inside), tool[1]))
    if len(items) == 1 and _is_class(resolver, *items[0]) and name_of_call(call) == "bind_tools":
        structured = True
    return ToolList(place, tuple(found), complete, structured)


def _listed(call: ast.Call) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == "tools":
            return keyword.value
    position = 0 if name_of_call(call) in _FIRST else 1
    if len(call.args) <= position or any(isinstance(each, ast.Starred) for each in call.args):
        return None
    return call.args[position]


def _items(
    resolver: Resolver, node: ast.expr, scope: Scope, depth: int
) -> Sequence[tuple[ast.expr, Scope]] | None:
    """The members of a list of tools; those of a `ToolNode` that stands for one."""
    found = resolver.items(node, scope)
    if found is not None or depth > _DEEPEST:
        return found
    if isinstance(node, ast.Call):
        inner = _listed(node) if name_of_call(node) == "ToolNode" else None
        return None if inner is None else _items(resolver, inner, scope, depth + 1)
    defined = resolver.defined(node, scope)
    if defined and len(defined) == 1 and isinstance(defined[0].node, ast.Call):
        only = defined[0]
        assert isinstance(only.node, ast.Call)
        return _items(resolver, only.node, only.scope, depth + 1)
    return None


def _is_class(resolver: Resolver, node: ast.expr, scope: Scope) -> bool:
    defined = resolver.defined(node, scope)
    return bool(defined) and all(each.kind == "class" for each in defined or ())


def _tool(resolver: Resolver, node: ast.expr, scope: Scope, depth: int) -> Tool | None:
    """The name of one tool, and what it is; none where that is not known."""
    if depth > _DEEPEST:
        return None
    if isinstance(node, ast.Dict):
        return _described(resolver, node, scope)
    if isinstance(node, ast.Call):
        return _made(resolver, node, scope, depth)
    defined = resolver.defined(node, scope)
    if not defined or len(defined) != 1:
        return None
    only = defined[0]
    if isinstance(only.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        name = _decorated(resolver, only.node, only.scope)
        return None if name is None else (name, _identity(resolver, only))
    if isinstance(only.node, ast.ClassDef):
        return only.node.name, _identity(resolver, only)
    if only.kind == "value" and isinstance(only.node, (ast.Call, ast.Dict)):
        return _tool(resolver, only.node, only.scope, depth + 1)
    return None


def _identity(resolver: Resolver, defined: Defined) -> str:
    place = resolver.place(defined.node, defined.scope)
    return f"{place.file}:{place.pointer}"


def _decorated(
    resolver: Resolver, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope
) -> str | None:
    """The name of a function as a tool: as `@tool("name")` says, else its own."""
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name not in _TOOL:
            return None
        if isinstance(decorator, ast.Call) and decorator.args:
            only = resolver.values(decorator.args[0], scope).only
            return only.value if only is not None and isinstance(only.value, str) else None
    return node.name


def _described(resolver: Resolver, node: ast.Dict, scope: Scope) -> Tool | None:
    """A tool that is described by a dict, with its name in `function`."""
    for key, value in zip(node.keys, node.values, strict=True):
        label = key.value if isinstance(key, ast.Constant) else None
        if label == "function" and isinstance(value, ast.Dict):
            return _described(resolver, value, scope)
        if label == "name":
            only = resolver.values(value, scope).only
            if only is not None and isinstance(only.value, str):
                place = resolver.place(node, scope)
                return only.value, f"{place.file}:{place.pointer}"
    return None


def _made(resolver: Resolver, call: ast.Call, scope: Scope, depth: int) -> Tool | None:
    """A tool that a call makes: `Tool(name=…)`, `StructuredTool.from_function(f)`, `tool(f)`, or an
    instance of a class with a `name`."""
    place = resolver.place(call, scope)
    identity = f"{place.file}:{place.pointer}"
    name = name_of_call(call)
    for keyword in call.keywords:
        if keyword.arg == "name" and (name in _MAKERS or name in _TOOL):
            return _literal(resolver, keyword.value, scope, identity)
    if name == "create_retriever_tool" and len(call.args) > 1:
        return _literal(resolver, call.args[1], scope, identity)
    if name == "Tool" and call.args:
        return _literal(resolver, call.args[0], scope, identity)
    function = [each.value for each in call.keywords if each.arg == "func"] or call.args[:1]
    if name in ("from_function", *_TOOL) and function:
        if isinstance(function[0], ast.Constant):
            return _literal(resolver, function[0], scope, identity)
        return _tool(resolver, function[0], scope, depth + 1)
    defined = resolver.defined(call.func, scope)
    if defined and len(defined) == 1 and isinstance(defined[0].node, ast.ClassDef):
        return _field(resolver, defined[0])
    return None


def _literal(resolver: Resolver, node: ast.expr, scope: Scope, identity: str) -> Tool | None:
    only = resolver.values(node, scope).only
    return (only.value, identity) if only and isinstance(only.value, str) else None


def _field(resolver: Resolver, defined: Defined) -> Tool | None:
    """The literal `name` of a class of tools."""
    assert isinstance(defined.node, ast.ClassDef)
    inner = resolver.inner(defined.node, defined.scope, {})
    for statement in defined.node.body:
        target: ast.expr | None = None
        value: ast.expr | None = None
        if isinstance(statement, ast.AnnAssign):
            target, value = statement.target, statement.value
        elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
        if isinstance(target, ast.Name) and target.id == "name" and value is not None:
            return _literal(resolver, value, inner, _identity(resolver, defined))
    return None


def bound_tools(ev: Evaluation, frame: Frame) -> tuple[ToolList, ...]:
    """The tools that a function binds to a model, or that are bound to a model that it calls."""
    found: dict[ToolList, None] = {}
    for called in frame.flow.calls[:400]:
        call = called.call
        name = name_of_call(call)
        if name == "bind_tools":
            found[tools_of(ev.resolver, call, frame.scope)] = None
        elif name in _INVOKES and isinstance(call.func, ast.Attribute):
            model = call.func.value
            local = not isinstance(model, ast.Name) or model.id in called.names
            key = (id(frame.scope.module.tree), "" if local else ast.dump(model))
            listed = None if local else ev.shared.models.get(key)
            if listed is None:
                listed = _of_model(ev.resolver, model, frame.scope, 0)
            if not local:
                ev.shared.models[key] = listed
            found.update(dict.fromkeys(listed))
    return tuple(found)


def _of_model(resolver: Resolver, node: ast.expr, scope: Scope, depth: int) -> list[ToolList]:
    """The tools that are bound to what is called (`prompt | model.bind_tools(tools)`)."""
    if depth > 3:
        return []
    found: list[ToolList] = []
    if isinstance(node, ast.BinOp):
        for side in (node.left, node.right):
            found += _of_model(resolver, side, scope, depth + 1)
    elif isinstance(node, ast.Call):
        if name_of_call(node) == "bind_tools":
            if depth:  # one that is called at once is seen by itself
                found.append(tools_of(resolver, node, scope))
        elif isinstance(node.func, ast.Attribute):
            found += _of_model(resolver, node.func.value, scope, depth + 1)
    elif isinstance(node, (ast.Name, ast.Attribute)):
        for each in resolver.defined(node, scope) or ():
            if each.kind == "value" and isinstance(each.node, (ast.Call, ast.BinOp)):
                found += _of_model(resolver, each.node, each.scope, depth + 1)
    return found
