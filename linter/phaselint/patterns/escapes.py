"""Characters, escapes, classes and group names of an expression (ECMAScript annex B, no flags).

The functions advance a reader, answer in units and raise `Refused` with the words of V8.
"""

from __future__ import annotations

from phaselint.javascript.units import whole
from phaselint.patterns.charset import DIGIT, SPACE, WORD, charset, complement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.patterns.charset import Charset

ENDS_ESCAPED = r"\ at end of pattern"
_BAD_NAME = "Invalid capture group name"
_BAD_UNICODE = "Invalid Unicode escape"

CLASSES: dict[str, Charset] = {
    "d": DIGIT,
    "D": complement(DIGIT),
    "s": SPACE,
    "S": complement(SPACE),
    "w": WORD,
    "W": complement(WORD),
}
_CONTROLS = {"f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B}
_DIGITS = frozenset("0123456789")
_OCTAL = frozenset("01234567")
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


class Refused(Exception):
    """The source isn't an expression; the text says why as V8 does."""


class Reader:
    """A place in a source in units, with what a look ahead found: are there named groups."""

    __slots__ = ("at", "named", "source")

    def __init__(self, source: str, named: bool) -> None:
        self.source = source
        self.named = named
        self.at = 0

    def peek(self, ahead: int = 0) -> str:
        """Give the unit here or some units ahead; nothing beyond the end."""
        return self.source[self.at + ahead : self.at + ahead + 1]

    def take(self, text: str) -> bool:
        """Step over a string if it comes next."""
        if self.source.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def run(self, wanted: frozenset[str], most: int | None = None) -> str:
        """Step over units of a set, `most` at most."""
        start = self.at
        while self.peek() in wanted and (most is None or self.at - start < most) and self.peek():
            self.at += 1
        return self.source[start : self.at]


def character_escape(reader: Reader, in_class: bool) -> int:
    """Read an escape that stands for one unit; the reader is at the backslash."""
    reader.at += 1
    letter = reader.peek()
    if letter == "c":
        return _control_letter(reader, in_class)
    if letter in _OCTAL:
        return _octal(reader)
    if letter == "k" and reader.named:
        raise Refused("Invalid escape")
    reader.at += 1
    if letter in "xu":
        code = _hexadecimal(reader, 2 if letter == "x" else 4)
        return ord(letter) if code is None else code
    return _CONTROLS.get(letter, ord(letter))


def _control_letter(reader: Reader, in_class: bool) -> int:
    letter = reader.peek(1)
    if letter and (letter in _LETTERS or (in_class and (letter in _DIGITS or letter == "_"))):
        reader.at += 2
        return ord(letter) & 0x1F
    return ord("\\")  # the backslash stands for itself and the reader is at the `c`


def _octal(reader: Reader) -> int:
    digits = reader.run(_OCTAL, 2)
    if int(digits, 8) < 0o40:
        digits += reader.run(_OCTAL, 3 - len(digits))
    return int(digits, 8)


def _hexadecimal(reader: Reader, length: int) -> int | None:
    digits = reader.source[reader.at : reader.at + length]
    if len(digits) < length or not _HEXADECIMAL.issuperset(digits):
        return None
    reader.at += length
    return int(digits, 16)


def character_class(reader: Reader) -> Charset:
    """Read a class in brackets; the reader is after the opening one."""
    negative = reader.take("^")
    ranges: list[tuple[int, int]] = []
    while reader.peek() not in {"]", ""}:
        _class_range(reader, ranges)
    if not reader.take("]"):
        raise Refused("Unterminated character class")
    found = charset(ranges)
    return complement(found) if negative else found


def _class_range(reader: Reader, ranges: list[tuple[int, int]]) -> None:
    first = _class_atom(reader)
    if reader.peek() != "-" or reader.peek(1) in {"]", ""}:
        ranges += first if isinstance(first, tuple) else [(first, first)]
        return
    reader.at += 1
    last = _class_atom(reader)
    if isinstance(first, int) and isinstance(last, int):
        if first > last:
            raise Refused("Range out of order in character class")
        ranges.append((first, last))
        return
    for end in (first, ord("-"), last):
        ranges += end if isinstance(end, tuple) else [(end, end)]


def _class_atom(reader: Reader) -> int | Charset:
    letter = reader.peek()
    if letter != "\\":
        reader.at += 1
        return ord(letter)
    escaped = reader.peek(1)
    if not escaped:
        raise Refused(ENDS_ESCAPED)
    if escaped in CLASSES:
        reader.at += 2
        return CLASSES[escaped]
    if escaped == "b":
        reader.at += 2
        return 0x08
    return character_escape(reader, in_class=True)


def group_name(reader: Reader) -> str:
    """Read a name and the `>` that ends it."""
    name = ""
    while not reader.take(">"):
        letter = _name_character(reader)
        if not _may_follow(name, letter):
            raise Refused(_BAD_NAME)
        name += letter
    if not name:
        raise Refused(_BAD_NAME)
    return name


def _may_follow(name: str, letter: str) -> bool:
    """Tell whether a name goes on so: an identifier of JavaScript, by Python's Unicode tables."""
    if not letter or letter == "$" or (name and letter in "\u200c\u200d"):
        return bool(letter)
    return ("a" + letter if name else letter).isidentifier()


def _name_character(reader: Reader) -> str:
    if reader.take("\\"):
        if not reader.take("u"):
            raise Refused(_BAD_NAME)
        return _name_escape(reader)
    pair = whole(reader.source[reader.at : reader.at + 2])
    reader.at += 2 if len(pair) == 1 and reader.peek(1) else 1
    return pair[:1]


def _name_escape(reader: Reader) -> str:
    if reader.take("{"):
        digits = reader.run(_HEXADECIMAL)
        if digits and reader.take("}") and int(digits, 16) <= 0x10FFFF:
            return chr(int(digits, 16))
        raise Refused(_BAD_UNICODE)
    code = _hexadecimal(reader, 4)
    if code is None:
        raise Refused(_BAD_UNICODE)
    before = reader.at
    if 0xD800 <= code <= 0xDBFF and reader.take("\\u"):
        low = _hexadecimal(reader, 4)
        if low is not None and 0xDC00 <= low <= 0xDFFF:
            return whole(chr(code) + chr(low))
        reader.at = before
    return chr(code)
