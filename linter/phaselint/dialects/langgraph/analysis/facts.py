"""What the rules ask about a graph, computed once and on demand (reference langgraph §7)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.graphfacts import GraphFacts, Held
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.refusal import Refusal

__all__ = ["Held", "LanggraphFacts"]


class LanggraphFacts(GraphFacts):
    """The facts of one graph, including LangGraph's refusals."""

    @cached_property
    def buildable(self) -> bool:
        """Whether nothing is known for which LangGraph refuses to build or to compile the graph:
        else there are no runs to speak of (§7.7)."""
        return self.contract.graph is not None and not self.refusals

    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        """What LangGraph refuses to build or to compile the graph for, with its words (§4)."""
        from phaselint.dialects.langgraph.analysis.refusals import refusals

        return refusals(self)
