"""PyYAML's parser in Python, where PyYAML was built without libyaml, brought in line with libyaml.

Its scanner differs from that of libyaml 0.2.5 in what it takes for blanks and where a plain scalar
ends; what is overridden here does as libyaml does, in the same order. What still differs is listed
in `tests/document/test_yaml_pure.py`. It takes ten times as long.
"""

from __future__ import annotations

from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import (
    FlowEntryToken,
    FlowMappingEndToken,
    FlowSequenceEndToken,
    ScalarToken,
    TagToken,
    ValueToken,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yaml.tokens import Token

BREAKS = "\r\n\x85\u2028\u2029"
BLANKS = " \t"
ENDS = f"\0{BLANKS}{BREAKS}"
"""What a word ends at: a blank, a line break, the end of the text."""

_WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
_HEX = "0123456789abcdefABCDEF"
_URI = f"{_WORD};/?:@&=+$.%!~*'()"
_URI_IN_FULL = f"{_URI},[]"
_FLOW = ",[]{}"
_FLOW_OR_KEY = f"{_FLOW}?"
_SURROGATES = range(0xD800, 0xE000)
_LAST = 0x10FFFF


class PureParser(Reader, Scanner, Parser):
    """The parser of a string: `get_event` gives its events, none after the last."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text.removeprefix("\ufeff"))
        Scanner.__init__(self)
        Parser.__init__(self)

    if TYPE_CHECKING:  # what PyYAML's types leave open

        def scan_line_break(self) -> str: ...
        def get_token(self) -> Any: ...
        def peek_token(self) -> Any: ...
        def parse_flow_node(self) -> Any: ...

    # --- between tokens -----------------------------------------------------------------------

    def scan_to_next_token(self) -> None:
        """Pass over blanks, comments and line breaks. A tab is a blank, but where a line may begin
        a key."""
        while True:
            if self.column == 0 and self.peek() == "\ufeff":
                self.forward()
                self.column += 1
            while self.peek() == " " or (self.peek() == "\t" and self._may_be_tab()):
                self.forward()
            self._pass_comment()
            if not self.scan_line_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def _may_be_tab(self) -> bool:
        return bool(self.flow_level) or not self.allow_simple_key

    def _pass_comment(self) -> None:
        if self.peek() == "#":
            while self.peek() not in f"\0{BREAKS}":
                self.forward()

    def fetch_stream_end(self) -> None:
        """The end of the text, at which a key that must be one is still without its colon."""
        for key in self.possible_simple_keys.values():
            if key.required:
                raise self._wrong("a simple key", key.mark, "could not find expected ':'")
        super().fetch_stream_end()

    # --- directives and tags ------------------------------------------------------------------

    def scan_directive_name(self, start_mark: Any) -> str:
        """The name of a directive; YAML has two."""
        name = self._run_of(_WORD)
        if not name:
            raise self._wrong("a directive", start_mark, "could not find expected directive name")
        if self.peek() not in ENDS:
            what = "found unexpected non-alphabetical character"
            raise self._wrong("a directive", start_mark, what)
        if name not in ("YAML", "TAG"):
            raise self._wrong("a directive", start_mark, "found unknown directive name")
        return name

    def scan_tag(self) -> TagToken:
        """A tag; only one in full may have commas and brackets."""
        start = self.get_mark()
        handle, suffix = self._full_tag(start) if self.peek(1) == "<" else self._short_tag(start)
        if self.peek() not in ENDS and not (self.flow_level and self.peek() == ","):
            raise self._wrong("a tag", start, "did not find expected whitespace or line break")
        return TagToken((handle, suffix), start, self.get_mark())

    def _full_tag(self, start: Any) -> tuple[str | None, str]:
        self.forward(2)
        suffix = self._uri(start, _URI_IN_FULL)
        if self.peek() != ">":
            raise self._wrong("a tag", start, "did not find the expected '>'")
        self.forward()
        return None, suffix

    def _short_tag(self, start: Any) -> tuple[str | None, str]:
        self.forward()
        length = 0
        while self.peek(length) in _WORD:
            length += 1
        if self.peek(length) == "!":
            handle = f"!{self.prefix(length + 1)}"
            self.forward(length + 1)
            return handle, self._uri(start, _URI)
        if self.peek() not in _URI:
            return None, "!"
        return "!", self._uri(start, _URI)

    def _uri(self, start: Any, known: str) -> str:
        found = ""
        while self.peek() in known:
            if self.peek() != "%":
                found += self._run_of(known.replace("%", ""))
            elif self.peek(1) in _HEX and self.peek(2) in _HEX:
                found += self.scan_uri_escapes("tag", start)
            else:
                raise self._wrong("a tag", start, "did not find URI escaped octet")
        if not found:
            raise self._wrong("a tag", start, "did not find expected tag URI")
        return found

    def _run_of(self, known: str) -> str:
        length = 0
        while self.peek(length) in known:
            length += 1
        found: str = self.prefix(length)
        self.forward(length)
        return found

    def _wrong(self, scanned: str, start: Any, what: str) -> ScannerError:
        return ScannerError(f"while scanning {scanned}", start, what, self.get_mark())

    # --- plain scalars ------------------------------------------------------------------------

    def scan_plain(self) -> ScalarToken:
        """A plain scalar: `?` is text in it, and blanks are tabs as well."""
        chunks: list[str] = []
        start = end = self.get_mark()
        indent = self.indent + 1
        spaces: list[str] = []
        while not self._at_separator() and self.peek() != "#":
            word = self._plain_word(start)
            if not word:
                break
            self.allow_simple_key = False
            chunks += (*spaces, word)
            end = self.get_mark()
            spaces = self._plain_spaces(indent, start)
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return ScalarToken("".join(chunks), True, start, end)

    def _plain_word(self, start: Any) -> str:
        """What stands up to a blank, or up to what ends the scalar."""
        length = 0
        while (here := self.peek(length)) not in ENDS:
            if here == ":":
                follows = self.peek(length + 1)
                if self.flow_level and follows in _FLOW_OR_KEY:
                    self.forward(length)
                    raise self._wrong("a plain scalar", start, "found unexpected ':'")
                if follows in ENDS:
                    break
            if self.flow_level and here in _FLOW:
                break
            length += 1
        word: str = self.prefix(length)
        self.forward(length)
        return word

    def _plain_spaces(self, indent: int, start: Any) -> list[str]:
        """What stands for the blanks and breaks behind a word, if the scalar goes on."""
        first = ""
        blanks: list[str] = []
        breaks: list[str] = []
        while self.peek() in BLANKS or self.peek() in BREAKS:
            if self.peek() in BREAKS:
                line_break = self.scan_line_break()
                if first:
                    breaks.append(line_break)
                first = first or line_break
                continue
            if first and self.column < indent and self.peek() == "\t":
                what = "found a tab character that violates indentation"
                raise self._wrong("a plain scalar", start, what)
            blanks.append(self.peek())
            self.forward()
        if not first:
            return blanks
        self.allow_simple_key = True
        if first != "\n":
            return [first, *breaks]
        return breaks or [" "]

    def _at_separator(self) -> bool:
        """Whether a line begins that parts documents."""
        found = self.column == 0 and self.prefix(3) in ("---", "...")
        return found and self.peek(3) in ENDS

    # --- block scalars ------------------------------------------------------------------------

    def scan_block_scalar_indicators(self, start_mark: Any) -> tuple[bool | None, int | None]:
        """Chomping and indentation; a comment may follow at once."""
        chomping: bool | None = None
        increment: int | None = None
        for _ in range(2):
            here = self.peek()
            if here in "+-" and chomping is None:
                chomping = here == "+"
            elif here in "0123456789" and increment is None:
                increment = int(here)
            else:
                break
            if increment == 0:
                what = "expected indentation indicator in the range 1-9, but found 0"
                raise self._wrong("a block scalar", start_mark, what)
            self.forward()
        return chomping, increment

    def scan_block_scalar_ignored_line(self, start_mark: Any) -> None:
        """The rest of the line of the header: blanks and a comment."""
        while self.peek() in BLANKS:
            self.forward()
        super().scan_block_scalar_ignored_line(start_mark)

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, Any]:
        """The breaks before the text, how far it is indented, and where it begins."""
        breaks: list[str] = []
        most, end = 0, self.get_mark()
        while True:
            while self.peek() == " ":
                self.forward()
            most = max(most, self.column)
            self._refuse_tab()
            if self.peek() not in BREAKS:
                return breaks, most, end
            breaks.append(self.scan_line_break())
            end = self.get_mark()

    def scan_block_scalar_breaks(self, indent: int) -> tuple[list[str], Any]:
        """The breaks between two lines of the text, and where the next one begins."""
        breaks: list[str] = []
        end = self.get_mark()
        while True:
            while self.column < indent and self.peek() == " ":
                self.forward()
            if self.column < indent:
                self._refuse_tab()
            if self.peek() not in BREAKS:
                return breaks, end
            breaks.append(self.scan_line_break())
            end = self.get_mark()

    def _refuse_tab(self) -> None:
        if self.peek() == "\t":
            what = "found a tab character where an indentation space is expected"
            raise self._wrong("a block scalar", None, what)

    # --- quoted scalars -----------------------------------------------------------------------

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Any) -> list[str]:
        """What is between blanks in a quoted scalar; an escape isn't half of a character."""
        self._refuse_halves(double, start_mark)
        found: list[str] = super().scan_flow_scalar_non_spaces(double, start_mark)
        return found

    def _refuse_halves(self, double: bool, start: Any) -> None:
        """Refuse an escape of a number that isn't a character."""
        at = 0
        while double and self.peek(at) not in f'"{ENDS}':
            if self.peek(at) != "\\":
                at += 1
                continue
            if self.peek(at + 1) == "\0":
                return
            digits = self.ESCAPE_CODES.get(self.peek(at + 1), 0)
            code = self.buffer[self.pointer + at + 2 :][:digits]
            if _is_no_character(code):
                self.forward(at + 2)
                what = "found invalid Unicode character escape code"
                raise self._wrong("a quoted scalar", start, what)
            at += 2

    # --- collections --------------------------------------------------------------------------

    def parse_flow_mapping_value(self) -> Any:
        """The value of a key in braces; one that is missing is in front of what follows."""
        return self._flow_value(self.parse_flow_mapping_key, FlowMappingEndToken)

    def parse_flow_sequence_entry_mapping_key(self) -> Any:
        """The key behind a `?` in brackets. What follows where there is none is passed over, but
        for the closing bracket."""
        self.get_token()
        if not self.check_token(ValueToken, FlowEntryToken, FlowSequenceEndToken):
            self.states.append(self.parse_flow_sequence_entry_mapping_value)
            return self.parse_flow_node()
        self.state = self.parse_flow_sequence_entry_mapping_value
        closed = self.check_token(FlowSequenceEndToken)
        token = self.peek_token() if closed else self.get_token()
        return self.process_empty_scalar(token.start_mark if closed else token.end_mark)

    def parse_flow_sequence_entry_mapping_value(self) -> Any:
        """The same in brackets."""
        return self._flow_value(self.parse_flow_sequence_entry_mapping_end, FlowSequenceEndToken)

    def _flow_value(self, then: Any, end: type[Token]) -> Any:
        if self.check_token(ValueToken):
            self.get_token()
            if not self.check_token(FlowEntryToken, end):
                self.states.append(then)
                return self.parse_flow_node()
        self.state = then
        return self.process_empty_scalar(self.peek_token().start_mark)


def _is_no_character(code: str) -> bool:
    try:
        number = int(code, 16)
    except ValueError:
        return False
    return number in _SURROGATES or number > _LAST
