"""Next: which way on a NextSpec chooses (reference §3.3, §5.8 R32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.javascript.equality import equal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.stud import model
    from phaselint.dialects.stud.running.session import Result

_ABSENT = object()


def choose(spec: model.Spec, result: Result) -> model.Result | None:
    """The way on after a StageResult; none where no branch matches and there is no default."""
    if spec.only is not None:
        return spec.only
    seen = result.as_json()
    for branch in spec.branches:
        if matches(branch.when, seen):
            return branch.result
    return spec.default


def matches(condition: model.Condition, seen: Mapping[str, Any]) -> bool:
    """Whether a condition holds of a StageResult, given as JSON."""
    if condition.verdicts is not None and seen["verdict"] not in condition.verdicts:
        return False
    if condition.cap_hit is not None and seen["capHit"] is not condition.cap_hit:
        return False
    if condition.path is None:
        return True
    value = _at(seen, condition.segments)
    if value is _ABSENT:
        return condition.exists is False and condition.values is None
    if condition.values is not None and not any(equal(value, each) for each in condition.values):
        return False
    return condition.exists is not False


def _at(value: Any, segments: Sequence[str]) -> Any:
    """What stands at a path; a number is also an element of a list."""
    for segment in segments:
        if isinstance(value, dict) and segment in value:
            value = value[segment]
        elif isinstance(value, list) and segment.isdecimal() and int(segment) < len(value):
            value = value[int(segment)]
        else:
            return _ABSENT
    return value
