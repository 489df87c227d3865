"""Where every key and value of a document is, from the record of reading it (`record`), which is
sorted into children by key or number when somebody asks for one."""

from __future__ import annotations

from phaselint.document.record import (
    ALIAS,
    END,
    END_MASK,
    END_SHIFT,
    KIND_MASK,
    LINE_BREAKS,
    MAPPING,
    SCALAR,
    SEQUENCE,
    START_SHIFT,
    line_end,
    properties_end,
)
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phaselint.document.record import Record
    from phaselint.vocabulary.finding import Part, Pointer

Span = tuple[int, int]


class Nodes(NamedTuple):
    """What a record says, sorted: of each collection the key and value of what it holds, and where
    the nodes end whose mark does not tell."""

    children: dict[int, dict[str | int, tuple[int, int]]]
    ends: dict[int, int]


class Positions:
    """The nodes of one document. A node is known by the index of its mark."""

    def __init__(self, record: Record, sort: Callable[[], Nodes]) -> None:
        """`sort` is asked once, when the first node is looked up."""
        self._record = record
        self._sort = sort

    @cached_property
    def _nodes(self) -> Nodes:
        return self._sort()

    def find(self, pointer: Pointer, part: Part) -> tuple[int, int]:
        """Give the start and end of a node; see `Document.offsets`.

        A pointer through an alias leads into the node that the alias stands for.
        """
        key = node = 0
        for depth, step in enumerate(pointer):
            entry = self.entries_of(node).get(step)
            if entry is None:
                return self.span(key) if depth else (0, 0)
            key, node = entry
        if part == "key":
            return self.span(key) if pointer else (0, 0)
        return self.span(node)

    def span(self, node: int) -> tuple[int, int]:
        """Give the start and end of a node by its index; empty if there is no such node."""
        record = self._record
        if node >= len(record.marks):
            return (0, 0)
        mark = record.marks[node]
        end = self._nodes.ends.get(node, mark >> END_SHIFT & END_MASK)
        return (mark >> START_SHIFT) + record.base, end + record.base

    def at(self, offset: int) -> tuple[Pointer, Part]:
        """Give the innermost node whose text an offset is in or touches, and its part: the key's
        where it is on that. What is between entries belongs to the collection."""
        pointer: Pointer = ()
        node = 0
        while (found := self._entry_at(node, offset)) is not None:
            step, key, node = found
            pointer = (*pointer, step)
            if key != node and offset <= self.span(key)[1]:
                return pointer, "key"
        return pointer, "value"

    def children(self, pointer: Pointer) -> dict[str | int, tuple[Span, Span]] | None:
        """Give the spans of key and value of all that is written in a collection, an item's
        twice; none where the pointer has no target, or leads to a scalar or through an alias."""
        node = 0
        for step in pointer:
            entry = self._nodes.children.get(node, {}).get(step)
            if entry is None:
                return None
            node = entry[1]
        if node not in self._nodes.children:
            return None
        return {step: self._pair(*pair) for step, pair in self._nodes.children[node].items()}

    def _pair(self, key: int, value: int) -> tuple[Span, Span]:
        """The spans of key and value: one object for those of an item."""
        span = self.span(value)
        return (span if key == value else self.span(key), span)

    def entries(self) -> Iterator[tuple[int, int]]:
        """Give start and end of every mapping entry and sequence item, outer before inner.

        An entry starts with its key; starts never decrease.
        """
        stack = [iter(self._nodes.children.get(0, {}).values())]
        while stack:
            entry = next(stack[-1], None)
            if entry is None:
                stack.pop()
                continue
            key, node = entry
            yield self.span(key)[0], self.span(node)[1]
            stack.append(iter(self._nodes.children.get(node, {}).values()))

    def scalars(self) -> Iterator[tuple[int, int]]:
        """Give start and end of every scalar and alias, in text order."""
        for node, mark in enumerate(self._record.marks):
            if mark & KIND_MASK <= ALIAS:
                yield self.span(node)

    @property
    def marks(self) -> Sequence[int]:
        """What `events` gives, as the reader noted it, without the base."""
        return self._record.marks

    @property
    def base(self) -> int:
        """How far into the text the first of what was read stands."""
        return self._record.base

    def events(self) -> Sequence[tuple[int, int, int]]:
        """Give start, end and kind of everything that was read, in text order, as the reader
        noted it: a collection begins with what is its own in the text, and has an end."""
        base = self._record.base
        return [
            ((mark >> START_SHIFT) + base, (mark >> END_SHIFT & END_MASK) + base, mark & KIND_MASK)
            for mark in self._record.marks
        ]

    def _entry_at(self, node: int, offset: int) -> tuple[str | int, int, int] | None:
        """The entry of a collection that an offset is in or touches: its step, key and value."""
        for step, (key, child) in self._nodes.children.get(node, {}).items():
            start, end = self.span(key)
            if start <= offset <= max(end, self.span(child)[1]):
                return step, key, child
        return None

    def entries_of(self, node: int) -> dict[str | int, tuple[int, int]]:
        """The key and value of all that is in a collection, by their marks; none in a scalar."""
        return self._nodes.children.get(self._record.aliases.get(node, node), {})


class Extents(NamedTuple):
    """Of each collection where its end is among the marks, and how many names are in it."""

    ends: dict[int, int]
    names: dict[int, int]


class Places(Positions):
    """The nodes of a record without aliases. What is above a place is gone through entry by entry,
    for most documents have few findings; all is sorted when more than places is asked for."""

    def __init__(self, record: Record, text: str, extents: Extents | None = None) -> None:
        """`extents` are those of the record, where somebody knows them."""
        super().__init__(record, lambda: _sorted(record, text))
        self._text = text
        if extents is not None:
            self.extents = extents
        self._entries: dict[int, dict[str | int, tuple[int, int]]] = {}
        self._names_before = {0: 0}

    def span(self, node: int) -> Span:
        """See Positions."""
        if "_nodes" in self.__dict__ or node >= len(self._record.marks):
            return super().span(node)
        mark, base = self._record.marks[node], self._record.base
        return (mark >> START_SHIFT) + base, self._end_at(self.extents.ends.get(node, node)) + base

    @property
    def record(self) -> Record:
        """What a reader noted."""
        return self._record

    @cached_property
    def extents(self) -> Extents:
        """How far collections reach."""
        return _measured(self._record)

    def names_before(self, node: int) -> int:
        """How many names are noted before a member of a collection whose entries were asked for."""
        return self._names_before[node]

    def entries_of(self, node: int) -> dict[str | int, tuple[int, int]]:
        """See Positions."""
        if node not in self._entries:
            kind = self._record.marks[node] & KIND_MASK if self._record.marks else SCALAR
            listed = {MAPPING: self._keyed, SEQUENCE: self._listed}.get(kind)
            self._entries[node] = listed(node) if listed else {}
        return self._entries[node]

    def _keyed(self, node: int) -> dict[str | int, tuple[int, int]]:
        """The entries of a mapping by key."""
        record, (ends, inside) = self._record, self.extents
        held: dict[str | int, tuple[int, int]] = {}
        key, names = node + 1, self._names_before[node]
        while key < ends[node]:
            value = key + 1
            if key not in record.skipped:
                held[record.names[names]] = (key, value)
            self._names_before[value] = names + 1
            names += 1 + inside.get(value, 0)
            key = ends.get(value, value) + 1
        return held

    def _listed(self, node: int) -> dict[str | int, tuple[int, int]]:
        """The entries of a sequence by number."""
        ends, inside = self.extents
        held: dict[str | int, tuple[int, int]] = {}
        item, names = node + 1, self._names_before[node]
        while item < ends[node]:
            held[len(held)] = (item, item)
            self._names_before[item] = names
            names += inside.get(item, 0)
            item = ends.get(item, item) + 1
        return held

    def _end_at(self, node: int) -> int:
        """Where the text ends that the marks up to one stand for: an end without a string of its
        own ends where what is before it does."""
        marks, base = self._record.marks, self._record.base
        while node >= 0:
            mark = marks[node]
            start, end = mark >> START_SHIFT, mark >> END_SHIFT & END_MASK
            if mark & KIND_MASK <= ALIAS:
                return _scalar_end(self._text, mark, base) if end else 0
            if mark & KIND_MASK == END and start < end:
                return end
            node -= 1
        return 0


def index(record: Record, text: str) -> Positions:
    """Give the nodes of the text of which a reader noted the events."""
    if record.aliases:
        return Positions(record, lambda: _sorted(record, text))
    return Places(record, text)


def _measured(record: Record) -> Extents:
    """Find the end of each collection, and how many names are in it. That every other node of a
    mapping is a key makes it enough to look at collections: each holds as many nodes as there are
    marks in it, less those that collections in it have beyond one."""
    ends: dict[int, int] = {}
    names: dict[int, int] = {}
    around: list[tuple[int, bool, int, int]] = []
    at, keyed = -1, False  # the innermost collection that is open, and whether it is a mapping
    beyond, named = 0, 0  # what the collections in it have so far: marks beyond one, and names
    for node, mark in enumerate(record.marks):
        kind = mark & KIND_MASK
        if kind <= ALIAS:
            continue
        if kind == END:
            ends[at], length = node, node - at
            if keyed:
                named += (length - 1 - beyond) // 2
            names[at], inside = named, named
            at, keyed, beyond, named = around.pop()
            beyond, named = beyond + length, named + inside
        else:
            around.append((at, keyed, beyond, named))
            at, keyed, beyond, named = node, kind == MAPPING, 0, 0
    return Extents(ends, names)


def _sorted(record: Record, text: str) -> Nodes:
    """Sort the events of a reader into children of collections and find where those end: in one
    loop, since calls and records for each event take as long as all the rest."""
    children: dict[int, dict[str | int, tuple[int, int]]] = {}
    ends: dict[int, int] = {}
    around: list[tuple[int, bool, dict[str | int, tuple[int, int]]]] = []
    at, keyed = -1, False  # the innermost collection that is open, and whether it is a mapping
    held: dict[str | int, tuple[int, int]] = {}  # what it has so far
    names = iter(record.names)
    key, name = -1, ""  # of the value that comes next
    base, skipped = record.base, record.skipped
    last_end = 0
    for node, mark in enumerate(record.marks):
        kind, end = mark & KIND_MASK, mark >> END_SHIFT & END_MASK
        if kind == END:
            last_end = end if mark >> START_SHIFT < end else last_end
            ends[at] = last_end
            at, keyed, held = around.pop()
            continue
        if keyed and key < 0:
            key, name = node, next(names)
        elif key >= 0:
            if key not in skipped:
                held[name] = (key, node)
            key = -1
        elif at >= 0:
            held[len(held)] = (node, node)
        if kind > ALIAS:
            around.append((at, keyed, held))
            at, keyed = node, kind == MAPPING
            held = children[node] = {}
        elif end and text[base + end - 1] in LINE_BREAKS:
            last_end = _scalar_end(text, mark, base)
            if last_end != end:
                ends[node] = last_end
        else:
            last_end = end
    return Nodes(children, ends)


def _scalar_end(text: str, mark: int, base: int) -> int:
    """Give where a scalar ends: libyaml counts the blank lines after a block scalar in.

    Those that are part of the value (`|+`) stay, up to the break of the last line.
    """
    start, end = (mark >> START_SHIFT) + base, (mark >> END_SHIFT & END_MASK) + base
    if start == end or text[end - 1] not in LINE_BREAKS:
        return end - base
    content = properties_end(text, start)
    header = text[content : line_end(text, content)].partition("#")[0]
    if "+" in header:
        return end - (2 if text.endswith("\r\n", start, end) else 1) - base
    return start + len(text[start:end].rstrip(LINE_BREAKS)) - base
