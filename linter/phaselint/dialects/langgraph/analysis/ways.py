"""The ways of a variant of a graph, with the steps and the loops that follow from them."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.graphways import (
    GraphWays,
    Source,
    Way,
    outcome_sends,
    text_of,
)
from phaselint.dialects.langgraph.analysis.subgraphs import Runs
from phaselint.dialects.langgraph.analysis.variants import View
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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
    def shown_walk(self) -> Walk:
        """The same without what comes only after a step in which a subgraph returns a key that
        another task writes too: what these runs do, some run does."""
        from phaselint.dialects.langgraph.analysis.walking import Walk

        if not any(node.kind == "subgraph" for node in self.nodes.values()):
            return self.certain_walk
        return Walk(self, failing=self.failing, passing=True)

    @cached_property
    def risky_walk(self) -> Walk:
        """The steps of fair runs in which nodes with error handlers may fail."""
        from phaselint.dialects.langgraph.analysis.walking import Walk

        handled = any(map(self.graph.handles, self.nodes.values()))
        return Walk(self, risky=True) if handled else self.walk

    @cached_property
    def runs(self) -> Runs:
        """The nodes that fair runs have; where not all is known of the ways, or runs may begin with
        what has arrived at joins before, those reached, and none for sure."""
        if not self.certain or self.view.forgets:
            return Runs(frozenset(), self.reached)
        all_known = self.risky_walk.complete and not _may_keep(self.graph)
        return Runs(self.shown_walk.ran, self.risky_walk.ran if all_known else self.reached)

    @cached_property
    def failing(self) -> frozenset[str]:
        """The nodes all tasks of which fail: functions that only raise, or return what is no
        update; and subgraphs of which no fair run completes."""
        return frozenset(filter(self._fails, self.nodes))

    def _fails(self, name: str) -> bool:
        node = self.nodes[name]
        function = node.function
        if node.kind == "subgraph":
            return _never_completes(self.inside(node.subgraph))
        if function is None or not function.returns_complete:
            return False
        if not function.returns:
            return function.raises
        refused = all(each.form == "invalid" for each in function.returns)
        return refused and not self.graph.state.is_root

    @cached_property
    def endless(self) -> frozenset[str]:
        """The subgraphs of which no fair run completes, whatever their functions return: not those
        in which a function may raise, or in a node that runs with them, as that may be meant to end
        the run; nor those of which error handlers end the run, or with a handler of their own."""
        return frozenset(filter(self._is_endless, self.nodes))

    def _is_endless(self, name: str) -> bool:
        from phaselint.dialects.langgraph.analysis.loops import alongside, raising
        from phaselint.dialects.langgraph.analysis.walking import Walk

        node = self.nodes[name]
        if node.kind != "subgraph" or name not in self.failing or self.graph.handles(node):
            return False
        for ways in self.inside(node.subgraph):
            walk = Walk(ways, failing=ways.endless, risky=True)
            if not walk.complete or walk.shortest is not None:
                return False
        names = alongside(self, self.risky_walk, frozenset({name}))
        return next(raising(self, names), None) is None

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


def _may_keep(graph: Graph) -> bool:
    """Whether a graph may have a checkpointer of its own, which keeps what has arrived at joins."""
    return graph.checkpointed_later or any(each.checkpointer != "no" for each in graph.compiles)


def _never_completes(variants: Sequence[Ways]) -> bool:
    """Whether no fair run of a graph completes, in whatever variant. Of a graph that isn't known,
    that isn't either."""
    for ways in variants:
        walk = ways.certain_walk
        if not ways.certain or not walk.complete or walk.shortest is not None:
            return False
    return bool(variants)
