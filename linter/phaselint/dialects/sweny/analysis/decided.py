"""Which data make the expressions out of a node decide for nothing, or for several (§11.4).

Asked of nodes whose conditional edges are all expressions, and of fields whose declared values are
few; that a field is missing is one value more, unless it is required.
"""

from __future__ import annotations

from itertools import product
from math import prod

from phaselint.dialects.sweny.reading.expressionfaults import declared_at, finite, is_required
from phaselint.dialects.sweny.reading.expressions import parse
from phaselint.dialects.sweny.reading.expressionvalues import MISSING, known
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint.dialects.sweny.reading.expressions import Expression

MOST_ASSIGNMENTS = 10_000

Field = tuple[str, tuple[str, ...]]
"""A node, and the way to a field of its data."""


class Undecided(NamedTuple):
    """Values of the fields, and the edges whose expressions are true with them: none, or several.
    `asked` are the edges whose expressions are unknown: the router is asked about them."""

    assignment: Mapping[Field, Any]
    taken: tuple[Edge, ...]
    asked: tuple[Edge, ...] = ()


def undecided(nodes: Mapping[str, Node], edges: Sequence[Edge]) -> Undecided | None:
    """The first values with which several expressions out of a node are true, or all are false and
    no edge is left.

    Args:
        nodes: all nodes.
        edges: those that are live: expressions, and defaults, which are taken where none holds.
    """
    default = any(not edge.condition for edge in edges)
    for found in _taken(nodes, edges):
        if len(found.taken) > 1 or not (found.taken or found.asked or default):
            return found
    return None


def leading(
    nodes: Mapping[str, Node], edges: Sequence[Edge], target: str
) -> Mapping[Field, Any] | None:
    """The first values with which the live edges out of a node lead to another one."""
    defaults = [edge.target for edge in edges if not edge.condition]
    for found in _taken(nodes, edges):
        ways = [edge.target for edge in found.taken] or defaults
        if ways == [target] and not found.asked:
            return found.assignment
    return None


def _taken(nodes: Mapping[str, Node], edges: Sequence[Edge]) -> Iterator[Undecided]:
    """For all values of the fields that expressions name, which of these are true or unknown;
    nothing where the values are not few."""
    asked = [(edge, tree) for edge in edges if (tree := _tree(edge)) is not None]
    domains = _domains(nodes, [edge for edge, _ in asked])
    if domains is None or prod(map(len, domains.values())) > MOST_ASSIGNMENTS:
        return
    for values in product(*domains.values()):
        assignment = dict(zip(domains, values, strict=True))
        found = [(edge, known(tree, assignment.__getitem__)) for edge, tree in asked]
        true = tuple(edge for edge, truth in found if truth)
        yield Undecided(assignment, true, tuple(edge for edge, truth in found if truth is None))


def _tree(edge: Edge) -> Expression | None:
    return parse(edge.expr).tree if edge.expr else None


def _domains(
    nodes: Mapping[str, Node], edges: Sequence[Edge]
) -> Mapping[Field, Sequence[Any]] | None:
    """The values of every field that some edges name; none where one has not a few."""
    found: dict[Field, Sequence[Any]] = {}
    for edge in edges:
        for path in parse(edge.expr).paths:
            node = nodes[path.node]
            values = finite(declared_at(node, path))
            if values is None:
                return None
            missing = () if is_required(node, path) else (MISSING,)
            found[path.node, path.fields] = (*values, *missing)
    return found


def decided_by_expressions(edges: Sequence[Edge]) -> bool:
    """Whether the conditional edges out of a node are expressions, all of them."""
    conditional = [edge for edge in edges if edge.condition]
    return bool(conditional) and all(edge.expr for edge in conditional)


def mixed(edges: Sequence[Edge]) -> Iterator[Edge]:
    """The edges out of a node with a prose condition, if others have expressions."""
    if any(edge.expr for edge in edges):
        yield from (edge for edge in edges if edge.when)
