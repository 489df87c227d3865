"""What tests ask of an atlas of runs, by code of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.executor.explore import Atlas, Edge


def reached(atlas: Atlas[Any], taken: Callable[[Edge], bool]) -> set[int]:
    """The states that edges lead to from the start of which something holds."""
    onward: dict[int, list[int]] = {}
    for edge in atlas.edges:
        if taken(edge):
            onward.setdefault(edge.source, []).append(edge.target)
    found, waiting = {0}, [0]
    while waiting:
        for target in onward.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found
