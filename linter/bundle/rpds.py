"""What jsonschema and referencing use of rpds, which is written in Rust, for the bundle.

Collections that never change: each call that adds or removes gives a new one. They are copied,
which takes longer for many elements than a tree; here are the few resources of one schema.

Unlike those of the built-in types that they extend, their methods give new collections, as those of
rpds do. mypy is told so where it objects; the two libraries need no types of elements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping


class HashTrieMap(dict):  # type: ignore[type-arg]
    """A mapping."""

    @classmethod
    def convert(cls, value: Mapping[Any, Any]) -> HashTrieMap:
        """A mapping as one of these."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Hashable, value: object) -> HashTrieMap:
        """With one more key."""
        return HashTrieMap({**self, key: value})

    def remove(self, key: Hashable) -> HashTrieMap:
        """Without a key. Raises KeyError."""
        made = HashTrieMap(self)
        del made[key]
        return made

    def discard(self, key: Hashable) -> HashTrieMap:
        """Without a key, which may be absent."""
        return self.remove(key) if key in self else self

    def update(self, *others: Any, **more: Any) -> HashTrieMap:  # type: ignore[override]
        """With the keys of others."""
        made = dict(self)
        for other in others:
            made.update(other)
        return HashTrieMap({**made, **more})

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset):  # type: ignore[type-arg]
    """A set."""

    def insert(self, value: Hashable) -> HashTrieSet:
        """With one more element."""
        return HashTrieSet({*self, value})

    def remove(self, value: Hashable) -> HashTrieSet:
        """Without an element. Raises KeyError."""
        if value not in self:
            raise KeyError(value)
        return self.discard(value)

    def discard(self, value: Hashable) -> HashTrieSet:
        """Without an element, which may be absent."""
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[Hashable]) -> HashTrieSet:
        """With the elements of others."""
        return HashTrieSet(self.union(*others))


class List(tuple):  # type: ignore[type-arg]
    """A list to whose front elements are added."""

    __slots__ = ()

    def push_front(self, value: object) -> List:
        """With one more element, the first."""
        return List((value, *self))

    @property
    def first(self) -> object:
        """The first element. Raises IndexError."""
        return self[0]

    @property
    def rest(self) -> List:
        """All but the first element."""
        return List(self[1:])
