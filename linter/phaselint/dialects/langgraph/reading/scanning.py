"""What an expression in a function's body does: reads of what its names hold, changes of it, calls.

One pass over the tree of each expression, parents before children, without recursion.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.flowing import (
    Changed,
    Env,
    Given,
    Item,
    merged,
)
from phaselint.dialects.langgraph.reading.notes import Notes, is_container
from phaselint.dialects.langgraph.reading.noting import PARTS, Expression
from phaselint.dialects.langgraph.reading.syntax import parameters_of
from phaselint.dialects.langgraph.reading.trees import breadth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.reading.flowing import Bounds, Names


class Scan(Notes):
    """Looks through the expressions of one body."""

    def scan(self, expression: ast.AST, test: bool = False, inner: bool = False) -> Names:
        """Take note of what an expression does; back comes what the names in it are bound to."""
        if type(expression) is ast.Constant:
            self.tool_calls = self.tool_calls or expression.value == "tool_calls"
            return {}
        nodes = breadth(expression)
        known = self.names_among(nodes)
        if inner and isinstance(expression, (ast.FunctionDef, ast.AsyncFunctionDef)):
            own = parameters_of(expression)
            known = {name: bounds for name, bounds in known.items() if name not in own}
        one = Expression(self, nodes if test else (), known, inner)
        for node in nodes:
            note = PARTS.get(type(node))
            if note is not None:
                note(one, node)
        one.finish()
        for target in one.walruses:
            name = target.target
            value = Given(target.value, known)
            bounds: Bounds = (
                (value,) if one.certainly(target) else (*(self.env.get(name.id) or ()), value)
            )
            self.set(name.id, bounds)
            known = {**known, name.id: merged((known.get(name.id, ()), bounds))}
        return known

    def change(self, target: ast.expr, value: Given) -> None:
        """Set an item or attribute of what a name holds."""
        if not isinstance(target, (ast.Subscript, ast.Attribute)):
            return
        base = target.value
        key = self.key_of(target)
        if isinstance(base, ast.Name):
            bounds = self.env.get(base.id)
            if bounds is not None and base.id != "self":
                self.changes.append(Changed(bounds, key, target))
                self.grow(base.id, Item(bounds, key, value, target))
            return
        self.changed_in_place(base, target)


def changed_in(loop: ast.AST, env: Env) -> list[str]:
    """The names that a loop may bind, or whose objects it may change."""
    bound: dict[str, None] = {}
    changed: dict[str, None] = {}
    for node in breadth(loop):
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                bound[node.id] = None
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
                changed[node.func.value.id] = None
            for each in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(each, ast.Name) and is_container(env.get(each.id) or ()):
                    changed[each.id] = None
        elif isinstance(node, (ast.Subscript, ast.Attribute)):
            if not isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name):
                changed[node.value.id] = None
        else:
            for value in (getattr(node, "name", None), getattr(node, "rest", None)):
                if isinstance(value, str):
                    bound[value] = None
    bound.update((name, None) for name in changed if env.get(name) is not None)
    return list(bound)
