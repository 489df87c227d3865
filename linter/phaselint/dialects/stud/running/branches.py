"""Next: which way on a NextSpec chooses (reference §3.3, §5.8 R32)."""

from __future__ import annotations

from phaselint.javascript.equality import equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

    from phaselint.dialects.stud import model
    from phaselint.dialects.stud.running.records import Result

    Way = int | Literal["default", "always"]
    """Which of the ways of a NextSpec: the number of a branch, the default, or the only one."""


DEFAULT: Literal["default"] = "default"
ALWAYS: Literal["always"] = "always"

_ABSENT = object()


def ways(spec: model.Spec) -> dict[Way, model.Result]:
    """Every way on, in the order in which they are tried."""
    found: dict[Way, model.Result] = {
        number: branch.result for number, branch in enumerate(spec.branches)
    }
    if spec.default is not None:
        found[DEFAULT] = spec.default
    if spec.only is not None:
        found[ALWAYS] = spec.only
    return found


def taken(spec: model.Spec, result: Result) -> Way | None:
    """Which way is taken after a StageResult; none where no branch matches and there is no
    default."""
    if spec.only is not None:
        return ALWAYS
    seen = result.as_json()
    for number, branch in enumerate(spec.branches):
        if matches(branch.when, seen):
            return number
    return None if spec.default is None else DEFAULT


def choose(spec: model.Spec, result: Result) -> model.Result | None:
    """The way on after a StageResult; none where no branch matches and there is no default."""
    way = taken(spec, result)
    return None if way is None else ways(spec)[way]


def matches(condition: model.Condition, seen: Mapping[str, Any]) -> bool:
    """Whether a condition holds of a StageResult, given as JSON."""
    if condition.verdicts is not None and seen["verdict"] not in condition.verdicts:
        return False
    if condition.cap_hit is not None and seen["capHit"] is not condition.cap_hit:
        return False
    return condition.path is None or _holds(condition, _at(seen, condition.segments))


def holds_of(condition: model.Condition, value: Any) -> bool:
    """Whether what a condition says about a path holds where that leads into a field with this
    value."""
    return _holds(condition, _at(value, condition.segments[1:]))


def _holds(condition: model.Condition, value: Any) -> bool:
    if value is _ABSENT:
        return condition.exists is False and condition.values is None
    if condition.values is not None and not any(equal(value, each) for each in condition.values):
        return False
    return condition.exists is not False


def _at(value: Any, segments: Sequence[str]) -> Any:
    """What is at a path; a number is also an element of a list."""
    for segment in segments:
        if isinstance(value, dict) and segment in value:
            value = value[segment]
        elif isinstance(value, list) and segment.isdecimal() and int(segment) < len(value):
            value = value[int(segment)]
        else:
            return _ABSENT
    return value
