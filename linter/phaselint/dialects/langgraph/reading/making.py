"""What the parts of a graph are made with, and what they ask about a call (reference langgraph
§2.5, §3).
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.bindings import end_of, start_of
from phaselint.dialects.langgraph.reading.classes import self_expressions
from phaselint.dialects.langgraph.reading.following import is_self
from phaselint.dialects.langgraph.reading.scopes import lookup, module_scope
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.dialects.langgraph.reading.drafts import Draft, Operation
    from phaselint.dialects.langgraph.reading.functions import Reader
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.resolving import Scope
    from phaselint.vocabulary.finding import Place

_MOST_STEPS = 12


class Making(NamedTuple):
    """What a graph is made with: the names and functions of the project, the ids of its graphs,
    and whether a graph has so many guards that they are forgotten. `acting` gets the definitions of
    functions that are nodes."""

    project: Project
    reader: Reader
    ids: Sequence[str]
    draft: Draft
    acting: set[int]
    many_guards: bool = False

    def guards(self, operation: Operation) -> tuple[Guard, ...]:
        """The guards of an operation in addition to those of its graph."""
        if self.many_guards:
            return ()
        return own_guards(self.draft, operation)

    def certain(self, operation: Operation) -> bool:
        """Whether an operation is done whenever its guards hold."""
        guarded = self.many_guards and bool(own_guards(self.draft, operation))
        return operation.certain and not operation.repeated and not guarded


def own_guards(draft: Draft, operation: Operation) -> tuple[Guard, ...]:
    """The guards of an operation in addition to those of its graph."""
    if not operation.guards:
        return ()
    return tuple(dict.fromkeys(each for each in operation.guards if each not in draft.guards))


def given(call: ast.Call, *names: str) -> Mapping[str, ast.expr]:
    """The arguments of a call by the names of its parameters: those by position are the first."""
    found: dict[str, ast.expr] = {}
    for name, argument in zip(names, call.args, strict=False):
        if isinstance(argument, ast.Starred):
            break
        found[name] = argument
    for keyword in call.keywords:
        if keyword.arg is not None:
            found[keyword.arg] = keyword.value
    return found


def spreads(call: ast.Call) -> bool:
    """Whether a call has arguments that its text does not name (`*a`, `**k`)."""
    return any(isinstance(each, ast.Starred) for each in call.args) or any(
        keyword.arg is None for keyword in call.keywords
    )


def place_of_call(project: Project, call: ast.Call, scope: Scope) -> Place:
    """Where an operation is: its call, of a chain from the name of the method on."""
    function = call.func
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Call):
        return project.place(call, scope)
    line, column = end_of(function)
    made = ast.Name(id=function.attr, ctx=ast.Load())
    made.lineno, made.col_offset = line, column - len(function.attr.encode())
    made.end_lineno, made.end_col_offset = end_of(call)
    return project.place(made, scope)


def underlying(project: Project, expression: ast.expr, scope: Scope) -> tuple[ast.expr, Scope]:
    """The expression that a name stands for, as far as there is but one; itself otherwise."""
    current = (expression, scope)
    for _ in range(_MOST_STEPS):
        inner = _step(project, *current)
        if inner is None:
            break
        current = inner
    return current


def _step(project: Project, expression: ast.expr, scope: Scope) -> tuple[ast.expr, Scope] | None:
    if isinstance(expression, (ast.NamedExpr, ast.Await)):
        return expression.value, scope
    if isinstance(expression, ast.Attribute):
        return _of_attribute(project, expression, scope)
    if isinstance(expression, ast.Subscript) and not isinstance(expression.slice, ast.Slice):
        picked = project.picked(expression, scope)
        return picked[0] if picked is not None and len(picked) == 1 else None
    if not isinstance(expression, ast.Name):
        return None
    return _bound(project, expression.id, scope, start_of(expression), 0)


def _bound(
    project: Project, name: str, scope: Scope, at: tuple[int, int], hops: int
) -> tuple[ast.expr, Scope] | None:
    found = lookup(project, name, scope, at)
    if len(found) != 1:
        return None
    binding, where = found[0]
    if binding.kind == "import" and binding.attribute and hops < 6:
        target = project.imported(binding.module, binding.level, where.module.path)
        if target is None or isinstance(target, str):
            return None
        end = (1 << 60, 0)
        return _bound(project, binding.attribute, module_scope(target), end, hops + 1)
    if not isinstance(binding.node, ast.expr):
        return None
    if binding.kind == "value":
        return project.part(binding.node, where, binding.path)
    if binding.kind == "loop":
        parts = project.parts(binding.node, where, binding.path)
        return parts[0] if parts is not None and len(parts) == 1 else None
    return None


def _of_attribute(
    project: Project, expression: ast.Attribute, scope: Scope
) -> tuple[ast.expr, Scope] | None:
    if is_self(project, expression.value, scope):
        written = self_expressions(project, scope, expression.attr)
        return written[0] if written is not None and len(written) == 1 else None
    return project.targets(expression, scope).value_of(expression)
