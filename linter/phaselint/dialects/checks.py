"""Checks that descriptions of shapes are put together from (see `shape`): what a type and a list
of keys cannot say."""

from __future__ import annotations

from phaselint.dialects.shape import TESTS, Problem, Shape, is_integer, problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

    Check = Callable[[Any, Pointer], Sequence[Problem]]


def not_empty(value: str | Sequence[Any], pointer: Pointer) -> Sequence[Problem]:
    """A string or list has something in it."""
    if value:
        return ()
    noun = "character" if isinstance(value, str) else "entry"
    return (Problem("too-short", pointer, f"at least one {noun}"),)


TEXT = Shape("string", checks=(not_empty,), texts=True)
"""A string that is not empty."""


def whole(value: float, pointer: Pointer) -> Sequence[Problem]:
    """A number has no fraction; as in JSON, `5.0` has none."""
    return () if is_integer(value) else (Problem("not-whole", pointer, "a whole number"),)


def at_least(least: int) -> Check:
    """A number is not below a bound."""

    def check(value: float, pointer: Pointer) -> Sequence[Problem]:
        return (Problem("too-small", pointer, f"at least {least}"),) if value < least else ()

    return check


def any_of(*keys: str) -> Check:
    """A mapping has one of some keys at least, whatever its value."""

    def check(value: Mapping[str, Any], pointer: Pointer) -> Sequence[Problem]:
        if any(key in value for key in keys):
            return ()
        return (Problem("conflict", pointer, f"at least one of {_listed(keys)}", keys),)

    return check


def filled_any_of(*keys: str) -> Check:
    """A mapping has one of some keys at least, with a value other than an empty string."""

    def check(value: Mapping[str, Any], pointer: Pointer) -> Sequence[Problem]:
        if any(value.get(key, "") != "" for key in keys):
            return ()
        return (Problem("conflict", pointer, f"{' or '.join(map(_tick, keys))}", keys),)

    return check


def one_of(*keys: str) -> Check:
    """A mapping has exactly one of some keys."""

    def check(value: Mapping[str, Any], pointer: Pointer) -> Sequence[Problem]:
        if sum(key in value for key in keys) == 1:
            return ()
        return (Problem("conflict", pointer, f"exactly one of {_listed(keys)}", keys),)

    return check


def union(noun: str, *branches: Shape) -> Shape:
    """The shape of a value that fits one of several, which `noun` describes in words.

    The problems of the first branch in which the value has no hard one count; where there is
    none, those that keep it from the nearest branch, as problems of a union.
    """

    def check(value: Any, pointer: Pointer) -> Sequence[Problem]:
        mild: Sequence[Problem] | None = None
        for branch in branches:
            found = problems(value, branch, pointer)
            if not found:
                return ()
            if mild is None and not any(problem.hard for problem in found):
                mild = found
        if mild is not None:
            return mild
        nearest = _nearest(value, branches, pointer)
        if nearest is None:
            nearest = [Problem("invalid-type", pointer, noun)]
        return [problem._replace(union=pointer) for problem in nearest]

    return Shape("any", checks=(check,), texts=any(branch.texts for branch in branches))


def _nearest(value: Any, branches: Sequence[Shape], pointer: Pointer) -> Sequence[Problem] | None:
    """What keeps a value from the branch it was most likely meant for: one of its type and, of
    several for mappings, one whose key it has; nothing when no branch is any near."""
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
