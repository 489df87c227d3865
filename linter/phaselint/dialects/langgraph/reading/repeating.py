"""Whether a value written to a key contains the key's old value, which a reducer that adds
would double (reference §5.10, §7.4 `accumulated-twice`)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.flowing import Among, Given, Grown, Item, Param, Phi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.reading.flowing import Bound, Bounds, Names
    from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame

_MOST = 200
"""How many parts of a value are looked at."""

_KEEPING = frozenset({"list", "copy", "deepcopy", "tuple", "add", "sorted", "concat"})


def repeats(ev: Evaluation, key: str, value: Given, frame: Frame) -> bool:
    """Whether a value holds the old one: `state["k"]`, `state["k"] + x`, `[*state["k"], x]`, also
    by way of local names."""
    todo: list[tuple[ast.expr, Names, Frame]] = [(value.expression, value.names, frame)]
    seen: set[int] = set()
    for _ in range(_MOST):
        if not todo:
            return False
        node, names, at = todo.pop()
        if _is_old(ev, key, node, names, at):
            set_to = _set_to(key, node, names)
            if set_to is None:
                return True
            todo.append((set_to.expression, set_to.names, at))
            continue
        if isinstance(node, ast.Name):
            for expression, inner, where in _bound_to(names.get(node.id, ()), at, seen):
                todo.append((expression, inner, where))
        else:
            todo.extend((each, names, at) for each in _parts(node))
    return False


def _is_old(ev: Evaluation, key: str, node: ast.expr, names: Names, frame: Frame) -> bool:
    """Whether an expression is the value of a key of the state."""
    if isinstance(node, ast.Attribute):
        base, named = node.value, node.attr == key
    elif isinstance(node, ast.Subscript):
        base, named = node.value, _text(node.slice) == key
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        base = node.func.value
        named = node.func.attr == "get" and _text(node.args[0]) == key
    else:
        return False
    return named and ev.state_expression(base, names, frame, copies=True)


def _set_to(key: str, node: ast.expr, names: Names) -> Given | None:
    """The earlier values of a key of the state, in this function, on every path."""
    base = getattr(node.func if isinstance(node, ast.Call) else node, "value", None)
    bounds = names.get(base.id, ()) if isinstance(base, ast.Name) else ()
    for _ in range(_MOST):
        if len(bounds) != 1 or not isinstance(bounds[0], (Item, Grown)):
            break
        bound = bounds[0]
        if isinstance(bound, Item) and bound.key == key and not bound.default:
            return bound.value
        bounds = bound.base
    return None


def _text(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _parts(node: ast.expr) -> list[ast.expr]:
    """The parts of an expression that are wholly in its value."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.BitOr)):
        return [node.left, node.right]
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [each.value for each in node.elts if isinstance(each, ast.Starred)]
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return [value for key, value in pairs if key is None]
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, (ast.NamedExpr, ast.Await)):
        return [node.value]
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        plain = node.slice.lower is None and node.slice.upper is None and node.slice.step is None
        return [node.value] if plain else []
    if isinstance(node, ast.Call):
        func = node.func
        name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
        if name in _KEEPING:
            inner = [func.value] if isinstance(func, ast.Attribute) and not node.args else []
            return [*node.args, *inner]
    return []


def _bound_to(bounds: Bounds, frame: Frame, seen: set[int]) -> list[tuple[ast.expr, Names, Frame]]:
    """The expressions that a local name may be, and those that were added to it."""
    found: list[tuple[ast.expr, Names, Frame]] = []
    todo: list[Bound] = [*bounds]
    while todo:
        bound = todo.pop()
        if id(bound) in seen:
            continue
        seen.add(id(bound))
        if isinstance(bound, Given):
            found.append((bound.expression, bound.names, frame))
        elif isinstance(bound, Phi):
            todo.extend((*bound.entry, *bound.laps))
        elif isinstance(bound, Among):
            todo.extend(bound.was)
        elif isinstance(bound, (Grown, Item)):
            todo.extend(bound.base)
            if isinstance(bound, Grown) and bound.how in ("extend", "update") and bound.value:
                found.append((bound.value.expression, bound.value.names, frame))
        elif isinstance(bound, Param) and bound.name in frame.passed:
            passed = frame.passed[bound.name]
            found.append((passed.given.expression, passed.given.names, passed.frame))
    return found
