"""Which keys an update has, and what they are set to (reference §2.9, §5.10).

An update is a dict that is written as one, put together by `x["k"] = …` and `update`, made of the
whole state, or returned by another function.
"""

from __future__ import annotations

import ast
from functools import partial

from phaselint.dialects.langgraph.functionmodel import Asked, Update, Values, Written
from phaselint.dialects.langgraph.reading.flowing import Among, Given, Grown, Item, Param, Phi
from phaselint.dialects.langgraph.reading.giving import constants
from phaselint.dialects.langgraph.reading.repeating import repeats
from phaselint.dialects.langgraph.reading.syntax import constant_in, constant_truth
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.reading.flowing import Bound, Bounds, Names
    from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame
    from phaselint.vocabulary.finding import Place

MOST = 16
"""The most updates of one place that are distinguished; more become one with all possible keys."""


class Shape(NamedTuple):
    """A dict that an expression may be. `itself` tells that it is the state and no copy of it;
    `relative`, that it is what a lap of a loop adds."""

    update: Update = Update()
    itself: bool = False
    relative: bool = False


Shapes = tuple[Shape, ...] | None
"""The dicts that an expression can be; None if it can be something else."""

_ANYTHING = Shape(Update(complete=False))


def shapes(
    ev: Evaluation,
    expression: ast.expr,
    names: Names,
    frame: Frame,
    active: frozenset[int] = frozenset(),
) -> Shapes:
    """What dicts an expression may be."""
    found = _shapes(ev, expression, names, frame, active) if ev.enter() else None
    ev.leave()
    return found


def _shapes(
    ev: Evaluation, expression: ast.expr, names: Names, frame: Frame, active: frozenset[int]
) -> Shapes:
    if isinstance(expression, ast.Dict):
        return _literal(ev, expression, names, frame, active)
    if isinstance(expression, ast.IfExp):
        return _conditional(ev, expression, names, frame, active)
    if isinstance(expression, ast.BoolOp):
        return _all(shapes(ev, each, names, frame, active) for each in expression.values)
    if isinstance(expression, (ast.NamedExpr, ast.Await)):
        return shapes(ev, expression.value, names, frame, active)
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.BitOr):
        left = shapes(ev, expression.left, names, frame, active)
        right = shapes(ev, expression.right, names, frame, active)
        return None if left is None or right is None else _merged(left, right)
    if isinstance(expression, ast.Name) and expression.id in names:
        return bound_shapes(ev, names[expression.id], frame, active)
    if isinstance(expression, ast.DictComp):
        return (_ANYTHING,)
    if isinstance(expression, ast.Call):
        return _call(ev, expression, names, frame, active)
    return _table(ev, expression, frame)


def _table(ev: Evaluation, expression: ast.expr, frame: Frame) -> Shapes:
    """A dict that is known by name."""
    if not isinstance(expression, (ast.Name, ast.Attribute)):
        return None
    entries = ev.resolver.entries(expression, frame.scope)
    if entries is None:
        return None
    found = Update()
    for key, value, scope in entries:
        inside = frame._replace(scope=scope, state="", passed={})
        found = _with(ev, found, Given(key, {}), Given(value, {}), inside)
    return (Shape(found),)


def _conditional(
    ev: Evaluation, node: ast.IfExp, names: Names, frame: Frame, active: frozenset[int]
) -> Shapes:
    verdict = constant_truth(node.test)
    sides = [node.body] if verdict is not False else []
    if verdict is not True:
        sides.append(node.orelse)
    return _all(shapes(ev, each, names, frame, active) for each in sides)


def _literal(
    ev: Evaluation, node: ast.Dict, names: Names, frame: Frame, active: frozenset[int]
) -> Shapes:
    items = zip(node.keys, node.values, strict=True)
    if None not in node.keys:
        written = [
            _written(ev, Given(key, names), Given(value, names), frame)
            for key, value in items
            if key is not None
        ]
        return (Shape(_all_of(written)),)
    found: tuple[Shape, ...] = (Shape(),)
    written = []
    for key, value in items:
        if key is not None:
            written.append(_written(ev, Given(key, names), Given(value, names), frame))
            continue
        if ev.state_expression(value, names, frame, copies=True):
            more: Shapes = (Shape(Update((), True, True)),)
        else:
            more = shapes(ev, value, names, frame, active)
        found = _merged(_set_in(found, written), more or (_ANYTHING,))
        written = []
    return tuple(each._replace(itself=False) for each in _set_in(found, written))


def _set_in(found: Sequence[Shape], written: Sequence[Update]) -> tuple[Shape, ...]:
    """Dicts of which items are set one after the other."""
    if not written:
        return tuple(found)
    more = _all_of(written)
    return tuple(each._replace(update=_add(each.update, more)) for each in found)


def _all_of(written: Sequence[Update]) -> Update:
    """Updates one after the other as one: of each key the last."""
    keys = {one.key: one for each in written for one in each.keys}
    return Update(tuple(keys.values()), all(each.complete for each in written))


def _call(
    ev: Evaluation, call: ast.Call, names: Names, frame: Frame, active: frozenset[int]
) -> Shapes:
    origin = ev.origin(call.func, frame)
    if origin == "builtins.dict":
        base: Sequence[Shape] = (Shape(),)
        if call.args:
            base = shapes(ev, call.args[0], names, frame, active) or (_ANYTHING,)
        return _keywords(ev, base, call, names, frame, active)
    source = ev.copied(call, frame)
    if source is not call:
        copies = shapes(ev, source, names, frame, active)
        return None if copies is None else tuple(each._replace(itself=False) for each in copies)
    if not origin and not call.args and ev.subscripted(call.func, frame):
        return _keywords(ev, (Shape(),), call, names, frame, active)
    frames = ev.callees(call, names, frame)
    return None if frames is None else _all(returned(ev, each) for each in frames)


def returned(ev: Evaluation, frame: Frame) -> Shapes:
    """What dicts a function returns; none where it may return something else."""
    if frame.flow.generator:
        return None
    found: list[Shapes] = []
    for site in frame.flow.sites:
        if site.given is None:
            return None
        found.append(shapes(ev, site.given.expression, site.given.names, frame))
    return _all(found)


def _keywords(
    ev: Evaluation,
    base: Sequence[Shape],
    call: ast.Call,
    names: Names,
    frame: Frame,
    active: frozenset[int],
) -> Shapes:
    """A dict with what keywords give it."""
    found = tuple(each._replace(itself=False) for each in base)
    for keyword in call.keywords:
        if keyword.arg is None:
            if ev.state_expression(keyword.value, names, frame, copies=True):
                more: Shapes = (Shape(Update((), True, True)),)
            else:
                more = shapes(ev, keyword.value, names, frame, active)
            found = _merged(found, more or (_ANYTHING,))
        else:
            value = Given(keyword.value, names)
            place = ev.place(keyword, frame)
            written = _set(ev, keyword.arg, place, value, frame)
            found = tuple(each._replace(update=_add(each.update, written)) for each in found)
    return found


def bound_shapes(
    ev: Evaluation, bounds: Bounds, frame: Frame, active: frozenset[int] = frozenset()
) -> Shapes:
    """What dicts a local name may be."""
    found: list[Shapes] = []
    for bound in bounds:
        part = _bound(ev, bound, frame, active) if ev.enter() else None
        ev.leave()
        if part is None:
            return None
        found.append(part)
    return _all(found)


def _bound(ev: Evaluation, bound: Bound, frame: Frame, active: frozenset[int]) -> Shapes:
    if isinstance(bound, Given):
        return shapes(ev, bound.expression, bound.names, frame, active)
    if isinstance(bound, Phi):
        return _loop(ev, bound, frame, active)
    if isinstance(bound, Among):
        return bound_shapes(ev, bound.was, frame, active)
    if isinstance(bound, Param):
        if bound.name == frame.state:
            return (Shape(Update((), True, True), itself=True),)
        passed = frame.passed.get(bound.name)
        if passed is None:
            return None
        return shapes(ev, passed.given.expression, passed.given.names, passed.frame)
    if isinstance(bound, Item):
        return _items(ev, bound, frame, active)
    return _grown(ev, bound, frame, active) if isinstance(bound, Grown) else None


def _items(ev: Evaluation, item: Item, frame: Frame, active: frozenset[int]) -> Shapes:
    """A dict of which items were set, one after the other."""
    chain = [item]
    while len(chain[-1].base) == 1 and isinstance(chain[-1].base[0], Item):
        chain.append(chain[-1].base[0])
    base = bound_shapes(ev, chain[-1].base, frame, active)
    if base is None:
        return None
    found: Sequence[Shape] = base
    written: list[Update] = []
    for each in reversed(chain):
        if isinstance(each.key, str):
            place = ev.key_place(each.node, frame)
            one = _set(ev, each.key, place, each.value, frame)
        else:
            one = _written(ev, each.key, each.value, frame)
        if each.default:
            found, written = _set_in(found, written), []
            found = [shape._replace(update=_blended(shape.update, one)) for shape in found]
        else:
            written.append(one)
    return _all([_set_in(found, written)])


def _grown(ev: Evaluation, bound: Grown, frame: Frame, active: frozenset[int]) -> Shapes:
    base = bound_shapes(ev, bound.base, frame, active)
    if base is None:
        return None
    value = bound.value
    if bound.how == "update" and value is not None:
        if ev.state_expression(value.expression, value.names, frame, copies=True):
            more: Shapes = (Shape(Update((), True, True)),)
        else:
            more = shapes(ev, value.expression, value.names, frame, active)
        return _merged(base, more or (_ANYTHING,))
    if bound.how == "remove":
        key = None if value is None else constants(ev, value, frame).only
        name = None if key is None else key.value
        return tuple(
            each._replace(
                update=each.update._replace(
                    keys=tuple(one for one in each.update.keys if one.key != name)
                )
            )
            for each in base
        )
    return tuple(each._replace(update=each.update._replace(complete=False)) for each in base)


def _loop(ev: Evaluation, phi: Phi, frame: Frame, active: frozenset[int]) -> Shapes:
    """A dict that a loop adds to: as it was before, or with all that laps add."""
    if id(phi) in active:
        return (Shape(relative=True),)
    entry = bound_shapes(ev, phi.entry, frame, active)
    laps = bound_shapes(ev, phi.laps, frame, active | {id(phi)})
    if entry is None or laps is None:
        return None
    starts = (*entry, *(each for each in laps if not each.relative))
    added = [each._replace(relative=False) for each in laps if each.relative]
    found = list(starts)
    for each in added:
        if each.update.keys or not each.update.complete:
            found.extend(
                one._replace(update=_blended(one.update, each.update)) for one in tuple(found)
            )
    return _all([tuple(found)])


def _written(ev: Evaluation, key: Given, value: Given, frame: Frame) -> Update:
    """The key and value of one item as an update."""
    name: Constant
    if isinstance(key.expression, ast.Constant):
        name = constant_in(key.expression)
    else:
        only = constants(ev, key, frame).only
        if only is None:
            return Update((), complete=False)
        name = only.value
    if isinstance(name, tuple) and len(name) == 2 and isinstance(name[0], str):
        name = name[0]  # a member of an enumeration is equal to its value
    if not isinstance(name, str):
        return Update()
    return _set(ev, name, ev.place(key.expression, frame), value, frame)


def _set(ev: Evaluation, name: str, place: Place, value: Given, frame: Frame) -> Update:
    if isinstance(value.expression, ast.Constant):
        return Update((Written(name, place, constants(ev, value, frame)),))
    again = repeats(ev, name, value, frame)
    return Update((Written(name, place, _asked(ev, value, frame), again),))


def _asked(ev: Evaluation, value: Given, frame: Frame) -> Asked:
    """What a key is set to, one for all updates that have it from the same expression."""
    key = (id(value.expression), id(value.names), id(frame))
    found = ev.asked.get(key)
    if found is None:
        found = ev.asked[key] = Asked(partial(constants, ev.later, value, frame))
    return found


def _with(ev: Evaluation, update: Update, key: Given, value: Given, frame: Frame) -> Update:
    return _add(update, _written(ev, key, value, frame))


def _add(update: Update, more: Update) -> Update:
    """An update with the keys of another one, which win."""
    keys = {each.key: each for each in update.keys}
    keys.update((each.key, each) for each in more.keys)
    complete = update.complete and more.complete
    return Update(tuple(keys.values()), complete, update.whole or more.whole)


def _blended(update: Update, more: Update) -> Update:
    """An update that may have the keys of two, each set to what either sets it to."""
    keys = {each.key: each for each in update.keys}
    for each in more.keys:
        there = keys.get(each.key, each)
        known = tuple(dict.fromkeys((*there.values.known, *each.values.known)))
        values = Values(known, there.values.complete and each.values.complete)
        keys[each.key] = there._replace(given=values, again=there.again or each.again)
    complete = update.complete and more.complete
    return Update(tuple(keys.values()), complete, update.whole or more.whole)


def _merged(left: Sequence[Shape], right: Sequence[Shape]) -> tuple[Shape, ...]:
    found = [
        Shape(_add(one.update, other.update), one.itself, one.relative or other.relative)
        for one in left
        for other in right
    ]
    return _all([tuple(found)]) or ()


def _all(parts: Iterable[Shapes]) -> Shapes:
    """All combinations of some shapes; None if some aren't dicts. If there are too many, they
    become two: the keys common to all, and those in any."""
    found: dict[Shape, None] = {}
    for part in parts:
        if part is None:
            return None
        found.update(dict.fromkeys(part))
    if len(found) <= MOST:
        return tuple(found)
    listed = list(found)
    every = listed[0].update
    for each in listed[1:]:
        every = _blended(every, each.update)
    common = set.intersection(*({one.key for one in each.update.keys} for each in listed))
    some = every._replace(
        keys=tuple(one for one in every.keys if one.key in common),
        whole=all(each.update.whole for each in listed),
    )
    itself = all(each.itself for each in listed)
    relative = listed[0].relative
    return (Shape(some, itself, relative), Shape(every, itself, relative))
