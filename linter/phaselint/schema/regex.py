"""Regular expressions on which Python and JavaScript agree, matched without backtracking.

A `pattern` comes from the user, is ECMAScript by the standard and Python by the library that
most people check schemas with, and may backtrack for hours. So only the common core is read:
literals, classes, groups, alternatives, quantifiers, `^` and `$`. It becomes a state machine of
bounded size that is walked once over the text. Everything else is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from phaselint.record import NamedTuple
from phaselint.schema.regexread import MOST_STATES, Unreadable, read

if TYPE_CHECKING:
    from phaselint.schema.regexread import Node, Ranges

_LONGEST: Final = 1_000
_SAMPLE: Final = 200


class Regex(NamedTuple):
    """A state machine: what a state reads (`ranges`) or demands (`^`, `$`), and where it goes.

    `classes` tells that it has a class which takes other characters in Python than in
    JavaScript once a text is not ASCII.
    """

    states: tuple[tuple[Ranges | Literal["^", "$", "", "end"], tuple[int, ...]], ...]
    classes: bool
    sample: str


class _Builder:
    """Turns parts into states; each is wired to the state that follows it."""

    __slots__ = ("states",)

    def __init__(self) -> None:
        self.states: list[tuple[Ranges | Literal["^", "$", "", "end"], tuple[int, ...]]] = []

    def add(self, reads: Ranges | Literal["^", "$", "", "end"], *targets: int) -> int:
        if len(self.states) >= MOST_STATES:
            raise Unreadable
        self.states.append((reads, targets))
        return len(self.states) - 1

    def build(self, node: Node, after: int) -> int:
        """Add the states of a part; the depth is that of groups, which is bounded."""
        if node.kind == "set":
            return self.add(node.ranges, after)
        if node.kind in ("^", "$"):
            return self.add("^" if node.kind == "^" else "$", after)
        if node.kind == "all":
            for part in reversed(node.parts):
                after = self.build(part, after)
            return after
        if node.kind == "any":
            return self.add("", *[self.build(part, after) for part in node.parts])
        return self.repeat(node, after)

    def repeat(self, node: Node, after: int) -> int:
        start = after
        if node.most < 0:
            start = self.add("", after)
            inner = self.build(node.parts[0], start)
            self.states[start] = ("", (inner, after))
        for _ in range(max(0, node.most - node.least)):
            start = self.add("", self.build(node.parts[0], start), after)
        for _ in range(node.least):
            start = self.build(node.parts[0], start)
        return start


def compile_regex(source: str) -> tuple[Regex, int] | None:
    """Read an expression; gives its machine and start state, none outside the common core."""
    if len(source) > _LONGEST:
        return None
    try:
        tree, classes = read(source)
        builder = _Builder()
        start = builder.build(tree, builder.add("end"))
    except Unreadable:
        return None
    return Regex(tuple(builder.states), classes, _sample(tree)), start


def search(compiled: tuple[Regex, int], text: str) -> bool | None:
    """Whether the expression is found in the text; none where the two languages may differ."""
    regex, start = compiled
    if not all(" " <= char <= "\uffff" and char not in "\x7f\x85\u2028\u2029" for char in text):
        return None
    if regex.classes and not text.isascii():
        return None
    if len(text) * len(regex.states) > 1_000_000:
        return None
    active: set[int] = set()
    for place in range(len(text) + 1):
        active.add(start)
        active = _closure(regex, active, place == 0, place == len(text))
        if any(regex.states[state][0] == "end" for state in active):
            return True
        if place < len(text):
            active = _read(regex, active, ord(text[place]))
    return False


def _closure(regex: Regex, active: set[int], first: bool, last: bool) -> set[int]:
    waiting = list(active)
    seen = set(active)
    while waiting:
        reads, targets = regex.states[waiting.pop()]
        if reads == "" or (reads == "^" and first) or (reads == "$" and last):
            fresh = [target for target in targets if target not in seen]
            seen.update(fresh)
            waiting += fresh
    return seen


def _read(regex: Regex, active: set[int], code: int) -> set[int]:
    found: set[int] = set()
    for state in active:
        reads, targets = regex.states[state]
        if not isinstance(reads, str) and any(low <= code <= high for low, high in reads):
            found.update(targets)
    return found


def _sample(node: Node) -> str:
    """A short text that the part takes, anchors apart."""
    if node.kind == "set":
        return _character(node.ranges)
    if node.kind == "all":
        return "".join(map(_sample, node.parts))[:_SAMPLE]
    if node.kind == "any":
        return min((_sample(part) for part in node.parts), key=len)
    if node.kind == "repeat" and node.least:
        return (_sample(node.parts[0]) * min(node.least, _SAMPLE))[:_SAMPLE]
    return ""


def _character(ranges: Ranges) -> str:
    """A readable character of a class: a letter, a digit, else the first that prints."""
    for wish in "aA0":
        if any(low <= ord(wish) <= high for low, high in ranges):
            return wish
    codes = (max(low, 33) for low, high in ranges if high >= 33)
    return chr(next(codes, ranges[0][0] if ranges else 32))
