"""Whether some value can meet operators of invariants (reference §2.2).

Undocumented cases of an operator are left open: they count as met.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, isfinite

from phaselint.dialects.shape import is_number
from phaselint.dialects.vesanor.reading.invariants import OPERATORS
from phaselint.javascript.equality import equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    Test = tuple[str, Any]

MISSING = object()

TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": is_number,
    "integer": lambda value: is_number(value) and (isinstance(value, int) or value.is_integer()),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}
LONGEST = 1_000
"""A longer text is not made to be tried: what meets such a bound is left open."""

ONE_OF_EACH: tuple[Any, ...] = ("", "text", 0, 0.5, True, False, [], [0], {}, None)


def operators(invariant: Any, path: str) -> list[Test]:
    """The tests of an invariant on the value at a path."""
    if not isinstance(invariant, dict) or invariant.get("path") != path:
        return []
    return [(name, wanted) for name, wanted in invariant.items() if name in OPERATORS]


def meets_none(tests: Sequence[Test]) -> bool:
    """Whether certainly no value, and not its absence either, meets some tests. A pattern alone,
    and contents, are checked if the tests list the possible values."""
    tests = [test for test in tests if not _is_bound(test[1])]
    listed = any(_lists_values(*test) for test in tests)
    tried = [test for test in tests if listed or test[0] not in ("regex", "contains")]
    try:
        if _no_length(tests) or _no_text(tests):
            return True
        return not any(all(_meets(value, *test) for test in tried) for value in _candidates(tried))
    except (OverflowError, ValueError):  # numbers that no float can be, such as `.nan`
        return False


def _no_text(tests: Sequence[Test]) -> bool:
    """Whether a pattern exists, and no string contains a match for all of them."""
    patterns = [wanted for name, wanted in tests if name == "regex" and isinstance(wanted, str)]
    if not patterns or ("exists", False) in tests:
        return False
    bounds = [test for test in tests if ("type", "string") in tests and is_number(test[1])]
    least = max((ceil(wanted) for name, wanted in bounds if name == "length_gte"), default=0)
    most = min((floor(wanted) for name, wanted in bounds if name == "length_lte"), default=None)
    if len(patterns) < 2 and not bounds:
        return False
    from phaselint.patterns.joint import joint

    return joint(patterns, (), max(0, least), most, ()).answer == "no"


def _is_bound(wanted: Any) -> bool:
    """Whether a test compares with a value that a session binds."""
    return isinstance(wanted, dict) and "ref" in wanted


def _lists_values(operator: str, wanted: Any) -> bool:
    return operator == "equals" or (operator == "one_of" and isinstance(wanted, list))


def _meets(value: Any, operator: str, wanted: Any) -> bool:
    """Whether a value meets a test; where that is not known, it does."""
    if operator == "exists":
        return not isinstance(wanted, bool) or (value is not MISSING) is wanted
    if operator == "equals":
        return value is not MISSING and equal(value, wanted)
    if operator == "one_of" and isinstance(wanted, list):
        return value is not MISSING and any(equal(value, each) for each in wanted)
    if operator == "type" and isinstance(wanted, str) and wanted in TYPES:
        return value is not MISSING and TYPES[wanted](value)
    if operator in ("gte", "lte"):
        if not is_number(value) or not is_number(wanted):
            return False
        return bool(value >= wanted) if operator == "gte" else bool(value <= wanted)
    if operator in ("length_gte", "length_lte") and is_number(wanted):
        return _length_meets(value, operator, wanted)
    if operator == "regex" and isinstance(value, str) and isinstance(wanted, str):
        from phaselint.patterns.matching import matches

        return matches(wanted, value) is not False
    return operator != "contains" or _contains(value, wanted)


def _contains(value: Any, wanted: Any) -> bool:
    if isinstance(value, list):
        return any(equal(each, wanted) for each in value)
    return not (isinstance(value, str) and isinstance(wanted, str)) or wanted in value


def _length_meets(value: Any, operator: str, wanted: float) -> bool:
    """Strings and lists have a length; what that of another value is, is not known."""
    if not isinstance(value, (str, list)):
        return value is not MISSING
    if wanted > LONGEST:
        return True
    return len(value) >= wanted if operator == "length_gte" else len(value) <= wanted


def _no_length(tests: Sequence[Test]) -> bool:
    """Whether no length is within the bounds."""
    bounds = [(name, wanted) for name, wanted in tests if is_number(wanted)]
    least = max((wanted for name, wanted in bounds if name == "length_gte"), default=0)
    most = min((wanted for name, wanted in bounds if name == "length_lte"), default=None)
    return most is not None and most < max(0, ceil(least))


def _candidates(tests: Sequence[Test]) -> list[Any]:
    """Values of which one meets the tests if any does: constants, and of numbers the ones between
    and around them."""
    found: list[Any] = [MISSING, *ONE_OF_EACH]
    for operator, wanted in tests:
        if operator == "equals":
            found.append(wanted)
        if operator == "one_of" and isinstance(wanted, list):
            found += wanted
    bounds = {
        wanted
        for operator, wanted in tests
        if operator in ("gte", "lte") and is_number(wanted) and isfinite(wanted)
    }
    for bound in sorted(bounds):
        found += [bound, floor(bound), ceil(bound), bound - 1, bound + 1]
    lengths = [wanted for name, wanted in tests if name == "length_gte" and is_number(wanted)]
    least = ceil(min(max(lengths, default=0), LONGEST))
    found += ["x" * least, [0] * least]
    return found + [low + (high - low) / 2 for low, high in pairwise(sorted(bounds))]
