"""How the executor shows what verdicts and parameters need (reference climpt §3.1, §4.11, §7.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.analysis.lower import permitted
from phaselint.dialects.climpt.model import ALLOWED, ISSUE
from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC, Setting
from phaselint.schema import minimal
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.bench import Plan, answer, drive, refused_with, shown
from phaselint_rules.climpt.proofs.loading import CONFIGURATION
from phaselint_rules.climpt.subjects import value_at

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.bench import Driven

LIMIT = "AGENT_MAX_ITERATIONS"
MOST = 20
"""Iterations of a run that waits for its limit."""

COUNTS = ("maxIterations", "maxChecks")


# --- starts ------------------------------------------------------------------------------------


@by("refusal")
def refused_config(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused, where it looks at the value: it misses what is absent or empty, and
    takes any positive number and any other text."""
    missing = data_of(finding)["kind"] == "missing-required-field"
    value = value_at(lab.facts, finding.place)
    name = finding.place.pointer[-1]
    positive = isinstance(value, int | float) and not isinstance(value, bool) and value > 0
    wrong = not positive if name in COUNTS else name == "conditions" or not value
    whole = finding.place.pointer[-2:-1] == ("config",)
    if missing and name in ("config", "verdict"):
        return refused_with(lab, *CONFIGURATION)
    return refused_with(lab, *CONFIGURATION) if wrong and whole else STATIC


@by("refusal")
def refused_parameter(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused, where it looks at the field: a flag only has to begin as one."""
    value = value_at(lab.facts, finding.place)
    kind = data_of(finding)["kind"]
    taken = isinstance(value, str) and value.startswith("--")
    if finding.place.pointer[-1] == "cli" and taken and kind != "conflict":
        return STATIC
    return refused_with(lab, *CONFIGURATION)


def _refused_without(lab: Lab[ClimptFacts], parameter: str, code: str) -> Proof:
    """The start is refused when a parameter has no value."""
    contract = lab.facts.contract
    given = dict(lab.runtime.sample_input(contract))
    given.pop(parameter, None)
    setting = Setting(given)
    state = lab.runtime.start(contract, lab.options, setting.given, setting.world)
    outcome = lab.runtime.outcome(state)
    name = f"leave out {parameter}"
    expect = {"outcome": "refused"}
    script = lab.script(name, (), expect, setting=setting, refusal=True)
    if outcome.kind != "refused":
        return Proof("refuted", "refusal", script, "the executor starts a run of this agent")
    if outcome.detail == code:
        return Proof("proved", "refusal", script)
    reason = f"the start-up ends with {outcome.detail} before it comes to this"
    return Proof("unproved", "refusal", script, reason)


@by("refusal")
def no_issue(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """Without an issue the start is refused."""
    return _refused_without(lab, ISSUE, data_of(finding)["code"])


@by("refusal")
def not_provided(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """Without a value for a required parameter the start is refused."""
    data = data_of(finding)
    if not data["needed"]:
        return STATIC
    flag = lab.facts.agent.parameters[data["parameter"]].cli
    return _refused_without(lab, data["parameter"], f"Required parameter {flag} is not provided")


# --- runs --------------------------------------------------------------------------------------


def never_finished(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run answers with all that the conditions wait for, and is not finished."""
    facts, data = lab.facts, data_of(finding)
    way = tuple(data["path"])
    if not way or way[0] != facts.active:
        return unscripted("no run of this agent comes to the step")
    step = facts.steps[data["step"]]
    schema = facts.schema(step)
    so = minimal({"type": "object"} if schema is None else schema, [])
    if not isinstance(so, dict) or _signal(so) in ALLOWED["closure"]:
        return unscripted("the smallest answer says by itself how to go on")
    config = facts.agent.config if facts.has_agent else None
    said = {"so": so, "text": _all_of(config or {})}
    plan = Plan(way, said, options={"max_iterations": len(way) + 2})

    def holds(driven: Driven) -> bool:
        asked = driven.at(step.key)
        return len(asked) > 1 and driven.code == LIMIT

    return shown(drive(lab, "say what the conditions wait for", plan), holds)


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


def uses_up(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run stays in its first step until its limit, and has failed."""
    facts = lab.facts
    step = facts.steps[data_of(finding)["step"]]
    last = answer(facts, step, "repeat") if "repeat" in permitted(step) else None
    if last is None:
        return unscripted("the first step cannot be repeated")
    most = min(facts.agent.max_iterations if facts.has_agent else MOST, MOST)
    plan = Plan((step.key,), last, options={"max_iterations": most})
    return shown(drive(lab, "use up the iterations", plan), lambda run: run.code == LIMIT)
