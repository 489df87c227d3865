"""What an author of a board is told while writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.hover import Hint, Insight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint_lanes.analysis.facts import LanesFacts


class LanesInsight(Insight):
    """What is known of a board beside findings."""

    def __init__(self, facts: LanesFacts) -> None:
        self._facts = facts

    def hints(self, _file: str) -> Iterator[Hint]:
        """Where a card gets the stamp that a lane wants."""
        for name, lane in self._facts.lanes():
            if lane.wants in self._facts.stamped:
                lanes = ", ".join(self._facts.stamped[lane.wants])
                place = self._facts.place(("lanes", name, "wants"))
                yield Hint(place, f"put on in {lanes}", "by the `stamp` of other lanes")
