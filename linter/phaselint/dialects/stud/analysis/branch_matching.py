"""Which branch takes which result, and which results none takes (reference §6.2, §6.10)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.alone import Alone
from phaselint.dialects.stud.analysis.points import ABSENT, OTHER, OUTPUT, PARSED, points_of
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.ground import Ground, Pipelined
    from phaselint.dialects.stud.analysis.points import Point, Points, Value
    from phaselint.dialects.stud.model import Profile, Result, Spec, Stage
    from phaselint.schema import Absent, Fault, Test

MOST_ASKED = 64
"""Points of a stage of which a solver is asked whether they can be; of the others it is taken for
granted."""


class Taking(NamedTuple):
    """The points of a stage with the number of the branch that takes each; none where no branch
    does. `met` are for each branch those at which its condition holds."""

    points: Points
    takers: tuple[int | None, ...]
    met: tuple[tuple[int, ...], ...]

    def taken(self, branch: int) -> bool:
        """Whether some result takes a branch."""
        return any(self.takers[number] == branch for number in self.met[branch])

    def winners(self, branch: int) -> tuple[int, ...]:
        """The branches that take what meets the condition of one, in order."""
        return tuple(sorted({self.takers[number] or 0 for number in self.met[branch]}))

    @property
    def left(self) -> tuple[Point, ...]:
        """The points that no branch takes."""
        pairs = zip(self.points.points, self.takers, strict=True)
        return tuple(point for point, taker in pairs if taker is None)


class _Branching(NamedTuple):
    """What the branches of a stage take, and the alternatives that some result takes."""

    taking: Taking | None
    live: tuple[Result, ...]


class Takings:
    """What the branches of the stages of a pipeline take, each found out once."""

    def __init__(self, facts: Pipelined) -> None:
        self._facts = facts
        self._known: dict[str, Taking | None] = {}
        self._alike: dict[str, Mapping[int, int]] = {}

    def of(self, stage: str) -> Taking | None:
        """What the branches of a stage that has a NextSpec take; none where its results are too
        many to look at."""
        if stage in self._branching:
            return self._branching[stage].taking
        if stage not in self._known:
            facts = self._facts
            self._known[stage] = _taking(facts, facts.stages[stage], facts.pipeline.specs[stage])
        return self._known[stage]

    def alike(self, stage: str) -> Mapping[int, int]:
        """For the branches of a stage that an earlier one takes at sight: which."""
        if stage not in self._alike:
            self._alike[stage] = _alike(self._facts.pipeline.specs[stage])
        return self._alike[stage]

    def live(self, stage: str) -> tuple[Result, ...]:
        """The alternatives of a stage that some result takes (§6.2); all of them where that would
        be none."""
        if stage in self._branching:
            return self._branching[stage].live
        spec = self._facts.pipeline.specs.get(stage)
        return spec.alternatives if spec else ()

    @cached_property
    def _branching(self) -> Mapping[str, _Branching]:
        """Known facts about the stages with branches: after an edit, of those that were edited and
        some around them anew."""
        facts = self._facts
        specs = facts.pipeline.specs.items()
        listed = [(name, spec) for name, spec in specs if spec.branches and name in facts.stages]
        stages = [facts.stages[name] for name, _ in listed]
        columns = (
            stages,
            [spec for _, spec in listed],
            [facts.completion_faults.get(facts.key(stage), ()) for stage in stages],
            [_asks_payload(spec) and facts.dead(facts.stages[name]) for name, spec in listed],
            [facts.outputs.get(stage.id, True) for stage in stages],
            [facts.profile(stage) for stage in stages],
        )
        found = _branched.each(columns)
        return dict(zip((name for name, _ in listed), found, strict=True))


def _asks_payload(spec: Spec) -> bool:
    """Whether a branch looks at something in the payload."""
    return any((branch.when.path or "").startswith(f"{PARSED}.") for branch in spec.branches)


@pure
def _branched(
    stage: Stage, spec: Spec, faults: Sequence[Fault], dead: bool, output: Any, profile: Profile
) -> _Branching:
    found = _taking(Alone(stage, faults, dead, output, profile), stage, spec)
    return _Branching(found, _live(spec, found))


def _alike(spec: Spec) -> dict[int, int]:
    """For branches behind one without a condition, or with theirs: the first such."""
    found: dict[int, int] = {}
    first: dict[Hashable, int] = {}
    always: int | None = None
    for number, branch in enumerate(spec.branches):
        before = first.setdefault(branch.when.key, number)
        if always is not None or before < number:
            found[number] = before if always is None else always
        if always is None and branch.when.free:
            always = number
    return found


def _taking(facts: Ground, stage: Stage, spec: Spec) -> Taking | None:
    found = points_of(facts, stage, spec)
    if found is None:
        return None
    takers: list[int | None] = [None] * len(found.points)
    met = []
    for branch, each in enumerate(spec.branches):
        held = found.meeting(each.when)
        for at in held:
            if takers[at] is None:
                takers[at] = branch
        met.append(tuple(held))
    return Taking(found, tuple(takers), tuple(met))


def _live(spec: Spec, found: Taking | None) -> tuple[Result, ...]:
    """The alternatives of a NextSpec with branches that some result takes; all of them where that
    would be none."""
    if found is None:
        return _unconditional(spec)
    ways = [each.result for at, each in enumerate(spec.branches) if found.taken(at)]
    if spec.default is not None and found.left:
        ways.append(spec.default)
    return tuple(ways) or spec.alternatives


def _unconditional(spec: Spec) -> tuple[Result, ...]:
    """The alternatives up to a branch without a condition, those with one condition once."""
    seen: dict[Any, Result] = {}
    for branch in spec.branches:
        seen.setdefault(branch.when.key, branch.result)
        if branch.when.free:
            return tuple(seen.values())
    return (*seen.values(), *((spec.default,) if spec.default is not None else ()))


def possible(facts: Ground, stage: Stage, points: Points, chosen: Iterable[Point]) -> list[Point]:
    """Those of some points at which there may be results: what is at several paths may
    exclude each other, and a schema may leave no other value than those that are known."""
    from phaselint.schema import together

    found = []
    known: Sequence[Sequence[Any]] = ()
    for number, point in enumerate(chosen):
        known = known or [points.known(at) for at in range(len(points.paths))]
        asked = _demands(facts, stage, points.paths, known, point) if number < MOST_ASKED else ()
        if all(together(schema, demands).answer != "no" for schema, demands in asked):
            found.append(point)
    return found


def _demands(
    facts: Ground,
    stage: Stage,
    paths: Sequence[str],
    known: Sequence[Sequence[Any]],
    point: Point,
) -> list[Any]:
    """What a point asks of the payload and of the output, each with its schema; `known` are the
    values of each path than which another one is another."""
    from phaselint.dialects.stud.analysis.payloads import steps_of
    from phaselint.schema import Absent, holding

    schemas = {PARSED: facts.schema_of(stage), OUTPUT: facts.outputs.get(stage.id, True)}
    asked: dict[str, list[Any]] = {}
    for path, value, listed in zip(paths, point.values, known, strict=True):
        head, *rest = path.split(".")
        if rest and head in schemas:
            steps = steps_of(schemas[head], rest)
            asked.setdefault(head, []).append((steps, _test(value)))
            if value is OTHER:
                other = holding(steps, {"not": {"enum": listed}})
                schemas[head] = {"allOf": [schemas[head], other]}
    if not point.base.accepted:
        asked.pop(PARSED, None)
    if all(isinstance(test, Absent) for _, test in asked.get(OUTPUT, ())):
        asked.pop(OUTPUT, None)
    return [(schemas[head], demands) for head, demands in asked.items()]


def _test(value: Value) -> Test | Absent:
    """What a point asks of a path at which there is a value, another one, or nothing."""
    from phaselint.schema import Absent, Equals, There

    if value is ABSENT:
        return Absent()
    return There() if value is OTHER else Equals(value)
