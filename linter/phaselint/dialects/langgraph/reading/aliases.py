"""Names that stand for a type: `Route = Literal["a", "b"]`, `Log = Annotated[list, add]`."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.bindings import LAST, start_of
from phaselint.dialects.langgraph.reading.scopes import lookup, module_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.reading.asking import Names
    from phaselint.dialects.langgraph.reading.resolving import Scope
    from phaselint.dialects.langgraph.reading.scopes import Found

_HOPS = 4
"""How many imports one after the other are followed."""


def aliased(project: Names, expression: ast.expr, scope: Scope) -> tuple[ast.expr, Scope] | None:
    """The expression that a name is bound to, in this module or in the one that it is imported
    from; none where it is bound to something else, or by more than one."""
    if isinstance(expression, ast.Attribute):
        for each in project.targets(expression.value, scope).defined:
            if each.kind == "module":
                inside = module_scope(each.scope.module)
                return _of(project, lookup(project, expression.attr, inside, LAST))
        return None
    if not isinstance(expression, ast.Name):
        return None
    if project.settled(expression.id, scope) is not None:
        return None
    return _of(project, lookup(project, expression.id, scope, start_of(expression)))


def _of(project: Names, found: Sequence[Found]) -> tuple[ast.expr, Scope] | None:
    """What the one binding of a name is, imports followed."""
    for _ in range(_HOPS):
        if len(found) != 1:
            return None
        binding, scope = found[0]
        if binding.kind == "value" and isinstance(binding.node, ast.expr):
            return None if binding.path else (binding.node, scope)
        if binding.kind != "import" or not binding.attribute:
            return None
        module = project.imported(binding.module, binding.level, scope.module.path)
        if module is None or isinstance(module, str):
            return None
        found = lookup(project, binding.attribute, module_scope(module), LAST)
    return None
