"""What is noted of the expressions in a function's body, and what names are bound to as it goes."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.flowing import (
    Access,
    Among,
    Called,
    Changed,
    Env,
    Given,
    Grown,
    Item,
    Phi,
    merged,
)
from phaselint.dialects.langgraph.reading.syntax import text_in
from phaselint.dialects.langgraph.reading.trees import breadth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.reading.flowing import Bounds, Names


class Notes:
    """The facts from the expressions of one body, with the current bindings of names."""

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
            if type(node) is ast.Name and node.id not in found:
                bounds = self.env.get(node.id)
                if bounds is not None:
                    found[node.id] = bounds
        return found

    def given(self, expression: ast.expr) -> Given:
        """An expression with what its names are bound to."""
        return Given(expression, self.names(expression))

    def key_of(
        self, node: ast.Subscript | ast.Attribute, names: Names | None = None
    ) -> Given | str:
        """The key of an item or attribute; `names` where those in it are known already."""
        if isinstance(node, ast.Attribute):
            return node.attr
        key = node.slice
        text = text_in(key)
        if text is not None:
            return text
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


def is_container(bounds: Bounds) -> bool:
    """Whether what a name holds may be a list or a dict."""
    for bound in bounds:
        if isinstance(bound, (Item, Grown, Phi, Among)):
            return True
        if isinstance(bound, Given) and isinstance(
            bound.expression, (ast.Dict, ast.List, ast.ListComp, ast.DictComp, ast.Call)
        ):
            return True
    return False
