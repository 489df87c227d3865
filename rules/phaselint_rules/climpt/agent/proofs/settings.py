"""How the executor shows what the settings of an agent let its steps do (reference climpt 1.14
§2.5, §3.6, §4.7)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.climpt.proofs.answering import (
    answer,
    closing,
    iterations,
    run_plan,
)
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

ALLOW = ("permissions", "allow")
STRICT = {"refuse-invalid": True}
"""A run to which no settings are given."""

NO_MODEL = "no run of this agent starts by asking the model"


# --- what findings say --------------------------------------------------------------------------


def _file(claim: Claim) -> str:
    """The settings that apply; empty where there are none."""
    settings = claim.facts.contract.settings
    return settings.file if settings is not None else ""


def _widened(claim: Claim) -> ExpectedFinding | None:
    name, bracket, _ = claim.text.partition("(")
    listed = claim.place.file == _file(claim) and claim.place.pointer[:2] == ALLOW
    return claim.here(tool=name) if listed and bracket else None


# --- runs ---------------------------------------------------------------------------------------


def _first(facts: ClimptFacts) -> Step | None:
    """The step in which runs start, if it asks the model."""
    step = facts.steps.get(facts.active)
    asks = step is not None and not (step.kind == "closure" and step.runner is not None)
    return step if asks else None


def _calling(facts: ClimptFacts, step: Step, tool: str) -> Plan | None:
    """A run whose first step calls a tool."""
    gate = step.gate
    words = gate.allowed if gate is not None else ("",)
    said = (answer(facts, step, word) for word in words)
    last: dict[str, Any] | None = (
        closing(facts, step)
        if step.kind == "closure"
        else next((each for each in said if each is not None), None)
    )
    return Plan((step.key,), last={**last, "toolCalls": [{"tool": tool}]}) if last else None


@checks_claim(_widened, "that `{tool}` is listed with brackets")
def other_calls_pass(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The first step of a run calls the tool with arguments outside the brackets, and the call is
    allowed."""
    facts, tool = lab.facts, data_of(finding)["tool"]
    step = _first(facts)
    plan = _calling(facts, step, tool) if step is not None and step.kind == "work" else None
    if step is None or plan is None:
        return unproved(NO_MODEL)

    def tool_passes(driven: PlannedRun) -> bool:
        records = iterations(driven, step.key)
        return bool(records) and tool in records[0]["tools"] and "denied" not in records[0]

    return shown(run_plan(lab, f"call {tool}", plan), tool_passes)
