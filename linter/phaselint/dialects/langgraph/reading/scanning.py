"""What an expression in a function's body does: reads of what its names hold, changes of it, calls.

One pass over the tree of each expression, parents before children, without recursion.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.flowing import (
    Access,
    Called,
    Changed,
    Env,
    Given,
    Grown,
    Item,
    merged,
)
from phaselint.dialects.langgraph.reading.noting import Expression, is_container
from phaselint.dialects.langgraph.reading.syntax import parameters_of
from phaselint.dialects.langgraph.reading.trees import breadth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.reading.flowing import Bounds, Names


class Scan:
    """What is found in the expressions of one body, with what names are bound to as it goes."""

    def __init__(self, names: dict[str, Bounds]) -> None:
        self.env = Env(None, names)
        self.journals: list[dict[str, Bounds]] = []
        self.tries: list[ast.Try | ast.TryStar] = []
        self.certain = True
        self.accesses: list[Access] = []
        self.changes: list[Changed] = []
        self.calls: list[Called] = []
        self.work: list[tuple[str, ast.AST]] = []
        self.whole: set[str] = set()
        self.tested: set[tuple[str, str]] = set()
        self.twins: dict[str, set[str]] = {}
        self.generator = False
        self.tool_calls = False

    def set(self, name: str, bounds: Bounds) -> None:
        """Bind a name."""
        self.env.own[name] = bounds
        if self.journals:
            journal = self.journals[-1]
            journal[name] = merged((journal.get(name, ()), bounds))

    def grow(self, name: str, made: Item | Grown) -> None:
        """Change what a name holds, and what other names hold that are the same object."""
        self.set(name, (made,))
        for twin in self.twins.get(name, ()):
            self.set(twin, merged((self.env.get(twin) or (), (made,))))

    def names(self, expression: ast.AST) -> Names:
        """What the local names in an expression are bound to."""
        return self.names_among(breadth(expression))

    def names_among(self, nodes: Sequence[ast.AST]) -> Names:
        """What the local names among the parts of an expression are bound to."""
        found: dict[str, Bounds] = {}
        for node in nodes:
            if isinstance(node, ast.Name) and node.id not in found:
                bounds = self.env.get(node.id)
                if bounds is not None:
                    found[node.id] = bounds
        return found

    def given(self, expression: ast.expr) -> Given:
        """An expression with what its names are bound to."""
        return Given(expression, self.names(expression))

    def scan(self, expression: ast.AST, test: bool = False, inner: bool = False) -> Names:
        """Take note of what an expression does; back comes what the names in it are bound to."""
        nodes = breadth(expression)
        known = self.names_among(nodes)
        if inner and isinstance(expression, (ast.FunctionDef, ast.AsyncFunctionDef)):
            own = parameters_of(expression)
            known = {name: bounds for name, bounds in known.items() if name not in own}
        one = Expression(self, expression, known, test, inner)
        for node in nodes:
            one.visit(node)
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

    def key_of(
        self, node: ast.Subscript | ast.Attribute, names: Names | None = None
    ) -> Given | str:
        """The key of an item or attribute; `names` where those in it are known already."""
        if isinstance(node, ast.Attribute):
            return node.attr
        key = node.slice
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            return key.value
        return self.given(key) if names is None else Given(key, names)

    def changed_in_place(self, base: ast.expr, node: ast.AST) -> None:
        """Note that the value of a key is changed in place (`state["log"].append(x)`)."""
        while isinstance(base, (ast.Subscript, ast.Attribute)):
            if isinstance(base.value, ast.Name):
                bounds = self.env.get(base.value.id)
                if bounds is not None:
                    self.changes.append(Changed(bounds, self.key_of(base), node, "in-place"))
                return
            base = base.value


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
