"""Checks of gates as schemas of the data that pass them (reference §5.7).

They only propose values: whether a gate passes is for the run to decide. A schema that is `exact`
leaves out nothing that passes; of another, that nothing satisfies it says nothing.
"""

from __future__ import annotations

from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.javascript.members import has, inherits
from phaselint.javascript.texts import json_of
from phaselint.javascript.units import length
from phaselint.schema import EACH, Equals, Matches, OneOf, Present
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Match
    from phaselint.dialects.sweny.reading.pathgrammar import GatePath, Segment
    from phaselint.schema import Path, Step, Test

LENGTH = "length"
ANY_TEXT = "x"
"""A value where any is wanted; nobody means an empty text."""

_MOST_ELEMENTS = 12
"""How long the lists are whose length is held against a pattern."""


class Wanted(NamedTuple):
    """What a check wants of data, as a schema."""

    schema: Any
    exact: bool = True


NOTHING = Wanted(False)
"""A check that nothing passes."""


def presence(path: str, skipped: int = 0, *, vacuous: bool = False) -> Wanted:
    """What `output_required` wants of a path below its first segments, the `skipped` ones; with
    `vacuous`, a list without elements is enough."""
    return _at(parse(path), skipped, Present(), empty=vacuous)


def agreement(match: Match, skipped: int = 0) -> Wanted:
    """What an entry of `output_matches` wants below the first segments of its path."""
    if match.operator == "equals":
        return _at(parse(match.path), skipped, Equals(match.value))
    if match.operator == "in":
        return _at(parse(match.path), skipped, OneOf(tuple(match.value)))
    if unmatchable(match.value):
        return NOTHING
    test = _pattern(match.value)
    if test is None:
        return _at(parse(match.path), skipped, Present(), empty=False)._replace(exact=False)
    return _at(parse(match.path), skipped, test)


def otherwise(path: str, excluded: Sequence[Any] | None, skipped: int = 0) -> Wanted:
    """That a path, below its first segments, leads to another value than those of a check, or,
    without any, to null; where one value is enough for the check, all do."""
    from phaselint.schema import holding

    found = parse(path)
    if found.error:
        return NOTHING
    inner = {"type": "null"} if excluded is None else {"not": {"enum": list(excluded)}}
    some = found.mode != "any"
    return Wanted(holding(steps(found.segments[skipped:]), inner, some=some), exact=False)


def opposite(wanted: Wanted) -> Wanted:
    """That something wanted is not so."""
    return Wanted({"not": wanted.schema}, exact=False)


def steps(segments: Iterable[Segment]) -> Path:
    """The steps of a gate path; a wildcard means every element."""
    found: list[Step] = []
    for segment in segments:
        found += (segment.name, EACH) if segment.wildcard else (segment.name,)
    return tuple(found)


def unmatchable(source: Any) -> bool:
    """Whether a pattern fails every check: it is none, too long, or does not compile."""
    from phaselint.patterns.javascript import LONGEST, compile_error

    return not isinstance(source, str) or length(source) > LONGEST or bool(compile_error(source))


def acceptor(source: str) -> Callable[[str], bool] | None:
    """Whether a string can match a pattern that compiles; none for patterns that can take
    exponential time."""
    from phaselint.patterns.matching import matches
    from phaselint.patterns.plain import plainly_quick

    if not plainly_quick(source):
        from phaselint.patterns.backtracking import suspects

        if suspects(source) is not None:
            return None
    return lambda text: matches(source, text) is not False


def _pattern(source: str) -> Matches | None:
    """The requirement of a pattern, with a string that it accepts if one is found."""
    from phaselint.patterns.sample import example

    accepts = acceptor(source)
    if accepts is None:
        return None
    text = example(source)
    return Matches(accepts, () if text is None else (text,), json_of)


def _at(path: GatePath, skipped: int, test: Test, *, empty: bool = True) -> Wanted:
    """The schema of data in which the values at a path pass a test; without `empty`, there is
    one."""
    from phaselint.schema import goal, holding

    before, segments = path.segments[:skipped], path.segments[skipped:]
    if path.error or any(segment.wildcard for segment in before):
        return NOTHING
    inner, exact = goal(test), not any(map(_inherited, segments))
    if isinstance(test, Present):
        inner = {**inner, "examples": [ANY_TEXT]}
    if segments and segments[-1].name == LENGTH and not segments[-1].wildcard:
        counted, known = _counted(test)
        inner, exact = {"anyOf": [holding((LENGTH,), inner), counted]}, exact and known
        segments = segments[:-1]
    some = path.mode == "any"
    return Wanted(holding(steps(segments), inner, some=some, empty=empty), exact)


def _inherited(segment: Segment) -> bool:
    """Whether a name may lead to a method rather than into data."""
    return inherits(segment.name) or (segment.name != LENGTH and has([], segment.name))


def _counted(test: Test) -> tuple[Any, bool]:
    """The schema of lists whose length passes a test, and whether these are all of them."""
    if isinstance(test, Present):
        return {"type": "array"}, True
    if isinstance(test, Matches):
        fitting = [count for count in range(_MOST_ELEMENTS) if test.accepts(str(count))]
        return {"anyOf": [_of_length(count) for count in fitting] or [False]}, False
    values = (test.value,) if isinstance(test, Equals) else getattr(test, "values", ())
    counts = [each for each in values if _is_count(each)]
    return {"anyOf": [_of_length(int(count)) for count in counts] or [False]}, True


def _is_count(value: Any) -> bool:
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return whole and not isinstance(value, bool) and value >= 0


def _of_length(count: int) -> dict[str, Any]:
    return {"type": "array", "minItems": count, "maxItems": count}
