"""One expression in a function's body, looked through part by part: see `scanning`."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.flowing import (
    Access,
    Called,
    Changed,
    Given,
    Grown,
    Item,
    Param,
)
from phaselint.dialects.langgraph.reading.notes import is_container
from phaselint.dialects.langgraph.reading.syntax import caught_names, name_of_call, text_in
from phaselint.dialects.langgraph.reading.trees import breadth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.reading.flowing import Growth, Names
    from phaselint.dialects.langgraph.reading.notes import Notes

_ADDING = frozenset({"append", "add", "insert", "appendleft"})
_TAKING = frozenset({"pop", "popitem", "remove", "clear", "discard"})
IN_PLACE = _ADDING | _TAKING | {"extend", "update", "setdefault", "sort", "reverse"}
_COPYING = frozenset({"copy", "model_copy", "get"})
_OF_ITEMS = _COPYING | IN_PLACE
_HARMLESS = frozenset(
    [
        "print",
        "len",
        "str",
        "repr",
        "sorted",
        "list",
        "dict",
        "tuple",
        "set",
        "frozenset",
        "any",
        "all",
        "sum",
        "min",
        "max",
        "enumerate",
        "zip",
        "isinstance",
        "bool",
        "type",
        "id",
        "dumps",
        "info",
        "debug",
        "warning",
        "error",
        "exception",
        "log",
        "critical",
        "format",
        "join",
        "invoke",
        "ainvoke",
        "stream",
        "astream",
        "deepcopy",
        "model_validate",
        "range",
        "reversed",
        "map",
        "filter",
        "append",
        "extend",
        "update",
    ]
)
"""Names of functions that don't change a list or dict passed to them."""

_WORK = frozenset(
    [
        "send",
        "post",
        "write",
        "delete",
        "insert",
        "publish",
        "upload",
        "charge",
        "pay",
        "notify",
        "email",
        "submit",
    ]
)
_HARMLESS_WRITERS = frozenset({"stdout", "stderr", "writer", "stream_writer", "logger"})
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Expression:
    """One expression that is looked through."""

    def __init__(self, scan: Notes, tests: Sequence[ast.AST], known: Names, inner: bool) -> None:
        """`tests` are the parts of it that are asked whether they are true."""
        self.scan = scan
        self.known = known
        self.inner = inner
        self.walruses: list[ast.NamedExpr] = []
        self.used: set[int] = set()
        self.maybe: set[int] = set()
        self.tests: set[int] = {id(node) for node in tests}
        self.first = len(scan.accesses)
        self.keys: list[tuple[str, str]] = []

    def certainly(self, node: ast.AST) -> bool:
        """Whether a part of the expression is evaluated whenever that is."""
        return self.scan.certain and id(node) not in self.maybe

    def _walrus(self, node: ast.NamedExpr) -> None:
        self.walruses.append(node)

    def _constant(self, node: ast.Constant) -> None:
        if node.value == "tool_calls":
            self.scan.tool_calls = True

    def _yield(self, _node: ast.AST) -> None:
        self.scan.generator = self.scan.generator or not self.inner

    def finish(self) -> None:
        """Note which reads in the expression are guarded by a test."""
        scan = self.scan
        scan.tested.update(self.keys)
        if self.first == len(scan.accesses):
            return
        guarded = any(_catches_missing(each) for each in scan.tries)
        for index in range(self.first, len(scan.accesses)):
            access = scan.accesses[index]
            name = _base_name(access.node)
            if guarded or (isinstance(access.key, str) and (name, access.key) in scan.tested):
                scan.accesses[index] = access._replace(guarded=True)

    def _conditions(self, node: ast.AST) -> None:
        """Note which parts are evaluated only sometimes, and which are tests."""
        if isinstance(node, ast.BoolOp):
            self._add(self.maybe, node.values[1:])
            self._add(self.tests, node.values)
        elif isinstance(node, ast.IfExp):
            self._add(self.maybe, (node.body, node.orelse))
            self._add(self.tests, (node.test,))
        elif isinstance(node, ast.Lambda):
            self._add(self.maybe, (node.body,))
        elif isinstance(node, _COMPREHENSIONS):
            self._add(self.maybe, ast.iter_child_nodes(node))

    def _add(
        self, found: set[int], nodes: Iterator[ast.AST] | tuple[ast.AST, ...] | list[ast.expr]
    ) -> None:
        for node in nodes:
            if id(node) not in found:
                found.update(id(each) for each in breadth(node))

    def _name(self, node: ast.Name) -> None:
        if id(node) not in self.used and self._is_parameter(node.id):
            self.scan.whole.add(node.id)

    def _is_parameter(self, name: str) -> bool:
        bounds = self.known.get(name)
        return bounds is not None and any(isinstance(bound, Param) for bound in bounds)

    def _spread(self, node: ast.Dict) -> None:
        """`{**state}` uses a name without reading its keys."""
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.used.add(id(value))

    def _attribute(self, node: ast.Attribute) -> None:
        if node.attr == "tool_calls":
            self.scan.tool_calls = True
        base = node.value
        if isinstance(base, ast.Name) and base.id in self.known and id(node) not in self.used:
            self.used.add(id(base))
            access = Access(self.known[base.id], node.attr, node, "attribute")
            self.scan.accesses.append(access)

    def _subscript(self, node: ast.Subscript) -> None:
        base = node.value
        if isinstance(base, ast.Name) and base.id in self.known:
            self.used.add(id(base))
            key = self.scan.key_of(node, self.known)
            self.scan.accesses.append(Access(self.known[base.id], key, node, "subscript"))

    def _compare(self, node: ast.Compare) -> None:
        """`"k" in state` is a test of the key; an ordering comparison isn't."""
        if any(isinstance(each, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for each in node.ops):
            self.tests.difference_update(map(id, (node.left, *node.comparators)))
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(right, ast.Name):
                self.used.add(id(right))
                left = text_in(node.left)
                if left is not None:
                    self.keys.append((right.id, left))

    def _call(self, node: ast.Call) -> None:
        scan, func = self.scan, node.func
        for each in (*node.args, *[keyword.value for keyword in node.keywords]):
            bare = each.value if isinstance(each, ast.Starred) else each
            if isinstance(bare, ast.Name):
                self.used.add(id(bare))
        if isinstance(func, ast.Attribute):
            self._method(node, func)
        elif isinstance(func, ast.Name) and func.id in ("getattr", "hasattr"):
            self._getattr(node, func.id)
        if self.inner:
            return
        name = name_of_call(node)
        if name.split("_")[0] in _WORK and not _harmless_writer(func):
            scan.work.append((name, node))
        tries = tuple(scan.tries)
        scan.calls.append(Called(node, self.known, tries, self.certainly(node), len(scan.work)))
        if name not in _HARMLESS and not name[:1].isupper():
            self._escapes(node)

    def _getattr(self, node: ast.Call, function: str) -> None:
        if len(node.args) < 2 or not isinstance(node.args[0], ast.Name):
            return
        base, key = node.args[0], node.args[1]
        if base.id not in self.known or not isinstance(key, ast.Constant):
            return
        if function == "hasattr":
            self.keys.append((base.id, str(key.value)))
        else:
            access = Access(
                self.known[base.id], str(key.value), node, "get", default=len(node.args) > 2
            )
            self.scan.accesses.append(access)

    def _method(self, node: ast.Call, func: ast.Attribute) -> None:
        base = func.value
        if not isinstance(base, ast.Name):
            if func.attr in IN_PLACE and not self.inner:
                self.scan.changed_in_place(base, node)
            return
        if base.id not in self.known:
            return
        self.used.update((id(base), id(func)))
        if func.attr not in _OF_ITEMS and self._is_parameter(base.id):
            self.scan.whole.add(base.id)
        if func.attr == "get" and node.args:
            self._get(node, base)
        elif not self.inner:
            self._grows(node, base.id, func.attr)

    def _get(self, node: ast.Call, base: ast.Name) -> None:
        key = node.args[0]
        text = text_in(key)
        named = Given(key, self.known) if text is None else text
        default = len(node.args) > 1 or bool(node.keywords)
        self.scan.accesses.append(Access(self.known[base.id], named, node, "get", default))
        if isinstance(named, str) and id(node) in self.tests:
            self.keys.append((base.id, named))

    def _grows(self, node: ast.Call, name: str, method: str) -> None:
        """A list or dict is changed by one of its methods."""
        scan = self.scan
        value = Given(node.args[-1], self.known) if node.args else None

        def grow(how: Growth) -> None:
            base = scan.env.get(name) or ()
            scan.grow(name, Grown(base, how, value, node))

        if method in _ADDING and value is not None:
            grow("append")
        elif method == "extend":
            grow("extend")
        elif method in _TAKING:
            grow("remove")
        elif method == "setdefault" and len(node.args) > 1:
            self._item(name, Given(node.args[0], self.known), Given(node.args[1], self.known), node)
        elif method == "update":
            if value is not None:
                grow("update")
                self._merged(name, node.args[0])
            for keyword in node.keywords:
                if keyword.arg is None:
                    grow("escape")
                else:
                    self._item(name, keyword.arg, Given(keyword.value, self.known), keyword)

    def _item(self, name: str, key: Given | str, value: Given, node: ast.AST) -> None:
        base = self.scan.env.get(name) or ()
        if isinstance(key, Given):
            text = text_in(key.expression)
            key = key if text is None else text
        self.scan.changes.append(Changed(base, key, node))
        default = isinstance(node, ast.Call)
        self.scan.grow(name, Item(base, key, value, node, default))

    def _merged(self, name: str, value: ast.expr) -> None:
        """`state.update({"k": …})` sets keys."""
        if isinstance(value, ast.Dict):
            for key in value.keys:
                text = None if key is None else text_in(key)
                if key is not None and text is not None:
                    self.scan.changes.append(Changed(self.known[name], text, key))

    def _escapes(self, node: ast.Call) -> None:
        """Lists and dicts that are given to somebody may be changed there."""
        for each in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(each, ast.Name) and is_container(self.known.get(each.id, ())):
                base = self.scan.env.get(each.id) or ()
                self.scan.grow(each.id, Grown(base, "escape", None, node))


PARTS: dict[type[ast.AST], Any] = {
    ast.Name: Expression._name,
    ast.Attribute: Expression._attribute,
    ast.Subscript: Expression._subscript,
    ast.Call: Expression._call,
    ast.Compare: Expression._compare,
    ast.NamedExpr: Expression._walrus,
    ast.Constant: Expression._constant,
    ast.Yield: Expression._yield,
    ast.YieldFrom: Expression._yield,
    ast.Dict: Expression._spread,
    ast.BoolOp: Expression._conditions,
    ast.IfExp: Expression._conditions,
    ast.Lambda: Expression._conditions,
    **dict.fromkeys(_COMPREHENSIONS, Expression._conditions),
}
"""What takes note of a part of an expression, by its type."""


def _base_name(node: ast.AST) -> str:
    """The name of which a key is read."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            node = node.func
        elif node.args:
            return node.args[0].id if isinstance(node.args[0], ast.Name) else ""
    value = getattr(node, "value", None)
    return value.id if isinstance(value, ast.Name) else ""


def _harmless_writer(func: ast.expr) -> bool:
    """Whether what is called writes to a console, a log or a stream."""
    if isinstance(func, ast.Attribute):
        base = func.value
        name = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
        return name in _HARMLESS_WRITERS
    return False


def _catches_missing(node: ast.Try | ast.TryStar) -> bool:
    """Whether a `try` catches that a key is missing."""
    return any(
        names is None or {"KeyError", "LookupError", "Exception", "BaseException"} & names
        for names in (caught_names(handler) for handler in node.handlers)
    )
