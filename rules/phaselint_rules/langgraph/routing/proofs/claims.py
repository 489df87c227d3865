"""Proofs of rules whose findings claim things of several kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.claims import differs, ends
from phaselint.executor.soundness.search import charts
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.langgraph.edits import text_at

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


@by("differential")
def differs_here(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run goes differently with the edits of the fix, which are of the source that the finding is
    about."""
    text = finding.witness.data.get("text") if finding.witness else None
    edits = finding.fix.edits if finding.fix else ()
    if finding.claim is not None and any(text_at(lab.facts, each.place) != text for each in edits):
        return Proof("unproved", "differential", None, "the source there is different")
    return differs(lab, finding)


def ends_at_each(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run fails at the place of the finding; failing runs at the other sources that it names
    become scenarios of the script too."""
    proof = ends(lab, finding)
    sources = finding.witness.data.get("sources", {}) if finding.witness else {}
    if proof.status != "proved" or proof.script is None:
        return proof
    scenarios = [*proof.script["scenarios"]]
    for source in [*sources][1:]:
        found = _failing(lab, source)
        scenarios += found["scenarios"] if found is not None else []
    return proof._replace(script={**proof.script, "scenarios": scenarios})


def _failing(lab: ProofContext[LanggraphFacts], source: str) -> Mapping[str, Any] | None:
    """The script of a run that fails for a label at a source; None if no fair run does."""
    for each in charts(lab):
        for index in sorted(each.faults):
            fault = each.faults[index]
            if (fault.phase, fault.code) == (source, "KeyError"):
                run = lab.replay(each.fair.run_to(index), each.setting)
                return lab.script_of(f"fail in {source} with KeyError", run, each.setting)
    return None
