"""The judge: asks the keywords of a schema, one after the other, what they say about an
instance."""

from __future__ import annotations

from phaselint.schema.model import LEVELS
from phaselint.schema.plainchecks import PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from phaselint.schema.model import Answer
    from phaselint.schema.resolve import Book

    Nested = Callable[["Judge", dict[Any, Any], Any], Answer]
"""Judges an instance by one keyword: the judge of inner schemas, the schema with the keyword, the
instance."""


class Judge:
    """Says whether instances satisfy schemas of a book, at the book's cost.

    `nested` are the keywords that look at other schemas or at keywords next to them. What is in
    neither table is a note. Recursion is bounded by `LEVELS`.
    """

    __slots__ = ("_depth", "_nested", "book")

    def __init__(self, book: Book, nested: Mapping[Any, Nested]) -> None:
        self.book = book
        self._nested = nested
        self._depth = 0

    def says(self, schema: Any, instance: Any) -> Answer:
        """Whether the instance satisfies the schema."""
        if not isinstance(schema, dict):
            return "yes" if schema is True else "no" if schema is False else "maybe"
        book = self.book
        if self._depth > 2 * LEVELS:
            book.give_up(f"the bound of {2 * LEVELS} nested schemas")
            return "maybe"
        book.left -= 1
        if book.left < 0 and not book.spend(0):
            return "maybe"
        return self._weighed(schema, instance)[0]

    def every(self, pairs: Iterable[tuple[Any, Any]]) -> Answer:
        """Whether each instance satisfies its schema: pairs of schema and instance."""
        unsure = False
        for schema, instance in pairs:
            answer = self.says(schema, instance)
            if answer == "no":
                return "no"
            unsure = unsure or answer == "maybe"
        return "maybe" if unsure else "yes"

    def refusing(self, schema: Any, instance: Any) -> str | None:
        """The first keyword of the schema that surely refuses the instance, none where none
        does; empty for `false`."""
        if not isinstance(schema, dict):
            return "" if schema is False else None
        return self._weighed(schema, instance)[1]

    def _weighed(self, schema: dict[Any, Any], instance: Any) -> tuple[Answer, str | None]:
        """The answer, and the keyword that refuses; in old drafts `$ref` hides what is next to
        it."""
        only_reference = self.book.old and "$ref" in schema
        nested = self._nested
        unsure = False
        self._depth += 1
        try:
            for key in ("$ref",) if only_reference else schema:
                if key in PLAIN:
                    answer = PLAIN[key](schema[key], instance)
                elif key in nested:
                    answer = nested[key](self, schema, instance)
                else:
                    continue
                if answer == "no":
                    return "no", key if isinstance(key, str) else None
                unsure = unsure or answer == "maybe"
        finally:
            self._depth -= 1
        if unsure:
            return "maybe", None
        return "yes", None
