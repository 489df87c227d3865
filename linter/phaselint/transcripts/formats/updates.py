"""Streams of LangGraph's `updates` alone: what nodes return, so nodes are told when they are done.
Interrupts of nodes, their resumes and failures aren't told."""

from __future__ import annotations

from collections import Counter

from phaselint.transcripts.seen import Seen
from phaselint.transcripts.sources import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.transcripts.sources import Source

    Space = tuple[str, ...]
    """Where a subgraph is: the tasks around it, each as its node and its id."""

UPDATES_HIDE = "interrupt resume fail"
"""The verbs of acts that updates don't show."""

INTERRUPT, METADATA = "__interrupt__", "__metadata__"


def may_be_update(record: object) -> bool:
    """Whether a record may be one of a stream of updates: nodes with what they return."""
    return (
        isinstance(record, dict)
        and bool(record)
        and all(_is_returned(name, each) for name, each in record.items())
    )


def _is_returned(name: str, value: object) -> bool:
    """Whether a value may be what a node returns: changes of the state, one or more."""
    if isinstance(value, list):
        return name == INTERRUPT or (bool(value) and all(_is_returned("", each) for each in value))
    return value is None or isinstance(value, dict)


def nodes_around(space: Space) -> Space:
    """The nodes around a subgraph."""
    return tuple(each.partition(":")[0] for each in space)


class Updates:
    """One stream, record by record.

    Attributes:
        waits: whether the last of them asks for an answer.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.waits = False
        self._resumes = False
        self._around: set[Space] = set()
        self._early: Counter[Space] = Counter()
        self._told: set[Space] = set()
        self._asked: set[Space] = set()

    def record(self, number: int, space: Space, update: dict[str, Any]) -> Iterator[Seen]:
        """What a record tells, which comes from a subgraph in `space`."""
        for depth in range(1, len(space) + 1):
            yield from self._enter_around(number, space[:depth])
        again = mapping(update.get(METADATA)).get("cached") is True
        for name in update:
            if name == METADATA:
                continue
            self.waits = name == INTERRUPT
            if self.waits:
                yield from self._wait(number, space)
            else:
                yield from self._done(number, space, name, again=again)

    def _enter_around(self, number: int, space: Space) -> Iterator[Seen]:
        """The node of a subgraph, which is only told after the nodes in it."""
        if space not in self._around:
            self._around.add(space)
            path = nodes_around(space)
            self._early[path] += 1
            yield Seen("enter", "/".join(path), number)

    def _done(self, number: int, space: Space, name: str, *, again: bool) -> Iterator[Seen]:
        path = (*nodes_around(space), name)
        if self._early[path]:
            self._early[path] -= 1
        elif again and self._resumes and path in self._told:
            self._source.skip("update told again")
        else:
            self._told.add(path)
            self._asked.discard(space)
            yield Seen("enter", "/".join(path), number)

    def _wait(self, number: int, space: Space) -> Iterator[Seen]:
        """A graph waits for an answer. Of subgraphs that wait together it isn't known how far each
        one was, as the nodes that wait are only told once they are done."""
        self._resumes = True
        if space:
            self._asked.add(space)
            if len(self._asked) > 1:
                yield Seen("gap", place=number)
