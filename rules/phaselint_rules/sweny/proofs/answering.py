"""What a workflow is answered in runs by a plan, and how they end (reference §5.12, §5.14).

On the way everything passes, and conditions lead to the next node. In a plan of a run, `answers`
has for some nodes what the model answers there: one answer, or a list with one for each attempt
over all visits, of which the last is repeated. `asks` are the answers to side questions in order,
the last repeated; without any, judges pass. `last` is what the router answers. Without a `world`,
every file and URL that a source names is there.
"""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.decided import leading
from phaselint.dialects.sweny.reading.expressionvalues import MISSING
from phaselint.dialects.sweny.running.steps import HALTED
from phaselint.executor import planning
from phaselint.executor.planning import Astray
from phaselint.executor.proof import RunInput
from phaselint_rules.sweny.samples import (
    LOOK,
    everything_there,
    passing_answer,
    run_input,
    with_value,
    without,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event, Question
    from phaselint.dialects.sweny.analysis.decided import Field
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.planning import Plan, PlannedRun
    from phaselint.executor.proof import ProofContext

_THROWN = frozenset({"refused", "error"})
_UNPASSABLE = "no answers were found with which `{}` passes"


def run_plan(lab: ProofContext[SwenyFacts], name: str, plan: Plan) -> PlannedRun:
    """The run of a workflow by a plan. It has left the plan too where it threw something, or a
    node failed though nothing of the kind was planned."""
    return planning.run_plan(lab, name, _Answers(lab.facts, plan))


class _Answers:
    """The answers of a plan, handed out one by one."""

    most = 0

    def __init__(self, facts: SwenyFacts, plan: Plan) -> None:
        self._facts = facts
        self._plan = plan
        self._on_way = [facts.nodes[each] for each in dict.fromkeys(plan.way)]
        self._models: dict[str, int] = {}
        self._passing: dict[str, Any] = {}
        self._asks = 0
        self._asked: dict[tuple[str, int], int] = {}
        self._visited: list[str] = []

    def begin(self) -> RunInput:
        """An input, and a world, with which nodes on the way can pass."""
        facts, plan = self._facts, self._plan
        given = run_input(facts, self._on_way) if plan.given is None else plan.given
        world = everything_there(facts) if plan.world is None else plan.world
        return RunInput(given, world, plan.options)

    def answer(self, _state: Any, question: Question, events: Sequence[Event]) -> Any | None:
        """The answer to a question; none where the plan ends. Raises Astray."""
        way, visited = self._plan.way, self._visited
        visited += [event.data["node"] for event in events if event.kind == "node:enter"]
        visits = len(visited)
        if tuple(visited) != way[:visits]:
            raise Astray(f"the run goes to `{visited[-1]}` and leaves the planned path")
        if question.channel == "route":
            return way[visits] if visits < len(way) else self._plan.last
        if question.channel == "ask":
            return self._side(question)
        return self._model(question.phase, way[visits] if visits < len(way) else "")

    def _model(self, name: str, following: str) -> Any:
        planned = self._plan.answers.get(name)
        if planned is None:
            if name not in self._passing:
                self._passing[name] = passing_answer(self._facts.nodes[name], self._on_way)
            return leading_answer(self._facts, self._passing[name], name, following)
        if not isinstance(planned, (list, tuple)):
            return planned
        used = self._models.get(name, 0)
        self._models[name] = used + 1
        return planned[min(used, len(planned) - 1)]

    def _side(self, question: Question) -> Any:
        """The plan's next answer; else the verdict that lets the judge at hand pass. A node asks
        its judges in order, then for a reflection if a retry wants one."""
        asks = self._plan.asks
        if asks:
            self._asks += 1
            return asks[min(self._asks, len(asks)) - 1]
        node = self._facts.nodes[question.phase]
        judges = [each.pass_when for each in node.evals if each.kind == "judge"]
        visit = (question.phase, question.visit)
        number = self._asked.get(visit, 0)
        self._asked[visit] = number + 1
        verdicts = [f"VERDICT: {token}\nREASONING: fine" for token in judges]
        replies = [*verdicts, LOOK]
        return replies[number % len(replies)]

    def noted(self, made: PlannedRun) -> PlannedRun:
        """The run with what kept it from its plan: what ended it early, or
        else nodes that failed."""
        plan = self._plan
        return made._replace(
            left=made.left or _thrown(made) or _spoilt(made, plan) or _halted(made, plan)
        )


def _thrown(made: PlannedRun) -> str:
    outcome = made.run.outcome
    return f"the run ends before: {outcome.detail}" if outcome.kind in _THROWN else ""


def _spoilt(made: PlannedRun, plan: Plan) -> str:
    """That a node failed whose answers were made up to pass; empty for none."""
    for data in made.of("node:exit"):
        if data["result"]["status"] != "success":
            return "" if data["node"] in plan.answers else _UNPASSABLE.format(data["node"])
    return ""


def _halted(made: PlannedRun, plan: Plan) -> str:
    """That a node that failed ended a run before the end of its way; empty where none did."""
    visited = made.visited
    if visited == plan.way[: len(visited)] and len(visited) < len(plan.way):
        for data in made.of("route"):
            if data["reason"] == HALTED:
                return f"`{data['from']}` fails, which ends the run"
    return ""


def leading_answer(
    facts: SwenyFacts, answer: Mapping[str, Any], name: str, following: str
) -> Mapping[str, Any]:
    """An answer of a node with which its expressions, if it has any, lead to another node."""
    if not any(edge.expr for edge in facts.ways.out[name]):
        return answer
    found = leading(facts.nodes, facts.ways.out[name], following)
    return answer if found is None else assigned(answer, name, found)


def assigned(
    answer: Mapping[str, Any], name: str, assignment: Mapping[Field, Any]
) -> Mapping[str, Any]:
    """An answer of a node with the values of its fields among some."""
    for (node, fields), value in assignment.items():
        if node == name:
            answer = (
                without(answer, fields) if value is MISSING else (with_value(answer, fields, value))
            )
    return answer


# --- what runs showed -----------------------------------------------------------------------------


def results_of(made: PlannedRun, node: str) -> tuple[Mapping[str, Any], ...]:
    """The results of the finished visits of a node, in order."""
    return tuple(data["result"] for data in made.of("node:exit", node))


def prevented(made: PlannedRun, node: str, otherwise: str) -> str:
    """Why something did not happen on a node: what ended the run before a visit of it was over,
    or else what the proof reports about the visit."""
    return otherwise if results_of(made, node) else made.left or otherwise


def failed(made: PlannedRun, node: str) -> str:
    """That the last visit of a node did not end well; empty where it did, or never ended."""
    results = results_of(made, node)
    if results and results[-1]["status"] != "success":
        return _UNPASSABLE.format(node)
    return ""
