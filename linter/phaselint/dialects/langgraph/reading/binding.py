"""Bindings from assignments in a function's body, and facts about names from conditions."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.flowing import Among, Given, Grown, Opaque
from phaselint.dialects.langgraph.reading.scanning import Scan
from phaselint.dialects.langgraph.reading.syntax import name_of_call, text_of_tree
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.reading.flowing import Bounds, Growth, Names

_MOST_TWINS = 40
"""The most names of one object."""

_MOST_FACTS = 20
"""How many comparisons of one condition are remembered."""


class Fact(NamedTuple):
    """A condition's fact about an expression (of a local name, of `name`), and the values of the
    names in it at that point."""

    name: str
    text: str
    among: Among
    names: Names


class Binding(Scan):
    """The walk over statements that bind names."""

    def __init__(self, names: dict[str, Bounds]) -> None:
        super().__init__(names)
        self.facts: list[list[Fact]] = []  # facts about expressions from the surrounding conditions

    def assign(self, node: ast.Assign) -> None:
        names = self._value(node.value)
        first = node.targets[0]
        self.bind(first, node.value, names)
        for target in node.targets[1:]:
            if isinstance(first, ast.Name):  # the same object has several names
                self.bind(target, first, {first.id: self.env.get(first.id) or ()})
            else:
                self.bind(target, node.value, names)

    def annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind(node.target, node.value, self._value(node.value))

    def _value(self, value: ast.expr) -> Names:
        """What a value does; another name for an object is no use of it."""
        return self.names(value) if isinstance(value, ast.Name) else self.scan(value)

    def augmented(self, node: ast.AugAssign) -> None:
        names = self.scan(node.value)
        target = node.target
        if isinstance(target, ast.Name):
            base = self.env.get(target.id) or ()
            how: Growth = "update" if isinstance(node.op, ast.BitOr) else "extend"
            self.grow(target.id, Grown(base, how, Given(node.value, names), node))
            return
        self.scan(target)
        total = ast.copy_location(ast.BinOp(target, node.op, node.value), node)
        self.change(target, Given(total, {**self.names(target), **names}))

    def delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.set(target.id, (Opaque(node),))
            elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                name = target.value.id
                base = self.env.get(name)
                if base is not None:
                    key = self.given(target.slice)
                    self.grow(name, Grown(base, "remove", key, node))

    def nested(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.scan(node, inner=True)
        self.set(node.name, (Opaque(node),))

    def global_(self, node: ast.Global | ast.Nonlocal) -> None:
        for name in node.names:
            self.set(name, (Opaque(node),))

    def bind(self, target: ast.expr, value: ast.expr | None, names: Names) -> None:
        """Bind a target to a value; to something unknown where there is none."""
        if isinstance(target, ast.Name):
            self._bind_name(target.id, value, names)
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else None
            listed = [*target.elts, *(parts or ())]
            paired = parts is not None and len(parts) == len(target.elts)
            starred = any(isinstance(each, ast.Starred) for each in listed)
            for index, each in enumerate(target.elts):
                part = parts[index] if parts is not None and paired and not starred else None
                self.bind(each, part, names)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, None, names)
        elif isinstance(target, (ast.Subscript, ast.Attribute)):
            if not isinstance(target.value, ast.Name):
                self.scan(target.value)
            self.change(target, Given(value if value is not None else target, names))

    def _bind_name(self, name: str, value: ast.expr | None, names: Names) -> None:
        for twin in self.twins.pop(name, ()):
            self.twins[twin].discard(name)
        if value is None:
            self.set(name, (Opaque(),))
        elif isinstance(value, ast.Name) and value.id in names:
            self.set(name, names[value.id])
            if value.id != name:
                group = self.twins.setdefault(value.id, set())
                if len(group) > _MOST_TWINS:
                    self.set(name, (Opaque(),))
                    return
                for twin in (*group, value.id):
                    self.twins.setdefault(twin, set()).add(name)
                self.twins[name] = {*group, value.id} - {name}
        else:
            self.set(name, (Given(value, names),))

    def compared(self, test: ast.expr, names: Names) -> list[Fact]:
        """What a condition says that expressions are equal to where it holds."""
        parts = test.values if isinstance(test, ast.BoolOp) else [test]
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            return []
        found: list[Fact] = []
        for part in parts[:_MOST_FACTS]:
            if not isinstance(part, ast.Compare) or len(part.ops) != 1:
                continue
            left, operator = part.left, part.ops[0]
            name = left.id if isinstance(left, ast.Name) and left.id in names else ""
            gets = isinstance(left, ast.Call) and name_of_call(left) == "get"
            if not name and not gets and not isinstance(left, (ast.Subscript, ast.Attribute)):
                continue
            if isinstance(operator, (ast.Eq, ast.In)):
                value = Given(part.comparators[0], names)
                among = Among(value, isinstance(operator, ast.In), names.get(name, ()))
                found.append(Fact(name, text_of_tree(left), among, self.names(left)))
        return found

    def among(self, value: ast.expr, names: Names) -> Among | None:
        """What an expression was compared with, if nothing in it was bound again since."""
        if not self.facts or not any(self.facts):
            return None
        text = text_of_tree(value)
        for facts in reversed(self.facts):
            for fact in facts:
                same = all(names.get(name) is bounds for name, bounds in fact.names.items())
                if text and fact.text == text and same:
                    return fact.among
        return None
