"""`session_limits`: well-formed values, and what is wrong with the others (reference §2.3)."""

from __future__ import annotations

from phaselint.dialects.shape import is_integer, is_number
from phaselint.dialects.vesanor.model import Limits
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.vocabulary.finding import Pointer


class BadLimit(NamedTuple):
    """A limit out of its range: its place below `session_limits` or in a tool contract, and the
    required value."""

    pointer: Pointer
    wanted: str


def _positive_integer(value: Any) -> bool:
    return is_integer(value) and value > 0


def _positive(value: Any) -> bool:
    return is_number(value) and value > 0


def _count(value: Any) -> bool:
    return is_integer(value) and value >= 0


WHOLE = "an integer above 0"
RANGES: tuple[tuple[Pointer, Callable[[Any], bool], str], ...] = (
    (("max_steps",), _positive_integer, WHOLE),
    (("max_tool_calls",), _positive_integer, WHOLE),
    (("max_cost_per_session",), _positive, "a number above 0"),
    (("loop_detection", "window"), _positive_integer, WHOLE),
    (("loop_detection", "threshold"), _positive_integer, WHOLE),
    (("circuit_breaker", "consecutive_blocks"), _positive_integer, WHOLE),
    (("circuit_breaker", "consecutive_errors"), _positive_integer, WHOLE),
)
OF_TOOLS: tuple[Pointer, ...] = (
    ("timeouts", "total_ms"),
    ("retries", "max_attempts"),
    ("rate_limits", "on_429", "max_sleep_seconds"),
)
"""The numbers of a tool contract that limit something."""

PER_TOOL = "max_calls_per_tool"
ABSENT = object()


def _at(value: Any, pointer: Pointer) -> Any:
    for key in pointer:
        if not isinstance(value, dict) or key not in value:
            return ABSENT
        value = value[key]
    return value


def bad_limits(value: Any) -> Iterator[BadLimit]:
    """The limits whose value is out of range, in the order of the reference."""
    for pointer, test, wanted in RANGES:
        found = _at(value, pointer)
        if found is not ABSENT and not test(found):
            yield BadLimit(pointer, wanted)
    for tool, number in _per_tool(value).items():
        if not _count(number):
            yield BadLimit((PER_TOOL, tool), "an integer, 0 or greater")


def bad_limits_of_tool(value: Any) -> Iterator[BadLimit]:
    """The limits of a tool contract that are negative, or no number that can be compared."""
    for pointer in OF_TOOLS:
        found = _at(value, pointer)
        if is_number(found) and not found >= 0:
            yield BadLimit(pointer, "a number, 0 or greater")


def _per_tool(value: Any) -> Mapping[str, Any]:
    found = _at(value, (PER_TOOL,))
    return found if isinstance(found, dict) else {}


def read_limits(value: Any) -> Limits:
    """The effective limits; a limit that is out of range is ignored."""
    good = [
        None if (found := _at(value, pointer)) is ABSENT or not test(found) else found
        for pointer, test, _ in RANGES
    ]
    steps, calls, cost, window, threshold, blocks, errors = good
    per_tool = {tool: int(number) for tool, number in _per_tool(value).items() if _count(number)}
    return Limits(
        max_steps=steps,
        max_tool_calls=calls,
        max_cost=cost,
        per_tool=per_tool,
        loop_window=window,
        loop_threshold=threshold,
        consecutive_blocks=blocks,
        consecutive_errors=errors,
    )
