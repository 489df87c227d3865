"""What is shown of a finding that claims a refusal (`phaselint.vocabulary.claim.Refused`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.proof import RunInput
from phaselint.vocabulary.finding import Proof

if TYPE_CHECKING:
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.claim import Refused
    from phaselint.vocabulary.finding import Finding


def refused_as_claimed(lab: ProofContext[Any], _: Finding, claim: Refused) -> Proof:
    """Whether a contract is refused with a code that is claimed, and because of all that the claim
    is about."""
    runtime, code = lab.runtime, next(iter(claim.codes), lab.rule.name)
    name = code if code in lab.rule.names else f"refuse with {code}"
    given = RunInput(runtime.sample_input(lab.facts.contract))
    script = lab.script(name, (), {"outcome": "refused"}, setting=given, refusal=True)
    starts = (lab.refused, lab.supplied)
    told = map(runtime.refusal, starts)
    reasons = [why for each in told for why in each.split(", ") if why]
    if not reasons:
        return Proof("refuted", "refusal", script, "the executor starts a run of this contract")
    own = (why for why in reasons if not runtime.reporting(why).isdisjoint(lab.rule.names))
    codes, listed = frozenset(claim.codes or own), ", ".join(dict.fromkeys(reasons))
    blamed = {about for each in starts for why, about in runtime.blamed(each) if why in codes}
    if codes.isdisjoint(reasons):
        first = runtime.outcome(lab.supplied).detail or listed
        early = f"the start ends with {first} before it reaches this"
        reason = early if claim.about else f"the contract is refused for {listed}"
    elif not blamed.issuperset(claim.about):
        reason = f"the contract is refused for {listed}, but not because of this"
    else:
        return Proof("proved", "refusal", script)
    return Proof("unproved", "refusal", script, reason)
