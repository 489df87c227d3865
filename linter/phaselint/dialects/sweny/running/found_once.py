"""Facts about nodes and edges, kept with the answers for all runs that share them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any, TypeVar

    from phaselint.dialects.sweny.running.answerbook import AnswerBook

    Found = TypeVar("Found")


def once(
    book: AnswerBook | None,
    key: Hashable,
    basis: object,
    find: Callable[..., Found],
    *about: Any,
) -> Found:
    """The answer of a function about something: found once, where there is a book, as long as its
    basis is the same object. Options may give other skills to runs that share a book."""
    if book is None:
        return find(*about)
    known = book.kept.get(key)
    if known is None or known[0] is not basis:
        known = book.kept[key] = (basis, find(*about))
    found: Found = known[1]
    return found
