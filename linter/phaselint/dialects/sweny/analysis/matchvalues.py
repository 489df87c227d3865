"""Whether a check of a gate can hold for any value that is declared (reference §5.7, §8.9)."""

from __future__ import annotations

from phaselint import schema
from phaselint.dialects.sweny.reading.gatevalues import acceptor, unmatchable
from phaselint.javascript.equality import identical
from phaselint.javascript.texts import json_of
from phaselint.schema import EACH, Equals, Fractional, Matches, OneOf, Present, Typed, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.dialects.sweny.model import Match
    from phaselint.schema import Path, Test

WRITTEN: Mapping[str, str] = {
    "number": r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-][0-9]+)?$",
    "integer": r"^-?(?:0|[1-9][0-9]*|[1-9](?:\.[0-9]+)?e\+[0-9]+)$",
    "boolean": "^(?:true|false)$",
    "null": "^null$",
    "array": r"^\[[^]*\]$",
    "object": r"^\{[^]*\}$",
}
"""How values of each kind are written that a pattern is held against: patterns of their texts."""

_ITEMS: Mapping[str, str] = {**WRITTEN, "string": r'^"(?:[^"\\]|\\[^])*"$'}
"""How elements of lists are written, strings with their quotes."""

_OF_KIND: Mapping[str, Test] = {"number": Fractional()}
"""What tells a value of a kind where its type does not: numbers are those that are not whole."""


def refused(use: Use) -> Verdict | None:
    """The answer `no` with what excludes every value; none if some value can satisfy the check, or
    nothing is known. Patterns with a finding of their own are reported here only if no string at
    all matches them."""
    if use.fault not in ("", "optional-element", "optional"):
        return None
    match = use.match
    if match is None:
        return _excluding(use, Present()) if use.schema is not None else None
    if match.operator == "in" and not match.value:
        return Verdict("no")
    if match.operator == "matches" and _unwritten(use, match.value):
        return Verdict("no")
    test = wanted(use) if use.schema is not None else None
    if test is None:
        return None
    possible = schema.values_at(use.schema, use.steps)
    if possible is not None and any(map(passes(test), possible)):
        return None
    return _excluding(use, test)


def _excluding(use: Use, test: Test) -> Verdict | None:
    """What excludes every value that passes a test, on the way to where it stands; what else of
    the schema cannot be satisfied hides nothing."""
    if schema.plainly_admits(use.schema, use.steps, test):
        return None
    answer = schema.admits(use.schema, use.steps, test)
    if answer.answer == "no" and schema.admits(use.schema, use.steps).answer != "no":
        return answer
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
    never = [
        at for at, value in enumerate(match.value) if _excluding(use, Equals(value)) is not None
    ]
    return tuple(never) if len(never) < len(match.value) else ()


def passes(test: Test) -> Callable[[Any], bool]:
    """Whether a value passes a test, without a look at schemas."""
    if isinstance(test, Equals):
        return lambda value: identical(value, test.value)
    if isinstance(test, OneOf):
        return lambda value: any(identical(value, each) for each in test.values)
    if isinstance(test, Matches):
        return lambda value: test.accepts(value if isinstance(value, str) else json_of(value))
    return lambda value: value is not None


def is_unsatisfiable(use: Use) -> bool:
    """Whether a check holds where there are no elements: `all:` does under `output_matches`, if a
    list may be empty that comes before what is wrong with the path (reference §5.7)."""
    if use.match is None or use.path.mode != "all":
        return False
    if use.schema is None or not use.steps:
        end = use.at if use.fault else len(use.path.segments)
        return any(segment.wildcard for segment in use.path.segments[:end])
    empty = Equals([])
    return any(schema.admits(use.schema, way, empty).answer != "no" for way in lists_of(use))


def lists_of(use: Use) -> Iterator[Path]:
    """The paths of the lists whose elements a check is about, as far as steps can be taken."""
    steps = use.steps if use.valued else use.taken
    return (steps[:at] for at, step in enumerate(steps) if step is EACH)


def wanted(use: Use) -> Test | None:
    """What the check asks of a declared value; none where that cannot be held against it."""
    match = use.match
    if match is None or match.operator != "matches":
        return without_pattern(match)
    if schema.values_at(use.schema, use.steps) is None:
        return None  # without an end of values, no pattern is held against them
    return _pattern(match.value)


def without_pattern(match: Match | None) -> Test:
    """What a check asks of a value that has no pattern for it."""
    if match is None:
        return Present()
    return Equals(match.value) if match.operator == "equals" else OneOf(tuple(match.value))


def _pattern(source: str) -> Test | None:
    """The requirement of a pattern; none for a pattern with a finding of its own: it is too long,
    doesn't compile, has a different meaning in JavaScript, or can take exponential time."""
    from phaselint.patterns.foreign import oddities

    if unmatchable(source) or oddities(source):
        return None
    accepts = acceptor(source)
    return None if accepts is None else Matches(accepts, text=json_of)


def _unwritten(use: Use, source: str) -> bool:
    """Whether certainly no string matches a pattern, or no value of the declared kinds is written
    as a matching string. For patterns that don't compile, another finding exists."""
    from phaselint.patterns.foreign import oddities
    from phaselint.patterns.plain import plainly_matches

    if unmatchable(source):
        return False
    if not plainly_matches(source):
        from phaselint.patterns.overlap import disjoint

        if disjoint(source):
            return True
    if oddities(source) or use.schema is None:
        return False
    if _may_be(use, Typed("string")):
        return _against_pattern(use, source)
    from phaselint.patterns.overlap import disjoint

    kinds = [kind for kind in WRITTEN if _may_be(use, _OF_KIND.get(kind, Typed(kind)))]
    return bool(kinds) and all(disjoint(source, _written(use, kind)) for kind in kinds)


def _written(use: Use, kind: str) -> str:
    """A pattern of how values of a kind are written; of lists, by what their elements may be."""
    if kind != "array":
        return WRITTEN[kind]
    inner = use._replace(steps=(*use.steps, EACH))
    items = [
        pattern[1:-1]
        for name, pattern in _ITEMS.items()
        if _may_be(inner, _OF_KIND.get(name, Typed(name)))
    ]
    item = "|".join(items)
    return rf"^\[(?:(?:{item})(?:,(?:{item}))*)?\]$" if items else r"^\[\]$"


def _against_pattern(use: Use, source: str) -> bool:
    """Whether the declared values are strings, and no string matches both their pattern and
    another."""
    part = use.schema
    for step in use.steps:
        below = part.get("items") if step is schema.EACH else part.get("properties", {}).get(step)
        if not isinstance(below, dict) or "$ref" in part:
            return False
        part = below
    declared = part.get("pattern")
    if part.get("type") != "string" or not isinstance(declared, str) or unmatchable(declared):
        return False
    from phaselint.patterns.overlap import disjoint

    return disjoint(declared, source)


def _may_be(use: Use, test: Test) -> bool:
    """Whether a value at a path may pass a test."""
    return schema.admits(use.schema, use.steps, test).answer != "no"
