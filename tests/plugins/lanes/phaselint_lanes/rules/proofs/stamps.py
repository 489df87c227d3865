"""How the executor shows that a card is turned away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.records import Choice
from phaselint.executor.proof import by_replay, data_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.records import Event
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_lanes.analysis.facts import LanesFacts


def turned_away(lab: ProofContext[LanesFacts], finding: Finding) -> Proof:
    """A card on the way to the lane is turned away there for the want of the stamp."""
    data = data_of(finding)
    lane, stamp = data["lane"], data["stamp"]

    def shows(events: Sequence[Event]) -> bool:
        return any(
            (event.kind, event.phase) == ("turned-away", lane) and event.data["wants"] == stamp
            for event in events
        )

    def cut_off(events: Sequence[Event]) -> str:
        turned = [event.phase for event in events if event.kind == "turned-away"]
        return f"the card is turned away before, in {turned[0]}" if turned else ""

    choices = [Choice("model", name) for name in data["way"][1:]]
    return by_replay(lab, f"go to {lane}", choices, shows, cut_off=cut_off)
