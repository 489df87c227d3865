"""The names that are said in witnesses and by runtimes."""

from __future__ import annotations

from collections.abc import Mapping

from phaselint.vocabulary.message import names_in, retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def words_in(value: Any) -> Iterator[str]:
    """The strings in JSON values."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, (list, tuple)):
            waiting += each


def names_of(text: str) -> tuple[str, ...]:
    """The names in words of a runtime, which are in backticks."""
    return names_in(retold(text))
