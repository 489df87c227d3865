"""How the executor shows that a start reads no other registry than its own (reference climpt §1.2,
§7.1)."""

from __future__ import annotations

from posixpath import normpath

from phaselint.dialects.climpt.detect import REGISTRY_FILE
from phaselint.executor.mending import twin_of
from phaselint.executor.proof import data_of, unproved
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.answering import refused_with, same_without, whole_run
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import having

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

REGISTRY = ("runner", "flow", "prompts", "registry")


@by("refusal")
def _refused(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused with the code that a reader found."""
    return refused_with(lab, data_of(finding)["code"])


def _other_registry(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    if not claim.agent_place(*REGISTRY) or facts.contract.registry_missing:
        return None
    named = facts.agent.registry
    if not named or normpath(named) == REGISTRY_FILE:
        return None
    return claim.here(code="SR-LOAD-003", path=named)


@checks_claim(_other_registry, "that agent.json names `{path}`")
def other_registry(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start misses the file that it always reads; if that exists, a run doesn't change when
    agent.json names it."""
    facts = lab.facts
    if facts.registry.file.rpartition("/")[2] != REGISTRY_FILE:
        return _refused(lab, finding)
    plan = whole_run(facts)
    if plan is None:
        return unproved("no run of this agent reaches an end")
    copy = twin_of(
        lab,
        finding,
        having,
        finding.place.file,
        finding.place.pointer,
        REGISTRY_FILE,
    )
    return same_without(lab, "read the registry", plan, copy)
