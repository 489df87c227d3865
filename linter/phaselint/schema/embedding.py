"""Schemas taken out of the document in which their references are followed."""

from __future__ import annotations

from phaselint.schema.resolve import Book

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_DEEPEST: Final = 40
_MOST: Final = 5_000

UNRESOLVED: Final = "$unresolved"


def inlined(schema: Any) -> Any:
    """A schema with what its references name in their place. One that loops, or cannot be
    followed, stays a reference that nobody can follow."""
    if not isinstance(schema, dict) or not _refers(schema):
        return schema
    return _Inliner(Book(schema)).put(schema, 0)


def _refers(schema: Any) -> bool:
    waiting = [schema]
    for _ in range(_MOST):
        if not waiting:
            return False
        here = waiting.pop()
        if isinstance(here, dict):
            if "$ref" in here:
                return True
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
    return True


class _Inliner:
    """Puts schemas in the place of references, up to a size."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._left = _MOST

    def put(self, schema: Any, depth: int) -> Any:
        self._left -= 1
        if isinstance(schema, list):
            return [self.put(each, depth + 1) for each in schema]
        if not isinstance(schema, dict):
            return schema
        if depth > _DEEPEST or self._left < 0:
            return {"$ref": UNRESOLVED}
        if not isinstance(schema.get("$ref"), str):
            return {key: self.put(value, depth + 1) for key, value in schema.items()}
        found = self._book.follow(schema["$ref"])
        target = {"$ref": UNRESOLVED} if found is None else self.put(found[0], depth + 1)
        beside = {key: self.put(value, depth + 1) for key, value in schema.items() if key != "$ref"}
        if self._book.old or not beside:
            return target
        return {"allOf": [target, beside]}
