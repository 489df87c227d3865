"""How the executor shows which prompts repeats send (reference climpt 1.14 §4.2 to §4.5, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.chains import IMPLIED_CHAIN
from phaselint.dialects.climpt.reading.promptfiles import closing_adaptation, variants
from phaselint.dialects.climpt.reading.stepprompts import path, prompts
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import Decided, data_of, unproved
from phaselint_rules.climpt.data.proofs.uvnames import way_of
from phaselint_rules.climpt.prompts.proofs.prompts import VARIABLE
from phaselint_rules.climpt.proofs.answering import failed_first, iterations, run_plan
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.ways.proofs.chains import saying_repeat
from phaselint_rules.climpt.ways.proofs.transitions import NO_WAY
from phaselint_rules.climpt.ways.repeatedsteps import REPEAT, element_place, repeats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

(DEFAULT,) = IMPLIED_CHAIN
ACTION = ("runner", "integrations", "github", "defaultClosureAction")


# --- what findings say ----------------------------------------------------------------------------


def _no_variant(claim: Claim) -> ExpectedFinding | None:
    step, facts = claim.step, claim.facts
    element, there = claim.name("element"), facts.contract.prompts
    if step is None or facts.registry.closure_only or not repeats(step):
        return None
    file, base = path(facts.contract, step, element), path(facts.contract, step)
    if element == DEFAULT or element not in variants(step) or file in there or base not in there:
        return None
    place = element_place(facts, step, element)
    return ExpectedFinding(
        place, {"step": step.key, "element": element, "file": file, "sent": base}
    )


def _lost_variant(claim: Claim) -> ExpectedFinding | None:
    step, facts = claim.step, claim.facts
    there = facts.contract.prompts
    known = prompts(facts.contract, step) if step else None
    if step is None or known is None or facts.registry.closure_only or not repeats(step):
        return None
    if known.own not in there or known.base not in there or known.action is not None:
        return None
    if step.adaptation == DEFAULT or DEFAULT not in step.chain.elements:
        return None
    if path(facts.contract, step, DEFAULT) in there:
        return None
    place = element_place(facts, step, DEFAULT) if step.chain.given else facts.place(step.pointer)
    return ExpectedFinding(place, {"step": step.key, "own": step.adaptation, "sent": known.base})


def _unsent(claim: Claim) -> ExpectedFinding | None:
    step, facts = claim.step, claim.facts
    if step is None or not facts.registry.closure_only:
        return None
    if claim.agent_place(*ACTION):
        action = closing_adaptation(facts.agent)
        file = path(facts.contract, step, action) if action else None
        there = file is not None and file in facts.contract.prompts
        return claim.here(step=step.key, file=file) if there else None
    asked = [element for element in variants(step) if element != DEFAULT]
    if not asked or not repeats(step):
        return None
    return ExpectedFinding(
        element_place(facts, step, asked[0]), {"step": step.key, "element": asked[0]}
    )


# --- runs -----------------------------------------------------------------------------------------


def _repeating(lab: ProofContext[ClimptFacts], finding: Finding, times: int) -> PlannedRun:
    """A run to the step of a finding that repeats it for as long as it can, and at least a number
    of times. Raises Decided if there is none."""
    facts, key, way = lab.facts, data_of(finding)["step"], way_of(finding)
    said = saying_repeat(facts, facts.steps[key])
    if said is None:
        raise Decided(unproved(NO_WAY))
    driven = run_plan(lab, f"repeat {key}", Plan(way, last=said))
    if len(iterations(driven, key)) <= times:
        reason = f"the run ends with {driven.code} before repeat {times}"
        raise Decided(unproved(reason, driven.script))
    if not all(_repeats(record) for record in iterations(driven, key)[:times]):
        other = failed_first(driven) or "an iteration doesn't repeat the step"
        raise Decided(unproved(other, driven.script))
    return driven


def _repeats(record: Mapping[str, Any]) -> bool:
    """Whether an iteration repeats its step."""
    return REPEAT in (record.get("intent"), record.get("closure_signal"))


def _sends(facts: ClimptFacts, record: Mapping[str, Any], file: str) -> bool:
    """Whether an iteration sends the prompt of a file, as far as its text has no variables."""
    body = facts.contract.prompts[file].body.partition(VARIABLE)[0]
    prompt: str = record.get("prompt") or ""
    return bool(record.get("model_called")) and prompt.startswith(body)


@checks_claim(_no_variant)
def sends_base_again(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches the step, repeats it up to the element, and sends the prompt of the edition."""
    facts, data = lab.facts, data_of(finding)
    number = facts.steps[data["step"]].chain.elements.index(data["element"]) + 1
    driven = _repeating(lab, finding, number)
    return shown(
        driven, lambda run: _sends(facts, iterations(run, data["step"])[number], data["sent"])
    )


@checks_claim(_lost_variant)
def loses_variant(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches the step, sends the prompt of its adaptation, repeats it up to `default`, and
    sends that of the edition."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    own, number = path(facts.contract, step, data["own"]), step.chain.elements.index(DEFAULT) + 1
    driven = _repeating(lab, finding, number)

    def variant_is_lost(run: PlannedRun) -> bool:
        before, after = iterations(run, data["step"])[0], iterations(run, data["step"])[number]
        return _sends(facts, before, str(own)) and _sends(facts, after, data["sent"])

    return shown(driven, variant_is_lost)


@checks_claim(_unsent)
def never_sends(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run sends the same prompt again at the element; or at once a prompt other than that for the
    closing action."""
    facts, data = lab.facts, data_of(finding)
    key = data["step"]
    number = 0
    if "element" in data:
        number = facts.steps[key].chain.elements.index(data["element"]) + 1
    driven = _repeating(lab, finding, number)

    def lent_prompt_is_sent(run: PlannedRun) -> bool:
        lent = _lender(facts)
        other = lent not in ("", data.get("file"), _variant(facts, data))
        return other and _sends(facts, iterations(run, key)[number], lent)

    return shown(driven, lent_prompt_is_sent)


def _variant(facts: ClimptFacts, data: Mapping[str, Any]) -> str:
    """The prompt that an element would send."""
    if "element" not in data:
        return ""
    return path(facts.contract, facts.steps[data["step"]], data["element"]) or ""


def _lender(facts: ClimptFacts) -> str:
    """The prompt that the handler of the verdict sends; none is known without an agent."""
    if not facts.has_agent:
        return ""
    verdict = facts.agent.verdict
    graph = verdict == "detect:graph"
    name = facts.registry.entry_step if graph else facts.registry.lent.get(verdict, "")
    known = prompts(facts.contract, facts.steps[name]) if name in facts.steps else None
    there = facts.contract.prompts
    found = (file for file in (known.own, known.base) if file in there) if known else iter(())
    return next(found, "") or ""
