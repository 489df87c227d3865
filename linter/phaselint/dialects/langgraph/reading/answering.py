"""What a router or a `goto` may answer (reference §2.2, §2.7).

An answer is one target or a list of them. What a list is built of by `append` in a loop gives an
answer for each part of it; `Send`s of a loop are any number of them.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Known, Send
from phaselint.dialects.langgraph.reading.flowing import Among, Given, Grown, Opaque, Param, Phi
from phaselint.dialects.langgraph.reading.optionsets import (
    MOST,
    NOTHING,
    Option,
    any_of,
    distinct,
    limited,
    node_name,
    product,
    reduced,
    text_of,
    truth,
    truths,
    union,
)
from phaselint.dialects.langgraph.reading.syntax import constant_in, constant_truth, first_argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.reading.flowing import Bound, Bounds, Names, Site
    from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame
    from phaselint.dialects.langgraph.reading.optionsets import Options
    from phaselint.dialects.langgraph.reading.resolving import Scope

_LISTING = frozenset({"builtins.list", "builtins.tuple", "builtins.sorted", "builtins.reversed"})
_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp)


def options(ev: Evaluation, expression: ast.expr, names: Names, frame: Frame) -> Options:
    """What an expression may answer."""
    if isinstance(expression, ast.Constant):
        known = Known(constant_in(expression), ev.place(expression, frame))
        return (Option((known,)),), True
    if not ev.enter():
        ev.leave()
        return NOTHING
    try:
        return limited(_options(ev, expression, names, frame))
    finally:
        ev.leave()


def _options(ev: Evaluation, expression: ast.expr, names: Names, frame: Frame) -> Options:
    if isinstance(expression, ast.IfExp):
        return _conditional(ev, expression, names, frame)
    if isinstance(expression, ast.BoolOp):
        return _either(ev, expression, names, frame)
    if isinstance(expression, (ast.NamedExpr, ast.Await)):
        return options(ev, expression.value, names, frame)
    if isinstance(expression, (ast.Dict, ast.Set, ast.DictComp, ast.SetComp)):
        return (Option(unhashable=True),), True
    if isinstance(expression, ast.Compare):
        return truths(ev.place(expression, frame)), True
    if isinstance(expression, ast.Name) and expression.id in names:
        return bound_options(ev, names[expression.id], expression, frame)
    if isinstance(expression, (ast.List, ast.Tuple, ast.ListComp, ast.BinOp)):
        listed = lists(ev, expression, names, frame)
        if listed is not None:
            return listed, True
    if isinstance(expression, ast.JoinedStr) and names:
        return _joined(ev, expression, names, frame)
    if isinstance(expression, ast.Call):
        return _call(ev, expression, names, frame)
    return _named(ev, expression, frame)


def _joined(ev: Evaluation, node: ast.JoinedStr, names: Names, frame: Frame) -> Options:
    """An f-string with local names: the joined parts, if all are known strings."""
    texts = [""]
    for part in node.values:
        if isinstance(part, ast.Constant):
            added = [str(part.value)]
        elif (
            isinstance(part, ast.FormattedValue) and part.conversion == -1 and not part.format_spec
        ):
            found, complete = options(ev, part.value, names, frame)
            added = [text for each in found if (text := text_of(each)) is not None]
            if not complete or len(added) < len(found):
                return NOTHING
        else:
            return NOTHING
        texts = list(dict.fromkeys(left + right for left in texts for right in added))
        if len(texts) > MOST:
            return NOTHING
    place = ev.place(node, frame)
    return tuple(Option((Known(text, place),)) for text in texts), True


def _named(ev: Evaluation, expression: ast.expr, frame: Frame) -> Options:
    """What is known by name: constants, or lists of them."""
    found = ev.values(expression, frame)
    if found.known or found.complete:
        return tuple(Option((each,)) for each in found.known), found.complete
    if isinstance(expression, ast.Subscript):
        return _picked(ev, expression, frame)
    if not isinstance(expression, (ast.Name, ast.Attribute)):
        return NOTHING
    parts = []
    for each in ev.resolver.defined(expression, frame.scope) or ():
        if (
            each.kind != "value"
            or not isinstance(each.node, ast.expr)
            or isinstance(each.node, (ast.Name, ast.Attribute))
        ):
            return NOTHING
        inside = frame._replace(scope=each.scope, state="", passed={})
        if isinstance(each.node, (ast.List, ast.Tuple)):
            items = ev.resolver.items(expression, frame.scope)
            parts.append(NOTHING if items is None else _items(ev, items, frame))
        else:
            parts.append(options(ev, each.node, {}, inside))
    return union(parts) if parts else NOTHING


def _items(ev: Evaluation, items: Sequence[tuple[ast.expr, Scope]], frame: Frame) -> Options:
    found: tuple[Option, ...] = (Option((), single=False, complete=len(items) <= MOST),)
    for node, scope in items[:MOST]:
        inside = frame._replace(scope=scope, state="", passed={})
        found = product(found, options(ev, node, {}, inside))
    return found, True


def _picked(ev: Evaluation, expression: ast.Subscript, frame: Frame) -> Options:
    """A member of a table whose values are lists."""
    entries = ev.resolver.entries(expression.value, frame.scope)
    if entries is None:
        return NOTHING
    key = ev.values(expression.slice, frame)
    parts = []
    for label, value, scope in entries:
        named = ev.resolver.values(label, scope).only
        if key.complete and named is not None and named.value not in key.constants:
            continue
        inside = frame._replace(scope=scope, state="", passed={})
        parts.append(options(ev, value, {}, inside))
    return union(parts) if parts else NOTHING


def _conditional(ev: Evaluation, node: ast.IfExp, names: Names, frame: Frame) -> Options:
    verdict = constant_truth(node.test)
    if verdict is None:
        verdict = frame.decide(node.test, names)
    sides = ([node.body] if verdict is not False else []) + ([node.orelse] if not verdict else [])
    return union([options(ev, each, names, frame) for each in sides])


def _either(ev: Evaluation, node: ast.BoolOp, names: Names, frame: Frame) -> Options:
    """`a or b`: what is empty is none of `a`; `a and b`: only that is."""
    wants = isinstance(node.op, ast.Or)
    parts: list[Options] = []
    for index, value in enumerate(node.values):
        found, complete = options(ev, value, names, frame)
        last = index == len(node.values) - 1
        kept = tuple(each for each in found if last or truth(each) in (None, wants))
        parts.append((kept, complete))
    return union(parts)


def _call(ev: Evaluation, call: ast.Call, names: Names, frame: Frame) -> Options:
    if ev.is_type(call.func, "Send", frame):
        return _send(ev, call, names, frame)
    if len(call.args) == 1 and ev.origin(call.func, frame) in _LISTING:
        listed = lists(ev, call.args[0], names, frame)
        return NOTHING if listed is None else (listed, True)
    found = ev.values(call, frame)
    if found.known or found.complete:
        return tuple(Option((each,)) for each in found.known), found.complete
    frames = ev.callees(call, names, frame)
    if frames is None:
        return NOTHING
    return union([returned(ev, each) for each in frames])


def returned(ev: Evaluation, frame: Frame) -> Options:
    """What a function answers."""
    if frame.flow.generator:
        return NOTHING
    parts: list[Options] = []
    for site in frame.flow.sites:
        if site.given is not None:
            parts.append(site_options(ev, site, frame))
        else:
            node = site.node or frame.scope.body
            none = Known(None, ev.place(node, frame))
            parts.append(((Option((none,)),), True))
    return limited(union(parts))


def site_options(ev: Evaluation, site: Site, frame: Frame) -> Options:
    """What a `return` gives: what it was compared with, where its value is not known by itself."""
    assert site.given is not None
    found = options(ev, site.given.expression, site.given.names, frame)
    if found[1] or site.among is None:
        return found
    return _compared(ev, site.among, frame) or found


def _compared(ev: Evaluation, among: Among, frame: Frame) -> Options | None:
    """The constants compared with something; None unless all are known. A value equal to a member
    of an enumeration isn't necessarily one."""
    if among.members:
        items = ev.resolver.items(among.value.expression, frame.scope)
        if items is None:
            return None
        found: Options = union(
            [
                options(ev, node, {}, frame._replace(scope=scope, state="", passed={}))
                for node, scope in items[:MOST]
            ]
        )
        found = (found[0], found[1] and len(items) <= MOST)
    else:
        found = options(ev, among.value.expression, among.value.names, frame)
    plain = all(
        each.single
        and len(each.targets) == 1
        and (each.targets[0].value is None or isinstance(each.targets[0].value, str))
        for each in found[0]
    )
    return found if found[1] and plain and found[0] else None


def _send(ev: Evaluation, call: ast.Call, names: Names, frame: Frame) -> Options:
    node = first_argument(call, "node")
    if node is None:
        return (Option((Known(Send(None), ev.place(call, frame)),)),), True
    found, complete = options(ev, node, names, frame)
    listed = [
        Option((Known(Send(node_name(each.targets[0].value)), *each.targets[0][1:]),))
        for each in found
        if each.single and len(each.targets) == 1 and not isinstance(each.targets[0].value, Send)
    ]
    if not complete or len(listed) < len(found):
        listed.append(Option((Known(Send(None), ev.place(node, frame)),)))
    return tuple(listed), True


def bound_options(ev: Evaluation, bounds: Bounds, expression: ast.expr, frame: Frame) -> Options:
    """What a local name may answer. `expression` is the name where it is used."""
    parts: list[Options] = []
    seen: set[int] = set()
    todo: list[Bound] = [*bounds]
    while todo:
        bound = todo.pop(0)
        if id(bound) in seen:
            continue
        seen.add(id(bound))
        if isinstance(bound, Given):
            parts.append(options(ev, bound.expression, bound.names, frame))
        elif isinstance(bound, Phi):
            todo.extend((*bound.entry, *bound.laps))
        elif isinstance(bound, Among):
            compared = _compared(ev, bound, frame)
            if compared is None:
                todo.extend(bound.was)
            else:
                parts.append(compared)
        elif isinstance(bound, Grown):
            listed = bound_lists(ev, (bound,), frame, frozenset())
            parts.append(NOTHING if listed is None else (listed, True))
        elif isinstance(bound, Param) and bound.name in frame.passed:
            passed = frame.passed[bound.name]
            given = passed.given
            parts.append(options(ev, given.expression, given.names, passed.frame))
        elif isinstance(bound, (Param, Opaque)):
            parts.append(_named(ev, expression, frame))
        else:
            parts.append(NOTHING)
    return union(parts)


def lists(
    ev: Evaluation,
    expression: ast.expr,
    names: Names,
    frame: Frame,
    active: frozenset[int] = frozenset(),
) -> tuple[Option, ...] | None:
    """What lists an expression may be; none where it may be no list."""
    if isinstance(expression, (ast.List, ast.Tuple)):
        if len(expression.elts) > MOST:
            return _long(ev, expression, names, frame)
        found: tuple[Option, ...] = (Option((), single=False),)
        for each in expression.elts:
            if isinstance(each, ast.Starred):
                inner = lists(ev, each.value, names, frame, active)
                part: Options = (inner, True) if inner is not None else NOTHING
            else:
                part = options(ev, each, names, frame)
            found = product(found, part, isinstance(each, ast.Starred))
        return found
    if isinstance(expression, _COMPREHENSIONS):
        return any_of(options(ev, expression.elt, names, frame))
    if isinstance(expression, ast.BinOp):
        if not isinstance(expression.op, ast.Add):
            return None
        left = lists(ev, expression.left, names, frame, active) if ev.enter() else None
        ev.leave()
        right = None if left is None else lists(ev, expression.right, names, frame, active)
        return None if left is None or right is None else product(left, (right, True), True)
    if isinstance(expression, ast.Name) and expression.id in names:
        return bound_lists(ev, names[expression.id], frame, active)
    found, complete = options(ev, expression, names, frame)
    if not found or any(each.single for each in found):
        return None
    return found if complete else (*found, Option((), single=False, complete=False))


def _long(
    ev: Evaluation, node: ast.List | ast.Tuple, names: Names, frame: Frame
) -> tuple[Option, ...]:
    """A list of many members, as one; not all of it is known where a member may be several."""
    targets: list[Known] = []
    complete, unhashable = True, False
    for each in node.elts:
        found, known = options(ev, each, names, frame)
        one = found[0] if len(found) == 1 and known else None
        complete = complete and one is not None and one.single and one.complete
        unhashable = unhashable or (one is not None and (one.unhashable or not one.single))
        targets.extend(target for option in found for target in option.targets)
    return (Option(reduced(tuple(targets)), False, complete, unhashable),)


def bound_lists(
    ev: Evaluation, bounds: Bounds, frame: Frame, active: frozenset[int]
) -> tuple[Option, ...] | None:
    """What lists a local name may be; none where it may be no list."""
    found: list[Option] = []
    for bound in bounds:
        part = _bound_list(ev, bound, frame, active) if ev.enter() else None
        ev.leave()
        if part is None:
            return None
        found.extend(part)
    return distinct(found)


def _bound_list(
    ev: Evaluation, bound: Bound, frame: Frame, active: frozenset[int]
) -> tuple[Option, ...] | None:
    if isinstance(bound, Given):
        return lists(ev, bound.expression, bound.names, frame, active)
    if isinstance(bound, Phi):
        return _loop(ev, bound, frame, active)
    if isinstance(bound, Among):
        return bound_lists(ev, bound.was, frame, active)
    if isinstance(bound, Param) and bound.name in frame.passed:
        passed = frame.passed[bound.name]
        return lists(ev, passed.given.expression, passed.given.names, passed.frame)
    if not isinstance(bound, Grown):
        return None
    base = bound_lists(ev, bound.base, frame, active)
    if base is None:
        return None
    if bound.how not in ("append", "extend") or bound.value is None:
        return tuple(each._replace(complete=False) for each in base)
    value = bound.value
    if bound.how == "append":
        return product(base, options(ev, value.expression, value.names, frame))
    more = lists(ev, value.expression, value.names, frame, active)
    return product(base, NOTHING if more is None else (more, True), True)


def _loop(
    ev: Evaluation, phi: Phi, frame: Frame, active: frozenset[int]
) -> tuple[Option, ...] | None:
    """A list that a loop adds to: as it was before, with any of what the laps add."""
    if id(phi) in active:
        return (Option((), single=False, relative=True),)
    entry = bound_lists(ev, phi.entry, frame, active)
    laps = bound_lists(ev, phi.laps, frame, active | {id(phi)})
    if entry is None or laps is None:
        return None
    starts = (*entry, *(each for each in laps if not each.relative))
    added = [each for each in laps if each.relative]
    known = all(each.complete for each in added)
    targets = [target for each in added for target in each.targets]
    some = any_of((tuple(Option((target,)) for target in targets), known))
    return product(starts, (some, True), True)
