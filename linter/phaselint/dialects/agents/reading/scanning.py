"""The tokens of a header as VS Code's parser sees it (reference §2.1), which isn't a YAML parser.
On a line outside brackets, only the first colon separates a key from its value; the rest is the
value."""

from __future__ import annotations

import re

from phaselint.dialects.agents.reading.blocks import block_at, column, is_block
from phaselint.dialects.agents.reading.quoted import quoted_at
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Token(NamedTuple):
    """A token: its place, the value of a scalar, and whether it is in quotes or a block.

    Its kind is `scalar`, the character itself, `newline`, `indent`, `comment`, `document` for the
    mark of a document, or `end`. The length of an indentation is its depth.
    """

    kind: str
    start: int
    end: int
    value: str = ""
    quoted: bool = False


_BLANKS = re.compile(r"[ \t]*")
_BREAK = re.compile(r"\r\n|\n|\r")
_LINE_END = re.compile(r"[\r\n]|\Z")
_DOCUMENT = re.compile(r"(?:---|\.\.\.)(?=[ \t\r\n]|\Z)")
_SPACE_NEXT = re.compile(r"[ \t\r\n]|\Z")
_PLAIN_END = re.compile(r"[\r\n]|(?<=[ \t])#|:(?=[ \t\r\n]|\Z)")
_PLAIN_END_LATER = re.compile(r"[\r\n]|(?<=[ \t])#")
_PLAIN_END_FLOW = re.compile(r"[\r\n,{}\[\]]|(?<=[ \t])#|:(?=[ \t\r\n,}\]]|\Z)")
_OPENING, _CLOSING = "{[", "}]"
_EMPTY = ("newline", "indent")
_LOOKED_AT = 8
"""The maximum number of tokens searched backward for the parent of one; longer runs of blank lines
are ignored."""


def scan(text: str) -> list[Token]:
    """The tokens of a header; the last one is its end."""
    return [*_Scanner(text).tokens(), Token("end", len(text), len(text))]


class _Scanner:
    """Reads a header line by line. `depth` counts the open brackets; `parted`: the line has had its
    colon; `past_block`: a block consumed it and those below."""

    __slots__ = ("at", "before", "depth", "parted", "past_block", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.parted = False
        self.past_block = False
        self.before: list[Token] = []

    def tokens(self) -> list[Token]:
        while self.at < len(self.text):
            self.before.extend(self._line())
        return self.before

    def _line(self) -> Iterator[Token]:
        """The tokens of a line, or of the lines of a quoted string or a block."""
        self.parted = False
        indent = self._match(_BLANKS)
        start = self.at
        self.at = indent.end()
        before = [Token("indent", start, self.at)] if self.at > start else []
        if self._at_end():
            far = self._is_far()
            blank = [*before, *self._newline()]
            yield from () if far else blank
            return
        yield from before
        marker = _DOCUMENT.match(self.text, self.at) if self.at == start else None
        if marker:
            self.at = marker.end()
            yield Token("document", *marker.span())
        elif self.text.startswith("%", self.at):
            self.at = self._line_end()
        while not self._at_end():
            token = self._token()
            if token is not None:
                self.before.append(token)
                if self.past_block:
                    self.past_block = False
                    return
        yield from self._newline()

    def _token(self) -> Token | None:
        """The next token of the line, if there is one."""
        self.at = self._match(_BLANKS).end()
        if self._at_end():
            return None
        text, start = self.text, self.at
        sign = text[start]
        if sign == "#":
            return self._taken("comment", self._line_end())
        if sign in _OPENING or (sign in _CLOSING and self.depth):
            self.depth += 1 if sign in _OPENING else -1
            return self._taken(sign, start + 1)
        if sign == "," and self.depth:
            return self._taken(sign, start + 1)
        if sign == "-" and _SPACE_NEXT.match(text, start + 1):
            return self._taken(sign, start + 1)
        if sign == ":" and self._parts():
            self.parted = self.parted or not self.depth
            return self._taken(sign, start + 1)
        if sign in "'\"":
            self.at, value = quoted_at(text, start)
            return Token("scalar", start, self.at, value, quoted=True)
        if sign in "|>" and not self.depth and is_block(text, start):
            self.at, value = block_at(text, start, self._parent_column())
            self.past_block = True
            return Token("scalar", start, self.at, value, quoted=True)
        return self._plain()

    def _plain(self) -> Token:
        """An unquoted string, up to the character that ends it there."""
        ending = _PLAIN_END_LATER if self.parted else _PLAIN_END
        found = (_PLAIN_END_FLOW if self.depth else ending).search(self.text, self.at + 1)
        # any first character belongs to the string, except a separating colon
        end = found.start() if found else len(self.text)
        start, self.at = self.at, end
        value = self.text[start:end].rstrip(" \t")
        return Token("scalar", start, start + len(value), value)

    def _parts(self) -> bool:
        """Whether the colon here separates a key from its value."""
        after = self.text[self.at + 1 : self.at + 2]
        if not self.depth:
            return not self.parted and after in ("", " ", "\t", "\n", "\r")
        return after in ("", " ", "\t", "\n", "\r", ",", "}", "]") or self._after_closed()

    def _after_closed(self) -> bool:
        """Whether the last token was a quoted string or a closing bracket."""
        for token in reversed(self.before):
            if token.kind not in ("newline", "indent", "comment"):
                return token.quoted or token.kind in _CLOSING
        return False

    def _parent_column(self) -> int:
        """The column of a block's parent: a key or a dash."""
        near = self.before[-_LOOKED_AT:]
        solid = [each for each in near if each.kind not in (*_EMPTY, "comment")]
        if solid and solid[-1].kind == ":" and len(solid) > 1:
            return column(self.text, solid[-2].start)
        if solid and solid[-1].kind == "-":
            return column(self.text, solid[-1].start)
        return -1 if solid and solid[-1].kind == "document" else 0

    def _taken(self, kind: str, end: int) -> Token:
        start, self.at = self.at, end
        return Token(kind, start, end)

    def _is_far(self) -> bool:
        """Whether the maximum number of blank lines comes before."""
        near = self.before[-_LOOKED_AT:]
        return len(near) == _LOOKED_AT and all(each.kind in _EMPTY for each in near)

    def _newline(self) -> Iterator[Token]:
        found = _BREAK.match(self.text, self.at)
        if found:
            self.at = found.end()
            yield Token("newline", *found.span())

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.match(self.text, self.at)
        assert found is not None
        return found

    def _line_end(self) -> int:
        found = _LINE_END.search(self.text, self.at)
        assert found is not None
        return found.start()

    def _at_end(self) -> bool:
        return self.at >= len(self.text) or self.text[self.at] in "\r\n"
