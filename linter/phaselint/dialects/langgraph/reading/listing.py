"""The members of what builtins and methods give one after the other (reference langgraph §2.2).

Where a builtin makes new pairs (`zip`, `enumerate`, `items`), names that stand for their parts are
made up.
"""

from __future__ import annotations

import ast
from itertools import pairwise, product

from phaselint.dialects.langgraph.reading.containers import (
    MOST,
    constant_of,
    entries,
    items,
)
from phaselint.dialects.langgraph.reading.following import follow
from phaselint.dialects.langgraph.reading.resolving import Argument
from phaselint.dialects.langgraph.reading.scopes import standing_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phaselint.dialects.langgraph.reading.asking import Item, Names
    from phaselint.dialects.langgraph.reading.resolving import Scope


def listed(project: Names, expression: ast.Call, scope: Scope) -> Sequence[Item] | None:
    """The members of what a call gives: of a builtin, or of a method of a list, dict or text."""
    function = expression.func
    if isinstance(function, ast.Attribute) and function.attr in _METHODS:
        return _METHODS[function.attr](project, function.value, expression, scope)
    outside = follow(project, function, scope).outside
    if len(outside) != 1 or outside[0] not in _BUILT:
        return None
    return _BUILT[outside[0]](project, expression, scope)


def _first(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    if not call.args:
        return []
    pairs = entries(project, call.args[0], scope)
    if pairs is not None:
        return [(key, where) for key, _, where in pairs]
    return items(project, call.args[0], scope)


def _reversed(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    found = _first(project, call, scope)
    return None if found is None else list(found)[::-1]


def _sorted(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    found = _first(project, call, scope)
    if found is None or call.keywords:
        return None
    keyed: list[tuple[str, int]] = []
    for index, item in enumerate(found):
        value = constant_of(project, *item)
        if value is None or not isinstance(value[0], str):
            return None
        keyed.append((value[0], index))
    return [found[index] for _, index in sorted(keyed)]


def _zip(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    columns = [items(project, each, scope) for each in call.args]
    known = [column for column in columns if column is not None]
    if len(known) != len(columns) or any(isinstance(each, ast.Starred) for each in call.args):
        return None
    return [tuple_of(row, call, scope) for row in zip(*known, strict=False)]


def tuple_of(row: Sequence[Item], like: ast.AST, scope: Scope) -> Item:
    """A tuple whose members have scopes of their own."""
    names: list[ast.expr] = []
    for label, (expression, where) in enumerate(row):
        name, scope = standing_for(scope, Argument(expression, where), expression, str(label))
        names.append(name)
    made = ast.copy_location(ast.Tuple(elts=names, ctx=ast.Load()), like)
    return made, scope


def _pairwise(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    found = _first(project, call, scope)
    return None if found is None else [tuple_of(row, call, scope) for row in pairwise(found)]


def _chained(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    parts = [items(project, each, scope) for each in call.args]
    known = [part for part in parts if part is not None]
    return [item for part in known for item in part] if len(known) == len(parts) else None


def _product(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    columns = [items(project, each, scope) for each in call.args]
    known = [column for column in columns if column is not None]
    count = 1
    for column in known:
        count *= len(column)
    if len(known) != len(columns) or call.keywords or count > MOST:
        return None
    return [tuple_of(row, call, scope) for row in product(*known)]


def _number(value: int, like: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Constant(value=value), like)


def _enumerate(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    listed = items(project, call.args[0], scope) if call.args else None
    given = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    start = constant_of(project, given[0], scope) if given else (0,)
    if listed is None or start is None or not isinstance(start[0], int):
        return None
    first = start[0]
    return [
        tuple_of([(_number(first + index, call), scope), item], call, scope)
        for index, item in enumerate(listed)
    ]


def _range(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    given: list[int] = []
    for each in call.args:
        value = constant_of(project, each, scope)
        if value is None or not isinstance(value[0], int):
            return None
        given.append(value[0])
    if not 1 <= len(given) <= 3 or given[2:] == [0]:
        return None
    numbers = range(*given)
    return [(_number(n, call), scope) for n in numbers] if len(numbers) <= MOST else None


def _keys(project: Names, owner: ast.expr, _call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    pairs = entries(project, owner, scope)
    return None if pairs is None else [(key, where) for key, _, where in pairs]


def _values(
    project: Names, owner: ast.expr, _call: ast.Call, scope: Scope
) -> Sequence[Item] | None:
    pairs = entries(project, owner, scope)
    return None if pairs is None else [(value, where) for _, value, where in pairs]


def _pairs(project: Names, owner: ast.expr, _call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    pairs = entries(project, owner, scope)
    if pairs is None:
        return None
    return [tuple_of([(key, s), (value, s)], value, scope) for key, value, s in pairs]


def _copy(project: Names, owner: ast.expr, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    return None if call.args else items(project, owner, scope)


def _split(project: Names, owner: ast.expr, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    text = constant_of(project, owner, scope)
    by = constant_of(project, call.args[0], scope) if call.args else (None,)
    if text is None or by is None or not isinstance(text[0], str) or len(call.args) > 1:
        return None
    if not (by[0] is None or (isinstance(by[0], str) and by[0])) or call.keywords:
        return None
    made = [ast.copy_location(ast.Constant(value=each), call) for each in text[0].split(by[0])]
    return [(each, scope) for each in made]


def _literals(project: Names, call: ast.Call, scope: Scope) -> Sequence[Item] | None:
    """`get_args` of a `Literal`."""
    if len(call.args) != 1:
        return None
    written: ast.expr = call.args[0]
    where = scope
    for _ in range(4):
        if isinstance(written, ast.Subscript):
            break
        found = project.aliased(written, where)
        if found is None:
            return None
        written, where = found
    if not isinstance(written, ast.Subscript):
        return None
    outside = follow(project, written.value, where).outside
    if not outside or not outside[0].endswith(".Literal"):
        return None
    inner = written.slice
    listed = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    return [(each, where) for each in listed]


_METHODS: dict[str, Callable[[Names, ast.expr, ast.Call, Scope], Sequence[Item] | None]] = {
    "keys": _keys,
    "values": _values,
    "items": _pairs,
    "copy": _copy,
    "split": _split,
}
_BUILT: dict[str, Callable[[Names, ast.Call, Scope], Sequence[Item] | None]] = {
    "builtins.list": _first,
    "builtins.tuple": _first,
    "builtins.set": _first,
    "builtins.frozenset": _first,
    "builtins.iter": _first,
    "builtins.reversed": _reversed,
    "builtins.sorted": _sorted,
    "builtins.zip": _zip,
    "builtins.enumerate": _enumerate,
    "itertools.pairwise": _pairwise,
    "itertools.chain": _chained,
    "itertools.product": _product,
    "builtins.range": _range,
    "typing.get_args": _literals,
    "typing_extensions.get_args": _literals,
}
