"""Checks in descriptions of shapes (see `shape`): conditions beyond types and lists of keys."""

from __future__ import annotations

from phaselint.dialects.shape import TESTS, Problem, Shape, is_integer, problems
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.vocabulary.finding import Pointer


def not_empty(value: str | Sequence[Any], pointer: Pointer) -> Sequence[Problem]:
    """A string or list isn't empty."""
    if value:
        return ()
    noun = "character" if isinstance(value, str) else "entry"
    return (Problem("too-short", pointer, f"at least one {noun}"),)


TEXT = Shape("string", checks=(not_empty,), texts=True)
"""A string that isn't empty."""


def whole(value: float, pointer: Pointer) -> Sequence[Problem]:
    """A number has no fraction; as in JSON, `5.0` has none."""
    return () if is_integer(value) else (Problem("not-whole", pointer, "an integer"),)


class AtLeast(NamedTuple):
    """A number isn't below a bound."""

    least: int

    def __call__(self, value: float, pointer: Pointer) -> Sequence[Problem]:
        """The problem with a number."""
        low = value < self.least
        return (Problem("too-small", pointer, f"at least {self.least}"),) if low else ()


class AnyOf(NamedTuple):
    """A mapping has at least one of some keys, with any value."""

    keys: tuple[str, ...]

    def __call__(self, value: Mapping[str, Any], pointer: Pointer) -> Sequence[Problem]:
        """The problem with a mapping."""
        if any(key in value for key in self.keys):
            return ()
        return (Problem("conflict", pointer, f"at least one of {_listed(self.keys)}", self.keys),)


class FilledAnyOf(NamedTuple):
    """A mapping has at least one of some keys with a value other than an empty string."""

    keys: tuple[str, ...]

    def __call__(self, value: Mapping[str, Any], pointer: Pointer) -> Sequence[Problem]:
        """The problem with a mapping."""
        if any(value.get(key, "") != "" for key in self.keys):
            return ()
        return (Problem("conflict", pointer, " or ".join(map(_tick, self.keys)), self.keys),)


class OneOf(NamedTuple):
    """A mapping has exactly one of some keys."""

    keys: tuple[str, ...]

    def __call__(self, value: Mapping[str, Any], pointer: Pointer) -> Sequence[Problem]:
        """The problem with a mapping."""
        if sum(key in value for key in self.keys) == 1:
            return ()
        return (Problem("conflict", pointer, f"exactly one of {_listed(self.keys)}", self.keys),)


class Fits(NamedTuple):
    """A value fits one of several shapes, which `noun` describes in words.

    The problems of the first branch in which the value has no hard problem; if there isn't one, the
    problems with the nearest branch, as problems of a union.
    """

    noun: str
    branches: tuple[Shape, ...]

    def __call__(self, value: Any, pointer: Pointer) -> Sequence[Problem]:
        """The problem with a value."""
        mild: Sequence[Problem] | None = None
        for branch in self.branches:
            found = problems(value, branch, pointer)
            if not found:
                return ()
            if mild is None and not any(problem.hard for problem in found):
                mild = found
        if mild is not None:
            return mild
        nearest = _nearest(value, self.branches, pointer)
        if nearest is None:
            nearest = [Problem("invalid-type", pointer, self.noun)]
        return [problem._replace(union=pointer) for problem in nearest]


def union(noun: str, *branches: Shape) -> Shape:
    """The shape of a value that fits one of several (`Fits`)."""
    fits = Fits(noun, branches)
    return Shape("any", checks=(fits,), texts=any(branch.texts for branch in branches))


def _nearest(value: Any, branches: Sequence[Shape], pointer: Pointer) -> Sequence[Problem] | None:
    """The problems with the branch that the value was most likely meant for: one of its type and,
    of several for mappings, one whose key it has; empty if no branch is similar."""
    alike = [branch for branch in branches if TESTS[branch.kind](value)]
    if isinstance(value, dict) and len(alike) > 1:
        keys = tuple(dict.fromkeys(key for branch in alike for key in branch.fields or ()))
        alike = [b for b in alike if not value.keys().isdisjoint(b.fields or ())]
        if value and not alike:
            return [
                Problem("unknown-field", (*pointer, key), names=keys, found=key) for key in value
            ]
    return problems(value, alike[0], pointer) if alike else None


def _tick(key: str) -> str:
    return f"`{key}`"


def _listed(keys: Sequence[str]) -> str:
    return ", ".join(map(_tick, keys))
