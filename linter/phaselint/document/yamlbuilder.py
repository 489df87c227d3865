"""From YAML events to a value and a record of positions, with an explicit stack (core D.3)."""

from __future__ import annotations

import sys
from array import array

from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from phaselint.document.limits import DEPTH_LIMIT, NODE_LIMIT, too_deep, too_many
from phaselint.document.model import Problem
from phaselint.document.record import ALIAS, END, END_SHIFT, MAPPING, SEQUENCE, Record
from phaselint.document.scalars import NUMBER_STARTS, SCALAR_TAGS, WORDS, resolve, tagged
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

CORE = "tag:yaml.org,2002:"
STARTS = {MappingStartEvent: MAPPING, SequenceStartEvent: SEQUENCE}
ENDS = frozenset({MappingEndEvent, SequenceEndEvent})
RETYPING = {
    "!!timestamp": "a date",
    "!!binary": "bytes",
    "!!set": "a set",
    "!!omap": "an ordered map",
    "!!pairs": "a list of pairs",
}
"""Tags next to the core schema that many readers know, and what these make of a value."""

DISCARD: Any = object()
"""What isn't a value of a document: the key under which the value of a duplicate key stands while
its mapping is read, and what an event stands for that isn't a node."""


class Stop(Exception):
    """The text cannot be read further, because of `problem`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def joined(noted: array[int], order: str) -> array[int]:
    """Give the marks of which the lower and the upper half were noted, one after the other: two
    small numbers take half the time of one mark.

    `order` is that of the bytes of numbers on this machine ("little", "big").
    """
    if order == "big":
        noted = array("I", noted)
        noted[::2], noted[1::2] = noted[1::2], noted[::2]
    return array("Q", noted.tobytes())


class _Anchor(NamedTuple):
    """What an alias may stand for: a node's mark, its value, and how deep a collection is."""

    mark: int
    value: Any
    depth: int = 0


class Builder:
    """The value and the record of one document, as its events arrive.

    `duplicates` holds the mark of every duplicate key and the pointer to it; a step inside
    the value of another duplicate key is `DISCARD`.
    """

    __slots__ = (
        "aliases",
        "anchors",
        "discards",
        "duplicates",
        "names",
        "noted",
        "problems",
        "stack",
        "text",
    )

    def __init__(self, text: str) -> None:
        self.text = text
        self.noted = array("I")
        self.names: list[str] = []
        self.problems: list[Problem] = []
        self.duplicates: list[tuple[int, Pointer]] = []
        self.discards: list[dict[Any, Any]] = []
        self.aliases: dict[int, int] = {}
        self.anchors: dict[str, _Anchor] = {}
        self.stack: list[Any] = []

    @property
    def last(self) -> int:
        """The number of the mark that was noted last."""
        return len(self.noted) // 2 - 1

    @property
    def marks(self) -> array[int]:
        """What was noted so far, as a record has it."""
        return joined(self.noted, sys.byteorder)

    def record(self, base: int) -> Record:
        """Give what was noted about positions."""
        skipped = frozenset([mark for mark, _ in self.duplicates])
        return Record(self.marks, self.names, skipped, self.aliases, base)

    def build(self, events: Iterator[Any]) -> Any:
        """Take all events and give the document's value; raises Stop."""
        root: list[Any] = []
        self.fill(root, events)
        for mapping in self.discards:
            mapping.pop(DISCARD, None)
        return root[0] if root else None

    def fill(self, container: Any, events: Iterator[Any]) -> None:
        """Put the root node into a list. What most events take is written out: it takes longest."""
        note, names, stack = self.noted.append, self.names, self.stack
        keyed, key, nodes = False, None, 0
        for event in events:
            kind, start, end = event.__class__, event.start_mark.index, event.end_mark.index
            if kind is ScalarEvent:
                note(end << END_SHIFT)
                note(start)
                value = event.value
                if not event.style and (value in WORDS or value[0] in NUMBER_STARTS):
                    value = resolve(value)
                value = self.decorated(event, value) if event.tag or event.anchor else value
            elif kind in ENDS:
                note(end << END_SHIFT | END)
                note(start)
                keyed = (container := stack.pop()).__class__ is dict
                continue
            elif kind in STARTS:
                note(end << END_SHIFT | STARTS[kind])
                note(start)
                value = {} if kind is MappingStartEvent else []
                if event.tag or event.anchor or len(stack) >= DEPTH_LIMIT:
                    self.open(event, value)
            elif (value := self.rare(event, container)) is DISCARD:
                continue
            if (nodes := nodes + 1) > NODE_LIMIT:
                raise Stop(too_many(start))
            if not keyed:
                container.append(value)
            elif key is None:
                odd = value.__class__ is not str or value in container
                names.append(key := self.key(event, value, container) if odd else value)
                continue
            else:
                container[key], key = value, None
            if kind is not ScalarEvent and kind in STARTS:
                stack.append(container)
                container, keyed = value, kind is MappingStartEvent

    def rare(self, event: Any, container: Any) -> Any:
        """Give the value of an alias; `DISCARD` for what isn't a node."""
        if event.__class__ is AliasEvent:
            return self.shared(event, container)
        if event.__class__ is DocumentStartEvent and container:
            raise self.refusal(event, "a second document starts here", "keep one document per file")
        return DISCARD

    def key(self, event: Any, value: Any, mapping: dict[Any, Any]) -> Any:
        """Give the name under which a mapping keeps the value that comes next: a property of an
        object, as the runtimes of all contracts are written in JavaScript."""
        if value.__class__ is dict or value.__class__ is list:
            raise self.refusal(
                event,
                "a key must be a string, not a collection",
                "quote it if it is a string",
            )
        if value.__class__ is not str:
            from phaselint.javascript.texts import text_of

            value = text_of(value)
        if value not in mapping:
            return value
        mapping.pop(DISCARD, None)
        self.discards.append(mapping)
        self.duplicates.append((self.last, (*self.path(), value)))
        return DISCARD

    def path(self) -> Pointer:
        """Give the pointer to the collection at hand: each open one was entered last."""
        return tuple(
            next(reversed(each)) if each.__class__ is dict else len(each) - 1
            for each in self.stack[1:]
        )

    def open(self, event: Any, value: Any) -> None:
        """Take down the tag and the anchor of a collection that an event starts; raises Stop where
        it is too deep or the tag is for another kind."""
        if len(self.stack) >= DEPTH_LIMIT:
            raise Stop(too_deep(event.start_mark.index))
        is_mapping = event.__class__ is MappingStartEvent
        if event.tag and event.tag != "!":
            tag = event.tag.removeprefix(CORE)
            if tag in SCALAR_TAGS or tag == ("seq" if is_mapping else "map"):
                raise self.mismatch(event, tag)
            if tag not in ("map", "seq") or not event.tag.startswith(CORE):
                self.report_tag(event)
        if event.anchor:
            depth = len(self.stack) + 1
            self.anchors[event.anchor] = _Anchor(self.last, value, depth)

    def decorated(self, event: Any, value: Any) -> Any:
        """Give the value of a scalar that has an anchor or a tag."""
        if event.tag:
            value = event.value if event.tag == "!" else self.tagged(event)
        if event.anchor:
            self.anchors[event.anchor] = _Anchor(self.last, value)
        return value

    def tagged(self, event: Any) -> Any:
        tag = event.tag.removeprefix(CORE)
        if event.tag.startswith(CORE) and tag in SCALAR_TAGS:
            try:
                return tagged(tag, event.value)
            except ValueError:
                self.report_tag(event)
                return event.value
        if tag in ("map", "seq") and event.tag.startswith(CORE):
            raise self.mismatch(event, tag)
        self.report_tag(event)
        return event.value

    def shared(self, event: Any, container: Any) -> Any:
        """Give the value an alias stands for."""
        anchor = self.anchors.get(event.anchor)
        if anchor is None:
            raise self.refusal(
                event,
                f"`*{event.anchor}` refers to an anchor that isn't defined before it",
                f"define `&{event.anchor}` first, or quote the value if it is a string",
            )
        at_depth = self.stack[anchor.depth] if anchor.depth < len(self.stack) else container
        if at_depth is anchor.value:
            raise self.refusal(
                event,
                f"`*{event.anchor}` is inside the node that it refers to",
                "write the value out; a value can't contain itself",
            )
        self.noted.extend((event.end_mark.index << END_SHIFT | ALIAS, event.start_mark.index))
        self.aliases[self.last] = anchor.mark
        return anchor.value

    def report_tag(self, event: Any) -> None:
        """Note that a tag is not one of the core schema, or does not fit its scalar."""
        start, end = self.tag_span(event)
        tag = self.text[start:end]
        message = f"the tag `{tag}` is unknown and has no effect"
        if tag in RETYPING:
            message = f"the tag `{tag}` turns the value into {RETYPING[tag]} if a reader knows it"
        elif event.tag.removeprefix(CORE) in SCALAR_TAGS:
            message = f"the value doesn't match its tag `{tag}` and stays a string"
        self.problems.append(Problem("unknown-tag", message, start, end, help="remove the tag"))

    def mismatch(self, event: Any, tag: str) -> Stop:
        """The refusal of a node that is not what its core tag says."""
        start, end = self.tag_span(event)
        message = f"the value doesn't match its tag `{self.text[start:end]}`"
        return Stop(Problem("syntax-error", message, start, end, help=f"remove the tag `!!{tag}`"))

    def tag_span(self, event: Any) -> tuple[int, int]:
        """Give where the tag of a node stands; an anchor may be before it."""
        import re

        found = re.compile(r"![^\s,\[\]{}]*").search(self.text, event.start_mark.index)
        return found.span() if found else (event.start_mark.index, event.end_mark.index)

    def refusal(self, event: Any, message: str, help: str) -> Stop:
        """The end of reading at an event."""
        start = event.start_mark.index
        end = max(event.end_mark.index, start + 1)
        return Stop(Problem("syntax-error", message, start, end, help=help))
