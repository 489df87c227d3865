"""Events that `sweny workflow run --stream` prints, without times and ids of runs."""

from __future__ import annotations

from collections import Counter

from phaselint.transcripts.seen import TOOL, Seen
from phaselint.transcripts.sources import items, mapping, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.transcripts.sources import Source

VERBS = {"success": "pass", "failed": "fail", "skipped": "skip"}
KNOWN = frozenset(
    {
        *("workflow:start", "workflow:end", "node:enter", "node:exit", "tool:call", "route"),
        *("node:retry", "node:warning", "node:progress", "sources:resolved", "tool:result"),
    }
)
END = "(end)"


def sign(record: object) -> bool:
    """Whether a record is an event."""
    return isinstance(record, dict) and text(record.get("type")) in KNOWN


def read(source: Source) -> Iterator[Seen]:
    """The records of a stream, which may have several runs."""
    reading = _Reading(source)
    number = 0
    for number, record in source.lines():
        if isinstance(record, dict) and isinstance(record.get("type"), str):
            yield from reading.record(number, record)
            continue
        if record is not None:
            source.strange("not an event")
        yield from reading.lose(number)
    if reading.going and not source.cut:
        yield Seen("end", "crashed", number, run=reading.run)


class _Reading:
    """One stream, event by event."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._count = 0
        self._announced: Counter[tuple[str, str]] = Counter()
        self._lost = False
        self.going = False

    def lose(self, number: int) -> Iterator[Seen]:
        """A record wasn't understood: between runs, it may be the first one of the next."""
        self._lost = not self.going
        if self.going:
            yield Seen("gap", place=number, run=self.run)

    @property
    def run(self) -> str:
        """Which run of the stream goes on."""
        return str(self._count)

    def record(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        """What an event tells."""
        kind, node = record["type"], text(record.get("node"))
        if kind == "workflow:start" or (not self.going and kind in KNOWN):
            if self.going:
                yield Seen("end", "crashed", number, run=self.run)
            self._count += 1
            self._announced.clear()
            self.going = True
            if self._lost and kind != "workflow:start":
                yield Seen("gap", place=number, run=self.run)
            self._lost = False
            yield Seen("start", place=number, run=self.run)
        if kind == "node:enter":
            yield Seen("enter", node, number, run=self.run)
        elif kind == "tool:call":
            tool = text(record.get("tool"))
            self._announced[node, tool] += 1
            yield Seen("call", tool, number, run=self.run, sort=TOOL, target=node)
        elif kind == "node:exit":
            yield from self._left(number, node, mapping(record.get("result")))
        elif kind == "route":
            yield from self._routed(number, record)
        elif kind == "workflow:end":
            yield Seen("end", _end(record), number, run=self.run)
            self.going = False
        elif kind in KNOWN:
            if kind != "workflow:start":
                self._source.skip(kind)
        else:
            self._source.strange(kind)
            yield from self.lose(number)

    def _left(self, number: int, node: str, result: dict[str, Any]) -> Iterator[Seen]:
        """The calls of a node that weren't announced, and how it ended."""
        for each in map(mapping, items(result.get("toolCalls"))):
            tool = text(each.get("tool"))
            if self._announced[node, tool]:
                self._announced[node, tool] -= 1
            elif tool:
                yield Seen("call", tool, number, run=self.run, sort=TOOL, target=node)
        verb = VERBS.get(text(result.get("status")))
        if verb:
            yield Seen(verb, node, number, run=self.run)
        else:
            self._source.skip("node:exit without a status")
            yield Seen("gap", place=number, run=self.run)

    def _routed(self, number: int, record: dict[str, Any]) -> Iterator[Seen]:
        target = text(record.get("to"))
        if target == END:
            self._source.skip("route to the end")
        else:
            source = text(record.get("from"))
            yield Seen("follow", source, number, run=self.run, target=target)


def _end(record: dict[str, Any]) -> str:
    results = mapping(record.get("results")).values()
    failed = any(mapping(each).get("status") == "failed" for each in results)
    return "failed" if failed else "completed"
