"""Which branches take all that another one would (reference §6.2, §6.10)."""

from __future__ import annotations

from itertools import islice

from phaselint.dialects.stud.analysis.branch_matching import possible
from phaselint.dialects.stud.analysis.coverage import leads_nowhere
from phaselint.dialects.stud.analysis.points import ABSENT
from phaselint.dialects.stud.model import VERDICTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.branch_matching import Taking
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.points import Point, Points
    from phaselint.dialects.stud.model import Condition, Spec


_ALWAYS_THERE = ("verdict", "capHit", "attemptCount")
"""The fields that each result has."""

MOST_MISSED = 16
"""Points of which a solver is asked whether they can be, before a branch leaves some out."""


def takers_of(facts: StudFacts, stage: str, number: int) -> tuple[int, ...] | None:
    """The earlier branches that take all results which a branch would; none for one that takes
    some, and for a mere fallback behind several that take all of it together. Empty where no
    result meets its condition."""
    spec = facts.pipeline.specs[stage]
    before = facts.takings.alike(stage).get(number)
    if before is not None:
        return (before,)
    found = facts.takings.of(stage)
    if found is not None and found.taken(number):
        return None
    takers = found.winners(number) if found is not None else None
    if takers is not None and len(takers) < 2:
        return takers
    alone = _subsuming(spec, number)
    if alone is not None:
        return (alone,)
    return None if spec.branches[number].when.path is None else takers


def always_taken(facts: StudFacts, stage: str) -> int | None:
    """The first branch whose condition every result of a stage meets; none where each leaves some
    out, as branches do that take everything only together, or where nobody knows."""
    branches = facts.pipeline.specs[stage].branches
    broad = [at for at, each in enumerate(branches) if _is_broad(each.when)]
    free = next((at for at in broad if branches[at].when.free), None)
    found = facts.takings.of(stage) if free is None and broad else None
    if found is None:
        return free
    return next((at for at in broad if _meets_all(facts, stage, found, at)), None)


def _is_broad(when: Condition) -> bool:
    """Whether a condition may hold of every result by what it asks: of a result of a gate, which
    has no payload, no output and perhaps no reason, as well as of others."""
    if when.cap_hit is not None or not {*VERDICTS} <= {*(when.verdicts or VERDICTS)}:
        return False
    return when.path is None or when.exists is False or when.segments[0] in _ALWAYS_THERE


def _meets_all(facts: StudFacts, stage: str, found: Taking, branch: int) -> bool:
    """Whether there is no result at the points at which the condition of a branch doesn't hold."""
    met = {*found.met[branch]}
    if not met:
        return False
    points = found.points
    left = (each for at, each in enumerate(points.points) if at not in met)
    missed = list(islice((each for each in left if _may_be(points, each)), MOST_MISSED + 1))
    if len(missed) > MOST_MISSED:
        return False
    return not possible(facts, facts.stages[stage], points, missed)


def _may_be(points: Points, point: Point) -> bool:
    """Whether all that is at the paths of a point is at paths that lead somewhere."""
    pairs = zip(points.paths, point.values, strict=True)
    return all(value is ABSENT or not leads_nowhere(path.split(".")) for path, value in pairs)


def _subsuming(spec: Spec, number: int) -> int | None:
    """The first earlier branch whose condition holds wherever that of a branch does, whatever the
    results of the stage are."""
    from phaselint.dialects.stud.analysis.implied import implies

    when = spec.branches[number].when
    earlier = enumerate(spec.branches[:number])
    return next((at for at, each in earlier if implies(when, each.when)), None)
