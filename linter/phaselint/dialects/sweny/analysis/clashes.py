"""Checks of one path that no value passes together (reference §5.7, §8.3, §8.4, §8.9)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.matchvalues import (
    is_unsatisfiable,
    passes,
    refused,
    without_pattern,
)
from phaselint.dialects.sweny.reading.gatevalues import acceptor, unmatchable
from phaselint.javascript.texts import json_of
from phaselint.schema import Equals, Matches, OneOf
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.schema import Test


class Clash(NamedTuple):
    """Checks that exclude each other.

    Attributes:
        use: the check that excludes what the others leave.
        others: those before it.
        candidates: the values that one of them names, none of which passes them all.
        spared: that an empty list passes anyway.
    """

    use: Use
    others: tuple[Use, ...]
    candidates: tuple[Any, ...]
    spared: bool


def clashes(uses: Iterable[Use]) -> Iterator[Clash]:
    """The checks of a node on one path that no value passes together, once for each path; without
    those that no declared value passes alone, patterns that can take exponential time, and `any:`,
    since different elements can pass the checks."""
    paths: dict[Any, dict[Any, Use]] = {}
    for use in uses:
        if use.path.mode == "all" and use.fault in ("", "optional-element", "optional"):
            path = (use.node.id, use.path.segments)
            paths.setdefault(path, {}).setdefault(_asked(use), use)
    for group in paths.values():
        if len(group) > 1 and (clash := _clash([*group.values()])) is not None:
            yield clash


def _asked(use: Use) -> tuple[str, str]:
    """What a check asks: one that asks the same as an earlier one excludes nothing more."""
    match = use.match
    return ("", "") if match is None else (match.operator, json_of(match.value))


def _clash(group: Sequence[Use]) -> Clash | None:
    tests = [(use, test) for use in group if (test := _test(use)) is not None]
    patterns: list[Use] = []
    for number, (use, _) in enumerate(tests):
        so_far = tests[: number + 1]
        named = _named(so_far)
        if named is None and _source(use) and refused(use) is None:
            if (pair := _disjoint(use, patterns)) is not None:
                return pair
            patterns.append(use)
        if not number or named is None or _left(so_far, named):
            continue
        if any(refused(use) is not None for use, _ in so_far):
            return None
        needed = _needed(so_far)
        spared = all(is_unsatisfiable(use) for use, _ in tests)
        values = _named((*needed, so_far[-1])) or named
        return Clash(so_far[-1][0], tuple(use for use, _ in needed), values, spared)
    return None


def _disjoint(use: Use, others: Iterable[Use]) -> Clash | None:
    """The clash of a check with an earlier one, if no string matches the patterns of both."""
    from phaselint.patterns.overlap import disjoint
    from phaselint.patterns.sample import example

    for other in others:
        both = (_source(other), _source(use))
        if disjoint(*both):
            found = tuple(text for source in both if (text := example(source)) is not None)
            spared = is_unsatisfiable(use) and is_unsatisfiable(other)
            return Clash(use, (other,), found, spared)
    return None


def _source(use: Use) -> str:
    """The pattern of a check; empty where it has none."""
    match = use.match
    return str(match.value) if match is not None and match.operator == "matches" else ""


def _test(use: Use) -> Test | None:
    """What a check asks of a value; none where that is not known."""
    match = use.match
    if match is None or match.operator != "matches":
        test = without_pattern(match)
        return None if test == OneOf(()) else test  # which is reported by itself
    accepts = None if unmatchable(match.value) else acceptor(match.value)
    return None if accepts is None else Matches(accepts, text=json_of)


def _named(tests: Sequence[tuple[Use, Test]]) -> tuple[Any, ...] | None:
    """The values that the check names which leaves the fewest; none where none names any."""
    named = [test.values for _, test in tests if isinstance(test, OneOf)]
    named += [(test.value,) for _, test in tests if isinstance(test, Equals)]
    return min(named, key=len) if named else None


def _left(tests: Sequence[tuple[Use, Test]], named: Sequence[Any]) -> list[Any]:
    return [value for value in named if all(passes(test)(value) for _, test in tests)]


def _needed(tests: Sequence[tuple[Use, Test]]) -> Sequence[tuple[Use, Test]]:
    """Of the checks before the last those without which a value would pass."""
    *before, last = tests
    for each in tuple(before):
        fewer = [other for other in before if other is not each]
        if (left := _named((*fewer, last))) is not None and not _left((*fewer, last), left):
            before = fewer
    return before
