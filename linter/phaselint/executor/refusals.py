"""What is shown of a finding that claims a refusal (`phaselint.vocabulary.claim.Refused`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.planning import under
from phaselint.executor.proof import STATIC, RunInput
from phaselint.vocabulary.finding import Proof

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.claim import Refused
    from phaselint.vocabulary.finding import Finding


def refused_as_claimed(lab: ProofContext[Any], _: Finding, claim: Refused) -> Proof:
    """Whether a contract is refused with a code that is claimed, and because of all that the claim
    is about."""
    lab = under(lab, claim.options)
    runtime, starts = lab.runtime, (lab.refused, lab.supplied)
    blamed = [each for start in starts for each in runtime.blamed(start)]
    checked = {about for why, about in blamed if why in claim.codes or not claim.codes}
    if claim.among and checked.isdisjoint(claim.among):
        return STATIC
    reasons = [why for start in starts for why in runtime.refusal(start).split(", ") if why]
    named = claim.codes or _blaming(claim, blamed)
    codes = named or _reported(lab, reasons)
    script = _script(lab, named[0] if named else lab.rule.name, claim.options)
    listed = ", ".join(dict.fromkeys(reasons))
    if not reasons:
        return Proof("refuted", "refusal", script, "the executor starts a run of this contract")
    if frozenset(codes).isdisjoint(reasons):
        first = runtime.outcome(lab.supplied).detail or listed
        early = f"the start ends with {first} before it reaches this"
        told = claim.about or claim.among
        reason = early if told else f"the contract is refused for {listed}"
        return Proof("unproved", "refusal", script, reason)
    if not checked.issuperset(claim.about):
        reason = f"the contract is refused for {listed}, but not because of this"
        return Proof("unproved", "refusal", script, reason)
    return Proof("proved", "refusal", script)


def _blaming(claim: Refused, blamed: Sequence[tuple[str, Hashable]]) -> tuple[str, ...]:
    """The codes that are about what a claim is about."""
    named = (*claim.about, *claim.among)
    return tuple(dict.fromkeys(why for why, about in blamed if about in named))


def _reported(lab: ProofContext[Any], reasons: Sequence[str]) -> tuple[str, ...]:
    """The codes that the rule reports, of those that a contract is refused for."""
    runtime, names = lab.runtime, lab.rule.names
    return tuple(why for why in reasons if not runtime.reporting(why).isdisjoint(names))


def _script(lab: ProofContext[Any], code: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
    name = code if code in lab.rule.names else f"refuse with {code}"
    setting = RunInput(lab.runtime.sample_input(lab.facts.contract), options=options)
    ended = lab.runtime.outcome(lab.supplied).kind
    expected = ended if lab.runtime.refusal(lab.supplied) else "refused"
    return lab.script(name, (), {"outcome": expected}, setting=setting, refusal=True)
