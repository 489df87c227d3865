"""How the executor shows what verdicts and parameters need (reference climpt §3.1, §4.11, §7.8)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.analysis.lower import permits
from phaselint.dialects.climpt.model import ALLOWED, ISSUE
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import STATIC, data_of, unproved
from phaselint.schema import minimal
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.agent.composites import (
    COMPOSITE,
    COUNTED,
    POLLED,
    conditions,
    dependent,
)
from phaselint_rules.climpt.claiming import LIMIT
from phaselint_rules.climpt.proofs.answering import (
    answer,
    iterations,
    refused_with,
    run_plan,
)
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

MOST = 20
"""Iterations of a run that waits for its limit."""

VERDICT = ("runner", "verdict")


# --- what findings say --------------------------------------------------------------------------


def _without_issue(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    if not facts.has_agent or facts.agent.verdict != POLLED:
        return None
    issue = facts.agent.parameters.get(ISSUE)
    if issue is not None and (issue.required or issue.has_default):
        return None
    inner = (*VERDICT, "type") if issue is None else ("parameters", ISSUE)
    place = facts.agent_place((*facts.agent.base, *inner))
    return ExpectedFinding(place, {"code": "AC-VERDICT-001"})


def _other_flag(claim: Claim) -> ExpectedFinding | None:
    """A parameter whose flag isn't the one that the command line looks for."""
    name = claim.name("parameter")
    if not claim.agent_place("parameters", name, "cli"):
        return None
    known = claim.facts.agent.parameters.get(name)
    kebab = re.sub("[A-Z]", lambda found: f"-{found[0].lower()}", name)
    if known is None or known.cli in (f"--{kebab}", f"--{name}"):
        return None
    return claim.here(parameter=name, needed=known.required and not known.has_default)


def _inert_composite(claim: Claim) -> ExpectedFinding | None:
    """A composite that waits for something other than the state of an issue, and the first step
    that depends on it."""
    facts = claim.facts
    keys = claim.in_agent(*VERDICT, "config", "conditions", ANY, "type")
    if not keys or facts.agent.verdict != COMPOSITE:
        return None
    kinds = [kind for _, kind, _ in conditions(facts)]
    waiting = [number for number, kind in enumerate(kinds) if kind != POLLED]
    everything = (facts.agent.config or {}).get("operator") == "and"
    if waiting[:1] != [keys[0]] or (len(waiting) < len(kinds) and not everything):
        return None
    step = dependent(facts)
    return claim.here(step=step.key) if step is not None else None


def _counted(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    if not claim.agent_place(*VERDICT, "type") or claim.text != COUNTED or not facts.gated:
        return None
    start = facts.steps.get(facts.active)
    return claim.here(step=start.key) if start and start.kind != "closure" else None


# --- starts -------------------------------------------------------------------------------------


@checks_claim(_without_issue)
@by("refusal")
def no_issue(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """Without an issue, the start is refused."""
    return refused_with(lab, data_of(finding)["code"], lacking=ISSUE)


@checks_claim(_other_flag, "that the command line doesn't look for the flag of `{parameter}`")
@by("refusal")
def not_provided(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """Without a value for a required parameter, the start is refused."""
    data = data_of(finding)
    if not data["needed"]:
        return STATIC
    flag = lab.facts.agent.parameters[data["parameter"]].cli
    code = f"Required parameter {flag} is not provided"
    return refused_with(lab, code, lacking=data["parameter"])


# --- runs --------------------------------------------------------------------------------------


@checks_claim(_inert_composite)
def never_finished(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run answers with everything that the conditions wait for, but doesn't finish."""
    facts, data = lab.facts, data_of(finding)
    way = tuple(data.get("path", ()))
    if not way or way[0] != facts.active:
        return unproved("no run of this agent reaches the step")
    step = facts.steps[data["step"]]
    schema = facts.schema(step)
    so = minimal({"type": "object"} if schema is None else schema, [])
    if not isinstance(so, dict) or _signal(so) in ALLOWED["closure"]:
        return unproved("the smallest answer already says how to continue")
    config = facts.agent.config if facts.has_agent else None
    said = {"so": so, "text": _all_of(config or {})}
    plan = Plan(way, last=said, options={"max-iterations": len(way) + 2})

    def run_ends_at_limit(driven: PlannedRun) -> bool:
        asked = iterations(driven, step.key)
        return len(asked) > 1 and driven.code == LIMIT

    return shown(run_plan(lab, "say what the conditions wait for", plan), run_ends_at_limit)


def _signal(so: dict[str, Any]) -> Any:
    action = so.get("next_action")
    return action.get("action") if isinstance(action, dict) else None


def _all_of(config: Any) -> str:
    """Prose with every keyword and signal of a composite."""
    lines = []
    for condition in config.get("conditions", ()):
        inner = condition.get("config")
        given = {**condition, **(inner if isinstance(inner, dict) else {})}
        lines.append(str(given.get("verdictKeyword", "TASK_COMPLETE")))
        lines.append(f"```{given.get('signalType', 'signal')}\n{{}}\n```")
    return "\n".join(lines)


def _repeats(step: Step) -> int:
    """How often a step can be repeated in a row, as far as that is asked."""
    return MOST if step.chain.endless else len(step.chain.elements)


@checks_claim(_counted, "that the verdict counts iterations")
def uses_up(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run stays in its first step until its limit, and fails."""
    facts = lab.facts
    step = facts.steps[data_of(finding)["step"]]
    last = answer(facts, step, "repeat") if permits(step, "repeat") else None
    most = min(facts.agent.max_iterations if facts.has_agent else MOST, MOST, _repeats(step))
    if last is None or not most:
        return unproved("the first step can't be repeated")
    plan = Plan((step.key,), last=last, options={"max-iterations": most})
    driven = run_plan(lab, "use all iterations", plan)
    if driven.code not in ("", LIMIT):
        return unproved(f"the run ends with {driven.code} first")
    return shown(driven, lambda run: run.code == LIMIT)
