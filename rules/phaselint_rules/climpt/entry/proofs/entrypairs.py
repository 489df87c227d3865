"""How the executor shows the effect of pairs of entries on runs (reference climpt 1.14 §2.1, §4.5,
§7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.stepprompts import prompts
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.climpt.entry.entrywords import ENTRY, LENT, MAPPING
from phaselint_rules.climpt.prompts.proofs.prompts import VARIABLE
from phaselint_rules.climpt.proofs.answering import closing, iterations, run_plan
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.ways.proofs.graph import never_entered_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim, Prover

GRAPH = "detect:graph"


# --- what findings say ----------------------------------------------------------------------------


def _only_lent(claim: Claim) -> ExpectedFinding | None:
    step, facts = claim.step, claim.facts
    members = next((each for each in facts.lent_islands if step and each[0] == step.key), ())
    if step is None or not members:
        return None
    data = {"step": step.key, "steps": list(members), "entries": list(facts.entries)}
    return ExpectedFinding(facts.place(step.pointer), data)


def _other_prompt(claim: Claim) -> ExpectedFinding | None:
    step, facts = claim.step, claim.facts
    registry = facts.registry
    if step is None or step.key != facts.active or not registry.closure_only:
        return None
    verdict = facts.agent.verdict
    if verdict == GRAPH:
        sent, place = registry.entry_step, claim.root(ENTRY)
    else:
        sent = registry.lent.get(verdict, "")
        place = facts.place((*registry.base, MAPPING, verdict, LENT))
    if sent not in facts.steps or sent == step.key:
        return None
    return ExpectedFinding(place, {"step": step.key, "sent": sent})


# --- runs -----------------------------------------------------------------------------------------


only_lent: Prover = checks_claim(_only_lent)(never_entered_steps)


@checks_claim(_other_prompt)
def sends_other(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run starts in one step and sends the prompt of the other."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps[data["step"]]
    sent, own = _text(facts, facts.steps[data["sent"]]), _text(facts, step)
    if sent is None:
        return unproved("the other step has no prompt to send")
    driven = run_plan(lab, f"start in {step.key}", Plan((step.key,), last=closing(facts, step)))

    def prompt_is_another(run: PlannedRun) -> bool:
        first: Mapping[str, Any] = next(iter(iterations(run, step.key)), {})
        body = sent.body.partition(VARIABLE)[0]
        prompt: str = first.get("prompt") or ""
        return bool(first.get("model_called")) and prompt.startswith(body) and sent is not own

    return shown(driven, prompt_is_another)


def _text(facts: ClimptFacts, step: Step) -> Text | None:
    """The prompt of a step, by its address."""
    known, there = prompts(facts.contract, step), facts.contract.prompts
    paths = (known.own, known.base) if known else ()
    return next((there[path] for path in paths if path is not None and path in there), None)
