"""The ways of a variant of a graph, with the steps and the loops that follow from them."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.graphways import (
    GraphWays,
    Source,
    Way,
    outcome_sends,
    text_of,
)
from phaselint.dialects.langgraph.analysis.variants import View, views
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.analysis.loops import Loop
    from phaselint.dialects.langgraph.analysis.walking import Walk
    from phaselint.dialects.langgraph.model import Graph
    from phaselint.vocabulary.finding import Place

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
        """The same without what comes only after nodes that always fail."""
        from phaselint.dialects.langgraph.analysis.walking import Walk

        if not self.failing:
            return self.walk
        return Walk(self, failing=self.failing)

    @cached_property
    def risky_walk(self) -> Walk:
        """The steps of fair runs in which nodes with error handlers may fail."""
        from phaselint.dialects.langgraph.analysis.walking import Walk

        handled = any(map(self.graph.handles, self.nodes.values()))
        return Walk(self, risky=True) if handled else self.walk

    @cached_property
    def failing(self) -> frozenset[str]:
        """The nodes all tasks of which fail: functions that only raise, or return what is no
        update; and subgraphs of which no fair run completes."""
        return frozenset(filter(self._fails, self.nodes))

    def _fails(self, name: str) -> bool:
        node = self.nodes[name]
        function = node.function
        if node.kind == "subgraph":
            inner = self.project.get(node.subgraph)
            return inner is not None and _never_completes(inner, self.project)
        if function is None or not function.returns_complete:
            return False
        if not function.returns:
            return function.raises
        refused = all(each.form == "invalid" for each in function.returns)
        return refused and not self.graph.state.is_root

    @cached_property
    def endless(self) -> frozenset[str]:
        """The subgraphs of which no fair run completes, whatever their functions return: not those
        that only fail by what a function raises, which a script may answer for."""
        return frozenset(filter(self._is_endless, self.nodes))

    def _is_endless(self, name: str) -> bool:
        node = self.nodes[name]
        inner = self.project.get(node.subgraph) if node.kind == "subgraph" else None
        if inner is None or name not in self.failing:
            return False
        from phaselint.dialects.langgraph.analysis.walking import Walk

        for ways in _each_view(inner, self.project):
            walk = Walk(ways, failing=ways.endless)
            if walk.shortest is not None or any(loop.raises for loop in ways.loops):
                return False
        return True

    def gets_past(self, name: str) -> bool:
        """Whether runs reach the edges and the routers of a node, as far as known: not where it
        always fails, or always returns to the parent."""
        return name not in self.failing and not self._hands_over(name)

    def asks(self, name: str, place: Place) -> bool:
        """Whether runs reach a router of a source, given by the place of its branch or of an
        entry of its map, as far as known: not where another of the source that is asked before it
        always fails."""
        for decision in self.sources[name].decisions:
            branch = decision.branch
            entries = branch.path_map.entries if branch is not None and branch.path_map else ()
            if branch is not None and place in (branch.place, *(each.place for each in entries)):
                return True
            if decision.known and decision.outcomes and all(o.fails for o in decision.outcomes):
                return False
        return True

    def _hands_over(self, name: str) -> bool:
        """Whether a node always returns to the parent."""
        given = (each for each in self.sources[name].decisions if each.by == "goto")
        return any(
            each.known and bool(each.outcomes) and all(one.parent for one in each.outcomes)
            for each in given
        )

    def closes_a_loop(self, place: Place) -> bool:
        """Whether there is a loop without an exit once the edge at a place is removed, that there
        isn't as long as it is there."""
        edges = tuple(each for each in self.graph.edges if each.place != place)
        graph = self.graph._replace(edges=edges)
        without = Ways(View(self.view.truth, graph, graph.named), self.project)
        return not {each.nodes for each in without.loops} <= {each.nodes for each in self.loops}

    @cached_property
    def loops(self) -> Sequence[Loop]:
        """The loops without an exit (§6)."""
        from phaselint.dialects.langgraph.analysis.loops import closed_loops

        return closed_loops(self, self.walk, self.risky_walk, self.project)


def _never_completes(graph: Graph, project: Mapping[str, Graph]) -> bool:
    """Whether no fair run of a graph completes, in whatever variant. A graph inside itself is one
    of which that isn't known."""
    for ways in _each_view(graph, project):
        walk = ways.certain_walk
        if not ways.certain or not walk.complete or walk.shortest is not None:
            return False
    return True


def _each_view(graph: Graph, project: Mapping[str, Graph]) -> Iterator[Ways]:
    """The ways of each variant of a graph that is a node."""
    others = {name: each for name, each in project.items() if name != graph.id}
    for view in views(graph):
        yield Ways(view, others)
