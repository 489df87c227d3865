"""The nodes of a graph (reference langgraph §2.5, §2.6)."""

from __future__ import annotations

import ast
from itertools import pairwise

from phaselint.dialects.langgraph.functionmodel import (
    Known,
    Member,
    channel_of,
    name_of,
)
from phaselint.dialects.langgraph.model import Edge, Node
from phaselint.dialects.langgraph.reading.actions import Action, action_of
from phaselint.dialects.langgraph.reading.making import given, place_of_call, spreads
from phaselint.dialects.langgraph.reading.naming import derived_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.functionmodel import Function, Schema
    from phaselint.dialects.langgraph.reading.drafts import Operation
    from phaselint.dialects.langgraph.reading.making import Making
    from phaselint.dialects.langgraph.reading.resolving import Scope

_ALWAYS = frozenset({"node", "action"})
_OPAQUE = Action("opaque", routes=True)


def nodes_of(making: Making, operation: Operation) -> tuple[Sequence[Node], bool]:
    """The nodes that an `add_node` adds, one for each name it may have; and whether those are
    all."""
    call, scope = operation.call, operation.scope
    arguments = given(call, "node", "action")
    first = arguments.get("node")
    if first is None:
        return (), False
    action = arguments.get("action")
    values = making.project.values(first, scope)
    named = [each for each in values.known if isinstance(each.value, (str, Member))]
    if not named and action is None and not isinstance(first, (ast.Constant, ast.JoinedStr)):
        name = derived_name(making, first, scope)
        if name is None:
            return (), False
        place = place_of_call(making.project, call, scope)
        node = _node(making, operation, Known(name, place), first, arguments)
        return (node._replace(derived=True),), True
    whole = values.complete and len(named) == len(values.known) and bool(named)
    made = [_node(making, operation, each, action, arguments) for each in named]
    if len(made) > 1 or not whole:
        made = [each._replace(certain=False) for each in made]
    return made, whole


def _node(
    making: Making,
    operation: Operation,
    name: Known,
    expression: ast.expr | None,
    arguments: Mapping[str, ast.expr],
) -> Node:
    call, scope = operation.call, operation.scope
    if expression is not None:
        action = action_of(making, expression, scope, operation.refs)
    else:
        action = _OPAQUE if spreads(call) else Action("missing")
    function = action.function if action.kind == "function" else None
    node = Node(
        str(name_of(name.value)),
        place_of_call(making.project, call, scope),
        name_place=name.place,
        channel=channel_of(name.value),
        kind=action.kind,
        function=function,
        subgraph=action.subgraph,
        destinations=None if function is None else function.declared,
        tools=action.tools,
        routes=action.routes or (action.kind == "opaque" and "destinations" in arguments),
        action=action.text,
        guards=making.guards(operation),
        certain=making.certain(operation),
        order=operation.order,
        repeated=operation.repeated,
        name_source=name.source,
        action_place=None if expression is None else making.project.place(expression, scope),
    )
    return _with_options(making, node, arguments, scope)


def _with_options(
    making: Making, node: Node, arguments: Mapping[str, ast.expr], scope: Scope
) -> Node:
    """A node with what else its `add_node` says."""
    if arguments.keys() <= _ALWAYS:
        return node
    schema = _schema(making, arguments, scope)
    handler = arguments.get("error_handler")
    defer = arguments.get("defer")
    declared = node.destinations
    if "destinations" in arguments:
        declared = destinations_of(making, arguments["destinations"], scope)
    return node._replace(
        schema=schema,
        schema_unknown=schema is not None and not schema.known,
        defer=defer is not None and making.project.truth(defer, scope) is True,
        defer_place=None if defer is None else making.project.place(defer, scope),
        destinations=declared,
        handled=handler is not None and not _is_none(handler),
        handler=None if handler is None else handler_of(making, handler, scope),
        retried=any(each in arguments for each in ("retry_policy", "retry")),
    )


def _is_none(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Constant) and expression.value is None


def _schema(making: Making, arguments: Mapping[str, ast.expr], scope: Scope) -> Schema | None:
    given_schema = arguments.get("input_schema") or arguments.get("input")
    if given_schema is None or _is_none(given_schema):
        return None
    return making.reader.schema(given_schema, scope)


def handler_of(making: Making, expression: ast.expr, scope: Scope) -> Function | None:
    """The function of an `error_handler`."""
    found = making.project.defined(expression, scope)
    if found is None or len(found) != 1 or found[0].kind != "function":
        return None
    return making.reader.function(found[0])


def destinations_of(
    making: Making, expression: ast.expr | None, scope: Scope
) -> tuple[Known, ...] | None:
    """What `destinations=` declares; none where it is not given, or not known."""
    if expression is None:
        return None
    pairs = making.project.entries(expression, scope)
    if pairs is not None:
        listed = [(key, where) for key, _, where in pairs]
    else:
        listed = list(making.project.items(expression, scope) or ())
        if not listed:
            return None
    values = [making.project.values(*each).only for each in listed]
    known = [each for each in values if each is not None]
    return tuple(known) if len(known) == len(values) else None


def sequence_of(
    making: Making, operation: Operation
) -> tuple[Sequence[Node], Sequence[Edge], bool]:
    """The nodes and edges of an `add_sequence`, and whether those are all."""
    call, scope = operation.call, operation.scope
    written = given(call, "nodes").get("nodes")
    items = None if written is None else making.project.items(written, scope)
    if items is None:
        return (), (), False
    nodes: list[Node] = []
    complete = True
    for expression, where in items:
        node = _item(making, operation, expression, where)
        if node is None:
            complete = False
        else:
            nodes.append(node)
    return nodes, tuple(_between(making, operation, nodes)) if complete else (), complete


def _item(making: Making, operation: Operation, expression: ast.expr, scope: Scope) -> Node | None:
    """The node of an item: a callable, or a name with one."""
    pair = making.project.items(expression, scope)
    moved = operation._replace(scope=scope)
    place = making.project.place(expression, scope)
    if pair is not None and len(pair) == 2:
        (name, name_scope), (action, action_scope) = pair
        only = making.project.values(name, name_scope).only
        if only is None or not isinstance(only.value, (str, Member)):
            return None
        return _node(making, operation._replace(scope=action_scope), only, action, {})
    derived = derived_name(making, expression, scope)
    if derived is None:
        return None
    node = _node(making, moved, Known(derived, place), expression, {})
    return node._replace(derived=True)


def _between(making: Making, operation: Operation, nodes: Sequence[Node]) -> Iterator[Edge]:
    place = place_of_call(making.project, operation.call, operation.scope)
    for left, right in pairwise(nodes):
        yield Edge(
            Known(left.name, left.name_place),
            Known(right.name, right.name_place),
            place=place,
            by="add_sequence",
            guards=making.guards(operation),
            certain=making.certain(operation),
            order=operation.order,
        )
