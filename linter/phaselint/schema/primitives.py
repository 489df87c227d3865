"""Numbers and strings that satisfy a shape: candidates, each judged by every schema."""

from __future__ import annotations

from itertools import chain
from math import ceil, floor, lcm

from phaselint.schema.equality import FRACTION, is_count, is_number
from phaselint.schema.judging import judge_of
from phaselint.schema.model import Verdict
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Final

    from phaselint.schema.resolve import Book
    from phaselint.schema.shapes import Shape

_LONGEST: Final = 10_000
_NEAR: Final = 40
"""How many numbers from a bound on are tried."""

_PARTS: Final = (0.5, 0.25, 0.75, 0.125, 0.875)
"""Where between two bounds fractions are tried."""

_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")

_FORMATS = {
    "date-time": "2024-01-01T00:00:00Z",
    "date": "2024-01-01",
    "time": "00:00:00Z",
    "duration": "P1D",
    "email": "a@example.com",
    "idn-email": "a@example.com",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "iri": "https://example.com/",
    "uri-reference": "/",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "json-pointer": "/a",
    "regex": "a",
}


class _Range(NamedTuple):
    """The numbers between two bounds, none for no bound; strict ends do not belong to it."""

    low: Any = None
    high: Any = None
    low_strict: bool = False
    high_strict: bool = False

    @property
    def empty(self) -> bool:
        """Whether no number is between the bounds."""
        if self.low is None or self.high is None:
            return False
        strict = self.low_strict or self.high_strict
        return bool(self.low > self.high or (self.low == self.high and strict))


def accepted(book: Book, shape: Shape, value: Any) -> bool:
    """Whether every schema of the shape surely accepts a value."""
    judge = judge_of(book)
    return all(judge.says(schema, value) == "yes" for schema, _ in shape.flat)


def fill_number(book: Book, shape: Shape, kind: int) -> Verdict:
    """Find a number; a whole one unless the shape takes fractions."""
    bounds = _range(shape)
    steps = [step for step, _ in shape.values("multipleOf") if is_number(step) and step > 0]
    refused = Verdict("no", None, shape.pointers(*_BOUNDS, "multipleOf"))
    if bounds.empty or _denied(shape, steps):
        return refused
    try:
        whole = _whole(bounds)
        fractions: list[Any] = []
        if kind & FRACTION:
            fractions += _fractions(bounds, steps)
        elif whole.empty or _is_empty(whole, steps):
            return refused
        # Mostly the first will do: the others are made when they are tried.
        for value in chain(_written(shape), _whole_candidates(whole, steps), fractions):
            if accepted(book, shape, value):
                return Verdict("yes", value)
        if not kind & FRACTION and _all_refused(book, shape, whole):
            return refused._replace(excluded=shape.pointers(*_BOUNDS, "multipleOf", "not"))
    except OverflowError:
        pass
    return Verdict("maybe")


def _all_refused(book: Book, shape: Shape, whole: _Range) -> bool:
    """Whether each of the integers in a short range is surely refused."""
    if whole.low is None or whole.high is None or whole.high - whole.low >= _NEAR:
        return False
    judge = judge_of(book)
    return all(
        any(judge.says(schema, value) == "no" for schema, _ in shape.flat)
        for value in range(whole.low, whole.high + 1)
    )


def _denied(shape: Shape, steps: list[Any]) -> bool:
    """Whether every multiple of the steps is one of a number whose multiples are refused."""
    refused = [value["multipleOf"] for value, _ in shape.values("not") if _only_multiples(value)]
    return any(
        step == int(step) and one == int(one) and step % one == 0
        for one in refused
        for step in (*steps, *([1] * (not shape.kinds & FRACTION)))
    )


def _only_multiples(denied: Any) -> bool:
    return (
        isinstance(denied, dict)
        and denied.keys() == {"multipleOf"}
        and is_number(denied["multipleOf"])
        and denied["multipleOf"] > 0
    )


def _is_empty(whole: _Range, steps: list[Any]) -> bool:
    """Whether surely no multiple of the steps is in a range of integers."""
    first = next(_whole_candidates(whole, steps), None)
    return first is None and all(step == int(step) for step in steps)


def _written(shape: Shape) -> Iterator[Any]:
    """Numbers that are given as examples."""
    for listed, _ in shape.values("examples"):
        if isinstance(listed, list):
            yield from (value for value in listed if is_number(value))


def _range(shape: Shape) -> _Range:
    found = _Range()
    for key in _BOUNDS:
        strict = key.startswith("exclusive")
        for value, _ in shape.values(key):
            if not is_number(value):
                continue
            if key.lower().endswith("minimum"):
                if found.low is None or (value, strict) > (found.low, found.low_strict):
                    found = found._replace(low=value, low_strict=strict)
            elif found.high is None or (value, not strict) < (found.high, not found.high_strict):
                found = found._replace(high=value, high_strict=strict)
    return found


def _whole(bounds: _Range) -> _Range:
    """The range of integers within a range, with ends that belong to it."""
    low, high, low_strict, high_strict = bounds
    if low is not None:
        low = floor(low) + 1 if low_strict else ceil(low)
    if high is not None:
        high = ceil(high) - 1 if high_strict else floor(high)
    return _Range(low, high)


def _whole_candidates(bounds: _Range, steps: list[Any]) -> Iterator[int]:
    """Multiples in the range, the one nearest to zero first; none only if there is none."""
    step = lcm(*(int(step) for step in steps if step == int(step)))
    if bounds.low is not None and bounds.low > 0:
        start, direction = -(-bounds.low // step) * step, step
    elif bounds.high is not None and bounds.high < 0:
        start, direction = bounds.high // step * step, -step
    else:
        start, direction = 0, step
    for sign in (direction, -direction):
        for far in range(_NEAR):
            value = start + far * sign
            low_ok = bounds.low is None or value >= bounds.low
            if low_ok and (bounds.high is None or value <= bounds.high):
                yield value


def _fractions(bounds: _Range, steps: list[Any]) -> Iterator[Any]:
    low, high = bounds.low, bounds.high
    ends = [end for end in (low, high) if end is not None]
    yield from ends
    if len(ends) == 2:
        yield from (low + (high - low) * part for part in _PARTS)
    for end in ends:
        yield from (end + shift for shift in (0.5, -0.5, 0.25, -0.25))
    for step in steps:
        for end in ends or [0]:
            yield from (round(end / step) * step + shift * step for shift in (0, 1, -1))
    yield 0.5


def fill_string(book: Book, shape: Shape) -> Verdict:
    """Find a string, the shortest that is plain to see; unknown when no candidate fits."""
    least = max((n for n, _ in shape.values("minLength") if is_count(n)), default=0)
    most = min((n for n, _ in shape.values("maxLength") if is_count(n)), default=None)
    if most is not None and least > most:
        return Verdict("no", None, shape.pointers("minLength", "maxLength"))
    if least > _LONGEST:
        book.give_up(f"the bound of {_LONGEST:,} characters")
        return Verdict("maybe")
    if most == 0:
        judge = judge_of(book)
        answers = [judge.says(schema, "") for schema, _ in shape.flat]
        if "no" in answers:
            return Verdict("no", None, shape.pointers("maxLength", "pattern", "not"))
    for text in _texts(shape, int(least)):
        if accepted(book, shape, text):
            return Verdict("yes", text)
    return _searched_text(book, shape, int(least), most)


def _searched_text(book: Book, shape: Shape, least: int, most: Any) -> Verdict:
    """A string out of the automata of all expressions, those among them that must not match."""
    wanted = [each for each, _ in shape.values("pattern") if isinstance(each, str)]
    denied = [value for value, _ in shape.values("not") if _only_pattern(value)]
    if not wanted and not denied:
        return Verdict("maybe")
    from phaselint.patterns.joint import joint

    texts = frozenset(each for each in shape.without if isinstance(each, str))
    unwanted = [each["pattern"] for each in denied]
    found = joint(wanted, unwanted, least, None if most is None else int(most), texts)
    if found.answer == "no":
        return Verdict("no", None, shape.pointers("pattern", "maxLength", "not"))
    if found.text is not None and accepted(book, shape, found.text):
        return Verdict("yes", found.text)
    return Verdict("maybe")


def _only_pattern(denied: Any) -> bool:
    return (
        isinstance(denied, dict)
        and denied.keys() == {"pattern"}
        and isinstance(denied["pattern"], str)
    )


def _texts(shape: Shape, least: int) -> Iterator[str]:
    """Candidates: what formats and patterns want, what is given as example, then any string."""
    for name, _ in shape.values("format"):
        if isinstance(name, str) and name in _FORMATS:
            yield _FORMATS[name]
    for pattern, _ in shape.values("pattern"):
        if isinstance(pattern, str):
            yield from _of_pattern(pattern, least)
    for listed, _ in shape.values("examples"):
        if isinstance(listed, list):
            yield from (text for text in listed if isinstance(text, str))
    yield from (text for text, _ in shape.values("default") if isinstance(text, str))
    yield "a" * least
    for number in range(len(shape.without) + 1):
        yield from _padded(str(number), least)


def _of_pattern(pattern: str, least: int) -> Iterable[str]:
    from phaselint.patterns.portable import shortest

    text = shortest(pattern)
    return () if text is None else _padded(text, least)


def _padded(text: str, least: int) -> Iterable[str]:
    """A string, and one that is long enough made by repeating its last or first character."""
    lacking = least - len(text)
    if lacking <= 0 or not text:
        return (text, "a" * least)
    return (text + text[-1] * lacking, text[0] * lacking + text)
