"""How the executor shows that a prompt can't be built, or can (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import RUNTIME, plain
from phaselint.dialects.climpt.reading.stepprompts import texts
from phaselint.executor.planning import Plan
from phaselint.executor.proof import STATIC, Decided, data_of, unproved, verdict
from phaselint.vocabulary.finding import Proof
from phaselint_rules.climpt.data.declaredvariables import (
    misspelt,
    named_in,
    text_place,
    used,
)
from phaselint_rules.climpt.data.inputsupply import is_left_out, unsupplied
from phaselint_rules.climpt.proofs.answering import failed_first, iterations, run_plan
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.together import joint
from phaselint_rules.climpt.ways.proofs.transitions import NO_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.analysis.variablesources import Source
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.claims import Claim

    Record = Mapping[str, Any]

MISSING = "PR-RESOLVE-003"
UNKNOWN = "PR-RESOLVE-005"
GOING_ON = {"text": "I am still at it."}


def visit(
    lab: ProofContext[ClimptFacts],
    name: str,
    way: tuple[str, ...],
    holds: Callable[[PlannedRun, Record], bool],
    **plan: Any,
) -> Proof:
    """The verdict of a run along a path, by the record of the iteration at its end.

    A run that doesn't get there, or that ends there for another reason, decides nothing.
    """
    driven = run_plan(lab, name, Plan(way, last=GOING_ON, **plan))
    reached = len(iterations(driven)) >= len(way) and driven.visited[: len(way)] == way
    record = iterations(driven)[len(way) - 1] if reached else {}
    other = driven.left or _ended(driven, record, reached=reached)
    return verdict(reached and holds(driven, record), driven.script, other)


def _ended(driven: PlannedRun, record: Record, *, reached: bool) -> str:
    """What else kept a run from showing a finding; empty if there is nothing."""
    failure = record.get("failure") or record.get("prompt_failure")
    if failure:
        return f"the prompt fails with {failure} for another reason first"
    if not reached:
        return f"the run ends with {driven.code} before it reaches the step"
    return failed_first(driven)


def way_of(finding: Finding) -> tuple[str, ...]:
    """The path of a finding's witness. Raises Decided if no run reaches the step."""
    way = tuple(data_of(finding).get("path", ()))
    if not way:
        raise Decided(unproved(NO_WAY))
    return way


def fails_with(driven: PlannedRun, record: Record, code: str, name: str = "") -> bool:
    """Whether the prompt of an iteration couldn't be built: in a step of the flow that ends the
    run, because of the variable with a given name, if any."""
    if record.get("prompt_failure") == code:
        return True
    reason = str(driven.run.summary["reason"])
    return record.get("failure") == code and (not name or f"`{name}`" in reason)


def ends_there(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches the step and can't build its prompt."""
    data = data_of(finding)
    if not data["code"]:
        return STATIC
    code, way, name = data["code"], way_of(finding), data.get("variable", "")

    def step_fails_with_code(driven: PlannedRun, record: Record) -> bool:
        return fails_with(driven, record, code, name)

    return visit(lab, f"build the prompt of {way[-1]}", way, step_fails_with_code)


def sends(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches the step and sends its prompt."""
    way = way_of(finding)
    return visit(lab, f"build the prompt of {way[-1]}", way, lambda _, record: is_sent(record))


def is_sent(record: Record) -> bool:
    """Whether the step's own prompt was sent."""
    return bool(record.get("model_called")) and not record.get("prompt_failure")


def ends_at_start(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run ends in its first iteration, or can't build its prompt."""
    facts = lab.facts
    start = (facts.active or next(iter(facts.entries), "")) if facts.graph_known else ""
    if not start:
        return unproved(NO_WAY)
    code = data_of(finding)["code"]
    return visit(lab, "begin", (start,), lambda run, record: fails_with(run, record, code))


def without_parameter(lab: ProofContext[ClimptFacts], parameter: str) -> dict[str, Any]:
    """Arguments for a run without a parameter."""
    given = lab.runtime.sample_input(lab.facts.contract)
    return {name: value for name, value in given.items() if name != parameter}


def anywhere(
    lab: ProofContext[ClimptFacts],
    name: str,
    way: tuple[str, ...],
    holds: Callable[[PlannedRun, Record], bool],
    given: Mapping[str, Any] | None,
) -> Proof:
    """The verdict of a run along a path, which an earlier step with the same need can end."""
    driven = run_plan(lab, name, Plan(way, last=GOING_ON, given=given))
    if iterations(driven) and holds(driven, iterations(driven)[-1]):
        return Proof("proved", "replay", driven.script)
    return visit(lab, name, way, holds, given=given)


# --- declared variables ---------------------------------------------------------------------------


def _declared(claim: Claim) -> tuple[Step, str, tuple[Source, ...]] | None:
    """The step that declares the variable at a finding's place as its first occurrence, its name as
    runs know it, and what might supply it."""
    step, name = claim.step, claim.name("variable")
    keys = claim.below("steps", step.key, "uvVariables", ANY) if step else None
    names = [plain(each) for each in step.variables] if step else []
    if step is None or keys is None or name not in names or names.index(name) != keys[0]:
        return None
    return step, name, claim.facts.sources[step.key].get(name, ())


def _no_source(claim: Claim) -> ExpectedFinding | None:
    """The first of the variables of a step without a source, with all of them."""
    found = _declared(claim)
    if found is not None and [each.channel for each in found[2]] == ["run"]:
        return claim.here(step=found[0].key, variable=found[1], variables=[found[1]], code="")
    lacking = [each.name for each in unsupplied(claim.facts, found[0])] if found else []
    if found is None or lacking[:1] != [found[1]]:
        return None
    return claim.here(step=found[0].key, variable=found[1], variables=lacking, code=MISSING)


@checks_claim(_no_source)
def no_source(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """For each of the variables, a run with values for the others reaches the step and can't build
    its prompt; or a run sends it, because every run has the variable."""
    if not data_of(finding)["code"]:
        return sends(lab, finding)
    data, way = data_of(finding), way_of(finding)
    return joint({name: _without(lab, way, name, data["variables"]) for name in data["variables"]})


def _without(
    lab: ProofContext[ClimptFacts], way: tuple[str, ...], name: str, every: list[str]
) -> Proof:
    """A run with values for all of some variables but one fails because of that one."""
    given = {**lab.runtime.sample_input(lab.facts.contract), **dict.fromkeys(every, "x")}
    del given[name]

    def step_fails_with_code(driven: PlannedRun, record: Record) -> bool:
        return fails_with(driven, record, MISSING, name)

    return visit(
        lab, f"build the prompt of {way[-1]} without {name}", way, step_fails_with_code, given=given
    )


def _idle(claim: Claim) -> ExpectedFinding | None:
    """A declared variable that no prompt of its step names."""
    found = _declared(claim)
    if found is None:
        return None
    step, name, known = found
    prompts = texts(claim.facts.contract, step)
    if not prompts or any(name in named_in(text) for text in prompts):
        return None
    given = is_left_out(claim.facts, name, known)
    return claim.here(step=step.key, variable=name, code=MISSING, parameter=given)


@checks_claim(_idle, "that the prompt of `{step}` doesn't use `{variable}`")
def still_needed(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run without the value can't build a prompt that doesn't use it. A parameter with a default
    is given as an empty string, which counts as missing."""
    data = data_of(finding)
    if not data["parameter"]:
        return STATIC
    way, name = way_of(finding), data["variable"]
    given = without_parameter(lab, name)
    agent = lab.facts.contract.agent
    if agent is not None and agent.parameters[name].has_default:
        given[name] = ""

    def step_fails_with_code(driven: PlannedRun, record: Record) -> bool:
        return fails_with(driven, record, MISSING, name)

    return anywhere(lab, f"go to {way[-1]} without {name}", way, step_fails_with_code, given)


# --- variables of prompts -------------------------------------------------------------------------


def _undeclared(claim: Claim) -> ExpectedFinding | None:
    """A variable that a prompt uses but its steps don't declare: the first step that might lack it,
    or else the first."""
    facts, name = claim.facts, claim.name("variable")
    text = facts.contract.prompts.get(claim.place.file)
    spots = used(text) if text else {}
    users = [s for s in facts.sending_steps if text in texts(facts.contract, s)] if text else []
    lacking = [step for step in users if _lacks(facts, step, name)]
    if text is None or name not in spots or name in RUNTIME or not lacking:
        return None
    found = {step.key: facts.sources[step.key].get(name, ()) for step in lacking}
    open_ = [step for step in lacking if not any(each.certain for each in found[step.key])]
    step = (open_ or lacking)[0]
    data = {
        "step": step.key,
        "variable": name,
        "code": UNKNOWN if open_ else "",
        "optional": any(each.parameter is not None for each in found[step.key]),
    }
    return ExpectedFinding(text_place(facts, text, *spots[name]), data)


def _lacks(facts: ClimptFacts, step: Step, name: str) -> bool:
    """Whether a step doesn't declare a name, misspelled or not."""
    if name in map(plain, step.variables):
        return False
    return name not in facts.sources[step.key] or name not in misspelt(facts, step).values()


@checks_claim(_undeclared, "that `{step}` doesn't declare `{variable}`")
def undeclared(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The undeclared variable has no value, and the run ends; or it has one, and the prompt is sent
    with it. An optional parameter is left out."""
    data = data_of(finding)
    if not data["code"]:
        return sends(lab, finding)
    way, name = way_of(finding), data["variable"]

    def step_fails_with_code(driven: PlannedRun, record: Record) -> bool:
        return fails_with(driven, record, data["code"], name)

    given = without_parameter(lab, name) if data["optional"] else None
    proof = visit(lab, f"build the prompt of {way[-1]}", way, step_fails_with_code, given=given)
    if proof.status != "refuted":
        return proof
    return unproved("on this path, the variable has a value", proof.script)
