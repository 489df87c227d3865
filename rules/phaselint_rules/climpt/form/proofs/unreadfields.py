"""How the executor shows that members which a step can't use make no difference to a run (reference
climpt §7.3, climpt 1.14 §7.2). That runs are the same isn't all that these findings say: the rest
is read again."""

from __future__ import annotations

from phaselint.executor.claims import same
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.climpt.proofs.claims import Claim, Prover


def _not_listed(claim: Claim) -> ExpectedFinding | None:
    keys, found = claim.below("steps", ANY, "transitions", ANY), claim.gated
    if keys is None or found is None or keys[0] != found[0].key:
        return None
    step, gate = found
    if keys[1] not in (step.transitions or {}) or keys[1] not in step.intents:
        return None
    if not gate.allowed_known or keys[1] in gate.allowed:
        return None
    return ExpectedFinding(claim.place, {"step": step.key, "intent": keys[1], **claim.node()})


def _no_repeat(claim: Claim) -> ExpectedFinding | None:
    found = claim.gated
    if found is None or claim.below("steps", found[0].key, "adaptationChain") is None:
        return None
    step, gate = found
    taken = not gate.fail_fast and gate.fallback == "repeat"
    if not gate.allowed_known or "repeat" in gate.allowed or taken:
        return None
    if not isinstance(claim.value, list):
        return None
    return ExpectedFinding(claim.place, {"step": step.key, **claim.node()})


not_listed: Prover = checks_claim(_not_listed)(same)
no_repeat: Prover = checks_claim(_no_repeat)(same)
