"""How much a document may hold, and the problem that says it holds more (design §4).

The bounds count work, never time. Values within them can be walked by any consumer: aliases
written out count too, and so does the nesting they bring.
"""

from __future__ import annotations

from phaselint.document.model import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


SIZE_LIMIT = 20_000_000
"""Bytes of a file."""

DEPTH_LIMIT = 200
"""Collections inside one another."""

NODE_LIMIT = 1_000_000
"""Keys and values of a document; an alias counts as one."""

EXPANDED_LIMIT = 1_000_000
"""Keys and values of a document with every alias written out."""


def too_large(size: int) -> Problem:
    """The problem of a file of `size` bytes, over the limit."""
    return Problem(
        "limit-exceeded",
        f"the file has {size / 1_000_000:.1f} MB, more than the limit of "
        f"{SIZE_LIMIT // 1_000_000} MB",
    )


def too_deep(offset: int) -> Problem:
    """The problem of the collection at `offset`, which is nested too deep."""
    message = f"collections are nested deeper than the limit of {DEPTH_LIMIT} levels"
    return Problem("limit-exceeded", message, offset, offset + 1)


def too_many(offset: int) -> Problem:
    """The problem of the node at `offset`, the first over the limit."""
    message = f"the document has more nodes than the limit of {NODE_LIMIT:,}"
    return Problem("limit-exceeded", message, offset, offset + 1)


def check_expansion(value: Any) -> Problem | None:
    """Give the problem of a value whose aliases, written out, are over a limit."""
    nodes, depth = extent(value)
    if depth > DEPTH_LIMIT:
        return Problem(
            "limit-exceeded",
            f"aliases nest collections deeper than the limit of {DEPTH_LIMIT} levels",
        )
    if nodes > EXPANDED_LIMIT:
        return Problem(
            "limit-exceeded",
            "the document has more nodes with its aliases written out than the limit of "
            f"{EXPANDED_LIMIT:,}",
        )
    return None


def extent(value: Any) -> tuple[int, int]:
    """Count the nodes of a value and its levels of collections, shared parts each time.

    Counting stops at the first node over `EXPANDED_LIMIT`. Every collection is visited once, so
    the cost is that of the value as it is in memory. The value must not contain itself.
    """
    known: dict[int, tuple[int, int]] = {}
    stack = [value]
    while stack:
        node = stack[-1]
        if id(node) in known:
            stack.pop()
            continue
        parts = _collections_in(node)
        missing = [part for part in parts if id(part) not in known]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        inner = [known[id(part)] for part in parts]
        nodes = 1 + _scalars_in(node, len(parts)) + sum(count for count, _ in inner)
        depth = max((levels for _, levels in inner), default=0)
        known[id(node)] = (min(nodes, EXPANDED_LIMIT + 1), depth + isinstance(node, dict | list))
    return known[id(value)]


def _collections_in(node: Any) -> list[Any]:
    if isinstance(node, dict):
        return [part for part in node.values() if isinstance(part, dict | list)]
    if isinstance(node, list):
        return [part for part in node if isinstance(part, dict | list)]
    return []


def _scalars_in(node: Any, collections: int) -> int:
    """Count a collection's keys and the values of it that are scalars."""
    if isinstance(node, dict):
        return 2 * len(node) - collections
    if isinstance(node, list):
        return len(node) - collections
    return 0
