"""Who may run after whom: roles, predecessors and termination (reference §6.2).

Who is reached is asked without the conditions of branches; where runs end, of the alternatives
that some result takes. Names that no stage has are skipped.
"""

from __future__ import annotations

from functools import cached_property

from phaselint.machine.graph import components, distances, parents, trace
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Literal

    from phaselint.dialects.stud.model import JoinPolicy, Pipeline, Result, Stage

    Role = Literal["control", "sibling"]
    PredecessorKind = Literal["seq", "join", "sibling"]


class Predecessor(NamedTuple):
    """One way into a stage: `origin` is the stage whose NextSpec names it, in `result`.

    `sources` are the stages whose results it is given, in the order of `ctx.upstream`: the origin
    itself, or for a join its siblings; a sibling is given none.
    """

    kind: PredecessorKind
    origin: str
    sources: tuple[str, ...]
    result: Result


class Fan(NamedTuple):
    """A fan-out: the stage that returns it, its siblings without the join, and its join where
    it has one that is a stage."""

    origin: str
    result: Result
    siblings: tuple[str, ...]
    join: str | None


def siblings_of(result: Result) -> tuple[str, ...]:
    """The stages that a fan-out starts together: each once, the join left out (§6.2)."""
    return tuple(dict.fromkeys(name for name in result.stages if name != result.join))


class Roles:
    """The walk over the stages of a pipeline from its entry.

    Args:
        stages: the stages by id, the first of several with one id.
        live: the alternatives of a stage that some result takes.
        policy: whether a join that is named as a sibling too runs beside the others.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        stages: Mapping[str, Stage],
        live: Callable[[str], tuple[Result, ...]],
        policy: JoinPolicy = "separate",
    ) -> None:
        self._pipeline = pipeline
        self._stages = stages
        self._living = live
        self._policy = policy

    def alternatives(self, stage: str) -> tuple[Result, ...]:
        """Every result of a stage's NextSpec; none for a stage without one, which ends."""
        spec = self._pipeline.specs.get(stage)
        return spec.alternatives if spec else ()

    def fan(self, origin: str, result: Result) -> Fan:
        """A fan-out with what is known of it."""
        known = tuple(name for name in siblings_of(result) if name in self._stages)
        join = result.join if result.join in self._stages else None
        return Fan(origin, result, known, join)

    @cached_property
    def _walked(self) -> tuple[dict[str, set[Role]], dict[str, list[Predecessor]], list[Fan]]:
        return self._walk(self.alternatives)

    def _walk(
        self, ways_of: Callable[[str], tuple[Result, ...]]
    ) -> tuple[dict[str, set[Role]], dict[str, list[Predecessor]], list[Fan]]:
        roles: dict[str, set[Role]] = {}
        before: dict[str, list[Predecessor]] = {}
        fans: list[Fan] = []
        entry = self._pipeline.entry
        waiting = [entry] if entry in self._stages else []
        roles.update((name, {"control"}) for name in waiting)
        for origin in waiting:
            for target, role, way in self._ways(origin, ways_of(origin), fans):
                before.setdefault(target, []).append(way)
                known = roles.setdefault(target, set())
                if role == "control" and role not in known:
                    waiting.append(target)
                known.add(role)
        return roles, before, fans

    def _ways(
        self, origin: str, results: Iterable[Result], fans: list[Fan]
    ) -> Iterator[tuple[str, Role, Predecessor]]:
        for result in results:
            if result.fork:
                fan = self.fan(origin, result)
                fans.append(fan)
                for name in fan.siblings:
                    yield name, "sibling", Predecessor("sibling", origin, (), result)
                if fan.join is not None:
                    way = Predecessor("join", origin, self._joined(result), result)
                    yield fan.join, "control", way
            elif not result.ends:
                for name in result.stages:
                    if name in self._stages:
                        yield name, "control", Predecessor("seq", origin, (origin,), result)

    def _joined(self, result: Result) -> tuple[str, ...]:
        """The stages whose results a join is given: one for each run of a sibling, so that a name
        counts as often as it is there (§2.6, §5.9 R39)."""
        if self._policy == "separate":
            return result.stages
        return tuple(name for name in result.stages if name != result.join)

    @property
    def roles(self) -> Mapping[str, set[Role]]:
        """Stage → its roles; a stage that is not there is never reached."""
        return self._walked[0]

    @cached_property
    def running(self) -> frozenset[str]:
        """The stages that have a role by alternatives which some result takes."""
        return frozenset(self._walk(self._live.__getitem__)[0])

    def predecessors(self, stage: str) -> Sequence[Predecessor]:
        """Every way into a reachable stage."""
        return self._walked[1].get(stage, ())

    @property
    def fans(self) -> Sequence[Fan]:
        """Every reachable fan-out, in the order of the walk."""
        return self._walked[2]

    @cached_property
    def control(self) -> tuple[str, ...]:
        """The stages with role control, in the order of the walk."""
        return tuple(name for name, roles in self.roles.items() if "control" in roles)

    def only_sibling(self, stage: str) -> bool:
        """Whether a stage runs as a sibling and in no other role."""
        return self.roles.get(stage) == {"sibling"}

    def join_of(self, sibling: str) -> str:
        """The stage that joins every fan-out which starts a stage; empty where none does, or not
        always the same."""
        joins = {way.result.join for way in self.predecessors(sibling) if way.kind == "sibling"}
        return next(iter(joins)) or "" if len(joins) == 1 else ""

    @cached_property
    def _live(self) -> Mapping[str, tuple[Result, ...]]:
        return {name: self._living(name) for name in self._stages}

    def terminates(self, stage: str) -> bool:
        """Whether a stage may be the last one, or leads where nobody knows."""
        return not self.alternatives(stage) or any(map(self._last, self._live[stage]))

    def _last(self, result: Result) -> bool:
        named = (*result.stages, *((result.join,) if result.fork and result.join else ()))
        if result.ends or any(name not in self._stages for name in named):
            return True
        return result.fork and result.join is None

    def flow(self, stage: str) -> tuple[str, ...]:
        """The stages that control may go on to: sequential targets and joins."""
        return self._flows[stage]

    @cached_property
    def _flows(self) -> Mapping[str, tuple[str, ...]]:
        return {name: self._onward(ways) for name, ways in self._live.items()}

    def _onward(self, ways: Iterable[Result]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for result in ways:
            if result.fork:
                if result.join is not None and result.join in self._stages:
                    found[result.join] = None
            elif not result.ends:
                found.update((name, None) for name in result.stages if name in self._stages)
        return tuple(found)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(self._stages)

    @cached_property
    def _number(self) -> Mapping[str, int]:
        return {name: index for index, name in enumerate(self._names)}

    @cached_property
    def _graph(self) -> list[list[int]]:
        number = self._number
        return [[number[target] for target in self.flow(name)] for name in self._names]

    @cached_property
    def _full(self) -> list[list[int]]:
        """The graph with the alternatives that nothing takes."""
        number = self._number
        ways = (self._onward(self.alternatives(name)) for name in self._names)
        return [[number[target] for target in each] for each in ways]

    @cached_property
    def _start(self) -> tuple[int, ...]:
        entry = self._number.get(self._pipeline.entry)
        return () if entry is None else (entry,)

    @cached_property
    def _far(self) -> list[int]:
        """Steps from the entry; those to where only dead alternatives lead come after all
        others."""
        pairs = zip(
            distances(self._graph, self._start), distances(self._full, self._start), strict=True
        )
        return [far if far >= 0 else len(self._names) + more for far, more in pairs]

    @cached_property
    def _parents(self) -> list[int]:
        return parents(self._graph, self._start)

    @cached_property
    def _full_parents(self) -> list[int]:
        return parents(self._full, self._start)

    def depth(self, stage: str) -> int:
        """How many steps of control it takes to come to a stage that some control comes to."""
        return self._far[self._number[stage]]

    @cached_property
    def good(self) -> frozenset[str]:
        """The stages from which runs can come to an end: by an alternative that ends, or one
        whose stages all can, since a list is worked off as a whole (R34)."""
        found = {name for name in self._names if self.terminates(name)}
        before: dict[str, set[str]] = {}
        for name in self._names:
            for target in self.flow(name):
                before.setdefault(target, set()).add(name)
        waiting = list(found)
        while waiting:
            for name in sorted(before.get(waiting.pop(), set()) - found):
                if any(map(found.issuperset, self._lists(name))):
                    found.add(name)
                    waiting.append(name)
        return frozenset(found)

    def _lists(self, stage: str) -> Iterator[tuple[str, ...]]:
        """The stages that run to their ends by each of the live alternatives of one."""
        for result in self._live[stage]:
            yield self._onward((result,))

    @cached_property
    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """The sets of reachable control stages that lead round to themselves, in the order of
        the stages."""
        walked = frozenset(self.control)
        found = [
            members
            for members in components(self._graph)
            if self._names[members[0]] in walked
            and (len(members) > 1 or members[0] in self._graph[members[0]])
        ]
        return tuple(tuple(self._names[index] for index in members) for members in sorted(found))

    @cached_property
    def terminal(self) -> bool:
        """Whether some stage that runs in its own turn may be the last one."""
        return any(map(self.terminates, self.control))

    def way(self, goal: str) -> tuple[str, ...]:
        """A shortest way of control from the entry to a stage, both included; for a sibling,
        to the stage that starts it, and the sibling. Empty where there is none."""
        if goal not in self.roles or not self._start:
            return ()
        if self.only_sibling(goal):
            origins = dict.fromkeys(way.origin for way in self.predecessors(goal))
            return (*self.way(min(origins, key=self.depth)), goal)
        at = self._number[goal]
        path = trace(self._parents if self._parents[at] >= 0 else self._full_parents, at)
        return tuple(self._names[index] for index in path)
