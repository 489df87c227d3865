"""A header as VS Code reads it (reference §2.1): the values read from a string that isn't YAML,
with all places. Reported errors are kept apart from tolerated ones."""

from __future__ import annotations

from array import array

from phaselint.dialects.agents.reading.blocks import column
from phaselint.dialects.agents.reading.scanning import Token, scan
from phaselint.document.record import END, END_SHIFT, MAPPING, SEQUENCE, START_SHIFT, Record
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

_DEPTH = 40
"""The maximum depth of collections: headers have three levels, and each level takes a few frames of
Python's stack."""

_SPACE = frozenset({"newline", "indent", "comment"})


class Lenient(NamedTuple):
    """The content of a header. `error` is the first error that VS Code's parser reports, empty if
    there isn't any; `duplicates` are the duplicate keys, with their places."""

    value: Any
    record: Record
    error: str = ""
    at: int = 0
    duplicates: tuple[tuple[Pointer, int, int], ...] = ()


class _TooDeep(Exception):
    """Collections are nested more deeply than in any real header."""


def read_leniently(text: str, base: int = 0) -> Lenient:
    """Read a header; `base` is added to the offsets of positions, not to those of problems."""
    parser = _Parser(text)
    try:
        value = parser.whole()
    except _TooDeep:
        return Lenient(None, Record(array("Q"), ()), "too-deep", parser.token.start)
    record = Record(parser.marks, parser.names, frozenset(parser.skipped), {}, base)
    error, at = parser.errors[0] if parser.errors else ("", 0)
    return Lenient(value, record, error, at, tuple(parser.duplicates))


class _Parser:
    """Reads the tokens of a header and notes all places, like the readers of `document`. Each
    method consumes its own tokens and leaves the rest."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = scan(text)
        self.at = 0
        self.depth = 0
        self.marks = array("Q")
        self.names: list[str] = []
        self.skipped: list[int] = []
        self.errors: list[tuple[str, int]] = []
        self.duplicates: list[tuple[Pointer, int, int]] = []
        self.pointer: list[str | int] = []

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def whole(self) -> Any:
        """The value of the header, None if it is empty."""
        self._skip_lines()
        if self.token.kind == "document" and self._text(self.token) == "---":
            self.at += 1
            self._skip_lines()
        if self.token.kind in ("end", "document") or self.token.kind in ":,}]":
            return None
        return self._value(-1)

    # --- values -----------------------------------------------------------------------------------

    def _value(self, parent: int) -> Any:
        """A value on lines of its own, indented by more than `parent`; an empty string if there
        isn't one."""
        self._skip_lines()
        first = self._past_indent()
        if first.kind in "{[":
            self._skip_indent()
            return self._flow()
        if first.kind == "-":
            return self._sequence(self._indent())
        if self._is_entry():
            return self._mapping(self._indent())
        if self.token.kind in ("scalar", "indent"):
            self._skip_indent()
            if self.token.kind == "scalar":
                return self._scalar(parent)
        return self._empty(self.token.start)

    def _scalar(self, parent: int) -> str:
        """A string, with its continuation lines if it is plain."""
        token = self._take()
        if token.quoted:
            return self._noted(token.start, token.end, token.value)
        value, end = token.value, token.end
        while True:
            back = self.at
            blanks = self._continued(parent)
            more = self._further() if blanks is not None else None
            if blanks is None or more is None:
                self.at = back
                return self._noted(token.start, end, value)
            said, end = more
            value += ("\n" * blanks or " ") + said

    def _continued(self, parent: int) -> int | None:
        """Go to the next line with text, if it continues a plain string indented by more than
        `parent`: the number of empty lines between them."""
        blanks = -1
        while self.token.kind == "newline":
            self.at += 1
            blanks += 1
            if self.token.kind == "indent" and self.tokens[self.at + 1].kind in ("newline", "end"):
                self.at += 1
        if blanks < 0 or self._past_indent().kind in ("comment", "end", "document"):
            return None
        deep = len(self._text(self.token)) if self.token.kind == "indent" else -1
        if deep <= parent and not (parent < 0 and deep < 0):
            return None
        self._skip_indent()
        return blanks

    def _further(self) -> tuple[str, int] | None:
        """The text of a line that continues a plain string, and its end; None for a key."""
        if self.token.kind == "-":
            dash = self._take()
            if self.token.kind == "scalar":
                rest = self._take()
                return f"- {rest.value}", rest.end
            return "-", dash.end
        if self.token.kind != "scalar" or self.tokens[self.at + 1].kind == ":":
            return None
        token = self._take()
        return token.value, token.end

    def _mapping(self, base: int) -> dict[str, Any]:
        """A mapping in a block."""
        return self._entries({}, base, self._opened(self._past_indent().start))

    def _mapping_behind_dash(self) -> dict[str, Any]:
        """A mapping whose first key is directly after a dash."""
        base = column(self.text, self.token.start)
        mark = self._opened(self.token.start)
        found: dict[str, Any] = {}
        self._entry(found, base)
        return self._entries(found, base, mark)

    def _entries(self, found: dict[str, Any], base: int, mark: int) -> dict[str, Any]:
        """Add the entries on further lines, and close the mapping."""
        while True:
            self._skip_lines()
            indent = self._indent()
            if self.token.kind == "end" or indent < base:
                break
            if indent > base:
                self._complain("unexpected-indentation", self.token.start)
            if not self._is_entry():
                break
            self._skip_indent()
            self._entry(found, base)
        self._closed(mark, MAPPING)
        return found

    def _entry(self, found: dict[str, Any], base: int) -> None:
        """A key with its value. At the top level, the first of equal keys counts; inside a handoff,
        the last."""
        key = self._take()
        again = key.value in found
        passed_over = again and not self.pointer
        self.names.append(key.value)
        if again:
            self.duplicates.append(((*self.pointer, key.value), key.start, key.end))
        if passed_over:
            self.skipped.append(len(self.marks))
        self._noted(key.start, key.end, "")
        colon = self._take()
        self.pointer.append(key.value)
        value = self._entry_value(base, colon)
        self.pointer.pop()
        if not passed_over:
            found[key.value] = value

    def _entry_value(self, base: int, colon: Token) -> Any:
        if self.token.kind in "{[":
            return self._flow()
        if self.token.kind == "scalar":
            return self._scalar(base)
        self._skip_lines()
        indent = self._indent()
        listed = indent == base and self._past_indent().kind == "-"
        if self.token.kind == "end" or (indent <= base and not listed):
            self._complain("missing-value", colon.start)
            return self._empty(colon.end)
        return self._value(base)

    def _sequence(self, base: int) -> list[Any]:
        """A list in a block."""
        mark = self._opened(self._past_indent().start)
        found: list[Any] = []
        first = True
        while True:
            self._skip_lines()
            if self.token.kind == "end":
                break
            indent = self._indent()
            if first and self.token.kind == "-":
                indent = column(self.text, self.token.start)
            first = False
            if indent > base:
                self._complain("unexpected-indentation", self.token.start)
            if indent < base or self._past_indent().kind != "-":
                break
            self._skip_indent()
            dash = self._take()
            self.pointer.append(len(found))
            found.append(self._item(base, dash))
            self.pointer.pop()
        self._closed(mark, SEQUENCE)
        return found

    def _item(self, base: int, dash: Token) -> Any:
        if self.token.kind in "{[":
            return self._flow()
        if self.token.kind == "-":
            return self._sequence(column(self.text, self.token.start))
        if self.token.kind == "scalar":
            if self.tokens[self.at + 1].kind == ":":
                return self._mapping_behind_dash()
            return self._scalar(base)
        self._skip_lines()
        if self.token.kind == "end" or self._indent() <= base:
            self._complain("missing-value", dash.start)
            return self._empty(dash.end)
        return self._value(base)

    # --- in brackets ------------------------------------------------------------------------------

    def _flow(self) -> Any:
        """A list or mapping in brackets, or a string inside one."""
        if self.token.kind == "{":
            return self._flow_mapping()
        if self.token.kind == "[":
            return self._flow_sequence()
        if self.token.kind == "scalar":
            return self._flow_scalar()
        return self._empty(self.token.start)

    def _flow_mapping(self) -> dict[str, Any]:
        mark = self._opened(self._take().start)
        found: dict[str, Any] = {}
        self._skip_space()
        while self.token.kind not in ("}", "end"):
            if self.token.kind != "scalar":
                self._complain("expected-key", self.token.start)
                break
            start, key = self.token.start, self._flow_scalar()
            end = self.tokens[self.at - 1].end
            self.names.append(key)
            if key in found:
                self.duplicates.append(((*self.pointer, key), start, end))
            self._skip_space()
            self.pointer.append(key)
            if self.token.kind == ":":
                self.at += 1
                self._skip_space()
                found[key] = self._flow()
            else:
                found[key] = self._empty(end)
            self.pointer.pop()
            self._past_comma()
        self._closed_by(mark, MAPPING, "}", "expected-flow-map-end")
        return found

    def _flow_sequence(self) -> list[Any]:
        mark = self._opened(self._take().start)
        found: list[Any] = []
        self._skip_space()
        while self.token.kind not in ("]", "end"):
            if self.token.kind not in ("scalar", "{", "["):
                self._complain("unexpected-token", self.token.start)
                self.at += 1
                continue
            self.pointer.append(len(found))
            found.append(self._flow())
            self.pointer.pop()
            self._past_comma()
        self._closed_by(mark, SEQUENCE, "]", "expected-flow-seq-end")
        return found

    def _flow_scalar(self) -> str:
        token = self._take()
        value, end = token.value, token.end
        while not token.quoted:
            at, broken = self.at, False
            while self.tokens[at].kind in _SPACE:
                broken = broken or self.tokens[at].kind == "newline"
                at += 1
            further = self.tokens[at]
            if not broken or further.kind != "scalar" or further.quoted:
                break
            self.at = at + 1
            value, end = f"{value} {further.value}", further.end
        return self._noted(token.start, end, value)

    def _past_comma(self) -> None:
        self._skip_space()
        if self.token.kind == ",":
            self.at += 1
            self._skip_space()

    def _closed_by(self, mark: int, kind: int, sign: str, error: str) -> None:
        if self.token.kind == sign:
            self._closed(mark, kind, self._take().end)
        else:
            self._complain(error, self.token.start)
            self._closed(mark, kind, self.token.start)

    # --- tokens -----------------------------------------------------------------------------------

    def _take(self) -> Token:
        token = self.token
        self.at += token.kind != "end"
        return token

    def _text(self, token: Token) -> str:
        return self.text[token.start : token.end]

    def _skip_lines(self) -> None:
        """Skip line breaks and comments, and the spaces before them."""
        while self.token.kind in ("newline", "comment") or (
            self.token.kind == "indent"
            and self.tokens[self.at + 1].kind in ("newline", "comment", "end")
        ):
            self.at += 1

    def _skip_space(self) -> None:
        while self.token.kind in _SPACE:
            self.at += 1

    def _skip_indent(self) -> None:
        if self.token.kind == "indent":
            self.at += 1

    def _past_indent(self) -> Token:
        return self.tokens[self.at + 1] if self.token.kind == "indent" else self.token

    def _indent(self) -> int:
        return self.token.end - self.token.start if self.token.kind == "indent" else 0

    def _is_entry(self) -> bool:
        at = self.at + (self.token.kind == "indent")
        return self.tokens[at].kind == "scalar" and self.tokens[at + 1].kind == ":"

    # --- places -----------------------------------------------------------------------------------

    def _complain(self, error: str, at: int) -> None:
        self.errors.append((error, at))

    def _empty(self, at: int) -> str:
        return self._noted(at, at, "")

    def _noted(self, start: int, end: int, value: str) -> str:
        self.marks.append(start << START_SHIFT | end << END_SHIFT)
        return value

    def _opened(self, start: int) -> int:
        """Begin a collection; its mark gets its kind and its end when it is closed."""
        self.depth += 1
        if self.depth > _DEPTH:
            raise _TooDeep
        self.marks.append(start << START_SHIFT)
        return len(self.marks) - 1

    def _closed(self, mark: int, kind: int, end: int | None = None) -> None:
        """End a collection: after its bracket, or after its last member."""
        self.depth -= 1
        start = self.marks[mark] >> START_SHIFT
        self.marks[mark] = start << START_SHIFT | start << END_SHIFT | kind
        first, last = (start, start) if end is None else (end - 1, end)
        self.marks.append(first << START_SHIFT | last << END_SHIFT | END)
