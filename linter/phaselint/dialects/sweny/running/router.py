"""Where a run goes from a node: live edges, choices and the router's context (reference §5.12)."""

from __future__ import annotations

from phaselint.dialects.sweny.running.decisions import are_expressions, decide
from phaselint.dialects.sweny.running.found_once import once
from phaselint.dialects.sweny.running.offers import Offer
from phaselint.dialects.sweny.running.session import context, results
from phaselint.javascript.members import has, in_key_order, member
from phaselint.javascript.values import FUNCTION
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint.dialects.sweny.running.results import Result
    from phaselint.dialects.sweny.running.session import Law, State

QUESTION = "Based on the results so far, which condition is true?"
NONE_OF_THE_ABOVE = "None of the above / default path"
ONLY_PATH = "only path"


def live(state: State) -> tuple[Edge, ...]:
    """The out-edges of the node that are not used up; parallel ones share a counter. Without
    bounds none is, unless all that have one are to count as used up."""
    law = state.law
    edges = law.out.get(state.node, ())
    if state.late:
        return tuple(edge for edge in edges if not edge.most)
    if law.unbounded or not law.bounds:
        return edges
    counters = state.counters
    left = tuple(e for e in edges if not e.most or counters.get(e.pair, 0) < e.most)
    return edges if len(left) == len(edges) else left


class Crossing(NamedTuple):
    """The facts about some live edges that are the same in all states: whether their conditions are
    expressions, and the router's question."""

    by_expressions: bool
    offer: Offer


def crossing(state: State, edges: tuple[Edge, ...]) -> Crossing:
    """The facts about live edges of a node; those about all of them are determined once."""
    law = state.law
    book = law.book if law.out.get(state.node) is edges else None
    return once(book, ("crossing", state.node), edges, _crossing, edges)


def _crossing(edges: tuple[Edge, ...]) -> Crossing:
    return Crossing(are_expressions(edges), offer(edges))


def open_edges(state: State, *, halts: bool = False) -> tuple[Edge, ...]:
    """The live edges that the router is asked about; the conditional ones among them where a
    failed gate halts, and none whose expression is false."""
    edges = live(state)
    if halts:
        edges = tuple(edge for edge in edges if edge.condition)
    return decide(state, edges).left if crossing(state, edges).by_expressions else edges


def offer(edges: Sequence[Edge]) -> Offer:
    """What the router is asked about some live edges: the conditional ones in file order, and
    the first of the others as the default."""
    choices = tuple((edge.target, edge.told) for edge in edges if edge.condition)
    default = next((edge.target for edge in edges if not edge.condition), None)
    if choices and default is not None:
        choices = (*choices, (default, NONE_OF_THE_ABOVE))
    return Offer(choices, default)


def reason_of(edges: Sequence[Edge], target: str) -> str:
    """The reason the trace gives: the condition of the first edge in the file with these ends,
    used up or not."""
    first = next((edge for edge in edges if edge.target == target), None)
    if first is None or (first.when is None and not first.expr):
        return ONLY_PATH
    return first.condition


# --- what the router sees -----------------------------------------------------------------------


def router_context(state: State) -> Mapping[str, Any]:
    """The context of a route question: of a node with declared properties only these, missing
    ones as null. With documented semantics the status, and what a node that did not succeed
    says, can be seen as well (§6 row 2)."""
    law = state.law

    def view(name: str, result: Result) -> Mapping[str, Any]:
        found = _declared_view(law, name, result)
        if law.documented:
            extra = {} if result.status == "success" else result.data
            found = {"status": result.status, **extra, **found}
        return law.conduct.with_evals(result.named(), found)

    return context(state, view)


def _declared_view(law: Law, name: str, result: Result) -> Mapping[str, Any]:
    properties = law.workflow.nodes[name].properties
    if not properties:
        return result.data
    found = {}
    for key in properties:
        value = member(result.data, key) if has(result.data, key) else None
        if value is not FUNCTION:  # inherited ones have no JSON text
            found[key] = value
    return found


def _declared(law: Law, name: str) -> tuple[str, ...]:
    """The declared properties of a node, in key order: found out once where answers are kept."""
    node = law.workflow.nodes[name]
    return once(law.book, ("declared", name), node, _properties, node)


def _properties(node: Node) -> tuple[str, ...]:
    return tuple(in_key_order(node.properties))


def with_unfilled(state: State, name: str, result: Result) -> Mapping[str, tuple[str, ...]]:
    """The nodes whose latest result lacks declared properties, and these, after a further
    result. Only a successful one is expected to have them."""
    missing = tuple(key for key in _declared(state.law, name) if not has(result.data, key))
    if missing and result.status == "success":
        return {**state.unfilled, name: missing}
    if name not in state.unfilled:
        return state.unfilled
    return {each: fields for each, fields in state.unfilled.items() if each != name}


def unfilled(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """These nodes in the order in which they first finished."""
    order: Iterable[str] = state.unfilled
    if len(state.unfilled) > 1:
        order = (name for name in results(state.log) if name in state.unfilled)
    for name in order:
        yield name, state.unfilled[name]
