"""The meaning of an expression: functions, classes and modules of the project, objects from outside
it by their dotted names, or an expression that isn't a name (reference langgraph §2.2, §2.6).
"""

from __future__ import annotations

import ast
import builtins

from phaselint.dialects.langgraph.reading.bindings import LAST, start_of
from phaselint.dialects.langgraph.reading.resolving import Argument, Defined
from phaselint.dialects.langgraph.reading.scopes import (
    FUNCTIONS,
    Found,
    inner_scope,
    lookup,
    module_scope,
)
from phaselint.dialects.langgraph.reading.targets import NOTHING, Targets, together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.langgraph.reading.asking import Names
    from phaselint.dialects.langgraph.reading.bindings import Binding
    from phaselint.dialects.langgraph.reading.resolving import Module, Scope

_HOPS = 6
_BUILTINS = frozenset(dir(builtins))
_WRAPPERS = frozenset(
    {
        "langchain_core.runnables.RunnableLambda",
        "langchain_core.runnables.base.RunnableLambda",
        "langchain.schema.runnable.RunnableLambda",
        "langgraph.utils.runnable.RunnableCallable",
        "builtins.staticmethod",
    }
)
PARTIAL = frozenset({"functools.partial", "functools.partialmethod"})


def follow(project: Names, expression: ast.expr, scope: Scope) -> Targets:
    """What an expression names."""
    handler = _HANDLERS.get(type(expression))
    if handler is None:
        return _itself(expression, scope)
    key = (id(expression), id(scope.body))
    if not project.enter("follow", key):
        return NOTHING
    try:
        found: Targets = handler(project, expression, scope)
        return found
    finally:
        project.leave("follow", key)


def _itself(expression: ast.expr, scope: Scope) -> Targets:
    return Targets((Defined("value", expression, scope),), (), True)


def _name(project: Names, expression: ast.Name, scope: Scope) -> Targets:
    settled = project.settled(expression.id, scope)
    if settled is not None:
        return settled
    found = lookup(project, expression.id, scope, start_of(expression))
    if found:
        return together(bound(project, each) for each in found)
    if expression.id in _BUILTINS:
        return Targets((), ("builtins." + expression.id,), True)
    return NOTHING


def settled(project: Names, name: str, module: Module) -> Targets | None:
    """What a name of a module is wherever no function or class binds it: it is imported from
    outside, or defined, and that once, or it is a builtin. None for any other name."""
    bindings = project.bindings(module.tree)
    listed = bindings.names.get(name)
    if listed is None:
        plain = not bindings.stars and name in _BUILTINS
        return Targets((), ("builtins." + name,), True) if plain else None
    binding = listed[0]
    if len(listed) > 1 or name in bindings.elsewhere:
        return None
    if binding.kind == "import":
        target = project.imported(binding.module, binding.level, module.path)
        if not isinstance(target, str) or _is_inside(project, binding, module):
            return None
    elif binding.kind not in {"function", "class"}:
        return None
    return bound(project, Found(binding, module_scope(module)))


def _is_inside(project: Names, binding: Binding, module: Module) -> bool:
    """Whether what is imported from a package without a file in the project is a module in it."""
    if not binding.attribute:
        return False
    inner = f"{binding.module}.{binding.attribute}" if binding.module else binding.attribute
    return not isinstance(project.imported(inner, binding.level, module.path), str)


def bound(project: Names, found: Found) -> Targets:
    """What a binding names."""
    binding, scope = found
    node = binding.node
    if binding.kind == "import":
        return _imported(project, binding.module, binding.level, binding.attribute, scope.module, 0)
    if node is None:
        return NOTHING
    if binding.kind in {"function", "class"}:
        made = Defined("class" if binding.kind == "class" else "function", node, scope)
        return Targets((made,), (), True)
    if binding.kind == "value" and isinstance(node, ast.expr):
        if not binding.path:
            return follow(project, node, scope)
        part = project.part(node, scope, binding.path)
        return NOTHING if part is None else follow(project, *part)
    if binding.kind == "loop" and isinstance(node, ast.expr):
        parts = project.parts(node, scope, binding.path)
        return NOTHING if parts is None else together(follow(project, *part) for part in parts)
    return NOTHING


def _imported(
    project: Names, name: str, level: int, attribute: str, source: Module, hops: int
) -> Targets:
    """What an import gives: a module, or what is bound in one at its end."""
    target = project.imported(name, level, source.path)
    if attribute and (target is None or isinstance(target, str)):
        inner = project.imported(f"{name}.{attribute}" if name else attribute, level, source.path)
        if inner is not None and not isinstance(inner, str):
            return Targets((Defined("module", inner.tree, module_scope(inner)),), (), True)
    if isinstance(target, str):
        return Targets((), (f"{target}.{attribute}" if attribute else target,), True)
    if target is None or hops > _HOPS:
        return NOTHING
    if not attribute:
        return Targets((Defined("module", target.tree, module_scope(target)),), (), True)
    return of_module(project, target, attribute)


def of_module(project: Names, module: Module, attribute: str) -> Targets:
    """What an attribute of a module is, at the end of the module."""
    key = (id(module.tree), attribute)
    if not project.enter("module", key):
        return NOTHING
    try:
        found = lookup(project, attribute, module_scope(module), LAST)
        if found:
            return together(bound(project, each) for each in found)
        submodule = project.submodule(module, attribute)
        if submodule is None:
            return NOTHING
        return Targets((Defined("module", submodule.tree, module_scope(submodule)),), (), True)
    finally:
        project.leave("module", key)


def _attribute(project: Names, expression: ast.Attribute, scope: Scope) -> Targets:
    name = expression.attr
    if is_self(project, expression.value, scope):
        return project.of_self(scope, name)
    dotted = _dotted_module(project, expression, scope)
    if dotted is not None:
        return dotted
    base = follow(project, expression.value, scope)
    parts = [_part(project, each, name) for each in base.defined]
    outside = tuple(f"{each}.{name}" for each in base.outside)
    return together([*parts, Targets((), outside, base.complete)])


def _part(project: Names, base: Defined, name: str) -> Targets:
    """What an attribute of a thing of the project is."""
    if base.kind == "module":
        return of_module(project, base.scope.module, name)
    if base.kind == "class":
        return project.of_class(base, name)
    if base.kind == "value" and isinstance(base.node, ast.Call):
        return project.of_instance(base.node, base.scope, name)
    return NOTHING


def _dotted_module(project: Names, expression: ast.Attribute, scope: Scope) -> Targets | None:
    """What `a.b.c` is after `import a.b`: that binds `a` alone, but a module of the project may be
    there without a file for the package `a`."""
    parts: list[str] = []
    node: ast.expr = expression
    while isinstance(node, ast.Attribute) and len(parts) < 10:
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in project.index(scope.module).modules:
        return None
    found = lookup(project, node.id, scope, start_of(node))
    if len(found) != 1 or found[0].binding.kind != "import" or found[0].binding.attribute:
        return None
    dotted = ".".join([found[0].binding.module, *reversed(parts)])
    whole = project.imported(dotted, 0, scope.module.path)
    if whole is not None and not isinstance(whole, str):
        return Targets((Defined("module", whole.tree, module_scope(whole)),), (), True)
    module, _, attribute = dotted.rpartition(".")
    target = project.imported(module, 0, scope.module.path)
    if target is None or isinstance(target, str):
        return None
    return of_module(project, target, attribute)


def is_self(project: Names, expression: ast.expr, scope: Scope) -> bool:
    """Whether an expression is the first parameter of a method, or `cls`."""
    if not isinstance(expression, ast.Name):
        return False
    current: Scope | None = scope
    while current is not None and isinstance(current.body, FUNCTIONS):
        arguments = current.body.args
        listed = [*arguments.posonlyargs, *arguments.args]
        outer = current.outer
        if listed and outer is not None and isinstance(outer.body, ast.ClassDef):
            names = project.bindings(current.body).names
            return listed[0].arg == expression.id and len(names.get(expression.id, ())) == 1
        if expression.id in project.bindings(current.body).names:
            return False
        current = outer
    return False


def _subscript(project: Names, expression: ast.Subscript, scope: Scope) -> Targets:
    base = follow(project, expression.value, scope)
    if base.outside and not base.defined:
        return base
    if any(each.kind == "class" for each in base.defined):
        return base
    picked = project.picked(expression, scope)
    if picked is None:
        return NOTHING
    return together(follow(project, *each) for each in picked)


def _call(project: Names, expression: ast.Call, scope: Scope) -> Targets:
    called = follow(project, expression.func, scope)
    if called.outside and not called.defined and called.complete:
        if called.outside[0] in PARTIAL and expression.args:
            return _partial(project, expression, scope)
        if called.outside[0] in _WRAPPERS:
            given = [
                *expression.args[:1],
                *(k.value for k in expression.keywords if k.arg == "func"),
            ]
            return follow(project, given[0], scope) if given else NOTHING
        if called.outside[0] == "typing.cast" and len(expression.args) == 2:
            return follow(project, expression.args[1], scope)
    if called.only is not None:
        made = _made(project, called.only, expression, scope)
        if made is not None:
            return made
    return _itself(expression, scope)


def _partial(project: Names, expression: ast.Call, scope: Scope) -> Targets:
    """The function of a `partial`, with the parameters that it has given."""
    inside = follow(project, expression.args[0], scope)
    changed: list[Defined] = []
    for each in inside.defined:
        if each.kind != "function":
            return _itself(expression, scope)
        taken = arguments_of(each, expression.args[1:], expression.keywords, scope)
        changed.append(each._replace(arguments={**each.arguments, **taken}))
    return inside._replace(defined=tuple(changed))


def arguments_of(
    defined: Defined, given: Sequence[ast.expr], keywords: Sequence[ast.keyword], scope: Scope
) -> dict[str, Argument]:
    """What a call gives to the parameters of a function: those that are plain."""
    arguments = getattr(defined.node, "args", None)
    if not isinstance(arguments, ast.arguments):
        return {}
    listed = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    listed = [name for name in listed[1 if defined.bound else 0 :] if name not in defined.arguments]
    taken: dict[str, Argument] = {}
    for name, each in zip(listed, given, strict=False):
        if isinstance(each, ast.Starred):
            break
        taken[name] = Argument(each, scope)
    for keyword in keywords:
        if keyword.arg is not None:
            taken[keyword.arg] = Argument(keyword.value, scope)
    return taken


def _made(project: Names, factory: Defined, call: ast.Call, scope: Scope) -> Targets | None:
    """The function that a factory of the project returns, where that is one nested function or
    lambda; none for any other function."""
    node = factory.node
    if not isinstance(node, ast.FunctionDef) or not project.is_plain_function(factory):
        return None
    returns = project.returns(node)
    if len(returns) != 1 or returns[0].value is None:
        return None
    value = returns[0].value
    names = project.bindings(node).names
    if not isinstance(value, (ast.Lambda, ast.Call)) and not (
        isinstance(value, ast.Name) and value.id in names
    ):
        return None
    taken = {**factory.arguments, **arguments_of(factory, call.args, call.keywords, scope)}
    made = follow(project, value, inner_scope(node, factory.scope, taken))
    if made.complete and not made.outside and all(e.kind == "function" for e in made.defined):
        return made
    return None


def _either(project: Names, expression: ast.IfExp, scope: Scope) -> Targets:
    sides = (expression.body, expression.orelse)
    return together(follow(project, each, scope) for each in sides)


def _some(project: Names, expression: ast.BoolOp, scope: Scope) -> Targets:
    return together(follow(project, each, scope) for each in expression.values)


def _walrus(project: Names, expression: ast.NamedExpr, scope: Scope) -> Targets:
    return follow(project, expression.value, scope)


def _lambda(_project: Names, expression: ast.Lambda, scope: Scope) -> Targets:
    return Targets((Defined("function", expression, scope),), (), True)


_HANDLERS: dict[type[ast.expr], Any] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Call: _call,
    ast.IfExp: _either,
    ast.BoolOp: _some,
    ast.NamedExpr: _walrus,
    ast.Lambda: _lambda,
}
"""The meaning of an expression, by its type."""
