"""Checks with a planted bug: one condition of theirs, or of what they call in their module, is
taken for true, for its opposite, or without one of its parts."""

from __future__ import annotations
import __future__

import ast
import inspect
import sys
from copy import deepcopy
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from phaselint.vocabulary.deferred import resolved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.vocabulary.rule import Rule

    Check = Callable[[Any], Any]

OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


def planted(rule: Rule) -> list[tuple[str, Callable[[], Check]]]:
    """The bugs that can be planted in a rule's check, each with what makes a check that has it."""
    check = inspect.unwrap(resolved(rule.check))
    module = sys.modules[check.__module__]
    tree = _parsed(module.__name__)
    functions = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}
    reached: dict[str, ast.FunctionDef] = {}
    waiting = [check.__name__]
    while waiting:
        name = waiting.pop()
        if name in functions and name not in reached:
            reached[name] = functions[name]
            waiting += [each.id for each in ast.walk(functions[name]) if isinstance(each, ast.Name)]
    return [
        (
            f"{kind} in {name}, node {at}",
            partial(_with_bug, module.__name__, check.__name__, (name, at, kind)),
        )
        for name, each in reached.items()
        for at, kind in _bugs(each)
    ]


@lru_cache(4)
def _parsed(module: str) -> ast.Module:
    """The syntax of a module, its rules without their decorators, which would enter them again."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    for each in tree.body:
        if isinstance(each, ast.FunctionDef):
            each.decorator_list = [one for one in each.decorator_list if not _is_rule(one)]
    return tree


def _is_rule(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule"


def _bugs(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """What can be changed in a function, by the numbers of its nodes."""
    for at, node in enumerate(ast.walk(function)):
        match node:
            case ast.If() | ast.IfExp():
                yield at, "true"
                yield at, "not"
            case ast.BoolOp():
                yield from ((at, f"without part {number}") for number in range(len(node.values)))
            case ast.comprehension():
                yield from ((at, f"without filter {number}") for number in range(len(node.ifs)))
            case ast.Compare() if len(node.ops) == 1:
                yield at, "opposite"


def _with_bug(module: str, check: str, bug: tuple[str, int, str]) -> Check:
    name, at, kind = bug
    tree = deepcopy(_parsed(module))
    [function] = [
        each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == name
    ]
    node: Any = [*ast.walk(function)][at]
    number = int(kind.rpartition(" ")[2]) if kind.startswith("without") else 0
    if kind == "true":
        node.test = ast.Constant(True)
    elif kind == "not":
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif kind == "opposite":
        node.ops = [OPPOSITES[type(node.ops[0])]()]
    elif "filter" in kind:
        del node.ifs[number]
    else:
        left = [each for other, each in enumerate(node.values) if other != number]
        node.values = left if len(left) > 1 else left * 2
    ast.fix_missing_locations(tree)
    there: dict[str, Any] = {
        "__name__": module,
        "__file__": inspect.getsourcefile(sys.modules[module]),
    }
    flags = __future__.annotations.compiler_flag
    exec(compile(tree, "<planted>", "exec", flags=flags), there)
    found: Check = there[check]
    return found
