"""Regular expressions on which Python and JavaScript agree, matched without backtracking.

A `pattern` comes from the user, is ECMAScript by the standard and Python by the library that
most people check schemas with, and may backtrack for hours. So only the common core is read:
literals, classes, groups, alternatives, quantifiers, `^` and `$`. It becomes a state machine of
bounded size that is walked once over the text. Everything else is unknown.
"""

from __future__ import annotations

from typing import Final, Literal

from phaselint.record import NamedTuple

_LONGEST: Final = 1_000
_STATES: Final = 3_000
_GROUPS: Final = 20
_SAMPLE: Final = 200

Ranges = tuple[tuple[int, int], ...]

_TOP = 0x10FFFF
_DIGIT: Ranges = ((48, 57),)
_WORD: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE: Ranges = ((9, 13), (32, 32))
_CLASSES = {"d": _DIGIT, "w": _WORD, "s": _SPACE}
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_DOT: Ranges = ((0, 9), (11, 12), (14, 0x2027), (0x202A, _TOP))


class Unreadable(Exception):
    """The expression is outside the common core."""


class Node(NamedTuple):
    """A part of an expression: characters, a sequence, alternatives, a repetition, an anchor."""

    kind: Literal["set", "all", "any", "repeat", "^", "$"]
    ranges: Ranges = ()
    parts: tuple[Node, ...] = ()
    least: int = 0
    most: int = -1


class Regex(NamedTuple):
    """A state machine: what a state reads (`ranges`) or demands (`^`, `$`), and where it goes.

    `classes` tells that it has a class which takes other characters in Python than in
    JavaScript once a text is not ASCII.
    """

    states: tuple[tuple[Ranges | Literal["^", "$", "", "end"], tuple[int, ...]], ...]
    classes: bool
    sample: str


class _Reader:
    """Reads an expression by descent, at most `_GROUPS` groups deep."""

    __slots__ = ("at", "classes", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.classes = False

    def take(self) -> str:
        if self.at >= len(self.text):
            raise Unreadable
        self.at += 1
        return self.text[self.at - 1]

    def next(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def choice(self, depth: int) -> Node:
        if depth > _GROUPS:
            raise Unreadable
        branches = [self.sequence(depth)]
        while self.next() == "|":
            self.at += 1
            branches.append(self.sequence(depth))
        return branches[0] if len(branches) == 1 else Node("any", parts=tuple(branches))

    def sequence(self, depth: int) -> Node:
        parts = []
        while (char := self.next()) not in ("", "|", ")"):
            self.at += 1
            if char in "^$":
                parts.append(Node("^" if char == "^" else "$"))
                if self.next() in ("*", "+", "?", "{"):
                    raise Unreadable
            else:
                parts.append(self.repeated(self.atom(char, depth)))
        return Node("all", parts=tuple(parts))

    def atom(self, char: str, depth: int) -> Node:
        if char == "(":
            return self.group(depth)
        if char == "[":
            return Node("set", self.bracket())
        if char == "\\":
            return Node("set", self.escape())
        if char == ".":
            return Node("set", _DOT)
        if char in "*+?{}])" or ord(char) > 0xFFFF:
            raise Unreadable
        return Node("set", ((ord(char), ord(char)),))

    def group(self, depth: int) -> Node:
        if self.next() == "?":
            self.at += 1
            if self.take() != ":":
                raise Unreadable
        inner = self.choice(depth + 1)
        if self.take() != ")":
            raise Unreadable
        return inner

    def escape(self) -> Ranges:
        char = self.take()
        if char.lower() in _CLASSES:
            self.classes = True
            ranges = _CLASSES[char.lower()]
            return ranges if char.islower() else _outside(ranges)
        if char in _CONTROLS:
            return ((_CONTROLS[char], _CONTROLS[char]),)
        if char.isalnum() or ord(char) > 127:
            raise Unreadable
        return ((ord(char), ord(char)),)

    def bracket(self) -> Ranges:
        negative = self.next() == "^"
        self.at += negative
        ranges: list[tuple[int, int]] = []
        if self.next() == "]":
            raise Unreadable
        while self.next() != "]":
            first = self.member()
            if self.next() == "-" and self.text[self.at + 1 : self.at + 2] != "]":
                self.at += 1
                first = _span(first, self.member())
            ranges += first
        self.at += 1
        return _outside(tuple(ranges)) if negative else tuple(ranges)

    def member(self) -> Ranges:
        char = self.take()
        if char == "\\":
            return self.escape()
        if char == "[" or ord(char) > 0xFFFF or (char in "&|~-" and self.next() == char):
            raise Unreadable
        return ((ord(char), ord(char)),)

    def repeated(self, node: Node) -> Node:
        char = self.next()
        if char not in ("*", "+", "?", "{"):
            return node
        self.at += 1
        least, most = {"*": (0, -1), "+": (1, -1), "?": (0, 1)}.get(char) or self.counts()
        if self.next() == "?":
            self.at += 1
        if self.next() in ("*", "+", "?", "{"):
            raise Unreadable
        return Node("repeat", parts=(node,), least=least, most=most)

    def counts(self) -> tuple[int, int]:
        end = self.text.find("}", self.at)
        low, comma, high = self.text[self.at : end].partition(",")
        self.at = end + 1
        if end < 0 or not _is_digits(low) or (high and not _is_digits(high)):
            raise Unreadable
        least = int(low)
        most = int(high) if high else (-1 if comma else least)
        if max(least, most) > _STATES or 0 <= most < least:
            raise Unreadable
        return least, most


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5


def _span(first: Ranges, last: Ranges) -> Ranges:
    low, high = first[0], last[0]
    if len(first) + len(last) > 2 or low[0] != low[1] or high[0] != high[1] or low > high:
        raise Unreadable
    return ((low[0], high[0]),)


def _outside(ranges: Ranges) -> Ranges:
    found = []
    start = 0
    for low, high in sorted(ranges):
        if start < low:
            found.append((start, low - 1))
        start = max(start, high + 1)
    return (*found, (start, _TOP)) if start <= _TOP else tuple(found)


class _Builder:
    """Turns parts into states; each is wired to the state that follows it."""

    __slots__ = ("states",)

    def __init__(self) -> None:
        self.states: list[tuple[Ranges | Literal["^", "$", "", "end"], tuple[int, ...]]] = []

    def add(self, reads: Ranges | Literal["^", "$", "", "end"], *targets: int) -> int:
        if len(self.states) >= _STATES:
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
    reader = _Reader(source)
    try:
        tree = reader.choice(0)
        if reader.at < len(source):
            return None
        builder = _Builder()
        start = builder.build(tree, builder.add("end"))
    except Unreadable:
        return None
    return Regex(tuple(builder.states), reader.classes, _sample(tree)), start


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
