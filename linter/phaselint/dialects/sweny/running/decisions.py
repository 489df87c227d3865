"""Where expressions lead from a node (reference §11.4): decided without a question."""

from __future__ import annotations

from phaselint.dialects.sweny.reading.expressions import parse
from phaselint.dialects.sweny.reading.expressionvalues import MISSING, Undefined, truth
from phaselint.dialects.sweny.running.session import results
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Edge
    from phaselint.dialects.sweny.running.results import Result
    from phaselint.dialects.sweny.running.session import State

DEFAULT = "no expression is true"


class Decision(NamedTuple):
    """The way on and why it is taken, or why there is none; `doubts` are the expressions that had
    no value, each with the reason."""

    target: str = ""
    reason: str = ""
    error: str = ""
    doubts: tuple[tuple[Edge, str], ...] = ()


def are_expressions(edges: Sequence[Edge]) -> bool:
    """Whether the conditions of some edges are expressions."""
    return any(edge.expr for edge in edges) and not any(edge.when for edge in edges)


def decide(state: State, edges: Sequence[Edge]) -> Decision:
    """The way that the live edges of a node lead."""
    finished = results(state.log)
    taken: list[Edge] = []
    doubts: list[tuple[Edge, str]] = []
    for edge in edges:
        if not edge.expr:
            continue
        try:
            if _is_true(edge.expr, finished):
                taken.append(edge)
        except Undefined as undefined:
            doubts.append((edge, str(undefined)))
    default = next((edge for edge in edges if not edge.condition), None)
    told = tuple(doubts)
    if len(taken) == 1:
        return Decision(taken[0].target, taken[0].expr, doubts=told)
    if not taken and default is not None:
        return Decision(default.target, DEFAULT, doubts=told)
    what = ", ".join(f"'{edge.target}'" for edge in taken)
    error = f"several expressions are true, to {what}" if taken else f"{DEFAULT}, and no default"
    return Decision(error=f"{error} at node '{state.node}'", doubts=told)


def _is_true(text: str, finished: Mapping[str, Result]) -> bool:
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
        return value

    return truth(tree, at)
