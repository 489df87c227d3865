"""Both sides of a check, as schemas: the data that pass it, and those that fail it (reference
§5.7).

It is written apart from what proposes data for an exploration (`reading.gatevalues`), for the
checker of certificates to ask a schema by. Each side has two schemas: all data of the one are on
that side, and all data on that side are of the other. They only differ where a pattern looks at the
text of a number, a list or an object.
"""

from __future__ import annotations

from phaselint.dialects.shape import is_number
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.gates import resolve
from phaselint.javascript.equality import identical
from phaselint.javascript.members import has, inherits
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, Literal

    from phaselint.dialects.sweny.model import Match
    from phaselint.dialects.sweny.reading.pathgrammar import Segment

    Extent = Literal["sure", "maybe"]

LENGTH = "length"
COUNTS = 13
"""The lengths of lists that a pattern is tried on."""

TRIED: tuple[Any, ...] = (
    *("", "x", "0", "a b"),
    *(*range(13), -1, 0.5, 100, 1000),
    *([], [0], ["a"], {}, {"a": 0}),
)
"""Strings, numbers, lists and objects that a pattern is tried on."""

EXTENTS: tuple[Extent, Extent] = ("sure", "maybe")

COUNT = r"^(0|[1-9][0-9]*)$"
"""How the length of a list is written."""

_WRITTEN = {
    "number": r"^-?(0|[1-9][0-9]*)([.][0-9]+)?(e[+-][0-9]+)?$",
    "array": r"^\[([^\n]|\n)*\]$",
    "object": r"^\{([^\n]|\n)*\}$",
}
"""How numbers, lists and objects are written, or more."""

_SCALARS = ["null", "boolean", "number", "string"]


class Undecided(Exception):
    """It isn't known which data pass."""


class Side(NamedTuple):
    """A side of a check: a schema of data that are on it, and one that no other data have."""

    sure: Any
    maybe: Any


class Sides(NamedTuple):
    """The data that pass, and those that fail."""

    passing: Side
    failing: Side


NEVER = Sides(Side(False, False), Side(True, True))
ALWAYS = Sides(Side(True, True), Side(False, False))


def all_of(parts: Sequence[Sides]) -> Sides:
    """Both sides of several checks, that pass if all of them do."""
    passing, failing = [each.passing for each in parts], [each.failing for each in parts]
    return Sides(
        Side(_all([each.sure for each in passing]), _all([each.maybe for each in passing])),
        Side(_any([each.sure for each in failing]), _any([each.maybe for each in failing])),
    )


def of_demand(path: str, skipped: int, *, vacuous: bool) -> Sides:
    """Both sides of an entry of `output_required`, below the first segments of its path; with
    `vacuous`, a list without elements is enough."""
    return _sides(path, skipped, _present(), empty=vacuous)


def of_match(match: Match, skipped: int) -> Sides:
    """Both sides of an entry of `output_matches`, below the first segments of its path.

    Raises Undecided.
    """
    if match.operator == "matches":
        from phaselint.dialects.sweny.reading.gatevalues import unmatchable

        if unmatchable(match.value):
            return NEVER
        return _sides(match.path, skipped, _pattern(match.value), empty=True)
    return _sides(match.path, skipped, _listed(match.values), empty=True)


# --- what a value is compared with ----------------------------------------------------------------


class _Test(NamedTuple):
    """What is wanted of a value: both sides, whether a given value passes, the values that it is
    compared with, and the schema of a pattern, if there is one instead."""

    sides: Sides
    holds: Callable[[Any], bool]
    values: Sequence[Any] = ()
    pattern: Any = None


_ANYTHING = _Test(ALWAYS, lambda _: True)


def _present() -> _Test:
    null = {"type": "null"}
    there = {"not": null}
    return _Test(Sides(Side(there, there), Side(null, null)), lambda value: value is not None)


def _listed(values: Sequence[Any]) -> _Test:
    among: Any = {"enum": list(values)} if values else False
    other = _all([_unlike(each) for each in values])
    sides = Sides(Side(among, among), Side(other, other))
    return _Test(sides, lambda value: any(identical(value, each) for each in values), values)


def _unlike(value: Any) -> Any:
    """Values other than one: a list of another length or with another element, an object with
    other keys or another value."""
    if isinstance(value, list):
        kind, size = "array", len(value)
        rows = ([*[True] * place, _unlike(each)] for place, each in enumerate(value))
        inner: list[Any] = [{"minItems": size, "prefixItems": row} for row in rows]
        inner += [{"minItems": size + 1}, *([{"maxItems": size - 1}] if size else [])]
    elif isinstance(value, dict):
        kind, size = "object", len(value)
        inner = [{"required": [k], "properties": {k: _unlike(v)}} for k, v in value.items()]
        inner += [{"properties": {key: False}} for key in value]
        inner.append({"minProperties": size + 1})
    else:
        return {"not": {"enum": [value]}}
    return _any([{"not": {"type": kind}}, *({"type": kind, **each} for each in inner)])


def _pattern(source: str) -> _Test:
    """What a pattern accepts of strings, and of the JSON text of other values; some of both are
    tried."""
    from phaselint.patterns.matching import matches
    from phaselint.patterns.sample import example

    def holds(value: Any) -> bool:
        found = matches(source, value if isinstance(value, str) else json_of(value))
        if found is None:
            raise Undecided
        return found

    def side(text: dict[str, Any], *, wanted: bool) -> Side:
        words = [each for each in (None, True, False) if holds(each) is wanted]
        tried = [each for each in (*TRIED, *samples) if holds(each) is wanted]
        others = [kind for kind, written in _WRITTEN.items() if _may_be(written, text)]
        whole: list[Any] = [{"type": "string", **text}, *([{"enum": words}] if words else [])]
        return Side(
            _any([*whole, *([{"enum": tried}] if tried else [])]),
            _any([*whole, *([{"type": others}] if others else [])]),
        )

    found: dict[str, Any] = {"pattern": source}
    sample = example(source)
    samples = () if sample is None else (sample,)
    sides = Sides(side(found, wanted=True), side({"not": found}, wanted=False))
    return _Test(sides, holds, pattern=found)


def _may_be(written: str, text: Any) -> bool:
    """Whether something that is written in one way may match what is wanted."""
    from phaselint.schema import conforming

    return conforming({"type": "string", "pattern": written}, [text]).answer != "no"


# --- paths ----------------------------------------------------------------------------------------


def _sides(path: str, skipped: int, test: _Test, *, empty: bool) -> Sides:
    """Both sides of a check of the values at a path: all of them, or one where it begins with
    `any:`; without `empty` there must be one."""
    found = parse(path)
    before, segments = found.segments[:skipped], found.segments[skipped:]
    if found.error or any(each.wildcard for each in before):
        return NEVER
    if not segments:
        return _of_whole(test)
    sure, maybe = (_both(segments, test, found.mode, each, empty=empty) for each in EXTENTS)
    return Sides(Side(sure[0], maybe[0]), Side(sure[1], maybe[1]))


def _both(
    segments: Sequence[Segment], test: _Test, mode: str, extent: Extent, *, empty: bool
) -> tuple[Any, Any]:
    """The schemas of data that pass, and of those that fail."""
    if mode == "any":
        every, none = _every(segments, _ANYTHING, extent), _none(segments, test, extent)
        passing = _all([every, _some(segments, test, extent)])
        return passing, _any([_not_every(segments, _ANYTHING, extent), none])
    passing, failing = _every(segments, test, extent), _not_every(segments, test, extent)
    if not empty and any(each.wildcard for each in segments):
        passing = _all([passing, _some(segments, _ANYTHING, extent)])
        failing = _any([failing, _none(segments, _ANYTHING, extent)])
    return passing, failing


def _of_whole(test: _Test) -> Sides:
    """Both sides of a check of the data themselves. Raises Undecided."""
    if test.pattern:
        raise Undecided
    return test.sides


def _every(segments: Sequence[Segment], test: _Test, extent: Extent) -> Any:
    """Values with a path at which all values pass."""
    if not segments:
        return getattr(test.sides.passing, extent)
    first, rest = segments[0], segments[1:]
    inner = _every(rest, test, extent)
    inner = {"type": "array", "items": inner} if first.wildcard else inner
    return _any([_with(first, inner), *_given(segments, test, extent, _all_pass)])


def _not_every(segments: Sequence[Segment], test: _Test, extent: Extent) -> Any:
    """Values without a path, or with one at which a value fails."""
    if not segments:
        return getattr(test.sides.failing, extent)
    first, rest = segments[0], segments[1:]
    inner = _not_every(rest, test, extent)
    if first.wildcard:
        inner = _any([{"not": {"type": "array"}}, _containing(inner)])
    found = [{"type": _SCALARS}, _with(first, inner)]
    return _any([*found, *_given(segments, test, extent, _not_all_pass), *_lacking(first)])


def _some(segments: Sequence[Segment], test: _Test, extent: Extent) -> Any:
    """Values at whose path a value passes."""
    if not segments:
        return getattr(test.sides.passing, extent)
    first, rest = segments[0], segments[1:]
    inner = _some(rest, test, extent)
    inner = _containing(inner) if first.wildcard else inner
    return _any([_with(first, inner), *_given(segments, test, extent, _one_passes)])


def _none(segments: Sequence[Segment], test: _Test, extent: Extent) -> Any:
    """Values with a path at which no value passes; for those without it see `_not_every`."""
    if not segments:
        return getattr(test.sides.failing, extent)
    first, rest = segments[0], segments[1:]
    inner = _none(rest, test, extent)
    inner = {"type": "array", "items": inner} if first.wildcard else inner
    return _any([_with(first, inner), *_given(segments, test, extent, _none_passes)])


def _with(segment: Segment, inner: Any) -> Any:
    """Objects that have a property with a value of their own."""
    if inner is False:
        return False
    name = segment.name
    return {"type": "object", "required": [name], "properties": {name: inner}}


def _containing(inner: Any) -> Any:
    return False if inner is False else {"type": "array", "contains": inner}


def _lacking(segment: Segment) -> Iterator[Any]:
    """Objects and lists that lack a member, where not all of them have it."""
    if not inherits(segment.name):
        yield {"type": "object", "properties": {segment.name: False}}
    if not has([], segment.name):
        yield {"type": "array"}


# --- members that every object or list has --------------------------------------------------------


def _given(
    segments: Sequence[Segment],
    test: _Test,
    extent: Extent,
    wanted: Callable[[Sequence[Any] | None, _Test], bool],
) -> Iterator[Any]:
    """Objects and lists whose member isn't their own, where what comes of that is wanted."""
    first = segments[0]
    if inherits(first.name) and wanted(_values({}, segments), test):
        yield {"type": "object", "properties": {first.name: False}}
    if first.name == LENGTH:
        yield from _of_length(segments, test, extent, wanted)
    elif has([], first.name) and wanted(_values([], segments), test):
        yield {"type": "array"}


def _values(value: Any, segments: Sequence[Segment]) -> Sequence[Any] | None:
    """The values at a path; none where it doesn't lead anywhere."""
    found = resolve(value, ".".join(map(str, segments)))
    return None if found.reason else found.values


def _of_length(
    segments: Sequence[Segment],
    test: _Test,
    extent: Extent,
    wanted: Callable[[Sequence[Any] | None, _Test], bool],
) -> Iterator[Any]:
    """Lists of whose length something is wanted; a length has no members."""
    if len(segments) > 1 or segments[0].wildcard:
        if wanted(None, test):
            yield {"type": "array"}
    elif test.pattern and extent == "maybe":
        text = test.pattern if wanted((0,), _ANYTHING) else {"not": test.pattern}
        if _may_be(COUNT, text):
            yield {"type": "array"}
    else:
        counts = range(COUNTS) if test.pattern else [*filter(_is_count, test.values)]
        told = sorted({int(each) for each in counts})
        for least, most in _ranges(told, rest=not test.pattern):
            if wanted((least,), test):
                bound = {} if most is None else {"maxItems": most}
                yield {"type": "array", "minItems": least, **bound}


def _is_count(value: Any) -> bool:
    """Whether a number can be the length of a list."""
    return is_number(value) and value >= 0 and value == int(value)


def _ranges(counts: Sequence[int], *, rest: bool) -> Iterator[tuple[int, int | None]]:
    """Each of some counts, and, with the rest, the ranges of others between and behind them."""
    least = 0
    for count in counts:
        if rest and least < count:
            yield least, count - 1
        yield count, count
        least = count + 1
    if rest:
        yield least, None


def _all_pass(values: Sequence[Any] | None, test: _Test) -> bool:
    return values is not None and all(map(test.holds, values))


def _not_all_pass(values: Sequence[Any] | None, test: _Test) -> bool:
    return not _all_pass(values, test)


def _one_passes(values: Sequence[Any] | None, test: _Test) -> bool:
    return values is not None and any(map(test.holds, values))


def _none_passes(values: Sequence[Any] | None, test: _Test) -> bool:
    return not _one_passes(values, test)


# --- schemas --------------------------------------------------------------------------------------


def _all(parts: Sequence[Any]) -> Any:
    """Values that all of some schemas have."""
    told = [each for each in parts if each is not True]
    if any(each is False for each in told):
        return False
    return told[0] if len(told) == 1 else {"allOf": told} if told else True


def _any(parts: Sequence[Any]) -> Any:
    """Values that one of some schemas has."""
    if any(each is True for each in parts):
        return True
    told = [each for each in parts if each is not False]
    return told[0] if len(told) == 1 else {"anyOf": told} if told else False
