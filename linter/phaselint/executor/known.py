"""Why runs of a contract may do more than exploration has shown, or nothing at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.proof import cut_off_at
from phaselint.executor.soundness.search import charts
from phaselint.vocabulary.message import retold

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from phaselint.executor.proof import ProofContext


def unbegun(lab: ProofContext[Any]) -> str:
    """That no run is begun so that none does anything; empty where one is."""
    outcomes = [lab.runtime.outcome(each.atlas.states[0]) for each in charts(lab)]
    begun = any(each.kind not in ("refused", "error") for each in outcomes)
    return "" if begun else f"no run starts: {outcomes[0].detail}"


def unknown(lab: ProofContext[Any], elements: Sequence[Hashable] = ()) -> str:
    """Why runs may do something that was not seen, or use one of some elements; empty where none
    does."""
    atlases = (each.atlas for each in charts(lab))
    cut_off = next((cut_off_at(each) for each in atlases if not each.complete), "")
    doubts = lab.runtime.doubts(lab.facts.contract)
    open_ones = (each for each in doubts if each.phase or not each.elements.isdisjoint(elements))
    return cut_off or next((retold(each.why) for each in open_ones), "")
