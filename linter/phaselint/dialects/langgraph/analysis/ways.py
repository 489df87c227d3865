"""The ways of a variant of a graph, with the steps and the loops that follow from them."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.graphways import (
    GraphWays,
    Source,
    Way,
    outcome_sends,
    text_of,
)
from phaselint.dialects.langgraph.analysis.variants import views
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.langgraph.analysis.loops import Loop
    from phaselint.dialects.langgraph.analysis.walking import Walk
    from phaselint.dialects.langgraph.model import Graph

__all__ = ["Source", "Way", "Ways", "outcome_sends", "text_of"]


class Ways(GraphWays):
    """The ways of one variant, with what runs do by them."""

    @cached_property
    def walk(self) -> Walk:
        """The steps of fair runs; of some of them where not all is known of the ways."""
        from phaselint.dialects.langgraph.analysis.walking import Walk

        return Walk(self)

    @cached_property
    def certain_walk(self) -> Walk:
        """The same without what comes only after hopeless nodes."""
        from phaselint.dialects.langgraph.analysis.walking import Walk

        if not self.hopeless:
            return self.walk
        return Walk(self, hopeless=self.hopeless)

    @cached_property
    def hopeless(self) -> frozenset[str]:
        """The nodes of which no task is ever done: functions that only raise, and subgraphs of
        which no fair run completes; not what has an error handler."""
        if self.graph.defaults_handler:
            return frozenset()
        names = (name for name, node in self.nodes.items() if not node.handled)
        return frozenset(filter(self._is_hopeless, names))

    def _is_hopeless(self, name: str) -> bool:
        node = self.nodes[name]
        function = node.function
        if node.kind == "subgraph":
            inner = self.project.get(node.subgraph)
            return inner is not None and _never_completes(inner, self.project)
        if function is None or not function.raises:
            return False
        return function.returns_complete and not function.returns

    @cached_property
    def loops(self) -> Sequence[Loop]:
        """The loops without an exit (§6)."""
        from phaselint.dialects.langgraph.analysis.loops import closed_loops

        return closed_loops(self, self.walk, self.project)


def _never_completes(graph: Graph, project: Mapping[str, Graph]) -> bool:
    """Whether no fair run of a graph completes, in whatever variant. A graph inside itself is one
    of which that isn't known."""
    others = {name: each for name, each in project.items() if name != graph.id}
    for view in views(graph):
        ways = Ways(view, others)
        walk = ways.certain_walk
        if not ways.certain or not walk.complete or walk.shortest is not None:
            return False
    return True
