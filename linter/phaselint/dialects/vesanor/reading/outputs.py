"""`with_output` conditions: whether an output meets them, and outputs that do (reference §2.4).

Both the executor and the search for witnesses ask this module, which knows neither.
"""

from __future__ import annotations

from itertools import pairwise, product
from math import isfinite

from phaselint.dialects.shape import is_number
from phaselint.javascript.equality import equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.vesanor.model import Condition, Tool

MISSING = object()
MAX_COMBINATIONS = 4_096

MAX_KEYS = 1_000
"""Keys of a path, at most, for which outputs are made: each takes 350 bytes."""


def lookup(output: Any, path: Sequence[str]) -> Any:
    """The value at a path of object keys, or MISSING."""
    for key in path:
        if not isinstance(output, dict) or key not in output:
            return MISSING
        output = output[key]
    return output


def _equals(value: Any, wanted: Any) -> bool:
    """Equality by value and JSON type: `1` is not `true`, `1` is `1.0` (reference §4.4)."""
    return value is not MISSING and equal(value, wanted)


def _passes(value: Any, operator: str, wanted: Any) -> bool:
    if operator == "exists":
        return (value is not MISSING) == (wanted is True)
    if operator == "equals":
        return _equals(value, wanted)
    if not is_number(value) or not is_number(wanted):
        return False
    return bool(value >= wanted) if operator == "gte" else bool(value <= wanted)


def meets_condition(condition: Condition, output: Any) -> bool:
    """Whether an output meets a condition; one of unknown form never holds."""
    if not condition.known:
        return False
    value = lookup(output, condition.path)
    return all(_passes(value, operator, wanted) for operator, wanted in condition.tests)


def _candidates(conditions: Iterable[Condition]) -> list[Any]:
    """Values of one path that together meet every combination of tests that can be met.

    Tests compare with constants, so each constant, its neighbors, the middles between two
    constants, an unrelated value and absence stand for all others.
    """
    found: list[Any] = [MISSING]
    numbers: list[float] = []
    for condition in conditions:
        for operator, wanted in condition.tests:
            if operator == "equals" and not any(_equals(value, wanted) for value in found):
                found.append(wanted)
            if operator != "exists" and is_number(wanted) and isfinite(wanted):
                numbers.append(wanted)
        if any(operator in ("gte", "lte") for operator, _ in condition.tests):
            numbers.append(0)
    for low in sorted(set(numbers)):
        found += [low, low - 1, low + 1, low - abs(low), low + abs(low)]
    ordered = sorted(set(numbers))
    found += [low + (high - low) / 2 for low, high in pairwise(ordered)]
    return [*found, "other value"]


def _assemble(paths: Sequence[tuple[str, ...]], values: Sequence[Any]) -> dict[str, Any] | None:
    """An output with these values at these paths, or none when two of them collide.

    A value that is placed is the contract's own and is never added to: what a longer path asks
    for must already be in it.
    """
    output: dict[str, Any] = {}
    placed: list[tuple[str, ...]] = []
    for path, value in sorted(zip(paths, values, strict=True), key=lambda pair: len(pair[0])):
        if value is MISSING:
            continue
        if any(path[: len(outer)] == outer for outer in placed):
            if not _equals(lookup(output, path), value):
                return None
            continue
        placed.append(path)
        if not path:
            if not isinstance(value, dict):
                return None
            output = value
            continue
        node = output
        for key in path[:-1]:
            node = node.setdefault(key, {})
        node[path[-1]] = value
    return output


def representative_outputs(conditions: Sequence[Condition]) -> Iterator[dict[str, Any]]:
    """Outputs that differ in what they meet, and of which one meets whatever any output meets:
    conditions are only ever required, so nothing else can be told apart by what follows.

    Raises OverflowError when there are more than `MAX_COMBINATIONS` candidates, or when a path has
    more than `MAX_KEYS` keys. It says how many of what.
    """
    known = [condition for condition in conditions if condition.known]
    if any(len(condition.path) > MAX_KEYS for condition in known):
        raise OverflowError(f"values more than {MAX_KEYS:,} keys deep in outputs")
    by_path: dict[tuple[str, ...], list[Condition]] = {}
    for condition in known:
        by_path.setdefault(condition.path, []).append(condition)
    paths = sorted(by_path)
    pools = []
    size = 1
    for path in paths:
        pools.append(_candidates(by_path[path]))
        size *= len(pools[-1])
        if size > MAX_COMBINATIONS:
            raise OverflowError(f"more than {MAX_COMBINATIONS:,} outputs")
    seen: set[tuple[bool, ...]] = set()
    for values in product(*pools):
        output = _assemble(paths, values)
        if output is None:
            continue
        verdict = tuple(meets_condition(condition, output) for condition in known)
        if verdict not in seen:
            seen.add(verdict)
            yield output


def satisfying_output(conditions: Sequence[Condition]) -> dict[str, Any] | None:
    """An output that meets all conditions, or none when there is none to be found: they
    contradict each other, or one has an unknown form."""
    if not all(condition.known for condition in conditions):
        return None
    try:
        for output in representative_outputs(conditions):
            if all(meets_condition(condition, output) for condition in conditions):
                return output
    except OverflowError:
        return None
    return None


def meets_all(conditions: Iterable[Condition], executed: Mapping[str, Any], tool: str) -> bool:
    """Whether the captured output of a tool meets all conditions."""
    return all(meets_condition(condition, executed[tool]) for condition in conditions)


def contradict(conditions: Sequence[Condition]) -> bool:
    """Whether certainly no output meets some conditions. Of a form that the reference does not
    have that is not certain, unless nothing is found at its path."""
    if any(each.rootless and _looks(each) for each in conditions):
        return True
    known = [each for each in conditions if each.known and _plain(each)]
    try:
        return not any(
            all(meets_condition(each, output) for each in known)
            for output in representative_outputs(known)
        )
    except OverflowError:
        return False


def _plain(condition: Condition) -> bool:
    """Whether a condition says plainly whether it needs a value."""
    return all(isinstance(wanted, bool) for name, wanted in condition.tests if name == "exists")


def _looks(condition: Condition) -> bool:
    """Whether a condition needs a value at its path."""
    return any(test != ("exists", False) for test in condition.tests)


def contradicted(tool: Tool) -> frozenset[str]:
    """The tools that a tool requires with conditions that no output meets."""
    conditions: dict[str, list[Condition]] = {}
    for entry in tool.preconditions:
        if entry.tool and entry.conditions:
            conditions.setdefault(entry.tool, []).extend(entry.conditions)
    return frozenset(name for name, listed in conditions.items() if contradict(listed))
