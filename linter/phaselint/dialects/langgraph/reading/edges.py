"""Static edges, joins, and the targets of other operations (reference langgraph §2.5)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Known, Member, Values
from phaselint.dialects.langgraph.model import END, START, Edge, Join
from phaselint.dialects.langgraph.reading.making import given, place_of_call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.reading.drafts import Operation
    from phaselint.dialects.langgraph.reading.making import Making
    from phaselint.dialects.langgraph.reading.resolving import Scope


def names_in(values: Values) -> Sequence[Known | None]:
    """The names that an end may be; None among them where it may be another one."""
    known = list[Known | None](each for each in values.known if is_name(each))
    whole = values.complete and len(known) == len(values.known) and bool(known)
    return known if whole else [*known, None]


def is_name(known: Known) -> bool:
    """Whether a constant can be the name of a node."""
    return isinstance(known.value, (str, Member))


def ends_of(making: Making, expression: ast.expr | None, scope: Scope) -> Sequence[Known | None]:
    """The names that an end of an edge may be."""
    if expression is None:
        return [None]
    return names_in(making.project.values(expression, scope))


def edges_of(making: Making, operation: Operation) -> Iterator[Edge | Join]:
    """The edges that an `add_edge`, `set_entry_point` or `set_finish_point` adds."""
    call, scope = operation.call, operation.scope
    place = place_of_call(making.project, call, scope)
    if operation.method == "set_entry_point":
        sources: Sequence[Known | None] = [Known(START, place)]
        targets = ends_of(making, given(call, "key").get("key"), scope)
    elif operation.method == "set_finish_point":
        sources = ends_of(making, given(call, "key").get("key"), scope)
        targets = [Known(END, place)]
    else:
        arguments = given(call, "start_key", "end_key")
        start = arguments.get("start_key")
        targets = ends_of(making, arguments.get("end_key"), scope)
        members = None if start is None else _members(making, start, scope)
        if members is not None:
            yield from _joins(making, operation, members, targets)
            return
        sources = ends_of(making, start, scope)
    sure = making.certain(operation) and len(sources) == len(targets) == 1
    for source in sources:
        for target in targets:
            yield Edge(
                source,
                target,
                place=place,
                by=operation.method,
                guards=making.guards(operation),
                certain=sure,
                order=operation.order,
            )


def _members(making: Making, start: ast.expr, scope: Scope) -> Sequence[Values] | None:
    """The members of a join; None unless it is a list."""
    if isinstance(start, ast.Constant):
        return None
    items = making.project.items(start, scope)
    if items is not None:
        return [making.project.values(*each) for each in items]
    if isinstance(start, (ast.List, ast.Tuple, ast.Set, ast.ListComp, ast.GeneratorExp)):
        return [Values()]
    return None


def _joins(
    making: Making,
    operation: Operation,
    members: Sequence[Values],
    targets: Sequence[Known | None],
) -> Iterator[Join]:
    """A join for each target that there may be."""
    known: list[Known] = []
    complete = True
    for each in members:
        if each.only is not None and is_name(each.only):
            known.append(each.only)
        else:
            complete = False
    place = place_of_call(making.project, operation.call, operation.scope)
    sure = making.certain(operation) and len(targets) == 1
    for target in targets:
        yield Join(
            tuple(known),
            target,
            place=place,
            complete=complete,
            guards=making.guards(operation),
            certain=sure,
            order=operation.order,
        )
