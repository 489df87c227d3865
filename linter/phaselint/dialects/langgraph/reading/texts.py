"""Constants computed from others: joined strings, methods of strings, table lookups (reference
langgraph §2.2).
"""

from __future__ import annotations

import ast
from itertools import product
from string import Formatter

from phaselint.dialects.langgraph.functionmodel import (
    UNKNOWN,
    Known,
    Member,
    Send,
    Values,
    name_of,
)
from phaselint.dialects.langgraph.reading.classes import enum_kind, members
from phaselint.dialects.langgraph.reading.constants import MOST, union, used
from phaselint.dialects.langgraph.reading.containers import entries, operands
from phaselint.dialects.langgraph.reading.enums import member_of
from phaselint.dialects.langgraph.reading.following import follow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.reading.asking import Names
    from phaselint.dialects.langgraph.reading.resolving import Scope

_LONGEST = 2_000
"""The most characters of a joined string; a longer one is unknown."""


def made_of(
    project: Names,
    parts: Sequence[Values],
    make: Callable[[Sequence[Constant]], Constant],
    expression: ast.AST,
    scope: Scope,
) -> Values:
    """What is made of all combinations of the parts, at most 64; unknown where a part is."""
    count = 1
    for part in parts:
        count *= len(part.constants)
        if not part.complete or not 0 < count <= MOST:
            return UNKNOWN
    place = project.place(expression, scope)
    found: dict[Constant, None] = {}
    for row in product(*(part.constants for part in parts)):
        if sum(len(each) for each in row if isinstance(each, str)) > _LONGEST:
            return UNKNOWN
        try:
            found[make(row)] = None
        except (TypeError, ValueError, KeyError, IndexError, OverflowError, AttributeError):
            return UNKNOWN
    if any(isinstance(value, str) and len(value) > _LONGEST for value in found):
        return UNKNOWN
    return Values(tuple(Known(value, place) for value in found), complete=True)


def operated(project: Names, expression: ast.BinOp, scope: Scope) -> Values:
    """`+` of strings or numbers, `%` of a string."""
    if isinstance(expression.op, ast.Add):
        listed = operands(expression)
        if len(listed) > MOST:
            return UNKNOWN
        parts = [project.evaluate(each, scope) for each in listed]
        return made_of(project, parts, _sum, expression, scope)
    if isinstance(expression.op, ast.Mod):
        right = expression.right
        given = right.elts if isinstance(right, ast.Tuple) else [right]
        parts = [project.evaluate(each, scope) for each in (expression.left, *given)]
        return made_of(project, parts, _filled, expression, scope)
    if isinstance(expression.op, ast.Sub):
        parts = [project.evaluate(each, scope) for each in (expression.left, expression.right)]
        return made_of(project, parts, _difference, expression, scope)
    return UNKNOWN


def _sum(row: Sequence[Constant]) -> Constant:
    values = [name_of(each) for each in row]
    texts = [each for each in values if isinstance(each, str)]
    if len(texts) == len(values):
        return "".join(texts)
    numbers = [each for each in values if isinstance(each, int)]
    if len(numbers) == len(values):
        return sum(numbers)
    raise TypeError


def _difference(row: Sequence[Constant]) -> Constant:
    left, right = row
    if isinstance(left, int) and isinstance(right, int):
        return left - right
    raise TypeError


def _filled(row: Sequence[Constant]) -> Constant:
    text = row[0]
    if not isinstance(text, str) or "*" in text or any(c.isdigit() for c in text):
        raise TypeError
    return text % tuple(map(formatted, row[1:]))


def formatted(value: Constant) -> Constant:
    """The text of a constant in a formatted string: for a member, its spelling."""
    return value.spelling if isinstance(value, Member) else value


def joined(project: Names, expression: ast.JoinedStr, scope: Scope) -> Values:
    """An f-string."""
    parts: list[Values] = []
    for each in expression.values:
        if isinstance(each, ast.FormattedValue):
            if each.format_spec is not None or each.conversion not in {-1, ord("s")}:
                return UNKNOWN
            parts.append(project.evaluate(each.value, scope))
        else:
            parts.append(project.evaluate(each, scope))
    return made_of(project, parts, _text, expression, scope)


def _text(row: Sequence[Constant]) -> Constant:
    if any(isinstance(each, Send) for each in row):
        raise TypeError
    return "".join(str(formatted(each)) for each in row)


def called(project: Names, expression: ast.Call, scope: Scope) -> Values:
    """The known result of a call: a `Send`, a method of a string, a table lookup, a member of an
    enumeration by its value."""
    function = expression.func
    if isinstance(function, ast.Attribute):
        if function.attr == "get" and 1 <= len(expression.args) <= 2:
            return _looked_up(project, expression, scope)
        if function.attr in _METHODS or function.attr in {"format", "join"}:
            return _method(project, expression, scope)
    targets = follow(project, function, scope)
    if len(targets.outside) == 1 and not targets.defined:
        return _outside(project, targets.outside[0], expression, scope)
    if len(targets.defined) == 1 and targets.complete and targets.defined[0].kind == "class":
        kind = enum_kind(project, targets.defined[0])
        if kind is not None and len(expression.args) == 1:
            owner = targets.defined[0]
            parts = [member_of(project, owner, name, kind) for name, _ in members(owner.node)]
            return _with_value(union(parts), project.evaluate(expression.args[0], scope))
    return UNKNOWN


def _with_value(all_members: Values, value: Values) -> Values:
    """Members that have one of some values."""
    wanted = {name_of(each) for each in value.constants}
    kept = tuple(each for each in all_members.known if name_of(each.value) in wanted)
    return Values(kept, value.complete and bool(kept))


def _outside(project: Names, dotted: str, call: ast.Call, scope: Scope) -> Values:
    if dotted.startswith("langgraph.") and dotted.endswith(".Send"):
        return sent(project, call, scope)
    if dotted == "builtins.str" and len(call.args) == 1:
        return made_of(project, [project.evaluate(call.args[0], scope)], _text, call, scope)
    if dotted == "typing.cast" and len(call.args) == 2:
        return project.evaluate(call.args[1], scope)
    if dotted == "sys.intern" and len(call.args) == 1:
        return project.evaluate(call.args[0], scope)
    return UNKNOWN


def sent(project: Names, call: ast.Call, scope: Scope) -> Values:
    """A `Send`, at the name of its node."""
    named = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "node")]
    if not named or isinstance(named[0], ast.Starred):
        return Values((Known(Send(None), project.place(call, scope)),), complete=True)
    names = project.evaluate(named[0], scope)
    known = tuple(
        each._replace(value=Send(each.value))
        for each in names.known
        if isinstance(each.value, (str, Member))
    )
    if names.complete and len(known) == len(names.known):
        return Values(known, complete=True)
    return Values((*known, Known(Send(None), project.place(named[0], scope))), complete=True)


def _looked_up(project: Names, call: ast.Call, scope: Scope) -> Values:
    """`TABLE.get(x, d)`: the value of a known key, else of any, or the default."""
    assert isinstance(call.func, ast.Attribute)
    pairs = entries(project, call.func.value, scope)
    if pairs is None:
        return UNKNOWN
    key = project.evaluate(call.args[0], scope)
    other = project.evaluate(call.args[1], scope) if len(call.args) == 2 else None
    if other is None:
        other = Values((Known(None, project.place(call, scope)),), complete=True)
    if key.only is not None:
        labels = [project.evaluate(k, s) for k, _, s in pairs]
        if all(label.only is not None for label in labels):
            wanted = name_of(key.only.value)
            for (_, value, where), label in zip(reversed(pairs), reversed(labels), strict=True):
                if label.only is not None and name_of(label.only.value) == wanted:
                    return used(project.evaluate(value, where), call, project, scope)
            return other
    found = union(project.evaluate(value, where) for _, value, where in pairs)
    return union([used(found, call, project, scope), other]) if pairs else other


def _method(project: Names, call: ast.Call, scope: Scope) -> Values:
    function = call.func
    assert isinstance(function, ast.Attribute)
    if function.attr == "join":
        return _put_together(project, function.value, call, scope)
    names = [word.arg for word in call.keywords if word.arg is not None]
    plain = len(names) == len(call.keywords) and (not names or function.attr == "format")
    if not plain or len(call.args) > 8:
        return UNKNOWN
    written = [function.value, *call.args, *(word.value for word in call.keywords)]
    parts = [project.evaluate(each, scope) for each in written]
    count = len(call.args) + 1

    def apply(row: Sequence[Constant]) -> Constant:
        text, given = row[0], row[1:count]
        if not isinstance(text, str):
            raise TypeError
        if function.attr == "format":
            if any(
                spec or kind or (not (name or "").replace("_", "").isalnum() and name)
                for _, name, spec, kind in Formatter().parse(text)
            ):
                raise TypeError
            words = dict(zip(names, map(formatted, row[count:]), strict=True))
            return text.format(*map(formatted, given), **words)
        return _METHODS[function.attr](text, given)

    return made_of(project, parts, apply, call, scope)


def _put_together(project: Names, separator: ast.expr, call: ast.Call, scope: Scope) -> Values:
    listed = project.items(call.args[0], scope) if call.args else None
    if listed is None or len(listed) > MOST:
        return UNKNOWN
    parts = [project.evaluate(separator, scope), *(project.evaluate(*each) for each in listed)]
    return made_of(project, parts, _joining, call, scope)


def _joining(row: Sequence[Constant]) -> Constant:
    return str(row[0]).join(str(name_of(each)) for each in row[1:])


def _texts(given: Iterable[Constant]) -> list[str]:
    texts = [each for each in given if isinstance(each, str)]
    if len(texts) != len(list(given)):
        raise TypeError
    return texts


def _replaced(text: str, given: Sequence[str]) -> str:
    if len(given) != 2:
        raise TypeError
    return text.replace(given[0], given[1])


_METHODS: dict[str, Callable[[str, Sequence[Constant]], Constant]] = {
    "lower": lambda text, given: text.lower(*_texts(given)),
    "upper": lambda text, given: text.upper(*_texts(given)),
    "strip": lambda text, given: text.strip(*_texts(given)),
    "lstrip": lambda text, given: text.lstrip(*_texts(given)),
    "rstrip": lambda text, given: text.rstrip(*_texts(given)),
    "title": lambda text, given: text.title(*_texts(given)),
    "capitalize": lambda text, given: text.capitalize(*_texts(given)),
    "replace": lambda text, given: _replaced(text, _texts(given)),
    "removeprefix": lambda text, given: text.removeprefix(*_texts(given)),
    "removesuffix": lambda text, given: text.removesuffix(*_texts(given)),
}
