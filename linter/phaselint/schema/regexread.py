"""Reading the common core of regular expressions into a tree (see `regex`)."""

from __future__ import annotations

from typing import Final, Literal

from phaselint.record import NamedTuple

MOST_STATES: Final = 3_000
_GROUPS: Final = 20

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


def read(source: str) -> tuple[Node, bool]:
    """Read an expression; gives its tree, and whether it has `\\d`, `\\w` or `\\s`, which take
    other characters in Python than in JavaScript once a text is not ASCII.

    Raises `Unreadable` for what is outside the common core.
    """
    reader = _Reader(source)
    tree = reader.choice(0)
    if reader.at < len(source):
        raise Unreadable
    return tree, reader.classes


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
        if max(least, most) > MOST_STATES or 0 <= most < least:
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
