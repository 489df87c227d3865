"""The facts about a graph for the rules, except for LangGraph's refusals."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.acting import actors
from phaselint.dialects.langgraph.analysis.variants import MOST_GUARDS, conditions, views
from phaselint.dialects.langgraph.analysis.ways import Ways
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Self, TypeVar

    from phaselint.dialects.langgraph.analysis.acting import Actor
    from phaselint.dialects.langgraph.analysis.variants import View
    from phaselint.dialects.langgraph.analysis.walking import Walk
    from phaselint.dialects.langgraph.functionmodel import Function, Guard
    from phaselint.dialects.langgraph.model import (
        Branch,
        Graph,
        Invocation,
        LanggraphContract,
    )
    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine
    from phaselint.vocabulary.finding import Place

    T = TypeVar("T")


class Held(NamedTuple):
    """What a rule has found in a variant: under a key by which it is the same in another, with the
    guards of all operations that it rests on."""

    key: Hashable
    guards: tuple[Guard, ...]
    value: Any


class GraphFacts:
    """The facts of one graph, except for LangGraph's refusals."""

    def __init__(self, contract: LanggraphContract, options: Mapping[str, Any], bound: int) -> None:
        self.contract = contract
        self.options = options
        self.bound = bound

    # --- premises -----------------------------------------------------------------------------

    @property
    def graph(self) -> Graph:
        """The graph; only where there is one (`has_graph`)."""
        graph = self.contract.graph
        if graph is None:
            raise LookupError("the file of the graph couldn't be read")
        return graph

    @property
    def has_graph(self) -> bool:
        """Whether the file of the graph could be read."""
        return self.contract.graph is not None

    @property
    def closed(self) -> bool:
        """C: whether every node and every edge of the graph is known (§2.3, §2.11)."""
        graph = self.contract.graph
        if graph is None or graph.many_guards or self.forgets_guards:
            return False
        return not graph.open or bool(self.options.get("closed"))

    @cached_property
    def targets_known(self) -> bool:
        """T: whether, besides, all targets are known of all sources that runs may come to."""
        return self.closed and not any(each.astray for each in self.ways)

    @property
    def schema_known(self) -> bool:
        """S: whether all keys of the state are known."""
        graph = self.contract.graph
        return graph is not None and graph.keys_known

    @property
    def invocations_known(self) -> bool:
        """X: whether every invocation of the graph is known."""
        graph = self.contract.graph
        return graph is not None and not graph.exported and not graph.served

    @cached_property
    def reachable(self) -> frozenset[str]:
        """The nodes that runs of some variant may come to; all where a target is not known."""
        return frozenset(name for each in self.ways for name in each.reached)

    @property
    def runs_known(self) -> bool:
        """Whether it is known what runs do (see `dialects.base.Facts`)."""
        return self.targets_known

    def answers_known(self, branch: Branch) -> bool:
        """V: whether every value that a router gives is known."""
        answers = branch.answers
        return answers.complete and all(each.complete for each in answers.options)

    # --- variants -----------------------------------------------------------------------------

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The variants of the graph, at least one (§2.4)."""
        return views(self.graph)

    @cached_property
    def ways(self) -> tuple[Ways, ...]:
        """The ways of each variant."""
        project = self.contract.project
        return tuple(Ways(each, project) for each in self.views)

    @cached_property
    def walks(self) -> tuple[Walk, ...]:
        """The steps of fair runs of each variant; those of some alone where not all is known of
        the ways (`Ways.certain`)."""
        return tuple(each.certain_walk for each in self.ways)

    @cached_property
    def exits_never_returned(self) -> frozenset[Place]:
        """The places of the labels that alone would leave a loop but are never returned by their
        router: `exit-never-returned` reports them."""
        if not self.targets_known:
            return frozenset()
        return frozenset(
            entry.place
            for ways in self.ways
            for loop in ways.loops
            if not loop.raises
            for given in loop.exits
            for entry in given.entries
        )

    @cached_property
    def forgets_guards(self) -> bool:
        """Whether the graph has so many conditions that they are not told apart."""
        return len(conditions(self.graph)) > MOST_GUARDS

    @property
    def guarded(self) -> bool:
        """Whether the graph depends on conditions."""
        return len(self.views) > 1

    def in_all(self, find: Callable[[Ways], Iterable[Held]]) -> Iterator[Held]:
        """The findings that hold in every variant with all the operations involved (§2.4): each
        once, as in the first variant."""
        found = [{each.key: each for each in find(ways)} for ways in self.ways]
        told: set[Hashable] = set()
        for number in range(len(found)):
            for key, held in found[number].items():
                if key in told:
                    continue
                told.add(key)
                there = (index for index, view in enumerate(self.views) if view.has(held.guards))
                if not _exclude_each_other(held.guards) and all(
                    key in found[index] for index in there
                ):
                    yield held

    # --- who acts ------------------------------------------------------------------------------

    @cached_property
    def live(self) -> frozenset[str]:
        """The nodes that runs may come to, and START: where the graph is not known, all of them."""
        if not self.closed:
            return frozenset({START, *(node.name for node in self.graph.nodes)})
        return frozenset({START}).union(*(ways.reached for ways in self.ways))

    @cached_property
    def every_actor(self) -> tuple[Actor, ...]:
        """The functions of the graph, in the order in which they are given to it, with those of
        nodes that no run comes to."""
        return tuple(actors(self.graph))

    @cached_property
    def actors(self) -> tuple[Actor, ...]:
        """The functions that runs may call, in the same order."""
        return tuple(each for each in self.every_actor if not each.name or each.name in self.live)

    @cached_property
    def actors_by_function(self) -> Mapping[str, Sequence[Actor]]:
        """The same by the id of the function."""
        found: dict[str, list[Actor]] = {}
        for each in self.actors:
            found.setdefault(each.function.id, []).append(each)
        return found

    # --- several graphs -----------------------------------------------------------------------

    def users(self, function: Function) -> Sequence[Graph]:
        """The graphs of the project that use a function, this one included."""
        found = self._users.get(function.id)
        if found is None:
            project = self.contract.project
            ids = self.contract.users.get(function.id, ())
            listed = [project[each] for each in ids if each in project]
            found = self._users[function.id] = listed or [self.graph]
        return found

    def in_all_users(self, function: Function, holds: Callable[[Self], bool]) -> bool:
        """Whether something holds in every graph that uses a function."""
        return all(holds(self.beside(each)) for each in self.users(function))

    def beside(self, graph: Graph) -> Self:
        """The facts of another graph of the project, or these."""
        if graph.id == self.graph.id:
            return self
        found = self._beside.get(graph.id)
        if found is None:
            contract = self.contract._replace(graph=graph)
            found = self._beside[graph.id] = type(self)(contract, self.options, self.bound)
        return found

    @cached_property
    def _users(self) -> dict[str, Sequence[Graph]]:
        return {}

    @cached_property
    def _beside(self) -> dict[str, Self]:
        return {}

    @cached_property
    def mended(self) -> list[str]:
        """What fixes were made so far that had to be parsed: there are only so many."""
        return []

    @property
    def limit(self) -> int:
        """The recursion limit of runs that are given none (§4.3)."""
        version = self.contract.version
        if version >= (1, 2):
            return 10007
        return 10000 if version >= (1, 0) else 25

    def limit_of(self, invocation: Invocation) -> int | None:
        """The recursion limit of the runs of an invocation; none where it is not known."""
        if invocation.limit is not None:
            return invocation.limit[0]
        return self.limit if invocation.limit_known else None

    # --- what every dialect says --------------------------------------------------------------

    def explained(self, _kind: str, /) -> frozenset[str]:
        """No rule of this dialect explains what is wrong with a document."""
        return frozenset()

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """No machine is analyzed: the executor explores."""
        return ()


def _exclude_each_other(guards: Iterable[Guard]) -> bool:
    """Whether some conditions can't hold together: where conditions are not told apart, operations
    of both branches of one are there."""
    given = set(guards)
    return any(each._replace(holds=not each.holds) in given for each in given)
