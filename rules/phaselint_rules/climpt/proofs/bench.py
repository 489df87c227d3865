"""Runs along a way of steps, and what they showed (reference §6.2).

A proof plans a run: which steps it goes through, and the answer that shows the finding. On the
way every step gets the smallest answer its schema accepts that leads to the next. The executor
runs the unmodified agent; the events say what it did. A differential proof runs a corrected copy
on the same answers.
"""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import DEFAULT_KEY, END
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.dialects.climpt.running.gate import interpret
from phaselint.executor.driving import Made, compared, make, verdict
from phaselint.executor.proof import Lab, Setting, standing_in
from phaselint.schema import Absent, Equals, always, holding, minimal, values_at
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.analysis.lower import Edge
    from phaselint.dialects.climpt.model import ClimptContract, Step
    from phaselint.dialects.records import Event, Question
    from phaselint.schema import Path, Test

    Demand = tuple[Path, Test]

ENDINGS = ("next_action", "action")
"""Where a closure step says that it is finished (reference §4.7)."""

STAND_IN = {"prompts": "stand-in"}
"""A world in which a prompt that cannot be built is made up."""

LIMIT = "AGENT_MAX_ITERATIONS"
"""How a run ends that used up its iterations."""

PROMPT = "PR-"
"""What the codes of prompts that cannot be built start with (reference §3.3)."""


class Plan(NamedTuple):
    """A run to be made.

    `way` are the steps to run, from the entry on. `answers` has for some steps what the model
    answers there in place of the answer that leads on. `last` is the answer at the end of the
    way, repeated for as long as the run asks; without it the run is left there. `given` are
    arguments, those without a default made up where it is none.
    """

    way: tuple[str, ...]
    last: Mapping[str, Any] | None = None
    answers: Mapping[str, Mapping[str, Any]] = {}
    given: Mapping[str, Any] | None = None
    world: Mapping[str, Any] = {}
    options: Mapping[str, Any] = {}


class Driven(Made):
    """A run of an agent that was made."""

    __slots__ = ()

    @property
    def iterations(self) -> tuple[Mapping[str, Any], ...]:
        """The records of the iterations, in order."""
        return tuple(event.data for event in self.events if event.kind == "iteration")

    def at(self, step: str) -> tuple[Mapping[str, Any], ...]:
        """The records of a step's iterations."""
        return tuple(each for each in self.iterations if each["step"] == step)

    @property
    def code(self) -> str:
        """The code that the run ended with; empty for none."""
        return self.run.summary["error_code"] or ""


# --- answers ----------------------------------------------------------------------------------


def answer(facts: ClimptFacts, step: Step, intent: str, *demands: Demand) -> dict[str, Any] | None:
    """The smallest answer of a gated step with an intent and whatever else is wanted, in script
    form; none where its schema has none, or its gate looks for no intent. Without a schema it has
    just what is wanted."""
    field = step.gate.field if step.gate else ""
    if step.gate is not None and intent and not field:
        return None
    none = _no_target(facts, step, demands) if intent == "jump" else []
    unsaid = intent == "jump" and not none and _unsaid(facts, step, demands)
    said = Absent() if unsaid else Equals(intent)
    wanted: list[tuple[Path, Test | Absent]] = [(path_of(field), said)] if field else []
    wanted += [*demands, *none]
    schema = facts.schema(step)
    so = minimal({"type": "object"} if schema is None else schema, wanted)
    return {"so": so} if isinstance(so, dict) else None


def _unsaid(facts: ClimptFacts, step: Step, demands: Sequence[Demand]) -> bool:
    """Whether a jump that names no target is one that no answer says: an answer that says nothing
    is taken for it (reference §4.3)."""
    gate, schema = step.gate, facts.schema(step)
    if gate is None or gate.fail_fast or not gate.target_field or schema is None:
        return False
    path = path_of(gate.target_field)
    if interpret(step, gate, {}).intent != "jump" or any(at == path for at, _ in demands):
        return False
    saying = {"allOf": [schema, holding(path_of(gate.field), {"const": "jump"})]}
    return always(saying, path).answer == "yes"


def _no_target(facts: ClimptFacts, step: Step, demands: Sequence[Demand]) -> list[Demand]:
    """What has a jump name no target, if the schema lets a jump omit its target (reference §4.3);
    without it, the smallest answer has the field or has it not."""
    field, schema = step.gate.target_field if step.gate else "", facts.schema(step)
    path = path_of(field)
    if not field or schema is None or any(at == path for at, _ in demands):
        return []
    gate = step.gate
    said = holding(path_of(gate.field), {"const": "jump"}) if gate and gate.field else True
    if always({"allOf": [schema, said]}, path).answer != "yes":
        return []
    values = values_at(schema, path) or ()
    blank = [value for value in values if not value or not isinstance(value, str)]
    return [(path, Equals(blank[0]))] if blank else []


def closing(facts: ClimptFacts, step: Step, word: str = "closing") -> dict[str, Any]:
    """The smallest answer with which a closure step says something; where its schema has no
    room for it, the answer without."""
    schema = facts.schema(step)
    whole: Any = {"type": "object"} if schema is None else schema
    for wanted in ([(ENDINGS, Equals(word))], []):
        so = minimal(whole, wanted)
        if isinstance(so, dict):
            return {"so": so}
    return {"text": word}


def leading(facts: ClimptFacts, edge: Edge) -> dict[str, Any] | None:
    """The answer that follows an edge; none where the schema allows none."""
    step = facts.steps[edge.source]
    if edge.to == "end" or step.kind == "closure":
        return closing(facts, step, "closing" if edge.target == END else "repeat")
    demands: list[Demand] = []
    gate = step.gate
    by_field = edge.intent == "jump" and edge.pointer == step.pointer and not edge.derived
    if gate is not None and gate.target_field and by_field:
        demands.append((path_of(gate.target_field), Equals(edge.target)))
    if gate is not None and edge.key and edge.key != DEFAULT_KEY:
        rule = (step.transitions or {})[edge.intent]
        for field in gate.handoff_fields:
            if field.rpartition(".")[2] == rule.condition:
                demands.append((path_of(field), Equals(edge.key)))
    return answer(facts, step, edge.intent, *demands)


def edge_between(facts: ClimptFacts, source: str, target: str) -> Edge | None:
    """The first edge from one step to another that a run can follow, fixed ones first."""
    ways = (
        edge
        for edge in facts.out[source]
        if edge.to != "error" and not (edge.documented or edge.excluded)
    )
    found = [edge for edge in ways if edge.dynamic or edge.target == target]
    best = min(found, key=lambda edge: edge.dynamic, default=None)
    return best._replace(target=target) if best else None


# --- runs -------------------------------------------------------------------------------------


def drive(lab: Lab[ClimptFacts], name: str, plan: Plan) -> Driven:
    """Make a run by a plan, from its start to the end of its way or its own."""
    facts = lab.facts
    given = plan.given
    if given is None:
        given = lab.runtime.sample_input(facts.contract)
    setting = Setting(given, plan.world, _budget(facts, plan))
    made = make(lab, name, setting, _Answers(lab, plan))
    left = made.left
    if not left and len(made.choices) < len(plan.way) - (plan.last is None):
        code = made.run.summary["error_code"] or made.run.outcome.detail
        left = f"the run ends before it comes that far: {code}"
    return Driven(*made._replace(left=left))


class _Answers:
    """The answers of a plan, one for each iteration."""

    def __init__(self, lab: Lab[ClimptFacts], plan: Plan) -> None:
        self._lab = lab
        self._plan = plan
        self.left = ""

    def answer(self, state: Any, _question: Question, _events: Sequence[Event]) -> Any | None:
        """The answer of the step at hand; none where the plan ends or the run has left it."""
        way, current = self._plan.way, state.step
        number = len(self._lab.runtime.summary(state)["phases_visited"])
        if number < len(way) and way[number] != current:
            self.left = f"the run goes to `{current}` and not along the planned way"
            return None
        said = _said(self._lab.facts, self._plan, number, current)
        if said is None and number < len(way) - 1:
            self.left = f"no answer leads on from `{current}`"
        return said


def _budget(facts: ClimptFacts, plan: Plan) -> dict[str, Any]:
    """Options of a run; a way that is longer than the agent's budget gets a larger one."""
    options = dict(plan.options)
    most = facts.agent.max_iterations if facts.has_agent else len(plan.way)
    if len(plan.way) >= most and "max-iterations" not in options:
        options["max-iterations"] = len(plan.way) + 1
    return options


def _said(facts: ClimptFacts, plan: Plan, number: int, current: str) -> Mapping[str, Any] | None:
    """The answer in an iteration (from 0); none where the plan ends."""
    if number >= len(plan.way) - 1:
        return plan.last
    given = plan.answers.get(current)
    if given is not None:
        return given
    edge = edge_between(facts, current, plan.way[number + 1])
    return None if edge is None else leading(facts, edge)


# --- verdicts ---------------------------------------------------------------------------------


def shown(driven: Driven, holds: Callable[[Driven], bool]) -> Proof:
    """The verdict on a finding that a run is to show. A run that left its plan, that was refused
    or that anything but the number of its iterations has ended decides nothing unless it shows
    the finding all the same."""
    proof = verdict(holds(driven), driven.script, driven.left or _stopped(driven))
    return _with_stand_ins(driven, proof)


def _with_stand_ins(driven: Driven, proof: Proof) -> Proof:
    """A proof that says for which prompts something else was sent, if for any."""
    if driven.setting.world.get("prompts") != STAND_IN["prompts"]:
        return proof
    sent = ", ".join(f"`{step}`" for step in dict.fromkeys(driven.visited))
    return standing_in(proof, f"the prompts of {sent}")


def _stopped(driven: Driven) -> str:
    """What ended a run for reasons that have findings of their own; empty for none."""
    if driven.run.outcome.kind == "refused":
        return f"the run does not start: {driven.run.outcome.detail}"
    if driven.code and driven.code != LIMIT:
        return f"the run ends with {driven.code} first"
    return failed_first(driven)


def failed_first(driven: Driven) -> str:
    """What kept answers of a run from having an effect: a validator that failed, prose without
    the block that a validation step wants, or a prompt in the place of which another one was sent;
    empty for none of these."""
    for event in driven.events:
        if event.kind == "validator" and not event.data["holds"]:
            return f"validator `{event.data['name']}` fails first"
        if event.kind == "iteration" and event.data.get("format_failed"):
            return "the answer lacks the JSON block of the validation step"
        if event.kind == "iteration" and event.data.get("prompt_failure"):
            code = event.data["prompt_failure"]
            return f"the prompt of `{event.data['step']}` fails with {code} for something else"
    return ""


def refused_with(lab: Lab[ClimptFacts], *codes: str) -> Proof:
    """Proved when the start-up refuses the agent with one of some codes."""
    contract = lab.facts.contract
    setting = Setting(lab.runtime.sample_input(contract))
    state = lab.runtime.start(contract, lab.options, setting.given, setting.world)
    outcome = lab.runtime.outcome(state)
    script = lab.script(
        f"refuse with {codes[0]}", (), {"outcome": "refused"}, setting=setting, refusal=True
    )
    if outcome.kind == "refused" and not frozenset(codes).isdisjoint(_codes(lab, state)):
        return Proof("proved", "refusal", script)
    if outcome.kind == "refused":
        reason = f"the start-up ends with {outcome.detail} before it comes to this"
        return Proof("unproved", "refusal", script, reason)
    return Proof("refuted", "refusal", script, "the executor starts a run of this agent")


def _codes(lab: Lab[ClimptFacts], state: Any) -> tuple[str, ...]:
    """What a start is refused for: one code, or all of those that boot finds."""
    told = (event.data for event in lab.runtime.opening(state))
    return tuple(code for data in told for code in data.get("codes", (data["code"],)))


def ignored(
    lab: Lab[ClimptFacts],
    driven: Driven,
    holds: Callable[[Driven], bool],
    corrected: ClimptContract,
) -> Proof:
    """The verdict on what a run shows to be ignored: that of a corrected copy is the same."""
    proof = shown(driven, holds)
    if proof.status != "proved":
        return proof
    name = driven.script["scenarios"][0]["name"]
    return _with_stand_ins(driven, compared(lab, name, driven, corrected, same=True))


def same_without(
    lab: Lab[ClimptFacts], name: str, plan: Plan, corrected: ClimptContract, *, same: bool = True
) -> Proof:
    """Compare the run of a plan with that of a corrected copy on the same answers: whether both
    tell the same, or else differ."""
    return compared(lab, name, drive(lab, name, plan), corrected, same=same)
