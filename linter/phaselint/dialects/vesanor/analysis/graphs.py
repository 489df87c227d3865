"""What a contract declares, and its two graphs: the transitions map, and the one its tools make
(reference §5.1, §5.2).

The cascade rules of §5.4 are here as the conditions under which a part of the analysis may be
asked at all.
"""

from __future__ import annotations

from phaselint.dialects.vesanor.analysis.lower import (
    callable_phases,
    lower,
    lower_map,
    map_edges,
    precondition_cycles,
    requirements,
    ways,
)
from phaselint.dialects.vesanor.model import Session, Workflow
from phaselint.machine.graph import (
    adjacency,
    bottom_components,
    reachable,
    reverse,
    shortest_path,
    shortest_paths,
)
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.shape import Problem
    from phaselint.dialects.vesanor.model import Phase, Precondition, Tool, VesanorContract
    from phaselint.machine.model import Machine


class Mention(NamedTuple):
    """A phase name that stands somewhere in the contract, and where."""

    name: str
    place: Place


class Pit(NamedTuple):
    """Phases that cannot be left towards a terminal one, and the shortest way in."""

    path: tuple[str, ...]
    members: tuple[str, ...]
    cyclic: bool

    @property
    def entry(self) -> str:
        """The phase by which it is entered; any one where no way in is known."""
        return self.path[-1] if self.path else self.members[0]


class GraphFacts:
    """The facts of one contract, but for those about the order of calls. Phases are named, never
    numbered."""

    def __init__(self, contract: VesanorContract, options: Mapping[str, Any], bound: int) -> None:
        self.contract = contract
        self.options = options
        self.bound = bound

    # --- declarations ----------------------------------------------------------------------

    @cached_property
    def session(self) -> Session:
        """What the session file says; without one, that is nothing."""
        return self.contract.session or Session("")

    @cached_property
    def session_value(self) -> Mapping[str, Any]:
        """The content of the session file; empty without a session file."""
        return self.contract.documents[self.session.file].value if self.contract.session else {}

    @cached_property
    def tools(self) -> Mapping[str, Tool]:
        """The tools by name, sorted."""
        found = self.contract.by_name
        return {name: found[name] for name in sorted(found)}

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        """The declared phases by name, in order."""
        return self.session.declared

    @cached_property
    def terminals(self) -> frozenset[str]:
        """The terminal phases."""
        return frozenset(name for name, phase in self.phases.items() if phase.terminal)

    @cached_property
    def initials(self) -> tuple[str, ...]:
        """The phases with `initial: true`; a sound contract has exactly one."""
        return tuple(name for name, phase in self.phases.items() if phase.initial)

    @property
    def initial(self) -> str:
        """The initial phase of a contract that has one."""
        return self.initials[0]

    def shape_problems(self, kind: str) -> Iterable[tuple[str, Problem]]:
        """The files and shape problems of one kind."""
        return (
            (entry.file, entry.problem)
            for entry in self.contract.problems
            if entry.problem.kind == kind
        )

    @property
    def workflow(self) -> Workflow:
        """What the workflow file says; without one, that is nothing."""
        return self.contract.workflow or Workflow("")

    @cached_property
    def undeclared(self) -> tuple[Mention, ...]:
        """Every place that names a phase that is not declared."""
        return (*self._undeclared_in_map(), *self._undeclared_in_tools())

    def _undeclared_in_map(self) -> Iterable[Mention]:
        file, phases = self.session.file, self.phases
        for source, targets in self.session.transitions.items():
            if source not in phases:
                yield Mention(source, Place(file, ("transitions", source), "key"))
            for index, target in enumerate(targets):
                if target not in phases:
                    yield Mention(target, Place(file, ("transitions", source, index)))

    def _undeclared_in_tools(self) -> Iterable[Mention]:
        phases = self.phases
        for tool in (*self.contract.tools, *self.contract.unnamed):
            for index, name in enumerate(tool.valid_in or ()):
                if name not in phases:
                    place = Place(tool.file, ("transitions", "valid_in_phases", index))
                    yield Mention(name, place)
            if tool.advances_to and tool.advances_to not in phases:
                yield Mention(tool.advances_to, Place(tool.file, ("transitions", "advances_to")))

    # --- what may be asked (§5.4) ----------------------------------------------------------

    @property
    def session_known(self) -> bool:
        """Whether the session file could be read, if there is one."""
        return not self.contract.unreadable_session

    @property
    def tools_named(self) -> bool:
        """Whether the name of every tool is known (rule 10)."""
        return not self.contract.nameless

    @property
    def has_phases(self) -> bool:
        """Whether phases exist, so it matters in which of them a tool is valid (rule 11)."""
        return bool(self.phases)

    @cached_property
    def phases_known(self) -> bool:
        """Whether the phases and the map could be read (rule 1)."""
        session = self.session
        return session.phases_form == "list" and session.flags_ok and not session.bad_transitions

    @cached_property
    def names_known(self) -> bool:
        """Whether, besides, every name that is used is declared (rule 2)."""
        return self.phases_known and not self.undeclared

    @cached_property
    def ends_known(self) -> bool:
        """Whether, besides, there is a terminal phase (rule 4)."""
        return self.names_known and bool(self.terminals)

    @cached_property
    def has_start(self) -> bool:
        """Whether every name is declared, and exactly one phase initial (rules 2 and 3)."""
        return self.names_known and len(self.initials) == 1

    @cached_property
    def has_graph(self) -> bool:
        """Whether the map can be analyzed in full (rules 1 to 4)."""
        return self.has_start and bool(self.terminals)

    @cached_property
    def tools_known(self) -> bool:
        """Whether every tool is known (rule 10). A set without any tool contract, such as a
        workflow's role whose tools are declared elsewhere, says nothing about its tools."""
        return bool(self.tools) and not self.contract.open

    @cached_property
    def has_tool_graph(self) -> bool:
        """Whether the map can be analyzed in full and every tool is known."""
        return self.has_graph and self.tools_known

    # --- the transitions map (§5.1) --------------------------------------------------------

    @cached_property
    def edges(self) -> Mapping[tuple[str, str], Place]:
        """The edges of the map, each with its place."""
        return map_edges(self.session)

    @cached_property
    def edges_from(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """For each phase with edges out of it these edges, in order."""
        found: dict[str, list[tuple[str, str]]] = {}
        for edge in self.edges:
            found.setdefault(edge[0], []).append(edge)
        return {phase: tuple(edges) for phase, edges in found.items()}

    @cached_property
    def edges_to(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """For each phase with edges into it these edges, in order."""
        found: dict[str, list[tuple[str, str]]] = {}
        for edge in self.edges:
            found.setdefault(edge[1], []).append(edge)
        return {phase: tuple(edges) for phase, edges in found.items()}

    @cached_property
    def _map(self) -> Machine:
        return lower_map(self.session)

    @cached_property
    def _map_graph(self) -> list[list[int]]:
        return adjacency(self._map, stop_at_terminals=False)

    def _named(self, members: Sequence[bool]) -> frozenset[str]:
        return frozenset(name for name, member in zip(self.phases, members, strict=True) if member)

    @cached_property
    def reach(self) -> frozenset[str]:
        """The phases that can be reached over the map; all of them without a unique start."""
        if not self.has_start:
            return frozenset(self.phases)
        return self._named(reachable(self._map_graph, self._map.initial))

    @cached_property
    def trapped(self) -> frozenset[str]:
        """D: reachable phases that cannot reach a terminal one over the map."""
        return self.reach - self._reaching(self._map_graph, self._map)

    def _reaching(self, graph: list[list[int]], machine: Machine) -> frozenset[str]:
        ends = [index for index, phase in enumerate(machine.phases) if phase.terminal]
        return self._named(reachable(reverse(graph), ends))

    def _pits(
        self, graph: list[list[int]], machine: Machine, members: frozenset[str]
    ) -> tuple[Pit, ...]:
        if not members:
            return ()
        names = tuple(self.phases)
        within = [name in members for name in names]
        found = []
        bottom = bottom_components(graph, within)
        paths = shortest_paths(graph, machine.initial, bottom)
        for component, path in zip(bottom, paths, strict=True):
            cyclic = len(component) > 1 or component[0] in graph[component[0]]
            found.append(
                Pit(
                    tuple(names[index] for index in path or ()),
                    tuple(sorted(names[index] for index in component)),
                    cyclic,
                )
            )
        return tuple(sorted(found, key=lambda pit: pit.members))

    @cached_property
    def map_pits(self) -> tuple[Pit, ...]:
        """The bottom components of the map without a way out (§5.1)."""
        return self._pits(self._map_graph, self._map, self.trapped)

    # --- the tools (§5.2) ------------------------------------------------------------------

    @cached_property
    def machine(self) -> Machine:
        """The tool-induced machine."""
        return self.lowered(self.required)

    def lowered(self, required: Mapping[str, tuple[str, ...]]) -> Machine:
        """That machine as it is where tools require this."""
        return lower(self._map, self.tools, required, self.open_in)

    @property
    def unending(self) -> Machine:
        """That machine where runs go on behind terminal phases, which do not stop them (A14)."""
        phases = tuple(phase._replace(terminal=False) for phase in self._map.phases)
        return lower(self._map._replace(phases=phases), self.tools, self.required, self.open_in)

    @cached_property
    def required(self) -> Mapping[str, tuple[str, ...]]:
        """Tool → the tools that it requires, sorted, so far as they are known and do not wait for
        it in turn."""
        return requirements(self.tools, self.cycles)

    @cached_property
    def available_in(self) -> Mapping[str, Mapping[str, Place]]:
        """Tool → the phases, in order, in which its own file lets it be used, each with where it
        says so."""
        return {name: tool.available(self.phases) for name, tool in self.tools.items()}

    @cached_property
    def open_in(self) -> Mapping[str, Mapping[str, Place]]:
        """Tool → those of these phases in which it is callable; without tools of which that is
        unknown."""
        session, legal = self.session, ways(self.session)
        return {
            name: callable_phases(tool, session, self.available_in[name], legal)
            for name, tool in self.tools.items()
            if tool.file not in self.contract.open
        }

    @cached_property
    def callable_in(self) -> Mapping[str, frozenset[str]]:
        """Tool → the phases in which it is callable."""
        return {name: frozenset(phases) for name, phases in self.open_in.items()}

    @cached_property
    def _tool_graph(self) -> list[list[int]]:
        return adjacency(self.machine, stop_at_terminals=True)

    @cached_property
    def tool_edges(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """I: edge → the tools that take it."""
        found: dict[tuple[str, str], list[str]] = {}
        for name, phases in self.callable_in.items():
            target = self.tools[name].advances_to
            for phase in phases if target else ():
                found.setdefault((phase, target), []).append(name)
        return {edge: tuple(names) for edge, names in found.items()}

    @cached_property
    def enterable(self) -> frozenset[str]:
        """ent: the phases that tools can enter."""
        return self._named(reachable(self._tool_graph, self.machine.initial))

    @cached_property
    def working(self) -> frozenset[str]:
        """The phases that tools can enter and that do not end a run."""
        return self.enterable - self.terminals

    @cached_property
    def stuck(self) -> frozenset[str]:
        """Enterable phases from which no tools lead to a terminal one."""
        return self.enterable - self._reaching(self._tool_graph, self.machine)

    @cached_property
    def tool_pits(self) -> tuple[Pit, ...]:
        """The bottom components of `stuck` that aren't a map deadlock (§5.2)."""
        return self._pits(self._tool_graph, self.machine, self.stuck - self.trapped)

    def tool_path(self, goals: Iterable[str]) -> tuple[str, ...]:
        """The phases of a shortest path over tools into one of the goals."""
        names = tuple(self.phases)
        wanted = [index for index, name in enumerate(names) if name in set(goals)]
        path = shortest_path(self._tool_graph, self.machine.initial, wanted) or []
        return tuple(names[index] for index in path)

    @cached_property
    def dead(self) -> frozenset[str]:
        """Reachable phases, no terminals, that no tool lists."""
        listed = {name for tool in self.tools.values() for name in tool.valid_in or ()}
        return self.reach - self.terminals - listed

    @cached_property
    def illegal(self) -> Sequence[tuple[Tool, str]]:
        """Tools and phases in which they are available but cannot advance (§6.3)."""
        working = self.reach - self.terminals
        return tuple(
            (tool, phase)
            for name, tool in self.tools.items()
            if tool.advances_to and tool.file not in self.contract.open
            for phase in self.available_in[name]
            if phase in working and (phase, tool.advances_to) not in self.edges
        )

    @cached_property
    def late_counts(self) -> Sequence[tuple[Tool, Precondition]]:
        """Tools with the preconditions that ask for more steps than a session has."""
        most = self.session.limits.max_steps
        return tuple(
            (tool, entry)
            for tool in self.tools.values()
            for entry in tool.preconditions
            if most is not None and entry.steps is not None and entry.steps >= most
        )

    @cached_property
    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """Tools that wait for each other."""
        return precondition_cycles(self.tools)


def machine_of(contract: VesanorContract) -> Machine:
    """The tool-induced machine of a contract of which nothing else is asked."""
    return GraphFacts(contract, {}, 0).machine
