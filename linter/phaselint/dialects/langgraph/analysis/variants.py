"""The variants of a graph: what it consists of under each truth of its conditions (§2.4).

An operation under an `if` is there when its guards hold. Up to four different conditions make up to
sixteen variants; of more nothing is told apart, and every operation may be there.
"""

from __future__ import annotations

from itertools import product

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeVar

    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.dialects.langgraph.model import (
        Branch,
        Compile,
        Edge,
        Graph,
        Join,
        Node,
    )

    OperationT = TypeVar("OperationT", Node, Edge, Join, Branch, Compile)

MOST_GUARDS = 4
"""The most conditions that are distinguished."""


class View(NamedTuple):
    """A graph under one truth of its conditions.

    Attributes:
        truth: which conditions hold; empty for a graph without any, and where there are so many
            that they are forgotten: then every operation may be there.
        graph: the graph with only the operations of this variant.
        nodes: its nodes by name; of two with one name the first.
    """

    truth: Mapping[str, bool]
    graph: Graph
    nodes: Mapping[str, Node]

    @property
    def forgets(self) -> bool:
        """Whether conditions are forgotten, so each operation under one may be missing."""
        return self.graph.many_guards or (not self.truth and bool(conditions(self.graph)))

    def has(self, guards: Iterable[Guard]) -> bool:
        """Whether operations under some guards exist."""
        return all(self.truth.get(each.text, each.holds) == each.holds for each in guards)


def conditions(graph: Graph) -> tuple[str, ...]:
    """The conditions under which parts of a graph exist, each once."""
    groups = (graph.nodes, graph.edges, graph.joins, graph.branches, graph.compiles)
    return tuple(
        dict.fromkeys(
            guard.text for group in groups for operation in group for guard in operation.guards
        )
    )


def views(graph: Graph) -> tuple[View, ...]:
    """The variants of a graph, at least one; the one in which all conditions hold comes first."""
    texts = conditions(graph)
    if not texts or graph.many_guards or len(texts) > MOST_GUARDS:
        return (View({}, graph, graph.named),)
    truths = product((True, False), repeat=len(texts))
    return tuple(_view(graph, dict(zip(texts, each, strict=True))) for each in truths)


def _view(graph: Graph, truth: Mapping[str, bool]) -> View:
    def there(operations: tuple[OperationT, ...]) -> tuple[OperationT, ...]:
        return tuple(
            each
            for each in operations
            if all(truth.get(guard.text, guard.holds) == guard.holds for guard in each.guards)
        )

    seen = graph._replace(
        nodes=there(graph.nodes),
        edges=there(graph.edges),
        joins=there(graph.joins),
        branches=there(graph.branches),
        compiles=there(graph.compiles),
    )
    return View(truth, seen, seen.named)
