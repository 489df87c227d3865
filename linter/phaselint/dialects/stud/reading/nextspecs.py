"""NextSpecs as typed data: what runs after a stage (reference §3.3)."""

from __future__ import annotations

from phaselint.dialects.stud.model import VERDICTS, Branch, Condition, Result, Spec
from phaselint.dialects.stud.reading.shapes import EXECUTIONS, SPEC, STAGE_KEYS, is_sound, wrong
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.shape import Problem
    from phaselint.vocabulary.finding import Pointer


@pure
def read_spec(
    value: Any, pointer: Pointer, inline: bool = False
) -> tuple[Spec, tuple[Problem, ...]]:
    """A NextSpec, `inline` in a stage entry or in `next`, and what is wrong with it; of an unsound
    one as much as can be told."""
    problems = wrong(value, SPEC, pointer)
    branches: tuple[Branch, ...] = ()
    default = only = None
    if isinstance(value, dict):
        if "branches" not in value and "default" not in value:
            only = _read_result(value, pointer)
        else:
            branches = tuple(_read_branches(value.get("branches"), (*pointer, "branches")))
            if isinstance(otherwise := value.get("default"), dict):
                default = _read_result(otherwise, (*pointer, "default"))
    return Spec(pointer, branches, default, only, is_sound(problems), inline=inline), problems


def _read_branches(value: Any, pointer: Pointer) -> Iterator[Branch]:
    for index, each in enumerate(value if isinstance(value, list) else ()):
        if isinstance(each, dict):
            at = (*pointer, index)
            when = _read_condition(each.get("when"), (*at, "when"))
            yield Branch(when, _read_result(each, at), at)


def _read_result(value: Mapping[str, Any], pointer: Pointer) -> Result:
    key = next((key for key in STAGE_KEYS if key in value), STAGE_KEYS[0])
    execution, join = value.get("execution"), value.get("join")
    return Result(
        next((word for word in EXECUTIONS if word == execution), "sequential"),
        tuple(_names_before_a_fault(value.get(key))),
        join if isinstance(join, str) and join else None,
        pointer,
        key,
    )


def _names_before_a_fault(value: Any) -> Iterator[str]:
    """The names at the start of a list, so each still has its number."""
    for name in value if isinstance(value, list) else ():
        if not isinstance(name, str) or not name:
            return
        yield name


def _read_condition(value: Any, pointer: Pointer) -> Condition:
    if not isinstance(value, dict):
        return Condition(pointer)
    cap_hit, path, exists = value.get("capHit"), value.get("path"), value.get("exists")
    return Condition(
        pointer,
        _read_verdicts(value.get("verdict")),
        cap_hit if isinstance(cap_hit, bool) else None,
        path if isinstance(path, str) and path else None,
        _read_values(value),
        single="equals" in value,
        exists=exists if isinstance(exists, bool) else None,
    )


def _read_verdicts(value: Any) -> tuple[str, ...] | None:
    found = tuple(value) if isinstance(value, list) else (value,)
    return found if all(each in VERDICTS for each in found) else None


def _read_values(value: Mapping[str, Any]) -> tuple[Any, ...] | None:
    if "equals" in value:
        return None if isinstance(value["equals"], dict | list) else (value["equals"],)
    given = value.get("in")
    return tuple(given) if isinstance(given, list) else None
