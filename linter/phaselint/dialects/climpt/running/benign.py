"""Small answers without empty strings: a schema that accepts any string also accepts an empty one,
but a finding about every such field doesn't help authors (reference §4.6)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.schema import Absent, Path, Test

SAID = "x"
"""The answer of a model in a field that accepts anything."""


def benign(
    schema: Mapping[str, Any],
    answer: dict[str, Any],
    demands: Sequence[tuple[Path, Test | Absent]] = (),
) -> dict[str, Any]:
    """An answer with a word in place of each empty string, if the schema accepts it and no demand
    concerns it."""
    from phaselint.schema import Present, There, valid

    asked = {path for path, test in demands if not isinstance(test, (Present, There))}
    empty = [path for path in _empty(answer) if path not in asked]
    if not empty:
        return answer
    whole = _filled(answer, empty)
    if valid(schema, whole) != "no":
        return whole
    for path in empty:
        more = _filled(answer, [path])
        answer = answer if valid(schema, more) == "no" else more
    return answer


def _empty(answer: Any) -> Iterator[Path]:
    """The paths of all empty strings in an answer, which can be one itself if a schema says so."""
    waiting: list[tuple[Path, Any]] = [((), answer)]
    while waiting:
        path, value = waiting.pop()
        if value == "" and path:
            yield path
        elif isinstance(value, dict):
            waiting += (((*path, key), item) for key, item in value.items())
        elif isinstance(value, list):
            waiting += (((*path, index), item) for index, item in enumerate(value))


def _filled(answer: dict[str, Any], paths: Sequence[Path]) -> dict[str, Any]:
    """An answer with a word at each of the paths, and otherwise the same values."""
    found = answer.copy()
    for path in paths:
        inner: Any = found
        for key in path[:-1]:
            inner[key] = inner[key].copy()
            inner = inner[key]
        inner[path[-1]] = SAID
    return found
