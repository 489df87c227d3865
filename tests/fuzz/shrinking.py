"""From an input that breaks a law to a small one that breaks it in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from fuzz.laws import broken
from laws.mutations import keys_of, value_of, written

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from fuzz.inputs import Input
    from fuzz.laws import Wrong
    from fuzz.mutators import Files

    Breaks = Callable[[Files], bool]
    Pointer = tuple[Any, ...]

T = TypeVar("T")

MOST_TRIES = 600
"""How many smaller inputs are tried together."""


def shrunk(given: Input, wrong: Wrong) -> Input:
    """A smaller input that breaks the same law in the same way."""

    def breaks(files: Files) -> bool:
        found = broken((wrong.law,), given._replace(files=files))
        return any(each.kind == wrong.kind for each in found)

    return given._replace(files=smallest(given.files, breaks))


def smallest(files: Files, breaks: Breaks, tries: int = MOST_TRIES) -> Files:
    """Files with as much left out as may be while they still break something: first whole files,
    then lines, then values."""
    left = iter(range(tries))

    def tried(smaller: Files) -> bool:
        return next(left, None) is not None and breaks(smaller)

    names = _fewest(sorted(files), lambda kept: tried({name: files[name] for name in kept}))
    files = {name: files[name] for name in names}
    for name in names:
        files = _with_fewer_lines(files, name, tried)
        files = _with_fewer_values(files, name, tried)
    return files


def _with_fewer_lines(files: Files, name: str, breaks: Breaks) -> Files:
    lines = files[name].splitlines(keepends=True)
    kept = _fewest(lines, lambda some: breaks({**files, name: b"".join(some)}))
    return {**files, name: b"".join(kept)}


def _with_fewer_values(files: Files, name: str, breaks: Breaks) -> Files:
    """Fewer entries of mappings and lists, where a file can be read and written again."""
    text = files[name].decode("utf-8", "replace")
    value = value_of(name, text)

    def without(kept: Collection[Pointer]) -> Files:
        return {
            **files,
            name: written(name, text, _only(value, set(kept))).encode("utf-8", "surrogatepass"),
        }

    pointers = list(_pointers(value))
    if not pointers or not breaks(without(pointers)):
        return files
    return without(_fewest(pointers, lambda some: breaks(without(some))))


def _pointers(value: Any, above: Pointer = ()) -> Iterator[Pointer]:
    """The places of all entries, each before what is in it."""
    for key in keys_of(value) if isinstance(value, dict | list) else ():
        yield (*above, key)
        yield from _pointers(value[key], (*above, key))


def _only(value: Any, kept: Collection[Pointer], above: Pointer = ()) -> Any:
    """A value with no entries but some."""
    if isinstance(value, dict):
        return {
            key: _only(inner, kept, (*above, key))
            for key, inner in value.items()
            if (*above, key) in kept
        }
    if isinstance(value, list):
        return [
            _only(inner, kept, (*above, key))
            for key, inner in enumerate(value)
            if (*above, key) in kept
        ]
    return value


def _fewest(parts: Sequence[T], breaks: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """The parts that are left when runs of them are taken away, long ones first, wherever it still
    breaks without."""
    size = len(parts)
    while size:
        start = 0
        while start < len(parts):
            smaller = [*parts[:start], *parts[start + size :]]
            if smaller and breaks(smaller):
                parts = smaller
            else:
                start += size
        size //= 2
    return parts
