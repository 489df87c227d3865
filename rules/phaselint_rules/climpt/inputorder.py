"""Inputs whose source may not have run yet (reference climpt §4.6, §6.1, §7.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.climpt.analysis.variablesources import inert, origin
from phaselint.machine.dominators import dominates, dominators
from phaselint.machine.graph import shortest_path
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import Message, arrows, say, tick
from phaselint.vocabulary.rule import WARNING, Rule
from phaselint_rules.climpt import proofs
from phaselint_rules.climpt.inputs import code, defect, from_place, has_default, wanted
from phaselint_rules.climpt.needs import GRAPH, RESOLVED
from phaselint_rules.climpt.walks import along, step_place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Input, Step
    from phaselint.machine.graph import Adjacency


class _Graph:
    """The ways that runs can go, from one node before all entries; `names` is that of each other
    node. A jump to any step whatever is left out: a rule of its own reports it."""

    def __init__(self, facts: ClimptFacts) -> None:
        self.names = tuple(facts.steps)
        self.number: Mapping[str, int] = {name: n for n, name in enumerate(self.names)}
        self.root = len(self.names)
        self.adj: Adjacency = [[] for _ in range(self.root + 1)]
        starts = (facts.active,) if facts.active else facts.entries
        self.adj[self.root] = [self.number[key] for key in starts]
        for edge in facts.edges:
            if edge.to == "step" and not edge.dynamic and not edge.documented:
                self.adj[self.number[edge.source]].append(self.number[edge.target])
        self.idom = dominators(self.adj, self.root)

    def way_without(self, source: str, goal: str) -> tuple[str, ...]:
        """The steps of a shortest way to a step that does not pass another one before; empty
        where there is none."""
        above, below = self.number[source], self.number[goal]
        if self.idom[below] < 0 or (above != below and dominates(self.idom, above, below)):
            return ()
        shut = [[] if node == above else targets for node, targets in enumerate(self.adj)]
        path = shortest_path(shut, [self.root], [below]) or []
        return tuple(self.names[node] for node in path if node != self.root)


def way_without(facts: ClimptFacts, source: str, goal: str) -> tuple[str, ...]:
    """The steps of a shortest way to a step that does not pass another one; empty where there is
    none."""
    return _Graph(facts).way_without(source, goal)


def input_source_may_not_run(facts: ClimptFacts) -> Iterator[Finding]:
    """An input is demanded on a way on which its source has not run.

    What:
        An input without a default, not said to be optional, reads from a step that
        some way from the entry does not pass before. Silent where another rule says that there
        never is a value: `input-source-unknown`, `input-key-not-handed-off`.
    Why:
        A run that goes this way has no value: it ends with AGENT_QUERY_ERROR where the input is
        `required`, or with PR-RESOLVE-003 where its variable is declared.
    Bad:
        // initial.x -> closure.x passes no verification.x
        "closure.x": {"inputs": {"r": {"from": "verification.x.result", "required": true}}}
    Good:
        "closure.x": {"inputs": {"r": {"from": "verification.x.result", "default": "none"}}}
    Fix:
        Give it a default, or lead every way through the source.
    Dry run:
        A run goes the way and cannot build the prompt of the step. Where nothing demands the
        value, it is not proved.
    Source:
        climpt §4.6, §6.1, §7.6
    """
    graph: _Graph | None = None
    for step, taken in wanted(facts):
        found = origin(taken)
        if found is None or defect(facts, taken) or not _is_demanded(step, taken):
            continue
        graph = graph or _Graph(facts)
        way = graph.way_without(found[0], step.key)
        if not way:
            continue
        same = found[0] == step.key
        yield Finding(
            from_place(facts, taken),
            say(
                "the input {} reads from {}, {}", tick(taken.name), tick(found[0]), _why(way, same)
            ),
            "give the input a default"
            + ("" if same else f", or lead every way through {tick(found[0])}"),
            related=(Related(step_place(facts, found[0]), "the source"),),
            witness=along(
                facts, way, input=taken.name, **{"from": taken.source}, code=code(step, taken)
            ),
        )


def _why(way: tuple[str, ...], same: bool) -> Message:
    """Why the source of an input may not have run, given a way that does not pass it."""
    if same:
        return say("the step itself, which has not run before")
    if len(way) < 2:
        return say("which may not have run")
    return say("which may not have run: {} does not pass it", arrows(way))


def _is_demanded(step: Step, taken: Input) -> bool:
    return taken.required is not False and not has_default(taken) and not inert(step)


RULES = (
    Rule(
        "CL517", input_source_may_not_run, WARNING, GRAPH, proofs.inputs.may_not_run, whole=RESOLVED
    ),
)
