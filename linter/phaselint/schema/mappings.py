"""The mappings that a schema is made of."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Final

_MOST_PARTS: Final = 10_000


def mappings(schema: Any) -> Iterator[Mapping[Any, Any]]:
    """All mappings in a schema, as far as a schema is looked at."""
    waiting = [schema]
    for _ in range(_MOST_PARTS):
        if not waiting:
            return
        here = waiting.pop()
        if isinstance(here, list):
            waiting += here
        elif isinstance(here, dict):
            yield here
            waiting += here.values()
