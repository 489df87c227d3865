"""Who may run after whom: roles, predecessors and termination (reference §6.2).

Who is reached is asked without the conditions of branches; where runs end, of the alternatives
that some result takes. Names that no stage has are skipped.
"""

from __future__ import annotations

from itertools import chain

from phaselint.dialects.stud.analysis.flow import Flow, flow_of
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from typing import Any, Literal

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


class Walked(NamedTuple):
    """What a walk comes across: the roles of stages, the paths into them, and fan-outs."""

    roles: dict[str, set[Role]]
    before: dict[str, list[Predecessor]]
    fans: list[Fan]


class Roles:
    """The walk over the stages of a pipeline from its entry. What follows from the names of stages
    and from NextSpecs alone outlives an edit of anything else.

    Args:
        stages: the stages by id, the first of several with one id.
        live: the alternatives of a stage that some result takes.
        policy: whether a join that is named as a sibling too runs next to the others.
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
        self._names = tuple(stages)
        self._living = live
        self._policy = policy

    def alternatives(self, stage: str) -> tuple[Result, ...]:
        """Every result of a stage's NextSpec; none for a stage without one, which ends."""
        spec = self._pipeline.specs.get(stage)
        return spec.alternatives if spec else ()

    def fan(self, origin: str, result: Result) -> Fan:
        """A fan-out with the known facts about it."""
        return fan_of(self._stages, origin, result)

    @cached_property
    def _walked(self) -> Walked:
        specs = self._pipeline.specs
        about = (tuple(specs), self._names, self._pipeline.entry, self._policy)
        return _walked(*specs.values(), *about)

    @property
    def roles(self) -> Mapping[str, set[Role]]:
        """Stage → its roles; a stage that doesn't exist is never reached."""
        return self._walked.roles

    @cached_property
    def running(self) -> frozenset[str]:
        """The stages that have a role by alternatives which some result takes."""
        return frozenset(walk(self._pipeline.entry, self._live, self._policy).roles)

    def predecessors(self, stage: str) -> Sequence[Predecessor]:
        """Every way into a reachable stage."""
        return self._walked.before.get(stage, ())

    @property
    def fans(self) -> Sequence[Fan]:
        """Every reachable fan-out, in the order of the walk."""
        return self._walked.fans

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
        return {name: self._living(name) for name in self._names}

    @cached_property
    def _flow(self) -> Flow:
        specs, live = self._pipeline.specs, self._live
        counts = tuple(map(len, live.values()))
        about = (tuple(specs), counts, self._names, self._pipeline.entry, self.control)
        return flow_of(*specs.values(), *chain.from_iterable(live.values()), *about)

    def terminates(self, stage: str) -> bool:
        """Whether a stage may be the last one, or leads where nobody knows."""
        return self._flow.terminates(stage)

    def flow(self, stage: str) -> tuple[str, ...]:
        """The stages that control may go on to: sequential targets and joins."""
        return self._flow.onward(stage)

    def depth(self, stage: str) -> int:
        """How many steps of control it takes to reach a stage that some control comes to."""
        return self._flow.depth(stage)

    @property
    def good(self) -> frozenset[str]:
        """The stages from which runs can come to an end: by an alternative that ends, or one
        whose stages all can, since a list is worked off as a whole (R34)."""
        return self._flow.good

    @property
    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """The sets of reachable control stages that lead round to themselves, in the order of
        the stages."""
        return self._flow.cycles

    @property
    def terminal(self) -> bool:
        """Whether some stage that runs in its own turn may be the last one."""
        return self._flow.terminal

    def way(self, goal: str) -> tuple[str, ...]:
        """A shortest way of control from the entry to a stage, both included; for a sibling,
        to the stage that starts it, and the sibling. Empty where there is none."""
        if goal not in self.roles or self._pipeline.entry not in self._stages:
            return ()
        if self.only_sibling(goal):
            origins = dict.fromkeys(way.origin for way in self.predecessors(goal))
            return (*self.way(min(origins, key=self.depth)), goal)
        return self._flow.way(goal)


def fan_of(known: Collection[str], origin: str, result: Result) -> Fan:
    """A fan-out with the known facts about it."""
    siblings = tuple(name for name in siblings_of(result) if name in known)
    return Fan(origin, result, siblings, result.join if result.join in known else None)


@pure
def _walked(*given: Any) -> Walked:
    """The walk over NextSpecs, behind which come the stages that they are of, all stages, the entry
    and the policy."""
    *specs, listed, names, entry, policy = given
    known = dict.fromkeys(names, ())
    known.update({name: spec.alternatives for name, spec in zip(listed, specs, strict=True)})
    return walk(entry, {name: known[name] for name in names}, policy)


def walk(entry: str, ways: Mapping[str, tuple[Result, ...]], policy: JoinPolicy) -> Walked:
    """Go over the stages from the entry on, by the ways that each has."""
    found = Walked({}, {}, [])
    waiting = [entry] if entry in ways else []
    found.roles.update((name, {"control"}) for name in waiting)
    for origin in waiting:
        for target, role, way in _ways(origin, ways, found.fans, policy):
            found.before.setdefault(target, []).append(way)
            known = found.roles.setdefault(target, set())
            if role == "control" and role not in known:
                waiting.append(target)
            known.add(role)
    return found


def _ways(
    origin: str, ways: Mapping[str, tuple[Result, ...]], fans: list[Fan], policy: JoinPolicy
) -> Iterator[tuple[str, Role, Predecessor]]:
    for result in ways[origin]:
        if result.fork:
            fan = fan_of(ways, origin, result)
            fans.append(fan)
            for name in fan.siblings:
                yield name, "sibling", Predecessor("sibling", origin, (), result)
            if fan.join is not None:
                joined = _joined(result, policy)
                yield fan.join, "control", Predecessor("join", origin, joined, result)
        elif not result.ends:
            for name in result.stages:
                if name in ways:
                    yield name, "control", Predecessor("seq", origin, (origin,), result)


def _joined(result: Result, policy: JoinPolicy) -> tuple[str, ...]:
    """The stages whose results a join is given: one for each run of a sibling, so a name
    counts as often as it is there (§2.6, §5.9 R39)."""
    if policy == "separate":
        return result.stages
    return tuple(name for name in result.stages if name != result.join)
