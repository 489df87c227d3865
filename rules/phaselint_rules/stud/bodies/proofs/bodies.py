"""Bodies that don't name the completion tool, which is read; what runs do then is what findings
claim (reference §5.5)."""

from __future__ import annotations

from phaselint.executor import claims
from phaselint.executor.proof import data_of, partly
from phaselint_rules.stud.bodies.tokens import has_word
from phaselint_rules.stud.proofs.claims import checks_claim, stage_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


def _read_tool(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    if stage is None or has_word(stage.completion_tool, stage.body.text):
        return None
    return {
        "stage": stage.id,
        "completionTool": stage.completion_tool,
        "turnCap": stage.turn_cap,
    }


@checks_claim(_read_tool, "static+replay")
def unfinished(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A model that only writes text runs into the turn cap."""
    tool = data_of(finding)["completionTool"]
    return partly(claims.notes(lab, finding), f"that the body doesn't name `{tool}`")
