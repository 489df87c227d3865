"""The return values of a node: updates, commands, and invalid ones (reference §2.9)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import (
    Answer,
    Answers,
    Return,
    Update,
    Written,
)
from phaselint.dialects.langgraph.reading.flowing import Among, Given, Param, Phi
from phaselint.dialects.langgraph.reading.giving import answers_of, constants
from phaselint.dialects.langgraph.reading.optionsets import MOST
from phaselint.dialects.langgraph.reading.syntax import constant_truth
from phaselint.dialects.langgraph.reading.updating import bound_shapes, shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.reading.flowing import Bound, Bounds, Names
    from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame
    from phaselint.dialects.langgraph.reading.updating import Shape
    from phaselint.vocabulary.finding import Place

_NOTHING = Update()
_UNKNOWN = Update(complete=False)
_PARENT = "__parent__"
_INVALID: dict[type[ast.AST], str] = {
    ast.JoinedStr: "a string",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.Lambda: "a function",
    ast.GeneratorExp: "a generator",
}
_CALLS = {
    "builtins.str": "a string",
    "builtins.repr": "a string",
    "builtins.len": "a number",
    "builtins.int": "a number",
    "builtins.float": "a number",
    "builtins.bool": "a boolean",
    "builtins.set": "a set",
    "builtins.isinstance": "a boolean",
}


def returns_of(ev: Evaluation, frame: Frame, end: Place) -> tuple[tuple[Return, ...], bool]:
    """The return sites of a function, and whether there are no others. `end` is where its end is
    said to be."""
    if frame.flow.generator:
        return (), False
    found: list[Return] = []
    for site in frame.flow.sites:
        if site.given is None:
            place = end if site.node is None else ev.place(site.node, frame)
            found.append(Return(place, "none", _NOTHING, exceptional=site.handling))
        else:
            node = site.node or site.given.expression
            parts = outcomes(ev, site.given, frame, ev.place(node, frame))
            found.extend(one._replace(exceptional=True) if site.handling else one for one in parts)
    return tuple(dict.fromkeys(found)), True


def outcomes(ev: Evaluation, given: Given, frame: Frame, place: Place) -> list[Return]:
    """What an expression that is returned may be."""
    if not ev.enter():
        ev.leave()
        return [_unknown(place)]
    try:
        found = _outcomes(ev, given, frame, place)
        return found if len(found) <= MOST else [*found[:MOST], _unknown(place)]
    finally:
        ev.leave()


def _unknown(place: Place) -> Return:
    return Return(place, "unknown", _UNKNOWN)


def _invalid(place: Place, said: str) -> list[Return]:
    return [Return(place, "invalid", _NOTHING, said=said)]


def _outcomes(ev: Evaluation, given: Given, frame: Frame, place: Place) -> list[Return]:
    node, names = given
    if isinstance(node, ast.Constant):
        return _constant(node.value, place)
    if type(node) in _INVALID:
        return _invalid(place, _INVALID[type(node)])
    if isinstance(node, ast.IfExp):
        verdict = constant_truth(node.test)
        sides = [node.body] if verdict is not False else []
        sides += [node.orelse] if verdict is not True else []
        return _each(ev, sides, given, frame, place)
    if isinstance(node, ast.BoolOp):
        return _each(ev, node.values, given, frame, place)
    if isinstance(node, (ast.NamedExpr, ast.Await)):
        return outcomes(ev, Given(node.value, names), frame, place)
    if isinstance(node, (ast.List, ast.Tuple)):
        return _listed(ev, node, given, frame, place)
    if isinstance(node, ast.ListComp):
        return _comprehended(ev, node, given, frame, place)
    if isinstance(node, ast.Name) and node.id in names:
        return _named(ev, names[node.id], frame, place)
    if isinstance(node, ast.Call):
        called = _call(ev, node, given, frame, place)
        if called is not None:
            return called
    return _plain(ev, given, frame, place)


def _each(
    ev: Evaluation, nodes: Iterable[ast.expr], given: Given, frame: Frame, place: Place
) -> list[Return]:
    return [one for node in nodes for one in outcomes(ev, Given(node, given.names), frame, place)]


def _constant(value: object, place: Place) -> list[Return]:
    if value is None:
        return [Return(place, "none", _NOTHING)]
    if isinstance(value, bool):
        return _invalid(place, "a boolean")
    if isinstance(value, (str, bytes)):
        return _invalid(place, "a string")
    return _invalid(place, "a number") if isinstance(value, (int, float)) else [_unknown(place)]


def _plain(ev: Evaluation, given: Given, frame: Frame, place: Place) -> list[Return]:
    """A dict, or a constant that is known by name."""
    found = shapes(ev, given.expression, given.names, frame)
    if found is not None:
        return [_shaped(each, place) for each in found]
    known = ev.values(given.expression, frame)
    if not known.complete or not known.known:
        return [_unknown(place)]
    parts = [_known(each.value, place) for each in known.known]
    return [one for part in parts for one in part]


def _known(value: Constant, place: Place) -> list[Return]:
    return _invalid(place, "a string") if isinstance(value, tuple) else _constant(value, place)


def _shaped(shape: Shape, place: Place) -> Return:
    return Return(place, "state" if shape.itself else "dict", shape.update)


def _named(ev: Evaluation, bounds: Bounds, frame: Frame, place: Place) -> list[Return]:
    """What a local name may be."""
    found: list[Return] = []
    seen: set[int] = set()
    todo: list[Bound] = [*bounds]
    while todo:
        bound = todo.pop(0)
        if id(bound) in seen:
            continue
        seen.add(id(bound))
        if isinstance(bound, Given):
            found.extend(outcomes(ev, bound, frame, place))
        elif isinstance(bound, Among):
            todo.extend(bound.was)
        elif isinstance(bound, Phi):
            whole = bound_shapes(ev, (bound,), frame)
            if whole is not None:
                found.extend(_shaped(each, place) for each in whole)
            else:
                todo.extend((*bound.entry, *bound.laps))
        elif isinstance(bound, Param) and bound.name != frame.state and bound.name in frame.passed:
            passed = frame.passed[bound.name]
            found.extend(outcomes(ev, passed.given, passed.frame, place))
        else:
            some = bound_shapes(ev, (bound,), frame)
            found.extend(_shaped(each, place) for each in some or ())
            if some is None:
                found.append(_unknown(place))
    return found


def _listed(
    ev: Evaluation, node: ast.List | ast.Tuple, given: Given, frame: Frame, place: Place
) -> list[Return]:
    """A list is an update only with a `Command` in it; all that it has then applies."""
    said = "a list" if isinstance(node, ast.List) else "a tuple"
    parts: list[list[Return]] = []
    for each in node.elts:
        if isinstance(each, ast.Starred):
            return [_unknown(place)]
        parts.append(outcomes(ev, Given(each, given.names), frame, place))
    if not any(one.form == "command" for part in parts for one in part):
        unknown = any(one.form == "unknown" for part in parts for one in part)
        return [_unknown(place)] if unknown else _invalid(place, said)
    found = [Return(place, "command", _NOTHING)]
    for part in parts:
        found = [joined for left in found for right in part for joined in _joined(left, right)]
        if len(found) > MOST:
            return [_unknown(place)]
    return found


def _joined(left: Return, right: Return) -> list[Return]:
    """Two parts of a list that both apply; a command for the parent stands for itself."""
    if right.parent:
        return [left, right]
    keys = (*left.update.keys, *right.update.keys)
    complete = left.update.complete and right.update.complete
    update = Update(keys, complete, left.update.whole or right.update.whole)
    goto = left.goto if right.goto is None else right.goto
    if left.goto is not None and right.goto is not None:
        options = tuple(
            Answer(
                (*one.targets, *other.targets),
                one.place,
                False,
                one.complete and other.complete,
                one.unhashable or other.unhashable,
            )
            for one in left.goto.options
            for other in right.goto.options
        )
        goto = Answers(options[:MOST], left.goto.complete and right.goto.complete)
    command = left.command or right.command
    return [left._replace(update=update, goto=goto, command=command)]


def _comprehended(
    ev: Evaluation, node: ast.ListComp, given: Given, frame: Frame, place: Place
) -> list[Return]:
    """A list from a comprehension: any number of the values of its element."""
    parts = outcomes(ev, Given(node.elt, given.names), frame, place)
    if all(one.form in ("dict", "none", "invalid") for one in parts):
        return _invalid(place, "a list")
    if not any(one.form == "command" for one in parts):
        return [_unknown(place)]
    return [
        one._replace(goto=None if one.goto is None else Answers(one.goto.options, False))
        for one in parts
    ]


def _call(
    ev: Evaluation, call: ast.Call, given: Given, frame: Frame, place: Place
) -> list[Return] | None:
    """A command, an instance of a class, or the result of a function; None for anything else."""
    if ev.is_type(call.func, "Command", frame):
        return _command(ev, call, given, frame, place)
    if ev.is_type(call.func, "Send", frame):  # queued as a `goto` would queue it
        whole = ev.place(call, frame)
        goto = answers_of(ev, given, frame, whole)
        return [Return(place, "command", _NOTHING, goto, command=whole)]
    origin = ev.origin(call.func, frame)
    if origin in _CALLS:
        return _invalid(place, _CALLS[origin])
    made = ev.instance(call, frame)
    if made is not None:
        return [Return(place, "object", made)]
    found = shapes(ev, call, given.names, frame)
    if found is not None:
        return [_shaped(each, place) for each in found]
    frames = ev.callees(call, given.names, frame)
    if frames is None:
        return None
    parts: list[Return] = []
    for each in frames:
        returns, complete = returns_of(ev, each, place)
        parts.extend(one._replace(place=place) for one in returns)
        if not complete:
            parts.append(_unknown(place))
    return parts


def _command(
    ev: Evaluation, call: ast.Call, given: Given, frame: Frame, place: Place
) -> list[Return]:
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    whole = ev.place(call, frame)
    if call.args or None in named:
        return [Return(place, "command", _UNKNOWN, Answers(), command=whole)]
    goto: Answers | None = None
    if "goto" in named:
        target = Given(named["goto"], given.names)
        goto = answers_of(ev, target, frame, ev.place(target.expression, frame))
    parent = False
    if "graph" in named:
        to = _graph(ev, named["graph"], given.names, frame)
        if to is None:
            return [Return(place, "command", _UNKNOWN, Answers(), command=whole)]
        parent = to
    updates: Sequence[Update] = (_NOTHING,)
    if "update" in named:
        updates = _updates(ev, Given(named["update"], given.names), frame, place)
    return [
        Return(place, "command", update, goto, parent, command=whole)
        for update in dict.fromkeys(updates)
    ]


def _graph(ev: Evaluation, node: ast.expr, names: Names, frame: Frame) -> bool | None:
    """Whether a command is for the parent; none where that is not known."""
    if isinstance(node, ast.Attribute) and node.attr == "PARENT":
        return True
    only = constants(ev, Given(node, names), frame).only
    if only is None:
        return None
    return False if only.value is None else only.value == _PARENT or None


def _updates(ev: Evaluation, given: Given, frame: Frame, place: Place) -> Sequence[Update]:
    """The updates that a command may have."""
    node = given.expression
    if isinstance(node, (ast.List, ast.Tuple)):
        return (_pairs(ev, node, given, frame),)
    found = outcomes(ev, given, frame, place)
    return [
        one.update if one.form in ("none", "dict", "state", "object") else _UNKNOWN for one in found
    ]


def _pairs(ev: Evaluation, node: ast.List | ast.Tuple, given: Given, frame: Frame) -> Update:
    """An update that is a list of pairs."""
    keys: list[Written] = []
    for each in node.elts:
        pair = each.elts if isinstance(each, (ast.Tuple, ast.List)) else []
        only = constants(ev, Given(pair[0], given.names), frame).only if len(pair) == 2 else None
        if only is None or not isinstance(only.value, str):
            return Update(tuple(keys), complete=False)
        value = constants(ev, Given(pair[1], given.names), frame)
        keys.append(Written(only.value, ev.place(pair[0], frame), value))
    return Update(tuple(keys))
