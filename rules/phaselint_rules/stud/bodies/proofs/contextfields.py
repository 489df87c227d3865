"""Context fields that are missing in prompts: what the manifest declares is read here, what prompts
contain is what findings claim of runs (reference §2.4, §5.3 R9)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.uses import quoted_placeholder as quoted
from phaselint.executor import claims
from phaselint.executor.proof import data_of, partly
from phaselint_rules.stud.proofs.claims import checks_claim, stage_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


def _read_field(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    """The context field of a placeholder in the body that a finding points at."""
    stage, written = stage_at(facts, finding), data_of(finding)["placeholder"]
    found = facts.placeholders(stage) if stage is not None else ()
    path = next((each.path for each in found if quoted(each) == written), None) or ()
    if stage is None or len(path) < 2 or path[0] != "ctx":
        return None
    return {"stage": stage.id, "placeholder": written, "field": path[1]}


def _read_undeclared(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = _read_field(facts, finding)
    if found is None or not facts.has_context:
        return None
    known, stage, field = facts.context, found["stage"], found["field"]
    if field in known.required_in(stage) | known.optional_in(stage):
        return None
    return {**found, "declared": known.stages_with(field)}


@checks_claim(_read_undeclared, "static+replay")
def undeclared(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run with the declared fields: nothing is in the place of the placeholder."""
    field = data_of(finding)["field"]
    proof = claims.notes(lab, finding)
    return partly(proof, f"that the context of the stage doesn't have `{field}`")
