"""How the executor shows that a start reads no other registry than its own (reference climpt §1.2,
§7.1)."""

from __future__ import annotations

from posixpath import normpath

from phaselint.dialects.climpt.detect import REGISTRY_FILE
from phaselint.executor.claims import same_or_refused
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.vocabulary.rule import Prover
    from phaselint_rules.climpt.proofs.claims import Claim

REGISTRY = ("runner", "flow", "prompts", "registry")


def _other_registry(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    if not claim.agent_place(*REGISTRY) or facts.contract.registry_missing:
        return None
    named = facts.agent.registry
    if not named or normpath(named) == REGISTRY_FILE:
        return None
    return claim.here(code="SR-LOAD-003", path=named)


other_registry: Prover = checks_claim(_other_registry, "that agent.json names `{path}`")(
    same_or_refused
)
