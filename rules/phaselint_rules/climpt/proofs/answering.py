"""What an agent answers in planned runs, and how they end (reference §4, §6.2).

On the path, every step gets the smallest answer that its schema accepts and that reaches the next
step.
"""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import DEFAULT, handed
from phaselint.dialects.climpt.analysis.lower import DEFAULT_KEY, END
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.dialects.climpt.running.gate import interpret
from phaselint.executor import planning
from phaselint.executor.planning import Astray, Plan, sampled
from phaselint.javascript.texts import text_of
from phaselint.schema import Absent, Equals, Matches, always, holding, minimal, values_at
from phaselint_rules.climpt.claiming import LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.analysis.lower import Edge
    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.records import Event, Question
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.schema import Path, Test

    Demand = tuple[Path, Test]

ENDINGS = ("next_action", "action")
"""Where a closure step says that it is finished (reference §4.7)."""

STAND_IN = {"prompts": "stand-in"}
"""A world in which a prompt that can't be built is made up."""

PROMPT = "PR-"
"""How the codes of prompts that can't be built start (reference §3.3)."""

NO_KEY = "(no such key)"
"""A value that isn't a key of a condition."""


# --- answers ----------------------------------------------------------------------------------


def answer(facts: ClimptFacts, step: Step, intent: str, *demands: Demand) -> dict[str, Any] | None:
    """The smallest answer of a gated step with an intent and whatever else is needed, in script
    form; none if its schema has none, or its gate looks for no intent. Without a schema it has just
    what is needed."""
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
    """Whether a jump without a target can't be answered: an answer that says nothing is treated as
    it (reference §4.3)."""
    gate, schema = step.gate, facts.schema(step)
    if gate is None or gate.fail_fast or not gate.target_field or schema is None:
        return False
    path = path_of(gate.target_field)
    if interpret(step, gate, {}).intent != "jump" or any(at == path for at, _ in demands):
        return False
    saying = {"allOf": [schema, holding(path_of(gate.field), {"const": "jump"})]}
    return always(saying, path).answer == "yes"


def _no_target(facts: ClimptFacts, step: Step, demands: Sequence[Demand]) -> list[Demand]:
    """What makes a jump name no target, if the schema lets a jump omit its target (reference §4.3);
    otherwise the smallest answer may or may not have the field."""
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
    """The smallest answer with which a closure step says something; if its schema has no room for
    it, the answer without it."""
    schema = facts.schema(step)
    whole: Any = {"type": "object"} if schema is None else schema
    for wanted in ([(ENDINGS, Equals(word))], []):
        so = minimal(whole, wanted)
        if isinstance(so, dict):
            return {"so": so}
    return {"text": word}


def saying(
    facts: ClimptFacts, step: Step, intent: str, key: str | None = None
) -> dict[str, Any] | None:
    """The smallest answer with an intent, and a condition with the value that a key means; none if
    the schema has none."""
    if step.kind == "closure":
        return closing(facts, step, intent)
    rule = (step.transitions or {}).get(intent)
    path = handed(step, rule.condition) if rule and key is not None else None
    if rule is None or path is None or key is None:
        return answer(facts, step, intent)
    if key == DEFAULT:
        return uncovered(facts, step, intent, path, rule.targets)
    return answer(facts, step, intent, (path_of(path), Matches(key.__eq__, (key,), text_of)))


def uncovered(
    facts: ClimptFacts, step: Step, intent: str, field: str, keys: Collection[str]
) -> dict[str, Any] | None:
    """The smallest answer in which a value is absent, null or not one of some keys."""
    return next(_uncovered(facts, step, intent, field, keys), None)


def _uncovered(
    facts: ClimptFacts, step: Step, intent: str, field: str, keys: Collection[str]
) -> Iterator[dict[str, Any]]:
    path = path_of(field)
    others = Matches(lambda text: text not in keys, (NO_KEY,), text_of, tuple(keys))
    demands: tuple[tuple[Demand, ...], ...] = (((path, others),), ((path, Equals(None)),), ())
    for wanted in demands:
        found = answer(facts, step, intent, *wanted)
        if found is not None and key_in(found["so"], field) not in keys:
            yield found


def key_in(so: Mapping[str, Any], field: str) -> str | None:
    """The key that the value at a path of an answer means; none for the default."""
    value: Any = so
    for name in path_of(field):
        value = value.get(name) if isinstance(value, dict) else None
    return None if value is None else text_of(value)


def leading(facts: ClimptFacts, edge: Edge) -> dict[str, Any] | None:
    """The answer that follows an edge; none if the schema allows none."""
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


# --- runs -----------------------------------------------------------------------------------------


def run_plan(lab: ProofContext[ClimptFacts], name: str, plan: Plan) -> PlannedRun:
    """The run of an agent along a plan."""
    return planning.run_plan(lab, name, _Answers(lab, plan))


class _Answers:
    """The answers of a plan, one for each iteration."""

    most = 0

    def __init__(self, lab: ProofContext[ClimptFacts], plan: Plan) -> None:
        self._lab = lab
        self._plan = plan

    def begin(self) -> RunInput:
        """Give a path that is longer than the agent's budget a larger budget."""
        facts, options = self._lab.facts, dict(self._plan.options)
        length = len(self._plan.way)
        most = facts.agent.max_iterations if facts.has_agent else length
        if length >= most and "max-iterations" not in options:
            options["max-iterations"] = length + 1
        return sampled(self._lab, self._plan)._replace(options=options)

    def answer(self, state: Any, question: Question, _events: Sequence[Event]) -> Any | None:
        """The answer of the current step; none after the end of the plan. Raises Astray."""
        plan, current = self._plan, question.phase
        number = len(self._lab.runtime.summary(state)["phases_visited"])
        if number < len(plan.way) and plan.way[number] != current:
            raise Astray(f"the run goes to `{current}`, off the planned path")
        if number >= len(plan.way) - 1:
            return plan.last
        said = plan.answers.get(current)
        if said is None:
            edge = edge_between(self._lab.facts, current, plan.way[number + 1])
            said = None if edge is None else leading(self._lab.facts, edge)
        if said is None:
            raise Astray(f"no answer continues from `{current}`")
        return said

    def noted(self, made: PlannedRun) -> PlannedRun:
        """The run with the code it ended with, empty for none, and the prompts that were
        replaced."""
        code, left = made.run.summary["error_code"] or "", made.left
        if not left and len(made.choices) < len(self._plan.way) - (self._plan.last is None):
            left = f"the run ends before it gets that far: {code or made.run.outcome.detail}"
        made = made._replace(left=left, code=code, stopped=_stopped(made, code))
        if made.setting.world.get("prompts") != STAND_IN["prompts"]:
            return made
        sent = ", ".join(f"`{step}`" for step in dict.fromkeys(made.visited))
        return made._replace(stand_ins=f"the prompts of {sent}")


def iterations(made: PlannedRun, step: str = "") -> tuple[Mapping[str, Any], ...]:
    """The records of a step's iterations, or of all, in order."""
    return made.of("iteration", step)


def _stopped(made: PlannedRun, code: str) -> str:
    """What ended a run for reasons with findings of their own, such as anything but its number of
    iterations; empty for none."""
    if made.run.outcome.kind == "refused":
        return f"the run doesn't start: {made.run.outcome.detail}"
    if code and code != LIMIT:
        return f"the run ends with {code} first"
    return failed_first(made)


def failed_first(made: PlannedRun) -> str:
    """What kept answers of a run from having an effect: a validator that failed, prose without the
    block that a validation step needs, or a replaced prompt; empty for none of these."""
    for event in made.events:
        if event.kind == "validator" and not event.data["holds"]:
            return f"validator `{event.data['name']}` fails first"
        if event.kind == "iteration" and event.data.get("format_failed"):
            return "the answer lacks the JSON block of the validation step"
        if event.kind == "iteration" and event.data.get("prompt_failure"):
            code = event.data["prompt_failure"]
            return f"the prompt of `{event.data['step']}` fails with {code} for another reason"
    return ""
