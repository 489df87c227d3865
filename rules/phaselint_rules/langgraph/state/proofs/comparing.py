"""The effects of runs of a contract with a fix, which runs without the fix don't have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor import claims
from phaselint.executor.mending import mended
from phaselint.executor.planning import beside
from phaselint.executor.proof import OTHERWISE, STATIC, data_of
from phaselint.executor.soundness.search import charts
from phaselint.vocabulary.finding import Fix, Proof
from phaselint.vocabulary.rule import by

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Edit, Finding


@by("differential")
def would_write(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """No run writes the key in the node; with the finding's fix, a run does."""
    data = data_of(finding)
    edits = finding.fix.edits if finding.fix is not None else ()
    return only_mended(lab, finding, edits, (data["node"], "write", {"key": data["key"]}))


def only_mended(
    lab: ProofContext[LanggraphFacts],
    finding: Finding,
    edits: Sequence[Edit],
    event: tuple[str, str, Mapping[str, Any]],
) -> Proof:
    """The verdict on an effect that runs have in a node only with some edits: phase, kind and data
    of an event. Without edits, it is read from the file."""
    if not claims.says_so(lab, finding):
        return Proof("unproved", "differential", None, OTHERWISE)
    if not edits:
        return STATIC
    come = _comes_to(lab, event[0])
    if come is None:
        return Proof("unproved", "differential", None, "no run reaches the node")
    if _happens(lab, event):
        return Proof("refuted", "differential", come, "a run does this without the edits too")
    edited = beside(lab, mended(lab, Fix("safe", "edits of the claim", tuple(edits))))
    if _happens(edited, event):
        return Proof("proved", "differential", come)
    return Proof("refuted", "differential", come, "even with the edits, no run does this")


def _comes_to(lab: ProofContext[Any], node: str) -> Mapping[str, Any] | None:
    """A script of a run that reaches a node; None if no run does."""
    for chart in charts(lab):
        found = chart.atlas.find(lambda state: bool(lab.runtime.phase(state) == node))
        if found is not None:
            run = lab.replay(chart.atlas.run_to(found), chart.setting)
            return lab.script_of(f"reach {node}", run, chart.setting)
    return None


def _happens(lab: ProofContext[Any], event: tuple[str, str, Mapping[str, Any]]) -> bool:
    """Whether an orderly run has an effect in a node."""
    phase, kind, fields = event
    return any(
        (each.phase, each.kind) == (phase, kind)
        and all(each.data.get(key) == value for key, value in fields.items())
        for chart in charts(lab)
        for edge in chart.edges("strict", "fair")
        for each in edge.events
        if chart.fair.reaches(edge.source)
    )
