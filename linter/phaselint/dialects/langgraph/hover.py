"""What an editor tells of the nodes of a graph."""

from __future__ import annotations

from phaselint.dialects.hover import Insight
from phaselint.dialects.langgraph.telling import about

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts


class LanggraphInsight(Insight):
    """The hover information of one graph."""

    def __init__(self, facts: LanggraphFacts) -> None:
        self._contract = facts.contract

    def tools(self, phase: str) -> tuple[str, ...] | None:
        """See Insight: the tools of a `ToolNode` or an agent."""
        node = self._contract.graph.named.get(phase) if self._contract.graph else None
        if node is None or node.tools is None or not node.tools.complete:
            return None
        return tuple(name for name, _, _ in node.tools.tools)

    def about(self, phase: str) -> Iterable[str]:
        """See Insight."""
        graph = self._contract.graph
        node = graph.named.get(phase) if graph is not None else None
        return tuple(about(graph, node)) if graph is not None and node is not None else ()
