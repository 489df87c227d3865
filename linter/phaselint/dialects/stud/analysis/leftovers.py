"""The results that no branch of a stage takes, in the words of its conditions (reference §6.10)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.branch_matching import possible
from phaselint.dialects.stud.analysis.coverage import covered, gap
from phaselint.dialects.stud.analysis.points import ABSENT, FAIL, OK, OTHER, Mark, Point
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Literal

    from phaselint.dialects.stud.analysis.branch_matching import Taking
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Condition, Spec, Stage

CAPPED = "ok, capHit"
"""The verdict `ok` of a stage that has hit its cap."""


class Left(NamedTuple):
    """What is at a path of results that no branch takes: a value, another one than those
    that branches list, or nothing."""

    path: str
    kind: Literal["value", "other", "absent"]
    value: Any = None

    def as_json(self) -> dict[str, Any]:
        """The same as JSON values."""
        found: dict[str, Any] = {"path": self.path, "is": self.kind}
        return {**found, "value": self.value} if self.kind == "value" else found

    def stands(self, value: Any) -> bool:
        """Whether it is what is at the path of a point."""
        if isinstance(value, Mark):
            return self.kind == ("absent" if value is ABSENT else "other")
        return self.kind == "value" and json_of(value) == json_of(self.value)


def uncovered(
    facts: StudFacts, stage: Stage, found: Taking, verdict: str, cap_hit: bool | None = None
) -> list[Point]:
    """The points with a verdict, and with a cap hit or not, that no branch takes; where no payload
    satisfies the stage's schema, those without one."""
    dead = facts.dead(stage)
    left = (
        point
        for point in found.left
        if point.sure
        and point.base.verdict == verdict
        and not (dead and point.base.accepted)
        and (cap_hit is None or point.base.cap_hit is cap_hit)
    )
    return possible(facts, stage, found.points, left)


def values_left(facts: StudFacts, stage: Stage, spec: Spec) -> tuple[tuple[Left, ...], ...]:
    """Which of the results with the verdict `ok` are left out where some are taken: the values of
    one path, or else one case with a value for each path. Nothing where all are taken, or none."""
    found = facts.takings.of(stage.id)
    if found is None:
        coarse = None if covered(facts, stage, spec, OK) else gap(facts, stage, spec)
        listed = coarse.unhandled if coarse else ()
        return tuple((Left(coarse.path, "value", value),) for value in listed if coarse)
    left = uncovered(facts, stage, found, OK, cap_hit=False) if _some(found) else []
    if not left:
        return ()
    ordinary = [each for each in found.points.points if each.sure and _ordinary(each)]
    for number, path in enumerate(found.points.paths):
        there = _distinct(path, (point.values[number] for point in ordinary))
        gone = _distinct(path, (point.values[number] for point in left))
        if len(gone) < len(there):
            return tuple((each,) for each in gone)
    pairs = zip(found.points.paths, left[0].values, strict=True)
    return (tuple(_left(path, value) for path, value in pairs),)


def verdicts_left(facts: StudFacts, stage: Stage, spec: Spec) -> tuple[str, ...]:
    """The verdicts with results that no branch takes, `CAPPED` among them; not `ok` where
    `values_left` says which."""
    found = facts.takings.of(stage.id)
    if found is None:
        left = [verdict for verdict in (OK, FAIL) if not covered(facts, stage, spec, verdict)]
        named = gap(facts, stage, spec) is not None
        return tuple(verdict for verdict in left if verdict != OK or not named)
    words = []
    if not _some(found) and uncovered(facts, stage, found, OK, cap_hit=False):
        words.append(OK)
    if any(map(_tests_cap, (each.when for each in spec.branches))):
        words += [CAPPED] * bool(uncovered(facts, stage, found, OK, cap_hit=True))
    if uncovered(facts, stage, found, FAIL):
        words.append(FAIL)
    return tuple(words)


def _tests_cap(when: Condition) -> bool:
    return when.cap_hit is not None or when.path == "capHit"


def _ordinary(point: Point) -> bool:
    return point.base.verdict == OK and not point.base.cap_hit


def _some(found: Taking) -> bool:
    """Whether some branch takes some result with the verdict `ok` whose cap was not hit."""
    pairs = zip(found.points.points, found.takers, strict=True)
    return any(taker is not None for point, taker in pairs if point.sure and _ordinary(point))


def _distinct(path: str, values: Iterable[Any]) -> Sequence[Left]:
    """What is at a path, each once, values first."""
    found = {repr(each.as_json()): each for each in (_left(path, value) for value in values)}
    order = ("value", "other", "absent")
    return sorted(found.values(), key=lambda each: order.index(each.kind))


def _left(path: str, value: Any) -> Left:
    if value is ABSENT:
        return Left(path, "absent")
    return Left(path, "other") if value is OTHER else Left(path, "value", value)
