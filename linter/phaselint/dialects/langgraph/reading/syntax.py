"""Small questions about the syntax of calls, parameters and handlers."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.reading.flowing import Names

    Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def constant_in(node: ast.Constant) -> Constant:
    """The value of a literal. Bytes, complex numbers and `...` are kept unchanged, because they are
    never treated as names or numbers."""
    value: Any = node.value
    found: Constant = value
    return found


def text_in(node: ast.AST) -> str | None:
    """The text that a constant is; none for anything else."""
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None


def parameters_of(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[str]:
    """The names of all parameters."""
    spec = function.args
    listed = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]
    listed += [each for each in (spec.vararg, spec.kwarg) if each is not None]
    return [each.arg for each in listed]


def name_of_call(call: ast.Call) -> str:
    """The last name of what is called; empty without one."""
    func = call.func
    if type(func) is ast.Attribute:
        return func.attr
    return func.id if type(func) is ast.Name else ""


def text_of_tree(node: ast.AST) -> str:
    """A tree as text, by which two that are alike are found; empty for one that is too deep."""
    try:
        return ast.dump(node)
    except RecursionError:
        return ""


def first_argument(call: ast.Call, name: str) -> ast.expr | None:
    """The first argument of a call, by position or by its name; none where it is not known."""
    found = call.args[0] if call.args else None
    for keyword in call.keywords:
        if keyword.arg == name:
            found = keyword.value
    return None if isinstance(found, ast.Starred) else found


def caught_names(handler: ast.ExceptHandler) -> frozenset[str] | None:
    """The last names of the classes that a handler catches; none for a bare `except`."""
    kind = handler.type
    if kind is None:
        return None
    listed = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return frozenset(
        each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in listed
    )


def positional(function: Function) -> list[ast.arg]:
    """The parameters that can be given by position, `*args` not among them."""
    return [*function.args.posonlyargs, *function.args.args]


def constant_truth(test: ast.expr, _names: Names | None = None) -> bool | None:
    """What a condition is that is a constant, or the one of type checkers."""
    turned = False
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, turned = test.operand, not turned
    found: bool | None = None
    if isinstance(test, ast.Constant):
        found = bool(test.value)
    elif (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    ):
        found = False
    return found if found is None else found is not turned


def catches_all(case: ast.match_case) -> bool:
    """Whether a case matches everything."""
    pattern: ast.pattern | None = case.pattern
    if case.guard is not None:
        return False
    if isinstance(pattern, ast.MatchOr):
        pattern = pattern.patterns[-1]
    while isinstance(pattern, ast.MatchAs):
        if pattern.pattern is None:
            return True
        pattern = pattern.pattern
    return False


_BROAD = frozenset({"Exception", "BaseException"})


def leaves(statement: ast.stmt) -> bool:
    """Whether a statement can leave the construct that contains it."""
    leaving = (ast.Return, ast.Break, ast.Continue)
    return any(isinstance(each, leaving) for each in ast.walk(statement))


def catches(node: ast.Try | ast.TryStar, raised: ast.Raise) -> bool:
    """Whether a `try` catches what is raised in it, as far as the names tell."""
    kind = raised.exc.func if isinstance(raised.exc, ast.Call) else raised.exc
    name = kind.attr if isinstance(kind, ast.Attribute) else getattr(kind, "id", "")
    caught = [caught_names(handler) for handler in node.handlers]
    return any(names is None or name in names or names & _BROAD for names in caught)
