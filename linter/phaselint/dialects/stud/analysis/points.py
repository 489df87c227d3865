"""What the result of a stage can look like, as far as the branches of its NextSpec look (§6.2).

A point is one combination: a verdict, whether the cap was hit, whether there is a payload, and
for each path that some branch tests the value there. Every result is at one of the points.
"""

from __future__ import annotations

from itertools import product

from phaselint.dialects.stud.analysis.coverage import misfits, misfitting, schema_known, values_of
from phaselint.dialects.stud.analysis.payloads import lookup
from phaselint.dialects.stud.model import RESULT_FIELDS
from phaselint.javascript.equality import equal
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.ground import Ground
    from phaselint.dialects.stud.model import Condition, Spec, Stage

    Value = Any
    """A JSON value, or a mark."""

MOST_POINTS = 4_096
"""Points of a stage beyond which nobody looks at them (§6.2)."""

MOST_ATTEMPTS = 64
"""Attempts that are told apart one by one."""

OK = "ok"
FAIL = "fail"
PARSED = "parsed"
OUTPUT = "output"


class Mark:
    """Something at a path that isn't a value of a finite domain, or nothing."""

    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word = word

    def __repr__(self) -> str:
        return self.word


ABSENT = Mark("absent")
OTHER = Mark("another value")


class Base(NamedTuple):
    """What a result has whatever its paths lead to (the table of §6.2)."""

    verdict: str
    cap_hit: bool
    accepted: bool

    @property
    def acted(self) -> bool:
        """Whether the gate let the stage act, so Assert may have written an output."""
        return self.accepted or self.cap_hit


BASES = (
    Base(OK, False, True),
    Base(OK, True, False),
    Base(FAIL, False, True),
    Base(FAIL, False, False),
    Base(FAIL, True, False),
    Base("skip", False, False),
    Base("retry", False, False),
)

REFERENCE_BASES = (
    *BASES,
    *(
        Base(verdict, cap_hit, not cap_hit)
        for verdict in ("skip", "retry")
        for cap_hit in (False, True)
    ),
)
"""With the reference, Assert may say so of a stage that has acted."""


class Point(NamedTuple):
    """One combination. One that is not `sure` is there since nobody knows better, or since
    another rule reports the value as impossible; nothing is demanded of it."""

    base: Base
    values: tuple[Value, ...]
    sure: bool


class Points(NamedTuple):
    """The points of a stage, and the paths whose values they have."""

    paths: tuple[str, ...]
    points: tuple[Point, ...]

    def known(self, number: int) -> list[Any]:
        """The values at a path, by its number, but for other ones and none."""
        values = (point.values[number] for point in self.points)
        return _further((each for each in values if not isinstance(each, Mark)), ())

    def meeting(self, condition: Condition) -> list[int]:
        """The numbers of the points at which a condition holds. Points share their bases and
        values, so each of these is asked about once."""
        place = None if condition.path is None else self.paths.index(condition.path)
        bases: dict[int, bool] = {}
        values: dict[int, bool] = {}
        found = []
        for at, (base, stands, _) in enumerate(self.points):
            suits = bases.get(id(base))
            if suits is None:
                suits = bases[id(base)] = _suits(condition, base)
            if suits and place is not None:
                value = stands[place]
                suits = values.get(id(value))
                if suits is None:
                    suits = values[id(value)] = _holds(condition, value)
            if suits:
                found.append(at)
        return found


def _suits(condition: Condition, base: Base) -> bool:
    """Whether what a condition says about verdict and cap is so with a base."""
    if condition.verdicts is not None and base.verdict not in condition.verdicts:
        return False
    return condition.cap_hit is None or base.cap_hit is condition.cap_hit


def _holds(condition: Condition, value: Value) -> bool:
    """Whether what a condition says about its path is true of the value there."""
    if value is ABSENT:
        return condition.exists is False and condition.values is None
    if condition.values is not None and not _among(value, condition.values):
        return False
    return condition.exists is not False


def points_of(facts: Ground, stage: Stage, spec: Spec) -> Points | None:
    """The points of a stage; none where they are too many."""
    listed: dict[str, list[Any]] = {}
    for branch in spec.branches:
        when = branch.when
        if when.path is not None:
            known = listed.setdefault(when.path, [])
            known += _further(when.values or (), known)
    paths = tuple(listed)
    bases = REFERENCE_BASES if facts.profile(stage) == "reference" else BASES
    options = _all_options(facts, stage, listed, bases)
    if sum(_size(each) for each in options) > MOST_POINTS:
        return None
    nested = _nested(paths)
    found = [
        Point(base, tuple([value for value, _ in chosen]), all(sure for _, sure in chosen))
        for base, each in zip(bases, options, strict=True)
        for chosen in product(*each)
        if not nested or _consistent(nested, [value for value, _ in chosen])
    ]
    return Points(paths, tuple(found))


def _all_options(
    facts: Ground, stage: Stage, listed: Mapping[str, Sequence[Any]], bases: Sequence[Base]
) -> list[list[list[tuple[Value, bool]]]]:
    """For each base what can be at each path. Where a schema lists the values of a path, that
    goes by whether there is a payload, and whether the stage has acted, and by nothing else."""
    known: dict[tuple[str, bool, bool], list[tuple[Value, bool]]] = {}
    settled: set[str] = set()

    def options(path: str, base: Base) -> list[tuple[Value, bool]]:
        key = (path, base.accepted, base.acted)
        if key in known:
            return known[key]
        found = _options(facts, stage, path, listed[path], base)
        if base.accepted and _is_settled(facts, stage, path):  # by now that takes no steps
            settled.add(path)
        if path in settled:
            known[key] = found
        return found

    return [[options(path, base) for path in listed] for base in bases]


def _is_settled(facts: Ground, stage: Stage, path: str) -> bool:
    """Whether a schema lists the values of a path, so nothing must be asked of it."""
    segments = path.split(".")
    return segments[0] in (PARSED, OUTPUT) and values_of(facts, stage, segments) is not None


def _size(options: Sequence[Sequence[Any]]) -> int:
    count = 1
    for each in options:
        count *= len(each)
    return count


def _among(value: Value, values: Iterable[Value]) -> bool:
    """Whether a value is one of several; a mark isn't one."""
    if isinstance(value, Mark):
        return False
    return any(equal(value, each) for each in values if not isinstance(each, Mark))


def _further(values: Iterable[Any], known: Iterable[Value]) -> list[Any]:
    """The values that none of the known ones equals, each once."""
    given = [each for each in known if not isinstance(each, Mark)]
    keys = set(map(json_of, given))
    deep = [each for each in given if isinstance(each, dict | list)]
    found: list[Any] = []
    for value in values:
        key, plain = json_of(value), not isinstance(value, dict | list)
        if key in keys or (not plain and _among(value, deep)):
            continue
        keys.add(key)
        found.append(value)
        deep += [] if plain else [value]
    return found


def _nested(paths: Sequence[str]) -> list[tuple[int, int]]:
    """The numbers of paths of which the second leads further than the first."""
    return [
        (above, below)
        for above, path in enumerate(paths)
        for below, longer in enumerate(paths)
        if longer.startswith(f"{path}.")
    ]


def _consistent(nested: Sequence[tuple[int, int]], values: Sequence[Value]) -> bool:
    """Whether what is at some paths lets something be below them."""
    return not any(
        values[below] is not ABSENT and values[above] is not OTHER for above, below in nested
    )


# --- possible values at a path -------------------------------------------------------------------


def _options(
    facts: Ground, stage: Stage, path: str, listed: Sequence[Any], base: Base
) -> list[tuple[Value, bool]]:
    """What can be at a path of a result, each with whether that is sure."""
    segments = tuple(path.split("."))
    found = list(_known(facts, stage, segments, listed, base))
    sure = [value for value, _ in found]
    others = _further(listed, sure)
    wrong = misfits(facts, stage, segments, others)
    return [*found, *((value, False) for value in wrong)]


def _known(
    facts: Ground, stage: Stage, segments: Sequence[str], listed: Sequence[Any], base: Base
) -> Iterator[tuple[Value, bool]]:
    head, deep = segments[0], len(segments) > 1
    if head == PARSED and not base.accepted:
        yield ABSENT, True
    elif head == PARSED and deep:
        yield from _of_payload(facts, stage, segments, listed)
    elif head == PARSED:
        yield OTHER, True
    elif head == OUTPUT:
        given = _of_schema(facts, stage, segments, listed)
        yield from ((value, sure and base.acted) for value, sure in given)
        yield ABSENT, True
    elif head not in RESULT_FIELDS:
        yield from ((ABSENT, True), (OTHER, False))
        yield from ((value, False) for value in listed)
    elif deep:
        yield ABSENT, True
    elif head == "reason":
        yield from ((value, True) for value in listed if isinstance(value, str))
        yield from ((OTHER, True), (ABSENT, True))
    else:
        yield from _of_core(stage, head, listed, base)


def _of_core(
    stage: Stage, field: str, listed: Sequence[Any], base: Base
) -> Iterator[tuple[Value, bool]]:
    """What a field has that core decides on."""
    if field != "attemptCount":
        yield (base.verdict if field == "verdict" else base.cap_hit), True
        return
    most = stage.retry.max_attempts if stage.retry else None
    numbers = range(int(base.accepted or base.cap_hit), (most or 1) + 1)
    if not (base.accepted or base.cap_hit) and base.verdict != FAIL:
        numbers = range(1)
    if len(numbers) <= MOST_ATTEMPTS:
        yield from ((number, True) for number in numbers)
    else:
        yield OTHER, True
    inside = [value for value in listed if isinstance(value, int) and value >= 0]
    known = numbers if len(numbers) <= MOST_ATTEMPTS else ()
    yield from ((value, value in numbers) for value in inside if value not in known)


def _of_payload(
    facts: Ground, stage: Stage, segments: Sequence[str], listed: Sequence[Any]
) -> Iterator[tuple[Value, bool]]:
    """What an accepted payload has at a path. Where nobody knows the payloads, what branches
    list is taken to be all."""
    if not schema_known(facts, stage) or facts.dead(stage):
        yield from ((value, True) for value in listed)
        yield from ((OTHER, not listed), (ABSENT, False))
        return
    yield from _of_schema(facts, stage, segments, listed)
    if lookup(stage.completion_schema, segments[1:]).answer != "yes":
        yield ABSENT, True


def _of_schema(
    facts: Ground, stage: Stage, segments: Sequence[str], listed: Sequence[Any]
) -> Iterator[tuple[Value, bool]]:
    """What the schema of a field lets be at a path."""
    schema: Any = facts.outputs.get(stage.id, True)
    if segments[0] == PARSED:
        schema = stage.completion_schema
    if lookup(schema, segments[1:]).answer == "no":
        yield OTHER, False
        yield from ((value, False) for value in listed)
        return
    values = values_of(facts, stage, segments)
    if values is not None:
        yield from ((value, True) for value in values)
        return
    if listed:
        wrong = misfitting(facts, stage, segments)
        yield from ((value, True) for value in listed if not wrong(value))
    yield OTHER, True
