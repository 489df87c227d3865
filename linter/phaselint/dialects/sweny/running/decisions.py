"""The edge that the expressions of a node select (reference §11.4), or the edges that the router
chooses among where some are unknown."""

from __future__ import annotations

from phaselint.dialects.shape import is_integer, is_number
from phaselint.dialects.sweny.running.session import results
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Edge, Workflow
    from phaselint.dialects.sweny.running.results import Result
    from phaselint.dialects.sweny.running.session import State

DEFAULT = "no expression is true"

_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "number": is_number,
    "integer": is_integer,
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, (list, tuple)),
    "object": lambda value: isinstance(value, dict),
}


class Decision(NamedTuple):
    """The way on and why it is taken, or why there is none. `doubts` are the edges whose
    expressions are unknown, each with the reason, and `left` all that the router is then asked
    about: these, the one whose expression is true, and the default where none is."""

    target: str = ""
    reason: str = ""
    error: str = ""
    doubts: tuple[tuple[Edge, str], ...] = ()
    left: tuple[Edge, ...] = ()


def are_expressions(edges: Sequence[Edge]) -> bool:
    """Whether the conditions of some edges are expressions."""
    return any(edge.expr for edge in edges) and not any(edge.when for edge in edges)


def decide(state: State, edges: Sequence[Edge]) -> Decision:
    """The way that the live edges of a node lead."""
    from phaselint.dialects.sweny.reading.expressionvalues import Undefined

    finished = results(state.log)
    taken: list[Edge] = []
    doubts: list[tuple[Edge, str]] = []
    for edge in edges:
        if not edge.expr:
            continue
        try:
            if _is_true(edge.expr, finished, state.law.workflow):
                taken.append(edge)
        except Undefined as undefined:
            doubts.append((edge, str(undefined)))
    default = next((edge for edge in edges if not edge.condition), None)
    told = tuple(doubts)
    if told and len(taken) < 2 and state.law.conduct.asks_unknown:
        open_edges = [*taken, *(edge for edge, _ in told)]
        if default is not None and not taken:
            open_edges.append(default)
        return Decision(doubts=told, left=tuple(e for e in edges if e in open_edges))
    if len(taken) == 1:
        return Decision(taken[0].target, taken[0].expr, doubts=told)
    if not taken and default is not None:
        return Decision(default.target, DEFAULT, doubts=told)
    what = ", ".join(f"'{edge.target}'" for edge in taken)
    error = f"several expressions are true, to {what}" if taken else f"{DEFAULT}, and no default"
    return Decision(error=f"{error} at node '{state.node}'", doubts=told)


def _is_true(text: str, finished: Mapping[str, Result], workflow: Workflow) -> bool:
    from phaselint.dialects.sweny.reading.expressionfaults import declared_at, types_of
    from phaselint.dialects.sweny.reading.expressions import Path, parse
    from phaselint.dialects.sweny.reading.expressionvalues import (
        INVALID,
        MISSING,
        Undefined,
        truth,
    )

    tree = parse(text).tree
    if tree is None:
        raise Undefined("it cannot be read")

    def at(field: tuple[str, tuple[str, ...]]) -> Any:
        node, fields = field
        result = finished.get(node)
        if result is None or result.status != "success":
            return MISSING
        value: Any = result.data
        for name in fields:
            if not isinstance(value, dict) or name not in value:
                return MISSING
            value = value[name]
        types = types_of(declared_at(workflow.nodes[node], Path(node, fields, 0, 0)))
        fits = types is None or any(_TYPES[each](value) for each in types if each in _TYPES)
        return value if fits else INVALID

    return truth(tree, at)
