"""Spans of OpenTelemetry, kept until all of a file are read: in less than 100 bytes each."""

from __future__ import annotations

from array import array

from phaselint.transcripts.packing import Lookup, Names, Strings, in_order
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

INVOKE = "invoke_agent"
"""The operation of a span in which an agent works."""


def key_of(trace: str, span: str) -> str:
    """What tells a span from all others: ids are only unique within a trace."""
    return f"{trace}/{span}"


class Span(NamedTuple):
    """What is read of a span: `parent` is the hash of its parent's key, 0 without one."""

    start: int
    line: int
    id: str
    parent: int
    trace: str
    operation: str
    name: str
    conversation: str
    bad: bool
    end: int

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.end > 0

    @property
    def key(self) -> str:
        """What tells it from all others: ids are only unique within a trace."""
        return key_of(self.trace, self.id)

    @property
    def place(self) -> str:
        """Where it is in its file."""
        return f"{self.line}#{self.id}"


class Spans:
    """All spans of a file, in less than 100 bytes each."""

    def __init__(self) -> None:
        self._names = Names()
        self._ids = Strings()
        self._starts, self._ends, self._lines = array("q"), array("q"), array("Q")
        self._hashes, self._parents = array("q"), array("q")
        self._parts = array("I")
        self._signs = bytearray()

    def __len__(self) -> int:
        return len(self._starts)

    def append(self, span: Span) -> None:
        """Keep one more."""
        self._ids.append(span.id.encode("utf-8", "surrogatepass"))
        self._starts.append(span.start)
        self._ends.append(span.end)
        self._lines.append(span.line)
        self._hashes.append(hash(span.key))
        self._parents.append(span.parent)
        named = (span.trace, span.operation, span.name, span.conversation)
        self._parts.extend(map(self._names.number, named))
        self._signs.append(span.bad)

    def sorted(self) -> Iterator[Span]:
        """All, in the order of their starts: of those that start together the outer ones first.
        Of spans with the same id the last one counts."""
        rows = in_order(self._starts, self._rank)
        return (self._span(row) for row in rows if self._lookup.row(self._hashes[row]) == row)

    def _rank(self, row: int) -> bytes:
        """How deep a span is, and where."""
        met, above = {row}, self._lookup.row(self._parents[row])
        while above is not None and above not in met:
            met.add(above)
            above = self._lookup.row(self._parents[above])
        return b"".join(each.to_bytes(8, "big") for each in (len(met), self._lines[row], row))

    def repeated(self) -> int:
        """How many are there again."""
        return len(self) - len({*self._hashes})

    def orphans(self) -> int:
        """How many have a parent that isn't in the file."""
        return sum(bool(each) and self._lookup.row(each) is None for each in self._parents)

    def wrapping(self) -> frozenset[int]:
        """The parents of spans in which an agent works."""
        invoke = self._names.number(INVOKE)
        return frozenset(
            parent
            for row, parent in enumerate(self._parents)
            if parent and self._parts[4 * row + 1] == invoke
        )

    def above(self, span: Span) -> Span | None:
        """The span around one; none if the file doesn't have it."""
        row = self._lookup.row(span.parent) if span.parent else None
        return None if row is None else self._span(row)

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(self._hashes)

    def _span(self, row: int) -> Span:
        trace, operation, name, conversation = (
            self._names[each] for each in self._parts[4 * row : 4 * row + 4]
        )
        return Span(
            self._starts[row],
            self._lines[row],
            self._ids[row].decode("utf-8", "surrogatepass"),
            parent=self._parents[row],
            trace=trace,
            operation=operation,
            name=name,
            conversation=conversation,
            bad=bool(self._signs[row]),
            end=self._ends[row],
        )
