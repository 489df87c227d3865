"""Calls: operations on graphs, runs of them, functions that get or give them (reference langgraph
§2.3).
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.drafts import (
    BUILDING,
    INVOKING,
    NONE,
    Draft,
    Operation,
    Ref,
)
from phaselint.dialects.langgraph.reading.expressions import escape, evaluate
from phaselint.dialects.langgraph.reading.following import arguments_of
from phaselint.dialects.langgraph.reading.guards import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.reading.course import Course, Frame
    from phaselint.dialects.langgraph.reading.drafts import Refs
    from phaselint.dialects.langgraph.reading.resolving import Defined

_HARMLESS = frozenset(
    {
        "print",
        "isinstance",
        "type",
        "len",
        "repr",
        "str",
        "id",
        "display",
        "bool",
        "hasattr",
        "callable",
    }
)
_READING = frozenset(
    {
        "get_graph", "aget_graph", "get_state", "aget_state", "get_state_history", "get_name",
        "aget_state_history", "validate", "get_input_schema", "get_output_schema", "get_subgraphs",
        "get_input_jsonschema", "get_output_jsonschema", "config_schema", "schema",
    }
)  # fmt: skip
_CONFIGURING = frozenset({"with_config", "with_retry", "with_types", "copy"})
_STATE = frozenset({"update_state", "aupdate_state", "bulk_update_state"})


def called(world: Course, frame: Frame, expression: ast.Call) -> Refs:
    """The graphs that a call gives."""
    calls, made = _chain(expression)
    if len(calls) > 1:  # `StateGraph(S).add_node(...).add_node(...)`: from the inside out
        refs = evaluate(world, frame, made)
        for call in reversed(calls):
            refs = _called_on(world, frame, refs, call) if refs else _called(world, frame, call)
        return refs
    function = expression.func
    if isinstance(function, ast.Attribute):
        refs = evaluate(world, frame, function.value)
        if refs:
            return _called_on(world, frame, refs, expression)
    return _called(world, frame, expression)


def _chain(call: ast.Call) -> tuple[list[ast.Call], ast.expr]:
    """The calls of methods on the results of each other, the last one first, and what the first
    one is a method of."""
    found: list[ast.Call] = []
    node: ast.expr = call
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        found.append(node)
        node = node.func.value
    return found, node


def _called_on(world: Course, frame: Frame, refs: Refs, call: ast.Call) -> Refs:
    """What a method of some graphs gives."""
    assert isinstance(call.func, ast.Attribute)
    method = call.func.attr
    given = [_given(world, frame, each) for each in _arguments(call)]
    found = NONE
    for ref in sorted(refs):
        draft = world.draft(ref)
        if not ref.is_compiled:
            found |= _build(world, frame, draft, ref, method, call, given)
        elif method in INVOKING:
            _note(world, frame, draft, method, call, NONE, compiled=ref)
        elif method in _CONFIGURING:
            found |= {ref._replace(config=(*ref.config, world.configured(call, frame.scope)))}
        elif method in _STATE:
            draft.shared(
                "its state is set by `update_state`", world.project.place(call, frame.scope)
            )
        elif method not in _READING:
            why = f"its method `{method}` is called"
            draft.shared(why, world.project.place(call, frame.scope))
    if method not in BUILDING:
        for each in given:
            escape(world, frame, each, f"it is passed to `{method}`", call)
    return found


def _arguments(call: ast.Call) -> Sequence[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _given(world: Course, frame: Frame, value: ast.expr) -> Refs:
    """The graphs that an argument gives: those in a list too."""
    if isinstance(value, ast.Starred):
        value = value.value
    if not _mentions(world, frame, value):
        return NONE
    if not isinstance(value, (ast.List, ast.Tuple)):
        return evaluate(world, frame, value)
    found = NONE
    for each in value.elts:
        found |= _given(world, frame, each)
    return found


def _mentions(world: Course, frame: Frame, expression: ast.expr) -> bool:
    return type(expression) is not ast.Constant and world.mentions(frame, expression)


def _build(
    world: Course,
    frame: Frame,
    draft: Draft,
    ref: Ref,
    method: str,
    call: ast.Call,
    given: Sequence[Refs],
) -> Refs:
    """What a method of an uncompiled graph gives."""
    if method in BUILDING:
        refs = frozenset(each for part in given for each in part)
        _note(world, frame, draft, method, call, refs)
        return frozenset({ref})
    if method == "compile":
        number = _note(world, frame, draft, method, call, NONE)
        return frozenset({Ref(ref.site, number)})
    if method in INVOKING or method in _READING:
        return NONE
    draft.opened(f"its method `{method}` is called", world.project.place(call, frame.scope))
    return frozenset({ref})


def _note(
    world: Course,
    frame: Frame,
    draft: Draft,
    method: str,
    call: ast.Call,
    refs: Refs,
    compiled: Ref | None = None,
) -> int:
    """Note an operation; back comes its number."""
    from phaselint.dialects.langgraph.reading.course import FUNCTIONS

    order = world.ordered()
    body = next((each for each in frame.inside if isinstance(each, FUNCTIONS)), None)
    world.note(
        draft,
        Operation(
            method,
            call,
            scope=frame.scope,
            order=order,
            guards=frame.guards,
            certain=frame.certain,
            repeated=frame.repeated,
            refs=refs,
            frame=frame.number,
            compiled=-1 if compiled is None else compiled.compiled,
            binding=frame.binding,
            inside=frame.inside,
            is_async=isinstance(body, ast.AsyncFunctionDef),
            configs=()
            if compiled is None
            else tuple(world.configs[each] for each in compiled.config),
        ),
    )
    return order


def _called(world: Course, frame: Frame, call: ast.Call) -> Refs:
    """What the call of a function or class gives."""
    draft = world.sites.get(id(call))
    if draft is not None:
        return _made(world, frame, draft, call)
    if isinstance(call.func, (ast.Call, ast.Subscript, ast.Lambda)):
        evaluate(world, frame, call.func)
    given = [_given(world, frame, each) for each in _arguments(call)]
    targets = world.project.targets(call.func, frame.scope)
    functions = [each for each in targets.defined if each.kind == "function"]
    if len(targets.defined) == 1 and targets.defined[0].kind == "class":
        world.run_class(targets.defined[0])
    if len(functions) == 1 and len(targets.defined) == 1:
        return _function(world, frame, functions[0], call, given)
    found = NONE
    for each in functions:
        found |= _followed(world, each)
    said = text_of(call.func) if len(text_of(call.func)) < 60 else "a function"
    if said.rpartition(".")[2] not in _HARMLESS:
        for refs in given:
            escape(world, frame, refs, f"it is passed to `{said}`", call)
    return found


def _followed(world: Course, defined: Defined) -> Refs:
    """What a function gives back that the program calls."""
    refs = world.result(defined) if world.concerns(defined.node) else NONE
    for ref in refs:
        world.draft(ref).returned.pop(id(defined.node), None)
        world.followed.add(id(defined.node))
    return refs


def _function(
    world: Course, frame: Frame, defined: Defined, call: ast.Call, given: Sequence[Refs]
) -> Refs:
    """What a function of the project does with graphs that it is given, and which it gives back."""
    if not any(given) or not world.may_inline(defined):
        for refs in given:
            escape(world, frame, refs, f"it is passed to `{text_of(call.func)}`", call)
        return _followed(world, defined)
    arguments = arguments_of(defined, call.args, call.keywords, frame.scope)
    env: dict[str, Refs] = {}
    for name, argument in arguments.items():
        if _mentions(world, frame, argument.expression):
            refs = evaluate(world, frame, argument.expression)
            if refs:
                env[name] = refs
    taken = frozenset(ref for refs in env.values() for ref in refs)
    for refs in given:
        escape(world, frame, refs - taken, f"it is passed to `{text_of(call.func)}`", call)
    if defined.node in frame.inside or frame.depth > 8:
        escape(world, frame, taken, f"`{text_of(call.func)}` calls itself with it", call)
        return NONE
    returned = world.run_function(defined, env, arguments, frame)
    world.results.setdefault(id(defined.node), NONE)
    for ref in returned:
        world.draft(ref).returned.pop(id(defined.node), None)
    world.followed.add(id(defined.node))
    return returned


def _made(world: Course, frame: Frame, draft: Draft, call: ast.Call) -> Refs:
    """A graph is made."""
    for each in _arguments(call):
        _given(world, frame, each)
    if draft.frame >= 0:
        draft.opened("it is created several times", world.project.place(call, frame.scope))
        return frozenset({Ref(draft.index)}) if frame.number == draft.frame else NONE
    draft.scope, draft.frame = frame.scope, frame.number
    draft.guards = frame.guards
    return frozenset({Ref(draft.index)})
