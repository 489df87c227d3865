"""The ways of a variant of a graph, with the steps and the loops that follow from them."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.graphways import (
    GraphWays,
    Source,
    Way,
    outcome_sends,
    text_of,
)
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.analysis.loops import Loop
    from phaselint.dialects.langgraph.analysis.walking import Walk

__all__ = ["Source", "Way", "Ways", "outcome_sends", "text_of"]


class Ways(GraphWays):
    """The ways of one variant, with what runs do by them."""

    @cached_property
    def walk(self) -> Walk:
        """The steps of fair runs; of some of them where not all is known of the ways."""
        from phaselint.dialects.langgraph.analysis.walking import Walk

        return Walk(self)

    @cached_property
    def loops(self) -> Sequence[Loop]:
        """The loops without an exit (§6)."""
        from phaselint.dialects.langgraph.analysis.loops import closed_loops

        return closed_loops(self, self.walk, self.project)
