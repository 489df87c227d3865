"""From a place in an expanded schema back to where it was written (reference §4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

Source = tuple[str, "Pointer"]
"""A file and a pointer into it."""


class Tracks:
    """What is known while a schema is built: where its mappings and lists come from, and single
    members with an origin other than that of their mapping.

    Values are distinguished by identity, so all of them are kept as long as this is.
    """

    __slots__ = ("_kept", "_members", "_nodes")

    def __init__(self) -> None:
        self._kept: list[Any] = []
        self._nodes: dict[int, Source] = {}
        self._members: dict[tuple[int, Any], Source] = {}

    def put(self, node: Any, source: Source) -> None:
        """Say where a mapping or list comes from."""
        self._kept.append(node)
        self._nodes[id(node)] = source

    def put_member(self, node: Any, key: Any, source: Source) -> None:
        """Say where a member of a mapping comes from."""
        self._members[id(node), key] = source

    def of(self, node: Any) -> Source | None:
        """Where a mapping or list comes from."""
        return self._nodes.get(id(node))

    def of_member(self, node: Any, key: Any) -> Source:
        """Where a member of a mapping or list comes from."""
        value = node[key]
        own = self._nodes.get(id(value)) if isinstance(value, dict | list) else None
        if own is not None:
            return own
        given = self._members.get((id(node), key))
        if given is not None:
            return given
        file, pointer = self._nodes[id(node)]
        return (file, (*pointer, key))


class Origins(Mapping["Pointer", Source]):
    """Pointer in an expanded schema → the file and pointer it comes from, traced when asked."""

    __slots__ = ("_root", "_schema", "_tracks")

    def __init__(self, schema: Any, tracks: Tracks, root: Source) -> None:
        self._schema = schema
        self._tracks = tracks
        self._root = root

    def __getitem__(self, pointer: Pointer) -> Source:
        node = self._schema
        source = self._tracks.of(node) or self._root
        for key in pointer:
            if not _has(node, key):
                raise KeyError(pointer)
            source = self._tracks.of_member(node, key)
            node = node[key]
        return source

    def __iter__(self) -> Iterator[Pointer]:
        waiting: list[tuple[Pointer, Any]] = [((), self._schema)]
        while waiting:
            pointer, node = waiting.pop()
            yield pointer
            if isinstance(node, dict):
                parts = list(node.items())
            else:
                parts = list(enumerate(node)) if isinstance(node, list) else []
            waiting += (((*pointer, key), value) for key, value in reversed(parts))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _has(node: Any, key: Any) -> bool:
    if isinstance(node, dict):
        return key in node
    return isinstance(node, list) and isinstance(key, int) and 0 <= key < len(node)
