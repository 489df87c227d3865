"""Whether a check of `output_matches` can hold for any value that is declared (reference §5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint import schema
from phaselint.dialects.sweny.reading.gatevalues import acceptor, unmatchable
from phaselint.javascript.equality import identical
from phaselint.javascript.texts import json_of
from phaselint.schema import Equals, Matches, OneOf, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaselint.dialects.sweny.analysis.pathfaults import Use
    from phaselint.schema import Test


def refused(use: Use) -> Verdict | None:
    """The answer `no` with what excludes every value; none where some value may satisfy the
    check, or nothing is known. Of patterns that are reported by themselves nothing is said."""
    match = use.match
    if match is None or use.fault not in ("", "optional-element", "optional"):
        return None
    if match.operator == "in" and not match.value:
        return None if _holds_for_none(use) else Verdict("no")
    test = wanted(use) if use.schema is not None else None
    if test is None:
        return None
    possible = schema.values_at(use.schema, use.steps)
    if possible is not None and any(map(_passes(test), possible)):
        return None
    answer = schema.satisfiable(use.schema, use.steps, test, some=use.path.mode == "any")
    if answer.answer != "no" or schema.exists(use.schema, use.steps).answer == "no":
        return None  # nothing can be at the path: the schema is at odds with itself
    return answer


def unreachable(use: Use) -> tuple[int, ...]:
    """The places of the values in a check with `in` that the declared ones never equal; empty
    when there are none, when they are all of them, or when nothing is known."""
    match = use.match
    if match is None or match.operator != "in" or not use.valued:
        return ()
    if schema.exists(use.schema, use.steps).answer == "no":
        return ()
    some = use.path.mode == "any"
    never = [
        at
        for at, value in enumerate(match.value)
        if schema.satisfiable(use.schema, use.steps, Equals(value), some=some).answer == "no"
    ]
    return tuple(never) if len(never) < len(match.value) else ()


def _passes(test: Test) -> Callable[[Any], bool]:
    """Whether a value passes a test, without a look at schemas."""
    if isinstance(test, Equals):
        return lambda value: identical(value, test.value)
    if isinstance(test, OneOf):
        return lambda value: any(identical(value, each) for each in test.values)
    if isinstance(test, Matches):
        return lambda value: test.accepts(value if isinstance(value, str) else json_of(value))
    return lambda value: value is not None


def _holds_for_none(use: Use) -> bool:
    """Whether a check holds where there are no elements: `all:` does (reference §5.7)."""
    return use.path.mode == "all" and any(segment.wildcard for segment in use.path.segments)


def wanted(use: Use) -> Test | None:
    """What the check asks of a declared value; none where that cannot be held against it."""
    match = use.match
    if match is None:
        return None
    if match.operator == "equals":
        return Equals(match.value)
    if match.operator == "in":
        return OneOf(tuple(match.value))
    if schema.values_at(use.schema, use.steps) is None:
        return None  # without an end of values, no pattern is held against them
    return _pattern(match.value)


def _pattern(source: str) -> Test | None:
    """What a pattern asks; none for one that has a finding of its own: it is too long, does not
    compile, means something else than it seems, or may take for ever."""
    from phaselint.patterns.foreign import oddities

    if unmatchable(source) or oddities(source):
        return None
    accepts = acceptor(source)
    return None if accepts is None else Matches(accepts, text=json_of)
