"""Runs along a way of nodes, and what they were offered (reference §5.12, §5.14).

A proof plans a run: which nodes it goes through, and what differs from the answers under which
everything passes. The executor runs the unmodified contract; the events say what it did.
"""

from __future__ import annotations

from itertools import dropwhile

from phaselint.dialects.sweny.analysis.decided import leading
from phaselint.dialects.sweny.reading.expressionvalues import MISSING
from phaselint.dialects.sweny.running.steps import HALTED
from phaselint.executor.driving import Made, make, verdict
from phaselint.executor.proof import Setting, cut_off_at
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.sweny.proofs.samples import (
    everything_there,
    passing_answer,
    run_input,
    with_value,
    without,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event, Question
    from phaselint.dialects.sweny.analysis.decided import Field
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.executor.explore import Atlas, Edge
    from phaselint.executor.proof import Lab
    from phaselint.executor.replay import Run

FAILED: Mapping[str, Any] = {"status": "failed", "data": {"error": "the run did not finish"}}
"""A model run that does not succeed."""


_THROWN = frozenset({"refused", "error"})
_UNPASSABLE = "no answers could be made up with which `{}` passes"


class Plan(NamedTuple):
    """A run to be made.

    `way` are the nodes to visit, from the entry on. `models` has for some nodes what the model
    answers there: one answer, or a list with one for each attempt over all visits, of which the
    last is repeated; other nodes get answers that let their gates pass. `asks` are the answers
    to side questions in order, the last repeated; without any, judges pass. `last` is what the
    router answers at the end of the way; without it the run is left there. Without a `world`,
    every file and URL that a source names is there.
    """

    way: tuple[str, ...]
    models: Mapping[str, Any] = {}
    asks: tuple[Any, ...] = ()
    last: Any = None
    given: Mapping[str, Any] | None = None
    world: Mapping[str, Any] | None = None
    options: Mapping[str, Any] = {}


class Driven(Made):
    """A run of a workflow that was made."""

    __slots__ = ()

    def of(self, kind: str, node: str = "") -> tuple[Mapping[str, Any], ...]:
        """The data of the events of a kind, on one node or on all."""
        return tuple(
            event.data
            for event in self.events
            if event.kind == kind and (not node or event.data.get("node") == node)
        )

    @property
    def at(self) -> str:
        """The node that was entered last; empty for none."""
        return (self.visited or ("",))[-1]

    def results(self, node: str) -> tuple[Mapping[str, Any], ...]:
        """The results of the finished visits of a node, in order."""
        return tuple(data["result"] for data in self.of("node:exit", node))

    def prevented(self, node: str, otherwise: str) -> str:
        """Why something did not happen on a node: what ended the run before a visit of it was
        over, or else what is to be said of the visit."""
        return otherwise if self.results(node) else self.left or otherwise

    def failed(self, node: str) -> str:
        """That the last visit of a node did not end well; empty where it did, or never ended."""
        results = self.results(node)
        if results and results[-1]["status"] != "success":
            return _UNPASSABLE.format(node)
        return ""


def drive(lab: Lab[SwenyFacts], name: str, plan: Plan) -> Driven:
    """Make a run by a plan, from its start to the end of its way or its own. It has left the plan
    too where it threw something, or a node failed though nothing of the kind was planned."""
    facts = lab.facts
    on_way = [facts.nodes[each] for each in dict.fromkeys(plan.way)]
    given = run_input(facts, on_way) if plan.given is None else plan.given
    world = everything_there(facts) if plan.world is None else plan.world
    setting = Setting(given, world, plan.options)
    made = make(lab, name, setting, _Answers(facts, plan, on_way))
    left = made.left or _thrown(made) or _spoilt(made.run, plan) or _halted(made, plan)
    return Driven(*made._replace(left=left))


def _entered(events: Iterable[Event]) -> list[str]:
    """The nodes that were entered, in order."""
    return [event.data["node"] for event in events if event.kind == "node:enter"]


def _thrown(made: Made) -> str:
    """What ended a run that did not end by itself; empty for nothing."""
    outcome = made.run.outcome
    return f"the run ends before: {outcome.detail}" if outcome.kind in _THROWN else ""


def _halted(made: Made, plan: Plan) -> str:
    """That a node that failed ended a run before the end of its way; empty where none did."""
    visited = made.visited
    if visited == plan.way[: len(visited)] and len(visited) < len(plan.way):
        for event in made.run.events:
            if event.kind == "route" and event.data["reason"] == HALTED:
                return f"`{event.data['from']}` fails, which ends the run"
    return ""


def _spoilt(run: Run[Any], plan: Plan) -> str:
    """That a node failed whose answers were made up to pass; empty for none."""
    for event in run.events:
        if event.kind == "node:exit" and event.data["result"]["status"] != "success":
            name: str = event.data["node"]
            if name in plan.models:
                return ""
            return _UNPASSABLE.format(name)
    return ""


class _Answers:
    """The answers of a plan, handed out one by one."""

    def __init__(self, facts: SwenyFacts, plan: Plan, on_way: Sequence[Node]) -> None:
        self._facts = facts
        self._plan = plan
        self._on_way = on_way
        self._models: dict[str, int] = {}
        self._passing: dict[str, Any] = {}
        self._asks = 0
        self._asked: dict[tuple[str, int], int] = {}
        self._visited: list[str] = []
        self.left = ""

    def answer(self, _state: Any, question: Question, events: Sequence[Event]) -> Any | None:
        """The answer to a question; none where the plan ends or the run has left it."""
        way, visited = self._plan.way, self._visited
        visited += _entered(events)
        visits = len(visited)
        if tuple(visited) != way[:visits]:
            self.left = f"the run goes to `{visited[-1]}` and not along the planned way"
            return None
        if question.channel == "route":
            return way[visits] if visits < len(way) else self._plan.last
        if question.channel == "ask":
            return self._side(question)
        return self._model(question.phase, way[visits] if visits < len(way) else "")

    def _model(self, name: str, following: str) -> Any:
        planned = self._plan.models.get(name)
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
        replies = [*verdicts, "Look at it once more."]
        return replies[number % len(replies)]


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


def shown(driven: Driven, holds: Callable[[Driven], bool]) -> Proof:
    """The verdict on a finding that a run is to show. A run that left its plan, that something
    else ended with an exception, or in which another node failed first, decides nothing unless
    it shows the finding all the same."""
    return verdict(holds(driven), driven.script, driven.left)


def enters(events: Iterable[Event], node: str) -> bool:
    """Whether a node is entered. A node whose `requires` fails asks nothing, so that events tell
    of it and no state does."""
    return any(each.kind == "node:enter" and each.data["node"] == node for each in events)


def never_enters(lab: Lab[SwenyFacts], atlas: Atlas[Any], node: str) -> Proof:
    """The verdict of an exploration on whether a node is never entered."""
    for edge in atlas.edges:
        if enters(edge.events, node):
            script = lab.script(f"enter {node}", (*atlas.run_to(edge.source), edge.choice))
            return Proof("refuted", "explore", script, "a run enters it")
    if not atlas.complete:
        return Proof("unproved", "explore", None, cut_off_at(atlas))
    return Proof("proved", "explore")


def never_after(lab: Lab[SwenyFacts], first: str, second: str) -> Proof | None:
    """The verdict where some run enters the second node once the first is finished, or where
    exploration cannot tell; none where no run does."""
    atlas = lab.atlas
    onward: dict[int, list[Edge]] = {}
    for edge in atlas.edges:
        onward.setdefault(edge.source, []).append(edge)
    later: list[tuple[int, Sequence[Event]]] = []
    for edge in atlas.edges:
        after = list(dropwhile(lambda each: not _finishes(each, first), edge.events))
        later += [(edge.target, after)] if after else []
    known: set[int] = set()
    for target, events in later:
        if enters(events, second):
            return Proof("refuted", "explore", None, "a run enters it after the other one")
        if target not in known:
            known.add(target)
            later += [(each.target, each.events) for each in onward.get(target, ())]
    return None if atlas.complete else Proof("unproved", "explore", None, cut_off_at(atlas))


def _finishes(event: Event, node: str) -> bool:
    return event.kind == "node:exit" and event.data["node"] == node
