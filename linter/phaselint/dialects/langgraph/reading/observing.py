"""What a function reads of the state, changes in it, and where it waits for people (reference §2.9,
§5.8, §5.11). Helpers that get the whole state are followed two levels deep."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Change, Interrupt, Read
from phaselint.dialects.langgraph.reading.flowing import Given
from phaselint.dialects.langgraph.reading.giving import constants
from phaselint.dialects.langgraph.reading.observed import Observed
from phaselint.dialects.langgraph.reading.syntax import caught_names, name_of_call
from phaselint.dialects.langgraph.reading.trees import breadth
from phaselint.dialects.langgraph.reading.words import has_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.langgraph.reading.flowing import Access, Called
    from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame
    from phaselint.vocabulary.finding import Place

_METHODS = frozenset(
    {"items", "keys", "values", "copy", "get", "update", "pop", "setdefault", "clear", "popitem"}
    | {"dict", "json", "model_dump", "model_copy", "model_dump_json", "_asdict", "fromkeys"}
)
_KEEPS = frozenset(
    {"builtins.dict", "builtins.isinstance", "builtins.type", "builtins.vars", "copy.copy"}
    | {"copy.deepcopy", "typing.cast", "typing_extensions.cast", "dataclasses.asdict"}
    | {"builtins.getattr", "builtins.hasattr", "dataclasses.replace"}
)
_CATCHING = frozenset(
    {"Exception", "BaseException", "GraphInterrupt", "GraphBubbleUp", "NodeInterrupt"}
)
_WRAPPING = frozenset({ast.Starred, ast.keyword})
_HOLDING = frozenset({ast.Name, ast.Call, ast.Dict})
"""Expressions that may be the state, or a copy of it."""

_MOST_CALLS = 400
"""How many calls of one function are followed."""

_CONSUMERS = frozenset(
    {"len", "sum", "sorted", "enumerate", "iter", "next", "max", "min", "reversed", "any", "all"}
    | {"int", "float", "join"}
)


def observed(ev: Evaluation, frame: Frame) -> Observed:
    """What a function, and the helpers that it gives the state to, does with the state."""
    key = _kept_by(frame)
    kept = ev.observed.get(key) if key else None
    if kept is None:
        kept = _observed(ev, frame)
        if key:
            ev.observed[key] = kept
    return kept


def _kept_by(frame: Frame) -> tuple[object, ...]:
    """What the reads of a helper follow from; empty where they also follow from its arguments."""
    if any(isinstance(access.key, Given) for access in frame.flow.accesses):
        return ()
    passed = tuple(
        (name, _text(each.given.expression), id(each.frame.scope.body))
        for name, each in frame.passed.items()
        if not isinstance(each.given.expression, ast.Constant)
    )
    return (id(frame.scope.body), frame.state, frame.depth, passed)


def _text(node: ast.expr) -> str | int:
    return node.id if isinstance(node, ast.Name) else id(node)


def _observed(ev: Evaluation, frame: Frame) -> Observed:
    reads: dict[Read, None] = {}
    complete = True
    gets = any(each.by == "get" and not each.default for each in frame.flow.accesses)
    needed = needed_calls(frame.scope.body) if gets else frozenset()
    for access in frame.flow.accesses:
        if access.by == "attribute" and access.key in _METHODS:
            whole = access.key not in ("copy", "get", "pop", "setdefault", "update", "model_copy")
            complete = complete and not (whole and ev.is_state(access.of, frame, copies=True))
        elif ev.is_state(access.of, frame, copies=True):
            found, known = _reads(ev, access, frame, needed)
            reads.update(dict.fromkeys(found))
            complete = complete and known
    complete = complete and not _used_whole(ev, frame)
    for called in frame.flow.calls[:_MOST_CALLS]:
        if not _gives_state(ev, called, frame):
            continue
        if ev.origin(called.call.func, frame) in _KEEPS:
            continue
        frames = ev.callees(called.call, called.names, frame) if ev.enter() else None
        for inner in frames or ():
            more = observed(ev, inner)
            reads.update(dict.fromkeys(more.reads))
            complete = complete and more.complete
        ev.leave()
        complete = complete and frames is not None
    return Observed(tuple(reads), complete, tuple(_changes(ev, frame)))


def _used_whole(ev: Evaluation, frame: Frame) -> bool:
    names = frame.flow.whole
    return frame.state in names or any(
        name in frame.passed
        and ev.state_expression(
            frame.passed[name].given.expression,
            frame.passed[name].given.names,
            frame.passed[name].frame,
            copies=True,
        )
        for name in names
    )


def _reads(
    ev: Evaluation, access: Access, frame: Frame, needed: frozenset[int]
) -> tuple[list[Read], bool]:
    """The reads that an access is, and whether there are no others."""
    place = ev.place(access.node, frame)
    wants = access.by == "get" and not access.default and id(access.node) in needed

    def read(key: str) -> Read:
        return Read(
            key, place, access.by, default=access.default, guarded=access.guarded, needed=wants
        )

    if isinstance(access.key, str):
        return [read(access.key)], True
    found = constants(ev, access.key, frame)
    names = [each for each in found.constants if isinstance(each, str)]
    return [read(each) for each in names], found.complete and len(names) == len(found.constants)


def _gives_state(ev: Evaluation, called: Called, frame: Frame) -> bool:
    call = called.call
    given: list[Any] = [*call.args, *call.keywords]
    for each in given:
        bare: ast.expr = each.value if type(each) in _WRAPPING else each
        if type(bare) in _HOLDING and ev.state_expression(bare, called.names, frame, copies=True):
            return True
    return False


def _changes(ev: Evaluation, frame: Frame) -> Iterator[Change]:
    for changed in frame.flow.changes:
        if not ev.is_state(changed.of, frame):
            continue
        key = changed.key
        if isinstance(key, Given):
            only = constants(ev, key, frame).only
            if only is None or not isinstance(only.value, str):
                continue
            key = only.value
        yield Change(key, ev.place(changed.node, frame), changed.kind)


def needed_calls(body: ast.AST) -> frozenset[int]:
    """The `.get(…)` calls of a function that need a result: `None` fails where it is called,
    subscripted, ordered or iterated, directly or through a local name."""
    found: set[int] = set()
    used: set[str] = set()
    named: dict[str, list[int | None]] = {}
    tested: set[str] = set()
    for node in breadth(body):
        for each in _must_be(node):
            if isinstance(each, ast.Call) and name_of_call(each) == "get":
                found.add(id(each))
            elif isinstance(each, ast.Name):
                used.add(each.id)
        for each in _tests(node):
            tested.update(part.id for part in breadth(each) if isinstance(part, ast.Name))
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Name):
                gets = isinstance(value, ast.Call) and name_of_call(value) == "get"
                named.setdefault(target.id, []).append(id(value) if gets else None)
    for name in used - tested:
        calls = named.get(name, [])
        if len(calls) == 1 and calls[0] is not None:
            found.add(calls[0])
    return frozenset(found)


def _must_be(node: ast.AST) -> list[ast.expr]:
    """The parts of a node that cannot be None."""
    if isinstance(node, (ast.Subscript, ast.Attribute, ast.Starred)):
        return [node.value]
    if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        return [node.iter]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right] if not isinstance(node.op, ast.Mod) else [node.right]
    if isinstance(node, ast.Call):
        name = name_of_call(node)
        return [node.func, *(node.args if name in _CONSUMERS else ())]
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        found: list[ast.expr] = []
        for index, operator in enumerate(node.ops):
            if isinstance(operator, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
                found += sides[index : index + 2]
            elif isinstance(operator, (ast.In, ast.NotIn)):
                found.append(sides[index + 1])
        return found
    return []


def _tests(node: ast.AST) -> list[ast.expr]:
    """The parts of a node that are asked whether they are true, or None."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        return [node.test]
    if isinstance(node, ast.BoolOp):
        return node.values
    return node.ifs if isinstance(node, ast.comprehension) else []


def interrupts_of(
    ev: Evaluation, frame: Frame, around: Place | None = None, certain: bool = True
) -> tuple[Interrupt, ...]:
    """Where a function waits for people, by itself or in a helper. `around` is the handler that
    would catch it outside."""
    found: list[Interrupt] = []
    if frame.depth and id(frame.scope.body) in ev.silent:
        return ()
    speaks = has_word(frame.scope.module.document, "interrupt")
    for called in frame.flow.calls[:_MOST_CALLS]:
        call = called.call
        name = name_of_call(call)
        if speaks and ev.is_type(call.func, "interrupt", frame):
            work = tuple(
                (name, ev.place(node, frame)) for name, node in frame.flow.work[: called.work]
            )
            place = ev.place(call, frame)
            swallowed = _swallowed(ev, called, frame) or around
            found.append(Interrupt(place, swallowed, certain and called.certain, work))
        elif _may_be_own(call, name) and (speaks or _gives_state(ev, called, frame)):
            frames = ev.callees(call, called.names, frame) if ev.enter() else None
            ev.leave()
            if frames is not None and len(frames) == 1:
                sure = certain and called.certain
                swallowed = _swallowed(ev, called, frame) or around
                found.extend(interrupts_of(ev, frames[0], swallowed, sure))
    if frame.depth == 1 and not found:
        ev.silent.add(id(frame.scope.body))
    return tuple(found)


def _may_be_own(call: ast.Call, name: str) -> bool:
    """Whether a call may lead to a function of the project: a plain name, or a method of `self`."""
    func = call.func
    if isinstance(func, ast.Name):
        return not name[:1].isupper()
    return isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name)


def _swallowed(ev: Evaluation, called: Called, frame: Frame) -> Place | None:
    """The handler that catches an interrupt without raising it again."""
    for node in reversed(called.tries):
        for handler in node.handlers:
            names = caught_names(handler)
            if names is not None and not names & _CATCHING:
                continue
            raises = any(isinstance(each, ast.Raise) for each in breadth(handler))
            if not raises:
                return ev.place(handler, frame)
            break  # it goes on to what is around
    return None
