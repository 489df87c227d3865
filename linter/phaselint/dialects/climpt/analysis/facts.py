"""What the rules ask about an agent: the graph of its steps, schemas and prompts (reference §6).

Facts that rules need are in `known`; rules check `Step.sound` before anything about the values of a
step, so causes are reported without their consequences (reference §7.9).
"""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.known import Known
from phaselint.dialects.climpt.analysis.lower import (
    ANY,
    END,
    edges,
    lower,
    nothing_satisfies,
)
from phaselint.dialects.climpt.model import VALIDATION_KEYS
from phaselint.machine.graph import components, distances, parents, reachable, reverse, trace
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any, Literal

    from phaselint.dialects.climpt.analysis.documentedgraph import DocumentedGraph
    from phaselint.dialects.climpt.analysis.intendedgraph import IntendedGraph
    from phaselint.dialects.climpt.analysis.lower import Edge
    from phaselint.dialects.climpt.analysis.runorder import RunOrder
    from phaselint.dialects.climpt.analysis.variablesources import Source
    from phaselint.dialects.climpt.filemodel import Expanded, Text
    from phaselint.dialects.climpt.model import Agent, Step, ValidationStep
    from phaselint.dialects.climpt.reading.stepprompts import Prompts
    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine
    from phaselint.vocabulary.finding import Part, Pointer


class ClimptFacts(Known):
    """The facts of one contract. Steps are named by their key, never numbered."""

    # --- existing parts --------------------------------------------------------------------

    @property
    def agent(self) -> Agent:
        """The agent. Raises LookupError if there is none; see `has_agent`."""
        if self.contract.agent is None or not self.has_agent:
            raise LookupError("no agent.json of the linted release")
        return self.contract.agent

    def place(self, pointer: Pointer, part: Part = "value") -> Place:
        """A place in the registry."""
        return Place(self.registry.file, pointer, part)

    def agent_place(self, pointer: Pointer, part: Part = "value") -> Place:
        """A place in agent.json."""
        return Place(self.agent.file, pointer, part)

    @property
    def parity(self) -> bool:
        """Whether everything that the reference's `--validate` refuses must be an error (§7.9)."""
        return bool(self.options["validate-parity"])

    @cached_property
    def gated(self) -> bool:
        """Whether the registry is flow-routed."""
        return self.registry.gated

    @property
    def prompt_root(self) -> str:
        """The directory of the step prompts. Raises LookupError if it isn't known; see
        `prompts_known`."""
        if self.contract.breakdown.root is None:
            raise LookupError("the directory of the step prompts isn't known")
        return self.contract.breakdown.root

    def expanded(self, step: Step) -> Expanded | None:
        """The output schema of a step; none where it has none."""
        return self.contract.schemas.get(step.key)

    def schema(self, step: Step) -> Mapping[str, Any] | None:
        """The resolved output schema of a step, if there is one."""
        expanded = self.contract.schemas.get(step.key)
        return expanded.schema if expanded is not None else None

    @cached_property
    def listed(self) -> tuple[Step, ...]:
        """The steps, in order: a column for `Pure.each`, like the next ones."""
        return tuple(self.steps.values())

    @cached_property
    def step_schemas(self) -> tuple[Mapping[str, Any] | None, ...]:
        """Their resolved output schemas."""
        known = self.contract.schemas
        found = [known.get(key) for key in self.steps]
        return tuple([None if each is None else each.schema for each in found])

    @cached_property
    def unanswerable(self) -> frozenset[str]:
        """The steps whose output schema certainly can't be satisfied (§7.4)."""
        every = (each.schema for each in self.contract.schemas.values())
        found = tuple({id(schema): schema for schema in every if schema is not None}.values())
        impossible = nothing_satisfies.each((found,))
        known = {id(schema): no for schema, no in zip(found, impossible, strict=True)}
        schemas = self.contract.schemas.items()
        return frozenset(key for key, each in schemas if known.get(id(each.schema)))

    @cached_property
    def unknown_fields(self) -> Mapping[tuple[str, Pointer], list[str]]:
        """The names of the unknown fields of each object that has any, by file and pointer."""
        found: dict[tuple[str, Pointer], list[str]] = {}
        for file, problem, _ in self.contract.problems:
            if problem.kind == "unknown-field":
                found.setdefault((file, problem.pointer[:-1]), []).append(problem.found)
        return found

    @cached_property
    def consulted(self) -> ValidationStep | None:
        """The one validation step that a run of this agent looks up (§4.8)."""
        if not self.has_agent:
            return None
        return self.registry.validation.get(VALIDATION_KEYS.get(self.agent.verdict, ""))

    @cached_property
    def sources(self) -> Mapping[str, Mapping[str, tuple[Source, ...]]]:
        """Step → variable → everything that might supply it (§4.6)."""
        from phaselint.dialects.climpt.analysis.variablesources import HANDLED, RUNTIME, sources

        told = HANDLED if self.handled else RUNTIME
        return sources(self.contract, self.steps.values(), told)

    @cached_property
    def handled(self) -> bool:
        """Whether the verdict handler sends all prompts, as in registries of 1.14 with closure
        steps only (1.14 §4.5)."""
        return self.registry.paired and self.registry.closure_only

    @cached_property
    def lender(self) -> str:
        """The step whose prompt the verdict handler sends, even if it doesn't exist."""
        from phaselint.dialects.climpt.reading.stepprompts import handler_step

        return handler_step(self.registry, self.agent) if self.has_agent else ""

    def prompts(self, step: Step) -> Prompts | None:
        """The prompts that a step of the registry uses; see `stepprompts.prompts`."""
        return self._prompts[step.key]

    def texts(self, step: Step) -> tuple[Text, ...]:
        """Its existing prompts that are read; see `stepprompts.texts`."""
        return self._texts[step.key]

    @cached_property
    def _prompts(self) -> Mapping[str, Prompts | None]:
        from phaselint.dialects.climpt.reading.stepprompts import all_prompts

        return dict(zip(self.steps, all_prompts(self.contract, self.listed), strict=True))

    @cached_property
    def _texts(self) -> Mapping[str, tuple[Text, ...]]:
        from phaselint.dialects.climpt.reading.stepprompts import all_texts

        return dict(zip(self.steps, all_texts(self.contract, self.listed), strict=True))

    # --- the graph (§6.1) ------------------------------------------------------------------

    @property
    def starts(self) -> tuple[str, ...]:
        """The steps in which runs start: for an agent, the step for its verdict type, otherwise any
        entry (§7.6)."""
        if not self.has_agent:
            return self.entries
        return (self.active,) if self.active else ()

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The edges of the graph; with `documented-edges` or in parity mode, also those that the
        documentation promises."""
        documented = self.options["documented-edges"] or self.parity
        return edges(self.contract, documented=bool(documented))

    @cached_property
    def out(self) -> Mapping[str, tuple[Edge, ...]]:
        """The edges out of every step, in order."""
        found: dict[str, list[Edge]] = {key: [] for key in self.steps}
        for edge in self.edges:
            found[edge.source].append(edge)
        return {key: tuple(listed) for key, listed in found.items()}

    @cached_property
    def machine(self) -> Machine:
        """The graph as a machine."""
        return lower(self.contract, self.edges)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return (*self.steps, END, ANY)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self._names)}

    def _graph(self, *, dynamic: bool) -> list[list[int]]:
        graph: list[list[int]] = [[] for _ in self._names]
        for edge in self.edges:
            if edge.to != "error" and not edge.excluded and (dynamic or not edge.dynamic):
                graph[self._numbers[edge.source]].append(self._numbers[edge.target])
        if dynamic:
            graph[self._numbers[ANY]] = list(range(len(self.steps)))
        return graph

    @cached_property
    def _wide(self) -> list[list[int]]:
        return self._graph(dynamic=True)

    @cached_property
    def _narrow(self) -> list[list[int]]:
        return self._graph(dynamic=False)

    def _named(self, members: Sequence[bool]) -> frozenset[str]:
        return frozenset(name for name, member in zip(self._names, members, strict=True) if member)

    def reach_from(self, keys: Iterable[str]) -> frozenset[str]:
        """The steps (and `END`) that paths from some steps reach, including these; free jumps
        count."""
        return self._named(reachable(self._wide, [self._numbers[key] for key in keys]))

    @cached_property
    def reach(self) -> frozenset[str]:
        """What is reached from any entry."""
        return self.reach_from(self.entries)

    @cached_property
    def lent(self) -> tuple[str, ...]:
        """The steps whose prompts the mapping lends, each once (1.14 §2.1): no runs start there,
        although the reference's `--validate` assumes it."""
        named = dict.fromkeys(self.registry.lent.values())
        return tuple(key for key in named if key in self.steps)

    @cached_property
    def lent_reach(self) -> frozenset[str]:
        """What would be reached if runs started there."""
        return self.reach_from(self.lent)

    @cached_property
    def saved(self) -> frozenset[str]:
        """The steps from which a closure step or `END` is reached; a free jump counts, because one
        of its possible targets is safe if any step is."""
        goals = [self._numbers[END]]
        goals += [self._numbers[step.key] for step in self.steps.values() if step.kind == "closure"]
        return self._named(reachable(reverse(self._wide), goals))

    @cached_property
    def component(self) -> Mapping[str, int]:
        """The number of the strong component each step is in."""
        return {
            self._names[member]: number
            for number, members in enumerate(components(self._narrow))
            for member in members
        }

    def way(self, goal: str, *, start: str = "", avoiding: Collection[str] = ()) -> tuple[str, ...]:
        """The steps of a shortest path to a step, from the active entry (or else the first) or the
        given one; empty if there is none."""
        source = start or self.active or next(iter(self.entries), "")
        if not source or source in avoiding or goal in avoiding:
            return ()
        straight = self._path("narrow", source, goal, avoiding)
        leap = self._path("wide", source, ANY, avoiding)[:-1]
        if leap and goal == END:
            landed = self._path("wide", source, goal, avoiding)
            return straight or tuple(name for name in landed if name != ANY)
        if not leap or (straight and len(straight) <= len(leap) + 1):
            return straight
        return (*leap, goal)

    @cached_property
    def way_lengths(self) -> Mapping[str, int]:
        """Step → the number of steps on its `way`, 0 if there is none. Listing the paths to all
        steps would take work in the square of their number."""
        source = self.active or next(iter(self.entries), "")
        if not source:
            return dict.fromkeys(self.steps, 0)
        near = distances(self._narrow, [self._numbers[source]])
        leap = distances(self._wide, [self._numbers[source]])[self._numbers[ANY]]
        lengths = {}
        for step in self.steps:
            straight = near[self._numbers[step]] + 1
            leaps = leap > 0 and not 0 < straight <= leap + 1
            lengths[step] = leap + 1 if leaps else straight
        return lengths

    def _path(
        self, kind: Literal["narrow", "wide"], source: str, goal: str, avoiding: Collection[str]
    ) -> tuple[str, ...]:
        shut = frozenset(self._numbers[name] for name in avoiding)
        known = (kind, source, shut)
        if known not in self._trees:
            graph = self._narrow if kind == "narrow" else self._wide
            self._trees[known] = parents(graph, [self._numbers[source]], shut)
        before, node = self._trees[known], self._numbers[goal]
        found = trace(before, node) if before[node] >= 0 else ()
        return tuple(self._names[number] for number in found)

    @cached_property
    def _trees(self) -> dict[tuple[str, str, frozenset[int]], list[int]]:
        """The shortest paths requested so far, as the parents of nodes."""
        return {}

    @cached_property
    def intended(self) -> IntendedGraph:
        """The graph with every broken reference repaired: the most that can be reached."""
        from phaselint.dialects.climpt.analysis.intendedgraph import IntendedGraph

        return IntendedGraph(self.contract, self.edges)

    @cached_property
    def lent_islands(self) -> tuple[tuple[str, ...], ...]:
        """The steps that only the `continuation` of an entry names, which starts no run, and those
        after each; each step once (1.14 §2.1, §7.3)."""
        found: list[tuple[str, ...]] = []
        left = {k for k in self.steps if k not in self.intended.reach and not self.steps[k].section}
        for first in self.lent:
            behind = self.reach_from((first,)) & left
            if first in behind:
                found.append((first, *(key for key in self.steps if key in behind - {first})))
                left -= behind
        return tuple(found)

    @cached_property
    def met(self) -> frozenset[str]:
        """The steps that runs can reach, as far as that is known: all except sections and those
        that `unreachable-phase` reports. Findings in the others are consequences and aren't
        reported (§7.9), except in parity mode."""
        if self.parity:
            return frozenset(self.steps)
        within = self.intended.reach if self.graph_known else self.steps
        steps = self.steps.values()
        return frozenset(each.key for each in steps if each.key in within and not each.section)

    @cached_property
    def met_steps(self) -> tuple[Step, ...]:
        """The valid steps that runs can reach."""
        return tuple(step for step in self.sound_steps if step.key in self.met)

    @cached_property
    def sending_steps(self) -> tuple[Step, ...]:
        """Those of them whose own prompts runs can send."""
        if not self.handled or self.parity:
            return self.met_steps
        lenders = (self.lender,) if self.has_agent else self.lent
        return tuple(step for step in self.met_steps if step.key in lenders)

    @cached_property
    def order(self) -> RunOrder:
        """Which steps runs have passed before others: runs of the agent, or else of any entry."""
        from phaselint.dialects.climpt.analysis.runorder import RunOrder

        starts = (self.active,) if self.active else self.entries
        return RunOrder(tuple(self.steps), starts, self.edges)

    @cached_property
    def documented(self) -> DocumentedGraph:
        """The graph that the reference's `--validate` checks."""
        from phaselint.dialects.climpt.analysis.documentedgraph import DocumentedGraph

        entries = dict.fromkeys((*self.entries, *self.lent))
        return DocumentedGraph(self.registry, tuple(entries))

    # --- for the engine --------------------------------------------------------------------

    def explained(self, kind: str, /) -> frozenset[str]:
        """Settings that don't parse, whose effect `settings-invalid` reports; and the workflow that
        runs an agent, which is a separate contract."""
        contract, found = self.contract, set()
        settings, workflow = contract.settings, contract.workflow
        if kind == "syntax-error" and settings is not None and self.has_agent:
            document = contract.documents.get(settings.file)
            problems = () if document is None or document.readable else document.problems
            found |= {settings.file} if any(each.kind == kind for each in problems) else set()
        if workflow is not None and self.is_agent:
            found.add(workflow.file)
        return frozenset(found)

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """The graph with the evidence for which steps runs reach."""
        from phaselint.machine.analysis import certified

        return certified(self.machine, self.bound) if self.graph_known else ()
